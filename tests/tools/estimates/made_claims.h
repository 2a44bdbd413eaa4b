// Generated claims that accept only by bad states, to test estimates and searches over a product.
#ifndef ESTIMATES_MADE_CLAIMS_H
#define ESTIMATES_MADE_CLAIMS_H

#include "base/text.h"
#include "model/claim.h"

// The number-th claim over these atoms. Everything is allocated in memory; text describes it.
const claim *made_claim(arena *memory, expr *const *atoms, uint32_t count, uint32_t number, text_buffer *text);

#endif
