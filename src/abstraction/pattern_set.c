#include "abstraction/pattern_internal.h"

pattern_set pattern_set_new(arena *memory, const network *net) {
  return (pattern_set){.vars = ARENA_ARRAY(memory, bool, net->vars.count + 1),
                       .clocks = ARENA_ARRAY(memory, bool, net->clocks.count + 1),
                       .labels = ARENA_ARRAY(memory, bool, net->labels.count + 1),
                       .templates = ARENA_ARRAY(memory, bool, net->templates.count + 1),
                       .channels = ARENA_ARRAY(memory, bool, net->channels.count + 1)};
}

net_change pattern_set_change(const pattern_set *set) {
  return (net_change){.vars = set->vars,
                      .clocks = set->clocks,
                      .labels = set->labels,
                      .templates = set->templates,
                      .channels = set->channels,
                      .maps = set->maps};
}

const int32_t *pattern_owners(arena *memory, const network *net) {
  int32_t *owners = ARENA_ARRAY(memory, int32_t, net->edges.count + 1);
  for (uint32_t i = 0; i < net->edges.count; i++)
    owners[i] = NET_NONE;
  for (uint32_t t = 0; t < net->templates.count; t++) {
    const net_flow *flow = &net->templates.at[t]->flow;
    for (uint32_t l = 0; l < flow->locations.count; l++)
      for (uint32_t i = 0; i < flow->locations.at[l].edges.count; i++)
        owners[flow->locations.at[l].edges.at[i]] = (int32_t)t;
  }
  return owners;
}

void pattern_mark(pattern_set *set, const access_set of[ACCESS_KINDS]) {
  for (uint32_t i = 0; i < of[ACCESS_VARS].count; i++)
    set->vars[of[ACCESS_VARS].at[i]] = true;
  for (uint32_t i = 0; i < of[ACCESS_REMOTE].count; i++)
    set->vars[of[ACCESS_REMOTE].at[i]] = true;
  for (uint32_t i = 0; i < of[ACCESS_CLOCKS].count; i++)
    set->clocks[of[ACCESS_CLOCKS].at[i] - 1] = true;
  for (uint32_t i = 0; i < of[ACCESS_CHANNELS].count; i++)
    set->channels[of[ACCESS_CHANNELS].at[i]] = true;
}

pattern_set pattern_set_without(arena *memory, const network *net, const pattern_set *kept) {
  pattern_set out = pattern_set_new(memory, net);
  for (uint32_t i = 0; i < net->vars.count; i++) // scratch variables are part of an effect; they go with it
    out.vars[i] = !kept->vars[i] && !net->vars.at[i]->is_scratch && !net->vars.at[i]->is_constant;
  for (uint32_t i = 0; i < net->clocks.count; i++)
    out.clocks[i] = !kept->clocks[i];
  for (uint32_t i = 0; i < net->templates.count; i++)
    out.templates[i] = !kept->templates[i] && net->templates.at[i]->kind == TEMPLATE_PROCESS;
  for (uint32_t i = 0; i < net->channels.count; i++)
    out.channels[i] = !kept->channels[i];
  return out;
}

void pattern_set_close(arena *memory, const network *net, facts *known, pattern_set *set) {
  accesses *a = facts_accesses(known);
  for (uint32_t t = 0; t < net->templates.count; t++) {
    const net_flow *flow = &net->templates.at[t]->flow;
    for (uint32_t l = 0; set->templates[t] && l < flow->locations.count; l++)
      for (uint32_t i = 0; i < flow->locations.at[l].edges.count; i++)
        pattern_mark(set, access_of_edge(a, flow->locations.at[l].edges.at[i])->writes);
  }
  for (uint32_t i = 0; i < net->vars.count; i++) // part of effects and calls, not of states
    if (net->vars.at[i]->is_scratch)
      set->vars[i] = false;
  pattern_keep_used_channels(memory, net, known, set);
}
