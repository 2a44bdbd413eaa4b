// Depth-first search. The stack holds successors that have not been visited: a state is put into the store when it is
// popped, not when it is generated. An atomic sequence is taken as one transition.
//
// With order=random the successors of each state are visited in random order: the randomised depth-first search that
// papers on directed model checking compare with (rDF).
#include "search/batch.h"
#include "search/covering.h"
#include "search/random.h"
#include "search/registry.h"
#include "search/state_stack.h"

extern const search_method search_dfs;

enum { KEY_ORDER };
enum { ORDER_MODEL, ORDER_RANDOM };

_Static_assert(STACK_NO_PARENT == (uint32_t)JUDGE_NO_STATE, "one value for no state");

typedef struct dfs {
  search base;
  mem *m;
  space *space; // owned
  store *visited;
  question asked;
  uint32_t bound;
  registry known;
  batch children; // of the state being expanded, in order
  state_stack stack;
  bool is_random;        // the order of the children
  uint64_t random;       // state of the random numbers
  uint32_t state, depth; // being expanded
  judge_finding found;
  VEC(net_action) before; // found.before
  bool has_started;
} dfs;

// A state beyond the bound on this path may be within it on another, which is not searched for: so the search is
// incomplete then.
static bool visit(void *context, const successor *s) {
  dfs *d = context;
  d->base.stats.generated++;
  if (d->depth + s->cost >= d->bound) {
    d->base.is_incomplete = true;
    return true;
  }
  if (s->fault != FAULT_NONE && question_stops_at(&d->asked, s->fault)) {
    judge_finding found = {
        .end = outcome_error(s->fault, s->fault_at), .state = d->state, .is_step = d->state != JUDGE_NO_STATE};
    for (uint32_t i = 0; i < s->before_count; i++)
      vec_push(d->m, &d->before, s->before[i]);
    found.by = s->by;
    found.before = d->before.at;
    found.before_count = d->before.count;
    found.step_cost = s->cost;
    judge_note(&d->found, found);
    return false;
  }
  if (s->state)
    batch_add(&d->children, s->state, s->size, (batch_origin){.parent = d->state, .cost = d->depth + s->cost});
  return true;
}

// Every order has the same probability.
static void shuffle_children(dfs *d) {
  for (uint32_t left = d->children.count; left > 1; left--)
    batch_swap(&d->children, left - 1, random_below(&d->random, left));
}

// The first child is pushed last, so that it is popped first.
static void push_children(dfs *d, const uint8_t *state, uint32_t size) {
  batch *children = &d->children;
  batch_locate(children);
  if (d->is_random)
    shuffle_children(d);
  for (uint32_t i = children->count; i-- > 0;) {
    stack_entry e = {.parent = d->state, .depth = children->origins[i].cost, .size = children->items[i].size};
    stack_push(&d->stack, children->items[i].state, e, state, size);
  }
  batch_clear(children);
}

static void expand(dfs *d, const uint8_t *state, uint32_t size) {
  expansion x = d->space->expand(d->space, state, size, visit, d);
  d->base.stats.expanded++;
  if (x.is_stuck && !x.is_end && question_stops_at(&d->asked, FAULT_DEADLOCK))
    judge_note(&d->found, (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = d->state});
  push_children(d, state, size);
}

static void expand_next(dfs *d) {
  search_stats *stats = &d->base.stats;
  stack_entry e;
  bool is_new;
  const uint8_t *state = stack_pop(&d->stack, &e);
  uint32_t id = d->visited->put(d->visited, state, e.size, &is_new);
  if (!is_new) {
    stats->duplicates++;
    return;
  }
  registry_note(&d->known, id, e.parent, 0);
  stats->stored++;
  stats->census += !d->space->is_inside(d->space, state);
  if (e.depth > stats->max_depth)
    stats->max_depth = e.depth;
  d->state = id;
  d->depth = e.depth;
  outcome end = judge_state(&d->asked, d->space, state, e.size);
  if (end.kind != OUTCOME_OPEN)
    judge_note(&d->found, (judge_finding){.end = end, .state = id});
  else
    expand(d, state, e.size);
}

static search_status advance(dfs *d, uint32_t work) {
  if (!d->has_started) {
    d->has_started = true;
    d->state = JUDGE_NO_STATE;
    d->space->initial(d->space, visit, d);
    push_children(d, NULL, 0);
  }
  while (work-- > 0 && !d->found.is_there) {
    if (!d->stack.count)
      return SEARCH_EXHAUSTED;
    expand_next(d);
  }
  if (!d->found.is_there)
    return SEARCH_RUNNING;
  registry_trace(&d->known, &d->found, &d->base.found);
  return SEARCH_FOUND;
}

static search_status step(search *s, uint32_t work) {
  dfs *d = (dfs *)s;
  search_status status = advance(d, work);
  covering_count(&s->stats, d->visited);
  s->stats.open = d->stack.count;
  s->stats.bytes_per_state = s->stats.stored ? (double)registry_bytes(&d->known) / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  dfs *d = (dfs *)s;
  registry_close(&d->known);
  batch_close(&d->children);
  stack_close(&d->stack);
  d->space->close(d->space);
  d->visited->close(d->visited);
  vec_free(d->m, &d->before);
  vec_free(d->m, &s->found.answer.steps);
  mem_free(d->m, d);
}

static search *start(const search_setup *setup) {
  mem *m = setup->m;
  dfs *d = mem_alloc(m, sizeof *d);
  d->base = (search){.method = &search_dfs, .step = step, .close = close_search};
  d->m = m;
  d->space = space_atomic(m, setup->space, &setup->asked);
  d->visited = setup->store->open(m, covering_order(setup));
  d->asked = setup->asked;
  d->bound = setup->bound;
  d->is_random = setup->keys.value[KEY_ORDER] == ORDER_RANDOM;
  d->random = setup->seed;
  registry_open(&d->known, m, d->space, d->visited, false);
  batch_open(&d->children, m);
  stack_open(&d->stack, m, d->visited);
  return &d->base;
}

static const option_key keys[] = {
    [KEY_ORDER] = {.name = "order",
                   .summary = "of the successors of a state: as in the model, or random (see --seed)",
                   .words = "model random"},
    {0},
};

static const char *ignores_seed(const key_values *values) {
  return values->value[KEY_ORDER] == ORDER_RANDOM ? NULL : "it uses random numbers only with order=random";
}

const search_method search_dfs = {
    .name = "dfs",
    .summary = "depth-first search: one path to its end before the next; long traces",
    .keys = keys,
    .is_complete = true,
    .is_optimal = false,
    .counts_transitions = true,
    .ignores_seed = ignores_seed,
    .start = start,
};
