// A table of numbers, one row per state, in as few bytes as the greatest number needs.
#ifndef SEARCH_ROWS_H
#define SEARCH_ROWS_H

#include "base/mem.h"

typedef struct rows {
  mem *m;
  uint32_t columns; // 0: nothing is stored
  uint32_t width;   // bytes per number: 1, 2 or 4
  uint32_t room;    // rows
  void *at;
} rows;

void rows_open(rows *r, mem *m, uint32_t columns);
void rows_close(rows *r);
void rows_reserve(rows *r, uint32_t room);
void rows_set(rows *r, uint32_t row, const uint32_t *numbers); // row < room
void rows_get(const rows *r, uint32_t row, uint32_t *numbers);
uint32_t rows_bytes(const rows *r); // of one row

#endif
