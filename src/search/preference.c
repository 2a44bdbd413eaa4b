#include "search/preference.h"

void preference_open(preference *p, const search_setup *setup, rating *r, space *s, store *visited, bool asks_useful,
                     bool asks_context) {
  *p = (preference){.m = setup->m, .rating = r, .space = s, .visited = visited, .asks_useful = asks_useful};
  p->state = UINT32_MAX;
  p->before = mem_alloc(p->m, (r->count + 1) * sizeof *p->before);
  if (asks_context)
    p->contexts = interference_open(p->m, s->net, setup->facts);
}

void preference_close(preference *p) {
  if (p->contexts)
    interference_close(p->contexts);
  mem_free(p->m, p->before);
  vec_free(p->m, &p->moves);
  vec_free(p->m, &p->reached_by);
}

void preference_begin(preference *p, uint32_t state, const state_view *view) {
  p->state = state;
  p->moves.count = 0;
  for (uint32_t i = 0; p->asks_useful && i < p->rating->count; i++)
    p->before[i] = p->rating->estimates[i]->estimate(p->rating->estimates[i], view);
}

static uint32_t used_by(const preference *p, const net_action *step) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < p->rating->count; i++) {
    heuristic *h = p->rating->estimates[i];
    used |= (uint32_t)(h->uses && h->uses(h, step)) << i;
  }
  return used;
}

void preference_note(preference *p, const successor *s) {
  preference_move move = {.first = s->before_count ? s->before[0] : s->by, .last = s->by};
  if (p->asks_useful && p->state != UINT32_MAX)
    move.used = used_by(p, &move.first);
  vec_push(p->m, &p->moves, move);
}

// By an estimate that cannot tell, a step that it uses is useful.
static bool is_useful(const preference *p, uint32_t i, const preference_move *move) {
  heuristic *h = p->rating->estimates[i];
  uint32_t after = p->rating->values[i], size;
  if (after < p->before[i])
    return true;
  if (!(move->used >> i & 1))
    return false;
  if (!h->without)
    return true;
  const uint8_t *state = p->visited->get(p->visited, p->state, &size);
  return h->without(h, p->space->view(p->space, state, size), &move->first) > after;
}

static uint32_t useful(const preference *p, const preference_move *move) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < p->rating->count; i++)
    bits |= (uint32_t)is_useful(p, i, move) << i;
  return bits;
}

static void note_last(preference *p, uint32_t state, net_action last) {
  while (p->reached_by.count <= state)
    vec_push(p->m, &p->reached_by, net_stutter());
  p->reached_by.at[state] = last;
}

void preference_fill(preference *p, uint32_t number, const store_item *item, open_state *s) {
  const preference_move *move = &p->moves.at[number];
  bool is_initial = p->state == UINT32_MAX;
  s->useful = is_initial || !p->asks_useful ? UINT32_MAX : useful(p, move);
  s->view = p->space->view(p->space, item->state, item->size);
  if (!p->contexts)
    return;
  s->context = is_initial ? 0 : interference_between(p->contexts, &p->reached_by.at[p->state], &move->first);
  note_last(p, item->id, is_initial ? net_stutter() : move->last);
}
