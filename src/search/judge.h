// Tests states for what the question asks for, and keeps the cheapest finding.
#ifndef SEARCH_JUDGE_H
#define SEARCH_JUDGE_H

#include "search/search.h"

enum { JUDGE_NO_STATE = 0xffffffff };

typedef struct judge_finding {
  bool is_there;
  outcome end;
  uint32_t state; // the error is in this state, or in a step from it; JUDGE_NO_STATE: before the initial state
  bool is_step;
  net_action by;            // is_step: that step...
  const net_action *before; // ...the steps before it in the same atomic sequence...
  uint32_t before_count;
  uint32_t step_cost; // ...and the cost of all of these
  uint32_t cost;
} judge_finding;

// Does the state itself answer the question? OUTCOME_OPEN if not.
outcome judge_state(const question *asked, space *s, const uint8_t *state, uint32_t size);
// The least that an error costs which is seen when a state is expanded: nothing for a deadlock and for a claim that
// accepts, which read the state itself; every other error is in a step.
uint32_t judge_least_cost(const question *asked);
// Keeps the cheaper of the two findings in *best; true if that is the new one. Borrows found.before.
bool judge_note(judge_finding *best, judge_finding found);

#endif
