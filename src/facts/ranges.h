// Range analysis: an over-approximation of the values of each variable and each message, as the least fixed point over
// all edges of the network, from the initial values.
#ifndef FACTS_RANGES_H
#define FACTS_RANGES_H

#include "facts/access.h"
#include "facts/evaluate.h"
#include "facts/writers.h"

typedef struct range_messages { // the messages ever sent over channels of a type
  bool are_unknown;             // more than VALUES_MOST different messages: only the values of each field are known
  uint32_t count, fields;
  int32_t *tuples; // message i is tuples[i * fields ...]; in lexicographic order
  values *field;
} range_messages;

typedef struct ranges {
  mem *m;
  const network *net;
  accesses *own;            // NULL = borrowed
  const bool *is_written;   // by variable: something other than its initialisation writes it
  uint32_t *writers;        // by variable: see writers.h
  values *vars;             // by variable: the union over all cells and all processes
  range_messages *messages; // by type of channel
  bool *is_started;         // by template: some effect starts a process of it
  uint32_t global_channels; // channels 1 .. global_channels belong to global variables...
  uint32_t first_channels;  // ...and those from there up to first_channels to the initial processes
  uint32_t *channel_type;   // by channel number, up to first_channels
  uint32_t capacity;        // the greatest capacity of all channels
  uint8_t *block_ends;      // by block; see ranges_block_ends()
} ranges;

// Guards make the ranges smaller. But several effects may run in one step, and each may change what the guard of
// another has tested. So ranges with guards are for estimates, not for verdicts.
typedef struct ranges_setup {
  mem *m;
  const network *net;
  accesses *accesses; // borrowed as long as the ranges live; NULL = they compute their own
  bool uses_guards;
  // Conditions that are evaluated in states may call functions. Unless all of these conditions are known, the
  // parameters of functions may have any value.
  bool knows_conditions;
  expr *const *conditions;
  uint32_t condition_count;
} ranges_setup;

ranges *ranges_open(const ranges_setup *setup);
void ranges_close(ranges *r);

// All values that e may have, in any process at any location.
void ranges_of(const ranges *r, const expr *e, values *out);
interval ranges_hull(const ranges *r, const expr *e);

// The ranges at one point: narrowed by the guards that a process has passed, as long as nobody has written what they
// read. First one says where the process is, then what it does.
typedef struct ranges_at ranges_at;
ranges_at *ranges_at_open(const ranges *r); // borrows r; in its mem
void ranges_at_close(ranges_at *a);
void ranges_at_anywhere(ranges_at *a);
// False if the location cannot be reached.
bool ranges_at_location(ranges_at *a, const net_template *t, uint32_t location);
bool ranges_at_guard(ranges_at *a, const net_edge *e, const expr *guard); // a part of e's that holds; false = it cannot
void ranges_at_others(ranges_at *a);                                      // effects of other processes are executed
void ranges_at_block(ranges_at *a);                                       // a block is executed
void ranges_at_write(ranges_at *a, const net_var *v);                     // the variable is written
interval ranges_at_hull(const ranges_at *a, const expr *e);               // of the value of e

// Is the value always the number of an existing channel? Calls may_be(type) for each type that the channel may have.
bool ranges_channel(const ranges *r, const expr *channel, void (*may_be)(uint32_t type, void *context), void *context);

// The index of the message among the tuples; range_messages.count if it is not there.
uint32_t ranges_find_message(const range_messages *messages, const int32_t *tuple);

// Is it certain that a block always ends or blocks, before the limit on its edges (see docs/network.md)? Computed at
// the first call.
bool ranges_block_ends(const ranges *r, uint32_t block);

#endif
