// Splits a condition into a guard over variables and bounds on clocks. If clock constraints are alternatives, the
// result has several disjuncts.
#include "lang/uppaal/lower.h"

enum { MAX_DISJUNCTS = 1 << 10 };

typedef struct {
  upp *p;
  place at;
} splitter;

static expr *both(upp *p, expr *a, expr *b) { return a && b ? upp_and(p, a, b) : a ? a : b; }

static void add_guard(upp *p, disjuncts *all, expr *when, expr *e) {
  for (uint32_t i = 0; i < all->count; i++)
    all->at[i].guard = both(p, all->at[i].guard, when ? upp_or(p, upp_not(p, when), e) : e);
}

// The negation of x - y <= c is y - x < -c.
static void add_bound(upp *p, disjuncts *all, expr *when, const net_bound *b, bool is_positive) {
  net_bound added = *b;
  added.when = both(p, when, b->when);
  if (!is_positive) {
    added.x = b->y;
    added.y = b->x;
    added.limit = expr_unary(p->memory, EXPR_NEG, b->limit);
    added.is_strict = !b->is_strict;
  }
  for (uint32_t i = 0; i < all->count; i++)
    vec_push(p->m, &all->at[i].bounds, added);
}

static void copy_disjuncts(upp *p, const disjuncts *from, disjuncts *to) {
  for (uint32_t i = 0; i < from->count; i++) {
    disjunct w = {.guard = from->at[i].guard};
    for (uint32_t k = 0; k < from->at[i].bounds.count; k++)
      vec_push(p->m, &w.bounds, from->at[i].bounds.at[k]);
    vec_push(p->m, to, w);
  }
}

static bool split(splitter *s, expr *e, bool is_positive, expr *when, disjuncts *all);

// e or its negation.
static expr *with_sign(upp *p, expr *e, bool is_positive) { return is_positive ? e : upp_not(p, e); }

static bool split_either(splitter *s, expr *a, expr *b, bool is_positive, expr *when, disjuncts *all) {
  upp *p = s->p;
  if (!upp_has_time(a))
    return split(s, b, is_positive, both(p, when, upp_not(p, with_sign(p, a, is_positive))), all);
  if (!upp_has_time(b))
    return split(s, a, is_positive, both(p, when, upp_not(p, with_sign(p, b, is_positive))), all);
  disjuncts others = {0};
  copy_disjuncts(p, all, &others);
  bool is_good = split(s, a, is_positive, when, all) && split(s, b, is_positive, when, &others);
  for (uint32_t i = 0; is_good && i < others.count; i++)
    vec_push(p->m, all, others.at[i]);
  vec_free(p->m, &others);
  if (is_good && all->count > MAX_DISJUNCTS)
    upp_error(p, s->at, NULL, "too many alternative clock constraints (limit is %d)", MAX_DISJUNCTS);
  return is_good && all->count <= MAX_DISJUNCTS;
}

static bool split(splitter *s, expr *e, bool is_positive, expr *when, disjuncts *all) {
  upp *p = s->p;
  if (!upp_has_time(e)) {
    add_guard(p, all, when, with_sign(p, e, is_positive));
    return true;
  }
  if (e->op == EXPR_BOUND) {
    add_bound(p, all, when, e->bound, is_positive);
    return true;
  }
  if (e->op == EXPR_NOT)
    return split(s, e->a, !is_positive, when, all);
  if ((e->op == EXPR_AND) != is_positive)
    return split_either(s, e->a, e->b, is_positive, when, all);
  // The first operand may ensure that the second can be evaluated without a fault.
  expr *first = !upp_has_time(e->a) && upp_may_fail(e->b) ? with_sign(p, e->a, is_positive) : NULL;
  return split(s, e->a, is_positive, when, all) && split(s, e->b, is_positive, both(p, when, first), all);
}

bool upp_split(upp *p, expr *condition, place at, disjuncts *out) {
  disjunct truth = {0};
  splitter s = {p, at};
  vec_push(p->m, out, truth);
  return split(&s, condition, true, NULL, out);
}
