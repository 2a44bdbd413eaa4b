// A condition on the last state as clauses on times: its leaves are bounds, and the rest has a known value.
#include "trace/timing_internal.h"

#include "model/claim.h"

static void find_clocks(const expr *e, void *context) {
  bool *found = context;
  *found = *found || e->op == EXPR_BOUND || e->op == EXPR_DEADLOCK;
}

bool timing_is_about_clocks(const expr *e) {
  bool found = false;
  expr_walk(e, find_clocks, &found);
  return found;
}

static bool is_and(const expr *e) { return e->op == EXPR_AND || e->op == EXPR_BIT_AND; }
static bool is_or(const expr *e) { return e->op == EXPR_OR || e->op == EXPR_BIT_OR; }

static void add_true(timing *t, timing_clause *c) { vec_push(t->m, c, ((timing_option){0})); }

static void add_options(timing *t, timing_clause *c, const expr *e, bool wanted);

static bool is_leaf(const expr *e) {
  return e->op == EXPR_BOUND || e->op == EXPR_DEADLOCK || !timing_is_about_clocks(e);
}

// The fault of evaluating a leaf in the current state. It does not depend on times.
static fault leaf_fault(timing *t, const expr *e) {
  ref_actor a = ref_actor_of(t->m, &t->now, NET_NONE, false);
  ref_bound ignored;
  if (e->op == EXPR_BOUND)
    ref_bound_of(&a, e->bound, &ignored);
  else if (e->op != EXPR_DEADLOCK)
    ref_value(&a, e);
  return a.fault;
}

static bool may_fault(timing *t, const expr *e) {
  if (is_leaf(e))
    return leaf_fault(t, e) != FAULT_NONE;
  return may_fault(t, e->a) || (e->b && may_fault(t, e->b)) || (e->c && may_fault(t, e->c));
}

static void add_pair(timing *t, timing_clause *c, const expr *a, bool a_wanted, const expr *b, bool b_wanted) {
  timing_clause left = {0}, right = {0};
  add_options(t, &left, a, a_wanted);
  if (left.count > 0)
    add_options(t, &right, b, b_wanted);
  timing_combine(t, c, &left, &right);
}

static void add_known(timing *t, timing_clause *c, const expr *e, bool wanted) {
  ref_actor a = ref_actor_of(t->m, &t->now, NET_NONE, false);
  bool value = ref_value(&a, e);
  if (a.fault == FAULT_NONE && value == wanted)
    add_true(t, c);
}

static void add_leaf(timing *t, timing_clause *c, const net_bound *b, bool wanted) {
  ref_actor a = ref_actor_of(t->m, &t->now, NET_NONE, false);
  ref_bound evaluated;
  if (ref_bound_of(&a, b, &evaluated))
    timing_add_option(t, c, timing_bound(t, t->point, wanted ? evaluated : ref_not(evaluated)));
  else if (a.fault == FAULT_NONE && wanted)
    add_true(t, c);
}

static void add_deadlock_leaf(timing *t, timing_clause *c, bool wanted) {
  if (wanted)
    vec_push(t->m, c, ((timing_option){.is_deadlock = true}));
  else
    timing_add_no_deadlock(t, c);
}

// Adds options under which the formula has the value wanted.
static void add_options(timing *t, timing_clause *c, const expr *e, bool wanted) {
  if (!timing_is_about_clocks(e)) {
    add_known(t, c, e, wanted);
  } else if (e->op == EXPR_BOUND) {
    add_leaf(t, c, e->bound, wanted);
  } else if (e->op == EXPR_DEADLOCK) {
    add_deadlock_leaf(t, c, wanted);
  } else if (e->op == EXPR_NOT) {
    add_options(t, c, e->a, !wanted);
  } else if (is_and(e) || is_or(e)) {
    if (is_and(e) == wanted) {
      add_pair(t, c, e->a, wanted, e->b, wanted);
    } else {
      add_options(t, c, e->a, wanted);
      if (may_fault(t, e->a)) // then it is not enough that the other part has the value
        add_pair(t, c, e->a, !wanted, e->b, wanted);
      else
        add_options(t, c, e->b, wanted);
    }
  } else if (e->op == EXPR_COND) {
    add_pair(t, c, e->a, true, e->b, wanted);
    add_pair(t, c, e->a, false, e->c, wanted);
  } else if (e->op == EXPR_EQ || e->op == EXPR_NE || e->op == EXPR_BIT_XOR) {
    bool same = (e->op == EXPR_EQ) == wanted;
    add_pair(t, c, e->a, true, e->b, same);
    add_pair(t, c, e->a, false, e->b, !same);
  } else {
    t->why = "the condition uses a bound on clocks in arithmetic";
  }
}

void timing_add_condition(timing *t, const expr *e, bool wanted) {
  if (e->op == EXPR_NOT) {
    timing_add_condition(t, e->a, !wanted);
  } else if ((is_and(e) && wanted) || (is_or(e) && !wanted)) {
    timing_add_condition(t, e->a, wanted);
    timing_add_condition(t, e->b, wanted);
  } else if (e->op == EXPR_DEADLOCK && wanted) {
    timing_add_deadlock(t);
  } else {
    timing_clause c = {0};
    add_options(t, &c, e, wanted);
    timing_add_clause(t, &c);
  }
}

static void add_faults(timing *t, timing_clause *c, const expr *e, fault f);

// The second part is evaluated where the first has the value, and ends in the fault.
static void add_fault_after(timing *t, timing_clause *c, const expr *a, bool value, const expr *b, fault f) {
  timing_clause left = {0}, right = {0};
  add_faults(t, &right, b, f);
  if (right.count > 0)
    add_options(t, &left, a, value);
  timing_combine(t, c, &left, &right);
}

// Adds options under which evaluating the formula ends in the fault.
static void add_faults(timing *t, timing_clause *c, const expr *e, fault f) {
  if (is_leaf(e)) {
    if (leaf_fault(t, e) == f)
      add_true(t, c);
    return;
  }
  add_faults(t, c, e->a, f);
  if (e->b && e->op != EXPR_OR)
    add_fault_after(t, c, e->a, true, e->b, f);
  if (e->op == EXPR_COND)
    add_fault_after(t, c, e->a, false, e->c, f);
  else if (e->b && e->op != EXPR_AND)
    add_fault_after(t, c, e->a, false, e->b, f);
}

void timing_add_fault(timing *t) {
  const answer *a = t->answer;
  timing_clause c = {0};
  if (a->condition)
    add_faults(t, &c, a->condition, a->end.fault);
  for (uint32_t i = 0; a->claim && i < a->claim->atoms.count; i++)
    add_faults(t, &c, a->claim->atoms.at[i], a->end.fault);
  timing_add_clause(t, &c);
}
