#include "heuristic/slots.h"

uint32_t slots_node(const distance_graph *g, const state_view *state, uint32_t pid) {
  if (pid >= state->processes)
    return g->absent;
  return distance_node(g, state->process[pid].template_, state->process[pid].location);
}

static const uint32_t *field_to(slots *s, uint32_t node) {
  mem *m = s->m;
  bool *is_target = mem_alloc(m, s->graph->nodes);
  is_target[node] = true;
  uint32_t *field = distance_to(m, s->graph, is_target, DISTANCE_RETURNS);
  mem_free(m, is_target);
  vec_push(m, &s->owned, field);
  return field;
}

void slots_open(slots *s, mem *m, const distance_graph *g, const state_view *known) {
  *s = (slots){.m = m, .graph = g, .count = net_most_processes(known->net)};
  s->goal = mem_alloc(m, sizeof *s->goal * (s->count + 1));
  s->fields = mem_alloc(m, sizeof *s->fields * (s->count + 1));
  for (uint32_t pid = 0; pid < s->count; pid++) {
    s->goal[pid] = slots_node(g, known, pid);
    for (uint32_t other = 0; other < pid && !s->fields[pid]; other++)
      if (s->goal[other] == s->goal[pid])
        s->fields[pid] = s->fields[other];
    if (!s->fields[pid])
      s->fields[pid] = field_to(s, s->goal[pid]);
  }
}

void slots_close(slots *s) {
  mem *m = s->m;
  for (uint32_t i = 0; i < s->owned.count; i++)
    mem_free(m, s->owned.at[i]);
  vec_free(m, &s->owned);
  mem_free(m, s->goal);
  mem_free(m, s->fields);
}

uint32_t slots_distance(const slots *s, const state_view *state, uint32_t pid) {
  return s->fields[pid][slots_node(s->graph, state, pid)];
}
