#include "facts/evaluate.h"

#include "facts/access.h"

enum { MOST_INDICES = 4 };

// The values of those cells of a constant array that the indices may select. False if the variable is not such an
// array: one that is never written and is initialised with numbers.
static bool of_table(const values_known *known, const expr *e, values *out) {
  const net_var *v = e->var;
  bool is_table = known->is_written && !known->is_written[v->index] && !v->is_parameter && v->init.count > 1 &&
                  v->init.count == v->cells;
  values index[MOST_INDICES];
  uint32_t length[MOST_INDICES], count = 0;
  for (uint32_t i = 0; i < v->parts.count && is_table; i++) {
    if (v->parts.at[i].length == 0)
      continue;
    if (count == e->indices.count || count == MOST_INDICES)
      return false;
    length[count] = v->parts.at[i].length;
    values_of(known, e->indices.at[count], &index[count]);
    count++;
  }
  for (uint32_t cell = 0; cell < v->cells && is_table; cell++) {
    int32_t value;
    uint32_t rest = cell;
    bool may_be = true;
    for (uint32_t i = count; i-- > 0 && may_be; rest /= length[i])
      may_be = values_hold(&index[i], (int32_t)(rest % length[i]));
    if (!may_be)
      continue;
    if (!expr_is_const(v->init.at[cell], &value))
      return false;
    if (net_type_holds(v->type, value))
      values_add(out, net_cut(v->type, value));
  }
  return is_table && !values_are_none(out);
}

static void of_var(const values_known *known, const expr *e, values *out) {
  for (uint32_t i = 0; i < known->narrowed_count; i++)
    if (known->narrowed[i].var->var == e->var && access_is_same(known->narrowed[i].var, e)) {
      *out = known->narrowed[i].set;
      return;
    }
  if (!of_table(known, e, out))
    *out = known->vars[e->var->index];
}

static void of_truth(const values *of, values *out) {
  values_clear(out);
  if (values_hold(of, 0))
    values_add(out, 0);
  if (of->is_interval || of->count > values_hold(of, 0))
    values_add(out, 1);
}

static void of_logic(const values_known *known, const expr *e, values *out) {
  values a, b;
  int32_t decides = e->op == EXPR_OR; // the value of one side that decides the result
  values_of(known, e->a, &b);
  of_truth(&b, &a);
  if (values_hold(&a, decides))
    values_add(out, decides);
  if (!values_hold(&a, !decides))
    return;
  values_of(known, e->b, &b);
  of_truth(&b, &a);
  values_join(out, &a);
}

static void of_operator(const values_known *known, const expr *e, values *out) {
  values a, b;
  if (e->op == EXPR_AND || e->op == EXPR_OR) {
    of_logic(known, e, out);
    return;
  }
  values_of(known, e->a, &a);
  if (expr_arity(e->op) == 2)
    values_of(known, e->b, &b);
  values_apply(e->op, &a, &b, out);
}

static void of_call(const values_known *known, const expr *e, values *out) {
  if (known->net)
    *out = known->vars[known->net->functions.at[e->value].result->index];
  else
    values_set_interval(out, interval_all);
}

static void of_choice(const values_known *known, const expr *e, values *out) {
  values condition, other;
  values_of(known, e->a, &condition);
  if (!values_are_none(&condition) && !values_are_only(&condition, 0))
    values_of(known, e->b, out);
  if (values_hold(&condition, 0)) {
    values_of(known, e->c, &other);
    values_join(out, &other);
  }
}

void values_of(const values_known *known, const expr *e, values *out) {
  values_clear(out);
  if (e->op < EXPR_OPERATOR_COUNT) {
    of_operator(known, e, out);
    return;
  }
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    values_set_one(out, e->value);
    break;
  case EXPR_VAR:
    of_var(known, e, out);
    break;
  case EXPR_REMOTE_VAR: // 0 if there is no such process
    *out = known->vars[e->var->index];
    values_add(out, 0);
    break;
  case EXPR_COND:
    of_choice(known, e, out);
    break;
  case EXPR_PID:
    *out = known->pid;
    break;
  case EXPR_LAST:
    *out = known->last;
    break;
  case EXPR_PROCESSES:
    *out = known->processes;
    break;
  case EXPR_FIRST:
    values_set_interval(out, (interval){-1, NET_MAX_PROCESSES - 1});
    break;
  case EXPR_PC:
  case EXPR_PRIORITY:
    values_set_interval(out, interval_all);
    break;
  case EXPR_CALL:
    of_call(known, e, out);
    break;
  case EXPR_LEN:
    values_set_interval(out, (interval){0, (int32_t)known->capacity});
    break;
  default: // all the others are true or false
    values_set_interval(out, interval_truth);
  }
}
