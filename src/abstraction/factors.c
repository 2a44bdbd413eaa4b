#include "abstraction/factors_internal.h"
#include "heuristic/inspect.h"
#include "model/unread.h"

#include <assert.h>

static bool are_seen(const question *asked) {
  return (asked->kind == QUESTION_ERROR || asked->kind == QUESTION_REACH) && !asked->claim;
}

factors *factors_open(const factors_setup *setup) {
  if (!are_seen(&setup->asked))
    return NULL;
  factors *f = mem_alloc(setup->m, sizeof *f);
  f->m = setup->m;
  f->net = setup->net;
  factors_maker *k = mem_alloc(setup->m, sizeof *k);
  k->m = setup->m;
  k->f = f;
  k->setup = setup;
  k->net = setup->net;
  k->scratch = arena_new(setup->m);
  k->ranges = facts_ranges(setup->facts);
  k->is_written = k->ranges->is_written;
  bool *is_unread = net_left_out(setup->m, setup->net, &setup->asked.condition, setup->asked.condition ? 1 : 0);
  k->is_unread = is_unread;
  k->relation_slots = factors_new_slots(setup->m);
  factors_choose(k);
  if (!k->is_too_large) {
    factors_add_goals(k);
    factors_add_steps(k);
  }
  bool is_too_large = k->is_too_large;
  arena_delete(k->scratch);
  mem_free(setup->m, k->relation_slots);
  mem_free(setup->m, is_unread);
  vec_free(setup->m, &k->branches);
  vec_free(setup->m, &k->told);
  vec_free(setup->m, &k->narrowed);
  vec_free(setup->m, &k->drafts);
  vec_free(setup->m, &k->row);
  vec_free(setup->m, &k->conditions);
  mem_free(setup->m, k);
  return is_too_large ? NULL : f;
}

bool factors_fit(const factors *f, const state_view *state) {
  if (!f->net->starts_processes)
    return true;
  if (state->processes != f->cast.count)
    return false;
  for (uint32_t i = 0; i < f->cast.count; i++)
    if (state->process[i].template_ != f->cast.at[i])
      return false;
  for (uint32_t i = 0; i < f->constants.count; i++)
    if (state->process[f->constants.at[i].pid].cells[f->constants.at[i].cell] != f->constants.at[i].value)
      return false;
  return true;
}

static uint32_t class_of(const factor_automaton *f, int32_t value) {
  uint32_t low = 0, high = f->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (f->classes[middle].high < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < f->count && interval_holds(f->classes[low], value) ? low : f->count;
}

static uint32_t truth_of(const factor_automaton *f, const state_view *state) {
  inspect_context c = {.view = state, .pid = f->is_of_process ? (int32_t)f->pid : NET_NONE};
  int32_t value = inspect_value(&c, f->condition);
  return c.fault ? f->count : value != 0;
}

static uint32_t value_of(const factor_automaton *f, const state_view *state) {
  bool is_dead = f->is_of_process && f->pid >= state->processes;
  switch (f->kind) {
  case FACTOR_LOCATION:
    return is_dead ? f->count - 1 : state->process[f->pid].location;
  case FACTOR_CELL:
    return is_dead ? 0 : class_of(f, view_cell(state, f->var, f->pid, f->cell));
  case FACTOR_LENGTH:
    return f->channel > state->channels ? 0 : state->channel[f->channel].length;
  case FACTOR_CONDITION:
    return is_dead ? 0 : truth_of(f, state);
  }
  return f->count;
}

bool factors_values(const factors *f, const state_view *state, uint32_t *out) {
  for (uint32_t i = 0; i < f->all.count; i++) {
    out[i] = value_of(&f->all.at[i], state);
    if (out[i] >= f->all.at[i].count)
      return false;
  }
  return true;
}
