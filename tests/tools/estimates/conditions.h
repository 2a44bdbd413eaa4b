// Generated invariants, to test estimates for invariants: each says that some values of a given state never occur
// together.
#ifndef ESTIMATES_CONDITIONS_H
#define ESTIMATES_CONDITIONS_H

#include "base/text.h"
#include "space/view.h"

// The number-th condition that is false in the state. Everything is allocated in memory; text is the condition in
// words.
expr *condition_against(arena *memory, const state_view *state, uint32_t number, text_buffer *text);

#endif
