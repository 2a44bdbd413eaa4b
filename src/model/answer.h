// An answer: what was found, and what is proved about it. Searches, replay, shortening, writers and readers speak of
// it.
#ifndef MODEL_ANSWER_H
#define MODEL_ANSWER_H

#include "model/network.h"

enum { PROVED_SHORTEST = 1, PROVED_CHEAPEST = 2, PROVED_FASTEST = 4 };

typedef struct answer_value { // of a term of QUESTION_EXTREME
  bool is_reached;            // there is a state in which it was asked for
  bool is_infinite;           // a clock that may grow for ever
  bool is_strict;             // the value is approached, but not reached
  int32_t value;
} answer_value;

typedef struct answer {
  // The execution, by its actions: a stem and, where there is one, a loop that is taken for ever after it...
  VEC(net_action) steps;
  uint32_t loop_length; // so many of its last steps; 0 = no loop
  // ...or, of a model that has no actions, by its states: state i is the values cells[i * width] .. of all variables.
  VEC(int32_t) cells;
  uint32_t width; // 0 = by actions
  outcome end;
  const expr *condition; // that is false (FAULT_INVARIANT) or true (OUTCOME_REACHED) at the end; NULL = none
  // Of a timed network: when each step is taken, and at last when the end is looked at, from the start on in parts of a
  // unit of time: times[i] / unit. unit 0 = not known (yet); then there are none.
  VEC(int64_t) times;
  int64_t unit;
  // When times are looked for: 2t + 1, the end is no later than t; 2t + 2, it is earlier than t + 1; 0 = any time will
  // do.
  uint32_t deadline;
  VEC(answer_value) values; // of QUESTION_EXTREME, by term
  unsigned proved;          // PROVED_SHORTEST ...
} answer;

void answer_free(mem *m, answer *a); // what it holds; leaves an empty one
// The same execution and end, without times and without what was proved. to is empty.
void answer_copy(mem *m, answer *to, const answer *from);

uint32_t answer_length(const answer *a, const network *n); // what its steps cost together

static inline bool answer_is_error(const answer *a) { return a->end.kind == OUTCOME_ERROR; }
static inline bool answer_is_open(const answer *a) { return a->end.kind == OUTCOME_OPEN; }

#endif
