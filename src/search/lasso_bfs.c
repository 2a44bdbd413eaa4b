// The shortest lasso, with its proof. A breadth-first search (by cost) over the product keeps the steps on which an
// accepting cycle can lie as a graph of numbers. Of the states of a loop the nearest is where it starts: so for each
// state, in the order of their distances, the cheapest accepting cycle through it and states behind it is looked for,
// within what is left of the cost of the best lasso. A lasso of cost T visits only states at distances up to T, so once
// every state nearer than the best lasso is expanded, no other can be shorter.
#include "search/lasso.h"

#include "search/batch.h"
#include "search/lasso_trace.h"

#include <assert.h>

enum {
  COSTS = 3,         // of a step: 0, 1, 2
  FIRST_LOOK = 4096, // edges of the graph when it is looked at for the first time...
  LOOK_LONGER = 2,   // ...and the factor for each further look
  LOOK_WORK = 4,     // edges that a look at a graph may follow, for each of its edges; the last look has no limit
  CORE_WORK = 16,    // edges followed in a core, for each of its edges, until a smaller core is made
  EXPANSION = 32,    // so many edges count as one expansion
};

typedef enum { EXPLORING, LOOKING, LOOKING_LAST } lasso_phase;

typedef struct lasso_bfs {
  search base;
  mem *m;
  space *space;
  store *visited;
  question asked;
  const claim *claim;
  bool ends_at_first;
  lasso_phase phase;
  uint32_t limit; // search only for what costs less
  // Exploring:
  bool has_started;
  registry known;
  batch batch;
  VEC(lasso_edge) edges;     // of the batch; marks LASSO_NO_MARKS = it can lie on no accepting cycle
  VEC(uint32_t) open[COSTS]; // states by distance modulo COSTS
  uint32_t level, taken;     // the distance being expanded; how many of its states are done
  uint32_t state;            // being expanded...
  uint32_t component;        // ...and that of its claim state; LASSO_NONE = it has no accepting cycle
  judge_finding error;       // the cheapest one, if it is cheaper than any lasso
  bool is_error_new;
  // Looking:
  lasso_graph graph;
  lasso_core core;
  lasso_cycle cycle;
  uint32_t next_look;   // number of edges
  uint32_t candidate;   // the next one, in the core
  uint64_t work;        // edges followed in this look...
  uint64_t work_before; // ...before the core was made
} lasso_bfs;

static uint32_t component_of(const lasso_bfs *b, const uint8_t *state, uint32_t size) {
  const claim_state *s = &b->claim->states.at[product_claim_state(b->space, state, size)];
  return s->class_ == CLAIM_NONE ? LASSO_NONE : s->component;
}

static void note_error(lasso_bfs *b, const successor *s, uint32_t cost) {
  judge_finding found = {.is_there = true,
                         .end = outcome_error(s->fault, s->fault_at),
                         .state = b->state,
                         .is_step = b->state != JUDGE_NO_STATE,
                         .by = s->by,
                         .step_cost = s->cost,
                         .cost = cost};
  if (cost >= b->limit)
    return;
  b->error = found;
  b->is_error_new = true;
  b->limit = cost;
}

static bool visit(void *context, const successor *s) {
  lasso_bfs *b = context;
  uint32_t cost = b->level + s->cost;
  b->base.stats.generated++;
  assert(s->cost < COSTS);
  if (s->fault != FAULT_NONE && question_stops_at(&b->asked, s->fault)) {
    note_error(b, s, cost);
  } else if (s->state && cost < b->limit) {
    lasso_edge e = {.marks = LASSO_NO_MARKS, .cost = s->cost & (LASSO_COSTS - 1)};
    if (b->component != LASSO_NONE && component_of(b, s->state, s->size) == b->component)
      e.marks = lasso_graph_marks(&b->graph, s->marks) & LASSO_NO_MARKS;
    vec_push(b->m, &b->edges, e);
    batch_add(&b->batch, s->state, s->size, (batch_origin){.parent = b->state, .cost = cost});
  }
  return true;
}

