// Finding the steps of a timed trace from what a file of another format claims: the processes that take part, the state
// after each step, and perhaps the edges. Times are found last.
#ifndef TRACE_RECOVER_H
#define TRACE_RECOVER_H

#include "trace/numbering.h"
#include "trace/read_internal.h"
#include "trace/symbolic.h"

enum { TOLD_NOTHING = -1 };

typedef struct told_part { // a process that takes part; TOLD_NOTHING where the file says nothing
  int32_t pid;
  int64_t edge; // numbering_edge()
  bool says_chosen;
  VEC(int32_t) chosen; // the values that the edge selects
  int64_t from, to;    // locations
  const char *name;    // numbering_edge_name(), if Beeline wrote the file; NULL = not given
} told_part;

typedef struct told_value { // numbering_value()
  bool is_said;
  int32_t value;
} told_value;

typedef struct told { // what the file says about one step
  VEC(told_part) parts;
  VEC(int64_t) locations; // afterwards, by process; may be empty
  VEC(told_value) values; // afterwards, in the order of numbering_cells(); may be empty
  zone zone;              // afterwards; clocks 0 = not given
} told;

void told_clear(mem *m, told *c);

typedef struct recovery {
  trace_reader *reader;
  symbolic now;
  numbered_cells cells;
  answer found;
} recovery;

void recovery_open(recovery *w, trace_reader *r);
void recovery_close(recovery *w);
// Adds the step that fits best, or returns why there is none.
const char *recovery_step(recovery *w, const told *c);
// NULL if the state is as claimed; else how it differs.
const char *recovery_differs(const recovery *w, const ref_state *s, const told *c);
// Finds times and adds the steps to the reader's answer. False with a diagnostic.
bool recovery_finish(recovery *w);

#endif
