#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void make_room(text_buffer *t, size_t more) {
  if (more >= SIZE_MAX / 4 - t->length)
    mem_exhausted(t->memory);
  size_t needed = t->length + more + 1;
  if (needed <= t->room)
    return;
  size_t room = t->room ? t->room * 2 : 64;
  if (room < needed)
    room = needed;
  t->at = mem_realloc(t->memory, t->at, room);
  t->room = room;
}

void text_add(text_buffer *t, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  assert(length >= 0);
  make_room(t, (size_t)length);
  vsnprintf(t->at + t->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  t->length += (size_t)length;
}

void text_add_bytes(text_buffer *t, const char *bytes, size_t length) {
  make_room(t, length);
  if (length)
    memcpy(t->at + t->length, bytes, length);
  t->length += length;
  t->at[t->length] = 0;
}

const char *text_string(const text_buffer *t) { return t->at ? t->at : ""; }

void text_clear(text_buffer *t) {
  t->length = 0;
  if (t->at)
    t->at[0] = 0;
}

void text_free(text_buffer *t) {
  mem_free(t->memory, t->at);
  *t = (text_buffer){.memory = t->memory};
}
