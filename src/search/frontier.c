// Frontier search (Korf, Zhang, Thayer, Hohwald: Frontier search, JACM 2005), with relay layers (Zhou, Hansen:
// Breadth-first heuristic search, 2006): breadth-first by cost, storing only the last layers and a few relay layers.
// The trace is reconstructed by divide and conquer: it is cut into segments at the relays, and a segment of more than
// one step is searched again by a sweep with its own relays. A segment between two relays is at most about half as long
// as the whole.
//
// With an order, a segment may end in a state that covers the one it should end in: the same steps lead on from there.
#include "search/frontier.h"

#include "search/sweep.h"

#include <assert.h>
#include <string.h>

extern const search_method search_frontier;

enum { KEY_LAYERS, KEY_BOUND };

typedef struct segment { // of the trace, between two states in `points`
  uint32_t from, to, cost;
} segment;

typedef struct frontier {
  search base;
  search_setup setup;
  frontier_policy policy;
  sweep main;
  uint32_t raise;        // of the limit, after this round
  uint64_t before;       // states expanded before this round...
  uint64_t last;         // ...and in the round before
  bool is_tracing;       // main has ended with an error
  sweep between;         // the sweep along a segment...
  bool is_between;       // ...while one is running
  state_set *points;     // states of the trace
  VEC(segment) segments; // still to be resolved into steps, the first on top
} frontier;

static uint32_t put_point(frontier *f, const uint8_t *state, uint32_t size) {
  bool is_new;
  return f->points->base.put(&f->points->base, state, size, &is_new);
}

// Cuts the path that a sweep has found into segments and pushes them, the last one first.
static void push_segments(frontier *f, const sweep *w, uint32_t cost) {
  uint32_t to = put_point(f, w->last, w->last_size);
  for (uint32_t relay = w->last_relay; relay != LAYERS_NO_RELAY; relay = w->window.about.at[relay].before) {
    layers_relay about = w->window.about.at[relay];
    uint32_t size;
    const uint8_t *state = w->window.relays->base.get(&w->window.relays->base, relay, &size);
    segment s = {.from = put_point(f, state, size), .to = to, .cost = cost - about.cost};
    if (s.cost)
      vec_push(w->m, &f->segments, s);
    to = s.from;
    cost = about.cost;
  }
}

typedef struct link { // the step from a state to the given one
  const question *errors;
  const cover *order;
  const uint8_t *to;
  uint32_t size, cost;
  bool is_found;
  net_action by;
} link;

static bool is_target(const link *l, const successor *s) {
  if (!s->state || s->cost != l->cost || s->size != l->size)
    return false;
  if (!l->order)
    return memcmp(s->state, l->to, l->size) == 0;
  uint32_t head = l->order->head(l->order->context, s->state, s->size);
  return memcmp(s->state, l->to, head) == 0 && l->order->covers(l->order->context, s->state, l->to, l->size);
}

// A step with a failed assertion that does not end this search is taken only if no other step leads to the same state.
static bool compare(void *context, const successor *s) {
  link *l = context;
  if (!is_target(l, s))
    return true;
  if (s->fault != FAULT_NONE && (question_stops_at(l->errors, s->fault) || l->is_found))
    return true;
  l->is_found = true;
  l->by = s->by;
  return s->fault != FAULT_NONE;
}

// A segment of one step is added to the trace; for a longer one, a sweep is started.
static void resolve(frontier *f, segment s) {
  link l = {.errors = &f->main.errors, .order = f->main.order, .cost = s.cost};
  uint32_t size;
  l.to = f->points->base.get(&f->points->base, s.to, &l.size);
  const uint8_t *from = f->points->base.get(&f->points->base, s.from, &size);
  f->main.space->expand(f->main.space, from, size, compare, &l);
  f->base.stats.expanded++;
  if (l.is_found) {
    vec_push(f->main.m, &f->base.found.answer.steps, l.by);
    f->base.found.cost += s.cost;
  } else {
    sweep_open_between(&f->between, &f->main, from, size, l.to, l.size, s.cost + 1);
    f->is_between = true;
  }
}

// The sweep borrows states of `points` while it runs; points are added only after it has ended.
static void advance_between(frontier *f, uint32_t *work) {
  search_status status = sweep_advance(&f->between, work);
  assert(status != SEARCH_EXHAUSTED && "the main sweep has found a path");
  if (status != SEARCH_FOUND)
    return;
  push_segments(f, &f->between, f->between.best.cost);
  sweep_close(&f->between);
  f->is_between = false;
}

static void begin_trace(frontier *f) {
  const judge_finding *best = &f->main.best;
  f->base.found.answer.end = best->end;
  f->base.found.is_settled = sweep_is_settled(&f->main);
  f->points = state_set_open(f->main.m);
  if (f->main.last_size)
    push_segments(f, &f->main, best->cost - (best->is_step ? best->step_cost : 0));
  sweep_close(&f->main);
  f->is_tracing = true;
}

