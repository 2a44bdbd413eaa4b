#include "model/answer.h"

#include <assert.h>

void answer_free(mem *m, answer *a) {
  vec_free(m, &a->steps);
  vec_free(m, &a->cells);
  vec_free(m, &a->times);
  vec_free(m, &a->values);
  *a = (answer){0};
}

void answer_copy(mem *m, answer *to, const answer *from) {
  assert(!to->steps.count && !to->cells.count);
  to->loop_length = from->loop_length;
  to->width = from->width;
  to->end = from->end;
  to->condition = from->condition;
  to->claim = from->claim;
  to->formula = from->formula;
  to->is_fair = from->is_fair;
  vec_reserve(m, &to->steps, from->steps.count);
  for (uint32_t i = 0; i < from->steps.count; i++)
    vec_push(m, &to->steps, from->steps.at[i]);
  vec_reserve(m, &to->cells, from->cells.count);
  for (uint32_t i = 0; i < from->cells.count; i++)
    vec_push(m, &to->cells, from->cells.at[i]);
}

static uint32_t cost_from(const answer *a, const network *n, uint32_t first) {
  uint32_t cost = 0;
  for (uint32_t i = first; i < a->steps.count; i++)
    cost += net_step_cost(n, &a->steps.at[i]);
  return cost;
}

uint32_t answer_length(const answer *a, const network *n) {
  assert(a->loop_length <= a->steps.count);
  if (a->width)
    return a->cells.count / a->width - 1;
  return cost_from(a, n, 0);
}

uint32_t answer_loop(const answer *a, const network *n) {
  assert(a->loop_length <= a->steps.count);
  return a->width ? a->loop_length : cost_from(a, n, answer_loop_start(a));
}

void answer_drop_stutters(answer *a) {
  uint32_t kept = 0, stem = a->steps.count - a->loop_length, loop = 0;
  for (uint32_t i = 0; i < a->steps.count; i++)
    if (!net_is_stutter(&a->steps.at[i])) {
      loop += i >= stem;
      a->steps.at[kept++] = a->steps.at[i];
    }
  a->steps.count = kept;
  a->loop_length = loop;
}
