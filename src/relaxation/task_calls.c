// Calls of functions, and what is asked of clocks. Neither is followed: a function gives something that it may give, a
// bound may hold or not. What counts is whether it can go wrong.
#include "relaxation/task_internal.h"

// What was done only perhaps has gone wrong only perhaps.
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
  if (!x->b->block_ends[block])
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

// Whether a function can go wrong is found out once, for all processes together, without telling variables apart.
static bool may_go_wrong(const task_path *x, uint32_t function) {
  enum { NOT_KNOWN, FINE, FAULTY };
  uint8_t *known = &x->b->call_faults[function];
  if (*known == NOT_KNOWN) {
    task_path inner = {.b = x->b, .is_coarse = true, .is_frozen = true, .is_blunt = true};
    *known = FAULTY; // what calls itself may do so for ever
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
    x->may_fault |= may_go_wrong(x, (uint32_t)e->value);
  return task_hull(x, f->result);
}

// Which of a row, as far as it lies inside. False if there is none.
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

static void look_at_number(task_path *x, const task_process *who, const expr *e, int32_t low, int32_t high) {
  if (!x->must_fault && e)
    task_store(x, task_eval(x, who, e), net_type_range(low, high));
}

static void look_at_clock(task_path *x, const task_process *who, const net_pick *p) {
  uint32_t first, last;
  if (!x->must_fault && p->count)
    find_pick(x, who, p, &first, &last);
}

interval task_bound(task_path *x, const task_process *who, const net_bound *bound) {
  interval when = bound->when ? task_eval(x, who, bound->when) : (interval){1, 1};
  if (x->must_fault || (when.low == 0 && when.high == 0))
    return (interval){1, 1};
  look_at_clock(x, who, &bound->x);
  look_at_clock(x, who, &bound->y);
  look_at_number(x, who, bound->limit, -NET_MAX_TIME, NET_MAX_TIME);
  if (interval_holds(when, 0))
    doubt_fault(x);
  return interval_truth;
}

void task_set_clock(task_path *x, const task_process *who, const net_stmt *s) {
  look_at_clock(x, who, &s->clock);
  look_at_clock(x, who, &s->from);
  look_at_number(x, who, s->value, 0, NET_MAX_TIME);
}
