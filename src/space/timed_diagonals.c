// The diagonal bounds (on differences of clocks) of a model and its conditions. An extrapolated zone may cross them, so
// zones are split by them beforehand. Where they are not known, because a constant has a wide range, or because clocks
// are copied (then one bound gives rise to others), zones are not extrapolated: results are right, but the search may
// not terminate.
#include "space/timed.h"

enum { MOST_CONSTANTS = 64, MOST_DIAGONALS = 256 };

typedef struct finder {
  timed_code *c;
  const ranges *known;
} finder;

static void add(timed_code *c, timed_bound one) {
  for (uint32_t i = 0; i < c->diagonals.count; i++)
    if (c->diagonals.at[i].x == one.x && c->diagonals.at[i].y == one.y && c->diagonals.at[i].b == one.b)
      return;
  vec_push(c->m, &c->diagonals, one);
  c->has_unknown_diagonals |= c->diagonals.count > MOST_DIAGONALS;
}

static void note(finder *f, const net_bound *b) {
  timed_code *c = f->c;
  mem_poll(c->m);
  if (!b->x.count || !b->y.count)
    return;
  interval constants = ranges_hull(f->known, b->limit);
  c->has_unknown_diagonals |= (int64_t)constants.high - constants.low >= MOST_CONSTANTS;
  for (uint32_t x = b->x.first; x < b->x.first + b->x.count; x++)
    for (uint32_t y = b->y.first; y < b->y.first + b->y.count; y++)
      for (int64_t constant = constants.low; constant <= constants.high && x != y && !c->has_unknown_diagonals;
           constant++)
        add(c,
            (timed_bound){.x = x, .y = y, .b = b->is_strict ? dbm_lt((int32_t)constant) : dbm_le((int32_t)constant)});
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

void timed_find_diagonals(timed_code *c, const ranges *known) {
  const network *net = c->asked.net;
  finder f = {.c = c, .known = known};
  for (uint32_t i = 0; i < net->edges.count; i++)
    note_all(&f, &net->edges.at[i]->bounds);
  for (uint32_t i = 0; i < net->templates.count; i++)
    for (uint32_t l = 0; l < net->templates.at[i]->flow.locations.count; l++)
      note_all(&f, &net->templates.at[i]->flow.locations.at[l].bounds);
  for (uint32_t i = 0; i < c->asked.condition_count; i++)
    expr_walk(c->asked.conditions[i], note_condition, &f);
  c->has_unknown_diagonals |= c->diagonals.count && copies_clocks(net);
}
