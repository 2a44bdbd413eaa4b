// Calls of functions, and clocks. Both are over-approximated: a function may return any value of its range, a clock
// bound may hold or not. Only faults are analysed further.
#include "relaxation/task_internal.h"

// A fault in an expression that may not be evaluated is only possible, not certain.
static void doubt_fault(task_path *x) {
  x->may_fault |= x->must_fault;
  x->must_fault = false;
}

static bool is_stmt_faulty(task_path *x, const net_stmt *s);

static bool is_edge_faulty(task_path *x, const net_edge *e) {
  x->may_fault = x->must_fault = false;
  if (e->guard)
    task_eval(x, NULL, e->guard);
  bool is_faulty = x->may_fault || x->must_fault;
  for (const net_stmt *s = e->effect; s && !is_faulty; s = s->next)
    is_faulty = is_stmt_faulty(x, s);
  return is_faulty;
}

static bool is_block_faulty(task_path *x, uint32_t block) {
  const net_flow *f = &x->b->net->blocks.at[block];
  if (!ranges_block_ends(x->b->ranges, block))
    return true;
  for (uint32_t l = 0; l < f->locations.count; l++) {
    bool goes_on = false;
    for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++) {
      const net_edge *e = x->b->net->edges.at[f->locations.at[l].edges.at[i]];
      if (is_edge_faulty(x, e))
        return true;
      goes_on |= risk_is_sure(e);
    }
    if (!goes_on)
      return true;
  }
  return false;
}

static bool is_stmt_faulty(task_path *x, const net_stmt *s) {
  x->may_fault = x->must_fault = false;
  if (s->kind == STMT_BLOCK)
    return is_block_faulty(x, s->block);
  if (s->kind != STMT_ASSIGN)
    return s->kind != STMT_PRINT || s->args.count > 0;
  task_eval(x, NULL, s->target);
  if (!x->must_fault)
    task_store(x, task_eval(x, NULL, s->value), s->target->var->type);
  return x->may_fault || x->must_fault;
}

// Computed once per function, for all processes together, with the ranges of variables only.
static bool may_call_fault(const task_path *x, uint32_t function) {
  enum { NOT_KNOWN, FINE, FAULTY };
  uint8_t *known = &x->b->call_faults[function];
  if (*known == NOT_KNOWN) {
    task_path inner = {.b = x->b, .is_coarse = true, .is_frozen = true, .is_blunt = true};
    *known = FAULTY; // a function that calls itself may do so for ever
    *known = is_block_faulty(&inner, x->b->net->functions.at[function].block) ? FAULTY : FINE;
  }
  return *known == FAULTY;
}

interval task_call(task_path *x, const task_process *who, const expr *e) {
  const net_function *f = &x->b->net->functions.at[e->value];
  uint32_t next = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t c = 0; c < f->parameters.at[i]->cells && next < e->indices.count && !x->must_fault; c++) {
      interval r = task_eval(x, who, e->indices.at[next++]);
      if (!x->must_fault)
        task_store(x, r, f->parameters.at[i]->type);
    }
  if (!x->must_fault)
    x->may_fault |= may_call_fault(x, (uint32_t)e->value);
  return task_hull(x, f->result);
}

// The range of the index, cut to the valid indices. False if no index is valid.
static bool find_pick(task_path *x, const task_process *who, const net_pick *p, uint32_t *first, uint32_t *last) {
  *first = *last = 0;
  if (!p->offset)
    return true;
  interval r = task_eval(x, who, p->offset);
  if (r.high < 0 || r.low >= (int64_t)p->count)
    x->must_fault = true;
  if (x->must_fault)
    return false;
  x->may_fault |= r.low < 0 || r.high >= (int64_t)p->count;
  *first = r.low < 0 ? 0 : (uint32_t)r.low;
  *last = r.high >= (int64_t)p->count ? p->count - 1 : (uint32_t)r.high;
  return true;
}

uint32_t task_pick(task_path *x, const task_process *who, const net_pick *p) {
  uint32_t first, last;
  if (!find_pick(x, who, p, &first, &last))
    return TASK_NONE;
  return p->first + first + task_split(x, last - first + 1);
}

static void test_number(task_path *x, const task_process *who, const expr *e, int32_t low, int32_t high) {
  if (!x->must_fault && e)
    task_store(x, task_eval(x, who, e), net_type_range(low, high));
}

static void test_clock(task_path *x, const task_process *who, const net_pick *p) {
  uint32_t first, last;
  if (!x->must_fault && p->count)
    find_pick(x, who, p, &first, &last);
}

interval task_bound(task_path *x, const task_process *who, const net_bound *bound) {
  interval when = bound->when ? task_eval(x, who, bound->when) : (interval){1, 1};
  if (x->must_fault || (when.low == 0 && when.high == 0))
    return (interval){1, 1};
  test_clock(x, who, &bound->x);
  test_clock(x, who, &bound->y);
  test_number(x, who, bound->limit, -NET_MAX_TIME, NET_MAX_TIME);
  if (interval_holds(when, 0))
    doubt_fault(x);
  return interval_truth;
}

void task_set_clock(task_path *x, const task_process *who, const net_stmt *s) {
  test_clock(x, who, &s->clock);
  test_clock(x, who, &s->from);
  test_number(x, who, s->value, 0, NET_MAX_TIME);
}
