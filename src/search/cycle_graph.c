#include "search/cycle_graph.h"

#include <assert.h>
#include <string.h>

void cycle_graph_open(cycle_graph *g, const search_setup *setup) {
  mem *m = setup->m;
  *g = (cycle_graph){.m = m, .product = setup->space, .asked = setup->asked};
  g->claim = product_claim(setup->space);
  g->is_plain = g->claim->mark_count == 1 && !setup->asked.is_fair;
  if (g->is_plain)
    g->sequences = space_atomic(m, setup->space, &setup->asked);
  g->visited = setup->store->open(m, NULL);
  g->estimate = setup->estimate_count && !setup->estimates[0]->kind->is_constant ? setup->estimates[0] : NULL;
  cycle_marks_open(&g->marks, m, setup->space);
  batch_open(&g->children, m);
}

void cycle_graph_close(cycle_graph *g) {
  if (g->sequences)
    g->sequences->close(g->sequences);
  g->visited->close(g->visited);
  cycle_marks_close(&g->marks);
  batch_close(&g->children);
  vec_free(g->m, &g->edges);
  vec_free(g->m, &g->before);
}

// First to a bad state or to a component with accepting cycles, by the shorter way in the claim.
static uint64_t claim_rank(const cycle_graph *g, const successor *s) {
  const claim_state *q = &g->claim->states.at[product_claim_state(g->product, s->state, s->size)];
  return q->to_bad < q->to_cycle ? q->to_bad : q->to_cycle;
}

static void note_fault(cycle_graph *g, const successor *s) {
  g->before.count = 0;
  for (uint32_t i = 0; i < s->before_count; i++)
    vec_push(g->m, &g->before, s->before[i]);
  g->fault = (judge_finding){.is_there = true,
                             .end = outcome_error(s->fault, s->fault_at),
                             .by = s->by,
                             .before = g->before.at,
                             .before_count = g->before.count,
                             .step_cost = s->cost};
}

static bool is_left_out(const cycle_graph *g, const successor *s) {
  if (g->component == CYCLE_NO_STATE)
    return false;
  return g->claim->states.at[product_claim_state(g->product, s->state, s->size)].component != g->component;
}

static uint32_t marks_of(cycle_graph *g, const successor *s) {
  if (g->is_plain)
    return g->is_accepting ? CYCLE_MARKS_ALL : CYCLE_MARKS_NONE;
  return g->is_silent ? CYCLE_MARKS_NONE : cycle_marks_number(&g->marks, s->marks);
}

static bool visit(void *context, const successor *s) {
  cycle_graph *g = context;
  g->generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&g->asked, s->fault)) {
    note_fault(g, s);
    return false;
  }
  if (!s->state || is_left_out(g, s))
    return true;
  cycle_edge e = {.cost = s->cost, .marks = marks_of(g, s), .rank = claim_rank(g, s) << 32};
  vec_push(g->m, &g->edges, e);
  batch_add(&g->children, s->state, s->size, (batch_origin){0});
  return true;
}

static void store_children(cycle_graph *g) {
  batch_put(&g->children, g->visited);
  for (uint32_t i = 0; i < g->children.count; i++) {
    g->edges.at[i].to = g->children.items[i].id;
    g->edges.at[i].is_new = g->children.items[i].is_new;
  }
}

// A state that was stored before comes after the new ones that are as near in the claim: its turn comes in any case.
static void estimate_children(cycle_graph *g) {
  for (uint32_t i = 0; i < g->children.count; i++) {
    const store_item *item = &g->children.items[i];
    mem_poll(g->m);
    g->edges.at[i].rank |=
        item->is_new ? g->estimate->estimate(g->estimate, g->product->view(g->product, item->state, item->size))
                     : UINT32_MAX;
  }
}

// By insertion: edges are few, and mostly in order. Those of the same rank stay in the order of the space.
static void sort_edges(cycle_graph *g) {
  for (uint32_t i = 1; i < g->edges.count; i++) {
    cycle_edge e = g->edges.at[i];
    uint32_t at = i;
    for (; at > 0 && g->edges.at[at - 1].rank > e.rank; at--)
      g->edges.at[at] = g->edges.at[at - 1];
    g->edges.at[at] = e;
  }
}

