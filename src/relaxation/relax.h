// What the facts of a task cost from a state: Dijkstra's algorithm over its rules.
#ifndef RELAXATION_RELAX_H
#define RELAXATION_RELAX_H

#include "relaxation/task.h"

enum { RELAX_NEVER = UINT32_MAX, RELAX_MOST = 1 << 15 }; // sums end there: it is a lot

typedef enum {
  RELAX_MAX, // a body costs as much as its dearest fact: at most what it costs really
  RELAX_ADD, // a body costs as much as all its facts together
} relax_mode;

typedef struct relax relax;

relax *relax_open(mem *m, const task *t); // borrows t
void relax_close(relax *r);
const task *relax_task(const relax *r);

// Finds out what facts cost where those given hold, until it knows of one that is wanted (of the first, if `first` is
// given; then the second counts only if the first is out of reach). Returns that fact; TASK_NONE = both out of reach.
uint32_t relax_run(relax *r, relax_mode mode, const uint32_t *facts, uint32_t count, const uint32_t wanted[2],
                   bool first);
uint32_t relax_cost(const relax *r, uint32_t fact); // of a fact that was found by the last run

// The steps of a relaxed trace to a fact that was found: in no order, each once. Indices into task.steps; borrowed
// until the next call. Returns the sum of their costs.
uint32_t relax_trace(relax *r, uint32_t fact, const uint32_t **steps, uint32_t *count);
// Could the step be taken where the last run began?
bool relax_is_first(const relax *r, uint32_t step);

#endif
