// The order in which factors are taken: the next is the one that makes the distance of the first state greatest, and
// among equals the one with the fewest states. Tried by exploring small spaces.
#include "abstraction/predicate_space.h"

enum {
  CANDIDATES = 8,
  SHARES = 32
}; // spaces tried for each factor; of the states, all of them may explore so many times

typedef struct {
  mem *m;
  const factors *f;
  const uint32_t *start;
  bool *is_taken;   // by factor: it is in the order, or does not fit
  bool *is_kept;    // by factor: it is in the space
  uint64_t *weight; // by factor: how much it has in common with those kept
  uint32_t most;
  uint64_t left; // states that may still be explored
} growth;

static void weigh(growth *g) {
  const factors *f = g->f;
  for (uint32_t i = 0; i < f->all.count; i++)
    g->weight[i] = 0;
  for (uint32_t l = 0; l < f->labels.count; l++) {
    const factor_label *x = &f->labels.at[l];
    bool meets = false;
    for (uint32_t i = 0; i < x->count; i++)
      meets |= g->is_kept[factors_part(f, x, i)->factor];
    uint64_t own = x->is_error ? (uint64_t)1 << (x->cost ? 30 : 40) : meets ? x->share : 0;
    for (uint32_t i = 0; i < x->count; i++)
      g->weight[factors_part(f, x, i)->factor] += own;
  }
}

typedef struct {
  uint32_t factor, distance, states;
} trial;

// False if the space does not fit.
static bool try_factor(growth *g, uint32_t which, trial *out) {
  g->is_kept[which] = true;
  predicate_space *s = predicate_space_open(g->m, g->f, g->is_kept, g->start, g->most);
  g->is_kept[which] = false;
  uint64_t spent = s ? predicate_states(s) : g->most;
  g->left -= spent < g->left ? spent : g->left;
  if (!s)
    return false;
  *out = (trial){.factor = which, .states = predicate_states(s)};
  predicate_distance(s, g->start, &out->distance);
  predicate_space_close(s);
  return true;
}

static bool is_better(const trial *a, const trial *b) {
  return a->distance != b->distance ? a->distance > b->distance : a->states < b->states;
}

static uint32_t heaviest(const growth *g, const bool *is_tried) {
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < g->f->all.count; i++)
    if (!g->is_taken[i] && !is_tried[i] && g->weight[i] && (best == UINT32_MAX || g->weight[i] > g->weight[best]))
      best = i;
  return best;
}

// The next factor; UINT32_MAX if none fits.
static uint32_t next_factor(growth *g) {
  bool *is_tried = mem_alloc(g->m, g->f->all.count + 1);
  trial best = {.factor = UINT32_MAX}, now;
  weigh(g);
  for (uint32_t tried = 0; tried < CANDIDATES && g->left;) {
    uint32_t which = heaviest(g, is_tried);
    if (which == UINT32_MAX)
      break;
    is_tried[which] = true;
    if (!try_factor(g, which, &now)) {
      g->is_taken[which] = true;
      continue;
    }
    if (best.factor == UINT32_MAX || is_better(&now, &best))
      best = now;
    tried++;
  }
  mem_free(g->m, is_tried);
  return best.factor;
}

uint32_t *predicate_order(mem *m, const factors *f, const uint32_t *start, uint32_t most, uint32_t *fitting) {
  uint32_t *by_weight = factors_order(m, f), *order = mem_alloc(m, (f->all.count + 1) * sizeof *order), count = 0;
  bool *is_there = mem_alloc(m, f->all.count + 1);
  growth g = {.m = m, .f = f, .start = start, .most = most, .left = (uint64_t)most * SHARES};
  g.is_taken = mem_alloc(m, f->all.count + 1);
  g.is_kept = mem_alloc(m, f->all.count + 1);
  g.weight = mem_alloc(m, (f->all.count + 1) * sizeof *g.weight);
  for (uint32_t which = next_factor(&g); which != UINT32_MAX; which = next_factor(&g)) {
    g.is_taken[which] = g.is_kept[which] = is_there[which] = true;
    order[count++] = which;
  }
  *fitting = count;
  for (uint32_t i = 0; i < f->all.count; i++)
    if (!is_there[by_weight[i]])
      order[count++] = by_weight[i];
  mem_free(m, by_weight);
  mem_free(m, is_there);
  mem_free(m, g.is_taken);
  mem_free(m, g.is_kept);
  mem_free(m, g.weight);
  return order;
}
