// Which values each variable and each message can hold: a fixed point over the whole network, from the initial values
// over all edges. It contains everything that can happen.
#ifndef FACTS_RANGES_H
#define FACTS_RANGES_H

#include "facts/access.h"
#include "facts/evaluate.h"

typedef struct range_messages { // what is ever sent over channels of a type
  bool are_unknown;             // more than VALUES_MOST different messages: only the fields are known
  uint32_t count, fields;
  int32_t *tuples; // message i is tuples[i * fields ...]; in lexicographical order
  values *field;
} range_messages;

typedef struct ranges {
  mem *m;
  const network *net;
  accesses *own;            // NULL = borrowed
  const bool *is_written;   // by variable: something other than its initialisation writes it
  values *vars;             // by variable: all its cells in all processes together
  range_messages *messages; // by type of channel
  bool *is_started;         // by template: some effect starts a process of it
  uint32_t global_channels; // channels 1 .. global_channels belong to global variables...
  uint32_t first_channels;  // ...and those up to this to the processes at the start
  uint32_t *channel_type;   // by number of a channel, up to first_channels
  uint32_t capacity;        // the greatest of all channels
} ranges;

// Guards tell more, but several effects may run in one step, of which each may change what another's guard has seen:
// what follows from guards is for estimates, not for verdicts.
typedef struct ranges_setup {
  mem *m;
  const network *net;
  accesses *accesses; // borrowed, as long as the ranges live; NULL = they make their own
  bool looks_at_guards;
  // Functions may be called by conditions that are asked of states from outside. Unless all of them are known, the
  // parameters of functions may be anything.
  bool knows_conditions;
  expr *const *conditions;
  uint32_t condition_count;
} ranges_setup;

ranges *ranges_open(const ranges_setup *setup);
void ranges_close(ranges *r);

// All values that e may have, whoever evaluates it wherever.
void ranges_of(const ranges *r, const expr *e, values *out);
interval ranges_hull(const ranges *r, const expr *e);

// Is the value surely the number of a channel that exists? may_be(type) of those it can have is called either way.
bool ranges_channel(const ranges *r, const expr *channel, void (*may_be)(uint32_t type, void *context), void *context);

// Where the message lies among the tuples; range_messages.count if it is not there.
uint32_t ranges_find_message(const range_messages *messages, const int32_t *tuple);

// Can it be told that a block always ends (or is stuck), after fewer edges than count as endless?
bool ranges_block_ends(const ranges *r, const net_flow *block);

#endif
