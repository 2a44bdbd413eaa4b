// Where in a zone a condition holds. Conditions over variables alone are code; bounds on clocks and deadlock split the
// zone into parts.
#include "space/timed.h"

typedef struct evaluation {
  timed *t;
  timed_work *w;
  bool has_moves; // w->possible is filled in
  fault fault;
} evaluation;

static bool add_possible(void *context, timed_work *w) {
  bool *may_wait = context;
  if (timed_possible(w)) {
    if (*may_wait)
      dbm_down(w->zone, w->t->n);
    dbm_union_add(&w->possible, w->zone);
  }
  return true;
}

static void find_possible(timed_work *w) {
  bool may_wait = !timed_is_urgent(w->t, w->state);
  dbm_union_clear(&w->possible);
  timed_find_candidates(w);
  timed_moves(w, add_possible, &may_wait);
}

void timed_find_possible(timed *t, const uint8_t *state, const dbm_bound *future) {
  t->asks.state = (uint8_t *)state;
  timed_copy(t, t->asks.source, future);
  find_possible(&t->asks);
}

static void find_moves(evaluation *a) {
  if (!a->has_moves)
    find_possible(a->w);
  a->has_moves = true;
}

// The parts of zones in which there is a deadlock, or not.
static void narrow_deadlock(evaluation *a, bool wanted, const dbm_union *in, dbm_union *out) {
  find_moves(a);
  const dbm_union *possible = &a->w->possible;
  dbm_union part;
  dbm_union_open(&part, a->t->m, a->t->n);
  for (uint32_t i = 0; i < in->count; i++) {
    dbm_union_clear(&part);
    dbm_union_add(&part, dbm_union_zone(in, i));
    for (uint32_t k = 0; k < possible->count; k++) {
      if (wanted) {
        dbm_union_subtract(&part, dbm_union_zone(possible, k));
        continue;
      }
      timed_copy(a->t, a->w->zone, dbm_union_zone(in, i));
      if (dbm_intersect(a->w->zone, dbm_union_zone(possible, k), a->t->n))
        dbm_union_add(out, a->w->zone);
    }
    for (uint32_t k = 0; wanted && k < part.count; k++)
      dbm_union_add(out, dbm_union_zone(&part, k));
  }
  dbm_union_close(&part);
}

static void narrow_bound(evaluation *a, const timed_where *c, bool wanted, const dbm_union *in, dbm_union *out) {
  timed_bounds one = {0};
  timed *t = a->t;
  a->fault = timed_evaluate(t, a->w->state, 0, &t->program->bounds[c->leaf], 1, &one);
  for (uint32_t i = 0; i < in->count && a->fault == FAULT_NONE; i++) {
    dbm_bound *zone = timed_copy(t, a->w->zone, dbm_union_zone(in, i));
    if (!one.count) {
      if (wanted)
        dbm_union_add(out, zone);
    } else if (wanted ? dbm_constrain(zone, t->n, one.at[0].x, one.at[0].y, one.at[0].b)
                      : dbm_constrain(zone, t->n, one.at[0].y, one.at[0].x, dbm_negate(one.at[0].b))) {
      dbm_union_add(out, zone);
    }
  }
  vec_free(t->m, &one);
}

static bool test_code(evaluation *a, uint32_t leaf) {
  machine *m = a->t->machine;
  m->state = m->frame = a->w->state;
  m->layout = a->t->layout;
  m->pid = NET_MAX_TIMED; // no process
  exec_result result = exec_run(m, a->t->program->conditions[leaf]);
  if (result == EXEC_FAULT)
    a->fault = m->fault;
  return result == EXEC_TRUE;
}

static void add_all(dbm_union *out, const dbm_union *in) {
  for (uint32_t i = 0; i < in->count; i++)
    dbm_union_add(out, dbm_union_zone(in, i));
}

static void narrow(evaluation *a, const timed_where *c, bool wanted, const dbm_union *in, dbm_union *out);

// The second operand is evaluated only where the first does not decide. decides: the value of the first that does.
static void narrow_both(evaluation *a, const timed_where *c, bool wanted, const dbm_union *in, dbm_union *out) {
  bool decides = c->kind == WHERE_OR;
  dbm_union rest;
  dbm_union_open(&rest, a->t->m, a->t->n);
  if (wanted == decides)
    narrow(a, c->a, decides, in, out);
  narrow(a, c->a, !decides, in, &rest);
  narrow(a, c->b, wanted, &rest, out);
  dbm_union_close(&rest);
}

// Adds to out the parts of the zones in which the condition has the value wanted.
static void narrow(evaluation *a, const timed_where *c, bool wanted, const dbm_union *in, dbm_union *out) {
  if (!in->count || a->fault != FAULT_NONE)
    return;
  switch (c->kind) {
  case WHERE_CODE:
    if (test_code(a, c->leaf) == wanted && a->fault == FAULT_NONE)
      add_all(out, in);
    break;
  case WHERE_BOUND:
    narrow_bound(a, c, wanted, in, out);
    break;
  case WHERE_DEADLOCK:
    narrow_deadlock(a, wanted, in, out);
    break;
  case WHERE_NOT:
    narrow(a, c->a, !wanted, in, out);
    break;
  case WHERE_AND:
  case WHERE_OR:
    narrow_both(a, c, wanted, in, out);
    break;
  }
}

static evaluation ask(timed *t, const uint8_t *state) {
  evaluation a = {.t = t, .w = &t->asks};
  a.w->state = (uint8_t *)state;
  return a;
}

fault timed_parts(timed *t, const uint8_t *state, const dbm_bound *zone, const timed_where *condition, bool wanted,
                  dbm_union *out) {
  evaluation a = ask(t, state);
  bool is_part = t->is_for_claim && t->code->asks_deadlock; // a cell: later values count as well
  if (is_part)
    timed_find_future(t, state, zone);
  timed_copy(t, a.w->source, is_part ? t->future : zone);
  dbm_union in;
  dbm_union_open(&in, t->m, t->n);
  dbm_union_add(&in, zone);
  narrow(&a, condition, wanted, &in, out);
  dbm_union_close(&in);
  return a.fault;
}

bool timed_may_be(timed *t, const uint8_t *state, const dbm_bound *zone, const timed_where *condition, bool wanted,
                  fault *f) {
  if (condition->kind == WHERE_CODE) {
    evaluation a = ask(t, state);
    bool holds = test_code(&a, condition->leaf);
    *f = a.fault;
    return holds == wanted;
  }
  dbm_union out;
  dbm_union_open(&out, t->m, t->n);
  *f = timed_parts(t, state, zone, condition, wanted, &out);
  bool may_be = out.count > 0;
  dbm_union_close(&out);
  return may_be;
}

bool timed_has_deadlock(timed *t, const uint8_t *state, const dbm_bound *zone) {
  static const timed_where deadlock = {.kind = WHERE_DEADLOCK};
  fault f;
  return timed_may_be(t, state, zone, &deadlock, true, &f);
}
