#include "search/lasso_trace.h"

#include <assert.h>
#include <string.h>

typedef struct link { // the step for an edge
  const uint8_t *to;
  uint32_t size, cost;
  uint64_t marks[PRODUCT_MARK_WORDS]; // all of these
  bool is_found;
  net_action by;
} link;

static bool compare(void *context, const successor *s) {
  link *l = context;
  if (!s->state || s->cost != l->cost || s->size != l->size || memcmp(s->state, l->to, l->size) != 0)
    return true;
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++)
    if (l->marks[i] & ~s->marks[i])
      return true;
  l->is_found = true;
  l->by = s->by;
  return s->fault != FAULT_NONE; // a step without a fault is better
}

static net_action step_of(registry *r, const lasso_graph *g, uint32_t from, const lasso_edge *e) {
  link l = {.cost = e->cost};
  uint32_t size;
  const uint8_t *state = r->visited->get(r->visited, e->to, &l.size);
  uint8_t *copy = mem_alloc(r->m, l.size); // get() of the other state may overwrite it
  l.to = memcpy(copy, state, l.size);
  lasso_graph_set(g, e->marks, l.marks);
  state = r->visited->get(r->visited, from, &size);
  r->space->expand(r->space, state, size, compare, &l);
  mem_free(r->m, copy);
  assert(l.is_found && "it was a successor before");
  return l.by;
}

void lasso_trace(registry *r, const lasso_graph *g, uint32_t start, const uint32_t *loop, uint32_t count,
                 search_finding *to) {
  judge_finding stem = {.end = {.kind = OUTCOME_CYCLE}, .state = start, .cost = r->cost[start]};
  search_finding fresh = {0};
  registry_trace(r, &stem, &fresh);
  uint32_t from = start;
  for (uint32_t i = 0; i < count; i++) {
    const lasso_edge *e = &g->edges.at[loop[i]];
    vec_push(r->m, &fresh.answer.steps, step_of(r, g, from, e));
    fresh.cost += e->cost;
    from = e->to;
  }
  assert(from == start);
  fresh.answer.loop_length = count;
  vec_free(r->m, &to->answer.steps);
  *to = fresh;
}
