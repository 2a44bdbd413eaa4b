#include "trace/compute.h"

#include "trace/ref_internal.h"

fault compute_values(mem *m, const network *net, const net_stmt *before, expr *const *cells, uint32_t count,
                     uint32_t *steps, int32_t *values) {
  ref_state s;
  ref_log log = {0};
  fault f = ref_state_constants(m, &s, net);
  ref_actor a = ref_actor_of(m, &s, NET_NONE, false);
  a.log = &log;
  a.steps = steps;
  ref_fail(&a, f);
  ref_run_effect(&a, before);
  for (uint32_t i = 0; i < count; i++)
    values[i] = ref_value(&a, cells[i]);
  if (log.assertion)
    ref_fail(&a, FAULT_ASSERT);
  ref_state_free(m, &log.witness);
  ref_state_free(m, &s);
  return a.fault;
}
