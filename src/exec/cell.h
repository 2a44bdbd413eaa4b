// Values in a packed vector: unaligned, in as few bytes as their type needs.
#ifndef EXEC_CELL_H
#define EXEC_CELL_H

#include "model/network.h"
#include <string.h>

// name, C type: the order is that of the families of instructions in exec/code.h.
#define CELL_WIDTHS(X, ...)                                                                                            \
  X(U8, uint8_t, __VA_ARGS__)                                                                                          \
  X(I8, int8_t, __VA_ARGS__)                                                                                           \
  X(U16, uint16_t, __VA_ARGS__)                                                                                        \
  X(I16, int16_t, __VA_ARGS__)                                                                                         \
  X(I32, int32_t, __VA_ARGS__)

typedef enum { CELL_U8, CELL_I8, CELL_U16, CELL_I16, CELL_I32, CELL_WIDTH_COUNT } cell_width;

static inline cell_width cell_width_of(net_type type) {
  if (type.bits <= 8)
    return type.is_signed ? CELL_I8 : CELL_U8;
  if (type.bits <= 16)
    return type.is_signed ? CELL_I16 : CELL_U16;
  return CELL_I32;
}

static inline uint32_t cell_bytes(cell_width width) { return width <= CELL_I8 ? 1 : width <= CELL_I16 ? 2 : 4; }

// Does a plain store truncate a value to this type?
static inline bool cell_cuts(net_type type) { return type.bits == 8 || type.bits == 16 || type.bits >= 32; }

static inline int32_t cell_load(const uint8_t *at, cell_width width) {
  switch (width) {
#define X(name, type, unused)                                                                                          \
  case CELL_##name: {                                                                                                  \
    type value;                                                                                                        \
    memcpy(&value, at, sizeof value);                                                                                  \
    return (int32_t)value;                                                                                             \
  }
    CELL_WIDTHS(X, 0)
#undef X
  default:
    return 0;
  }
}

static inline void cell_store(uint8_t *at, cell_width width, int32_t value) {
  switch (width) {
#define X(name, type, unused)                                                                                          \
  case CELL_##name: {                                                                                                  \
    type cut = (type)value;                                                                                            \
    memcpy(at, &cut, sizeof cut);                                                                                      \
    break;                                                                                                             \
  }
    CELL_WIDTHS(X, 0)
#undef X
  default:
    break;
  }
}

#endif
