// What each edge reads and changes, as far as other steps can influence it or are influenced by it.
#include "facts/influence_internal.h"

#include <stdlib.h>

static bool is_kept(const net_var *v) { return !v->is_scratch && !v->is_ghost; }

static void add(influence *i, place_kind kind, uint32_t one) { vec_push(i->m, &i->gathered, i->first[kind] + one); }

static void add_set(influence *i, place_kind kind, access_set set) {
  for (uint32_t n = 0; n < set.count; n++)
    if (kind != PLACE_VAR || is_kept(i->net->vars.at[set.at[n]]))
      add(i, kind, set.at[n]);
}

// For edges of another process: local variables may be those of the process that moves.
static void add_reads(influence *i, const access_sets *a) {
  add_set(i, PLACE_VAR, a->reads[ACCESS_VARS]);
  add_set(i, PLACE_VAR, a->reads[ACCESS_REMOTE]);
  add_set(i, PLACE_CHANNEL, a->reads[ACCESS_CHANNELS]);
  add_set(i, PLACE_CLOCK, a->reads[ACCESS_CLOCKS]);
  add_set(i, PLACE_LOCATION, a->reads[ACCESS_LOCATIONS]);
}

// For edges of the process itself: no other process changes its local variables.
static void add_own_reads(influence *i, const access_sets *a) {
  uint32_t from = i->gathered.count, kept = from;
  add_set(i, PLACE_VAR, a->reads[ACCESS_VARS]);
  for (uint32_t n = from; n < i->gathered.count; n++)
    if (i->net->vars.at[i->gathered.at[n]]->template_ == NET_NONE)
      i->gathered.at[kept++] = i->gathered.at[n];
    else
      vec_push(i->m, &i->gathered_own, i->gathered.at[n]);
  i->gathered.count = kept;
  add_set(i, PLACE_VAR, a->reads[ACCESS_REMOTE]);
  add_set(i, PLACE_CHANNEL, a->reads[ACCESS_CHANNELS]);
  add_set(i, PLACE_CLOCK, a->reads[ACCESS_CLOCKS]);
  add_set(i, PLACE_LOCATION, a->reads[ACCESS_LOCATIONS]);
}

