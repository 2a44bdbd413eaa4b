// Private to automaton.c and d_step.c.
#ifndef LANG_PROMELA_AUTOMATON_H
#define LANG_PROMELA_AUTOMATON_H

#include "lang/promela/flow.h"

typedef struct choice {
  const element *leaf;
  uint32_t rank; // 0, or the number of the element where the escape begins
} choice;

typedef struct {
  VEC(choice) at;
  uint32_t flags;
} choices; // the statements that may be executed at an element

typedef struct {
  pml *p;
  flow *f;
  net_template *t;
  choices *all;                        // by element number
  VEC(const element *) control_states; // by location: the element
  uint32_t groups;
} generator;

enum { MAX_HOPS = 1000 };

// automaton.c
void automaton_goto_cycle(pml *p, const element *e); // reports a cycle of gotos
// The first element of a sequence that starts at e: skips the target before a loop, and enters an unless.
element *automaton_begin(element *e);
// Adds the leaves and flags of e. Those of a selection are the leaves and flags of its options, recursively.
void automaton_collect(generator *g, element *e, choices *out);
void automaton_fill_edge(net_edge *e, const basic *l);

// d_step.c: adds one edge for each possible first statement; only the first possible one of them is taken. The rest of
// the d_step is a block.
void automaton_add_d_step(generator *g, const element *d, uint32_t from, uint32_t to, uint32_t rank);

#endif
