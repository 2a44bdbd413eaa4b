#include "abstraction/pattern_internal.h"

enum { NOBODY = -1, SEVERAL = -2 };

static void note_writers(const pattern_setup *setup, const int32_t *owners, int32_t *writers) {
  const network *net = setup->net;
  for (uint32_t i = 0; i < net->vars.count; i++)
    writers[i] = NOBODY;
  for (uint32_t e = 0; e < net->edges.count; e++) {
    const access_set *written = &access_of_edge(facts_accesses(setup->facts), e)->writes[ACCESS_VARS];
    for (uint32_t i = 0; owners[e] != NET_NONE && i < written->count; i++) {
      int32_t *writer = &writers[written->at[i]];
      *writer = *writer == NOBODY || *writer == owners[e] ? owners[e] : SEVERAL;
    }
  }
}

static bool is_free(const access_sets *a, const int32_t *writers, int32_t owner) {
  for (uint32_t kind = 0; kind < ACCESS_KINDS; kind++)
    if (kind != ACCESS_VARS && (a->reads[kind].count || a->writes[kind].count))
      return false;
  for (uint32_t i = 0; i < a->reads[ACCESS_VARS].count; i++) {
    int32_t writer = writers[a->reads[ACCESS_VARS].at[i]];
    if (writer != owner && writer != NOBODY)
      return false;
  }
  return a->flags == 0;
}

static bool is_bounded(const net_flow *flow) {
  for (uint32_t i = 0; i < flow->locations.count; i++)
    if (flow->locations.at[i].bounds.count || flow->locations.at[i].invariant)
      return true;
  return false;
}

bool *pattern_sources(const pattern_setup *setup) {
  const network *net = setup->net;
  const int32_t *owners = pattern_owners(setup->memory, net);
  int32_t *writers = ARENA_ARRAY(setup->memory, int32_t, net->vars.count + 1);
  bool *out = ARENA_ARRAY(setup->memory, bool, net->templates.count + 1);
  note_writers(setup, owners, writers);
  for (uint32_t i = 0; i < net->templates.count; i++)
    out[i] = !net->templates.at[i]->provided && !is_bounded(&net->templates.at[i]->flow);
  for (uint32_t e = 0; e < net->edges.count; e++)
    if (owners[e] != NET_NONE && !is_free(access_of_edge(facts_accesses(setup->facts), e), writers, owners[e]))
      out[owners[e]] = false;
  return out;
}
