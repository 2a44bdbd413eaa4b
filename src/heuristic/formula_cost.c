#include "heuristic/formula.h"

static expr_op negated(expr_op op) {
  switch (op) {
  case EXPR_EQ:
    return EXPR_NE;
  case EXPR_NE:
    return EXPR_EQ;
  case EXPR_LT:
    return EXPR_GE;
  case EXPR_GE:
    return EXPR_LT;
  case EXPR_GT:
    return EXPR_LE;
  default:
    return EXPR_GT;
  }
}

static bool is_relation(expr_op op) { return op >= EXPR_LT && op <= EXPR_NE; }

// Are its values numbers that steps may increment or decrement, not names such as mtype or channel numbers?
static bool is_counted(const expr *e) {
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    return e->var->type.kind == KIND_INT;
  return e->op < EXPR_OPERATOR_COUNT || e->op == EXPR_CONST || e->op == EXPR_LEN || e->op == EXPR_PROCESSES;
}

// Steps until the relation holds, if x and y change by one at a time.
static uint32_t gap(expr_op op, int64_t x, int64_t y) {
  int64_t by = op == EXPR_EQ   ? (x < y ? y - x : x - y)
               : op == EXPR_LT ? x - y + 1
               : op == EXPR_LE ? x - y
               : op == EXPR_GT ? y - x + 1
               : op == EXPR_GE ? y - x
                               : x == y;
  return by <= 0 ? 0 : by >= DISTANCE_NEVER ? DISTANCE_NEVER - 1 : (uint32_t)by;
}

static uint32_t relation_cost(inspect_context l, const expr *e, bool wanted) {
  int32_t x = inspect_value(&l, e->a), y = inspect_value(&l, e->b);
  uint32_t cost = gap(wanted ? (expr_op)e->op : negated(e->op), x, y);
  if (l.fault != FAULT_NONE)
    return 0;
  return cost > 1 && !(is_counted(e->a) && is_counted(e->b)) ? 1 : cost;
}

static uint32_t truth_cost(inspect_context l, const expr *e, bool wanted) {
  bool value = inspect_value(&l, e) != 0;
  return value != wanted && l.fault == FAULT_NONE;
}

// Steps until one of the processes of the state has started a process of the template, and that is at one of the
// locations; 1 if it has to be started by a process that is not there yet.
static uint32_t start_cost(distance_rows *g, const state_view *view, uint32_t template_, const expr *e) {
  const distance_graph *graph = g->graph;
  uint32_t initial = graph->net->templates.at[template_]->flow.initial;
  uint32_t start = DISTANCE_NEVER, after = DISTANCE_NEVER;
  for (uint32_t i = 0; i < e->locations.count; i++)
    after = formula_least(after, distance_between(g, template_, initial, e->locations.at[i]));
  for (uint32_t i = 0; i < graph->starts.count; i++)
    for (uint32_t pid = 0; pid < view->processes && graph->starts.at[i].to == distance_node(graph, template_, initial);
         pid++) {
      const view_process *p = &view->process[pid];
      uint32_t from = graph->starts.at[i].from - graph->first[p->template_];
      if (from < graph->net->templates.at[p->template_]->flow.locations.count)
        start = formula_least(start, distance_between(g, p->template_, p->location, from));
    }
  return start == DISTANCE_NEVER || after == DISTANCE_NEVER ? 1 : start + 1 + after;
}

static uint32_t location_cost(distance_rows *g, inspect_context l, const expr *e, bool wanted) {
  int32_t pid = inspect_value(&l, e->a);
  bool is_there = pid >= 0 && (uint32_t)pid < l.view->processes && (int32_t)l.view->process[pid].template_ == e->value;
  if (!is_there && (!wanted || !g->graph->net->starts_processes))
    return wanted ? DISTANCE_NEVER : 0;
  if (!is_there)
    return start_cost(g, l.view, (uint32_t)e->value, e);
  uint32_t nearest = DISTANCE_NEVER;
  for (uint32_t i = 0; i < e->locations.count; i++)
    nearest = formula_least(nearest,
                            distance_between(g, (uint32_t)e->value, l.view->process[pid].location, e->locations.at[i]));
  if (nearest == DISTANCE_NEVER && g->graph->net->starts_processes) // it may die, and another one get its number
    nearest = 1;
  return wanted ? nearest : nearest == 0;
}

