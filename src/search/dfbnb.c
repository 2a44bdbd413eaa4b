// Depth-first branch and bound: the successor of least estimate first. After an error, only cheaper ones are searched
// for, until the stack is empty: the last error found has the least cost.
//
// A state is expanded again when it is reached at a lower cost. Otherwise a state first reached at a great depth, where
// the bound prunes its successors, would hide an error that a cheaper path through it reaches within the bound.
#include "search/batch.h"
#include "search/covering.h"
#include "search/guide.h"
#include "search/registry.h"

extern const search_method search_dfbnb;

enum { KEY_DEPTH };
enum { NOT_EXPANDED = 0xffffffff }; // cost of a state that was never expanded

typedef struct candidate {
  uint32_t state, parent, cost;
} candidate;

typedef struct dfbnb {
  search base;
  mem *m;
  space *space;
  store *visited;
  question asked;
  guide guide;             // its bound is the cost of the best error so far
  registry known;          // its costs are those at which states were last expanded
  VEC(uint32_t) estimates; // by number of the state
  VEC(candidate) stack;
  batch children; // of the state being expanded
  judge_finding best;
  uint32_t state, cost; // being expanded
  bool is_depth_bound;  // the bound in force at the start is that of the key `depth`
  bool has_missed;      // an error was seen that costs no less than the bound
  bool has_started;
} dfbnb;

static void note(dfbnb *d, judge_finding found) {
  if (found.cost < d->guide.bound) {
    judge_note(&d->best, found);
    d->guide.bound = found.cost;
  } else {
    d->has_missed = true;
  }
}

static bool visit(void *context, const successor *s) {
  dfbnb *d = context;
  uint32_t cost = d->cost + s->cost;
  d->base.stats.generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&d->asked, s->fault)) {
    judge_finding found = {.end = outcome_error(s->fault, s->fault_at), .state = d->state, .by = s->by};
    found.is_step = d->state != JUDGE_NO_STATE;
    found.step_cost = s->cost;
    found.cost = cost;
    note(d, found);
  } else if (s->state) {
    batch_add(&d->children, s->state, s->size, (batch_origin){.parent = d->state, .cost = cost});
  }
  return true;
}

static void add_new(dfbnb *d, const store_item *item) {
  uint32_t estimate = guide_estimate(&d->guide, item->state, item->size);
  vec_push(d->m, &d->estimates, estimate);
  registry_note(&d->known, item->id, JUDGE_NO_STATE, NOT_EXPANDED);
  d->base.stats.stored++;
  d->base.stats.census += !d->space->is_inside(d->space, item->state);
}

// Is expanding the state at this cost pointless: a duplicate, or pruned?
static bool is_useless(dfbnb *d, uint32_t id, uint32_t cost) {
  if (cost >= d->known.cost[id]) {
    d->base.stats.duplicates++;
    return true;
  }
  return guide_prunes(&d->guide, cost, d->estimates.at[id]);
}

// Keeps the candidates from `bottom` on sorted, so that the least estimate is on top; ties are first in, first out.
static void push(dfbnb *d, uint32_t bottom, candidate c) {
  vec_push(d->m, &d->stack, c);
  uint32_t at = d->stack.count - 1;
  for (; at > bottom && d->estimates.at[d->stack.at[at - 1].state] <= d->estimates.at[c.state]; at--)
    d->stack.at[at] = d->stack.at[at - 1];
  d->stack.at[at] = c;
}

static void push_children(dfbnb *d) {
  uint32_t bottom = d->stack.count;
  batch_put(&d->children, d->visited);
  for (uint32_t i = 0; i < d->children.count; i++) {
    const store_item *item = &d->children.items[i];
    batch_origin from = d->children.origins[i];
    if (item->is_new)
      add_new(d, item);
    if (item->is_covered)
      d->base.stats.duplicates++;
    else if (!is_useless(d, item->id, from.cost))
      push(d, bottom, (candidate){.state = item->id, .parent = from.parent, .cost = from.cost});
  }
  batch_clear(&d->children);
}

