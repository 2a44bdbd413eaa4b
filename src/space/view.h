// A state unpacked, for estimates, which cannot read packed vectors.
#ifndef SPACE_VIEW_H
#define SPACE_VIEW_H

#include "model/network.h"

typedef struct view_process {
  uint32_t template_, location;
  int32_t priority;
  const int32_t *cells;   // of its local variables: cell i of v is cells[v->first_cell + i]; ghosts are 0
  uint32_t first_channel; // number of the first of its own channels, in the order of variables and cells
} view_process;

typedef struct view_channel {
  uint32_t type; // index into network.channels
  uint32_t length;
  const int32_t *messages; // the oldest first: field k of message i is messages[i * fields + k]
} view_channel;

typedef struct state_view {
  const network *net;
  const uint8_t *bytes; // the state itself
  uint32_t size;
  uint32_t cast;   // number of the list of templates that its processes are instances of: 0, 1, 2 ... in the order in
                   // which they first occur; states with the same number have the same processes and channels
  int32_t control; // the process inside an atomic sequence, or NET_NONE
  int32_t last;    // the process that moved last, where the model reads it; else 0
  uint32_t processes;
  const view_process *process;
  const int32_t *globals; // cell i of v is globals[v->first_cell + i]
  uint32_t channels;
  const view_channel *channel; // 1 .. channels
  uint32_t claim;              // in a product with a claim: the state of the claim; else 0
  // Of a timed network with clocks: the zone, as a matrix with a row for the constant 0 and for each clock
  // (space/dbm.h); else NULL. Further rows, which are not clocks of the network, may follow.
  const int32_t *zone;
  uint32_t dimension; // of the zone; else 0
} state_view;

static inline int32_t view_cell(const state_view *v, const net_var *var, uint32_t pid, uint32_t cell) {
  return (var->template_ == NET_NONE ? v->globals : v->process[pid].cells)[var->first_cell + cell];
}

#endif
