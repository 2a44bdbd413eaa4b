// Frontier search (Korf, Zhang, Thayer, Hohwald: Frontier search, JACM 2005), with relay layers (Zhou, Hansen:
// Breadth-first heuristic search, 2006): breadth-first by cost, storing only the last layers and a few relay layers.
// The trace is reconstructed by divide and conquer: it is cut into segments at the relays, and a segment of more than
// one step is searched again by a sweep with its own relays. A segment between two relays is at most about half as long
// as the whole.
#include "search/sweep.h"

#include <assert.h>
#include <string.h>

extern const search_method search_frontier;

enum { KEY_LAYERS };

typedef struct segment { // of the trace, between two states in `points`
  uint32_t from, to, cost;
} segment;

typedef struct frontier {
  search base;
  sweep main;
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
  const uint8_t *to;
  uint32_t size, cost;
  bool is_found;
  net_action by;
} link;

// A step with a failed assertion that does not end this search is taken only if no other step leads to the same state.
static bool compare(void *context, const successor *s) {
  link *l = context;
  if (!s->state || s->cost != l->cost || s->size != l->size || memcmp(s->state, l->to, l->size) != 0)
    return true;
  if (s->fault != FAULT_NONE && (question_stops_at(l->errors, s->fault) || l->is_found))
    return true;
  l->is_found = true;
  l->by = s->by;
  return s->fault != FAULT_NONE;
}

// A segment of one step is added to the trace; for a longer one, a sweep is started.
static void resolve(frontier *f, segment s) {
  link l = {.errors = &f->main.errors, .cost = s.cost};
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

static search_status advance(frontier *f, uint32_t work) {
  if (f->is_tracing)
    return advance_trace(f, &work);
  search_status status = sweep_advance(&f->main, &work);
  if (status != SEARCH_FOUND)
    return status;
  begin_trace(f);
  return advance_trace(f, &work);
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

static search *start(const search_setup *setup) {
  frontier *f = mem_alloc(setup->m, sizeof *f);
  f->base = (search){.method = &search_frontier, .step = step, .close = close_search};
  sweep_open(&f->main, setup, &f->base.stats, (uint32_t)setup->keys.value[KEY_LAYERS]);
  return &f->base;
}

static const option_key keys[] = {
    [KEY_LAYERS] =
        {.name = "layers", .summary = "layers stored behind the frontier", .least = 2, .most = 1e4, .usual = 2},
    {0},
};

const search_method search_frontier = {
    .name = "frontier",
    .summary = "frontier search: breadth-first, storing only the last layers; trace by divide and conquer",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .start = start,
};
