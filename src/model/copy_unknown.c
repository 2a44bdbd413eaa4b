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

bool copy_has_unknown_index(const copier *k, const expr *read) {
  for (uint32_t i = 0; i < read->indices.count; i++)
    if (copy_is_unknown(k, read->indices.at[i]))
      return true;
  return false;
}

// May the channel be one whose contents are left out?
static bool is_channel_out(const copier *k, const expr *channel) {
  int32_t type = net_channel_type(&k->channel_use, channel);
  return type == NET_NONE ? k->has_channels_out : k->channels[type];
}

// If it is known only at run time which channel it is, either all are left out or none: see copy_refuse().
bool copy_is_sync_out(const copier *k, const net_sync *s) {
  return (s->kind == SYNC_SEND || s->kind == SYNC_RECEIVE) && k->has_channels_out && is_channel_out(k, s->channel);
}

// Is an operand, index, pattern or bound of the expression unknown?
static bool has_unknown_part(const copier *k, const expr *e) {
  if (copy_is_unknown(k, e->a) || copy_is_unknown(k, e->b) || copy_is_unknown(k, e->c))
    return true;
  if (copy_has_unknown_index(k, e))
    return true;
  for (uint32_t i = 0; i < e->patterns.count; i++)
    if (copy_is_unknown_pattern(k, &e->patterns.at[i], i))
      return true;
  return e->bound && copy_is_unknown_bound(k, e->bound);
}

// Does it, or a part of it, depend on something that is left out or mapped?
static bool is_affected(const copier *k, const expr *e) {
  switch (e->op) {
  case EXPR_VAR:
  case EXPR_REMOTE_VAR:
    return k->vars[e->var->index] || copy_map_of(k, e->var) || has_unknown_part(k, e);
  case EXPR_AT:
    return k->templates[e->value] || has_unknown_part(k, e);
  case EXPR_PC:
  case EXPR_UNLABELLED:
  case EXPR_FIRST:
    return k->loses_locations || has_unknown_part(k, e);
  case EXPR_TIMEOUT:
  case EXPR_ENABLED:
  case EXPR_PRIORITY:
  case EXPR_DEADLOCK:
    return k->is_weak || has_unknown_part(k, e);
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
  case EXPR_POLL:
    return (k->has_channels_out && is_channel_out(k, e->a)) || has_unknown_part(k, e);
  case EXPR_CALL: // with an unknown argument its parameter is left out, and the result if it depends on the parameter
    return k->vars[k->from->functions.at[e->value].result->index] || (k->cases && has_unknown_part(k, e));
  default:
    return has_unknown_part(k, e);
  }
}

bool copy_is_unknown(const copier *k, const expr *e) {
  int32_t value;
  if (!e || k->special) // a special copy reads only what it keeps, and members, whose values are known
    return false;
  if (!is_affected(k, e))
    return false;
  if (!k->maps)
    return true;
  return k->cases ? !copy_is_settled(k, e, &value) : !copy_is_exact(k, e);
}

bool copy_is_by_cases(const copier *k, const expr *e) { return k->maps && is_affected(k, e); }
