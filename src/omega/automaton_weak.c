// Obligations (Boolean combinations of safety and guarantee properties) have weak deterministic automata, and one of
// them is the smallest (Löding; Dax, Eisinger and Klaedtke). It is made by the subset construction, as if the language
// were an obligation; then both inclusions are checked.
#include "omega/automaton.h"

#include <string.h>

enum { MOST_STATES = 400, MOST_PRODUCT = 20000 };

typedef VEC(uint32_t) subset; // of states, in increasing order

typedef struct part { // of the values of the atoms: all lead to the same subset
  bdd label;
  subset to;
} part;
typedef VEC(part) parts_of;

typedef struct weak {
  mem *m;
  const automaton *a;
  VEC(subset) subsets; // by state of d
  automaton *d;        // deterministic and complete
} weak;

static bool is_same(const subset *a, const subset *b) {
  return a->count == b->count && (!a->count || !memcmp(a->at, b->at, sizeof *a->at * a->count));
}

static void insert(mem *m, subset *s, uint32_t state) {
  uint32_t i = 0;
  while (i < s->count && s->at[i] < state)
    i++;
  if (i < s->count && s->at[i] == state)
    return;
  vec_push(m, s, state);
  memmove(s->at + i + 1, s->at + i, sizeof *s->at * (s->count - 1 - i));
  s->at[i] = state;
}

static subset copy_of(mem *m, const subset *s) {
  subset c = {0};
  for (uint32_t i = 0; i < s->count; i++)
    vec_push(m, &c, s->at[i]);
  return c;
}

// Splits the parts by the label of an edge, and adds its target where the label holds.
static void split(weak *w, parts_of *parts, const automaton_edge *e) {
  bdd_table *bdds = w->a->bdds;
  for (uint32_t i = 0, count = parts->count; i < count; i++) {
    bdd inside = bdd_and(bdds, parts->at[i].label, e->label);
    if (inside == BDD_FALSE)
      continue;
    if (inside != parts->at[i].label) {
      part rest = {.label = bdd_and(bdds, parts->at[i].label, bdd_not(bdds, e->label)),
                   .to = copy_of(w->m, &parts->at[i].to)};
      vec_push(w->m, parts, rest);
    }
    parts->at[i].label = inside;
    insert(w->m, &parts->at[i].to, e->to);
  }
}

static uint32_t state_of(weak *w, const subset *s) {
  for (uint32_t i = 0; i < w->subsets.count; i++)
    if (is_same(&w->subsets.at[i], s))
      return i;
  subset copy = copy_of(w->m, s);
  vec_push(w->m, &w->subsets, copy);
  return automaton_add_state(w->m, w->d);
}

// False if there are too many subsets.
static bool determinise(weak *w) {
  subset initial = {0};
  insert(w->m, &initial, w->a->initial);
  w->d = automaton_like(w->m, w->a);
  w->d->sets = 1;
  w->d->is_state_based = true;
  w->d->initial = state_of(w, &initial);
  for (uint32_t k = 0; k < w->subsets.count; k++) {
    parts_of parts = {0};
    vec_push(w->m, &parts, ((part){.label = BDD_TRUE}));
    for (uint32_t i = 0; i < w->subsets.at[k].count; i++) {
      const automaton_state *s = &w->a->states.at[w->subsets.at[k].at[i]];
      for (uint32_t j = 0; j < s->edges.count; j++)
        split(w, &parts, &s->edges.at[j]);
    }
    for (uint32_t i = 0; i < parts.count; i++) {
      uint32_t to = state_of(w, &parts.at[i].to);
      automaton_add_edge(w->m, w->d, k, to, parts.at[i].label, 0);
      vec_free(w->m, &parts.at[i].to);
    }
    vec_free(w->m, &parts);
    if (w->subsets.count > MOST_STATES)
      return false;
  }
  return true;
}

// The edges of a cycle through the state, inside its component. Every step of a breadth-first search from the state.
typedef VEC(const automaton_edge *) cycle;

