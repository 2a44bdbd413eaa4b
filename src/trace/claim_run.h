// A run of a claim on a word, to show people what the claim does: the edge that it takes at each position.
#ifndef TRACE_CLAIM_RUN_H
#define TRACE_CLAIM_RUN_H

#include "trace/word.h"

typedef struct claim_move {
  uint32_t from; // state of the claim
  const claim_edge *by;
} claim_move;

typedef struct claim_run {
  // One for each position of the word, in order. Where the word repeats, so do the positions: the claim may need
  // several rounds of the word's loop before it repeats itself.
  VEC(claim_move) moves;
  uint32_t loop; // the moves from here on are repeated for ever; == moves.count: the last one enters a bad state
} claim_run;

// An accepting run on an infinite word; is_bad: one that enters a bad state at the last position instead. False = there
// is none. The run is empty before.
bool claim_run_find(claim_run *run, const word *w, const claim *c, bool is_bad);
void claim_run_free(mem *m, claim_run *run);

#endif
