// A row of bounds that narrow rows of as many numbers are held against as they are kept, without unpacking them.
#ifndef STORE_ROW_BOUNDS_H
#define STORE_ROW_BOUNDS_H

#include "base/mem.h"

enum { ROW_SLACK = 32 }; // so many bytes behind a row are read, whatever they are

typedef struct row_bounds {
  mem *m;
  bool is_least; // the bounds are the least that numbers may be; else the greatest
  uint32_t count, room;
  int32_t *numbers;
  uint8_t *narrow; // the same in one and in two bytes each
  bool is_made[3]; // in one, two and four bytes: has been asked for
} row_bounds;

void row_bounds_open(row_bounds *l, mem *m, bool is_least);
void row_bounds_close(row_bounds *l);
int32_t *row_bounds_begin(row_bounds *l, uint32_t count); // new bounds, to be filled in
// Is some number of the row, which is kept in so many bytes each, beyond its bound? A greatest bound that does not fit
// into these bytes is taken for the next that does: what is beyond that one is beyond it as well.
bool row_bounds_are_broken(row_bounds *l, const uint8_t *row, uint32_t width);

#endif
