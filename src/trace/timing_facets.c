// What claims read while time passes: conditions change where clocks reach the constants of their bounds.
#include "trace/timing_internal.h"

#include "model/formula.h"
#include "trace/timing_loop.h"
#include <string.h>

typedef struct facet_finder {
  mem *m;
  ref_state *s;
  ref_bounds *out;
} facet_finder;

static bool is_known(const ref_bounds *all, const ref_bound *b) {
  for (uint32_t i = 0; i < all->count; i++)
    if (all->at[i].x == b->x && all->at[i].y == b->y && all->at[i].constant == b->constant &&
        all->at[i].is_strict == b->is_strict)
      return true;
  return false;
}

// A bound that cannot be evaluated is left out: a condition that needs it is a fault.
static void add_facet(const expr *e, void *context) {
  facet_finder *k = context;
  ref_bound b;
  if (e->op != EXPR_BOUND)
    return;
  ref_actor a = ref_actor_of(k->m, k->s, NET_NONE, false);
  if (ref_bound_of(&a, e->bound, &b) && a.fault == FAULT_NONE && !is_known(k->out, &b))
    vec_push(k->m, k->out, b);
}

static void walk_atoms(const answer *t, void (*visit)(const expr *e, void *context), void *context) {
  for (uint32_t i = 0; t->claim && i < t->claim->atoms.count; i++)
    expr_walk(t->claim->atoms.at[i], visit, context);
  if (!t->claim)
    formula_walk(t->formula, visit, context);
}

void timing_facets(mem *m, const answer *t, ref_state *s, ref_bounds *out) {
  facet_finder k = {m, s, out};
  walk_atoms(t, add_facet, &k);
}

static void note_clocks(const expr *e, void *context) {
  *(bool *)context |= e->op == EXPR_DEADLOCK || e->op == EXPR_BOUND;
}

bool timing_reads_clocks(const answer *t) {
  bool found = false;
  walk_atoms(t, note_clocks, &found);
  return found;
}

static void note_deadlock(const expr *e, void *context) { *(bool *)context |= e->op == EXPR_DEADLOCK; }

bool timing_reads_deadlock(const answer *t) {
  bool found = false;
  walk_atoms(t, note_deadlock, &found);
  return found;
}

bool timing_crossing(const ref_bound *facet, bool holds, timing_cross *out) {
  if (facet->x && !facet->y && holds)
    *out = (timing_cross){facet->x, facet->constant, !facet->is_strict};
  else if (!facet->x && facet->y && !holds)
    *out = (timing_cross){facet->y, -facet->constant, facet->is_strict};
  else
    return false;
  return true;
}

ref_bound timing_comes_after(const timing_cross *first, const timing_cross *other, bool is_later) {
  bool is_strict = first->is_after == other->is_after ? is_later : first->is_after;
  return (ref_bound){other->clock, first->clock, other->constant - first->constant, is_strict};
}

static bool is_same_letter(const word *w, uint32_t a, uint32_t b) {
  return memcmp(w->values.at + (size_t)a * w->atoms.count, w->values.at + (size_t)b * w->atoms.count, w->atoms.count) ==
         0;
}

static void drop_last(word *w) {
  w->length--;
  w->values.count -= w->atoms.count;
}

// The last moment is read by others. What is read just before is left out where nothing changes any more, so that a
// claim which ends badly does so at the last moment.
static void drop_end(word *w, reference *r, uint32_t first) {
  word_read(w, r);
  while (w->length - 1 > first && is_same_letter(w, w->length - 2, w->length - 1))
    drop_last(w);
  drop_last(w);
}

// The interpreter reads conditions in its own state, so that is moved ahead meanwhile.
void timing_read_wait(word *w, const answer *t, reference *r, int64_t parts) {
  ref_state before = r->now;
  ref_bounds facets = {0};
  ref_moments when = {0};
  if (parts <= 0 || !before.net->is_timed)
    return;
  ref_state_copy(r->m, &r->now, &before);
  timing_facets(r->m, t, &r->now, &facets);
  ref_find_moments(r->m, &r->now, &facets, &when);
  ref_double_unit(&r->now);
  int64_t now = 0, end = 2 * parts;
  uint32_t first = w->length;
  for (uint32_t i = 0; i < when.count && when.at[i] < end; i++) {
    int64_t next = i + 1 < when.count && when.at[i + 1] < end ? when.at[i + 1] : end;
    ref_advance(&r->now, when.at[i] - now);
    word_read(w, r);
    now = when.at[i] + (next - when.at[i]) / 2;
    ref_advance(&r->now, now - when.at[i]);
    word_read(w, r);
  }
  ref_advance(&r->now, end - now);
  drop_end(w, r, first);
  ref_state_free(r->m, &r->now);
  r->now = before;
  vec_free(r->m, &facets);
  vec_free(r->m, &when);
}
