// A new bound can only increase times. The earliest times are updated incrementally: each increase is propagated to the
// points that depend on it. If it comes back to the point where the bound starts, the system has no solution.
#include "trace/difference.h"

uint32_t difference_point(difference *d) {
  vec_push(d->m, &d->times, ((difference_time){0, 0}));
  vec_push(d->m, &d->first, 0);
  vec_push(d->m, &d->is_queued, false);
  return d->times.count - 1;
}

static difference_time earliest(const difference *d, const difference_bound *b) {
  difference_time t = d->times.at[b->from];
  return (difference_time){t.units + b->gap, t.bits + b->is_strict};
}

static bool is_before(difference_time a, difference_time b) {
  return a.units < b.units || (a.units == b.units && a.bits < b.bits);
}

bool difference_holds(const difference *d, difference_bound b) {
  return !is_before(d->times.at[b.to], earliest(d, &b));
}

difference_bound difference_not(difference_bound b) { return (difference_bound){b.to, b.from, -b.gap, !b.is_strict}; }

// Increases the time of b->to so that b holds. False if that point is fixed.
static bool move_up(difference *d, const difference_bound *b, uint32_t fixed) {
  if (difference_holds(d, *b))
    return true;
  if (b->to == fixed || b->to == 0)
    return false;
  vec_push(d->m, &d->changes, ((difference_change){b->to, d->times.at[b->to]}));
  d->times.at[b->to] = earliest(d, b);
  if (!d->is_queued.at[b->to])
    vec_push(d->m, &d->queue, b->to);
  d->is_queued.at[b->to] = true;
  return true;
}

static bool move_dependents(difference *d, uint32_t point, uint32_t fixed) {
  for (uint32_t i = d->first.at[point]; i > 0; i = d->edges.at[i - 1].next)
    if (!move_up(d, &d->edges.at[i - 1].bound, fixed))
      return false;
  return true;
}

bool difference_require(difference *d, difference_bound b) {
  if (b.from == b.to)
    return b.gap < 0 || (b.gap == 0 && !b.is_strict);
  vec_push(d->m, &d->edges, ((difference_edge){b, d->first.at[b.from]}));
  d->first.at[b.from] = d->edges.count;
  bool fits = move_up(d, &b, b.from);
  for (uint32_t i = 0; i < d->queue.count; i++) {
    d->is_queued.at[d->queue.at[i]] = false;
    fits = fits && move_dependents(d, d->queue.at[i], b.from);
  }
  d->queue.count = 0;
  return fits;
}

difference_mark difference_now(const difference *d) { return (difference_mark){d->edges.count, d->changes.count}; }

void difference_undo(difference *d, difference_mark mark) {
  while (d->changes.count > mark.changes) {
    const difference_change *c = &d->changes.at[--d->changes.count];
    d->times.at[c->point] = c->was;
  }
  while (d->edges.count > mark.edges) {
    const difference_edge *e = &d->edges.at[--d->edges.count];
    d->first.at[e->bound.from] = e->next;
  }
}

void difference_free(difference *d) {
  vec_free(d->m, &d->times);
  vec_free(d->m, &d->first);
  vec_free(d->m, &d->edges);
  vec_free(d->m, &d->changes);
  vec_free(d->m, &d->queue);
  vec_free(d->m, &d->is_queued);
}
