#include "facts/influence_internal.h"

#include <assert.h>

// The locations inside atomic sequences: those that an edge leads to which keeps control.
static void find_held(influence *i, const net_template *t) {
  i->is_held[t->index] = ARENA_ARRAY(i->memory, bool, t->flow.locations.count + 1);
  for (uint32_t l = 0; l < t->flow.locations.count; l++)
    for (uint32_t n = 0; n < t->flow.locations.at[l].edges.count; n++) {
      const net_edge *e = i->net->edges.at[t->flow.locations.at[l].edges.at[n]];
      i->template_of[e->id] = (int32_t)t->index;
      i->is_held[t->index][e->to] |= e->keeps_control;
    }
}

influence *influence_open(mem *m, const network *net, accesses *a) {
  influence *i = mem_alloc(m, sizeof *i);
  *i = (influence){.m = m, .net = net, .accesses = a, .memory = arena_new(m)};
  i->first[PLACE_CHANNEL] = net->vars.count;
  i->first[PLACE_CLOCK] = i->first[PLACE_CHANNEL] + net->channels.count;
  i->first[PLACE_LOCATION] = i->first[PLACE_CLOCK] + net->clocks.count + 1;
  i->template_of = ARENA_ARRAY(i->memory, int32_t, net->edges.count + 1);
  for (uint32_t n = 0; n < net->edges.count; n++)
    i->template_of[n] = NET_NONE;
  i->is_held = ARENA_ARRAY(i->memory, bool *, net->templates.count + 1);
  for (uint32_t t = 0; t < net->templates.count; t++)
    find_held(i, net->templates.at[t]);
  i->all_matter = net->uses_priority || net->orders_steps;
  i->edges = ARENA_ARRAY(i->memory, edge_places, net->edges.count + 1);
  i->conflicts = ARENA_ARRAY(i->memory, uint64_t *, net->edges.count + 1);
  i->invariants = influence_invariants(i);
  return i;
}

void influence_close(influence *i) {
  vec_free(i->m, &i->gathered);
  vec_free(i->m, &i->gathered_own);
  arena_delete(i->memory);
  mem_free(i->m, i);
}

static const net_location *location(const influence *i, uint32_t edge, uint32_t at) {
  return &i->net->templates.at[i->template_of[edge]]->flow.locations.at[at];
}

static bool changes_processes(influence *i, uint32_t edge) {
  return access_of_edge(i->accesses, edge)->flags & (ACCESS_STARTS | ACCESS_ENDS);
}

// Does the edge leave or enter a committed location?
static bool commits(const influence *i, uint32_t by) {
  const net_edge *e = i->net->edges.at[by];
  return (location(i, by, e->from)->flags | location(i, by, e->to)->flags) & LOC_COMMITTED;
}

// May a step of one process enable or disable a step of another?
static bool changes(influence *i, uint32_t by, uint32_t edge) {
  const edge_places *b = influence_places(i, edge);
  return i->all_matter || b->reads_every_step || (b->reads_processes && changes_processes(i, by)) || commits(i, by) ||
         access_meet(influence_places(i, by)->writes, b->enabling);
}

static bool is_of_block(const influence *i, uint32_t edge) { return i->template_of[edge] == NET_NONE; }

static bool is_same_template(const influence *i, uint32_t a, uint32_t b) {
  return i->template_of[a] == i->template_of[b];
}

bool influence_enables(influence *i, uint32_t by, uint32_t edge) {
  assert(!is_of_block(i, by) && !is_of_block(i, edge));
  const net_edge *a = i->net->edges.at[by], *b = i->net->edges.at[edge];
  if (changes(i, by, edge) || i->is_held[i->template_of[by]][a->from]) // it may leave an atomic sequence
    return true;
  if (is_same_template(i, by, edge) && a->to == b->from) // the process may take it next
    return true;
  uint32_t begin = i->net->templates.at[i->template_of[edge]]->flow.initial;
  return b->from == begin && access_of_edge(i->accesses, by)->flags & ACCESS_STARTS;
}

bool influence_disables(influence *i, uint32_t by, uint32_t edge) {
  assert(!is_of_block(i, by) && !is_of_block(i, edge));
  const net_edge *a = i->net->edges.at[by], *b = i->net->edges.at[edge];
  if (changes(i, by, edge) || a->keeps_control)
    return true;
  return is_same_template(i, by, edge) && a->from == b->from;
}

// Starts and ends of processes decide the numbers of processes and of their channels.
static bool number_processes(influence *i, uint32_t one, uint32_t other) {
  uint32_t a = access_of_edge(i->accesses, one)->flags, b = access_of_edge(i->accesses, other)->flags;
  uint32_t starts = ACCESS_STARTS | ACCESS_ENDS, asks = ACCESS_PROCESSES | ACCESS_PRIORITY;
  return (a & starts && b & (starts | asks)) || (b & starts && a & (starts | asks));
}

// Does the edge read data of processes that the other edge may start or end?
static bool reads_processes(influence *i, uint32_t edge, uint32_t other) {
  const access_sets *a = access_of_edge(i->accesses, edge);
  return (a->reads[ACCESS_REMOTE].count || a->reads[ACCESS_LOCATIONS].count || a->reads[ACCESS_CHANNELS].count) &&
         changes_processes(i, other);
}

static bool in_one_direction(influence *i, uint32_t one, uint32_t other) {
  const edge_places *a = influence_places(i, one), *b = influence_places(i, other);
  return changes(i, one, other) || i->net->edges.at[one]->keeps_control || access_meet(a->writes, b->reads) ||
         reads_processes(i, one, other);
}

// Locations do not count: no other process writes the location of a process.
static bool write_the_same(const influence *i, access_set a, access_set b) {
  for (uint32_t n = 0, k = 0; n < a.count && k < b.count && a.at[n] < i->first[PLACE_LOCATION];) {
    if (a.at[n] == b.at[k] && (a.at[n] >= i->net->vars.count || i->net->vars.at[a.at[n]]->template_ == NET_NONE))
      return true;
    if (a.at[n] <= b.at[k])
      n++;
    else
      k++;
  }
  return false;
}

static bool conflict(influence *i, uint32_t one, uint32_t other) {
  uint32_t flags = access_of_edge(i->accesses, one)->flags | access_of_edge(i->accesses, other)->flags;
  return i->net->uses_last || flags & INFLUENCE_EVERY_STEP || in_one_direction(i, one, other) ||
         in_one_direction(i, other, one) || number_processes(i, one, other) ||
         write_the_same(i, influence_places(i, one)->writes, influence_places(i, other)->writes);
}

static const uint64_t *row_of(influence *i, uint32_t one) {
  if (i->conflicts[one])
    return i->conflicts[one];
  uint64_t *row = ARENA_ARRAY(i->memory, uint64_t, i->net->edges.count / 64 + 1);
  for (uint32_t other = 0; other < i->net->edges.count; other++) {
    mem_poll(i->m);
    if (is_of_block(i, other) || conflict(i, one, other))
      row[other / 64] |= (uint64_t)1 << other % 64;
  }
  return i->conflicts[one] = row;
}

bool influence_conflicts(influence *i, uint32_t one, uint32_t other) {
  assert(one < i->net->edges.count && other < i->net->edges.count);
  assert(!is_of_block(i, one) && !is_of_block(i, other));
  return row_of(i, one)[other / 64] >> other % 64 & 1;
}
