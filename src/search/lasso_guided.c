// A lasso by a best-first search of the space in which states can be recorded.
#include "search/lasso.h"

#include "search/lasso_record.h"

extern const search_method search_astar, search_greedy;

typedef struct lasso_guided {
  search base;
  mem *m;
  space *record;
  heuristic *estimate;
  search *inner;
  bool is_greedy;
} lasso_guided;

// The steps from the one that records a state on are the loop.
static void take_found(lasso_guided *g) {
  const search_finding *found = &g->inner->found;
  search_finding fresh = {.answer = {.end = found->answer.end}, .cost = found->cost, .is_there = true};
  for (uint32_t i = 0; i < found->answer.steps.count; i++) {
    const net_action *step = &found->answer.steps.at[i];
    if (lasso_record_is_step(step)) {
      fresh.answer.loop_length = found->answer.steps.count - i - 1;
      fresh.answer.end = (outcome){.kind = OUTCOME_CYCLE};
    } else {
      vec_push(g->m, &fresh.answer.steps, *step);
    }
  }
  vec_free(g->m, &g->base.found.answer.steps);
  g->base.found = fresh;
}

static search_status step(search *s, uint32_t work) {
  lasso_guided *g = (lasso_guided *)s;
  search_status status = g->inner->step(g->inner, work);
  s->stats = g->inner->stats;
  s->is_incomplete = g->inner->is_incomplete;
  if (g->inner->found.is_there && (!s->found.is_there || g->inner->found.cost < s->found.cost))
    take_found(g);
  s->found.is_settled = s->found.is_there && g->inner->found.is_settled && !g->is_greedy;
  return status;
}

static void lower_bound(search *s, uint32_t bound) {
  lasso_guided *g = (lasso_guided *)s;
  g->inner->lower_bound(g->inner, bound);
  s->found.is_there &= g->inner->found.is_there;
}

static void close_search(search *s) {
  lasso_guided *g = (lasso_guided *)s;
  g->inner->close(g->inner);
  g->estimate->close(g->estimate);
  g->record->close(g->record);
  vec_free(g->m, &s->found.answer.steps);
  mem_free(g->m, g);
}

search *lasso_guided_start(const search_setup *setup, bool is_greedy) {
  const search_method *method = is_greedy ? &search_greedy : &search_astar;
  lasso_guided *g = mem_alloc(setup->m, sizeof *g);
  lasso_record_options options = {.only_outside = is_greedy, .asked = setup->asked};
  g->m = setup->m;
  g->is_greedy = is_greedy;
  g->record = lasso_record_open(g->m, setup->space, &options);
  g->estimate = lasso_record_estimate(g->m, g->record, setup->estimates[0], is_greedy);
  search_setup inner = *setup;
  inner.space = g->record;
  inner.asked = (question){.kind = QUESTION_ERROR, .errors = setup->asked.errors | ERROR_CLAIM};
  inner.asked.claim = product_claim(setup->space); // so the last step may cost nothing
  inner.estimates = &g->estimate;
  inner.estimate_count = 1;
  inner.keys = keys_usual(method->keys);
  g->inner = method->start(&inner);
  g->base = (search){.method = &search_lasso, .step = step, .close = close_search};
  if (g->inner->lower_bound)
    g->base.lower_bound = lower_bound;
  return &g->base;
}
