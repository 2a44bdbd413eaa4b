// What the claim of an answer does in each state of the execution, as text.
#ifndef TRACE_SHOW_CLAIM_H
#define TRACE_SHOW_CLAIM_H

#include "base/text.h"
#include "trace/claim_run.h"
#include "trace/writer.h"

typedef struct show_claim {
  const trace_job *job;
  arena *memory;
  word word;
  claim_run run;          // empty: there is nothing to show
  VEC(uint32_t) position; // of the word, by state of the execution; one per state
} show_claim;

// Finds a run of the claim. There is none to show if the answer has no claim or is one of a timed network, where a
// claim also reads states between steps.
void show_claim_open(show_claim *s, const trace_job *job);
void show_claim_close(show_claim *s);

// The bad state that the claim enters at the end; NULL = none.
const claim_state *show_claim_bad(const show_claim *s);

// Adds the move of the claim that reads the state: "claim: 1 -> 2   x == 1". Nothing where it does not read.
void show_claim_state(const show_claim *s, text_buffer *t, uint32_t state);
// Adds the moves after the last step, if the claim does not repeat itself with the execution's loop.
void show_claim_rest(const show_claim *s, text_buffer *t);

#endif
