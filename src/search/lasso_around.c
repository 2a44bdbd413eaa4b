#include "search/lasso_around.h"

#include "search/lasso_trace.h"

#include <assert.h>
#include <string.h>

enum {
  COSTS = 3,      // of a step: 0, 1, 2
  CYCLE_WORK = 64 // edges followed in the search for cycles, for each edge of the graph
};

typedef VEC(uint32_t) numbers;

typedef struct lasso_around {
  search base;
  mem *m;
  space *space;
  store *visited;
  const claim *claim;
  const answer *lasso;
  uint64_t expansions;
  uint32_t limit;
  registry known;
  uint8_t *copy; // of the state being expanded, since put() may move it
  uint32_t copy_room;
  // Walking along the lasso:
  uint32_t walked;   // steps of the lasso, the loop perhaps several times
  numbers now, next; // states before the next step, and after it, for all choices of the claim
  numbers started;   // those before the loop so far
  uint32_t own;      // number of states when this was over
  // Exploring:
  VEC(lasso_edge) arcs; // sorted by the number of the state they start from
  numbers first;        // by number of the expanded state: its first arc
  uint32_t component;   // of the claim state being expanded; LASSO_NONE = it has no accepting cycle
  lasso_graph graph;
  lasso_core core;
  lasso_cycle cycle;
} lasso_around;

static const uint8_t *fetch(lasso_around *a, uint32_t id, uint32_t *size) {
  const uint8_t *state = a->visited->get(a->visited, id, size);
  if (*size > a->copy_room) {
    a->copy = mem_realloc(a->m, a->copy, *size * 2);
    a->copy_room = *size * 2;
  }
  return memcpy(a->copy, state, *size);
}

static uint32_t enter(lasso_around *a, const successor *s) {
  bool is_new;
  uint32_t id = a->visited->put(a->visited, s->state, s->size, &is_new);
  a->base.stats.stored += is_new;
  a->base.stats.duplicates += !is_new;
  if (is_new)
    registry_note(&a->known, id, JUDGE_NO_STATE, SEARCH_NO_BOUND);
  return id;
}

static bool has(const numbers *n, uint32_t id) {
  for (uint32_t i = 0; i < n->count; i++)
    if (n->at[i] == id)
      return true;
  return false;
}

static void add(lasso_around *a, numbers *to, uint32_t id) {
  if (!has(to, id))
    vec_push(a->m, to, id);
}

static bool on_initial(void *context, const successor *s) {
  lasso_around *a = context;
  if (s->state) {
    uint32_t id = enter(a, s);
    add(a, &a->now, id);
    registry_note(&a->known, id, JUDGE_NO_STATE, 0);
  }
  return true;
}

static uint32_t stem_length(const lasso_around *a) { return a->lasso->steps.count - a->lasso->loop_length; }

// NULL = it stays where it is.
static const net_action *next_step(const lasso_around *a) {
  uint32_t stem = stem_length(a), loop = a->lasso->loop_length;
  if (a->walked < stem)
    return &a->lasso->steps.at[a->walked];
  return loop ? &a->lasso->steps.at[stem + (a->walked - stem) % loop] : NULL;
}

// Where the model stays, the claim may go on first.
static bool on_walk(void *context, const successor *s) {
  lasso_around *a = context;
  const net_action *by = next_step(a);
  a->base.stats.generated++;
  if (s->state && net_is_stutter(&s->by))
    add(a, &a->now, enter(a, s));
  else if (s->state && by && net_is_same_action(&s->by, by))
    add(a, &a->next, enter(a, s));
  return true;
}

// Another round of the loop is worth it only if the claim can be in states that it was not in before.
static bool has_new_start(lasso_around *a) {
  bool is_new = false;
  for (uint32_t i = 0; i < a->now.count; i++)
    if (!has(&a->started, a->now.at[i])) {
      is_new = true;
      vec_push(a->m, &a->started, a->now.at[i]);
    }
  return is_new;
}

// Takes the next step along the lasso, so that its states get the first numbers. False at the end.
static bool walk(lasso_around *a) {
  uint32_t stem = stem_length(a), loop = a->lasso->loop_length;
  bool is_at_loop = a->walked >= stem && (!loop || (a->walked - stem) % loop == 0);
  if (!a->now.count || (is_at_loop && !has_new_start(a)))
    return false;
  a->next.count = 0;
  for (uint32_t i = 0; i < a->now.count; i++) {
    uint32_t size;
    const uint8_t *state = fetch(a, a->now.at[i], &size);
    a->space->expand(a->space, state, size, on_walk, a);
  }
  a->walked++;
  numbers other = a->now;
  a->now = a->next;
  a->next = other;
  return true;
}

static uint32_t component_of(const lasso_around *a, const uint8_t *state, uint32_t size) {
  const claim_state *s = &a->claim->states.at[product_claim_state(a->space, state, size)];
  return s->class_ == CLAIM_NONE ? LASSO_NONE : s->component;
}

static bool on_expand(void *context, const successor *s) {
  lasso_around *a = context;
  a->base.stats.generated++;
  if (!s->state)
    return true;
  lasso_edge e = {.marks = LASSO_NO_MARKS, .cost = s->cost & (LASSO_COSTS - 1), .to = enter(a, s)};
  if (a->component != LASSO_NONE && component_of(a, s->state, s->size) == a->component)
    e.marks = lasso_graph_marks(&a->graph, s->marks) & LASSO_NO_MARKS;
  vec_push(a->m, &a->arcs, e);
  return true;
}

