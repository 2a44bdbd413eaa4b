#include "abstraction/pdb_graph.h"

#include "base/clock.h"
#include "base/work.h"

#include <assert.h>
#include <string.h>

// A state is unpacked for its key and looked up once more; an edge is followed backwards.
enum { WORK_OF_STATE = WORK_STEP, WORK_OF_EDGE = WORK_STEP / 8, ZONE_BYTES_OF_WORK = 4 };

static void note_error(pdb_graph *g, uint32_t state, uint32_t cost) {
  if (cost < g->errors.at[state])
    g->errors.at[state] = (uint8_t)cost;
}

static uint32_t cost_of(const pdb_graph *g, const successor *s) {
  const bool *is_counted = g->how->is_counted;
  if (!is_counted)
    return s->cost;
  const network *net = g->a->copy->net;
  uint32_t cost = is_counted[s->by.edge] ? 1 : 0;
  if (s->cost > 1)
    cost += is_counted[s->by.partner_edge] ? net_edge_cost(net->edges.at[s->by.partner_edge]) : 0;
  return cost;
}

static bool is_condition_met(const pdb_graph *g, const uint8_t *state, uint32_t size) {
  fault f = FAULT_NONE;
  const question *asked = &g->a->asked;
  if (!question_seeks_condition(asked) || g->space->is_inside(g->space, state))
    return false;
  return g->space->may_be(g->space, state, size, 0, question_sought(asked), &f) || f != FAULT_NONE;
}

static uint32_t put(pdb_graph *g, const uint8_t *state, uint32_t size) {
  bool is_new;
  uint32_t id = g->states->put(g->states, state, size, &is_new);
  if (is_new) {
    assert(id == g->errors.count);
    g->work += WORK_OF_STATE + (size - g->zone_size) + g->zone_size / ZONE_BYTES_OF_WORK;
    vec_push(g->m, &g->errors, is_condition_met(g, state, size) ? 0 : PDB_NO_ERROR);
  }
  return id;
}

static bool visit_start(void *context, const successor *s) {
  pdb_graph *g = context;
  if (s->fault != FAULT_NONE || !s->state)
    g->starts_wrong = true;
  if (s->state)
    put(g, s->state, s->size);
  return true;
}

static bool visit(void *context, const successor *s) {
  pdb_graph *g = context;
  uint32_t cost = cost_of(g, s);
  assert(cost <= PDB_MOST_COST);
  if (s->fault != FAULT_NONE && question_stops_at(&g->a->asked, s->fault))
    note_error(g, g->current, cost);
  if (!s->state)
    return true;
  pdb_edge e = {.from = g->current, .to = put(g, s->state, s->size)};
  if (e.from == e.to)
    return true;
  g->work += WORK_OF_EDGE;
  vec_push(g->m, &g->edges, e);
  vec_push(g->m, &g->costs, (uint8_t)cost);
  return true;
}

// The state, which stays where it is while others are put.
static uint32_t fetch(pdb_graph *g, uint32_t id) {
  uint32_t size;
  const uint8_t *borrowed = g->states->get(g->states, id, &size);
  if (size > g->state_room) {
    g->state_room = size * 2;
    g->state = mem_realloc(g->m, g->state, g->state_room);
  }
  memcpy(g->state, borrowed, size);
  return size;
}

static void expand(pdb_graph *g, uint32_t id) {
  uint32_t size = fetch(g, id);
  g->current = id;
  expansion x = g->space->expand(g->space, g->state, size, visit, g);
  if (x.is_stuck && !x.is_end && question_seeks_deadlock(&g->a->asked))
    note_error(g, id, 0);
}

// A state that was covered before it was expanded has the distance of one that covers it, which is not greater than its
// own. A state that is covered later keeps its own steps.
static void pass_to_cover(pdb_graph *g, uint32_t id) {
  bool is_new;
  uint32_t size = fetch(g, id), by = g->states->put(g->states, g->state, size, &is_new);
  assert(!is_new && by != id);
  vec_push(g->m, &g->edges, ((pdb_edge){.from = id, .to = by}));
  vec_push(g->m, &g->costs, 0);
}

uint64_t pdb_graph_work(const pdb_graph *g) {
  uint64_t work = g->work + g->states->work;
  for (const space *s = g->space; s; s = s->inner)
    work += s->work;
  return work / WORK_STEP;
}

static bool is_within(const pdb_graph *g, const pdb_budget *limits, double started) {
  enum { SELDOM = 1024 };
  if (limits->states && g->expanded >= limits->states)
    return false;
  if (limits->work && pdb_graph_work(g) >= limits->work)
    return false;
  if (g->expanded % SELDOM != 0)
    return true;
  return !(limits->bytes && mem_used(g->m) >= limits->bytes) &&
         !(limits->seconds > 0 && clock_wall() - started >= limits->seconds);
}

static bool is_skipped(const pdb_graph *g, uint32_t id) {
  return g->skips_covered && g->states->is_covered && g->states->is_covered(g->states, id);
}

void pdb_graph_explore(pdb_graph *g, const pdb_how *how) {
  double started = clock_wall();
  g->how = how;
  g->states = store_hash.open(g->m, g->order);
  g->space->initial(g->space, visit_start, g);
  while (g->expanded < g->errors.count && is_within(g, &how->budget, started)) {
    heuristic_tell(how->progress, g->what, g->expanded);
    mem_poll(g->m);
    (is_skipped(g, g->expanded) ? pass_to_cover : expand)(g, g->expanded);
    g->expanded++;
  }
  g->is_whole = g->expanded == g->errors.count && !g->starts_wrong;
}

void pdb_graph_close(pdb_graph *g) {
  g->states->close(g->states);
  vec_free(g->m, &g->edges);
  vec_free(g->m, &g->costs);
  vec_free(g->m, &g->errors);
  mem_free(g->m, g->distances);
  mem_free(g->m, g->state);
}
