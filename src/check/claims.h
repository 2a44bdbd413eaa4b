// The claim of a question.
#ifndef CHECK_CLAIMS_H
#define CHECK_CLAIMS_H

#include "base/diag.h"
#include "beeline.h"
#include "model/question.h"

// Makes the claim of a question about cycles, unless it has one: of its formula, its never claim, or the labels of
// processes. takes_sets: that of a formula may have several acceptance sets, if it is smaller then. A question whose
// claim accepts only by bad states becomes one about errors, so that every search can answer it. Does nothing for other
// questions. Everything is allocated in memory. Returns why there is no such claim; NULL = there is.
const char *check_make_claim(arena *memory, const struct network *n, question *q, bool takes_sets);

// Reads an automaton that accepts what must never happen (omega/reader.h). Its propositions are conditions in the
// language of the model. NULL with diagnostics; everything is in the arena of d.
const struct claim *check_read_claim(diags *d, beeline_model *model, const char *file);

#endif
