// Merged automata (Draeger, Finkbeiner, Podelski: Directed model checking with distance-preserving abstractions, 2006):
// two automata at a time are replaced by an abstraction of their product with a bounded number of states, exact near
// the error. The estimate is read off what is left in the end.
//
// Admissible, and consistent from the first state on: each automaton is a homomorphic image of the factors merged so
// far (see factors.h). The product of two images is one of both together, as a step moves both by its label. Grouping
// states keeps every transition. Labels get one name only where they agree for all factors that are still to be merged,
// so no step is lost. So each step of the network is a transition, or stays in its state, at no greater cost, and an
// error label is possible where the network is in an error. Only states without a way to an error are left out, which
// are dead ends, and states that are not reached from the first one asked about, of which nothing is known.
#include "abstraction/factored.h"
#include "abstraction/merge_automaton.h"
#include "abstraction/predicate_space.h"

#include <string.h>

extern const heuristic_kind heuristic_merge;

enum {
  MOST_TRANSITIONS = 2000000, // of a product
  UNREACHED = 16,             // a product may have as many times more states, as most are not reached
  FEWEST = 16,                // states: a product that is too large even with so few is not made
};

typedef struct {
  uint32_t factor, values; // the factor, and the number of its values
  uint32_t *table;         // by state of the layer before * values + value: the state; MERGE_NEVER = a dead end
  uint32_t size;
} layer;

typedef struct { // an automaton merged from some of the factors
  VEC(layer) layers;
  uint32_t *distance; // by state
} merged;

typedef struct {
  VEC(merged) all;
} merge_table;

typedef struct {
  mem *m;
  const factors *f;
  merge_labels labels;
  const uint32_t *start; // by factor: its value in the first state
  const uint32_t *order; // of factors; those from `next` on are still to be merged
  uint32_t next, most, most_transitions;
  merge_automaton now;
  merged made;
} merger;

static void push_layer(merger *g, uint32_t factor) {
  layer l = {.factor = factor, .values = g->f->all.at[factor].count, .size = g->now.states};
  l.table = mem_alloc(g->m, (l.size + 1) * sizeof *l.table);
  for (uint32_t i = 0; i < l.size; i++)
    l.table[i] = i;
  vec_push(g->m, &g->made.layers, l);
}

static void shrink(merger *g, uint32_t most) {
  const layer *last = &g->made.layers.at[g->made.layers.count - 1];
  uint32_t *class_of = mem_alloc(g->m, (g->now.states + 1) * sizeof *class_of);
  merge_shrink(&g->labels, &g->now, most, class_of);
  for (uint32_t i = 0; i < last->size; i++)
    if (last->table[i] < MERGE_UNREACHED)
      last->table[i] = class_of[last->table[i]];
  mem_free(g->m, class_of);
}

static bool takes_part(const merger *g, const merge_automaton *a) {
  for (uint32_t l = 0; l < g->labels.count; l++)
    if (a->takes_part[l])
      return true;
  return false;
}

static uint32_t first_distance(const merge_automaton *a) {
  return a->start == MERGE_NEVER ? MERGE_NEVER : a->distance[a->start];
}

typedef struct {
  merge_automaton now;
  uint32_t *table; // of the last layer
} backup;

static backup save(const merger *g) {
  const layer *last = &g->made.layers.at[g->made.layers.count - 1];
  backup b = {.now = merge_copy(&g->labels, &g->now), .table = mem_alloc(g->m, (last->size + 1) * sizeof *b.table)};
  memcpy(b.table, last->table, last->size * sizeof *b.table);
  return b;
}

static void drop(merger *g, backup *b) {
  merge_free(&g->labels, &b->now);
  mem_free(g->m, b->table);
}

static void restore(merger *g, backup *b) {
  layer *last = &g->made.layers.at[g->made.layers.count - 1];
  merge_free(&g->labels, &g->now);
  mem_free(g->m, last->table);
  g->now = b->now;
  last->table = b->table;
}

// False if the product would be too large.
static bool multiply(merger *g, uint32_t factor, const merge_automaton *other) {
  uint32_t most = (uint32_t)((uint64_t)g->most * UNREACHED / other->states);
  merge_automaton product;
  for (most = most < g->most ? most : g->most;; most /= 2) {
    shrink(g, most ? most : 1);
    if (merge_product(&g->labels, &g->now, other, g->most_transitions, &product))
      break;
    if (most < FEWEST)
      return false;
  }
  merge_free(&g->labels, &g->now);
  g->now = product;
  push_layer(g, factor);
  return true;
}

