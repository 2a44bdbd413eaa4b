#include "facts/values.h"

static uint32_t position(const values *set, int32_t value) {
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (set->at[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool forget(values *set) {
  bool grew = !set->is_unknown;
  set->is_unknown = true;
  set->count = 0;
  return grew;
}

bool values_add(values *set, int32_t value) {
  uint32_t where = position(set, value);
  if (set->is_unknown || (where < set->count && set->at[where] == value))
    return false;
  if (set->count == VALUES_MOST)
    return forget(set);
  for (uint32_t i = set->count++; i > where; i--)
    set->at[i] = set->at[i - 1];
  set->at[where] = value;
  return true;
}

bool values_join(values *set, const values *more) {
  if (more->is_unknown)
    return forget(set);
  bool grew = false;
  for (uint32_t i = 0; i < more->count; i++)
    grew |= values_add(set, more->at[i]);
  return grew;
}

bool values_hold(const values *set, int32_t value) {
  uint32_t where = position(set, value);
  return set->is_unknown || (where < set->count && set->at[where] == value);
}

bool values_are_only(const values *set, int32_t one) {
  return !set->is_unknown && set->count == 1 && set->at[0] == one;
}

static void add_range(values *set, int32_t low, int32_t high) {
  if ((int64_t)high - low >= VALUES_MOST)
    forget(set);
  for (int64_t v = low; v <= high; v++)
    values_add(set, (int32_t)v);
}

void values_cut(values *set, net_type type) {
  values result = {0};
  int32_t low = net_type_min(type), high = net_type_max(type);
  if (set->is_unknown && (int64_t)high - low >= VALUES_MOST)
    return;
  if (set->is_unknown)
    add_range(&result, low, high);
  for (uint32_t i = 0; i < set->count; i++)
    if (net_type_holds(type, set->at[i]))
      values_add(&result, net_cut(type, set->at[i]));
  *set = result;
}

bool values_same(const expr *a, const expr *b) {
  if (!a || !b)
    return a == b;
  if (a->op != b->op || a->value != b->value || a->var != b->var || a->indices.count != b->indices.count)
    return false;
  if (a->op > EXPR_CONST && a->op != EXPR_VAR && a->op != EXPR_PID)
    return false;
  for (uint32_t i = 0; i < a->indices.count; i++)
    if (!values_same(a->indices.at[i], b->indices.at[i]))
      return false;
  return values_same(a->a, b->a) && values_same(a->b, b->b);
}

static void of_var(const values_known *known, const expr *e, values *out) {
  *out = known->vars[e->var->index];
  for (uint32_t i = 0; i < known->narrowed_count; i++)
    if (known->narrowed[i].var->var == e->var && values_same(known->narrowed[i].var, e))
      *out = known->narrowed[i].set;
}

// Where one side can be anything, some operators still say something.
static void of_half_known(expr_op op, const values *right, values *out) {
  bool tells = !right->is_unknown && right->count == 1;
  int32_t b = tells ? right->at[0] : 0;
  if (op >= EXPR_LT && op <= EXPR_NE)
    add_range(out, 0, 1);
  else if (op == EXPR_MOD && b > 0 && b < VALUES_MOST)
    add_range(out, 1 - b, b - 1);
  else if (op == EXPR_BIT_AND && tells && b >= 0)
    add_range(out, 0, b);
  else
    forget(out);
}

static void of_logic(const values_known *known, const expr *e, values *out) {
  values a, b = {0};
  int32_t decides = e->op == EXPR_OR; // what the result is as soon as one side is so
  values_of(known, e->a, &a);
  bool may_be_true = false, may_be_false = values_hold(&a, 0);
  for (uint32_t i = 0; i < a.count; i++)
    may_be_true |= a.at[i] != 0;
  may_be_true |= a.is_unknown;
  if (decides ? may_be_true : may_be_false)
    values_add(out, decides);
  if (!(decides ? may_be_false : may_be_true))
    return;
  values_of(known, e->b, &b);
  for (uint32_t i = 0; i < b.count; i++)
    values_add(out, b.at[i] != 0);
  if (b.is_unknown)
    add_range(out, 0, 1);
}

static void of_operator(const values_known *known, const expr *e, values *out) {
  if (e->op == EXPR_AND || e->op == EXPR_OR) {
    of_logic(known, e, out);
    return;
  }
  values a, b = {.count = 1};
  values_of(known, e->a, &a);
  if (expr_arity(e->op) == 2)
    values_of(known, e->b, &b);
  if (a.is_unknown || b.is_unknown) {
    if (e->op == EXPR_NOT)
      add_range(out, 0, 1);
    else
      of_half_known(e->op, &b, out);
    return;
  }
  bool is_relation = e->op >= EXPR_LT && e->op <= EXPR_NE; // which is true or false, and soon both
  for (uint32_t i = 0; i < a.count && !out->is_unknown && !(is_relation && out->count == 2); i++)
    for (uint32_t k = 0; k < b.count; k++) {
      fault f = FAULT_NONE;
      int32_t value = expr_apply(e->op, a.at[i], b.at[k], &f);
      if (f == FAULT_NONE)
        values_add(out, value);
    }
}

static void of_call(const values_known *known, const expr *e, values *out) {
  forget(out);
  if (known->net)
    values_cut(out, known->net->functions.at[e->value].result->type);
}

static void of_choice(const values_known *known, const expr *e, values *out) {
  values condition, other = {0};
  values_of(known, e->a, &condition);
  if (!values_are_only(&condition, 0))
    values_of(known, e->b, out);
  if (values_hold(&condition, 0)) {
    values_of(known, e->c, &other);
    values_join(out, &other);
  }
}

void values_of(const values_known *known, const expr *e, values *out) {
  out->is_unknown = false;
  out->count = 0;
  if (e->op < EXPR_OPERATOR_COUNT) {
    of_operator(known, e, out);
    return;
  }
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    values_add(out, e->value);
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
  case EXPR_PROCESSES:
    *out = known->processes;
    break;
  case EXPR_LAST:
  case EXPR_PC:
  case EXPR_PRIORITY:
    forget(out);
    break;
  case EXPR_CALL:
    of_call(known, e, out);
    break;
  case EXPR_LEN:
    add_range(out, 0, (int32_t)known->capacity);
    break;
  default: // all the others are true or false
    add_range(out, 0, 1);
  }
}
