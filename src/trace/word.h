// The word that an execution writes: the truth values of conditions in the states that a claim reads, one position for
// each, of which the last ones may repeat for ever. Formulas and claims are evaluated on it by their definitions, so
// that the answers of searches are checked without the automata and algorithms that found them.
#ifndef TRACE_WORD_H
#define TRACE_WORD_H

#include "model/claim.h"
#include "trace/reference.h"

typedef struct word {
  mem *m;
  VEC(const expr *) atoms; // those of the claim, with the same numbers, then those of the formula
  VEC(uint8_t) values;     // position * atoms.count + atom: does it hold? A condition that faults does not
  uint32_t length;         // number of positions
  uint32_t loop;           // the first position that repeats for ever; == length: none
} word;

// An empty word for the atoms of both; either may be NULL. Borrows them.
void word_open(word *w, mem *m, const claim *c, const net_formula *f);
void word_close(word *w);

// Appends the state that the interpreter is in, unless it is inside an atomic sequence, where claims do not read.
void word_read(word *w, reference *r);

// The formula is false at the first position. The word must be infinite.
bool word_violates(const word *w, const net_formula *f);
// The claim has an accepting run on the word, or one into a bad state. The word must be infinite.
bool word_is_accepted(const word *w, const claim *c);
// The claim has a run that enters a bad state when it reads the last position (another may have entered one before).
// stays: it reads that position again and again.
bool word_ends_badly(const word *w, const claim *c, bool stays);

#endif