static void enter(lasso_bfs *b, const store_item *item, batch_origin from) {
  search_stats *stats = &b->base.stats;
  if (item->is_new) {
    stats->stored++;
    stats->census += !b->space->is_inside(b->space, item->state);
    stats->open++;
  } else if (from.cost >= b->known.cost[item->id]) {
    stats->duplicates++;
    return;
  }
  registry_note(&b->known, item->id, from.parent, from.cost);
  registry_set_open(&b->known, item->id, true);
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  vec_push(b->m, &b->open[from.cost % COSTS], item->id);
}

static void flush(lasso_bfs *b) {
  batch_put(&b->batch, b->visited);
  for (uint32_t i = 0; i < b->batch.count; i++) {
    batch_origin from = b->batch.origins[i];
    enter(b, &b->batch.items[i], from);
    if (b->edges.at[i].marks == LASSO_NO_MARKS)
      continue;
    b->edges.at[i].to = b->batch.items[i].id;
    lasso_graph_add(&b->graph, from.parent, b->known.cost[from.parent], b->edges.at[i]);
  }
  batch_clear(&b->batch);
  b->edges.count = 0;
}

static void begin(lasso_bfs *b) {
  b->has_started = true;
  b->state = JUDGE_NO_STATE;
  b->component = LASSO_NONE;
  b->space->initial(b->space, visit, b);
}

static void expand(lasso_bfs *b, uint32_t id) {
  uint32_t size;
  const uint8_t *state = b->visited->get(b->visited, id, &size);
  registry_set_open(&b->known, id, false);
  b->base.stats.open--;
  b->base.stats.expanded++;
  b->state = id;
  b->component = component_of(b, state, size);
  b->space->expand(b->space, state, size, visit, b);
  if (b->batch.count >= BATCH_FULL)
    flush(b);
}

// The next state to expand, in the order of distances; false if there is none below the limit.
static bool next_state(lasso_bfs *b, uint32_t *id) {
  for (uint32_t empty = 0; empty <= COSTS && b->level < b->limit;) {
    uint32_t bucket = b->level % COSTS;
    if (b->taken == b->open[bucket].count && b->batch.count)
      flush(b);
    if (b->taken == b->open[bucket].count) {
      b->open[bucket].count = b->taken = 0;
      b->level++;
      empty++;
      continue;
    }
    empty = 0;
    *id = b->open[bucket].at[b->taken++];
    if (b->known.cost[*id] == b->level && registry_is_open(&b->known, *id))
      return true;
  }
  return false;
}

static void make_core(lasso_bfs *b, uint32_t first_rank) {
  b->candidate = 0;
  b->work_before = b->work;
  lasso_core_make(&b->core, &b->graph, first_rank, b->limit);
  b->base.is_incomplete |= b->phase == LOOKING_LAST && b->core.is_cut;
}

static void begin_look(lasso_bfs *b, lasso_phase phase) {
  flush(b);
  b->phase = phase;
  b->work = 0;
  make_core(b, 0);
}

static void explore(lasso_bfs *b) {
  uint32_t id, edges;
  if (!b->has_started)
    begin(b);
  else if (next_state(b, &id))
    expand(b, id);
  else
    begin_look(b, LOOKING_LAST);
  if (b->is_error_new) {
    registry_trace(&b->known, &b->error, &b->base.found);
    b->is_error_new = false;
  }
  edges = b->graph.edges.count;
  if (b->phase == EXPLORING && edges >= b->next_look) {
    b->next_look = edges < UINT32_MAX / LOOK_LONGER ? edges * LOOK_LONGER : UINT32_MAX;
    begin_look(b, LOOKING);
  }
}

// Has the look come to its end? One at an unfinished graph is for a first lasso, and for a lower limit: it is not worth
// any effort.
static bool is_over(const lasso_bfs *b) {
  return b->candidate == b->core.count || (b->phase == LOOKING && b->work > (uint64_t)LOOK_WORK * b->graph.edges.count);
}

