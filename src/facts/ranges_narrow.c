// Ranges narrowed by guards, as long as the variables have not been written since.
#include "facts/ranges_internal.h"

typedef struct {
  const net_var *var;
  bool is_there;
} mention;

static void note_mention(const expr *e, void *context) {
  mention *m = context;
  m->is_there |= e->var == m->var;
}

bool range_mentions(const expr *e, const net_var *v) {
  mention m = {v, false};
  expr_walk(e, note_mention, &m);
  return m.is_there;
}

void range_forget(range_maker *k, const net_var *written) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < k->known.narrowed_count; i++)
    if (!range_mentions(k->narrowed[i].var, written))
      k->narrowed[kept++] = k->narrowed[i];
  k->known.narrowed_count = kept;
}

static void note_call(const expr *e, void *context) { *(bool *)context |= e->op == EXPR_CALL; }

bool range_calls(const net_edge *e) {
  bool has_call = false;
  net_walk_edge(e, note_call, &has_call);
  return has_call;
}

static void forget_where(range_maker *k, bool (*goes)(const range_maker *k, const expr *var)) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < k->known.narrowed_count; i++)
    if (!goes(k, k->narrowed[i].var))
      k->narrowed[kept++] = k->narrowed[i];
  k->known.narrowed_count = kept;
}

static void note_scratch(const expr *e, void *context) { *(bool *)context |= e->var && e->var->is_scratch; }

static bool has_scratch(const range_maker *k, const expr *e) {
  bool found = false;
  (void)k;
  expr_walk(e, note_scratch, &found);
  return found;
}

void range_forget_called(range_maker *k, const net_edge *e) {
  if (k->r->net->functions.count > 0 && range_calls(e))
    forget_where(k, has_scratch);
}

typedef struct {
  const range_maker *k;
  bool is_there;
} share;

static void note_shared(const expr *e, void *context) {
  share *s = context;
  if (e->op < EXPR_OPERATOR_COUNT || e->op == EXPR_CONST || e->op == EXPR_PID)
    return;
  bool is_local = e->op == EXPR_VAR && e->var->template_ != NET_NONE;
  bool is_own =
      e->op == EXPR_VAR && s->k->template_ != WRITERS_SEVERAL && s->k->r->writers[e->var->index] == s->k->template_;
  s->is_there |= !is_local && !is_own;
}

bool range_is_shared(const range_maker *k, const expr *e) {
  share s = {k, false};
  expr_walk(e, note_shared, &s);
  return s.is_there;
}

void range_forget_shared(range_maker *k) { forget_where(k, range_is_shared); }

typedef struct {
  const expr *only; // the variable that is read
  bool is_simple;   // no other variable is read
} reads;

static void find_reads(const expr *e, reads *r) {
  if (!e || !r->is_simple)
    return;
  if (e->op == EXPR_VAR) {
    r->is_simple = access_is_same(r->only ? r->only : e, e);
    r->only = e;
  } else if (e->op < EXPR_OPERATOR_COUNT || e->op == EXPR_COND) {
    find_reads(e->a, r);
    find_reads(e->b, r);
    find_reads(e->c, r);
  } else {
    r->is_simple = e->op == EXPR_CONST;
  }
}

bool range_reads_one(const expr *e) {
  reads r = {.is_simple = true};
  find_reads(e, &r);
  return r.is_simple;
}

static values_narrowed *narrowed_for(range_maker *k, const expr *var) {
  for (uint32_t i = 0; i < k->known.narrowed_count; i++)
    if (access_is_same(k->narrowed[i].var, var))
      return &k->narrowed[i];
  if (k->known.narrowed_count == MOST_NARROWED)
    return NULL;
  values_narrowed *n = &k->narrowed[k->known.narrowed_count];
  values_of(&k->known, var, &n->set);
  n->var = var;
  k->known.narrowed_count++;
  return n;
}

static bool may_hold(const range_maker *k, const expr *condition) {
  values result;
  values_of(&k->known, condition, &result);
  return !values_are_none(&result) && !values_are_only(&result, 0);
}

