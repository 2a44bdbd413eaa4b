#include "search/judge.h"

#include <string.h>

bool judge_is_error(const space_goal *goal, fault f) {
  if (goal->census || goal->target)
    return f == FAULT_TARGET;
  switch (f) {
  case FAULT_NONE:
    return false;
  case FAULT_ASSERT:
    return goal->assertions;
  case FAULT_DEADLOCK:
    return goal->deadlocks;
  case FAULT_INVARIANT:
    return goal->invariant;
  default:
    return true;
  }
}

fault judge_state(const space_goal *goal, space *s, const uint8_t *state, uint32_t size) {
  if (goal->target)
    return size == goal->target_size && memcmp(state, goal->target, size) == 0 ? FAULT_TARGET : FAULT_NONE;
  if (!goal->invariant || goal->census || s->is_inside(s, state))
    return FAULT_NONE;
  fault f = FAULT_NONE;
  if (s->holds(s, state, size, 0, &f))
    return FAULT_NONE;
  return f != FAULT_NONE ? f : FAULT_INVARIANT; // evaluating it may go wrong
}

bool judge_note(judge_finding *best, judge_finding found) {
  if (best->is_there && best->cost <= found.cost)
    return false;
  *best = found;
  best->is_there = true;
  return true;
}
