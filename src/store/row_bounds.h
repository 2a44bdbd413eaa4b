// A row of bounds, compared with packed rows (store/narrow.h) of as many numbers without unpacking them.
#ifndef STORE_ROW_BOUNDS_H
#define STORE_ROW_BOUNDS_H

#include "base/mem.h"

enum { ROW_SLACK = 32 }; // up to this many bytes after a row are read; their values do not matter

typedef struct row_bounds {
  mem *m;
  bool is_least; // the bounds are lower bounds; else upper bounds
  uint32_t count, room;
  int32_t *numbers;
  uint8_t *narrow; // the same in one and in two bytes each
  bool is_made[3]; // in one, two and four bytes: has been computed
} row_bounds;

void row_bounds_open(row_bounds *l, mem *m, bool is_least);
void row_bounds_close(row_bounds *l);
int32_t *row_bounds_begin(row_bounds *l, uint32_t count); // new bounds, for the caller to fill in
// Does some number of the row, packed in width bytes each, violate its bound? An upper bound that does not fit into
// these bytes is replaced by the next one that does: a number that violates that one violates both.
bool row_bounds_are_broken(row_bounds *l, const uint8_t *row, uint32_t width);

#endif
