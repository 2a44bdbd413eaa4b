// Inside replay: does an execution that is said to repeat a loop, or to be accepted by a claim, do so? The replay tells
// it each state; it keeps what it needs.
#ifndef TRACE_CYCLE_JUDGE_H
#define TRACE_CYCLE_JUDGE_H

#include "trace/word.h"

typedef struct cycle_judge {
  mem *m;
  const answer *answer;
  word word;
  ref_state start; // of the loop; start.net is NULL before it
  bool stops_time; // after the end: time does not diverge
  bool stays;      // the execution stays in its last state
  // Under weak fairness, in the loop, by process:
  bool has_moved[NET_MAX_PROCESSES], was_blocked[NET_MAX_PROCESSES];
} cycle_judge;

void cycle_judge_open(cycle_judge *j, mem *m, const answer *t); // borrows t
void cycle_judge_close(cycle_judge *j);
void cycle_judge_state(cycle_judge *j, reference *r, uint32_t step); // before this step is taken
// After the last step, which ended in the fault `last`. Returns what is wrong, as a sentence without a full stop; NULL
// = nothing.
const char *cycle_judge_end(cycle_judge *j, reference *r, fault last);

#endif
