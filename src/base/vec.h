// A growing array. VEC(int) numbers = {0}; vec_push(m, &numbers, 3); numbers.at[0]; vec_free(m, &numbers);
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#define VEC(type)                                                                                                      \
  struct {                                                                                                             \
    type *at;                                                                                                          \
    uint32_t count, room;                                                                                              \
  }

// Makes room for at least count elements. Returns the new `at`. Called by the macros.
void *vec_grow(mem *m, void *at, uint32_t *room, uint32_t count, size_t element);

#define vec_reserve(m, v, n) ((v)->at = vec_grow((m), (v)->at, &(v)->room, (n), sizeof *(v)->at))
#define vec_push(m, v, x)                                                                                              \
  do {                                                                                                                 \
    if ((v)->count == (v)->room)                                                                                       \
      vec_reserve((m), (v), (v)->count + 1);                                                                           \
    (v)->at[(v)->count++] = (x);                                                                                       \
  } while (0)
#define vec_free(m, v) (mem_free((m), (v)->at), (v)->at = NULL, (v)->count = (v)->room = 0)

#endif
