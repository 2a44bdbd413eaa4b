// Dijkstra's algorithm for any cost algebra (see cost.h): the cheapest open state is expanded next; no cheaper path to
// it can be found later. Without weights, steps are counted.
#include "search/batch.h"
#include "search/cost.h"
#include "search/covering.h"
#include "search/judge.h"

#include <assert.h>

extern const search_method search_dijkstra;

typedef struct reached { // data of a state
  cost_value cost;
  net_action by; // the step from the parent: stored, as there may be several of different weights
  uint32_t parent;
  uint32_t length; // of the path, in steps
  bool is_settled;
} reached;

typedef struct entry { // of the heap
  cost_value cost;
  uint32_t id;
} entry;

typedef struct arrival { // how a pending state was reached
  cost_value cost;
  net_action by;
} arrival;

typedef struct dijkstra {
  search base;
  mem *m;
  space *space;
  store *visited;
  question asked;
  uint32_t bound;
  const step_costs *costs; // NULL: count steps
  cost_scale scale;
  VEC(reached) known; // by number
  VEC(entry) heap;    // may hold a state more than once; the cheapest entry comes first
  batch children;     // of the state being expanded...
  VEC(arrival) arrivals;
  uint32_t state; // ...which is this
  cost_value cost;
  uint32_t length;
  judge_finding found; // the cheapest error so far
  cost_value found_cost;
  bool is_better; // than the error in base.found
  bool ends_at_first;
  bool is_rounded; // costs are
  bool is_unclear; // rounding may have turned the order of two costs
  bool has_started;
} dijkstra;

static bool is_before(const dijkstra *d, const entry *a, const entry *b) {
  if (cost_is_better(&d->scale, a->cost, b->cost))
    return true;
  return a->id < b->id && !cost_is_better(&d->scale, b->cost, a->cost);
}

static void heap_insert(dijkstra *d, entry e) {
  vec_push(d->m, &d->heap, e);
  uint32_t at = d->heap.count - 1;
  for (; at > 0 && is_before(d, &e, &d->heap.at[(at - 1) / 2]); at = (at - 1) / 2)
    d->heap.at[at] = d->heap.at[(at - 1) / 2];
  d->heap.at[at] = e;
}

static entry heap_remove(dijkstra *d) {
  entry top = d->heap.at[0], last = d->heap.at[--d->heap.count];
  uint32_t at = 0;
  for (uint32_t child; (child = 2 * at + 1) < d->heap.count; at = child) {
    if (child + 1 < d->heap.count && is_before(d, &d->heap.at[child + 1], &d->heap.at[child]))
      child++;
    if (!is_before(d, &d->heap.at[child], &last))
      break;
    d->heap.at[at] = d->heap.at[child];
  }
  if (d->heap.count)
    d->heap.at[at] = last;
  return top;
}

// Of two costs the better one is kept. If rounding could have turned their order, nothing is proved in the end.
static bool is_better(dijkstra *d, cost_value fresh, cost_value known) {
  bool is_better = cost_is_better(&d->scale, fresh, known);
  if (d->is_rounded)
    d->is_unclear |=
        is_better ? !cost_is_no_better(&d->scale, known, fresh) : !cost_is_no_better(&d->scale, fresh, known);
  return is_better;
}

static void note(dijkstra *d, judge_finding found, cost_value cost) {
  if (d->found.is_there && !is_better(d, cost, d->found_cost))
    return;
  found.is_there = true;
  d->found = found;
  d->found_cost = cost;
  d->is_better = true;
}

static cost_value cost_by(const dijkstra *d, const successor *s) {
  if (d->state == JUDGE_NO_STATE && d->costs)
    return cost_nothing(&d->scale);
  cost_value step = d->costs ? cost_of_step(d->costs, &s->by) : (cost_value){.part = {s->cost}};
  return cost_combine(&d->scale, d->cost, step);
}

// The bound is on the number of steps. With weights, a longer path to a state may be cheaper and replace a shorter one,
// so pruning by the bound makes the search incomplete.
static bool is_beyond(dijkstra *d, uint32_t length) {
  if (length < d->bound)
    return false;
  d->base.is_incomplete |= d->costs != NULL;
  return true;
}

static bool visit(void *context, const successor *s) {
  dijkstra *d = context;
  uint32_t length = d->length + s->cost;
  arrival here = {.cost = cost_by(d, s), .by = s->by};
  d->base.stats.generated++;
  if (is_beyond(d, length))
    return true;
  if (s->fault != FAULT_NONE && question_stops_at(&d->asked, s->fault)) {
    judge_finding found = {.end = outcome_error(s->fault, s->fault_at), .state = d->state, .by = s->by, .cost = length};
    found.is_step = d->state != JUDGE_NO_STATE;
    note(d, found, here.cost);
  } else if (s->state) {
    batch_add(&d->children, s->state, s->size, (batch_origin){.parent = d->state, .cost = length});
    vec_push(d->m, &d->arrivals, here);
  }
  return true;
}

static void count_new(dijkstra *d, const store_item *item) {
  reached unknown = {0};
  vec_push(d->m, &d->known, unknown);
  d->base.stats.stored++;
  d->base.stats.census += !d->space->is_inside(d->space, item->state);
}

static void enter(dijkstra *d, const store_item *item, batch_origin from, const arrival *here) {
  search_stats *stats = &d->base.stats;
  if (item->is_new)
    count_new(d, item);
  reached *r = &d->known.at[item->id];
  if (!item->is_new && !is_better(d, here->cost, r->cost)) {
    stats->duplicates++;
    return;
  }
  assert(!r->is_settled && "no cheaper path is found after expansion");
  stats->reopened += !item->is_new;
  *r = (reached){.cost = here->cost, .by = here->by, .parent = from.parent, .length = from.cost};
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  heap_insert(d, (entry){.cost = here->cost, .id = item->id});
}

