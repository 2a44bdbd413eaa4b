// Interval arithmetic. Values are 32-bit integers that wrap around, so a result that may overflow may be any value.
#ifndef FACTS_INTERVAL_H
#define FACTS_INTERVAL_H

#include "model/network.h"

typedef struct interval {
  int32_t low, high; // both included; empty if low > high
} interval;

static const interval interval_none = {1, 0}, interval_all = {INT32_MIN, INT32_MAX}, interval_truth = {0, 1};

static inline interval interval_one(int32_t value) { return (interval){value, value}; }
static inline bool interval_is_empty(interval r) { return r.low > r.high; }
static inline bool interval_is_one(interval r) { return r.low == r.high; }
static inline bool interval_is_same(interval a, interval b) { return a.low == b.low && a.high == b.high; }
static inline bool interval_holds(interval r, int32_t value) { return r.low <= value && value <= r.high; }
// Are all its values within low .. high? True for the empty interval.
static inline bool interval_lies_within(interval r, int64_t low, int64_t high) {
  return interval_is_empty(r) || (r.low >= low && r.high <= high);
}

interval interval_hull(interval a, interval b);   // the least interval that contains both
interval interval_common(interval a, interval b); // the intersection
interval interval_of_type(net_type type);         // all values of a variable of the type
// The values after an assignment to a variable of the type. For a checked type, values out of its range are left out.
interval interval_cut(interval r, net_type type);
// All results of the operator that occur without a fault. Both sides of && and || count as evaluated; a unary operator
// ignores b.
interval interval_apply(expr_op op, interval a, interval b);

#endif
