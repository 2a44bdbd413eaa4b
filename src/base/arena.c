#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FIRST_CHUNK ((size_t)4 << 10)
#define LAST_CHUNK ((size_t)1 << 20)

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  alignas(max_align_t) char bytes[];
};

struct arena {
  mem *memory;
  chunk *chunks;
  char *free_from;
  size_t free_size;
  size_t next_chunk;
};

arena *arena_new(mem *m) {
  arena *a = mem_alloc(m, sizeof *a);
  a->memory = m;
  a->next_chunk = FIRST_CHUNK;
  return a;
}

void arena_delete(arena *a) {
  if (!a)
    return;
  mem *m = a->memory;
  for (chunk *c = a->chunks, *next; c; c = next) {
    next = c->next;
    mem_free(m, c);
  }
  mem_free(m, a);
}

mem *arena_mem(const arena *a) { return a->memory; }

static char *add_chunk(arena *a, size_t size) {
  if (size > SIZE_MAX - sizeof(chunk))
    mem_exhausted(a->memory);
  chunk *c = mem_alloc(a->memory, sizeof(chunk) + size);
  c->next = a->chunks;
  a->chunks = c;
  return c->bytes;
}

void *arena_alloc(arena *a, size_t size) {
  const size_t alignment = alignof(max_align_t);
  if (size > SIZE_MAX - alignment)
    mem_exhausted(a->memory);
  size = size ? (size + alignment - 1) / alignment * alignment : alignment;
  if (size > a->free_size) {
    // A large block gets a chunk of its own, so that the rest of the current chunk is not wasted.
    if (size > a->next_chunk / 4)
      return add_chunk(a, size);
    a->free_from = add_chunk(a, a->next_chunk);
    a->free_size = a->next_chunk;
    if (a->next_chunk < LAST_CHUNK)
      a->next_chunk *= 2;
  }
  char *result = a->free_from;
  a->free_from += size;
  a->free_size -= size;
  return result;
}

char *arena_copy(arena *a, const char *text, size_t length) {
  char *copy = arena_alloc(a, length + 1);
  if (length)
    memcpy(copy, text, length);
  return copy;
}

char *arena_string(arena *a, const char *text) { return arena_copy(a, text, strlen(text)); }

char *arena_printf(arena *a, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = arena_vprintf(a, format, arguments);
  va_end(arguments);
  return text;
}

char *arena_vprintf(arena *a, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  assert(length >= 0);
  char *text = arena_alloc(a, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}