static void expand(lasso_around *a, uint32_t id) {
  uint32_t size;
  const uint8_t *state = fetch(a, id, &size);
  vec_push(a->m, &a->first, a->arcs.count);
  a->component = component_of(a, state, size);
  a->space->expand(a->space, state, size, on_expand, a);
  a->base.stats.expanded++;
}

// A state at its final distance: its arcs lead on, and those on which a cycle can lie join the graph.
static void pass(lasso_around *a, uint32_t id, uint32_t distance, numbers open[COSTS]) {
  uint32_t end = id + 1 < a->first.count ? a->first.at[id + 1] : a->arcs.count;
  for (uint32_t i = a->first.at[id]; i < end; i++) {
    lasso_edge e = a->arcs.at[i];
    if (e.marks != LASSO_NO_MARKS)
      lasso_graph_add(&a->graph, id, distance, e);
    if (distance + e.cost >= a->known.cost[e.to])
      continue;
    registry_note(&a->known, e.to, id, distance + e.cost);
    vec_push(a->m, &open[(distance + e.cost) % COSTS], e.to);
  }
}

// Dijkstra's algorithm from the initial state, in the graph explored.
static void find_distances(lasso_around *a) {
  numbers open[COSTS] = {{0}};
  bool *is_done = mem_alloc(a->m, a->first.count + 1);
  for (uint32_t id = 0; id < a->first.count; id++)
    if (a->known.cost[id] == 0)
      vec_push(a->m, &open[0], id);
  for (uint32_t distance = 0, empty = 0; empty < COSTS && distance < a->limit; distance++) {
    numbers *now = &open[distance % COSTS];
    empty = now->count ? 0 : empty + 1;
    for (uint32_t i = 0; i < now->count; i++) {
      uint32_t id = now->at[i];
      if (a->known.cost[id] != distance || id >= a->first.count || is_done[id])
        continue;
      mem_poll(a->m);
      is_done[id] = true;
      pass(a, id, distance, open);
    }
    now->count = 0;
  }
  for (uint32_t i = 0; i < COSTS; i++)
    vec_free(a->m, &open[i]);
  mem_free(a->m, is_done);
}

static search_status finish(lasso_around *a) {
  uint64_t work = 0, most = (uint64_t)CYCLE_WORK * a->arcs.count;
  find_distances(a);
  lasso_core_make(&a->core, &a->graph, 0, a->limit);
  for (uint32_t i = 0; i < a->core.count && work <= most; i++) {
    const lasso_source *start = &a->graph.sources.at[a->core.rank[i]];
    if (start->distance >= a->limit)
      break;
    if (!lasso_cycle_find(&a->cycle, &a->graph, &a->core, i, a->limit - start->distance, &work))
      continue;
    lasso_trace(&a->known, &a->graph, start->state, a->cycle.path.at, a->cycle.path.count, &a->base.found);
    a->limit = a->base.found.cost;
  }
  return a->base.found.is_there ? SEARCH_FOUND : SEARCH_EXHAUSTED;
}

static search_status advance(lasso_around *a, uint32_t work) {
  if (!a->base.stats.stored)
    a->space->initial(a->space, on_initial, a);
  for (; work > 0; work--) {
    if (!a->own) {
      if (!walk(a))
        a->own = (uint32_t)a->base.stats.stored;
    } else if (a->first.count < a->own ||
               (a->first.count < a->base.stats.stored && a->base.stats.expanded < a->expansions)) {
      expand(a, a->first.count);
    } else {
      return finish(a);
    }
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  lasso_around *a = (lasso_around *)s;
  search_status status = advance(a, work);
  s->stats.open = s->stats.stored - a->first.count;
  s->stats.bytes_per_state = s->stats.stored ? (double)registry_bytes(&a->known) / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  lasso_around *a = (lasso_around *)s;
  registry_close(&a->known);
  a->visited->close(a->visited);
  mem_free(a->m, a->copy);
  vec_free(a->m, &a->now);
  vec_free(a->m, &a->next);
  vec_free(a->m, &a->started);
  vec_free(a->m, &a->arcs);
  vec_free(a->m, &a->first);
  lasso_graph_close(&a->graph);
  lasso_core_close(&a->core);
  lasso_cycle_close(&a->cycle);
  vec_free(a->m, &s->found.answer.steps);
  mem_free(a->m, a);
}

static const search_method around_method = {
    .name = "lasso-neighbourhood",
    .summary = "neighbourhood of a known lasso",
};

search *lasso_around_start(const search_setup *setup, const answer *known, uint64_t expansions) {
  lasso_around *a = mem_alloc(setup->m, sizeof *a);
  a->base = (search){.method = &around_method, .step = step, .close = close_search};
  a->m = setup->m;
  a->space = setup->space;
  a->claim = product_claim(setup->space);
  a->lasso = known;
  a->expansions = expansions;
  a->limit = setup->bound;
  a->visited = setup->store->open(a->m, NULL);
  registry_open(&a->known, a->m, a->space, a->visited, true);
  lasso_graph_open(&a->graph, a->m, a->space);
  lasso_cycle_open(&a->cycle, a->m);
  return &a->base;
}
