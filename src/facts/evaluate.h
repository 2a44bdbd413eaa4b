// What an expression may be where it is known what each variable may be.
#ifndef FACTS_EVALUATE_H
#define FACTS_EVALUATE_H

#include "facts/values.h"

typedef struct values_narrowed { // what is known of one variable at one place, beyond what is known of it everywhere
  const expr *var;               // EXPR_VAR; tells of all expressions that read the same
  values set;
} values_narrowed;

typedef struct values_known {
  const network *net;     // NULL: it is not known what functions return
  const values *vars;     // by variable: all its cells in all processes together
  const bool *is_written; // by variable; NULL = all may be. The others are known cell by cell, if they are constants
  values pid;             // of the process that evaluates
  values last;            // of the process that moved last
  values processes;       // how many processes there may be
  uint32_t capacity;      // the greatest of all channels
  const values_narrowed *narrowed;
  uint32_t narrowed_count;
} values_known;

// All values that e may have. A value that only comes with a fault does not count.
void values_of(const values_known *known, const expr *e, values *out);

#endif
