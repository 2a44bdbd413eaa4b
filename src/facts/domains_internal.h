// What the files of the domains share. Nobody else includes this.
#ifndef FACTS_DOMAINS_INTERNAL_H
#define FACTS_DOMAINS_INTERNAL_H

#include "facts/domains.h"

enum { MOST_NARROWED = 8, MOST_WAYS_IN = 8 };

typedef struct domain_maker { // the fixed point on its way
  domains *d;
  values_known known; // at the edge that is looked at
  values_narrowed narrowed[MOST_NARROWED];
  uint32_t *seen; // by edge: the pass in which it was looked at
  uint32_t pass;
  bool has_changed;
  // A template need not be looked at again while nothing that it reads has grown. The clock counts what has grown.
  uint64_t clock;
  uint64_t *grown;  // by variable: when it has grown last
  uint64_t other;   // when messages, or the templates that are started, have
  uint64_t *looked; // by template: when it was looked at last; 0 = never
  bool **is_read;   // by template, by variable
} domain_maker;

typedef struct domain_ways { // the edges that lead to a location; more than MOST_WAYS_IN are not listed
  uint32_t count;
  const net_edge *edges[MOST_WAYS_IN];
} domain_ways;

typedef struct domain_flow { // where the edges that are looked at belong
  const net_flow *flow;
  bool is_block;
  domain_ways *ways;                    // by location
  values_narrowed entry[MOST_NARROWED]; // what is known where a block begins
  uint32_t entry_count;
} domain_flow;

// domains_narrow.c: what the guards have seen.
domain_ways *domain_ways_in(const domain_maker *k, const net_flow *flow); // by location; owned
// Forgets all, then notes what is known at the location from the edges that lead there. False if it cannot be reached.
bool domain_arrive(domain_maker *k, const domain_flow *f, uint32_t location);
// Leaves out what contradicts a part of the guard that speaks of one variable only. False if the guard cannot hold.
bool domain_narrow(domain_maker *k, const expr *guard);
void domain_forget(domain_maker *k, const net_var *written); // what was narrowed and speaks of it
void domain_forget_globals(domain_maker *k);
// A function that the edge calls may write any scratch variable.
void domain_forget_called(domain_maker *k, const net_edge *e);
bool domain_calls(const net_edge *e); // does it call a function?

void domain_grew(domain_maker *k, bool has_grown); // something other than a variable
// The variable gets what is in the set, cut to its type. What was known of it from the guard holds no longer.
void domain_write(domain_maker *k, const expr *target, const values *more);
void domain_send(domain_maker *k, const net_sync *s);
void domain_receive(domain_maker *k, const net_sync *s);

#endif
