// Sets of values: low, low + step, low + 2 * step ... high. What is computed from such sets is again such a set, which
// contains all results.
#ifndef MODEL_SPAN_H
#define MODEL_SPAN_H

#include "model/expr.h"

typedef struct span {
  int64_t low, high;
  int64_t step; // 0 if and only if there is one value
} span;

span span_of(int64_t low, int64_t high, int64_t step); // high need not be reached; low <= high
static inline span span_one(int64_t value) { return (span){value, value, 0}; }
static inline bool span_is_one(span s) { return !s.step; }
extern const span span_any, span_truth; // all 32-bit values; 0 and 1

bool span_has(span s, int64_t value);
bool span_meets(span a, span b); // false: they have no value in common. True: they may have one
bool span_cut(span s, int64_t low, int64_t high, span *out); // the values within low .. high; false = there are none
// The values modulo 2^bits that lie in low .. low + 2^bits - 1.
span span_wrap(span s, int64_t low, uint32_t bits);

span span_join(span a, span b); // contains both

// The values of an operator. Values may lie outside 32 bits: the value meant is the one modulo 2^32.
span span_apply(expr_op op, span a, span b);

#endif
