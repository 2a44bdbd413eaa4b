// Inside abstraction: edges of one process, executed for concrete values of a few variables without indices.
#ifndef ABSTRACTION_LOCAL_H
#define ABSTRACTION_LOCAL_H

#include "model/network.h"

typedef struct local_state {
  const int32_t *index; // by variable: its index among the values; NET_NONE = its value is not known
  int32_t *values;
} local_state;

typedef enum {
  LOCAL_TAKEN,
  LOCAL_BLOCKED, // the guard does not hold
  LOCAL_FAULT,
  LOCAL_UNKNOWN, // it reads, writes or does something else
} local_status;

// Tests the guard and executes the effect, which changes the values. Clock bounds and synchronisations are
// LOCAL_UNKNOWN.
local_status local_take(const local_state *s, const net_edge *e);

// Does the edge never fault, whatever the values of its variables? False if that is too much work to find out. index:
// by variable, all NET_NONE, before and afterwards.
bool local_is_sound(int32_t *index, const net_edge *e);

#endif
