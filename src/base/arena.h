// An arena: blocks that are freed together, by arena_delete(). No block is freed alone.
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/mem.h"
#include <stdarg.h>

typedef struct arena arena;

arena *arena_new(mem *m);
void arena_delete(arena *a);
mem *arena_mem(const arena *a);
void *arena_alloc(arena *a, size_t size);                    // zeroed, aligned for any type
char *arena_copy(arena *a, const char *text, size_t length); // adds the final 0
char *arena_string(arena *a, const char *text);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(arena *a, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
