// The sources of an edge: variables and channels on which the ranges that it writes depend. They are what it reads, the
// messages that it may receive, and what the edges before it read whose guards narrow its ranges. An edge is visited
// again only if a source has grown.
#include "facts/ranges_internal.h"

static void add(range_maker *k, uint32_t one) {
  if (k->mark[one] == k->round)
    return;
  k->mark[one] = k->round;
  vec_push(k->r->m, &k->sources, one);
}

static void add_reads(range_maker *k, const access_sets *of) {
  for (uint32_t i = 0; i < of->reads[ACCESS_VARS].count; i++)
    add(k, of->reads[ACCESS_VARS].at[i]);
  for (uint32_t i = 0; i < of->reads[ACCESS_REMOTE].count; i++)
    add(k, of->reads[ACCESS_REMOTE].at[i]);
}

void range_find_sources(range_maker *k, accesses *a, const range_flow *f, const net_edge *e) {
  const range_incoming *back[MOST_EDGES_BACK];
  const access_sets *of = access_of_edge(a, e->id);
  bool does_something = of->writes[ACCESS_VARS].count || of->writes[ACCESS_CHANNELS].count || of->flags & ACCESS_STARTS;
  k->visited_at[e->id] = does_something ? 0 : UINT64_MAX;
  if (!does_something)
    return;
  k->first_source[e->id] = k->sources.count;
  k->round++;
  add_reads(k, of);
  for (uint32_t i = 0; i < of->reads[ACCESS_CHANNELS].count; i++)
    add(k, k->r->net->vars.count + of->reads[ACCESS_CHANNELS].at[i]);
  for (uint32_t n = range_path_back(f, e->from, back); n-- > 0;)
    for (uint32_t i = 0; i < back[n]->count; i++)
      add_reads(k, access_of_edge(a, back[n]->edges[i]->id));
  k->source_count[e->id] = k->sources.count - k->first_source[e->id];
}

bool range_must_revisit(const range_maker *k, const net_edge *e) {
  uint32_t first = k->first_source[e->id];
  uint64_t visited = k->visited_at[e->id];
  if (!visited)
    return true;
  for (uint32_t i = 0; i < k->source_count[e->id]; i++)
    if (k->grown[k->sources.at[first + i]] >= visited)
      return true;
  return false;
}
