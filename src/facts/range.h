// Which values variables can have, whatever the order of steps: an interval for each variable, and for each field of
// each type of channel. Tells which indices, divisors and channels cannot go wrong.
#ifndef FACTS_RANGE_H
#define FACTS_RANGE_H

#include "model/network.h"

typedef struct range {
  int64_t least, most; // empty if least > most: nothing ever gets there
} range;

typedef struct ranges {
  mem *m;
  const network *net;
  struct domains *domains;                  // of a timed network, where there is much to gain by them; else NULL
  uint8_t *call_risk;                       // by function: see risk.c
  range *vars;                              // by index in network.vars, all cells together
  uint8_t *growth;                          // by variable: how often its range has grown
  bool *is_written;                         // by variable: by an assignment, a run or a receive
  uint32_t *first;                          // by type of channel: its first field among all fields
  range *fields;                            // of messages
  uint32_t fixed;                           // channels of global variables: they are always there...
  int32_t fixed_type[NET_MAX_CHANNELS + 1]; // ...and their types are known, by number
  bool has_changed;
} ranges;

ranges *range_open(mem *m, const network *net);
void range_close(ranges *r);
range range_of(const ranges *r, const expr *e); // of the values of e where evaluating it goes well
// Is the value surely the number of a channel that exists? may_be(type) of those it can have is called either way.
bool range_channel(const ranges *r, const expr *channel, void (*may_be)(uint32_t type, void *context), void *context);
// Does it look at variables or channels, which may not be initialised or made when it is evaluated?
bool range_is_early(const expr *initialiser);

#endif
