// Buffered channels in a packed vector.
#ifndef EXEC_QUEUE_H
#define EXEC_QUEUE_H

#include "exec/layout_plan.h"

// A channel is given by its type and the address of its length. Its messages follow, oldest first.
static inline uint32_t queue_length(const queue_type *t, const uint8_t *at) {
  return t->length == CELL_U8 ? at[0] : (uint32_t)cell_load(at, t->length);
}

static inline int32_t queue_field_value(const queue_type *t, const uint8_t *at, uint32_t message, uint32_t field) {
  const queue_field *f = &t->field[field];
  return cell_load(at + t->head + message * t->message + f->offset, f->width);
}

// Is a peek at a message with this many patterns a fault? Beyond the only field of a message lies 0, beyond several
// nothing.
static inline bool queue_peek_fails(uint32_t fields, uint32_t patterns) { return fields != 1 && patterns > fields; }

// Cuts the values to the types of the fields and appends them; sorted: inserts them before the first message that is
// greater. The channel must not be full.
void queue_send(const queue_type *t, uint8_t *at, const int32_t *values, bool sorted);
void queue_remove(const queue_type *t, uint8_t *at, uint32_t message);
// The first message whose field i equals values[i] wherever must_match[i]; the length if there is none.
uint32_t queue_find(const queue_type *t, const uint8_t *at, const uint8_t *must_match, const int32_t *values);

#endif
