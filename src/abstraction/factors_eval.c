// The values that an expression may have on a path.
#include "abstraction/factors_internal.h"

static interval truth_of(interval r) {
  if (!interval_holds(r, 0))
    return interval_one(1);
  return interval_is_one(r) ? interval_one(0) : interval_truth;
}

// The index among the cells of the variable, or several; an index that is out of range is a fault.
static bool index_of(factors_maker *k, const factor_process *who, const expr *e, uint32_t *first, uint32_t *last) {
  uint32_t next = 0, low = 0, high = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    interval index = next < e->indices.count ? factors_eval(k, who, e->indices.at[next]) : interval_one(0);
    next++;
    k->may_fault |= !interval_lies_within(index, 0, (int64_t)length - 1);
    index = interval_common(index, (interval){0, (int32_t)length - 1});
    if (interval_is_empty(index))
      return false;
    low = low * length + (uint32_t)index.low;
    high = high * length + (uint32_t)index.high;
  }
  *first = low;
  *last = high;
  return true;
}

static uint32_t cell_number(const factor_process *who, const net_var *v) {
  return v->template_ == NET_NONE ? v->first_cell : who->first_cell + v->first_cell;
}

bool factors_cells_of(factors_maker *k, const factor_process *who, const expr *e, uint32_t *first, uint32_t *last) {
  if (!index_of(k, who, e, first, last))
    return false;
  *first += cell_number(who, e->var);
  *last += cell_number(who, e->var);
  return true;
}

static interval hull_of_var(const factors_maker *k, const net_var *v) {
  interval r = values_hull(&k->ranges->vars[v->index]);
  return interval_is_empty(r) ? interval_one(0) : r;
}

static interval read_var(factors_maker *k, const factor_process *who, const expr *e) {
  uint32_t first, last;
  if (!factors_cells_of(k, who, e, &first, &last))
    return hull_of_var(k, e->var);
  if (first == last)
    return factors_read(k, first);
  interval r = interval_none;
  for (uint32_t c = first; c <= last; c++)
    r = interval_hull(r, k->is_told[c] ? k->now[c] : k->cells[c].base);
  return r;
}

// The process with a number that is known; NULL = there is none, or it is not known.
static const factor_process *process_of(const factors_maker *k, interval pid) {
  return interval_is_one(pid) && pid.low >= 0 && (uint32_t)pid.low < k->cast ? &k->processes[pid.low] : NULL;
}

static interval read_remote(factors_maker *k, const factor_process *who, const expr *e) {
  const factor_process *p = process_of(k, factors_eval(k, who, e->a));
  uint32_t first, last;
  bool is_it = p && p->template_->index == (uint32_t)e->var->template_;
  bool is_known = is_it && index_of(k, who, e, &first, &last) && first == last;
  interval r = is_known ? factors_read(k, p->first_cell + e->var->first_cell + first) : hull_of_var(k, e->var);
  return k->net->is_timed ? r : interval_hull(r, interval_one(0)); // it may have died
}

// A process that has died may have a successor with the same number.
static interval is_at(factors_maker *k, const factor_process *who, const expr *e) {
  interval pid = factors_eval(k, who, e->a);
  const factor_process *p = process_of(k, pid);
  bool may_come = k->may_start && k->ranges->is_started[e->value];
  if (!p)
    return interval_is_one(pid) && !may_come ? interval_one(0) : interval_truth;
  if (p->template_->index != (uint32_t)e->value)
    return may_come ? interval_truth : interval_one(0);
  if (p->location == FACTOR_NONE)
    return interval_truth;
  uint32_t count = k->f->all.at[p->location].count;
  bool *marked = mem_alloc(k->m, count);
  for (uint32_t i = 0; i < e->locations.count; i++)
    marked[e->locations.at[i]] = true;
  interval r = factors_is_among(k, p->location, marked, may_come ? count - 1 : FACTOR_NONE);
  mem_free(k->m, marked);
  return r;
}

static interval length_of(factors_maker *k, const factor_process *who, const expr *channel) {
  interval number = factors_eval(k, who, channel);
  bool is_known = interval_is_one(number) && number.low > 0 && (uint32_t)number.low <= k->channel_count;
  k->may_fault |= !is_known;
  if (!is_known)
    return (interval){0, INT32_MAX};
  const net_channel *type = &k->net->channels.at[k->channels[number.low].type];
  if (type->capacity == 0)
    return interval_one(0);
  return interval_common(factors_read(k, k->channels[number.low].cell), (interval){0, (int32_t)type->capacity});
}

static interval capacity_of(factors_maker *k, const factor_process *who, const expr *channel) {
  bool was_frozen = k->is_frozen;
  k->is_frozen = true;
  interval number = factors_eval(k, who, channel);
  k->is_frozen = was_frozen;
  if (!interval_is_one(number) || number.low <= 0 || (uint32_t)number.low > k->channel_count)
    return (interval){0, INT32_MAX};
  return interval_one((int32_t)k->net->channels.at[k->channels[number.low].type].capacity);
}

static interval not(interval r) { return interval_apply(EXPR_NOT, r, interval_none); }

