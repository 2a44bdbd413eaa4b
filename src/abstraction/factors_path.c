// Simulates a step once for each combination of the values of the factors that it reads: its paths. The simulation is
// repeated from the start for each path; the branches taken so far are advanced like the digits of a counter.
#include "abstraction/factors_internal.h"

enum {
  MOST_PATHS = 1024,          // of one step
  MOST_PATHS_OF_ALL = 200000, // beyond, steps are simulated without telling values apart
  SMALL = 8,                  // values of a factor
};

static void forget_path(factors_maker *k) {
  for (uint32_t i = 0; i < k->told.count; i++)
    k->is_told[k->told.at[i]] = k->written[k->told.at[i]] = false;
  for (uint32_t i = 0; i < k->narrowed.count; i++) {
    uint32_t factor = k->narrowed.at[i];
    for (uint32_t v = 0; v < k->f->all.at[factor].count; v++)
      k->allowed[k->first_value[factor] + v] = true;
    k->is_narrowed[factor] = false;
    k->moved_to[factor] = NET_NONE;
  }
  k->told.count = k->narrowed.count = 0;
  k->depth = 0;
  k->may_fault = k->may_fail = k->is_impossible = k->is_frozen = false;
}

static bool next_path(factors_maker *k) {
  while (k->branches.count > 0) {
    factor_branch *last = &k->branches.at[k->branches.count - 1];
    if (++last->taken < last->count)
      return true;
    k->branches.count--;
  }
  return false;
}

uint32_t factors_branch(factors_maker *k, uint32_t count) {
  if (count <= 1)
    return 0;
  if (k->depth == k->branches.count)
    vec_push(k->m, &k->branches, ((factor_branch){0, count}));
  return k->branches.at[k->depth++].taken;
}

static bool may_branch(const factors_maker *k, uint32_t count) {
  return !k->is_frozen && (k->detail == DETAIL_ALL || (k->detail == DETAIL_SMALL && count <= SMALL));
}

static void tell(factors_maker *k, uint32_t cell, interval r) {
  if (!k->is_told[cell])
    vec_push(k->m, &k->told, cell);
  k->is_told[cell] = true;
  k->now[cell] = r;
}

static void narrow(factors_maker *k, uint32_t factor) {
  if (!k->is_narrowed[factor])
    vec_push(k->m, &k->narrowed, factor);
  k->is_narrowed[factor] = true;
}

void factors_allow_only(factors_maker *k, uint32_t factor, uint32_t value) {
  bool *allowed = &k->allowed[k->first_value[factor]];
  narrow(k, factor);
  for (uint32_t v = 0; v < k->f->all.at[factor].count; v++)
    allowed[v] &= v == value;
}

interval factors_read(factors_maker *k, uint32_t cell) {
  const factor_cell *c = &k->cells[cell];
  if (k->is_told[cell])
    return k->now[cell];
  if (c->factor == FACTOR_NONE || !may_branch(k, k->f->all.at[c->factor].count))
    return c->base;
  const factor_automaton *f = &k->f->all.at[c->factor];
  uint32_t value = factors_branch(k, f->count);
  factors_allow_only(k, c->factor, value);
  tell(k, cell, f->kind == FACTOR_LENGTH ? interval_one((int32_t)value) : f->classes[value]);
  return k->now[cell];
}

void factors_write(factors_maker *k, uint32_t cell, interval r) {
  tell(k, cell, interval_common(r, k->cells[cell].base));
  k->written[cell] = true;
  if (k->cells[cell].factor != FACTOR_NONE)
    narrow(k, k->cells[cell].factor);
  k->is_impossible |= interval_is_empty(k->now[cell]); // values that the cell never has
}

void factors_write_maybe(factors_maker *k, uint32_t cell, interval r) {
  factors_write(k, cell, interval_hull(factors_read(k, cell), interval_common(r, k->cells[cell].base)));
}

interval factors_is_among(factors_maker *k, uint32_t factor, const bool *marked, uint32_t unsure) {
  uint32_t count = k->f->all.at[factor].count;
  bool *allowed = &k->allowed[k->first_value[factor]];
  bool may_be = false, may_not_be = false;
  if (k->moved_to[factor] != NET_NONE)
    return interval_one(marked[k->moved_to[factor]]);
  for (uint32_t v = 0; v < count; v++) {
    may_be |= allowed[v] && (marked[v] || v == unsure);
    may_not_be |= allowed[v] && (!marked[v] || v == unsure);
  }
  if (!may_be || !may_not_be)
    return interval_one(may_be);
  if (k->is_frozen || k->detail == DETAIL_NONE)
    return interval_truth;
  bool is_so = factors_branch(k, 2) == 0;
  narrow(k, factor);
  for (uint32_t v = 0; v < count; v++)
    allowed[v] &= marked[v] == is_so || v == unsure;
  return interval_one(is_so);
}

bool factors_known_condition(factors_maker *k, const factor_process *who, const expr *e, interval *out) {
  static const bool truth[] = {false, true};
  for (uint32_t i = 0; i < k->conditions.count; i++) {
    const factor_known *c = &k->conditions.at[i];
    bool is_it = c->who == who && expr_is_same(k->f->all.at[c->factor].condition, e);
    for (uint32_t n = 0; is_it && n < c->cells.count; n++)
      is_it = !k->written[c->cells.at[n]];
    if (is_it) {
      *out = factors_is_among(k, c->factor, truth, FACTOR_NONE);
      return interval_is_one(*out);
    }
  }
  return false;
}

// What has become of the conditions whose cells were written.
static void judge_conditions(factors_maker *k) {
  for (uint32_t i = 0; i < k->conditions.count && !k->is_impossible; i++) {
    const factor_known *c = &k->conditions.at[i];
    bool is_written = false;
    for (uint32_t n = 0; n < c->cells.count; n++)
      is_written |= k->written[c->cells.at[n]];
    if (!is_written)
      continue;
    bool may_fault = k->may_fault, is_dead = c->who && factors_has_died(k, c->who);
    interval r = is_dead ? interval_one(0) : factors_eval(k, c->who, k->f->all.at[c->factor].condition);
    k->may_fault = may_fault;
    narrow(k, c->factor);
    k->moved_to[c->factor] = interval_is_one(r) ? r.low != 0 : interval_holds(r, 0) ? 2 : 1; // 2: either
  }
}

// False if there are too many paths.
static bool explore(factors_maker *k, factor_work work, const factor_step *step) {
  uint32_t paths = 0;
  k->branches.count = 0;
  do {
    mem_poll(k->m);
    forget_path(k);
    work(k, step);
    judge_conditions(k);
    bool is_error = k->may_fail || (k->may_fault && step->is_risky);
    if (is_error || (step->is_goal && !k->is_impossible))
      factors_draft(k, step->cost, true);
    if (!k->is_impossible && !step->is_goal)
      factors_draft(k, step->cost, false);
    k->paths++;
    if (++paths > MOST_PATHS)
      return false;
  } while (next_path(k) && !k->is_too_large);
  return true;
}

void factors_explore(factors_maker *k, factor_work work, const factor_step *step) {
  k->detail = k->paths < MOST_PATHS_OF_ALL ? DETAIL_ALL : DETAIL_NONE;
  while (!explore(k, work, step)) {
    factors_drop_drafts(k);
    k->detail--;
  }
  forget_path(k);
  factors_keep_drafts(k);
}
