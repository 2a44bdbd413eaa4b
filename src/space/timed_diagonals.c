// The bounds on differences of clocks that a model asks for. An extrapolated zone may cross them, so zones are split by
// them beforehand. Where it is not known which they are, because a limit may be almost anything or because clocks are
// copied, so that one bound asks for others, zones are not extrapolated: then it is not sure that a search ends, but
// what it finds is right.
#include "facts/ranges.h"
#include "space/timed.h"

enum { MOST_LIMITS = 64, MOST_DIAGONALS = 256 };

typedef struct finder {
  timed *t;
  ranges *known; // without guards: what is found is for verdicts; made when it is first needed
  const space_timed_setup *setup;
} finder;

static void add(timed *t, timed_bound one) {
  for (uint32_t i = 0; i < t->diagonals.count; i++)
    if (t->diagonals.at[i].x == one.x && t->diagonals.at[i].y == one.y && t->diagonals.at[i].b == one.b)
      return;
  vec_push(t->m, &t->diagonals, one);
  t->has_endless_diagonals |= t->diagonals.count > MOST_DIAGONALS;
}

static interval limit_of(finder *f, const net_bound *b) {
  const space_timed_setup *s = f->setup;
  if (!f->known)
    f->known = ranges_open(&(ranges_setup){.m = f->t->m,
                                           .net = s->net,
                                           .knows_conditions = true,
                                           .conditions = s->conditions,
                                           .condition_count = s->condition_count});
  return ranges_hull(f->known, b->limit);
}

static void note(finder *f, const net_bound *b) {
  timed *t = f->t;
  if (!b->x.count || !b->y.count)
    return;
  interval limits = limit_of(f, b);
  t->has_endless_diagonals |= (int64_t)limits.high - limits.low >= MOST_LIMITS;
  for (uint32_t x = b->x.first; x < b->x.first + b->x.count; x++)
    for (uint32_t y = b->y.first; y < b->y.first + b->y.count; y++)
      for (int64_t limit = limits.low; limit <= limits.high && x != y && !t->has_endless_diagonals; limit++)
        add(t, (timed_bound){.x = x, .y = y, .b = b->is_strict ? dbm_lt((int32_t)limit) : dbm_le((int32_t)limit)});
}

static void note_all(finder *f, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    note(f, &bounds->at[i]);
}

static void note_condition(const expr *e, void *context) {
  if (e->op == EXPR_BOUND)
    note(context, e->bound);
}

static bool copies_clocks(const network *net) {
  for (uint32_t i = 0; i < net->edges.count; i++)
    for (const net_stmt *s = net->edges.at[i]->effect; s; s = s->next)
      if (s->kind == STMT_SET_CLOCK && s->from.count)
        return true;
  return false;
}

void timed_find_diagonals(timed *t, const space_timed_setup *setup) {
  const network *net = setup->net;
  finder f = {.t = t, .setup = setup};
  for (uint32_t i = 0; i < net->edges.count; i++)
    note_all(&f, &net->edges.at[i]->bounds);
  for (uint32_t i = 0; i < net->templates.count; i++)
    for (uint32_t l = 0; l < net->templates.at[i]->flow.locations.count; l++)
      note_all(&f, &net->templates.at[i]->flow.locations.at[l].bounds);
  for (uint32_t i = 0; i < setup->condition_count; i++)
    expr_walk(setup->conditions[i], note_condition, &f);
  t->has_endless_diagonals |= t->diagonals.count && copies_clocks(net);
  if (f.known)
    ranges_close(f.known);
}
