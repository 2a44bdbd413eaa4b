// Depth-first branch and bound: the successor of least estimate first, in rounds. Without a bound, the first round is
// plain depth-first search: nothing is pruned, so each state is expanded once, and a round without an error shows that
// there is none. After an error, the bound of the next round is halfway between the cost of that error and the greatest
// cost below which there is none for certain. An error ends a round, and so does the empty stack, which shows that no
// error costs less than the bound. The search ends when the two costs meet.
//
// With a bound, a state is expanded again when it is reached at a lower cost. Otherwise a state first reached at a
// great depth, where the bound prunes its successors, would hide an error that a cheaper path through it reaches within
// the bound.
#include "search/batch.h"
#include "search/covering.h"
#include "search/guide.h"
#include "search/registry.h"

extern const search_method search_dfbnb;

enum { KEY_DEPTH };
enum { NOT_EXPANDED = 0xffffffff }; // cost of a state that was not expanded in this round

typedef struct candidate {
  uint32_t state, parent, cost;
} candidate;

typedef struct dfbnb {
  search base;
  mem *m;
  space *space;
  const store_kind *store;
  const cover *order; // of the store; NULL = none
  store *visited;     // kept from round to round, as the estimates are, unless there is an order
  question asked;
  guide guide;             // its bound is that of the round
  registry known;          // its costs are those at which states were last expanded
  VEC(uint32_t) estimates; // by number of the state
  VEC(candidate) stack;
  batch children;       // of the state being expanded
  judge_finding best;   // of this round
  uint32_t lower;       // no error costs less
  uint32_t state, cost; // being expanded
  bool is_depth_bound;  // the bound in force at the start is that of the key `depth`
  bool has_missed;      // an error was seen that costs no less than the bound
  bool ends_at_first;
  bool has_started;
} dfbnb;

static void note(dfbnb *d, judge_finding found) {
  if (found.cost < d->guide.bound)
    judge_note(&d->best, found);
  else
    d->has_missed = true;
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

static bool is_plain(const dfbnb *d) { return d->guide.bound == SEARCH_NO_BOUND; }

// Is expanding the state at this cost pointless: a duplicate, or pruned?
static bool is_useless(dfbnb *d, uint32_t id, uint32_t cost) {
  uint32_t before = d->known.cost[id];
  if (is_plain(d) ? before != NOT_EXPANDED : cost >= before) {
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

static void open_store(dfbnb *d) {
  d->visited = d->store->open(d->m, d->order);
  d->visited->compares_cost = !is_plain(d);
  registry_open(&d->known, d->m, d->space, d->visited, true);
}

static void close_store(dfbnb *d) {
  registry_close(&d->known);
  d->visited->close(d->visited);
}

// A state may cover others only in the round that has reached it.
static void forget_round(dfbnb *d) {
  d->stack.count = 0;
  if (d->order) {
    close_store(d);
    open_store(d);
    d->estimates.count = 0;
  }
  for (uint32_t id = 0; id < d->estimates.count; id++)
    d->known.cost[id] = NOT_EXPANDED;
}

static void begin(dfbnb *d) {
  d->has_started = true;
  d->best.is_there = false;
  d->state = JUDGE_NO_STATE;
  d->cost = 0;
  d->space->initial(d->space, visit, d);
  push_children(d);
}

// No error costs less than the least estimate of the initial states, which are on the stack, if that is admissible.
static uint32_t least_cost(const dfbnb *d) {
  bool counts = d->guide.estimate && d->guide.estimate->is_admissible;
  uint32_t least = counts && d->stack.count ? HEURISTIC_DEAD_END : 0;
  for (uint32_t i = 0; i < d->stack.count; i++)
    if (d->estimates.at[d->stack.at[i].state] < least)
      least = d->estimates.at[d->stack.at[i].state];
  return least;
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
  d->base.found.is_settled = d->lower >= d->base.found.cost;
  if (d->base.found.is_there)
    return SEARCH_FOUND;
  if (d->is_depth_bound)
    d->base.is_incomplete = d->has_missed || has_left_out(d);
  return SEARCH_EXHAUSTED;
}

// The round is over. False if nothing is left to be searched for.
static bool next_round(dfbnb *d) {
  if (d->best.is_there)
    registry_trace(&d->known, &d->best, &d->base.found);
  else if (d->base.found.is_there)
    d->lower = d->guide.bound;
  uint32_t upper = d->base.found.cost;
  if (!d->base.found.is_there || d->ends_at_first || d->lower >= upper)
    return false;
  d->guide.bound = d->lower + (upper - d->lower + 1) / 2;
  forget_round(d);
  begin(d);
  return true;
}

static search_status advance(dfbnb *d, uint32_t work) {
  if (!d->has_started) {
    begin(d);
    d->lower = least_cost(d);
  }
  while (work-- > 0) {
    if (d->stack.count && !d->best.is_there)
      expand_next(d);
    else if (!next_round(d))
      return finish(d);
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
  close_store(d);
  batch_close(&d->children);
  vec_free(d->m, &d->estimates);
  vec_free(d->m, &d->stack);
  vec_free(d->m, &s->found.answer.steps);
  mem_free(d->m, d);
}

static search *start(const search_setup *setup) {
  mem *m = setup->m;
  dfbnb *d = mem_alloc(m, sizeof *d);
  d->base = (search){.method = &search_dfbnb, .step = step, .close = close_search};
  d->m = m;
  d->space = setup->space;
  d->store = setup->store;
  d->order = covering_order(setup);
  d->asked = setup->asked;
  d->ends_at_first = setup->ends_at_first;
  guide_open(&d->guide, setup, &d->base.stats);
  uint32_t depth = (uint32_t)setup->keys.value[KEY_DEPTH];
  d->is_depth_bound = depth && depth + 1 < setup->bound;
  if (d->is_depth_bound)
    d->guide.bound = depth + 1;
  open_store(d);
  batch_open(&d->children, m);
  return &d->base;
}

static const option_key keys[] = {
    [KEY_DEPTH] = {.name = "depth", .summary = "search for errors of at most this many steps; 0 = any", .most = 1e9},
    {0},
};

const search_method search_dfbnb = {
    .name = "dfbnb",
    .summary = "depth-first branch and bound: after an error, rounds within lower and lower bounds on the cost",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .only_prunes = true,
    .start = start,
};
