// Reductions of the network: a smaller network with a question about it that has the same answer, or a way to search it
// part by part. Unlike an abstraction it is exact: something is found in it if and only if it is in the original. What
// is found is a trace of the smaller network, which reduce_extend() makes one of the original.
#ifndef ABSTRACTION_REDUCE_H
#define ABSTRACTION_REDUCE_H

#include "facts/facts.h"
#include "model/answer.h"
#include "model/copy.h"
#include "space/parts.h"

typedef struct reduce_setup { // everything is borrowed as long as the result lives
  arena *memory;
  const network *net;
  facts *known; // of net
  question asked;
} reduce_setup;

typedef struct reduced reduced;
typedef struct reduce_kind {
  const char *name, *summary;
  bool keeps_lengths; // a shortest trace of the smaller network extends to a shortest one of the original
  // NULL: there is nothing to leave out, or there are no parts. The question is about errors other than deadlocks, or
  // about a reachable state. before: what the network of the setup is; NULL = the original.
  const reduced *(*make)(const reduce_setup *setup, const reduced *before);
} reduce_kind;

extern const reduce_kind reduce_cone, reduce_safe, reduce_parts;

struct reduced {
  const reduced *before;        // what it was made from; NULL = the original
  const net_copy *copy;         // copy->net is the smaller network; NULL = it is the same
  question asked;               // about it
  uint32_t left_out;            // automata and variables, together with those of `before`
  uint32_t safe;                // of these, the safe ones; see safe.h
  const struct safe_part *part; // the part whose steps have to be inserted; NULL = none
  // If the question reads a part that is left out, the last state of a trace says only that some state of the part
  // answers the question. This is how many there are to try, together with those of `before`; 0 if there is no part.
  uint32_t ends;
  const space_split *split; // the parts to search one by one; NULL = the network is searched as a whole
};

// Replaces the steps of a trace of the smaller network by those of a trace of the original, with the same end. The
// steps lie in m. end: which end to try, below reduce_ends(). Returns the number of steps that were inserted.
uint32_t reduce_extend(mem *m, const reduced *r, answer *a, uint32_t end);
static inline uint32_t reduce_ends(const reduced *r) { return r && r->ends ? r->ends : 1; }

#endif
