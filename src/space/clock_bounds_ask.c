// The constants of bounds, as demands on their clocks.
#include "space/clock_bounds_internal.h"

bool clock_raise(clock_demand *d, clock_demand by) {
  bool is_more = by.lower > d->lower || by.upper > d->upper;
  d->lower = by.lower > d->lower ? by.lower : d->lower;
  d->upper = by.upper > d->upper ? by.upper : d->upper;
  return is_more;
}

void clock_row(const clock_finder *k, const net_pick *pick, uint32_t *first, uint32_t *last) {
  interval offset = {0, 0};
  if (pick->offset)
    offset = ranges_hull(k->ranges, pick->offset);
  int64_t low = offset.low < 0 ? 0 : offset.low, high = (int64_t)offset.high + 1;
  *first = pick->first + (uint32_t)(low < pick->count ? low : pick->count);
  *last = pick->first + (uint32_t)(high < 0 ? 0 : high < pick->count ? high : pick->count);
}

static void ask_row(clock_finder *k, const net_pick *pick, clock_demand d) {
  uint32_t first, last;
  clock_row(k, pick, &first, &last);
  for (uint32_t clock = first; clock < last; clock++)
    clock_raise(&k->now[clock], d);
}

// A constant beyond NET_MAX_TIME is a fault. One below 0 distinguishes nothing: a clock is never negative.
static int32_t clamp_constant(int64_t constant) {
  if (constant < 0)
    return DBM_NEVER;
  return constant < NET_MAX_TIME ? (int32_t)constant : NET_MAX_TIME;
}

void clock_ask(clock_finder *k, const net_bound *b, bool is_both) {
  interval constant = ranges_hull(k->ranges, b->limit);
  int32_t upper = clamp_constant(constant.high), lower = clamp_constant(-(int64_t)constant.low);
  if (b->x.count && b->y.count) {
    // Once one of the clocks is set to a value, the other is compared with the constant plus that value.
    int64_t below = -(int64_t)constant.low, distance = constant.high > below ? constant.high : below;
    int32_t c = clamp_constant(distance + k->most_set);
    ask_row(k, &b->x, (clock_demand){c, c});
    ask_row(k, &b->y, (clock_demand){c, c});
    k->has_diagonals = true;
  } else if (b->x.count) {
    ask_row(k, &b->x, (clock_demand){is_both ? upper : DBM_NEVER, upper});
  } else if (b->y.count) {
    ask_row(k, &b->y, (clock_demand){lower, is_both ? lower : DBM_NEVER});
  }
}

// Does it also matter that an edge is not enabled? It does where time may pass, or a broadcast may be taken without the
// process, only if it is not.
static bool negation_matters(const clock_finder *k, const net_sync *sync) {
  const net_pick *label = &sync->label;
  bool matters = false;
  if (sync->kind == SYNC_CALL || sync->kind == SYNC_ANSWER)
    for (uint32_t i = label->first; i < label->first + label->count; i++) {
      const net_label *l = &k->net->labels.at[i];
      matters |= l->is_urgent || (l->is_broadcast && sync->kind == SYNC_ANSWER);
    }
  return matters;
}

static void ask_all(clock_finder *k, const net_bounds *bounds, bool is_both) {
  for (uint32_t i = 0; i < bounds->count; i++)
    clock_ask(k, &bounds->at[i], is_both);
}

static void ask_condition(const expr *e, void *context) {
  if (e->op == EXPR_BOUND)
    clock_ask(context, e->bound, true);
}

void clock_ask_location(clock_finder *k, const net_location *l) {
  ask_all(k, &l->bounds, false);
  expr_walk(l->invariant, ask_condition, k);
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = k->net->edges.at[l->edges.at[i]];
    ask_all(k, &e->bounds, negation_matters(k, &e->sync));
  }
}
