// Narrowed ranges at a location, by the guards and assignments of the edges that lead there.
#include "facts/ranges_internal.h"

range_incoming *range_find_incoming(const range_maker *k, const net_flow *flow) {
  if (!k->setup->uses_guards)
    return NULL;
  range_incoming *incoming = mem_alloc(k->r->m, sizeof *incoming * (flow->locations.count + 1));
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->r->net->edges.at[flow->locations.at[i].edges.at[n]];
      range_incoming *in = e->to == NET_BLOCK_EXIT ? NULL : &incoming[e->to];
      if (in && in->count < MOST_INCOMING)
        in->edges[in->count] = e;
      if (in && in->count <= MOST_INCOMING)
        in->count++;
    }
  return incoming;
}

// After the edge no other process moves before this one: in a block, or in an atomic sequence that cannot block here.
static bool is_undisturbed(const range_maker *k, const range_flow *f, const net_edge *e) {
  const network *net = k->r->net;
  const net_location *l = &f->flow->locations.at[e->to];
  if (f->is_block)
    return true;
  if (!e->keeps_control || e->sync.kind != SYNC_NONE || net->uses_provided || net->uses_priority)
    return false;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *next = net->edges.at[l->edges.at[i]];
    if (!next->guard && next->sync.kind == SYNC_NONE && !next->is_else && !next->is_end)
      return true;
  }
  return false;
}

// Is it a conjunct of the guard?
static bool contains(const expr *guard, const expr *part) {
  if (!guard)
    return false;
  if (guard->op == EXPR_AND)
    return contains(guard->a, part) || contains(guard->b, part);
  return access_is_same(guard, part);
}

// Narrows by the conjuncts that all incoming edges have in common, unless other processes may write what they read.
static bool narrow_common(range_maker *k, const expr *guard, const range_incoming *in, bool is_alone) {
  if (guard->op == EXPR_AND)
    return narrow_common(k, guard->a, in, is_alone) && narrow_common(k, guard->b, in, is_alone);
  if (!range_reads_one(guard) || (!is_alone && range_is_shared(k, guard)))
    return true;
  for (uint32_t i = 1; i < in->count; i++)
    if (!contains(in->edges[i]->guard, guard))
      return true;
  return range_narrow(k, guard);
}

// The value that an assignment has written is known after it.
static void note_assigned(range_maker *k, const net_stmt *s, bool is_alone) {
  values set;
  values_of(&k->known, s->value, &set);
  values_cut(&set, s->target->var->type);
  range_forget(k, s->target->var);
  if (k->known.narrowed_count == MOST_NARROWED || (!is_alone && range_is_shared(k, s->target)) ||
      !access_is_same(s->target, s->target))
    return;
  bool is_mentioned = false;
  for (uint32_t i = 0; i < s->target->indices.count; i++)
    is_mentioned |= range_mentions(s->target->indices.at[i], s->target->var);
  if (!is_mentioned) // a[a[0]] may be another cell after the assignment
    k->narrowed[k->known.narrowed_count++] = (values_narrowed){s->target, set};
}

static void follow_writes(range_maker *k, const net_edge *e, bool is_only, bool is_alone) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND)
      range_forget(k, e->sync.patterns.at[i].value->var);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    if (s->kind == STMT_ASSIGN && is_only)
      note_assigned(k, s, is_alone);
    else if (s->target)
      range_forget(k, s->target->var);
    if (s->kind == STMT_BLOCK)
      k->known.narrowed_count = 0;
  }
}

// Updates the narrowed ranges from before the edges to after them. Those of variables that other processes write are
// dropped if these may move in between.
static bool pass(range_maker *k, const range_flow *f, const range_incoming *in) {
  bool is_alone = true;
  for (uint32_t i = 0; i < in->count; i++) {
    is_alone &= is_undisturbed(k, f, in->edges[i]);
    range_forget_called(k, in->edges[i]);
  }
  if (!is_alone)
    range_forget_shared(k);
  const expr *guard = in->edges[0]->guard;
  bool can_hold = !guard || narrow_common(k, guard, in, is_alone);
  for (uint32_t i = 0; i < in->count; i++)
    follow_writes(k, in->edges[i], in->count == 1, is_alone);
  for (uint32_t i = 0; i < in->count; i++)
    range_forget_called(k, in->edges[i]);
  return can_hold;
}

uint32_t range_path_back(const range_flow *f, uint32_t location, const range_incoming **back) {
  uint32_t count = 0;
  for (uint32_t at = location; f->incoming && count < MOST_EDGES_BACK && at != f->flow->initial;
       at = back[count - 1]->edges[0]->from) {
    const range_incoming *in = &f->incoming[at];
    if (in->count == 0 || in->count > MOST_INCOMING)
      break;
    back[count++] = in;
    if (in->count > 1)
      break;
  }
  return count;
}

bool range_arrive(range_maker *k, const range_flow *f, uint32_t location) {
  const range_incoming *back[MOST_EDGES_BACK];
  uint32_t count = range_path_back(f, location, back);
  uint32_t first = count == 0 ? location : back[count - 1]->count == 1 ? back[count - 1]->edges[0]->from : UINT32_MAX;
  k->known.narrowed_count = 0;
  for (uint32_t i = 0; i < f->entry_count && first == f->flow->initial; i++)
    k->narrowed[k->known.narrowed_count++] = f->entry[i];
  while (count > 0)
    if (!pass(k, f, back[--count]))
      return false;
  return true;
}
