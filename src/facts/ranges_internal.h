// What the files of the ranges share. Nobody else includes this.
#ifndef FACTS_RANGES_INTERNAL_H
#define FACTS_RANGES_INTERNAL_H

#include "facts/ranges.h"

enum { MOST_NARROWED = 8, MOST_WAYS_IN = 8 };

typedef struct range_ways { // the edges that lead to a location; more than MOST_WAYS_IN are not listed
  uint32_t count;
  const net_edge *edges[MOST_WAYS_IN];
} range_ways;

typedef struct range_flow { // where the edges that are looked at belong
  const net_flow *flow;
  bool is_block;
  range_ways *ways;                     // by location; NULL if guards are not looked at
  values_narrowed entry[MOST_NARROWED]; // what is known where a block begins
  uint32_t entry_count;
} range_flow;

typedef struct range_maker { // the fixed point on its way
  arena *memory;
  ranges *r;
  const ranges_setup *setup;
  values_known known; // at the edge that is looked at
  values_narrowed narrowed[MOST_NARROWED];
  uint32_t *seen; // by edge: the pass in which it was looked at
  uint32_t pass;
  bool has_changed;
  // The clock counts what has grown, so that an edge is looked at again only after something it depends on has.
  uint64_t clock;
  uint64_t *grown;       // by variable, then by type of channel: when it has grown last
  uint64_t *edge_looked; // by edge of a template: when it was looked at last; 0 = never, UINT64_MAX = it writes nothing
  range_flow *flows;     // by template
  uint32_t *instances;   // by template: processes of it at the start
  bool *was_started;     // by template: when its edges were looked at last
  bool *is_initialised;  // by variable: with numbers, which need not be looked at again
  VEC(uint32_t) sources; // of all edges, one after the other: what they depend on, numbered as in grown
  uint32_t *first_source, *source_count; // by edge
  uint32_t *mark, round;                 // of sources in the making
  uint8_t *growth;                       // by variable: how often its interval has grown
  uint8_t *field_growth;                 // likewise, by field of all types of channels
  uint32_t *first_field;                 // by type of channel: its first field among them
} range_maker;

// ranges_grow.c: sets and intervals grow, but not for ever.
void range_know(const ranges *r, values_known *known);                         // whoever evaluates, wherever
void range_join_initial(range_maker *k, const net_var *v, const values *more); // not cut
void range_join(range_maker *k, const net_var *v, const values *more);         // cut to the variable's type
void range_join_field(range_maker *k, uint32_t type, uint32_t field, const values *more);
void range_grew(range_maker *k, uint32_t type, bool has_grown); // the messages of a type of channel
void range_join_arguments(range_maker *k);                      // of all calls, where all who call are known

// ranges_start.c: before the first step.
void range_prepare(ranges *r);
void range_initialise(range_maker *k, const net_var *v);

// ranges_arrive.c: what is known at a location.
range_ways *range_ways_in(const range_maker *k, const net_flow *flow); // by location; owned; NULL = no guards
// Forgets all, then notes what is known at the location from the edges that lead there. False if it cannot be reached.
bool range_arrive(range_maker *k, const range_flow *f, uint32_t location);
// The ways by which a process comes to the location, from the last backwards, along single edges to the first location
// that several lead to. At most MOST_EDGES_BACK; returns how many.
enum { MOST_EDGES_BACK = 8 };
uint32_t range_ways_back(const range_flow *f, uint32_t location, const range_ways **back);

// ranges_narrow.c: what the guards have seen of variables, as long as nobody has written them since.
// Leaves out what contradicts a part of the guard that speaks of one variable only. False if the guard cannot hold.
bool range_narrow(range_maker *k, const expr *guard);
void range_forget(range_maker *k, const net_var *written); // what was narrowed and speaks of it
void range_forget_globals(range_maker *k);
// A function that the edge calls may write any scratch variable.
void range_forget_called(range_maker *k, const net_edge *e);
bool range_calls(const net_edge *e); // does it call a function?
bool range_mentions(const expr *e, const net_var *v);
bool range_is_shared(const expr *e); // may other processes change what it reads?
bool range_reads_one(const expr *e); // does it read nothing but one variable?

// ranges_news.c: what has grown since an edge was looked at.
void range_find_sources(range_maker *k, accesses *a, const range_flow *f, const net_edge *e);
bool range_has_news(const range_maker *k, const net_edge *e);

// The variable gets what is in the set, cut to its type. What was known of it from the guard holds no longer.
void range_write(range_maker *k, const expr *target, const values *more);

// ranges_messages.c
void range_send(range_maker *k, const net_sync *s);
void range_receive(range_maker *k, const net_sync *s);

#endif
