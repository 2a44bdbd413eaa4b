// Inside abstraction: the cone of influence of a question (causal-graph paper, Definition 6), in whole automata: the
// automata on which the answer may depend, with all that they read.
#ifndef ABSTRACTION_CONE_H
#define ABSTRACTION_CONE_H

#include "abstraction/reduce.h"

typedef struct cone {
  arena *memory;
  const network *net;
  facts *known;
  accesses *sets;
  const question *asked;
  bool *templates;         // in the cone
  bool *vars, *clocks;     // read there, or part of the question
  bool *channels, *labels; // used there
  bool *keeps_var;         // read or written there
  bool *keeps_clock;       // the same, with the other clocks of its array
  bool *keeps_block;       // run or called there
  const bool *may_fault;   // by template: what it does may be an error that the question is about
  bool has_grown;
} cone;

// cone_limits.c: does the answer depend on all processes? Then there is no cone.
bool cone_is_all(const cone *c);
bool *cone_find_faults(cone *c);
// Can the processes of the template stay where they start for ever, without stopping time (if that matters) or steps of
// others?
bool cone_can_idle(const cone *c, uint32_t template_, bool is_timed);
bool cone_has_urgent_edge(const network *n, const net_location *l); // one with an urgent label

// cone_grow.c
void cone_start(cone *c);                   // what the question reads
void cone_add(cone *c, uint32_t template_); // with all that it reads and writes
void cone_add_written(cone *c);             // what the initial values of variables that are only written read
bool cone_reads_clocks(const cone *c);

#endif