// Steps to fill the channel, to empty it, or to remove or add one message.
static uint32_t channel_cost(inspect_context l, const expr *e, bool wanted) {
  bool is_now = (inspect_value(&l, e) != 0) == wanted;
  const view_channel *c = inspect_channel(&l, e->a);
  if (is_now || !c)
    return 0;
  uint32_t capacity = l.view->net->channels.at[c->type].capacity;
  bool fills = e->op == (wanted ? EXPR_FULL : EXPR_NOT_FULL);
  bool empties = e->op == (wanted ? EXPR_EMPTY : EXPR_NOT_EMPTY) || (e->op == EXPR_POLL && !wanted);
  if (capacity == 0)
    return DISTANCE_NEVER;
  return fills ? capacity - c->length : empties ? c->length : 1;
}

static uint32_t either(uint32_t a, uint32_t b, bool is_all) {
  return is_all ? distance_plus(a, b) : formula_least(a, b);
}

static uint32_t choice_cost(distance_rows *g, const inspect_context *by, const expr *e, bool wanted) {
  uint32_t yes = distance_plus(formula_cost(g, by, e->a, true), formula_cost(g, by, e->b, wanted));
  uint32_t no = distance_plus(formula_cost(g, by, e->a, false), formula_cost(g, by, e->c, wanted));
  return formula_least(yes, no);
}

uint32_t formula_cost(distance_rows *g, const inspect_context *by, const expr *e, bool wanted) {
  if (is_relation(e->op))
    return relation_cost(*by, e, wanted);
  switch ((expr_op)e->op) {
  case EXPR_NOT:
    return formula_cost(g, by, e->a, !wanted);
  case EXPR_AND:
  case EXPR_OR:
    return either(formula_cost(g, by, e->a, wanted), formula_cost(g, by, e->b, wanted), (e->op == EXPR_AND) == wanted);
  case EXPR_COND:
    return choice_cost(g, by, e, wanted);
  case EXPR_CONST:
    return (e->value != 0) == wanted ? 0 : DISTANCE_NEVER;
  case EXPR_AT:
    return location_cost(g, *by, e, wanted);
  case EXPR_FULL:
  case EXPR_NOT_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_EMPTY:
  case EXPR_POLL:
    return channel_cost(*by, e, wanted);
  default:
    return truth_cost(*by, e, wanted);
  }
}

// A rendezvous receive is blocked if all senders are: the cost is that of the sender's edge.
static uint32_t sync_block_cost(inspect_context l, const net_edge *e) {
  const net_sync *s = &e->sync;
  const view_channel *c = inspect_channel(&l, s->channel);
  if (!c)
    return 0;
  uint32_t capacity = l.view->net->channels.at[c->type].capacity;
  if (capacity == 0)
    return s->kind == SYNC_SEND && inspect_is_received(&l, e, c);
  if (s->kind == SYNC_SEND)
    return capacity - c->length;
  bool fits = s->patterns.count == l.view->net->channels.at[c->type].fields.count;
  return fits && inspect_has_message(&l, c, s->patterns.at, s->patterns.count, s->random) ? c->length : 0;
}

// An answer is blocked if all callers are: the cost is that of the caller's edge.
static uint32_t label_block_cost(inspect_context l, const net_edge *e) {
  return e->sync.kind == SYNC_CALL && inspect_is_answered(&l, e);
}

static uint32_t timed_block_cost(distance_rows *g, const inspect_context *by, const net_edge *e) {
  uint32_t cost = e->guard ? formula_cost(g, by, e->guard, false) : DISTANCE_NEVER;
  if (e->bounds.count) // a delay may disable it
    cost = formula_least(cost, 1);
  return e->sync.kind == SYNC_NONE ? cost : formula_least(cost, label_block_cost(*by, e));
}

uint32_t formula_block_cost(distance_rows *g, const inspect_context *by, const net_edge *e) {
  if (g->graph->net->is_timed)
    return timed_block_cost(g, by, e);
  if (e->is_end) // the youngest process can always die, and is then no longer active: one step
    return (uint32_t)by->pid + 1 == by->view->processes;
  if (e->is_else)
    return DISTANCE_NEVER;
  uint32_t guard = e->guard ? formula_cost(g, by, e->guard, false) : DISTANCE_NEVER;
  return e->sync.kind == SYNC_NONE ? guard : formula_least(guard, sync_block_cost(*by, e));
}
