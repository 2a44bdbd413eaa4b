#include "store/narrow.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { NUMBER = sizeof(int32_t) };

static int32_t number_at(const uint8_t *bytes, uint32_t i) {
  int32_t n;
  memcpy(&n, bytes + (size_t)i * NUMBER, sizeof n);
  return n;
}

typedef int32_t group __attribute__((vector_size(4 * NUMBER), aligned(1), may_alias)); // four at a time

// A positive number with as many bits as |n| needs, or one more for the greatest of a width, which is reserved for
// INT32_MAX.
static inline group bits_of(group n) {
  n &= n != INT32_MAX;
  group sign = n >> 31;
  return (n ^ sign) + sign + 1;
}

uint32_t narrow_width(const uint8_t *bytes, uint32_t size) {
  if (size % NUMBER)
    return NUMBER;
  group rest = {0};
  uint32_t at = 0, whole = size / (uint32_t)sizeof rest * (uint32_t)sizeof rest;
  if (whole < size)
    memcpy(&rest, bytes + whole, size - whole);
  group all = bits_of(rest);
  for (; at < whole; at += (uint32_t)sizeof rest)
    all |= bits_of(*(const group *)(bytes + at));
  int32_t bits = all[0] | all[1] | all[2] | all[3];
  return bits <= INT8_MAX ? sizeof(int8_t) : bits <= INT16_MAX ? sizeof(int16_t) : NUMBER;
}

static bool is_width(uint32_t size, uint32_t width) {
  return width == NUMBER || ((width == sizeof(int8_t) || width == sizeof(int16_t)) && size % NUMBER == 0);
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
  assert(is_width(size, width));
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
