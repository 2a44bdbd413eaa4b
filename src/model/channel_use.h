// Which type of channel a send, a receive or a test uses, as far as it can be read off the network.
#ifndef MODEL_CHANNEL_USE_H
#define MODEL_CHANNEL_USE_H

#include "model/network.h"

typedef struct net_channel_use {
  const network *net;
  const bool *is_written; // by variable
  bool has_unknown;       // the channel of some send or receive is known only at run time
} net_channel_use;

net_channel_use net_channel_use_find(arena *memory, const network *net);
// The type of the channel; NET_NONE = it is known only at run time.
int32_t net_channel_type(const net_channel_use *u, const expr *channel);

#endif