static void try_candidate(lasso_bfs *b) {
  uint32_t start = b->candidate++;
  const lasso_source *source = &b->graph.sources.at[b->core.rank[start]];
  if (source->distance >= b->limit) { // and so are all that follow
    b->candidate = b->core.count;
    return;
  }
  if (lasso_cycle_find(&b->cycle, &b->graph, &b->core, start, b->limit - source->distance, &b->work)) {
    lasso_trace(&b->known, &b->graph, source->state, b->cycle.path.at, b->cycle.path.count, &b->base.found);
    assert(b->base.found.cost == source->distance + b->cycle.cost);
    b->limit = b->base.found.cost;
  }
}

// Returns the number of expansions that this is worth.
static uint32_t look(lasso_bfs *b) {
  uint64_t before = b->work;
  if (is_over(b)) {
    b->phase = EXPLORING;
    return 1;
  }
  try_candidate(b);
  // States that are done, and those beyond a lower limit, are left out from time to time: what remains may fall into
  // smaller components.
  if (b->work - b->work_before > (uint64_t)CORE_WORK * b->core.edges.count && b->candidate < b->core.count)
    make_core(b, b->core.rank[b->candidate]);
  return 1 + (uint32_t)((b->work - before) / EXPANSION);
}

static search_status finish(lasso_bfs *b) {
  b->base.found.is_settled = b->base.found.is_there && !b->base.is_incomplete;
  return b->base.found.is_there ? SEARCH_FOUND : SEARCH_EXHAUSTED;
}

static search_status advance(lasso_bfs *b, uint32_t work) {
  while (work > 0) {
    uint32_t done = 1;
    if (b->phase == EXPLORING)
      explore(b);
    else if (b->phase == LOOKING_LAST && is_over(b))
      return finish(b);
    else
      done = look(b);
    if (b->ends_at_first && b->base.found.is_there)
      return SEARCH_FOUND;
    work -= done < work ? done : work;
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  lasso_bfs *b = (lasso_bfs *)s;
  search_status status = advance(b, work);
  uint64_t bytes = registry_bytes(&b->known) + b->graph.edges.room * sizeof *b->graph.edges.at;
  bytes += b->graph.sources.room * sizeof *b->graph.sources.at + b->graph.room * sizeof *b->graph.rank;
  s->stats.bytes_per_state = s->stats.stored ? (double)bytes / (double)s->stats.stored : 0;
  return status;
}

static void lower_bound(search *s, uint32_t bound) {
  lasso_bfs *b = (lasso_bfs *)s;
  if (bound > b->limit)
    return;
  b->limit = bound;
  s->found.is_there = false;
}

static void close_search(search *s) {
  lasso_bfs *b = (lasso_bfs *)s;
  registry_close(&b->known);
  batch_close(&b->batch);
  lasso_graph_close(&b->graph);
  lasso_core_close(&b->core);
  lasso_cycle_close(&b->cycle);
  vec_free(b->m, &b->edges);
  for (uint32_t i = 0; i < COSTS; i++)
    vec_free(b->m, &b->open[i]);
  b->visited->close(b->visited);
  vec_free(b->m, &s->found.answer.steps);
  mem_free(b->m, b);
}

search *lasso_bfs_start(const search_setup *setup) {
  mem *m = setup->m;
  lasso_bfs *b = mem_alloc(m, sizeof *b);
  b->base = (search){.method = &search_lasso, .step = step, .lower_bound = lower_bound, .close = close_search};
  b->m = m;
  b->space = setup->space;
  b->asked = setup->asked;
  b->claim = product_claim(setup->space);
  b->limit = setup->bound;
  b->ends_at_first = setup->ends_at_first;
  b->next_look = FIRST_LOOK;
  b->visited = setup->store->open(m, NULL);
  registry_open(&b->known, m, b->space, b->visited, true);
  batch_open(&b->batch, m);
  lasso_graph_open(&b->graph, m, b->space);
  lasso_cycle_open(&b->cycle, m);
  return &b->base;
}
