// Shared by ranges*.c only.
#ifndef FACTS_RANGES_INTERNAL_H
#define FACTS_RANGES_INTERNAL_H

#include "facts/ranges.h"

enum { MOST_NARROWED = 8, MOST_INCOMING = 8 };

typedef struct range_incoming { // the incoming edges of a location; more than MOST_INCOMING are not listed
  uint32_t count;
  const net_edge *edges[MOST_INCOMING];
} range_incoming;

typedef struct range_flow { // a template or block being visited
  const net_flow *flow;
  bool is_block;
  bool is_shared;                       // a block that is run from several places: visited once in a pass
  range_incoming *incoming;             // by location; NULL without guards
  values_narrowed entry[MOST_NARROWED]; // narrowed ranges at the initial location of a block
  uint32_t entry_count;
} range_flow;

typedef struct range_maker { // state of the fixed-point iteration
  arena *memory;
  ranges *r;
  const ranges_setup *setup;
  values_known known; // at the edge being visited
  uint32_t template_; // of the process that takes it; WRITERS_SEVERAL = any
  values_narrowed narrowed[MOST_NARROWED];
  uint32_t *seen; // by edge: the last pass that has visited it
  uint32_t pass;
  bool has_changed;
  // The clock counts growth and visits, so that an edge is visited again only if something it depends on has grown.
  uint64_t clock;
  uint64_t *grown;       // by variable, then by type of channel: time of the last growth
  uint64_t *visited_at;  // by edge of a template: time of the last visit; 0 = never, UINT64_MAX = it writes nothing
  range_flow *flows;     // by template
  uint32_t *instances;   // by template: number of initial processes
  bool *was_started;     // by template: ranges.is_started at the last visit
  bool *is_initialised;  // by variable: with constants, which need no second visit
  VEC(uint32_t) sources; // of all edges, one after the other: what they depend on, indexed as grown
  uint32_t *first_source, *source_count; // by edge
  uint32_t *mark, round;                 // to find duplicates while sources are collected
  uint8_t *growth;                       // by variable: number of times its interval has grown
  uint8_t *field_growth;                 // the same, by field of all types of channels
  uint32_t *first_field;                 // by type of channel: index of its first field in field_growth
} range_maker;

// ranges.c
void range_enter(range_maker *k, const net_template *t); // from now on, edges of a process of the template

// ranges_grow.c: sets and intervals grow, with widening.
void range_know(const ranges *r, values_known *known);                         // of any process at any location
void range_join_initial(range_maker *k, const net_var *v, const values *more); // without a cut to the type
void range_join(range_maker *k, const net_var *v, const values *more);         // cut to the variable's type
void range_join_field(range_maker *k, uint32_t type, uint32_t field, const values *more);
void range_grew(range_maker *k, uint32_t type, bool has_grown); // the messages of a type of channel
void range_join_arguments(range_maker *k);                      // of all calls, if all conditions are known

// ranges_start.c: initial values.
void range_prepare(ranges *r);
void range_initialise(range_maker *k, const net_var *v);

// ranges_arrive.c: narrowed ranges at a location.
range_incoming *range_find_incoming(const range_maker *k, const net_flow *flow); // by location; owned; NULL = no guards
// Replaces the narrowed ranges by those that hold at the location after its incoming edges. False if it is unreachable.
bool range_arrive(range_maker *k, const range_flow *f, uint32_t location);
// The path by which a process comes to the location: the incoming edges of the location, then those of the location
// before it, and so on, up to the first location with several incoming edges. At most MOST_EDGES_BACK; returns the
// number.
enum { MOST_EDGES_BACK = 8 };
uint32_t range_path_back(const range_flow *f, uint32_t location, const range_incoming **back);

// ranges_narrow.c: ranges narrowed by guards, as long as the variables have not been written since. Removes values that
// contradict a conjunct of the guard which reads one variable only. False if the guard cannot hold.
bool range_narrow(range_maker *k, const expr *guard);
void range_forget(range_maker *k, const net_var *written); // narrowed ranges that depend on the variable
void range_forget_shared(range_maker *k);                  // what other processes may change
// A function that the edge calls may write any scratch variable.
void range_forget_called(range_maker *k, const net_edge *e);
bool range_calls(const net_edge *e);                       // does it call a function?
bool range_mentions(const expr *e, const net_var *v);      // does the variable occur in it?
bool range_is_shared(const range_maker *k, const expr *e); // may other processes change what it reads?
bool range_reads_one(const expr *e);                       // does it read at most one variable, and nothing else?

// ranges_sources.c: what an edge depends on, and whether it has grown since the last visit.
void range_find_sources(range_maker *k, accesses *a, const range_flow *f, const net_edge *e);
bool range_must_revisit(const range_maker *k, const net_edge *e);

// Adds the values, cut to the type, to the range of the variable. Its narrowed ranges no longer hold.
void range_write(range_maker *k, const expr *target, const values *more);

// ranges_messages.c
void range_send(range_maker *k, const net_sync *s);
void range_receive(range_maker *k, const net_sync *s);

#endif
