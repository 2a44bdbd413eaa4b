#include "abstraction/safe.h"

#include <assert.h>

typedef struct { // states of the part: those in both sets; NULL = all
  const bool *one, *other;
} goal;

static bool is_there(const goal *g, uint32_t state) {
  return (!g->one || g->one[state]) && (!g->other || g->other[state]);
}

static goal needed_by(const safe_part *p, const net_action *step) {
  bool has_partner = step->partner_edge != NET_ALONE && !(p->net->is_timed && step->partner == NET_BROADCAST);
  return (goal){p->need[step->edge], has_partner ? p->need[step->partner_edge] : NULL};
}

// The shortest way from one state to the nearest one of the goal: its private steps, last one first.
static uint32_t find_way(const safe_part *p, uint32_t from, goal g, const safe_step **way) {
  const safe_step *by[SAFE_MOST_STATES] = {0};
  uint32_t queue[SAFE_MOST_STATES], count = 1, next = 0, length = 0;
  queue[0] = from;
  while (!is_there(&g, queue[next])) {
    for (uint32_t i = 0; i < p->steps.count; i++) {
      const safe_step *s = &p->steps.at[i];
      if (s->from != queue[next] || s->to == from || by[s->to])
        continue;
      by[s->to] = s;
      queue[count++] = s->to;
    }
    next++;
    assert(next < count && "the part is strongly connected");
  }
  for (uint32_t state = queue[next]; state != from; state = by[state]->from)
    way[length++] = by[state];
  return length;
}

typedef VEC(net_action) action_list;

// Appends the private steps to the goal. Returns their number.
static uint32_t go_to(mem *m, const safe_part *p, uint32_t *state, goal g, action_list *steps) {
  const safe_step *way[SAFE_MOST_STATES];
  uint32_t length = find_way(p, *state, g, way);
  for (uint32_t i = length; i > 0; i--) {
    net_action step = {.edge = way[i - 1]->edge, .pid = way[i - 1]->pid, .partner_edge = NET_ALONE};
    vec_push(m, steps, step);
    *state = way[i - 1]->to;
  }
  return length;
}

uint32_t safe_extend(mem *m, const safe_part *p, const net_copy *copy, answer *a, uint32_t end) {
  action_list steps = {0};
  uint32_t state = 0, inserted = 0;
  for (uint32_t i = 0; i < a->steps.count; i++) {
    net_action of_net;
    inserted += go_to(m, p, &state, needed_by(p, &a->steps.at[i]), &steps);
    bool is_known = net_copy_origin(copy, &a->steps.at[i], &of_net);
    assert(is_known);
    (void)is_known;
    vec_push(m, &steps, of_net);
  }
  if (a->end.kind == OUTCOME_REACHED || a->end.fault == FAULT_INVARIANT)
    inserted += go_to(m, p, &state, (goal){.one = p->ends[end]}, &steps);
  vec_free(m, &a->steps);
  a->steps.at = steps.at;
  a->steps.count = steps.count;
  a->steps.room = steps.room;
  return inserted;
}