static void enter_children(dijkstra *d) {
  batch_put(&d->children, d->visited);
  for (uint32_t i = 0; i < d->children.count; i++)
    enter(d, &d->children.items[i], d->children.origins[i], &d->arrivals.at[i]);
  batch_clear(&d->children);
  d->arrivals.count = 0;
}

static void expand(dijkstra *d, uint32_t id) {
  uint32_t size;
  const uint8_t *state = d->visited->get(d->visited, id, &size);
  reached *r = &d->known.at[id];
  r->is_settled = true;
  d->state = id;
  d->cost = r->cost;
  d->length = r->length;
  judge_finding found = {.state = id, .cost = r->length};
  found.end = judge_state(&d->asked, d->space, state, size);
  if (found.end.kind != OUTCOME_OPEN) {
    note(d, found, d->cost);
    return;
  }
  expansion x = d->space->expand(d->space, state, size, visit, d);
  d->base.stats.expanded++;
  found.end = outcome_error(FAULT_DEADLOCK, NULL);
  if (x.is_stuck && !x.is_end && question_stops_at(&d->asked, FAULT_DEADLOCK))
    note(d, found, d->cost);
  enter_children(d);
}

// The cheapest open state; false if there is none.
static bool next(dijkstra *d, entry *e) {
  while (d->heap.count) {
    *e = heap_remove(d);
    if (d->known.at[e->id].is_settled || covering_skips(d->visited, e->id))
      continue;
    covering_expands(d->visited, e->id);
    return true;
  }
  return false;
}

// The trace of the best error so far, whose state is settled: it can be reported from now on.
static void take_best(dijkstra *d) {
  search_finding fresh = {
      .answer = {.end = d->found.end}, .cost = d->found.cost, .weight = d->found_cost, .is_there = true};
  if (d->found.is_step)
    vec_push(d->m, &fresh.answer.steps, d->found.by);
  if (d->found.state != JUDGE_NO_STATE)
    for (uint32_t id = d->found.state; d->known.at[id].parent != JUDGE_NO_STATE; id = d->known.at[id].parent)
      vec_push(d->m, &fresh.answer.steps, d->known.at[id].by);
  for (uint32_t i = 0, k = fresh.answer.steps.count; i + 1 < k; i++) {
    net_action other = fresh.answer.steps.at[--k];
    fresh.answer.steps.at[k] = fresh.answer.steps.at[i];
    fresh.answer.steps.at[i] = other;
  }
  vec_free(d->m, &d->base.found.answer.steps);
  d->base.found = fresh;
  d->is_better = false;
}

static search_status finish(dijkstra *d) {
  if (!d->found.is_there)
    return SEARCH_EXHAUSTED;
  if (d->is_better)
    take_best(d);
  d->base.found.is_settled = !d->is_unclear;
  return SEARCH_FOUND;
}

static void begin(dijkstra *d) {
  d->has_started = true;
  d->state = JUDGE_NO_STATE;
  d->space->initial(d->space, visit, d);
  enter_children(d);
}

// No open state costs less than the next one, so the search ends when the best error costs no more than that. Where
// costs are rounded, open states of nearly the same cost are expanded as well, unless they cannot lead to a better
// error.
static search_status advance(dijkstra *d, uint32_t work) {
  if (!d->has_started)
    begin(d);
  while (work-- > 0) {
    entry e;
    if (!next(d, &e) || (d->found.is_there && cost_is_beyond(&d->scale, e.cost, d->found_cost)))
      return finish(d);
    if (d->found.is_there && cost_is_no_better(&d->scale, e.cost, d->found_cost))
      continue;
    expand(d, e.id);
    if (d->is_better)
      take_best(d);
    if (d->found.is_there && d->ends_at_first)
      return SEARCH_FOUND;
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  dijkstra *d = (dijkstra *)s;
  search_status status = advance(d, work);
  covering_count(&s->stats, d->visited);
  uint64_t bytes = d->visited->bytes(d->visited) + d->known.room * sizeof *d->known.at;
  s->stats.open = d->heap.count;
  s->stats.bytes_per_state = s->stats.stored ? (double)bytes / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  dijkstra *d = (dijkstra *)s;
  batch_close(&d->children);
  d->visited->close(d->visited);
  vec_free(d->m, &d->known);
  vec_free(d->m, &d->heap);
  vec_free(d->m, &d->arrivals);
  vec_free(d->m, &s->found.answer.steps);
  mem_free(d->m, d);
}

static search *start(const search_setup *setup) {
  dijkstra *d = mem_alloc(setup->m, sizeof *d);
  d->base = (search){.method = &search_dijkstra, .step = step, .close = close_search};
  d->m = setup->m;
  d->space = setup->space;
  // A store compares costs in steps only: with weights, no state is covered by another.
  d->visited = setup->store->open(setup->m, setup->costs ? NULL : covering_order(setup));
  d->visited->compares_cost = setup->asked.kind != QUESTION_CENSUS;
  d->asked = setup->asked;
  d->bound = setup->bound;
  d->costs = setup->costs;
  d->ends_at_first = setup->ends_at_first;
  d->scale = setup->costs ? setup->costs->scale : (cost_scale){.part = {cost_algebras[0]}, .count = 1};
  for (uint32_t i = 0; i < d->scale.count; i++)
    d->is_rounded |= d->scale.part[i]->is_product;
  batch_open(&d->children, setup->m);
  return &d->base;
}

const search_method search_dijkstra = {
    .name = "dijkstra",
    .summary = "Dijkstra's algorithm: cheapest state first, for any --cost; cheapest trace",
    .is_complete = true,
    .is_optimal = true,
    .start = start,
};
