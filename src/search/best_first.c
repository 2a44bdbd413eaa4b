#include "search/best_first.h"

#include "search/batch.h"
#include "search/registry.h"

#include <assert.h>

typedef struct best_first {
  search base;
  mem *m;
  space *space;
  space *own_space; // to be closed; NULL = none
  store *visited;
  space_goal goal;
  bool counts_transitions;
  registry known;
  open_list *open;
  batch pending;
  judge_finding best;
  bool has_started;
  uint32_t level;       // key of the state expanded last
  uint32_t state, cost; // the state being expanded
} best_first;

// The key of a state reached at a cost.
static uint32_t key_of(const best_first *b, uint32_t cost) {
  (void)b;
  return cost;
}

static bool can_improve(const best_first *b, uint32_t cost) { return !b->best.is_there || cost < b->best.cost; }

static bool visit(void *context, const successor *s) {
  best_first *b = context;
  uint32_t cost = b->cost + (b->counts_transitions ? 1 : s->cost);
  b->base.stats.generated++;
  if (s->fault != FAULT_NONE && judge_is_error(&b->goal, s->fault)) {
    judge_finding found = {
        .fault = s->fault, .at = s->fault_at, .state = b->state, .is_step = b->state != JUDGE_NOBODY};
    found.by = s->by;
    found.step_cost = s->cost;
    found.cost = cost;
    judge_note(&b->best, found);
  } else if (s->state && can_improve(b, cost)) {
    batch_add(&b->pending, s->state, s->size, (batch_origin){.parent = b->state, .cost = cost});
  }
  return true;
}

static void judge_new(best_first *b, const store_item *item, uint32_t cost) {
  fault f = judge_state(&b->goal, b->space, item->state, item->size);
  if (f != FAULT_NONE)
    judge_note(&b->best, (judge_finding){.fault = f, .state = item->id, .cost = cost});
}

static void enter(best_first *b, const store_item *item, batch_origin from) {
  search_stats *stats = &b->base.stats;
  if (item->is_new) {
    stats->stored++;
    stats->census += !b->space->is_inside(b->space, item->state);
  } else if (b->known.keeps_cost && from.cost < b->known.cost[item->id]) {
    stats->reopened++;
  } else {
    stats->duplicates++;
    return;
  }
  registry_note(&b->known, item->id, from.parent, from.cost);
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  judge_new(b, item, from.cost);
  b->open->insert(b->open, item->id, key_of(b, from.cost));
}

static void flush(best_first *b) {
  batch_put(&b->pending, b->visited);
  for (uint32_t i = 0; i < b->pending.count; i++)
    enter(b, &b->pending.items[i], b->pending.origins[i]);
  batch_clear(&b->pending);
}

static void expand(best_first *b, uint32_t id, uint32_t cost) {
  uint32_t size;
  const uint8_t *state = b->visited->get(b->visited, id, &size);
  b->state = id;
  b->cost = cost;
  expansion x = b->space->expand(b->space, state, size, visit, b);
  b->base.stats.expanded++;
  if (x.is_stuck && !x.is_end && judge_is_error(&b->goal, FAULT_DEADLOCK))
    judge_note(&b->best, (judge_finding){.fault = FAULT_DEADLOCK, .state = id, .cost = cost});
}

static void begin(best_first *b) {
  b->has_started = true;
  b->state = JUDGE_NOBODY;
  b->cost = 0;
  b->space->initial(b->space, visit, b);
  flush(b);
}

// The next state to expand; false if there is none. What is pending goes into the open list before a greater key is
// taken up, so that the order is that of the keys.
static bool next(best_first *b, uint32_t *id, uint32_t *cost) {
  for (;;) {
    uint32_t key = 0;
    bool is_there = b->open->least(b->open, &key);
    if (b->pending.count && (!is_there || key > b->level)) {
      flush(b);
      continue;
    }
    if (!is_there)
      return false;
    b->level = key;
    *id = b->open->remove(b->open);
    *cost = b->known.keeps_cost ? b->known.cost[*id] : key;
    if (key_of(b, *cost) == key)
      return true;
  }
}

// Can nothing better than what was found come from a state with this cost, or from later ones? Only a deadlock is seen
// no sooner than when its state is expanded; all else costs at least a step.
static bool is_settled(const best_first *b, uint32_t cost) {
  return b->best.is_there && b->best.cost <= cost + !judge_is_error(&b->goal, FAULT_DEADLOCK);
}

static search_status finish(best_first *b) {
  if (!b->best.is_there)
    return SEARCH_EXHAUSTED;
  registry_trace(&b->known, &b->best, &b->base.error);
  assert(b->base.error.cost == b->best.cost);
  return SEARCH_FOUND;
}

static search_status advance(best_first *b, uint32_t work) {
  if (!b->has_started)
    begin(b);
  while (work-- > 0) {
    uint32_t id, cost;
    if (!next(b, &id, &cost) || is_settled(b, cost))
      return finish(b);
    expand(b, id, cost);
    if (b->pending.count >= BATCH_FULL)
      flush(b);
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  best_first *b = (best_first *)s;
  search_status status = advance(b, work);
  s->stats.open = b->open->count(b->open);
  s->stats.bytes_per_state = s->stats.stored ? (double)registry_bytes(&b->known) / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  best_first *b = (best_first *)s;
  registry_close(&b->known);
  b->open->close(b->open);
  batch_close(&b->pending);
  b->visited->close(b->visited);
  if (b->own_space)
    b->own_space->close(b->own_space);
  vec_free(b->m, &s->error.path);
  mem_free(b->m, b);
}

// An error's trace needs the steps before it, which are not kept here: only a census counts transitions.
search *best_first_start(const search_method *method, best_first_policy policy, const search_setup *setup) {
  assert(!policy.counts_transitions || setup->goal.census);
  mem *m = setup->m;
  best_first *b = mem_alloc(m, sizeof *b);
  b->base = (search){.method = method, .step = step, .close = close_search};
  b->m = m;
  b->counts_transitions = policy.counts_transitions;
  b->own_space = policy.counts_transitions ? space_atomic(m, setup->space) : NULL;
  b->space = b->own_space ? b->own_space : setup->space;
  b->visited = setup->store->open(m);
  b->goal = setup->goal;
  b->open = policy.open(m);
  registry_open(&b->known, m, b->space, b->visited, policy.keeps_cost);
  batch_open(&b->pending, m);
  return &b->base;
}
