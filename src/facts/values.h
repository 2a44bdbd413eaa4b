// What a value may be: a set of a few values, or an interval where there are more.
#ifndef FACTS_VALUES_H
#define FACTS_VALUES_H

#include "facts/interval.h"

enum { VALUES_MOST = 64 }; // a set that would grow larger becomes an interval

typedef struct values {
  bool is_interval; // all values of `among`, which are always more than VALUES_MOST; count is 0 then
  interval among;
  uint32_t count;
  int32_t at[VALUES_MOST]; // ascending
} values;                  // all zero: the empty set

void values_clear(values *set);
void values_set_one(values *set, int32_t value);
void values_set_interval(values *set, interval r);    // a set if they are few
interval values_hull(const values *set);              // the least interval that holds them all
bool values_are_none(const values *set);              // the empty set
bool values_add(values *set, int32_t value);          // whether the set has grown
bool values_join(values *set, const values *more);    // likewise
bool values_hold(const values *set, int32_t value);   // may it be this value?
bool values_are_only(const values *set, int32_t one); // can it be nothing else?
bool values_meet(const values *a, const values *b);   // have they a value in common?
void values_cut(values *set, net_type type);          // as a variable of the type would hold them, if it can
// All values of an operator without a fault; of && and || where both sides are evaluated. out is neither a nor b.
void values_apply(expr_op op, const values *a, const values *b, values *out);

#endif
