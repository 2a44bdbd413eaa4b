// Small sets of values, and what an expression may be where of each variable such a set is known.
#ifndef FACTS_VALUES_H
#define FACTS_VALUES_H

#include "model/network.h"

enum { VALUES_MOST = 64 }; // a set that would grow larger is unknown: it may hold anything

typedef struct values {
  bool is_unknown;
  uint32_t count;
  int32_t at[VALUES_MOST]; // ascending
} values;

bool values_add(values *set, int32_t value);          // whether the set has grown
bool values_join(values *set, const values *more);    // likewise
bool values_hold(const values *set, int32_t value);   // may it be this value?
bool values_are_only(const values *set, int32_t one); // can it be nothing else?
void values_cut(values *set, net_type type);          // as a variable of the type would hold them, if it can

typedef struct values_narrowed { // what is known of one variable at one place, beyond what is known of it everywhere
  const expr *var;               // EXPR_VAR; tells of all expressions that read the same
  values set;
} values_narrowed;

typedef struct values_known {
  const network *net; // NULL: it is not known what functions return
  const values *vars; // by variable: all its cells in all processes together
  values pid;         // of the process that evaluates
  values processes;   // how many processes there may be
  uint32_t capacity;  // the greatest of all channels
  const values_narrowed *narrowed;
  uint32_t narrowed_count;
} values_known;

// All values that e may have. A value that only comes with a fault does not count.
void values_of(const values_known *known, const expr *e, values *out);

// Do both read the same, as long as no variable changes?
bool values_same(const expr *a, const expr *b);

#endif
