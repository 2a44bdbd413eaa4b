#include "trace/trace.h"

uint32_t trace_length(const trace *t, const network *n) {
  uint32_t length = 0;
  for (uint32_t i = 0; i < t->steps.count; i++)
    length += net_step_cost(n, &t->steps.at[i]);
  return length;
}
