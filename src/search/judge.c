#include "search/judge.h"

#include "space/product.h"
#include <string.h>

outcome judge_state(const question *asked, space *s, const uint8_t *state, uint32_t size) {
  if (asked->kind == QUESTION_STATE) {
    bool is_it = size == asked->target_size && memcmp(state, asked->target, size) == 0;
    return is_it ? outcome_reached() : (outcome){0};
  }
  fault f = FAULT_NONE;
  if (asked->claim && asked->kind == QUESTION_ERROR)
    return s->may_be(s, state, size, PRODUCT_BAD, true, &f) ? outcome_error(FAULT_CLAIM, NULL) : (outcome){0};
  if (!question_seeks_condition(asked) || s->is_inside(s, state))
    return (outcome){0};
  bool is_so = s->may_be(s, state, size, 0, question_sought(asked), &f);
  if (f != FAULT_NONE) // a run-time error while the condition was evaluated
    return outcome_error(f, NULL);
  return !is_so                          ? (outcome){0}
         : asked->kind == QUESTION_REACH ? outcome_reached()
                                         : outcome_error(FAULT_INVARIANT, NULL);
}

uint32_t judge_least_cost(const question *asked) {
  return asked->claim || question_stops_at(asked, FAULT_DEADLOCK) ? 0 : 1;
}

bool judge_note(judge_finding *best, judge_finding found) {
  if (best->is_there && best->cost <= found.cost)
    return false;
  *best = found;
  best->is_there = true;
  return true;
}
