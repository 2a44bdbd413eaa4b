// Equality of states, in everything that executions depend on.
#include "trace/ref_internal.h"

#include <string.h>

// Ghosts are never read, and scratch variables have no value between steps.
static bool are_same_cells(const network *net, const uint32_t *vars, uint32_t count, int32_t *const *a,
                           int32_t *const *b) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = net->vars.at[vars[i]];
    if (!v->is_ghost && !v->is_scratch && memcmp(a[i], b[i], v->cells * sizeof(int32_t)) != 0)
      return false;
  }
  return true;
}

static bool are_same_processes(const network *net, const ref_process *a, const ref_process *b) {
  if (a->template_ != b->template_ || a->location != b->location || a->priority != b->priority)
    return false;
  const net_template *t = net->templates.at[a->template_];
  return are_same_cells(net, t->vars.at, t->vars.count, a->values, b->values);
}

static bool are_same_channels(const ref_channel *a, const ref_channel *b) {
  return a->type == b->type && a->cells.count == b->cells.count &&
         (!a->cells.count || memcmp(a->cells.at, b->cells.at, a->cells.count * sizeof *a->cells.at) == 0);
}

static bool are_same_clocks(const ref_state *a, const ref_state *b) {
  for (uint32_t i = 0; a->clocks && i <= a->net->clocks.count; i++)
    if (a->clocks[i] != b->clocks[i])
      return false;
  return true;
}

bool ref_states_are_same(const ref_state *a, const ref_state *b) {
  return are_same_clocks(a, b) && ref_states_differ_in_time(a, b);
}

bool ref_states_differ_in_time(const ref_state *a, const ref_state *b) {
  const network *net = a->net;
  if (a->control != b->control || (net->uses_last && a->last != b->last) || a->processes.count != b->processes.count ||
      a->channels.count != b->channels.count)
    return false;
  for (uint32_t i = 0; i < a->processes.count; i++)
    if (!are_same_processes(net, &a->processes.at[i], &b->processes.at[i]))
      return false;
  for (uint32_t i = 0; i < a->channels.count; i++)
    if (!are_same_channels(&a->channels.at[i], &b->channels.at[i]))
      return false;
  return are_same_cells(net, net->globals.at, net->globals.count, a->globals, b->globals);
}
