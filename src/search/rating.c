#include "search/rating.h"

#include "search/judge.h"

#include <assert.h>

void rating_open(rating *r, const search_setup *setup) {
  *r = (rating){.estimates = setup->estimates, .count = setup->estimate_count, .is_admissible = true};
  assert(r->count <= 32);
  for (uint32_t i = 0; i < r->count; i++)
    r->is_admissible &= r->estimates[i]->is_admissible;
  r->prunes = !setup->goal.census;
  r->least = !judge_is_error(&setup->goal, FAULT_DEADLOCK);
  r->values = mem_alloc(setup->m, r->count * sizeof *r->values);
}

void rating_close(rating *r, mem *m) { mem_free(m, r->values); }

void rating_ask(rating *r, const state_view *view) {
  for (uint32_t i = 0; i < r->count; i++)
    r->values[i] = r->estimates[i]->estimate(r->estimates[i], view);
}

// Only a deadlock is an error that needs no step from the state where it is seen, and errors of the state itself are
// judged before.
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