// A rendezvous channel has length 0, is empty and never full.
static interval about_channel(factors_maker *k, const factor_process *who, const expr *e) {
  interval length = length_of(k, who, e->a), capacity = capacity_of(k, who, e->a);
  if (e->op == EXPR_LEN)
    return length;
  if (e->op == EXPR_EMPTY || e->op == EXPR_NOT_EMPTY)
    return e->op == EXPR_EMPTY ? not(truth_of(length)) : truth_of(length);
  interval full = capacity.high == 0 ? interval_one(0) : interval_apply(EXPR_EQ, length, capacity);
  return e->op == EXPR_FULL ? full : not(full);
}

static interval poll(factors_maker *k, const factor_process *who, const expr *e) {
  interval length = length_of(k, who, e->a);
  k->may_fault = true;
  return length.high == 0 ? interval_one(0) : interval_truth;
}

// A function is executed if all it reads is known well enough.
static interval call(factors_maker *k, const factor_process *who, const expr *e) {
  const net_function *f = &k->net->functions.at[e->value];
  uint32_t next = 0;
  k->may_fault = true;
  bool is_known = !k->is_called[e->value]; // functions that call themselves share their variables
  for (uint32_t i = 0; i < f->parameters.count && is_known; i++)
    for (uint32_t c = 0; c < f->parameters.at[i]->cells && next < e->indices.count; c++) {
      interval r = interval_cut(factors_eval(k, who, e->indices.at[next++]), f->parameters.at[i]->type);
      is_known &= !interval_is_empty(r);
      if (is_known)
        factors_write(k, f->parameters.at[i]->first_cell + c, r);
    }
  bool was_impossible = k->is_impossible;
  if (is_known) {
    k->is_called[e->value] = true;
    k->is_impossible = false;
    is_known = factors_run_block(k, who, f->block) && !k->is_impossible && k->is_told[f->result->first_cell];
    k->is_impossible = was_impossible;
    k->is_called[e->value] = false;
  }
  interval all = hull_of_var(k, f->result);
  return is_known ? k->now[f->result->first_cell] : all;
}

static interval either(factors_maker *k, const factor_process *who, const expr *e) {
  interval is_so = truth_of(factors_eval(k, who, e->a));
  if (interval_is_one(is_so))
    return factors_eval(k, who, is_so.low ? e->b : e->c);
  interval yes = factors_eval(k, who, e->b), no = factors_eval(k, who, e->c);
  return interval_hull(yes, no);
}

static interval both(factors_maker *k, const factor_process *who, const expr *e) {
  interval left = truth_of(factors_eval(k, who, e->a));
  bool stops_at = e->op == EXPR_OR;
  if (interval_is_one(left) && left.low == stops_at)
    return left;
  interval right = truth_of(factors_eval(k, who, e->b));
  if (interval_is_one(left) || (interval_is_one(right) && right.low == stops_at))
    return right;
  return interval_truth;
}

static interval operate(factors_maker *k, const factor_process *who, const expr *e) {
  interval r;
  if (k->conditions.count && e->op >= EXPR_LT && e->op <= EXPR_NE && factors_known_condition(k, who, e, &r))
    return r;
  if (e->op == EXPR_AND || e->op == EXPR_OR)
    return both(k, who, e);
  interval a = factors_eval(k, who, e->a);
  interval b = expr_arity(e->op) == 2 ? factors_eval(k, who, e->b) : interval_none;
  if ((e->op == EXPR_DIV || e->op == EXPR_MOD) && interval_holds(b, 0))
    k->may_fault = true;
  r = interval_apply(e->op, a, b);
  return interval_is_empty(r) ? interval_all : r;
}

interval factors_eval(factors_maker *k, const factor_process *who, const expr *e) {
  if (e->op < EXPR_OPERATOR_COUNT)
    return operate(k, who, e);
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    return interval_one(e->value);
  case EXPR_VAR:
    return read_var(k, who, e);
  case EXPR_REMOTE_VAR:
    return read_remote(k, who, e);
  case EXPR_AT:
    return is_at(k, who, e);
  case EXPR_COND:
    return either(k, who, e);
  case EXPR_PID:
    return who && who->pid != FACTOR_ANYBODY ? interval_one((int32_t)who->pid) : (interval){0, NET_MAX_TIMED};
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
    return about_channel(k, who, e);
  case EXPR_POLL:
    return poll(k, who, e);
  case EXPR_CALL:
    return call(k, who, e);
  case EXPR_ENABLED:
  case EXPR_BOUND:
    k->may_fault = true;
    return interval_truth;
  case EXPR_TIMEOUT:
  case EXPR_UNLABELLED:
  case EXPR_DEADLOCK:
    return interval_truth;
  default: // numbers of processes and places
    return interval_all;
  }
}

bool factors_may_hold(factors_maker *k, const factor_process *who, const expr *e) {
  if (!e)
    return true;
  interval r = factors_eval(k, who, e);
  return !interval_is_one(r) || r.low != 0;
}

interval factors_number_of_label(factors_maker *k, const factor_process *who, const net_pick *pick) {
  interval all = {0, (int32_t)pick->count - 1};
  interval offset = pick->offset ? factors_eval(k, who, pick->offset) : interval_one(0);
  k->may_fault |= !interval_lies_within(offset, all.low, all.high);
  offset = interval_common(offset, all);
  if (interval_is_empty(offset))
    return interval_none;
  return (interval){(int32_t)pick->first + offset.low, (int32_t)pick->first + offset.high};
}
