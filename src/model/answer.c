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

uint32_t answer_length(const answer *a, const network *n) {
  assert(a->loop_length <= a->steps.count);
  if (a->width)
    return a->cells.count / a->width - 1;
  uint32_t length = 0;
  for (uint32_t i = 0; i < a->steps.count; i++)
    length += net_step_cost(n, &a->steps.at[i]);
  return length;
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