static void expand(dfbnb *d, const uint8_t *state, uint32_t size) {
  expansion x = d->space->expand(d->space, state, size, visit, d);
  d->base.stats.expanded++;
  if (x.is_stuck && !x.is_end && question_stops_at(&d->asked, FAULT_DEADLOCK))
    note(d, (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = d->state, .cost = d->cost});
  push_children(d);
}

// The cost of a state never increases, so following parents always ends at an initial state.
static void expand_next(dfbnb *d) {
  search_stats *stats = &d->base.stats;
  candidate c = d->stack.at[--d->stack.count];
  if (covering_skips(d->visited, c.state) || is_useless(d, c.state, c.cost))
    return;
  stats->reopened += d->known.cost[c.state] != NOT_EXPANDED;
  registry_note(&d->known, c.state, c.parent, c.cost);
  if (c.cost > stats->max_depth)
    stats->max_depth = c.cost;
  d->state = c.state;
  d->cost = c.cost;
  uint32_t size;
  const uint8_t *state = d->visited->get(d->visited, c.state, &size);
  outcome end = judge_state(&d->asked, d->space, state, size);
  if (end.kind != OUTCOME_OPEN)
    note(d, (judge_finding){.end = end, .state = c.state, .cost = c.cost});
  else
    expand(d, state, size);
}

static void begin(dfbnb *d) {
  d->has_started = true;
  d->state = JUDGE_NO_STATE;
  d->space->initial(d->space, visit, d);
  push_children(d);
}

// Is there a state that was neither expanded, nor a dead end, nor covered?
static bool has_left_out(const dfbnb *d) {
  for (uint32_t id = 0; id < d->estimates.count; id++)
    if (d->known.cost[id] == NOT_EXPANDED && d->estimates.at[id] != HEURISTIC_DEAD_END &&
        !covering_skips(d->visited, id))
      return true;
  return false;
}

static search_status finish(dfbnb *d) {
  if (d->best.is_there) {
    registry_trace(&d->known, &d->best, &d->base.found);
    return SEARCH_FOUND;
  }
  if (d->is_depth_bound)
    d->base.is_incomplete = d->has_missed || has_left_out(d);
  return SEARCH_EXHAUSTED;
}

static search_status advance(dfbnb *d, uint32_t work) {
  if (!d->has_started)
    begin(d);
  while (work-- > 0) {
    if (!d->stack.count)
      return finish(d);
    expand_next(d);
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  dfbnb *d = (dfbnb *)s;
  search_status status = advance(d, work);
  covering_count(&s->stats, d->visited);
  s->stats.open = d->stack.count;
  uint64_t bytes = registry_bytes(&d->known) + d->estimates.count * sizeof *d->estimates.at;
  s->stats.bytes_per_state = s->stats.stored ? (double)bytes / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  dfbnb *d = (dfbnb *)s;
  registry_close(&d->known);
  batch_close(&d->children);
  vec_free(d->m, &d->estimates);
  vec_free(d->m, &d->stack);
  d->visited->close(d->visited);
  vec_free(d->m, &s->found.answer.steps);
  mem_free(d->m, d);
}

static search *start(const search_setup *setup) {
  mem *m = setup->m;
  dfbnb *d = mem_alloc(m, sizeof *d);
  d->base = (search){.method = &search_dfbnb, .step = step, .close = close_search};
  d->m = m;
  d->space = setup->space;
  d->visited = setup->store->open(m, covering_order(setup));
  d->visited->compares_cost = setup->asked.kind != QUESTION_CENSUS;
  d->asked = setup->asked;
  guide_open(&d->guide, setup, &d->base.stats);
  uint32_t depth = (uint32_t)setup->keys.value[KEY_DEPTH];
  d->is_depth_bound = depth && depth + 1 < setup->bound;
  if (d->is_depth_bound)
    d->guide.bound = depth + 1;
  registry_open(&d->known, m, d->space, d->visited, true);
  batch_open(&d->children, m);
  return &d->base;
}

static const option_key keys[] = {
    [KEY_DEPTH] = {.name = "depth", .summary = "search for errors of at most this many steps; 0 = any", .most = 1e9},
    {0},
};

const search_method search_dfbnb = {
    .name = "dfbnb",
    .summary = "depth-first branch and bound: each error found lowers the bound, until the state space is exhausted",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .start = start,
};
