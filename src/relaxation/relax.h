// The costs of the facts of a task in a state: Dijkstra's algorithm over its rules (generalised Dijkstra for Horn
// rules, as for h_max and h_add in planning; Bonet, Geffner: Planning as heuristic search, 2001).
#ifndef RELAXATION_RELAX_H
#define RELAXATION_RELAX_H

#include "relaxation/task.h"

enum { RELAX_NEVER = UINT32_MAX, RELAX_MOST = 1 << 15 }; // RELAX_MOST: greater costs are cut to this

typedef enum {
  RELAX_MAX, // a body costs as much as its most expensive fact (h_max): a lower bound
  RELAX_ADD, // a body costs the sum of its facts (h_add)
} relax_mode;

typedef struct relax relax;

relax *relax_open(mem *m, const task *t); // borrows t
void relax_close(relax *r);
const task *relax_task(const relax *r);

// Computes the costs of facts from the given ones, which hold, until a wanted fact is reached. Returns that fact;
// TASK_NONE = neither can be reached. With `first`, stops at the first wanted fact only, and returns the second only if
// the first cannot be reached.
uint32_t relax_run(relax *r, relax_mode mode, const uint32_t *facts, uint32_t count, const uint32_t wanted[2],
                   bool first);
// In the next run nobody takes this step (an index into task.steps). May be called for several.
void relax_leave_out(relax *r, uint32_t step);
uint32_t relax_cost(const relax *r, uint32_t fact); // of a fact that the last run has reached
uint32_t relax_supporter(const relax *r,
                         uint32_t fact); // the rule that has given it; TASK_NONE = it holds in the state

typedef struct relax_step {
  uint32_t step; // index into task.steps
  bool is_first; // it is taken in the state itself, and reads nothing that another step must give first
} relax_step;

// The steps of a relaxed trace to a fact that was reached, in no order, without duplicates; borrowed until the next
// call. Returns the length of the trace: a step that is taken several times, each time with other values to read,
// counts as often.
uint32_t relax_trace(relax *r, uint32_t fact, const relax_step **steps, uint32_t *count);

#endif
