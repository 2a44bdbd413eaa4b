#include "model/copy_internal.h"

bool copy_is_unknown_clock(const copier *k, const net_pick *clock) {
  return clock->count && (copy_is_unknown(k, clock->offset) || k->clocks[clock->first - 1]);
}

bool copy_is_unknown_bound(const copier *k, const net_bound *b) {
  return copy_is_unknown(k, b->when) || copy_is_unknown(k, b->limit) || copy_is_unknown_clock(k, &b->x) ||
         copy_is_unknown_clock(k, &b->y);
}

bool copy_is_unknown_pattern(const copier *k, const net_pattern *p, uint32_t field) {
  return p->kind == PATTERN_MATCH && (k->fields[field] || copy_is_unknown(k, p->value));
}

// Is an operand, index, pattern or bound of the expression unknown?
static bool has_unknown_part(const copier *k, const expr *e) {
  if (copy_is_unknown(k, e->a) || copy_is_unknown(k, e->b) || copy_is_unknown(k, e->c))
    return true;
  for (uint32_t i = 0; i < e->indices.count; i++)
    if (copy_is_unknown(k, e->indices.at[i]))
      return true;
  for (uint32_t i = 0; i < e->patterns.count; i++)
    if (copy_is_unknown_pattern(k, &e->patterns.at[i], i))
      return true;
  return e->bound && copy_is_unknown_bound(k, e->bound);
}

bool copy_is_unknown(const copier *k, const expr *e) {
  if (!e || k->special) // a special copy reads only what it keeps, and members, whose values are known
    return false;
  switch (e->op) {
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    return k->vars[e->var->index] || has_unknown_part(k, e);
  case EXPR_AT:
    return k->templates[e->value] || k->replaced[e->value] || has_unknown_part(k, e);
  case EXPR_PC:
  case EXPR_UNLABELLED:
  case EXPR_FIRST:
    return k->loses_locations || has_unknown_part(k, e);
  case EXPR_TIMEOUT:
  case EXPR_ENABLED:
  case EXPR_PRIORITY:
  case EXPR_DEADLOCK:
    return k->is_weak || has_unknown_part(k, e);
  case EXPR_CALL: // with an unknown argument its parameter is left out, and the result if it depends on the parameter
    return k->vars[k->from->functions.at[e->value].result->index];
  default:
    return has_unknown_part(k, e);
  }
}
