// Locations and edges of the copy. Both the ids of edges and the edge lists of locations keep the order of the
// original.
#include "model/copy_internal.h"

typedef struct {
  net_flow *to;   // NULL = the edge is not copied
  bool is_joined; // all locations are merged into one
  bool is_block;
} owner; // of an edge of the original

static uint32_t copy_location(const owner *o, uint32_t location) {
  return o->is_joined && location != NET_BLOCK_EXIT ? 0 : location;
}

void copy_fill_edge(copier *k, const net_edge *from, net_edge *e, bool is_block) {
  bool is_free = k->is_weak && !is_block; // no condition on other edges of the location
  e->is_else = from->is_else && !is_free;
  e->guard = from->is_else && is_free ? NULL : copy_condition(k, from->guard, true);
  int32_t value;
  bool is_weaker = copy_is_unknown(k, from->guard) || k->known;
  if (e->guard && is_weaker && expr_is_const(e->guard, &value) && value)
    e->guard = NULL;
  copy_bounds(k, &e->bounds, &from->bounds);
  e->sync = copy_sync(k, &from->sync);
  e->effect = copy_effect(k, from->effect);
  e->rank = is_free ? 0 : from->rank;
  e->choice = is_free ? 0 : from->choice;
  e->keeps_control = from->keeps_control && !k->is_weak;
  e->is_end = from->is_end;
  e->origin = from->origin;
  e->chosen.at = from->chosen.at; // borrowed
  e->chosen.count = from->chosen.count;
  e->at = from->at;
  e->text = from->text;
  e->words = from->words;
}

static void fill_location(copier *k, const net_location *from, net_location *to) {
  *to = (net_location){.flags = from->flags, .origin = from->origin, .name = from->name, .at = from->at};
  to->labels.at = from->labels.at; // borrowed
  to->labels.count = from->labels.count;
  if (k->loses_committed && (from->flags & LOC_COMMITTED))
    to->flags = (from->flags & ~(uint32_t)LOC_COMMITTED) | LOC_URGENT;
  copy_bounds(k, &to->bounds, &from->bounds);
  to->invariant = copy_condition(k, from->invariant, true);
}

void copy_add_locations(copier *k, const net_flow *from, net_flow *to, bool is_joined) {
  to->initial = is_joined ? 0 : from->initial;
  for (uint32_t i = 0; i < (is_joined ? 1 : from->locations.count); i++) {
    uint32_t at = net_add_location(k->net, to);
    if (!is_joined)
      fill_location(k, &from->locations.at[i], &to->locations.at[at]);
  }
  uint32_t some = 0, all = LOC_END;
  for (uint32_t i = 0; i < from->locations.count; i++) {
    some |= from->locations.at[i].flags;
    all &= from->locations.at[i].flags;
  }
  if (is_joined)
    to->locations.at[0].flags = all | (some & LOC_PROGRESS);
}

static void set_owner(owner *owners, const net_flow *from, owner o) {
  for (uint32_t i = 0; i < from->locations.count; i++)
    for (uint32_t n = 0; n < from->locations.at[i].edges.count; n++)
      owners[from->locations.at[i].edges.at[n]] = o;
}

// Sorts the edge lists as in the original, as the order of edges matters.
static void order_edges(copier *k, const net_flow *from, const owner *o) {
  for (uint32_t i = 0; i < o->to->locations.count; i++)
    o->to->locations.at[i].edges.count = 0;
  for (uint32_t i = 0; i < from->locations.count; i++)
    for (uint32_t n = 0; n < from->locations.at[i].edges.count; n++) {
      uint32_t id = (uint32_t)k->edge[from->locations.at[i].edges.at[n]];
      int32_t twin = k->twin[from->locations.at[i].edges.at[n]];
      for (uint32_t v = 0; v < k->versions[from->locations.at[i].edges.at[n]]; v++)
        vec_push(k->m, &o->to->locations.at[copy_location(o, i)].edges, id + v);
      if (twin != NET_NONE)
        vec_push(k->m, &o->to->locations.at[copy_location(o, i)].edges, (uint32_t)twin);
    }
}

// A block whose control flow is unknown is never executed. It keeps its number, with one edge to the exit.
void copy_add_empty_block(copier *k, net_flow *to) {
  net_add_location(k->net, to);
  net_add_edge(k->net, to, 0, NET_BLOCK_EXIT);
}

static void prepare_owners(copier *k, owner *owners) {
  const network *n = k->from;
  for (uint32_t i = 0; i < n->blocks.count; i++) {
    owner o = {.to = &k->net->blocks.at[i], .is_block = true};
    if (k->blocks[i]) {
      copy_add_empty_block(k, o.to);
      continue;
    }
    copy_add_locations(k, &n->blocks.at[i], o.to, false);
    set_owner(owners, &n->blocks.at[i], o);
  }
  for (uint32_t i = 0; i < n->templates.count; i++) {
    owner o = {.to = &k->net->templates.at[i]->flow, .is_joined = k->templates[i]};
    copy_add_locations(k, &n->templates.at[i]->flow, o.to, o.is_joined);
    set_owner(owners, &n->templates.at[i]->flow, o);
  }
}

void copy_flows(copier *k) {
  const network *n = k->from;
  owner *owners = ARENA_ARRAY(k->memory, owner, n->edges.count + 1);
  for (uint32_t i = 0; i < n->blocks.count; i++)
    vec_push(k->m, &k->net->blocks, (net_flow){0});
  prepare_owners(k, owners);
  for (uint32_t i = 0; i < n->edges.count; i++) {
    const net_edge *from = n->edges.at[i];
    const owner *o = &owners[i];
    k->edge[i] = NET_NONE;
    if (!o->to)
      continue;
    if (k->maps && !o->is_block)
      k->versions[i] = copy_count_versions(k, from);
    for (k->version = 0; k->version < k->versions[i]; k->version++) {
      net_edge *e = net_add_edge(k->net, o->to, copy_location(o, from->from), copy_location(o, from->to));
      if (!k->version)
        k->edge[i] = (int32_t)e->id;
      copy_fill_edge(k, from, e, o->is_block);
    }
    k->version = 0;
    if (k->faults[i])
      copy_add_twin(k, from, o->to, k->net->edges.at[k->edge[i]]);
  }
  for (uint32_t i = 0; i < n->blocks.count; i++)
    if (!k->blocks[i])
      order_edges(k, &n->blocks.at[i], &(owner){.to = &k->net->blocks.at[i]});
  for (uint32_t i = 0; i < n->templates.count; i++)
    order_edges(k, &n->templates.at[i]->flow,
                &(owner){.to = &k->net->templates.at[i]->flow, .is_joined = k->templates[i]});
}
