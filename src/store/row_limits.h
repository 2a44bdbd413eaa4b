// A row of limits that narrow rows of as many numbers are held against as they are kept, without unpacking them.
#ifndef STORE_ROW_LIMITS_H
#define STORE_ROW_LIMITS_H

#include "base/mem.h"

enum { LIMITS_SLACK = 32 }; // so many bytes behind a row are read, whatever they are

typedef struct limits_row {
  mem *m;
  bool is_least; // the limits are the least that numbers may be; else the greatest
  uint32_t count, room;
  int32_t *numbers;
  uint8_t *narrow; // the same in one and in two bytes each
  bool is_made[3]; // in one, two and four bytes: has been asked for
} limits_row;

void limits_row_open(limits_row *l, mem *m, bool is_least);
void limits_row_close(limits_row *l);
int32_t *limits_row_begin(limits_row *l, uint32_t count); // new limits, to be filled in
// Is some number of the row, which is kept in so many bytes each, beyond its limit? A greatest limit that does not fit
// into these bytes is taken for the next that does: what is beyond that one is beyond it as well.
bool limits_row_is_broken(limits_row *l, const uint8_t *row, uint32_t width);

#endif
