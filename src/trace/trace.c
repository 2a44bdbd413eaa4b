#include "trace/trace.h"

uint32_t trace_step_length(const net_action *step, const network *n) {
  if (n->is_timed) // whoever takes part
    return 1;
  uint32_t partner = step->partner_edge == NET_ALONE ? 0 : n->edges.at[step->partner_edge]->cost;
  return n->edges.at[step->edge]->cost + partner;
}

uint32_t trace_length(const trace *t, const network *n) {
  uint32_t length = 0;
  for (uint32_t i = 0; i < t->steps.count; i++)
    length += trace_step_length(&t->steps.at[i], n);
  return length;
}
