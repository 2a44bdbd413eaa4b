// Conditions made up for a model, so that estimates for invariants have something to be tried on: that nothing is ever
// as it is in some state, in a few respects.
#ifndef ESTIMATES_CONDITIONS_H
#define ESTIMATES_CONDITIONS_H

#include "base/text.h"
#include "space/view.h"

// The number-th condition that is false in the state. Everything is allocated in memory; text says what it is.
expr *condition_against(arena *memory, const state_view *state, uint32_t number, text_buffer *text);

#endif
