// Questions about a model, to ask of abstract models as well.
#ifndef SIMULATION_QUESTIONS_H
#define SIMULATION_QUESTIONS_H

#include "base/text.h"
#include "model/network.h"

typedef struct questions { // where they come from
  const network *net;
  expr *const *reach; // given conditions on states that are to be reached
  uint32_t reach_count;
} questions;

// The number-th question: about errors, a given condition, a property of the model, or the values of some state. False
// if there is none of this number. text: adds the question in words. In memory.
bool questions_get(const questions *from, arena *memory, uint32_t number, question *out, text_buffer *text);

#endif
