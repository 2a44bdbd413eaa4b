// Inside abstraction: what belongs together in a network, because a step or a condition uses both. What is not linked
// is independent, as far as reading and writing go.
#ifndef ABSTRACTION_LINKS_H
#define ABSTRACTION_LINKS_H

#include "facts/access.h"

// A part of the condition of a question: it must have the value wanted.
typedef struct links_leaf {
  expr *e;
  bool wanted;
} links_leaf;
typedef VEC(links_leaf) links_leaves;

enum { LINKS_NONE = UINT32_MAX };
typedef struct links {
  const network *net;
  accesses *sets;
  // A forest of nodes: processes, then variables, types of channels, labels, clocks and leaves.
  uint32_t *parent, count;
  uint32_t first_var, first_channel, first_label, first_clock, first_leaf;
  const uint32_t *of_template, *next; // the first process of a template; the next one of the same. LINKS_NONE = none
  const bool *is_shared;  // by variable: it is global, written by some process, and read by some process or leaf
  const bool *uses_clock; // by clock, as an index
} links;

// Takes the condition apart: into leaves that must all have their values (are_all_needed), or of which one is enough.
void links_find_leaves(mem *m, expr *condition, bool wanted, bool are_all_needed, links_leaves *out);

// Links each process, and each leaf, with all that it uses.
links links_open(arena *memory, const network *net, accesses *sets, const links_leaves *leaves);
void links_join(links *l, uint32_t a, uint32_t b);
uint32_t links_root(const links *l, uint32_t node); // the same for all nodes that are linked

#endif
