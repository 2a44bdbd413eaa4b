// Changes that are refused. The channels of the copy must be those of the original and hold as many messages, in the
// same order.
#include "model/copy_internal.h"

static bool is_mixed(const copier *k, const net_pick *labels) {
  for (uint32_t i = 1; i < copy_pick_count(labels); i++)
    if (k->from->labels.at[labels->first + i].is_broadcast != k->from->labels.at[labels->first].is_broadcast)
      return true;
  return false;
}

static const char *refuse_sync(const copier *k, const net_sync *s) {
  bool is_unknown = false;
  if (s->label.count && k->labels[s->label.first] && is_mixed(k, &s->label))
    return "whether a label is a broadcast would be unknown";
  if ((s->kind != SYNC_SEND && s->kind != SYNC_RECEIVE) || copy_is_sync_out(k, s))
    return NULL;
  if (copy_is_unknown(k, s->channel))
    return "the channel of a send or receive would be unknown";
  for (uint32_t i = 0; i < s->fields.count; i++)
    is_unknown |= k->fields[i];
  if (s->sorted && is_unknown)
    return "the position of a sorted send in its channel would be unknown";
  is_unknown = false;
  for (uint32_t i = 0; i < s->patterns.count; i++)
    is_unknown |= copy_is_unknown_pattern(k, &s->patterns.at[i], i);
  if (s->random && is_unknown)
    return "the message that a random receive takes would be unknown";
  return NULL;
}

static const char *refuse_flow(const copier *k, const net_flow *flow) {
  const char *why = NULL;
  for (uint32_t i = 0; i < flow->locations.count && !why; i++) {
    const net_location *l = &flow->locations.at[i];
    for (uint32_t n = 0; n < l->edges.count && !why; n++)
      why = refuse_sync(k, &k->from->edges.at[l->edges.at[n]]->sync);
  }
  return why;
}

// A block whose control flow is unknown may only write variables and clocks that are left out.
static const char *refuse_block(const copier *k, const net_flow *flow) {
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->from->edges.at[flow->locations.at[i].edges.at[n]];
      if (e->sync.kind != SYNC_NONE && !copy_is_sync_out(k, &e->sync))
        return "whether a d_step sequence uses a channel would be unknown";
      for (const net_stmt *s = e->effect; s; s = s->next)
        if (s->kind == STMT_RUN || s->kind == STMT_END)
          return "whether a d_step sequence starts a process would be unknown";
    }
  return NULL;
}

const char *copy_refuse(const copier *k) {
  const network *n = k->from;
  const char *why = NULL;
  if (k->has_channels_out && !k->has_all_channels_out && k->channel_use.has_unknown)
    return "some channels are left out and some are not, and which one a message goes to is known only at run time";
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (k->vars[i] && n->vars.at[i]->channel != NET_NONE)
      return arena_printf(k->memory, "'%s' makes channels: without it, other channels would change their numbers",
                          n->vars.at[i]->name);
  for (uint32_t i = 0; i < n->templates.count && !why; i++)
    why = refuse_flow(k, &n->templates.at[i]->flow);
  for (uint32_t i = 0; i < n->blocks.count && !why; i++)
    why = k->blocks[i] ? refuse_block(k, &n->blocks.at[i]) : refuse_flow(k, &n->blocks.at[i]);
  return why;
}
