#include "store/limits.h"

// Two groups of sixteen bytes at a time. The compilers do not make vector
// instructions of a loop of unknown length by themselves.
enum { GROUP = 16 };
typedef int8_t bytes __attribute__((vector_size(GROUP), aligned(1), may_alias));
typedef int16_t halves __attribute__((vector_size(GROUP), aligned(1), may_alias));
typedef int32_t numbers __attribute__((vector_size(GROUP), aligned(1), may_alias));
typedef uint64_t words __attribute__((vector_size(GROUP)));

static inline bool is_any(words w) { return (w[0] | w[1]) != 0; }

// Is some number of a less than that of b? Both have so many bytes.
static bool is_less_bytes(const uint8_t *a, const uint8_t *b, uint32_t size) {
  for (uint32_t i = 0; i < size; i += LIMITS_SLACK) {
    const bytes *x = (const bytes *)(a + i), *y = (const bytes *)(b + i);
    if (is_any((words)((x[0] < y[0]) | (x[1] < y[1]))))
      return true;
  }
  return false;
}

static bool is_less_halves(const uint8_t *a, const uint8_t *b, uint32_t size) {
  for (uint32_t i = 0; i < size; i += LIMITS_SLACK) {
    const halves *x = (const halves *)(a + i), *y = (const halves *)(b + i);
    if (is_any((words)((x[0] < y[0]) | (x[1] < y[1]))))
      return true;
  }
  return false;
}

static bool is_less_numbers(const uint8_t *a, const uint8_t *b, uint32_t size) {
  for (uint32_t i = 0; i < size; i += LIMITS_SLACK) {
    const numbers *x = (const numbers *)(a + i), *y = (const numbers *)(b + i);
    if (is_any((words)((x[0] < y[0]) | (x[1] < y[1]))))
      return true;
  }
  return false;
}

void limits_row_open(limits_row *l, mem *m, bool is_least) { *l = (limits_row){.m = m, .is_least = is_least}; }

void limits_row_close(limits_row *l) {
  mem_free(l->m, l->numbers);
  mem_free(l->m, l->narrow);
}

// What is read beyond the end must not break a limit.
int32_t *limits_row_begin(limits_row *l, uint32_t count) {
  uint32_t all = count + LIMITS_SLACK;
  if (all > l->room) {
    l->room = all * 2;
    l->numbers = mem_realloc(l->m, l->numbers, l->room * sizeof *l->numbers);
    l->narrow = mem_realloc(l->m, l->narrow, l->room * (sizeof(int8_t) + sizeof(int16_t)));
  }
  l->count = count;
  l->is_made[0] = l->is_made[1] = false;
  for (uint32_t i = count; i < all; i++)
    l->numbers[i] = l->is_least ? INT32_MIN : INT32_MAX;
  return l->numbers;
}

// The greatest number of a width stands for INT32_MAX, and everything below it for itself: so a least limit that does
// not fit is met by the same rows as the nearest that does.
static const uint8_t *as_bytes(limits_row *l) {
  int8_t *out = (int8_t *)l->narrow;
  for (uint32_t i = 0; i < l->count + LIMITS_SLACK && !l->is_made[0]; i++) {
    int32_t n = l->numbers[i] < INT8_MIN ? INT8_MIN : l->numbers[i];
    out[i] = (int8_t)(n > INT8_MAX ? INT8_MAX : n);
  }
  l->is_made[0] = true;
  return l->narrow;
}

static const uint8_t *as_halves(limits_row *l) {
  int16_t *out = (int16_t *)l->narrow + (l->room + 1) / 2;
  for (uint32_t i = 0; i < l->count + LIMITS_SLACK && !l->is_made[1]; i++) {
    int32_t n = l->numbers[i] < INT16_MIN ? INT16_MIN : l->numbers[i];
    out[i] = (int16_t)(n > INT16_MAX ? INT16_MAX : n);
  }
  l->is_made[1] = true;
  return (const uint8_t *)out;
}

bool limits_row_is_broken(limits_row *l, const uint8_t *row, uint32_t width) {
  uint32_t size = l->count * width;
  const uint8_t *limits = width == 1 ? as_bytes(l) : width == 2 ? as_halves(l) : (const uint8_t *)l->numbers;
  const uint8_t *low = l->is_least ? row : limits, *high = l->is_least ? limits : row;
  if (width == 1)
    return is_less_bytes(low, high, size);
  return width == 2 ? is_less_halves(low, high, size) : is_less_numbers(low, high, size);
}
