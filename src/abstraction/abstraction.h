// An abstract model: a copy of a network with parts left out (model/copy.h), and the question about it. Whatever
// answers the question about the original is seen in the copy, at no greater cost: every execution of the original is
// one of the copy, and where the original is, or may be, what is asked for, so is the copy. So distances in the copy
// are lower bounds, and a copy in which nothing is found proves that there is nothing in the original.
#ifndef ABSTRACTION_ABSTRACTION_H
#define ABSTRACTION_ABSTRACTION_H

#include "facts/facts.h"
#include "model/copy.h"
#include "model/question.h"
#include "space/space.h"

typedef struct abstraction {
  net_copy *copy; // where the original may have a fault that the copy loses, it has an edge that ends in one
  question asked; // about copy->net: a condition has the value that is asked for wherever the original's may have it
  // By edge of the copy: where the copy can take it, so can the original, whatever the values of what is left out, or
  // its process can do something else. A state of the copy is no deadlock of the original if it has a step whose edges
  // are all sure. NULL = all are.
  const bool *is_sure;
} abstraction;

// Can what is asked be abstracted at all? NULL, or why not: errors and reachable states only, no claims.
const char *abstraction_refuses(const network *net, const question *asked);

// Makes an abstract model; all of it lies in memory and borrows from the network and the question. Returns NULL, or the
// reason why the change is refused (net_copy_make()). known: the facts of the network. What the change says about
// faults is set here.
const char *abstraction_make(arena *memory, const network *net, facts *known, const question *asked,
                             const net_change *change, abstraction **out);

// Another question, about the original, as one about the same abstract model. Its errors are among those that it was
// made for.
question abstraction_ask(const abstraction *a, facts *known, const question *asked);

// The space of the abstract network, in which a state that may be a deadlock of the original is_stuck, even if it has
// successors. inner: a space over a->copy->net with the condition of a->asked, if there is one, as its first. Borrows
// both; close() leaves inner open. If no state can be such a deadlock, there is no need for it.
space *abstraction_space(mem *m, const abstraction *a, space *inner);
bool abstraction_needs_space(const abstraction *a);

#endif
