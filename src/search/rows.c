#include "search/rows.h"

void rows_open(rows *r, mem *m, uint32_t columns) { *r = (rows){.m = m, .columns = columns, .width = 1}; }

void rows_close(rows *r) {
  if (r->columns)
    mem_free(r->m, r->at);
}

uint32_t rows_bytes(const rows *r) { return r->columns * r->width; }

void rows_reserve(rows *r, uint32_t room) {
  if (!r->columns)
    return;
  r->at = mem_realloc(r->m, r->at, (size_t)room * rows_bytes(r));
  r->room = room;
}

// The greatest number of a width encodes UINT32_MAX.
static uint32_t greatest(uint32_t width) { return width == 1 ? UINT8_MAX : width == 2 ? UINT16_MAX : UINT32_MAX; }

static uint32_t load(const rows *r, size_t i) {
  uint32_t number = r->width == 1   ? ((const uint8_t *)r->at)[i]
                    : r->width == 2 ? ((const uint16_t *)r->at)[i]
                                    : ((const uint32_t *)r->at)[i];
  return number == greatest(r->width) ? UINT32_MAX : number;
}

static void save(rows *r, size_t i, uint32_t number) {
  if (r->width == 1)
    ((uint8_t *)r->at)[i] = (uint8_t)number;
  else if (r->width == 2)
    ((uint16_t *)r->at)[i] = (uint16_t)number;
  else
    ((uint32_t *)r->at)[i] = number;
}

static bool fits(const rows *r, uint32_t number) { return number == UINT32_MAX || number < greatest(r->width); }

static void widen(rows *r) {
  rows narrow = *r;
  r->width *= 2;
  r->at = mem_alloc(r->m, (size_t)r->room * rows_bytes(r));
  for (size_t i = 0; i < (size_t)r->room * r->columns; i++)
    save(r, i, load(&narrow, i));
  mem_free(r->m, narrow.at);
}

void rows_set(rows *r, uint32_t row, const uint32_t *numbers) {
  for (uint32_t i = 0; i < r->columns; i++) {
    while (!fits(r, numbers[i]))
      widen(r);
    save(r, (size_t)row * r->columns + i, numbers[i]);
  }
}

void rows_get(const rows *r, uint32_t row, uint32_t *numbers) {
  for (uint32_t i = 0; i < r->columns; i++)
    numbers[i] = load(r, (size_t)row * r->columns + i);
}