static void pop_layer(merger *g) { mem_free(g->m, g->made.layers.at[--g->made.layers.count].table); }

// Merges one more factor, unless the bound on the states then costs more than is gained: the distance of the first
// state would be smaller than without the factor. Then the factor is left out.
static void merge_with(merger *g, uint32_t factor, const merge_automaton *other) {
  uint32_t before = first_distance(&g->now);
  backup old = save(g);
  bool fits = multiply(g, factor, other);
  if (fits)
    shrink(g, g->most);
  if (fits && first_distance(&g->now) >= before) {
    drop(g, &old);
    return;
  }
  if (fits)
    pop_layer(g);
  restore(g, &old);
}

static void finish(merger *g, merge_table *out) {
  bool tells = g->now.states == 0;
  for (uint32_t s = 0; s < g->now.states; s++)
    tells |= g->now.distance[s] != 0;
  g->made.distance = g->now.distance;
  g->now.distance = NULL;
  if (tells)
    vec_push(g->m, &out->all, g->made);
  merge_free(&g->labels, &g->now);
}

static void merge_all(merger *g, merge_table *out) {
  uint32_t factor = g->order[g->next++];
  merge_labels_reset(&g->labels, g->f);
  g->now = merge_of_factor(&g->labels, g->f, factor, g->start[factor]);
  g->made = (merged){0};
  push_layer(g, factor);
  merge_unite_labels(&g->labels, g->f, g->order, g->next, &g->now);
  while (g->next < g->f->all.count && g->now.start != MERGE_NEVER) {
    factor = g->order[g->next];
    merge_automaton other = merge_of_factor(&g->labels, g->f, factor, g->start[factor]);
    if (takes_part(g, &other))
      merge_with(g, factor, &other);
    merge_free(&g->labels, &other);
    g->next++;
    merge_unite_labels(&g->labels, g->f, g->order, g->next, &g->now);
  }
  finish(g, out);
}

static void *make(mem *m, const factors *f, const uint32_t *start, const key_values *keys, uint32_t share) {
  merge_table *out = mem_alloc(m, sizeof *out);
  uint32_t fitting, most = (uint32_t)keys->value[0];
  merger g = {.m = m, .f = f, .start = start, .most = most, .most_transitions = MOST_TRANSITIONS / share};
  g.order = predicate_order(m, f, start, most * 4 / share + 1, &fitting);
  g.labels = merge_labels_of(m, f);
  if (f->all.count)
    merge_all(&g, out);
  return out;
}

static uint32_t look_up(void *table, const uint32_t *at) {
  const merge_table *t = table;
  uint32_t most = 0;
  for (uint32_t i = 0; i < t->all.count; i++) {
    const merged *a = &t->all.at[i];
    uint32_t state = 0;
    for (uint32_t n = 0; n < a->layers.count; n++) {
      const layer *l = &a->layers.at[n];
      state = l->table[state * l->values + at[l->factor]];
      if (state >= MERGE_UNREACHED)
        break;
    }
    uint32_t distance = state == MERGE_UNREACHED ? 0 : state == MERGE_NEVER ? MERGE_NEVER : a->distance[state];
    if (distance == MERGE_NEVER)
      return HEURISTIC_DEAD_END;
    most = distance > most ? distance : most;
  }
  return most;
}

static heuristic *open_merge(const heuristic_setup *setup) {
  static const factored_kind by = {.make = make, .look_up = look_up};
  heuristic *h = factored_open(setup, &heuristic_merge, &by);
  h->is_consistent = false; // the states of which nothing is known
  return h;
}

static const option_key keys[] = {
    {.name = "n", .summary = "states of a merged automaton", .least = 2, .most = 1e6, .usual = 10000}, {0}};

const heuristic_kind heuristic_merge = {
    .name = "merge",
    .summary = "merged automata: distance in an abstraction of the product of all processes and variables",
    .keys = keys,
    .is_admissible = true,
    .is_safe = true,
    .open = open_merge,
};
