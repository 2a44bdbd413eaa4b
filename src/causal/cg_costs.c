#include "causal/cg_costs.h"

typedef struct search { // Dijkstra's algorithm from a value of a variable
  const causal_var *var;
  cg_table *table;
  uint32_t nodes, queue; // where its parts of cg_costs.nodes and queue start
} search;

static cg_table *begin(cg_costs *c, uint32_t node, uint32_t values) {
  cg_table *table = &c->table[node];
  if (!table->cost) {
    table->cost = mem_alloc(c->m, 2 * values * sizeof *table->cost);
    table->first = table->cost + values;
  }
  for (uint32_t i = 0; i < values; i++) {
    cg_node unknown = {0};
    table->cost[i] = CG_INFINITE;
    table->first[i] = CG_NO_TRANSITION;
    vec_push(c->m, &c->nodes, unknown);
  }
  return table;
}

// Relaxes a transition from the value that was just closed, in its context.
static void take(cg_costs *c, const search *s, const cg_context *from, uint32_t transition) {
  const causal_transition *t = &c->g->transitions.at[transition];
  uint32_t limit = s->table->cost[t->to], sum = cg_sum(s->table->cost[from->value], t->cost);
  if (sum >= limit)
    return;
  cg_context to = {from->var, from->value, c->changes.count, from->count, from->number};
  c->work++;
  mem_poll(c->m);
  vec_reserve(c->m, &c->changes, to.changes + to.count);
  for (uint32_t i = 0; i < to.count; i++)
    c->changes.at[c->changes.count++] = c->changes.at[from->changes + i];
  for (uint32_t i = 0; i < t->count && sum < limit; i++)
    sum = cg_sum(sum, cg_require(c, &to, c->g->conditions.at[t->conditions + i], limit - sum));
  if (sum >= limit) {
    c->changes.count = to.changes;
    return;
  }
  cg_apply(c, &to, t);
  s->table->cost[t->to] = sum;
  uint32_t first = s->table->first[from->value];
  s->table->first[t->to] = first == CG_NO_TRANSITION ? transition : first;
  c->nodes.at[s->nodes + t->to].changes = to.changes;
  c->nodes.at[s->nodes + t->to].count = to.count;
  causal_queue_put(c->m, &c->queue, s->queue, sum, t->to);
}

static void take_all(cg_costs *c, const search *s, const cg_context *from, uint32_t node) {
  const causal_lists *leaving = &c->g->leaving;
  for (uint32_t i = leaving->first[node]; i < leaving->first[node + 1]; i++)
    take(c, s, from, leaving->item[i]);
}

static void find_costs(cg_costs *c, uint32_t var, uint32_t value) {
  search s = {.var = &c->g->vars[var], .nodes = c->nodes.count, .queue = c->queue.heap.count};
  uint32_t changes = c->changes.count, floor = c->floor, cost;
  uint64_t cuts = c->cuts;
  s.table = begin(c, s.var->first_node + value, s.var->values);
  s.table->cost[value] = 0;
  c->floor = c->evaluating;
  causal_queue_put(c->m, &c->queue, s.queue, 0, value);
  while (c->queue.heap.count > s.queue) {
    causal_queue_take(&c->queue, s.queue, &cost, &value);
    cg_node *node = &c->nodes.at[s.nodes + value];
    if (node->is_closed)
      continue;
    node->is_closed = true;
    cg_context here = {var, value, node->changes, node->count, ++c->contexts};
    take_all(c, &s, &here, s.var->first_node + value);
    take_all(c, &s, &here, s.var->first_node + s.var->values);
  }
  c->floor = floor;
  c->cuts = cuts;
  c->nodes.count = s.nodes;
  c->changes.count = changes;
  s.table->state = c->state;
  s.table->is_rough = cg_is_rough(c);
}

const cg_table *cg_costs_from(cg_costs *c, uint32_t var, uint32_t value) {
  const cg_table *table = &c->table[c->g->vars[var].first_node + value];
  // The costs of an independent variable are the same in every state.
  bool is_lasting = table->state && c->g->vars[var].is_independent && !table->is_rough;
  if (table->state != c->state && !is_lasting)
    find_costs(c, var, value);
  return table;
}

void cg_costs_set(cg_costs *c, const uint32_t *facts, uint32_t count) {
  const task *t = c->g->t;
  for (uint32_t var = 0; var < t->vars.count; var++)
    c->value[var] = t->vars.at[var].count;
  for (uint32_t i = 0; i < count; i++)
    c->value[t->var_of[facts[i]]] = facts[i] - t->vars.at[t->var_of[facts[i]]].first;
  c->state++;
  c->work = 0;
}

static cg_product *products_of(mem *m, const task *t) {
  uint32_t count = t->facts - t->first_derived + 1;
  cg_product *out = mem_alloc(m, count * sizeof *out);
  for (uint32_t i = 0; i < count; i++)
    out[i].at = TASK_NONE;
  for (uint32_t i = 0; i < t->products.count; i++) {
    const task_product *p = &t->products.at[i];
    for (uint32_t k = 0; k < t->vars.at[p->var].count; k++)
      out[p->first - t->first_derived + k] = (cg_product){p->at, t->vars.at[p->var].first + k};
  }
  return out;
}

cg_costs *cg_costs_open(mem *m, const causal_graph *g) {
  cg_costs *c = mem_alloc(m, sizeof *c);
  c->m = m;
  c->g = g;
  c->value = mem_alloc(m, (g->t->vars.count + 1) * sizeof *c->value);
  c->table = mem_alloc(m, (g->nodes + 1) * sizeof *c->table);
  c->product = products_of(m, g->t);
  c->known = mem_alloc(m, (g->t->facts - g->t->first_derived + 1) * sizeof *c->known);
  return c;
}

void cg_costs_close(cg_costs *c) {
  for (uint32_t i = 0; i < c->g->nodes; i++)
    mem_free(c->m, c->table[i].cost);
  mem_free(c->m, c->value);
  mem_free(c->m, c->table);
  mem_free(c->m, c->known);
  mem_free(c->m, c->product);
  vec_free(c->m, &c->nodes);
  vec_free(c->m, &c->changes);
  vec_free(c->m, &c->given);
  vec_free(c->m, &c->queue.heap);
  mem_free(c->m, c);
}
