// What a step does to the cells.
#include "abstraction/factors_internal.h"

enum { MOST_EDGES = 2000 }; // of a block that are followed

static interval stored(factors_maker *k, interval r, net_type type, bool *fits) {
  if (type.is_checked && !interval_lies_within(r, type.low, type.high))
    k->may_fault = true;
  r = interval_cut(r, type);
  *fits = !interval_is_empty(r);
  return r;
}

void factors_assign(factors_maker *k, const factor_process *who, const expr *target, interval r) {
  uint32_t first, last;
  bool fits;
  r = stored(k, r, target->var->type, &fits);
  if (!fits || !factors_cells_of(k, who, target, &first, &last)) {
    k->is_impossible = true; // it is a fault
    return;
  }
  if (first == last)
    factors_write(k, first, r);
  for (uint32_t c = first; c <= last && first < last; c++)
    factors_write_maybe(k, c, r);
}

static void forget_cells(factors_maker *k, const factor_process *who, const net_var *v) {
  uint32_t first = v->template_ == NET_NONE ? v->first_cell : who->first_cell + v->first_cell;
  for (uint32_t c = first; c < first + v->cells; c++)
    factors_write(k, c, k->cells[c].base);
}

static void forget_lengths(factors_maker *k, uint32_t type) {
  for (uint32_t i = 1; i <= k->channel_count; i++)
    if ((uint32_t)k->channels[i].type == type)
      factors_write(k, k->channels[i].cell, k->cells[k->channels[i].cell].base);
}

void factors_forget(factors_maker *k, const factor_process *who, uint32_t edge) {
  const access_sets *s = access_of_edge(facts_accesses(k->setup->facts), edge);
  for (uint32_t i = 0; i < s->writes[ACCESS_VARS].count; i++)
    forget_cells(k, who, k->net->vars.at[s->writes[ACCESS_VARS].at[i]]);
  for (uint32_t i = 0; i < s->writes[ACCESS_CHANNELS].count; i++)
    forget_lengths(k, s->writes[ACCESS_CHANNELS].at[i]);
}

static bool take_statement(factors_maker *k, const factor_process *who, const net_stmt *s);

static bool take_statements(factors_maker *k, const factor_process *who, const net_stmt *s) {
  for (; s && !k->is_impossible; s = s->next)
    if (!take_statement(k, who, s))
      return false;
  return true;
}

// In a block the first possible edge is taken. Its way is known as long as each test has one outcome.
bool factors_run_block(factors_maker *k, const factor_process *who, uint32_t block) {
  const net_flow *flow = &k->net->blocks.at[block];
  uint32_t at = flow->initial;
  k->may_fault = true;
  for (uint32_t edges = 0; at != NET_BLOCK_EXIT; edges++) {
    const net_edge *next = NULL;
    const net_location *l = &flow->locations.at[at];
    for (uint32_t i = 0; i < l->edges.count && !next; i++) {
      const net_edge *e = k->net->edges.at[l->edges.at[i]];
      interval is_so = e->is_else || !e->guard ? interval_one(1) : factors_eval(k, who, e->guard);
      if (interval_is_one(is_so) && is_so.low == 0)
        continue;
      if (interval_holds(is_so, 0) || e->sync.kind != SYNC_NONE)
        return false;
      next = e;
    }
    if (!next) { // it is a fault
      k->is_impossible = true;
      return true;
    }
    if (edges == MOST_EDGES || !take_statements(k, who, next->effect))
      return false;
    if (k->is_impossible)
      return true;
    at = next->to;
  }
  return true;
}

// False if the statement is in a block whose way is not known.
static bool take_statement(factors_maker *k, const factor_process *who, const net_stmt *s) {
  switch (s->kind) {
  case STMT_ASSIGN:
    factors_assign(k, who, s->target, factors_eval(k, who, s->value));
    break;
  case STMT_ASSERT:
    k->may_fail |= interval_holds(factors_eval(k, who, s->value), 0) && (k->setup->asked.errors & ERROR_ASSERTION);
    break;
  case STMT_RUN:
    k->may_fault = true;
    if (s->target)
      factors_assign(k, who, s->target, (interval){0, NET_MAX_PROCESSES - 1});
    break;
  case STMT_PRINT:
  case STMT_SET_PRIORITY:
    for (uint32_t i = 0; i < s->args.count; i++)
      factors_eval(k, who, s->args.at[i]);
    break;
  case STMT_SET_CLOCK:
    k->may_fault = true;
    break;
  case STMT_BLOCK:
    return factors_run_block(k, who, s->block);
  case STMT_END:
    break;
  }
  return true;
}

static bool may_assert(factors_maker *k, uint32_t edge) {
  return access_of_edge(facts_accesses(k->setup->facts), edge)->flags & ACCESS_ASSERTS;
}

void factors_take_effect(factors_maker *k, const factor_process *who, const net_edge *e) {
  if (take_statements(k, who, e->effect))
    return;
  factors_forget(k, who, e->id);
  k->may_fault = true;
  k->may_fail |= may_assert(k, e->id) && (k->setup->asked.errors & ERROR_ASSERTION);
}