static void begin(cycle_graph *g) {
  g->edges.count = 0;
  g->fault.is_there = false;
  batch_clear(&g->children);
}

void cycle_graph_initial(cycle_graph *g) {
  begin(g);
  g->component = CYCLE_NO_STATE;
  g->is_accepting = false;
  g->is_silent = true;
  g->product->initial(g->product, visit, g);
  store_children(g);
}

// Where every infinite run of the claim is accepting, a cycle inside an atomic sequence is none, because the claim does
// not run there. Otherwise the product says which steps have no marks.
static void look_at(cycle_graph *g, const uint8_t *bytes, uint32_t size) {
  g->claim_state = product_claim_state(g->product, bytes, size);
  g->is_accepting = g->is_plain && product_is_accepting(g->product, bytes, size);
  g->is_silent = !g->marks.has_needs && g->product->is_inside(g->product, bytes);
}

bool cycle_graph_expand(cycle_graph *g, uint32_t state, cycle_selection which) {
  uint32_t size;
  const uint8_t *bytes = g->visited->get(g->visited, state, &size);
  space *s = cycle_graph_space(g);
  begin(g);
  look_at(g, bytes, size);
  g->component = which == CYCLE_IN_COMPONENT ? g->claim->states.at[g->claim_state].component : (uint32_t)CYCLE_NO_STATE;
  s->expand(s, bytes, size, visit, g);
  g->fault.is_step = true;
  store_children(g);
  if (which == CYCLE_IN_ORDER) {
    if (g->estimate)
      estimate_children(g);
    sort_edges(g);
  }
  return !g->fault.is_there;
}

uint32_t cycle_graph_claim_state(cycle_graph *g, uint32_t state) {
  uint32_t size;
  const uint8_t *bytes = g->visited->get(g->visited, state, &size);
  return product_claim_state(g->product, bytes, size);
}

bool cycle_graph_is_accepting(cycle_graph *g, uint32_t state) {
  uint32_t size;
  const uint8_t *bytes = g->visited->get(g->visited, state, &size);
  return product_is_accepting(g->product, bytes, size);
}

typedef struct link { // the cheapest steps to a state found so far
  cycle_graph *graph;
  uint8_t *to;
  uint32_t size, marks, cost;
  answer *answer;
  uint32_t kept; // steps before these
  bool is_found;
} link;

static bool compare(void *context, const successor *s) {
  link *l = context;
  if (!s->state || s->size != l->size || memcmp(s->state, l->to, l->size) != 0 || (l->is_found && s->cost >= l->cost))
    return true;
  bool is_any = l->graph->is_plain || l->marks == CYCLE_MARKS_ANY;
  if (!is_any && marks_of(l->graph, s) != l->marks)
    return true;
  l->is_found = true;
  l->cost = s->cost;
  l->answer->steps.count = l->kept;
  for (uint32_t i = 0; i < s->before_count; i++)
    vec_push(l->graph->m, &l->answer->steps, s->before[i]);
  vec_push(l->graph->m, &l->answer->steps, s->by);
  return true;
}

uint32_t cycle_graph_steps(cycle_graph *g, uint32_t from, uint32_t to, uint32_t marks, answer *a) {
  link l = {.graph = g, .marks = marks, .answer = a, .kept = a->steps.count};
  const uint8_t *bytes = g->visited->get(g->visited, to, &l.size);
  l.to = memcpy(mem_alloc(g->m, l.size), bytes, l.size); // get() of the other state may overwrite it
  uint32_t size;
  bytes = g->visited->get(g->visited, from, &size);
  look_at(g, bytes, size);
  space *s = cycle_graph_space(g);
  s->expand(s, bytes, size, compare, &l);
  mem_free(g->m, l.to);
  assert(l.is_found && "there is an edge between the states");
  return l.cost;
}