static cycle find_cycle(weak *w, const automaton_components *c, uint32_t state) {
  struct step {
    const automaton_edge *by;
    uint32_t from;
  } *steps = mem_alloc(w->m, sizeof *steps * w->d->states.count);
  VEC(uint32_t) queue = {0};
  vec_push(w->m, &queue, state);
  for (uint32_t k = 0; k < queue.count && !steps[state].by; k++) {
    const automaton_state *s = &w->d->states.at[queue.at[k]];
    for (uint32_t i = 0; i < s->edges.count; i++)
      if (c->of[s->edges.at[i].to] == c->of[state] && !steps[s->edges.at[i].to].by) {
        steps[s->edges.at[i].to] = (struct step){&s->edges.at[i], queue.at[k]};
        vec_push(w->m, &queue, s->edges.at[i].to);
      }
  }
  cycle found = {0};
  for (uint32_t at = state; steps[state].by && (!found.count || at != state); at = steps[at].from)
    vec_push(w->m, &found, steps[at].by);
  for (uint32_t i = 0; i < found.count / 2; i++) {
    const automaton_edge *swapped = found.at[i];
    found.at[i] = found.at[found.count - 1 - i];
    found.at[found.count - 1 - i] = swapped;
  }
  vec_free(w->m, &queue);
  mem_free(w->m, steps);
  return found;
}

// One conjunction that implies the label and gives a value to each atom that it asks for.
static bdd one_value(const automaton *a, bdd label) {
  bdd value = BDD_TRUE;
  for (uint32_t v = 0; v < a->atoms; v++) {
    bdd is_true = bdd_variable(a->bdds, v);
    bdd literal = bdd_and(a->bdds, label, is_true) != BDD_FALSE ? is_true : bdd_not(a->bdds, is_true);
    value = bdd_and(a->bdds, value, literal);
    label = bdd_and(a->bdds, label, literal);
  }
  return value;
}

// Does the automaton accept the word that repeats the cycle, from some state of the subset?
static bool accepts(weak *w, const subset *from, const cycle *loop) {
  const automaton *a = w->a;
  uint32_t length = loop->count;
  automaton *runs = automaton_like(w->m, a);
  for (uint32_t i = 0; i < a->states.count * length + 1; i++)
    automaton_add_state(w->m, runs);
  runs->initial = a->states.count * length;
  for (uint32_t i = 0; i < from->count; i++)
    automaton_add_edge(w->m, runs, runs->initial, from->at[i] * length, BDD_TRUE, 0);
  for (uint32_t k = 0; k < length; k++) {
    bdd value = one_value(a, loop->at[k]->label);
    for (uint32_t s = 0; s < a->states.count; s++)
      for (uint32_t i = 0; i < a->states.at[s].edges.count; i++) {
        const automaton_edge *e = &a->states.at[s].edges.at[i];
        if (bdd_implies(a->bdds, value, e->label))
          automaton_add_edge(w->m, runs, s * length + k, e->to * length + (k + 1) % length, BDD_TRUE, e->marks);
      }
  }
  return !automaton_is_empty(w->m, runs);
}

// Löding's colours: even = accepting. Along a path they do not grow; each component has the greatest possible one.
static void color(weak *w, uint32_t *colors) {
  automaton *d = w->d;
  automaton_components c = automaton_find_components(w->m, d);
  uint32_t *by_component = mem_alloc(w->m, sizeof *by_component * (c.count + 1));
  for (uint32_t component = 0; component < c.count; component++) {
    uint32_t least = 2 * c.count + 2, member = 0;
    for (uint32_t s = 0; s < d->states.count; s++) {
      if (c.of[s] != component)
        continue;
      member = s;
      for (uint32_t i = 0; i < d->states.at[s].edges.count; i++) {
        uint32_t to = c.of[d->states.at[s].edges.at[i].to];
        if (to != component && by_component[to] < least)
          least = by_component[to];
      }
    }
    cycle loop = find_cycle(w, &c, member);
    bool is_odd = loop.count && !accepts(w, &w->subsets.at[member], &loop);
    by_component[component] = loop.count && is_odd != least % 2 ? least - 1 : least;
    vec_free(w->m, &loop);
  }
  for (uint32_t s = 0; s < d->states.count; s++)
    colors[s] = by_component[c.of[s]];
  mem_free(w->m, by_component);
  mem_free(w->m, c.of);
  mem_free(w->m, c.is_accepting);
}

