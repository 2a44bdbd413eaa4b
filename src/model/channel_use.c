#include "model/channel_use.h"

// A variable that makes a channel and is never written holds that channel.
int32_t net_channel_type(const net_channel_use *u, const expr *channel) {
  bool is_own = channel->op == EXPR_VAR && channel->var->channel >= 0 && !u->is_written[channel->var->index];
  return is_own ? channel->var->channel : NET_NONE;
}

net_channel_use net_channel_use_find(arena *memory, const network *net) {
  bool *is_written = ARENA_ARRAY(memory, bool, net->vars.count + 1);
  net_channel_use out = {.net = net, .is_written = is_written};
  for (uint32_t i = 0; i < net->edges.count; i++) {
    const net_edge *e = net->edges.at[i];
    for (const net_stmt *s = e->effect; s; s = s->next)
      if (s->target)
        is_written[s->target->var->index] = true;
    for (uint32_t p = 0; p < e->sync.patterns.count; p++)
      if (e->sync.patterns.at[p].kind == PATTERN_BIND)
        is_written[e->sync.patterns.at[p].value->var->index] = true;
  }
  for (uint32_t i = 0; i < net->edges.count; i++)
    if (net->edges.at[i]->sync.channel)
      out.has_unknown |= net_channel_type(&out, net->edges.at[i]->sync.channel) == NET_NONE;
  return out;
}
