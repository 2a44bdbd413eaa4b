#include "search/rating.h"

#include "search/judge.h"

#include <assert.h>
#include <string.h>

void rating_open(rating *r, const search_setup *setup) {
  *r = (rating){.estimates = setup->estimates, .count = setup->estimate_count, .is_admissible = true};
  assert(r->count <= 32);
  for (uint32_t i = 0; i < r->count; i++) {
    r->is_admissible &= r->estimates[i]->is_admissible;
    r->sees_zone |= r->estimates[i]->sees_zone;
  }
  r->prunes = setup->asked.kind != QUESTION_CENSUS;
  r->least = judge_least_cost(&setup->asked);
  r->m = setup->m;
  r->values = mem_alloc(r->m, r->count * sizeof *r->values);
  rows_open(&r->by_head, r->m, r->count);
}

void rating_close(rating *r) {
  mem_free(r->m, r->values);
  mem_free(r->m, r->is_known);
  rows_close(&r->by_head);
}

void rating_ask(rating *r, const state_view *view) {
  mem_poll(r->m); // one expansion may ask for many estimates, and each may take long
  for (uint32_t i = 0; i < r->count; i++)
    r->values[i] = r->estimates[i]->estimate(r->estimates[i], view);
}

static void make_room(rating *r, uint32_t head) {
  uint32_t old = r->by_head.room, room = head + head / 2 + 64;
  rows_reserve(&r->by_head, room);
  r->is_known = mem_realloc(r->m, r->is_known, room * sizeof *r->is_known);
  memset(r->is_known + old, 0, (room - old) * sizeof *r->is_known);
}

void rating_ask_head(rating *r, uint32_t head, const state_view *view) {
  if (r->count == 0)
    return;
  if (r->sees_zone) {
    rating_ask(r, view);
    return;
  }
  if (head >= r->by_head.room)
    make_room(r, head);
  if (r->is_known[head]) {
    rows_get(&r->by_head, head, r->values);
    return;
  }
  rating_ask(r, view);
  rows_set(&r->by_head, head, r->values);
  r->is_known[head] = true;
}

// Errors in the state itself were tested before.
uint32_t rating_greatest(const rating *r) {
  uint32_t greatest = r->is_admissible ? r->least : 0;
  for (uint32_t i = 0; i < r->count; i++)
    if (r->values[i] > greatest)
      greatest = r->values[i];
  return greatest;
}

bool rating_is_dead_end(const rating *r) {
  for (uint32_t i = 0; i < r->count && r->prunes; i++)
    if (r->values[i] == HEURISTIC_DEAD_END && r->estimates[i]->is_safe)
      return true;
  return false;
}

void rating_prepare(rating *r, const state_view *view) {
  for (uint32_t i = 0; i < r->count; i++)
    if (r->estimates[i]->prefers)
      r->estimates[i]->estimate(r->estimates[i], view);
}

uint32_t rating_preferred(const rating *r, const net_action *step) {
  uint32_t preferred = 0;
  for (uint32_t i = 0; i < r->count; i++)
    if (r->estimates[i]->prefers && r->estimates[i]->prefers(r->estimates[i], step))
      preferred |= 1u << i;
  return preferred;
}
