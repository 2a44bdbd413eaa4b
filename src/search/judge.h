// What a search looks for, and the best that it has found so far.
#ifndef SEARCH_JUDGE_H
#define SEARCH_JUDGE_H

#include "search/search.h"

enum { JUDGE_NOBODY = 0xffffffff }; // no state

typedef struct judge_finding {
  bool is_there;
  outcome end;
  uint32_t state; // the error is in this state, or in a step from it; JUDGE_NOBODY: at the start, before any state
  bool is_step;
  net_action by;            // is_step: that step...
  const net_action *before; // ...those that are taken with it before it...
  uint32_t before_count;
  uint32_t step_cost; // ...and what they cost
  uint32_t cost;
} judge_finding;

// Is the state by itself what is asked for? OUTCOME_OPEN if it is not.
outcome judge_state(const question *asked, space *s, const uint8_t *state, uint32_t size);
// Keeps the cheaper one; true if that is the new one. Borrows found.before.
bool judge_note(judge_finding *best, judge_finding found);

#endif
