// Intervals of values, and what operators make of them. Values are 32-bit numbers that wrap around: what may not fit
// may be anything.
#ifndef FACTS_INTERVAL_H
#define FACTS_INTERVAL_H

#include "model/network.h"

typedef struct interval {
  int32_t low, high; // both included; there is no value if low > high
} interval;

static const interval interval_none = {1, 0}, interval_all = {INT32_MIN, INT32_MAX}, interval_truth = {0, 1};

static inline interval interval_one(int32_t value) { return (interval){value, value}; }
static inline bool interval_is_empty(interval r) { return r.low > r.high; }
static inline bool interval_is_one(interval r) { return r.low == r.high; }
static inline bool interval_is_same(interval a, interval b) { return a.low == b.low && a.high == b.high; }
static inline bool interval_holds(interval r, int32_t value) { return r.low <= value && value <= r.high; }
// Does it hold no value outside?
static inline bool interval_lies_within(interval r, int64_t low, int64_t high) {
  return interval_is_empty(r) || (r.low >= low && r.high <= high);
}

interval interval_hull(interval a, interval b); // the least that holds both
interval interval_common(interval a, interval b);
interval interval_of_type(net_type type); // all that a variable of the type can hold
// As a variable of the type would hold the values. Of a checked type only those are left that it can hold.
interval interval_cut(interval r, net_type type);
// All values of an operator without a fault. Both sides of && and || are taken to be evaluated; a unary operator does
// not look at b.
interval interval_apply(expr_op op, interval a, interval b);

#endif
