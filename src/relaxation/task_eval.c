// Evaluates expressions on one path (see task_explore.c).
#include "relaxation/task_internal.h"

#include <assert.h>

const task_cell *task_cell_at(const task_builder *b, const task_process *who, const net_var *v, uint32_t cell) {
  assert(v->template_ == NET_NONE || (who && who->template_->index == (uint32_t)v->template_));
  return &(v->template_ == NET_NONE ? b->global_cells : who->cells)[v->first_cell + cell];
}

interval task_hull(const task_path *x, const net_var *v) {
  interval all = values_hull(&x->b->ranges->vars[v->index]);
  return interval_is_empty(all) ? interval_of_type(v->type) : all;
}

static interval read_cell(task_path *x, const task_process *who, const net_var *v, uint32_t cell) {
  const task_cell *c = task_cell_at(x->b, who, v, cell);
  if (c->is_fixed)
    return interval_one(c->value);
  uint32_t fact = c->var == TASK_NONE ? TASK_NONE : task_told(x, c->var);
  if (fact == TASK_NONE && (c->var == TASK_NONE || x->is_coarse || x->is_frozen))
    return task_hull(x, v);
  if (fact == TASK_NONE)
    fact = task_tell(x, c->var);
  const task_var *var = &x->b->t->vars.at[c->var];
  return interval_one(var->values[fact - var->first]);
}

// The range of cells that an index expression may select, cut to the valid ones. False if none is valid.
static bool find_cells(task_path *x, const task_process *who, const expr *e, uint32_t *first, uint32_t *last) {
  uint32_t next = 0, low = 0, high = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    interval r = next < e->indices.count ? task_eval(x, who, e->indices.at[next]) : interval_one(0);
    next++;
    if (r.high < 0 || r.low >= (int64_t)length)
      x->must_fault = true;
    if (x->must_fault)
      return false;
    x->may_fault |= r.low < 0 || r.high >= (int64_t)length;
    uint32_t from = r.low < 0 ? 0 : (uint32_t)r.low, to = r.high >= (int64_t)length ? length - 1 : (uint32_t)r.high;
    low = low * length + from;
    high = high * length + to;
  }
  *first = low;
  *last = high;
  return true;
}

uint32_t task_cell_of(task_path *x, const task_process *who, const expr *e) {
  uint32_t first, last;
  if (!find_cells(x, who, e, &first, &last))
    return TASK_NONE;
  return first + task_split(x, last - first + 1);
}

static interval read_var(task_path *x, const task_process *who, const expr *e, const task_process *of) {
  uint32_t first, last;
  if (!find_cells(x, who, e, &first, &last))
    return task_hull(x, e->var);
  return first == last && !x->is_blunt ? read_cell(x, of, e->var, first) : task_hull(x, e->var);
}

// The process of the cast that has the number; NULL if there is none. *other represents a process of the template that
// is started later and may get the number; NULL if there is none.
static const task_process *process_numbered(const task_path *x, int32_t pid, uint32_t template_,
                                            const task_process **other) {
  const task_builder *b = x->b;
  *other = b->started_as[template_] == TASK_NONE || pid < 0 ? NULL : &b->processes[b->started_as[template_]];
  return pid >= 0 && (uint32_t)pid < b->cast ? &b->processes[pid] : NULL;
}

static uint32_t died_or_never_there(const task_path *x, const task_process *p) {
  return p ? task_fact_died(x->b, p) : FACT_TRUE;
}

// The value of a variable of an unknown process. Processes that are started later are not distinguished.
static interval anybodys_var(task_path *x, const task_process *who, const expr *e) {
  interval all = task_hull(x, e->var);
  uint32_t first, last;
  bool must = x->must_fault;
  find_cells(x, who, e, &first, &last);
  x->may_fault |= x->must_fault;
  x->must_fault = must;
  return (interval){all.low < 0 ? all.low : 0, all.high > 0 ? all.high : 0};
}

static interval remote_var(task_path *x, const task_process *who, const expr *e) {
  interval pid = task_eval(x, who, e->a);
  const task_process *other;
  if (!interval_is_one(pid) || x->is_frozen || x->must_fault)
    return anybodys_var(x, who, e);
  const task_process *p = process_numbered(x, pid.low, (uint32_t)e->var->template_, &other);
  bool fits = p && p->template_->index == (uint32_t)e->var->template_;
  uint32_t died = died_or_never_there(x, p), way = task_split(x, fits + 1u + (other != NULL));
  if (fits && way == 0)
    return read_var(x, who, e, p);
  task_assume(x, way > fits || fits ? died : FACT_TRUE);
  return way == fits ? interval_one(0) : anybodys_var(x, who, e); // there is no such process, or one that was started
}

static bool is_listed(const expr *e, uint32_t location) {
  for (uint32_t i = 0; i < e->locations.count; i++)
    if (e->locations.at[i] == location)
      return true;
  return false;
}

