#include "exec/queue.h"

#include <assert.h>

static void set_length(const queue_type *t, uint8_t *at, uint32_t length) {
  if (t->length == CELL_U8)
    at[0] = (uint8_t)length;
  else
    cell_store(at, t->length, (int32_t)length);
}

static bool is_greater(const queue_type *t, const uint8_t *at, uint32_t message, const int32_t *values) {
  for (uint32_t i = 0; i < t->fields; i++) {
    int32_t there = queue_field_value(t, at, message, i), here = values[i]; // not cut: as in SPIN
    if (there != here)
      return there > here;
  }
  return false;
}

void queue_send(const queue_type *t, uint8_t *at, const int32_t *values, bool sorted) {
  uint32_t length = queue_length(t, at), slot = length;
  assert(length < t->capacity);
  uint8_t *messages = at + t->head;
  if (sorted) {
    for (slot = 0; slot < length && !is_greater(t, at, slot, values);)
      slot++;
    memmove(messages + (slot + 1) * t->message, messages + slot * t->message, (length - slot) * t->message);
  }
  uint8_t *message = messages + slot * t->message;
  for (uint32_t i = 0; i < t->fields; i++) {
    const queue_field *f = &t->field[i];
    cell_store(message + f->offset, f->width, cell_cuts(f->type) ? values[i] : net_cut(f->type, values[i]));
  }
  set_length(t, at, length + 1);
}

void queue_remove(const queue_type *t, uint8_t *at, uint32_t message) {
  uint32_t length = queue_length(t, at);
  assert(message < length);
  uint8_t *messages = at + t->head, *last = messages + (length - 1) * t->message;
  if (message < length - 1)
    memmove(messages + message * t->message, messages + (message + 1) * t->message,
            (length - 1 - message) * t->message);
  memset(last, 0, t->message);
  set_length(t, at, length - 1);
}

uint32_t queue_find(const queue_type *t, const uint8_t *at, const uint8_t *must_match, const int32_t *values) {
  uint32_t length = queue_length(t, at), message = 0;
  assert(length <= t->capacity);
  for (; message < length; message++) {
    uint32_t i = 0;
    while (i < t->fields && (!must_match[i] || queue_field_value(t, at, message, i) == values[i]))
      i++;
    if (i == t->fields)
      break;
  }
  return message;
}
