#include "search/explore.h"

#include "search/covering.h"

#include <assert.h>

static void note_error(explore *x, const successor *s, uint32_t cost) {
  judge_finding found = {
      .end = outcome_error(s->fault, s->fault_at), .state = x->state, .is_step = x->state != JUDGE_NO_STATE};
  for (uint32_t i = 0; i < s->before_count; i++)
    vec_push(x->m, &x->before, s->before[i]);
  found.by = s->by;
  found.before = x->before.at;
  found.before_count = x->before.count;
  found.step_cost = s->cost;
  found.cost = cost;
  judge_note(&x->found, found);
}

// A state beyond the bound on this path may be within it on another, which is not searched for: so the search is
// incomplete then.
static bool visit(void *context, const successor *s) {
  explore *x = context;
  uint32_t cost = x->cost + s->cost;
  x->owner->stats.generated++;
  if (cost >= x->bound) {
    x->owner->is_incomplete = true;
    return true;
  }
  if (s->fault != FAULT_NONE && question_stops_at(&x->asked, s->fault)) {
    note_error(x, s, cost);
    return false;
  }
  if (s->state)
    batch_add(&x->children, s->state, s->size, (batch_origin){.parent = x->state, .cost = cost});
  return true;
}

// A dead end is pruned only if the estimate is safe, and never in a census, which visits all states.
static uint32_t estimate(explore *x, const store_item *item) {
  search_stats *stats = &x->owner->stats;
  mem_poll(x->m);
  uint32_t value = x->estimate->estimate(x->estimate, x->space->view(x->space, item->state, item->size));
  if (value == HEURISTIC_DEAD_END && (!x->estimate->is_safe || x->asked.kind == QUESTION_CENSUS))
    value = HEURISTIC_DEAD_END - 1;
  if (x->state == JUDGE_NO_STATE)
    stats->h_initial = stats->h_best = value;
  if (value < stats->h_best)
    stats->h_best = value;
  return value;
}

static void enter(explore *x, const store_item *item, batch_origin from) {
  search_stats *stats = &x->owner->stats;
  if (!item->is_new) {
    stats->duplicates++;
    return;
  }
  assert(item->id == x->estimates.count);
  stats->stored++;
  stats->census += !x->space->is_inside(x->space, item->state);
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  registry_note(&x->known, item->id, from.parent, from.cost);
  vec_push(x->m, &x->estimates, estimate(x, item));
  outcome end = judge_state(&x->asked, x->space, item->state, item->size);
  if (end.kind != OUTCOME_OPEN && !x->found.is_there)
    judge_note(&x->found, (judge_finding){.end = end, .state = item->id, .cost = from.cost});
}

static void enter_children(explore *x) {
  batch_put(&x->children, x->visited);
  for (uint32_t i = 0; i < x->children.count; i++)
    enter(x, &x->children.items[i], x->children.origins[i]);
}

void explore_begin(explore *x) {
  batch_clear(&x->children);
  x->state = JUDGE_NO_STATE;
  x->cost = 0;
  x->space->initial(x->space, visit, x);
  enter_children(x);
}

void explore_expand(explore *x, uint32_t id) {
  uint32_t size;
  const uint8_t *state = x->visited->get(x->visited, id, &size);
  batch_clear(&x->children);
  x->state = id;
  x->cost = x->known.cost[id];
  expansion e = x->space->expand(x->space, state, size, visit, x);
  x->owner->stats.expanded++;
  if (e.is_stuck && !e.is_end && question_stops_at(&x->asked, FAULT_DEADLOCK))
    judge_note(&x->found, (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = id, .cost = x->cost});
  if (!x->found.is_there)
    enter_children(x);
}

search_status explore_found(explore *x) {
  registry_trace(&x->known, &x->found, &x->owner->found);
  return SEARCH_FOUND;
}

void explore_count(explore *x, uint64_t open) {
  search_stats *stats = &x->owner->stats;
  covering_count(stats, x->visited);
  stats->open = open;
  stats->bytes_per_state = stats->stored ? (double)registry_bytes(&x->known) / (double)stats->stored : 0;
}

static void open_store(explore *x) {
  x->visited = x->store->open(x->m, x->order);
  registry_open(&x->known, x->m, x->space, x->visited, true);
}

static void close_store(explore *x) {
  registry_close(&x->known);
  x->visited->close(x->visited);
}

void explore_again(explore *x) {
  close_store(x);
  open_store(x);
  x->estimates.count = 0;
  x->owner->stats.stored = 0;
  x->owner->stats.census = 0;
}

void explore_open(explore *x, search *owner, const search_setup *setup) {
  mem *m = setup->m;
  *x = (explore){.m = m, .owner = owner, .store = setup->store, .asked = setup->asked, .bound = setup->bound};
  x->order = covering_order(setup);
  x->space = space_atomic(m, setup->space, &setup->asked);
  x->estimate = setup->estimates[0];
  open_store(x);
  batch_open(&x->children, m);
}

void explore_close(explore *x) {
  close_store(x);
  batch_close(&x->children);
  x->space->close(x->space);
  vec_free(x->m, &x->estimates);
  vec_free(x->m, &x->before);
  vec_free(x->m, &x->owner->found.answer.steps);
}
