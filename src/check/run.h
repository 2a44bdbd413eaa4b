// One running search in a memory of its own: it can be advanced in turns with others, and thrown away.
#ifndef CHECK_RUN_H
#define CHECK_RUN_H

#include "check/check.h"

typedef struct check_run { // must survive a longjmp, so nothing of it may be in registers
  beeline_check *check;
  check_item *item;
  check_choice choice;
  uint32_t bound;
  shared_view *view; // the network it works on, once it is prepared
  // What run_open() leaves out; may be set before the first step. Traces are borrowed.
  question asked; // default: that of the item; of a reduced network, the question about that
  // NULL, or an execution: the search starts in its state before step from_step; its state before step to_step is known
  // to estimates that need one and, if is_target, is what is looked for.
  const answer *along;
  uint32_t from_step, to_step;
  bool is_target;
  const answer *around;       // search the neighbourhood of this execution instead of using the choice; NULL = no...
  uint64_t around_expansions; // ...expanding so many states
  int32_t horizon;            // of QUESTION_EXTREME: see space_options
  mem *memory;
  space *space;
  space *timed;   // the space of a timed network itself, which may be wrapped; else NULL
  space *watch;   // of a census: notes the errors that it does not stop at
  uint8_t *known; // the state before to_step
  uint32_t known_size;
  space *elsewhere; // the space with another initial state
  bool is_reduced;  // the reduction may leave out steps
  heuristic *estimates[CHOICE_MOST_ESTIMATES];
  search *search; // NULL until it is prepared
  search_status status;
  bool is_out_of_memory; // then it can only be closed; what it has found can still be read
  bool ends_at_first;    // may be set before the first step: the first error is enough
  bool is_settling;      // no more states are stored: it works out the trace of an error
  double prepare_s;
  uint32_t pace, work; // expansions per step: usually, and in this one
} check_run;

// Cheap: the first advance prepares it.
void run_open(check_run *run, beeline_check *check, check_item *item, const check_choice *choice, uint32_t bound);
void run_close(check_run *run);
// The number of automata and variables that these reductions of the network leave out for the question. 0 also if they
// do not support it, or if there was no memory or time to find out. Cheap, and what is made is kept for the runs.
uint32_t run_left_out(beeline_check *check, check_item *item, unsigned cuts);
// About `work` expansions. Checks the limits regularly; returns the one that was reached, or NONE. The end of a turn is
// _TIME, too; after that it can go on.
beeline_reason run_advance(check_run *run, uint64_t work, uint64_t memory_limit);

// Has it found an error that can be reported, even if it was stopped?
static inline bool run_has_found(const check_run *run) { return run->search && run->search->found.is_there; }

static inline bool run_is_over(const check_run *run) { return run->is_out_of_memory || run->status != SEARCH_RUNNING; }

// Removes from what the run has found the steps that its reduction calls unnecessary. Works in m, so that it can be
// called when the run is out of memory.
void run_trim(check_run *run, mem *m, answer *found);

void run_lower_bound(check_run *run, uint32_t bound); // if the search supports that

// Of an exhausted search: NONE if it has visited all states (below its bound), else why it has not.
beeline_reason run_missed(const check_run *run);
// Of an exhausted search: NONE if it proves that there is no error (below its bound), else why it does not.
beeline_reason run_doubt(const check_run *run);
bool run_is_optimal(const check_run *run); // what it found is a shortest trace
// Of an exhausted search: does it prove that no trace costs less than this?
bool run_proves_shortest(const check_run *run, double cost);
void run_add_stats(const check_run *run, beeline_stats *stats);

#endif
