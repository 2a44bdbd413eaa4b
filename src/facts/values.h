// A set of possible values: an explicit set if they are few, otherwise an interval.
#ifndef FACTS_VALUES_H
#define FACTS_VALUES_H

#include "facts/interval.h"

enum { VALUES_MOST = 64 }; // a set that would grow larger becomes an interval

typedef struct values {
  bool is_interval; // all values of `among`, which are more than VALUES_MOST; then count is 0
  interval among;
  uint32_t count;
  int32_t at[VALUES_MOST]; // ascending
} values;                  // all zero: the empty set

void values_clear(values *set);
void values_set_one(values *set, int32_t value);
void values_set_interval(values *set, interval r);    // an explicit set if they are few
interval values_hull(const values *set);              // the least interval that contains all
bool values_are_none(const values *set);              // is the set empty?
bool values_add(values *set, int32_t value);          // true if the set has grown
bool values_join(values *set, const values *more);    // union; true if the set has grown
bool values_hold(const values *set, int32_t value);   // does the set contain the value?
bool values_are_only(const values *set, int32_t one); // is it the only value?
bool values_meet(const values *a, const values *b);   // do they have a value in common?
void values_cut(values *set, net_type type);          // as stored in a variable of the type, if it can hold them
// All results of the operator that occur without a fault; both sides of && and || are evaluated. out is neither a nor
// b.
void values_apply(expr_op op, const values *a, const values *b, values *out);

#endif
