// A growing string. text_buffer t = {.memory = m}; text_add(&t, "%d", 3); t.at; text_free(&t);
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/mem.h"

typedef struct text_buffer {
  mem *memory;
  char *at; // NULL before the first addition, then always terminated by 0
  size_t length, room;
} text_buffer;

void text_add(text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(text_buffer *t, const char *bytes, size_t length);
const char *text_string(const text_buffer *t); // never NULL; borrowed until the next change
void text_clear(text_buffer *t);               // keeps the memory
void text_free(text_buffer *t);

#endif
