#include "errors.h"

typedef struct {
  const question *asked;
  uint32_t cost; // of the nearest error that is seen by expanding the state; HEURISTIC_DEAD_END = none
  fault what;
} nearest;

static bool note(void *context, const successor *s) {
  nearest *n = context;
  if (s->fault != FAULT_NONE && question_stops_at(n->asked, s->fault) && s->cost < n->cost) {
    n->cost = s->cost;
    n->what = s->fault;
  }
  return true;
}

static nearest look_for_error(space *s, const question *asked, const kept_state *state) {
  nearest n = {.asked = asked, .cost = HEURISTIC_DEAD_END};
  outcome here = judge_state(asked, s, state->bytes, state->size);
  expansion x = s->expand(s, state->bytes, state->size, note, &n);
  if (here.kind != OUTCOME_OPEN || (x.is_stuck && !x.is_end && question_seeks_deadlock(asked)))
    n = (nearest){.asked = asked, .what = here.kind == OUTCOME_OPEN ? FAULT_DEADLOCK : here.fault};
  return n;
}

void errors_compare(void *context, const kept_state *original, const kept_state *copy) {
  errors_look *l = context;
  copy_walk *w = l->walk;
  nearest a = look_for_error(w->original, l->asked, original);
  if (a.cost == HEURISTIC_DEAD_END)
    return;
  nearest b = look_for_error(w->copy, &l->about->asked, copy);
  l->seen++;
  if (b.cost > a.cost || l->misses_an_error)
    snprintf(w->wrong, sizeof w->wrong, "an error of kind %d at cost %u is not seen in the copy", (int)a.what, a.cost);
}
