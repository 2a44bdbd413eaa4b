// Which values each variable and each message can hold: a fixed point over the whole network, from the initial values
// over all edges. It contains everything that can happen.
#ifndef FACTS_DOMAINS_H
#define FACTS_DOMAINS_H

#include "facts/values.h"

typedef struct domain_messages { // what is ever sent over channels of a type
  bool are_unknown;              // more than VALUES_MOST different messages: only the fields are known
  uint32_t count, fields;
  int32_t *tuples; // message i is tuples[i * fields ...]; in lexicographical order
  values *field;
} domain_messages;

typedef struct domains {
  mem *m;
  const network *net;
  values *vars;              // by variable: all its cells in all processes together
  domain_messages *messages; // by type of channel
  bool *is_assigned;         // by variable: something other than its initialisation writes it
  bool *is_started;          // by template: some effect starts a process of it
  uint32_t global_channels;  // channels 1 .. global_channels belong to global variables...
  uint32_t first_channels;   // ...and those up to this to the processes at the start
  uint32_t *channel_type;    // by number of a channel, up to first_channels
  uint32_t capacity;         // the greatest of all channels
} domains;

domains *domains_open(mem *m, const network *net);
void domains_close(domains *d);

// Where the message lies among the tuples; domain_messages.count if it is not there.
uint32_t domains_find_message(const domain_messages *messages, const int32_t *tuple);

// Can it be told that a block always ends (or is stuck), after fewer edges than count as endless?
bool domains_block_ends(const domains *d, const net_flow *block);

#endif
