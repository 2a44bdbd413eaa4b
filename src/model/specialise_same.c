// Are two versions of an edge the same edge? Both are versions of one edge, so that what no version changes is equal.
#include "model/copy_internal.h"

static bool is_same_pick(const net_pick *a, const net_pick *b) {
  return a->first == b->first && a->count == b->count && expr_is_same(a->offset, b->offset);
}

static bool are_same_bounds(const net_bounds *a, const net_bounds *b) {
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++) {
    const net_bound *x = &a->at[i], *y = &b->at[i];
    if (x->is_strict != y->is_strict || !is_same_pick(&x->x, &y->x) || !is_same_pick(&x->y, &y->y) ||
        !expr_is_same(x->when, y->when) || !expr_is_same(x->limit, y->limit))
      return false;
  }
  return true;
}

static bool are_same_syncs(const net_sync *a, const net_sync *b) {
  if (!is_same_pick(&a->label, &b->label) || !expr_is_same(a->channel, b->channel))
    return false;
  for (uint32_t i = 0; i < a->fields.count; i++)
    if (!expr_is_same(a->fields.at[i], b->fields.at[i]))
      return false;
  for (uint32_t i = 0; i < a->patterns.count; i++)
    if (!expr_is_same(a->patterns.at[i].value, b->patterns.at[i].value))
      return false;
  return true;
}

static bool is_same_stmt(const net_stmt *a, const net_stmt *b) {
  if (a->kind != b->kind || a->block != b->block || !expr_is_same(a->target, b->target) ||
      !expr_is_same(a->value, b->value) || !is_same_pick(&a->clock, &b->clock) || !is_same_pick(&a->from, &b->from))
    return false;
  for (uint32_t i = 0; i < a->args.count; i++)
    if (!expr_is_same(a->args.at[i], b->args.at[i]))
      return false;
  return true;
}

bool copy_is_same_edge(const net_edge *a, const net_edge *b) {
  if (!expr_is_same(a->guard, b->guard) || !are_same_bounds(&a->bounds, &b->bounds) ||
      !are_same_syncs(&a->sync, &b->sync))
    return false;
  const net_stmt *x = a->effect, *y = b->effect;
  for (; x && y; x = x->next, y = y->next)
    if (!is_same_stmt(x, y))
      return false;
  return !x && !y;
}
