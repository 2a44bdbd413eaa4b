// Faults in the edges of templates.
#include "facts/risk_internal.h"

// An edge of a template is analysed in the order in which it is executed: a part of the guard is evaluated only where
// the parts before it hold, and the effect only where the guard holds.

static bool is_guard_risky(risks *k, const net_edge *e, const expr *guard, bool *may_hold) {
  if (guard->op == EXPR_AND)
    return is_guard_risky(k, e, guard->a, may_hold) || (*may_hold && is_guard_risky(k, e, guard->b, may_hold));
  bool is_risky = risk_in_expr(k, guard);
  *may_hold = ranges_at_guard(k->here, e, guard);
  return is_risky;
}

static bool is_meeting_risky(risks *k, const net_sync *s) {
  bool is_risky = risk_in_expr(k, s->label.offset) || risk_in_expr(k, s->channel);
  for (uint32_t n = 0; n < s->fields.count; n++)
    is_risky |= risk_in_expr(k, s->fields.at[n]);
  for (uint32_t n = 0; n < s->patterns.count; n++)
    is_risky |= risk_in_expr(k, s->patterns.at[n].value);
  return is_risky || risk_in_sync(k, s, false);
}

// What other processes do, and what is received, comes before the effect.
static void meet(risks *k, const net_sync *s) {
  if (s->kind == SYNC_ANSWER)
    ranges_at_others(k->here);
  for (uint32_t n = 0; n < s->patterns.count; n++)
    if (s->patterns.at[n].kind == PATTERN_BIND)
      ranges_at_write(k->here, s->patterns.at[n].value->var);
}

static bool is_effect_risky(risks *k, const net_stmt *s, bool assertions) {
  for (; s; s = s->next) {
    bool is_risky = risk_in_expr(k, s->target) || risk_in_expr(k, s->value) || risk_in_expr(k, s->clock.offset) ||
                    risk_in_expr(k, s->from.offset);
    for (uint32_t n = 0; n < s->args.count; n++)
      is_risky |= risk_in_expr(k, s->args.at[n]);
    if (is_risky || risk_in_stmt(k, s, assertions))
      return true;
    if (s->target)
      ranges_at_write(k->here, s->target->var);
    if (s->kind == STMT_BLOCK)
      ranges_at_block(k->here);
  }
  return false;
}

// The process is at the edge's location, as k->here says.
static bool is_edge_risky(risks *k, const net_edge *e, bool assertions) {
  bool may_hold = true;
  mem_poll(k->m);
  k->now = k->here;
  if (e->guard && is_guard_risky(k, e, e->guard, &may_hold))
    return true;
  if (!may_hold)
    return false;
  if (risk_in_bounds(k, &e->bounds) || is_meeting_risky(k, &e->sync))
    return true;
  meet(k, &e->sync);
  return is_effect_risky(k, e->effect, assertions);
}

// May the invariant of a location cause a fault? That fault occurs in a step that leads there, or in one of another
// process.
static bool is_invariant_risky(risks *k, const net_location *l) {
  k->now = k->anywhere;
  return risk_in_expr(k, l->invariant) || risk_in_bounds(k, &l->bounds);
}

bool risk_of_edge(risks *k, const net_edge *e, bool assertions) {
  k->query++;
  ranges_at_anywhere(k->here);
  return is_edge_risky(k, e, assertions);
}

bool risk_at_location(risks *k, const net_template *t, uint32_t location, bool assertions) {
  const net_location *l = &t->flow.locations.at[location];
  k->query++;
  if (k->net->is_timed && k->net->faults_block)
    return false;
  if ((t->is_deterministic && l->edges.count > 1) || is_invariant_risky(k, l))
    return true;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = k->net->edges.at[l->edges.at[i]];
    bool is_reached = ranges_at_location(k->here, t, location);
    if (is_reached && (is_edge_risky(k, e, assertions) || is_invariant_risky(k, &t->flow.locations.at[e->to])))
      return true;
  }
  return false;
}
