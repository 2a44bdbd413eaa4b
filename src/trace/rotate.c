#include "trace/rotate.h"

#include "trace/replay.h"

// By how many steps at most?
static uint32_t most_steps(const answer *a) {
  uint32_t stem = a->steps.count - a->loop_length, most = 0;
  while (most < stem && net_is_same_action(&a->steps.at[stem - 1 - most], &a->steps.at[a->steps.count - 1 - most]))
    most++;
  return most;
}

// The last `count` steps are those that come before the loop as well.
static bool is_execution(mem *m, const network *n, const answer *a, uint32_t count) {
  answer shorter = {.steps = a->steps, .loop_length = a->loop_length, .end = {.kind = OUTCOME_OPEN}};
  shorter.steps.count -= count;
  return trace_replay(m, n, &shorter, NULL).ok;
}

void trace_rotate(mem *m, const network *n, answer *a) {
  if (!a->loop_length || n->is_timed)
    return;
  uint32_t count = most_steps(a);
  while (count && !is_execution(m, n, a, count))
    count /= 2;
  a->steps.count -= count;
}
