// Systems of difference bounds over unknown times, and their least solution: the earliest times. Bounds are added one
// by one, and can be undone for backtracking.
#ifndef TRACE_DIFFERENCE_H
#define TRACE_DIFFERENCE_H

#include "base/vec.h"

typedef struct difference_bound { // time of to >= time of from + gap, or >
  uint32_t from, to;
  int64_t gap;
  bool is_strict;
} difference_bound;

// A time: units + bits * epsilon, for an arbitrarily small epsilon (one for each strict bound that it depends on).
typedef struct difference_time {
  int64_t units, bits;
} difference_time;

typedef struct difference_edge {
  difference_bound bound;
  uint32_t next; // of those with the same from, from 1; 0 = none
} difference_edge;

typedef struct difference_change {
  uint32_t point;
  difference_time was;
} difference_change;

typedef struct difference {
  mem *m;
  VEC(difference_time) times; // by point: the earliest possible. Point 0 is the start.
  VEC(uint32_t) first;        // by point: its first edge, from 1
  VEC(difference_edge) edges;
  VEC(difference_change) changes;
  VEC(uint32_t) queue;
  VEC(bool) is_queued;
} difference;

typedef struct difference_mark {
  uint32_t edges, changes;
} difference_mark;

uint32_t difference_point(difference *d); // a new point, at the start or later
// Adds a bound. False = it contradicts those before; then only difference_undo() or _free() may follow.
bool difference_require(difference *d, difference_bound b);
bool difference_holds(const difference *d, difference_bound b); // at the earliest times
difference_bound difference_not(difference_bound b);
difference_mark difference_now(const difference *d);
void difference_undo(difference *d, difference_mark mark); // removes the bounds added since; points stay
void difference_free(difference *d);

#endif
