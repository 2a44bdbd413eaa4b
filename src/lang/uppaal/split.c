// A condition taken apart into what it asks of variables and what it asks of clocks. Where clock constraints are
// alternatives there are several ways to meet it.
#include "lang/uppaal/lower.h"

enum { MAX_WAYS = 1 << 10 };

typedef struct {
  upp *p;
  place at;
} splitter;

static expr *both(upp *p, expr *a, expr *b) { return a && b ? upp_and(p, a, b) : a ? a : b; }

static void add_guard(upp *p, ways *all, expr *when, expr *e) {
  for (uint32_t i = 0; i < all->count; i++)
    all->at[i].guard = both(p, all->at[i].guard, when ? upp_or(p, upp_not(p, when), e) : e);
}

// Not x - y <= c is y - x < -c.
static void add_bound(upp *p, ways *all, expr *when, const net_bound *b, bool is_positive) {
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

static void copy_ways(upp *p, const ways *from, ways *to) {
  for (uint32_t i = 0; i < from->count; i++) {
    way w = {.guard = from->at[i].guard};
    for (uint32_t k = 0; k < from->at[i].bounds.count; k++)
      vec_push(p->m, &w.bounds, from->at[i].bounds.at[k]);
    vec_push(p->m, to, w);
  }
}

static bool split(splitter *s, expr *e, bool is_positive, expr *when, ways *all);

static expr *as_meant(upp *p, expr *e, bool is_positive) { return is_positive ? e : upp_not(p, e); }

static bool split_either(splitter *s, expr *a, expr *b, bool is_positive, expr *when, ways *all) {
  upp *p = s->p;
  if (!upp_has_time(a))
    return split(s, b, is_positive, both(p, when, upp_not(p, as_meant(p, a, is_positive))), all);
  if (!upp_has_time(b))
    return split(s, a, is_positive, both(p, when, upp_not(p, as_meant(p, b, is_positive))), all);
  ways others = {0};
  copy_ways(p, all, &others);
  bool is_good = split(s, a, is_positive, when, all) && split(s, b, is_positive, when, &others);
  for (uint32_t i = 0; is_good && i < others.count; i++)
    vec_push(p->m, all, others.at[i]);
  vec_free(p->m, &others);
  if (is_good && all->count > MAX_WAYS)
    upp_error(p, s->at, NULL, "too many alternatives of clock constraints (limit is %d)", MAX_WAYS);
  return is_good && all->count <= MAX_WAYS;
}

static bool split(splitter *s, expr *e, bool is_positive, expr *when, ways *all) {
  upp *p = s->p;
  if (!upp_has_time(e)) {
    add_guard(p, all, when, as_meant(p, e, is_positive));
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
  // What comes before may be there to keep the rest from going wrong.
  expr *first = !upp_has_time(e->a) && upp_may_fail(e->b) ? as_meant(p, e->a, is_positive) : NULL;
  return split(s, e->a, is_positive, when, all) && split(s, e->b, is_positive, both(p, when, first), all);
}

bool upp_split(upp *p, expr *condition, place at, ways *out) {
  way nothing = {0};
  splitter s = {p, at};
  vec_push(p->m, out, nothing);
  return split(&s, condition, true, NULL, out);
}