// What the edges of a state say about classes, as a function of the atoms and of one variable for each class.
static bdd signature(const weak *w, const uint32_t *classes, uint32_t s) {
  const automaton *d = w->d;
  bdd result = bdd_variable(d->bdds, d->atoms + w->subsets.count + classes[s]);
  bdd edges = BDD_FALSE;
  for (uint32_t i = 0; i < d->states.at[s].edges.count; i++) {
    const automaton_edge *e = &d->states.at[s].edges.at[i];
    bdd to = bdd_variable(d->bdds, d->atoms + classes[e->to]);
    edges = bdd_or(d->bdds, edges, bdd_and(d->bdds, e->label, to));
  }
  return bdd_and(d->bdds, edges, result);
}

// Moore's algorithm: splits the classes until the states of each have the same signature. Returns their number.
static uint32_t refine(const weak *w, uint32_t *classes) {
  uint32_t n = w->d->states.count, count = 0, before;
  bdd *signatures = mem_alloc(w->m, sizeof *signatures * n);
  do {
    before = count;
    for (uint32_t s = 0; s < n; s++)
      signatures[s] = signature(w, classes, s);
    count = 0;
    for (uint32_t s = 0; s < n; s++) {
      uint32_t first = 0;
      while (signatures[first] != signatures[s])
        first++;
      classes[s] = first == s ? count++ : classes[first];
    }
  } while (count != before);
  mem_free(w->m, signatures);
  return count;
}

// The quotient; accepting states are those of the given parity of colours.
static automaton *minimal(const weak *w, const uint32_t *classes, const uint32_t *colors, uint32_t count, bool is_odd) {
  automaton *b = automaton_like(w->m, w->d);
  bool *is_done = mem_alloc(w->m, count);
  for (uint32_t i = 0; i < count; i++)
    automaton_add_state(w->m, b);
  b->initial = classes[w->d->initial];
  for (uint32_t s = 0; s < w->d->states.count; s++) {
    for (uint32_t i = 0; i < w->d->states.at[s].edges.count && !is_done[classes[s]]; i++) {
      const automaton_edge *e = &w->d->states.at[s].edges.at[i];
      automaton_add_edge(w->m, b, classes[s], classes[e->to], e->label, colors[s] % 2 == is_odd);
    }
    is_done[classes[s]] = true;
  }
  mem_free(w->m, is_done);
  return b;
}

static bool is_disjoint(mem *m, const automaton *a, const automaton *b) {
  automaton *both = automaton_product(m, a, b, MOST_PRODUCT);
  return both && automaton_is_empty(m, both);
}

automaton *automaton_weak(mem *m, const automaton *a, const automaton *opposite) {
  weak w = {.m = m, .a = a};
  if (!determinise(&w))
    return NULL;
  uint32_t *colors = mem_alloc(m, sizeof *colors * w.d->states.count);
  uint32_t *classes = mem_alloc(m, sizeof *classes * w.d->states.count);
  color(&w, colors);
  for (uint32_t s = 0; s < w.d->states.count; s++)
    classes[s] = colors[s] % 2;
  uint32_t count = refine(&w, classes);
  automaton *smallest = minimal(&w, classes, colors, count, false);
  automaton *others = minimal(&w, classes, colors, count, true);
  bool is_right = is_disjoint(m, smallest, opposite) && is_disjoint(m, others, a);
  return is_right ? automaton_prune(m, smallest) : NULL;
}