static int by_number(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

static access_set finish(influence *i, uint32_t *from, uint32_t count) {
  access_set set = {0};
  if (count == 0)
    return set;
  qsort(from, count, sizeof *from, by_number);
  uint32_t *at = ARENA_ARRAY(i->memory, uint32_t, count);
  for (uint32_t n = 0; n < count; n++)
    if (n == 0 || from[n] != from[n - 1])
      at[set.count++] = from[n];
  set.at = at;
  return set;
}

access_set influence_invariants(influence *i) {
  i->gathered.count = 0;
  for (uint32_t t = 0; t < i->net->templates.count && i->net->is_timed; t++) {
    const net_flow *f = &i->net->templates.at[t]->flow;
    for (uint32_t l = 0; l < f->locations.count; l++) {
      const net_location *at = &f->locations.at[l];
      if (!at->invariant && !at->bounds.count)
        continue;
      add_reads(i, access_of_invariant(i->accesses, at));
      add(i, PLACE_LOCATION, access_location(i->accesses, t, l));
    }
  }
  return finish(i, i->gathered.at, i->gathered.count);
}

static void note_flags(edge_places *p, const access_sets *a) {
  p->reads_every_step |= (a->flags & INFLUENCE_EVERY_STEP) != 0;
  p->reads_processes |= a->flags & (ACCESS_PROCESSES | ACCESS_PRIORITY) || a->reads[ACCESS_REMOTE].count ||
                        a->reads[ACCESS_LOCATIONS].count || a->reads[ACCESS_CHANNELS].count;
}

// May the two synchronise: one sends and the other receives, or one calls and the other answers?
static bool may_synchronise(const access_sets *a, sync_kind kind, const access_sets *b, sync_kind other) {
  if (kind == SYNC_SEND && other == SYNC_RECEIVE)
    return access_meet(a->reads[ACCESS_CHANNELS], b->reads[ACCESS_CHANNELS]);
  return kind == SYNC_CALL && other == SYNC_ANSWER && access_meet(a->writes[ACCESS_LABELS], b->reads[ACCESS_LABELS]);
}

// Whether a rendezvous send or a call is enabled depends on the locations and guards of its partners.
static void add_partners(influence *i, edge_places *p, const net_edge *e) {
  const access_sets *a = access_of_guard(i->accesses, e->id);
  for (uint32_t n = 0; n < i->net->edges.count && e->sync.kind != SYNC_NONE; n++) {
    const net_edge *other = i->net->edges.at[n];
    if (i->template_of[n] == NET_NONE || other->sync.kind == SYNC_NONE)
      continue;
    const access_sets *b = access_of_guard(i->accesses, n);
    if (!may_synchronise(a, e->sync.kind, b, other->sync.kind))
      continue;
    const net_template *t = i->net->templates.at[i->template_of[n]];
    note_flags(p, b);
    p->reads_processes = true; // the number of partners may change
    add_reads(i, b);
    add_reads(i, access_of_expr(i->accesses, t->provided));
    add(i, PLACE_LOCATION, access_location(i->accesses, t->index, other->from));
  }
}

static void add_enabling_of(influence *i, edge_places *p, const net_edge *e) {
  const access_sets *a = access_of_guard(i->accesses, e->id);
  note_flags(p, a);
  p->reads_processes |= e->is_end;
  add_own_reads(i, a);
  add_partners(i, p, e);
}

// Whether an edge is enabled may depend on the other edges of its location.
static bool has_order(const influence *i, const net_template *t, const net_location *l) {
  bool has = t->is_deterministic;
  for (uint32_t n = 0; n < l->edges.count; n++) {
    const net_edge *e = i->net->edges.at[l->edges.at[n]];
    has |= e->is_else || e->rank > 0 || e->choice > 0;
  }
  return has;
}

static void find_enabling(influence *i, edge_places *p, const net_edge *e) {
  const net_template *t = i->net->templates.at[i->template_of[e->id]];
  const net_location *l = &t->flow.locations.at[e->from];
  const access_sets *provided = access_of_expr(i->accesses, t->provided);
  i->gathered.count = i->gathered_own.count = 0;
  note_flags(p, provided);
  add_own_reads(i, provided);
  if (has_order(i, t, l))
    for (uint32_t n = 0; n < l->edges.count; n++)
      add_enabling_of(i, p, i->net->edges.at[l->edges.at[n]]);
  else
    add_enabling_of(i, p, e);
  const net_location *to = &t->flow.locations.at[e->to];
  if (to->invariant || to->bounds.count)
    add_reads(i, access_of_invariant(i->accesses, to));
  if (access_meet(p->writes, i->invariants)) // the state after the step must satisfy all invariants
    for (uint32_t n = 0; n < i->invariants.count; n++)
      vec_push(i->m, &i->gathered, i->invariants.at[n]);
  p->enabling = finish(i, i->gathered.at, i->gathered.count);
  p->own = finish(i, i->gathered_own.at, i->gathered_own.count);
}

// Processes that it may start are at their initial location afterwards.
static void add_started(influence *i) {
  for (uint32_t t = 0; t < i->net->templates.count; t++)
    add(i, PLACE_LOCATION, access_location(i->accesses, t, i->net->templates.at[t]->flow.initial));
}

static void find_writes(influence *i, edge_places *p, const net_edge *e, const access_sets *a) {
  uint32_t t = (uint32_t)i->template_of[e->id];
  i->gathered.count = 0;
  add_set(i, PLACE_VAR, a->writes[ACCESS_VARS]);
  add_set(i, PLACE_CHANNEL, a->writes[ACCESS_CHANNELS]);
  add_set(i, PLACE_CLOCK, a->writes[ACCESS_CLOCKS]);
  if (e->from != e->to || a->flags & ACCESS_ENDS) {
    add(i, PLACE_LOCATION, access_location(i->accesses, t, e->from));
    add(i, PLACE_LOCATION, access_location(i->accesses, t, e->to));
  }
  if (a->flags & ACCESS_STARTS)
    add_started(i);
  p->writes = finish(i, i->gathered.at, i->gathered.count);
}

const edge_places *influence_places(influence *i, uint32_t edge) {
  edge_places *p = &i->edges[edge];
  if (p->is_known)
    return p;
  const net_edge *e = i->net->edges.at[edge];
  const access_sets *a = access_of_edge(i->accesses, edge);
  edge_places made = {.is_known = true};
  find_writes(i, &made, e, a);
  find_enabling(i, &made, e);
  i->gathered.count = i->gathered_own.count = 0;
  add_own_reads(i, a);
  made.reads = finish(i, i->gathered.at, i->gathered.count);
  *p = made;
  return p;
}
