#include "search/best_first.h"

#include "search/batch.h"
#include "search/covering.h"
#include "search/preference.h"
#include "search/rating.h"
#include "search/registry.h"

#include <assert.h>

typedef struct best_first {
  search base;
  mem *m;
  best_first_policy policy;
  space *space;
  space *own_space; // owned; NULL = none
  store *visited;
  question asked;
  registry known;
  rating rating;
  preference preference; // if has_preference
  bool has_preference;
  batch pending;
  judge_finding best;
  VEC(net_action) before; // best.before
  uint32_t limit;         // search only for errors that cost less
  bool has_bound;         // a bound was given, at the start or by lower_bound()
  bool ends_at_first;     // as of the setup
  bool has_started;
  uint32_t level;       // key of the state expanded last
  uint32_t together;    // states expanded since pending was empty
  uint32_t state, cost; // the state being expanded
} best_first;

static bool is_satisfied(const best_first *b) { return b->policy.stops_at_first && b->best.is_there; }

static void note(best_first *b, judge_finding found) {
  if (found.cost < b->limit && judge_note(&b->best, found))
    b->limit = found.cost;
}

static void note_step(best_first *b, const successor *s, uint32_t cost) {
  if (cost >= b->limit)
    return;
  b->before.count = 0;
  for (uint32_t i = 0; i < s->before_count; i++)
    vec_push(b->m, &b->before, s->before[i]);
  judge_finding found = {
      .end = outcome_error(s->fault, s->fault_at), .state = b->state, .is_step = b->state != JUDGE_NO_STATE};
  found.by = s->by;
  found.before = b->before.at;
  found.before_count = b->before.count;
  found.step_cost = s->cost;
  found.cost = cost;
  note(b, found);
}

static bool visit(void *context, const successor *s) {
  best_first *b = context;
  uint32_t cost = b->cost + (b->policy.counts_transitions ? 1 : s->cost);
  b->base.stats.generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&b->asked, s->fault)) {
    note_step(b, s, cost);
  } else if (s->state && cost < b->limit) {
    batch_origin from = {.parent = b->state, .cost = cost};
    if (b->policy.asks_preferred && b->state != JUDGE_NO_STATE)
      from.preferred = rating_preferred(&b->rating, s->before_count ? &s->before[0] : &s->by);
    batch_add(&b->pending, s->state, s->size, from);
    if (b->has_preference)
      preference_note(&b->preference, s);
  }
  return !is_satisfied(b);
}

// Is the state itself an error? Then it is noted.
static bool is_error(best_first *b, const store_item *item, uint32_t cost) {
  outcome end = judge_state(&b->asked, b->space, item->state, item->size);
  if (end.kind != OUTCOME_OPEN)
    note(b, (judge_finding){.end = end, .state = item->id, .cost = cost});
  return end.kind != OUTCOME_OPEN;
}

static void note_estimate(best_first *b, uint32_t id) {
  search_stats *stats = &b->base.stats;
  uint32_t value = b->rating.values[0];
  if (id == 0)
    stats->h_initial = stats->h_best = value;
  else if (value < stats->h_best)
    stats->h_best = value;
}

// Fills in the estimates of a state. False if the state is a dead end, or leads to no error that costs less than the
// limit.
static bool rate(best_first *b, const store_item *item, open_state *s) {
  rating *r = &b->rating;
  if (item->is_new) {
    s->view = b->space->view(b->space, item->state, item->size);
    if (b->visited->is_covered)
      rating_ask_head(r, item->head, s->view);
    else
      rating_ask(r, s->view);
    if (b->policy.reopens)
      rows_set(&b->known.estimates, item->id, r->values);
    note_estimate(b, item->id);
  } else {
    rows_get(&b->known.estimates, item->id, r->values);
  }
  s->estimates = r->values;
  s->estimate = rating_greatest(r);
  uint64_t rest = r->is_admissible ? s->estimate : r->least;
  return !r->prunes || (!rating_is_dead_end(r) && s->cost + rest < b->limit);
}

static void set_open(best_first *b, uint32_t id, bool is_open) {
  if (b->known.keeps_cost) {
    if (registry_is_open(&b->known, id) == is_open)
      return;
    registry_set_open(&b->known, id, is_open);
  }
  b->base.stats.open += is_open ? 1u : UINT64_MAX;
}