static interval is_at(task_path *x, const task_process *who, const expr *e) {
  interval pid = task_eval(x, who, e->a);
  const task_process *other;
  if (!interval_is_one(pid))
    return interval_truth;
  const task_process *p = process_numbered(x, pid.low, (uint32_t)e->value, &other);
  bool fits = p && p->template_->index == (uint32_t)e->value;
  uint32_t died = died_or_never_there(x, p);
  if (!fits && !other)
    return interval_one(0);
  if (x->is_coarse || x->is_frozen)
    return interval_truth;
  task_ways yes = {0}, no = {0};
  for (uint32_t i = 0; fits && i < p->template_->flow.locations.count; i++)
    task_ways_add_one(x->b, is_listed(e, i) ? &yes : &no, task_fact_at(x->b, p, i));
  task_ways_add_one(x->b, &no, fits ? died : FACT_TRUE);
  for (uint32_t i = 0; other && i < e->locations.count; i++)
    task_ways_add(x->b, &yes, (uint32_t[]){died, task_fact_at(x->b, other, e->locations.at[i])}, 2);
  uint32_t is_so = task_ways_fact(x->b, &yes);
  return task_is(x, is_so, task_ways_fact(x->b, &no));
}

static interval truth_of(interval r) {
  return interval_is_one(r) ? interval_one(r.low != 0) : interval_holds(r, 0) ? interval_truth : interval_one(1);
}

// The right side is evaluated only if the left one does not decide. If that is not known, a fault in it is only
// possible, not certain.
static interval logic(task_path *x, const task_process *who, const expr *e) {
  interval a = truth_of(task_eval(x, who, e->a));
  int32_t decides = e->op == EXPR_OR;
  if (x->must_fault || (interval_is_one(a) && a.low == decides))
    return a;
  interval b = truth_of(task_eval(x, who, e->b));
  if (interval_is_one(a))
    return b;
  x->may_fault |= x->must_fault;
  x->must_fault = false;
  return interval_is_one(b) && b.low == decides ? b : interval_truth;
}

interval task_store(task_path *x, interval r, net_type type) {
  interval held = interval_cut(r, type);
  if (interval_is_empty(held)) {
    x->must_fault = true;
    return r;
  }
  x->may_fault |= type.is_checked && !interval_is_same(held, r);
  return held;
}

static interval operator_value(task_path *x, const task_process *who, const expr *e) {
  if (e->op == EXPR_AND || e->op == EXPR_OR)
    return logic(x, who, e);
  fault f = FAULT_NONE;
  interval a = task_eval(x, who, e->a), b = interval_one(0);
  if (expr_arity(e->op) == 2 && !x->must_fault)
    b = task_eval(x, who, e->b);
  if (x->must_fault)
    return a;
  if (interval_is_one(a) && interval_is_one(b)) {
    a = interval_one(expr_apply(e->op, a.low, b.low, &f));
    x->must_fault |= f != FAULT_NONE;
    return a;
  }
  if (e->op == EXPR_DIV || e->op == EXPR_MOD) {
    x->must_fault |= b.low == 0 && b.high == 0;
    x->may_fault |= interval_holds(b, 0);
  }
  return interval_apply(e->op, a, b);
}

static interval choice(task_path *x, const task_process *who, const expr *e) {
  interval a = task_eval(x, who, e->a);
  if (x->must_fault || interval_is_one(a) || !interval_holds(a, 0))
    return x->must_fault ? a : task_eval(x, who, a.low == 0 && a.high == 0 ? e->c : e->b);
  interval b = task_eval(x, who, e->b);
  x->may_fault |= x->must_fault;
  x->must_fault = false;
  interval c = task_eval(x, who, e->c);
  x->may_fault |= x->must_fault;
  x->must_fault = false;
  return (interval){b.low < c.low ? b.low : c.low, b.high > c.high ? b.high : c.high};
}

static interval own_number(const task_path *x, const task_process *who) {
  if (!x->is_blunt && (!who || who->pid != TASK_ANYBODY))
    return interval_one(who ? (int32_t)who->pid : 0);
  return (interval){0, (int32_t)net_most_processes(x->b->net) - 1};
}

// Operators on a process by its number, or on all processes: any value of their range.
static interval process_value(task_path *x, const task_process *who, const expr *e) {
  interval of = e->a ? task_eval(x, who, e->a) : interval_one(0), self = own_number(x, who);
  switch ((expr_op)e->op) {
  case EXPR_ENABLED:
    x->may_fault |= who && of.low <= self.high && self.low <= of.high;
    return interval_truth;
  case EXPR_TIMEOUT:
    return (interval){x->b->is_timeout, 1};
  case EXPR_UNLABELLED:
    return interval_truth;
  case EXPR_PROCESSES:
    return (interval){0, x->b->net->starts_processes ? NET_MAX_PROCESSES : (int32_t)x->b->cast};
  case EXPR_FIRST:
    return (interval){-1, NET_MAX_PROCESSES - 1};
  case EXPR_LAST:
    return (interval){0, NET_MAX_PROCESSES - 1};
  default:
    return interval_all;
  }
}

interval task_eval(task_path *x, const task_process *who, const expr *e) {
  if (e->op < EXPR_OPERATOR_COUNT)
    return operator_value(x, who, e);
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    return interval_one(e->value);
  case EXPR_VAR:
    return read_var(x, who, e, who);
  case EXPR_REMOTE_VAR:
    return remote_var(x, who, e);
  case EXPR_AT:
    return is_at(x, who, e);
  case EXPR_COND:
    return choice(x, who, e);
  case EXPR_PID:
    return own_number(x, who);
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
  case EXPR_POLL:
    return task_channel_value(x, who, e);
  case EXPR_CALL:
    return task_call(x, who, e);
  case EXPR_BOUND:
    return task_bound(x, who, e->bound);
  case EXPR_DEADLOCK:
    return interval_truth;
  default:
    return process_value(x, who, e);
  }
}
