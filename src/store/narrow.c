#include "store/narrow.h"

#include <string.h>

enum { NUMBER = sizeof(int32_t) };

static int32_t number_at(const uint8_t *bytes, uint32_t i) {
  int32_t n;
  memcpy(&n, bytes + (size_t)i * NUMBER, sizeof n);
  return n;
}

typedef int32_t group __attribute__((vector_size(4 * NUMBER), aligned(1), may_alias)); // four at a time

static inline void note_group(group n, group *least, group *most) {
  n &= n != INT32_MAX;
  group is_less = n<*least, is_more = n> * most;
  *least = (n & is_less) | (*least & ~is_less);
  *most = (n & is_more) | (*most & ~is_more);
}

uint32_t narrow_width(const uint8_t *bytes, uint32_t size) {
  if (size % NUMBER)
    return NUMBER;
  group lows = {0}, highs = {0};
  uint32_t at = 0;
  for (; at + sizeof(group) <= size; at += (uint32_t)sizeof(group))
    note_group(*(const group *)(bytes + at), &lows, &highs);
  group rest = {0};
  memcpy(&rest, bytes + at, size - at);
  note_group(rest, &lows, &highs);
  int32_t least = 0, most = 0;
  for (uint32_t i = 0; i < sizeof(group) / NUMBER; i++) {
    least = lows[i] < least ? lows[i] : least;
    most = highs[i] > most ? highs[i] : most;
  }
  if (least >= INT8_MIN && most < INT8_MAX)
    return sizeof(int8_t);
  return least >= INT16_MIN && most < INT16_MAX ? sizeof(int16_t) : NUMBER;
}

uint32_t narrow_size(uint32_t size, uint32_t width) { return width == NUMBER ? size : size / NUMBER * width; }

static void pack_bytes(uint8_t *out, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    int32_t n = number_at(bytes, i);
    out[i] = (uint8_t)(n == INT32_MAX ? INT8_MAX : n);
  }
}

static void pack_halves(uint8_t *out, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    int32_t n = number_at(bytes, i);
    int16_t half = (int16_t)(n == INT32_MAX ? INT16_MAX : n);
    memcpy(out + i * sizeof half, &half, sizeof half);
  }
}

void narrow_pack(uint8_t *out, const uint8_t *bytes, uint32_t size, uint32_t width) {
  if (width == sizeof(int8_t))
    pack_bytes(out, bytes, size / NUMBER);
  else if (width == sizeof(int16_t))
    pack_halves(out, bytes, size / NUMBER);
  else
    memcpy(out, bytes, size);
}

static void unpack_bytes(uint8_t *out, const uint8_t *packed, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    int8_t byte = (int8_t)packed[i];
    int32_t n = byte == INT8_MAX ? INT32_MAX : byte;
    memcpy(out + (size_t)i * NUMBER, &n, sizeof n);
  }
}

static void unpack_halves(uint8_t *out, const uint8_t *packed, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    int16_t half;
    memcpy(&half, packed + i * sizeof half, sizeof half);
    int32_t n = half == INT16_MAX ? INT32_MAX : half;
    memcpy(out + (size_t)i * NUMBER, &n, sizeof n);
  }
}

void narrow_unpack(uint8_t *out, const uint8_t *packed, uint32_t size, uint32_t width) {
  if (width == sizeof(int8_t))
    unpack_bytes(out, packed, size / NUMBER);
  else if (width == sizeof(int16_t))
    unpack_halves(out, packed, size / NUMBER);
  else
    memcpy(out, packed, size);
}