static void enter(best_first *b, uint32_t number) {
  const store_item *item = &b->pending.items[number];
  batch_origin from = b->pending.origins[number];
  search_stats *stats = &b->base.stats;
  if (item->is_new) {
    stats->stored++;
    stats->census += !b->space->is_inside(b->space, item->state);
  } else if (b->policy.reopens && from.cost < b->known.cost[item->id]) {
    stats->reopened++;
  } else {
    stats->duplicates++;
    return;
  }
  registry_note(&b->known, item->id, from.parent, from.cost);
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  open_state s = {.id = item->id, .cost = from.cost, .preferred = from.preferred};
  bool is_over = is_error(b, item, from.cost);
  bool is_open = !b->policy.uses_estimates || (!is_over && rate(b, item, &s));
  set_open(b, item->id, is_open);
  if (is_open && b->has_preference)
    preference_fill(&b->preference, number, item, &s);
  if (is_open)
    b->policy.open->insert(b->policy.open, &s);
}

static void flush(best_first *b) {
  batch_put(&b->pending, b->visited);
  for (uint32_t i = 0; i < b->pending.count && !is_satisfied(b); i++)
    enter(b, i);
  batch_clear(&b->pending);
  b->together = 0;
}

static void expand(best_first *b, uint32_t id, uint32_t cost) {
  uint32_t size;
  const uint8_t *state = b->visited->get(b->visited, id, &size);
  b->state = id;
  b->cost = cost;
  if (b->policy.asks_preferred)
    rating_prepare(&b->rating, b->space->view(b->space, state, size));
  if (b->has_preference)
    preference_begin(&b->preference, id, b->space->view(b->space, state, size));
  expansion x = b->space->expand(b->space, state, size, visit, b);
  b->base.stats.expanded++;
  b->together++;
  if (x.is_stuck && !x.is_end && question_stops_at(&b->asked, FAULT_DEADLOCK))
    note(b, (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = id, .cost = cost});
}

static void begin(best_first *b) {
  b->has_started = true;
  b->state = JUDGE_NO_STATE;
  b->cost = 0;
  b->space->initial(b->space, visit, b);
  flush(b);
}

// Must the pending successors be evaluated before a state with this key is expanded? If keys never decrease along a
// path, the order within one key does not matter, so they can wait until a greater key is next.
static bool is_due(const best_first *b, uint32_t key) {
  if (b->policy.together)
    return b->together >= b->policy.together;
  return key > b->level || b->pending.count >= BATCH_FULL;
}

// The next state to expand and its key; false if there is none.
static bool next(best_first *b, uint32_t *id, uint32_t *key) {
  open_list *open = b->policy.open;
  while (!is_satisfied(b)) {
    bool is_there = open->least(open, key);
    if (b->pending.count && (!is_there || is_due(b, *key))) {
      flush(b);
      continue;
    }
    if (!is_there)
      return false;
    b->level = *key;
    *id = open->remove(open);
    if (b->known.keeps_cost && !registry_is_open(&b->known, *id))
      continue; // already expanded through another entry
    set_open(b, *id, false);
    if (covering_skips(b->visited, *id))
      continue;
    covering_expands(b->visited, *id);
    return true;
  }
  return false;
}

// Can no state with this key or a greater one lead to a cheaper error? If the key is not a lower bound, the search ends
// when the key reaches the cost of the best error.
static bool is_settled(const best_first *b, uint32_t key) {
  bool is_bound = !b->policy.stops_at_first && (!b->policy.uses_estimates || b->rating.is_admissible);
  if (!b->best.is_there && !(b->has_bound && is_bound))
    return false;
  return b->limit <= key + (uint64_t)(b->policy.uses_estimates ? 0 : b->rating.least);
}

// The trace may be cheaper than noted: a state on it may have been reached at a lower cost since.
static void take_best(best_first *b) {
  registry_trace(&b->known, &b->best, &b->base.found);
  assert(b->base.found.cost <= b->best.cost);
}

static search_status finish(best_first *b) {
  if (!b->best.is_there)
    return SEARCH_EXHAUSTED;
  take_best(b);
  b->base.found.is_settled = true;
  return SEARCH_FOUND;
}