static search_status finish(frontier *f) {
  const judge_finding *best = &f->main.best;
  if (best->is_step) {
    vec_push(f->main.m, &f->base.found.answer.steps, best->by);
    f->base.found.cost += best->step_cost;
  }
  f->base.found.is_there = true;
  return SEARCH_FOUND;
}

static search_status advance_trace(frontier *f, uint32_t *work) {
  while (*work > 0)
    if (f->is_between) {
      advance_between(f, work);
    } else if (f->segments.count) {
      resolve(f, f->segments.at[--f->segments.count]);
      --*work;
    } else {
      return finish(f);
    }
  return SEARCH_RUNNING;
}

// A round has found no error within its limit. The limit is raised at least to what was cut; where a round has not
// expanded twice as many states as the one before, by more and more, so that there are few rounds. A round is
// breadth-first, so a limit that is too high costs time, but the first error is still a cheapest one.
static bool next_round(frontier *f) {
  sweep *w = &f->main;
  if (w->least_cut == SWEEP_NONE)
    return false;
  uint64_t expanded = f->base.stats.expanded - f->before;
  if (expanded < 2 * f->last && f->raise < SWEEP_NO_LIMIT / 2)
    f->raise *= 2;
  uint32_t limit = guide_sum(w->limit, f->raise);
  limit = limit > w->least_cut ? limit : w->least_cut;
  f->before += expanded;
  f->last = expanded;
  sweep_close(w);
  sweep_open(w, &f->setup, &f->base.stats, f->policy.layers, limit);
  return true;
}

static search_status advance(frontier *f, uint32_t work) {
  while (work > 0 && !f->is_tracing) {
    search_status status = sweep_advance(&f->main, &work);
    if (status == SEARCH_FOUND) {
      begin_trace(f);
    } else if (status == SEARCH_EXHAUSTED && !next_round(f)) {
      f->base.is_incomplete = f->policy.bound && f->main.has_pruned;
      return SEARCH_EXHAUSTED;
    }
  }
  return f->is_tracing ? advance_trace(f, &work) : SEARCH_RUNNING;
}

static bool settle(search *s) {
  frontier *f = (frontier *)s;
  f->main.ends_at_first = true;
  return f->is_tracing || f->main.best.is_there;
}

static search_status step(search *s, uint32_t work) {
  frontier *f = (frontier *)s;
  search_status status = advance(f, work);
  const layers *window = &f->main.window;
  if (!f->is_tracing) {
    s->stats.open = layers_current(window)->relays.count - f->main.next;
    s->stats.bytes_per_state = window->kept ? (double)layers_bytes(window) / (double)window->kept : 0;
  }
  return status;
}

static void close_search(search *s) {
  frontier *f = (frontier *)s;
  mem *m = f->main.m;
  if (!f->is_tracing)
    sweep_close(&f->main);
  if (f->is_between)
    sweep_close(&f->between);
  if (f->points)
    f->points->base.close(&f->points->base);
  vec_free(m, &f->segments);
  vec_free(m, &s->found.answer.steps);
  mem_free(m, f);
}

search *frontier_start(const search_method *method, frontier_policy policy, const search_setup *setup) {
  frontier *f = mem_alloc(setup->m, sizeof *f);
  f->base = (search){.method = method, .step = step, .settle = settle, .close = close_search};
  f->setup = *setup;
  f->policy = policy;
  f->raise = 1;
  if (policy.bound && policy.bound < setup->bound)
    f->setup.bound = policy.bound;
  else
    f->policy.bound = 0;
  bool deepens = policy.deepens && f->setup.bound == SEARCH_NO_BOUND;
  sweep_open(&f->main, &f->setup, &f->base.stats, policy.layers, deepens ? 0 : SWEEP_NO_LIMIT);
  return &f->base;
}

static search *start(const search_setup *setup) {
  frontier_policy policy = {.layers = (uint32_t)setup->keys.value[KEY_LAYERS],
                            .bound = (uint32_t)setup->keys.value[KEY_BOUND]};
  return frontier_start(&search_frontier, policy, setup);
}

const char *frontier_ignores(const heuristic_kind *kind, uint32_t bound) {
  return bound && !kind->is_admissible ? "it is not admissible, so the bound prunes nothing by it" : NULL;
}

static const char *ignores(const key_values *keys, const heuristic_kind *kind) {
  return frontier_ignores(kind, (uint32_t)keys->value[KEY_BOUND]);
}

static const option_key keys[] = {
    [KEY_LAYERS] = {.name = "layers",
                    .summary = "layers stored behind the frontier at first; more where states come back",
                    .least = 2,
                    .most = 1e4,
                    .usual = 2},
    [KEY_BOUND] = {.name = "bound", .summary = "search for errors of fewer steps; 0 = any", .most = 1e9},
    {0},
};

const search_method search_frontier = {
    .name = "frontier",
    .summary = "frontier search: breadth-first, storing only the last layers; trace by divide and conquer",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .only_prunes = true,
    .ignores = ignores,
    .start = start,
};
