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
} choices; // what can be done at an element

typedef struct {
  pml *p;
  flow *f;
  net_template *t;
  choices *all;                  // by element number
  VEC(const element *) standing; // by location: the element
  uint32_t groups;
} generator;

enum { MAX_HOPS = 1000 };

// automaton.c
void automaton_lost(pml *p, const element *e); // gotos in a circle: an error
// Where a sequence begins: its first element, looking through the target before a loop and into an unless.
element *automaton_begin(element *e);
// The leaves to be found at e. A selection inside a selection counts as its own options; so do their flags.
void automaton_collect(generator *g, element *e, choices *out);
void automaton_fill_edge(net_edge *e, const basic *l);

// d_step.c: one edge for each way to begin; of these only the first possible one is taken. Everything after the first
// statement is a block.
void automaton_add_d_step(generator *g, const element *d, uint32_t from, uint32_t to, uint32_t rank);

#endif
