#include "store/row_bounds.h"

#include <assert.h>
#include <string.h>

// Two vectors of sixteen bytes at a time. The compilers do not vectorise loops of unknown length.
enum { GROUP = 16 };
typedef int8_t bytes __attribute__((vector_size(GROUP), aligned(1), may_alias));
typedef int16_t halves __attribute__((vector_size(GROUP), aligned(1), may_alias));
typedef int32_t numbers __attribute__((vector_size(GROUP), aligned(1), may_alias));
typedef uint64_t words __attribute__((vector_size(GROUP)));

static inline bool is_any(words w) { return (w[0] | w[1]) != 0; }

// Is some number of a less than that of b? size: bytes of each.
static bool is_less_bytes(const uint8_t *a, const uint8_t *b, uint32_t size) {
  for (uint32_t i = 0; i < size; i += ROW_SLACK) {
    const bytes *x = (const bytes *)(a + i), *y = (const bytes *)(b + i);
    if (is_any((words)((x[0] < y[0]) | (x[1] < y[1]))))
      return true;
  }
  return false;
}

static bool is_less_halves(const uint8_t *a, const uint8_t *b, uint32_t size) {
  for (uint32_t i = 0; i < size; i += ROW_SLACK) {
    const halves *x = (const halves *)(a + i), *y = (const halves *)(b + i);
    if (is_any((words)((x[0] < y[0]) | (x[1] < y[1]))))
      return true;
  }
  return false;
}

static bool is_less_numbers(const uint8_t *a, const uint8_t *b, uint32_t size) {
  for (uint32_t i = 0; i < size; i += ROW_SLACK) {
    const numbers *x = (const numbers *)(a + i), *y = (const numbers *)(b + i);
    if (is_any((words)((x[0] < y[0]) | (x[1] < y[1]))))
      return true;
  }
  return false;
}

void row_bounds_open(row_bounds *l, mem *m, bool is_least) { *l = (row_bounds){.m = m, .is_least = is_least}; }

void row_bounds_close(row_bounds *l) {
  mem_free(l->m, l->numbers);
  mem_free(l->m, l->narrow);
}

int32_t *row_bounds_begin(row_bounds *l, uint32_t count) {
  uint32_t all = count + ROW_SLACK;
  if (all > l->room) {
    l->room = all * 2;
    l->numbers = mem_realloc(l->m, l->numbers, l->room * sizeof *l->numbers);
    l->narrow = mem_realloc(l->m, l->narrow, l->room * (sizeof(int8_t) + sizeof(int16_t)));
  }
  assert(count <= l->room - ROW_SLACK);
  l->count = count;
  l->is_made[0] = l->is_made[1] = l->is_made[2] = false;
  return l->numbers;
}

static inline numbers within(numbers n, int32_t least, int32_t most) {
  numbers is_less = n<least, is_more = n> most;
  n = (n & ~is_less) | (least & is_less);
  return (n & ~is_more) | (most & is_more);
}

// Fills the slack: what is read beyond the end must not violate a bound.
static void make_numbers(row_bounds *l) {
  for (uint32_t i = 0; i < ROW_SLACK / sizeof *l->numbers; i++)
    l->numbers[l->count + i] = l->is_least ? INT32_MIN : INT32_MAX;
}

// The greatest number of a width is a packed INT32_MAX, every other is itself. So a least bound that does not fit is
// satisfied by the same rows as the nearest one that does.
static void make_bytes(row_bounds *l) {
  int8_t *out = (int8_t *)l->narrow;
  for (uint32_t i = 0; i < l->count; i += 4) {
    numbers n = within(*(const numbers *)(l->numbers + i), INT8_MIN, INT8_MAX);
    for (uint32_t k = 0; k < 4; k++)
      out[i + k] = (int8_t)n[k];
  }
  memset(out + l->count, l->is_least ? INT8_MIN : INT8_MAX, ROW_SLACK);
}

static int16_t *halves_of(const row_bounds *l) { return (int16_t *)l->narrow + l->room / 2; }

static void make_halves(row_bounds *l) {
  int16_t *out = halves_of(l);
  for (uint32_t i = 0; i < l->count; i += 4) {
    numbers n = within(*(const numbers *)(l->numbers + i), INT16_MIN, INT16_MAX);
    for (uint32_t k = 0; k < 4; k++)
      out[i + k] = (int16_t)n[k];
  }
  for (uint32_t i = 0; i < ROW_SLACK / sizeof *out; i++)
    out[l->count + i] = l->is_least ? INT16_MIN : INT16_MAX;
}

static const uint8_t *in_width(row_bounds *l, uint32_t width) {
  static void (*const make[])(row_bounds * l) = {make_bytes, make_halves, make_numbers};
  assert(width == sizeof(int8_t) || width == sizeof(int16_t) || width == sizeof(int32_t));
  uint32_t which = width / 2;
  if (!l->is_made[which])
    make[which](l);
  l->is_made[which] = true;
  return which == 0 ? l->narrow : which == 1 ? (const uint8_t *)halves_of(l) : (const uint8_t *)l->numbers;
}

bool row_bounds_are_broken(row_bounds *l, const uint8_t *row, uint32_t width) {
  uint32_t size = l->count * width;
  const uint8_t *bounds = in_width(l, width);
  const uint8_t *low = l->is_least ? row : bounds, *high = l->is_least ? bounds : row;
  if (width == 1)
    return is_less_bytes(low, high, size);
  return width == 2 ? is_less_halves(low, high, size) : is_less_numbers(low, high, size);
}