// The first error can be reported from now on, whatever stops the search for a cheaper one.
static bool has_first(best_first *b) {
  if (!b->best.is_there || b->base.found.is_there || b->policy.stops_at_first)
    return false;
  take_best(b);
  b->base.found.is_settled = !b->policy.uses_estimates && is_settled(b, b->level);
  return b->ends_at_first;
}

static search_status advance(best_first *b, uint32_t work) {
  if (!b->has_started)
    begin(b);
  while (work-- > 0) {
    uint32_t id, key;
    if (!next(b, &id, &key) || is_settled(b, key))
      return finish(b);
    expand(b, id, b->known.keeps_cost ? b->known.cost[id] : key);
    if (has_first(b))
      return SEARCH_FOUND;
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  best_first *b = (best_first *)s;
  search_status status = advance(b, work);
  if (status == SEARCH_RUNNING && s->found.is_there && b->best.cost < s->found.cost)
    take_best(b);
  covering_count(&s->stats, b->visited);
  s->stats.bytes_per_state = s->stats.stored ? (double)registry_bytes(&b->known) / (double)s->stats.stored : 0;
  return status;
}

static void lower_bound(search *s, uint32_t bound) {
  best_first *b = (best_first *)s;
  if (bound > b->limit)
    return;
  b->limit = bound;
  b->has_bound = true;
  b->best.is_there = false;
  s->found.is_there = false;
}

static void close_search(search *s) {
  best_first *b = (best_first *)s;
  registry_close(&b->known);
  if (b->has_preference)
    preference_close(&b->preference);
  rating_close(&b->rating);
  b->policy.open->close(b->policy.open);
  batch_close(&b->pending);
  b->visited->close(b->visited);
  if (b->own_space)
    b->own_space->close(b->own_space);
  vec_free(b->m, &b->before);
  vec_free(b->m, &s->found.answer.steps);
  mem_free(b->m, b);
}

// space_atomic takes a path with the fewest steps through an atomic sequence. It need not be the cheapest, as a
// rendezvous costs two, so it must not be used with a bound.
static bool may_take_sequences(const search_setup *setup) {
  return setup->bound == SEARCH_NO_BOUND || !setup->space->net->has_rendezvous;
}

search *best_first_start(const search_method *method, best_first_policy policy, const search_setup *setup) {
  mem *m = setup->m;
  best_first *b = mem_alloc(m, sizeof *b);
  b->base = (search){.method = method, .step = step, .close = close_search};
  if (method->is_optimal) // the others may have dropped a cheaper path, which the lower bound would need
    b->base.lower_bound = lower_bound;
  b->m = m;
  b->policy = policy;
  b->limit = setup->bound;
  b->has_bound = setup->bound != SEARCH_NO_BOUND;
  b->ends_at_first = setup->ends_at_first;
  // With a bound, every state must be expanded at its least cost, or an error below the bound could be missed.
  b->policy.reopens |= b->has_bound && policy.keeps_cost;
  bool takes_sequences = setup->space->has_free_steps || (policy.takes_sequences && may_take_sequences(setup));
  b->own_space = takes_sequences ? space_atomic(m, setup->space, &setup->asked) : NULL;
  b->space = b->own_space ? b->own_space : setup->space;
  b->visited = setup->store->open(m, covering_order(setup));
  // Without keeps_cost, states arrive in the order of their costs, and their costs matter as well.
  b->visited->compares_cost = (!policy.keeps_cost || b->policy.reopens) && setup->asked.kind != QUESTION_CENSUS;
  b->asked = setup->asked;
  registry_open(&b->known, m, b->space, b->visited, policy.keeps_cost);
  rating_open(&b->rating, setup);
  if (policy.uses_estimates && b->policy.reopens)
    registry_keep_estimates(&b->known, b->rating.count);
  batch_open(&b->pending, m);
  b->has_preference = policy.asks_useful || policy.asks_context;
  assert(!b->has_preference || policy.together == 1);
  if (b->has_preference)
    preference_open(&b->preference, setup, &b->rating, b->space, b->visited, policy.asks_useful, policy.asks_context);
  return &b->base;
}