// Is the condition a comparison of a variable with a constant? Such a condition need not be evaluated by values_of().
static bool compares(const expr *condition, expr_op *op, int32_t *number) {
  static const expr_op turned[] = {EXPR_GT, EXPR_GE, EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE};
  *op = (expr_op)condition->op;
  *number = 0;
  if (*op == EXPR_VAR)
    *op = EXPR_NE;
  else if (*op < EXPR_LT || *op > EXPR_NE)
    return false;
  else if (condition->a->op == EXPR_VAR && condition->b->op == EXPR_CONST)
    *number = condition->b->value;
  else if (condition->a->op != EXPR_CONST || condition->b->op != EXPR_VAR)
    return false;
  else {
    *op = turned[*op - EXPR_LT];
    *number = condition->a->value;
  }
  return true;
}

// Removes the values of a set for which the condition cannot hold.
static void select_values(range_maker *k, values_narrowed *n, const expr *condition) {
  values all = n->set, left = {0};
  expr_op op;
  int32_t number;
  bool is_comparison = compares(condition, &op, &number);
  for (uint32_t i = 0; i < all.count; i++) {
    fault f = FAULT_NONE;
    if (!is_comparison)
      values_set_one(&n->set, all.at[i]);
    if (is_comparison ? expr_apply(op, all.at[i], number, &f) : may_hold(k, condition))
      left.at[left.count++] = all.at[i];
  }
  n->set = left;
}

// The values of the interval for which the comparison holds; the hull if they are not contiguous.
static interval compared(interval r, expr_op op, int32_t number) {
  interval below = number == INT32_MIN ? interval_none : (interval){INT32_MIN, number - 1};
  interval above = number == INT32_MAX ? interval_none : (interval){number + 1, INT32_MAX};
  switch (op) {
  case EXPR_LT:
    return interval_common(r, below);
  case EXPR_LE:
    return interval_common(r, (interval){INT32_MIN, number});
  case EXPR_GT:
    return interval_common(r, above);
  case EXPR_GE:
    return interval_common(r, (interval){number, INT32_MAX});
  case EXPR_EQ:
    return interval_common(r, interval_one(number));
  default:
    return interval_hull(interval_common(r, below), interval_common(r, above));
  }
}

// Removes from one end of an interval values for which the condition cannot hold, in pieces of decreasing size.
static void shorten(range_maker *k, values_narrowed *n, const expr *condition, bool from_low) {
  interval left = values_hull(&n->set);
  for (int64_t piece = ((int64_t)left.high - left.low + 1) / 2; piece > 0; piece /= 2) {
    if (piece > (int64_t)left.high - left.low)
      continue;
    int64_t low = from_low ? left.low : left.high - piece + 1, high = from_low ? left.low + piece - 1 : left.high;
    values_set_interval(&n->set, (interval){(int32_t)low, (int32_t)high});
    if (may_hold(k, condition))
      continue;
    if (from_low)
      left.low = (int32_t)(high + 1);
    else
      left.high = (int32_t)(low - 1);
  }
  values_set_interval(&n->set, left);
}

bool range_narrow(range_maker *k, const expr *condition) {
  if (condition->op == EXPR_AND)
    return range_narrow(k, condition->a) && range_narrow(k, condition->b);
  reads r = {.is_simple = true};
  find_reads(condition, &r);
  values_narrowed *n = r.is_simple && r.only ? narrowed_for(k, r.only) : NULL;
  if (!n)
    return may_hold(k, condition);
  expr_op op;
  int32_t number;
  if (n->set.is_interval && compares(condition, &op, &number)) {
    values_set_interval(&n->set, compared(n->set.among, op, number));
  } else if (n->set.is_interval) {
    shorten(k, n, condition, true);
    shorten(k, n, condition, false);
  }
  if (n->set.is_interval)
    return may_hold(k, condition);
  select_values(k, n, condition);
  return n->set.count > 0;
}
