#include "omega/automaton.h"

// What is left of the acceptance sets of one component: set i is the set that was kept[i] before.
typedef struct kept_sets {
  uint32_t count;
  uint8_t kept[AUTOMATON_SETS];
} kept_sets;

// By component and set i: the sets that each of its edges in set i is in as well.
static uint64_t *find_included(mem *m, const automaton *a, const automaton_components *c) {
  uint64_t *included = mem_alloc(m, sizeof *included * (c->count + 1) * AUTOMATON_SETS);
  for (uint32_t i = 0; i < c->count * AUTOMATON_SETS; i++)
    included[i] = automaton_all(a);
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++) {
      const automaton_edge *e = &a->states.at[s].edges.at[i];
      if (c->of[s] != c->of[e->to])
        continue;
      for (uint32_t set = 0; set < a->sets; set++)
        if (e->marks >> set & 1)
          included[c->of[s] * AUTOMATON_SETS + set] &= e->marks;
    }
  return included;
}

// A run that is in a set infinitely often is so in every set that includes it.
static kept_sets choose_sets(const automaton *a, const uint64_t *included) {
  kept_sets k = {0};
  uint64_t is_left = automaton_all(a);
  for (uint32_t set = 0; set < a->sets; set++)
    for (uint32_t other = 0; other < a->sets; other++)
      if (other != set && (is_left >> other & 1) && (is_left >> set & 1) && (included[other] >> set & 1))
        is_left &= ~(1ull << set);
  for (uint32_t set = 0; set < a->sets; set++)
    if (is_left >> set & 1)
      k.kept[k.count++] = (uint8_t)set;
  return k;
}

// Does every edge of the component belong to the only set that is left? Then none is needed.
static bool is_always_marked(const automaton *a, const automaton_components *c, uint32_t component, uint32_t set) {
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; c->of[s] == component && i < a->states.at[s].edges.count; i++) {
      const automaton_edge *e = &a->states.at[s].edges.at[i];
      if (c->of[e->to] == component && !(e->marks >> set & 1))
        return false;
    }
  return true;
}

static uint64_t marks_of(const kept_sets *k, uint64_t marks) {
  uint64_t result = UINT64_MAX; // also in the sets that only other components need
  for (uint32_t i = 0; i < k->count; i++)
    if (!(marks >> k->kept[i] & 1))
      result &= ~(1ull << i);
  return result;
}

// A cycle that is not accepting needs a set that it lacks.
static uint32_t count_sets(const automaton *a, const automaton_components *c, const kept_sets *k) {
  uint32_t sets = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->is_accepting[i] && k[i].count > sets)
      sets = k[i].count;
  for (uint32_t s = 0; s < a->states.count && !sets; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count && !sets; i++)
      sets = !c->is_accepting[c->of[s]] && c->of[s] == c->of[a->states.at[s].edges.at[i].to];
  return sets;
}

// In a state-based automaton all edges of a state have the same marks; they are free where no cycle comes by.
static uint64_t marks_of_state(const automaton *a, const automaton_components *c, uint32_t state,
                               bool are_others_marked) {
  const automaton_state *s = &a->states.at[state];
  for (uint32_t i = 0; i < s->edges.count; i++)
    if (c->of[s->edges.at[i].to] == c->of[state])
      return c->is_accepting[c->of[state]] ? s->edges.at[i].marks : 0;
  return are_others_marked;
}

static uint64_t marks_of_edge(const automaton_components *c, const kept_sets *k, uint32_t from, const automaton_edge *e,
                              bool are_others_marked) {
  if (c->of[from] != c->of[e->to])
    return are_others_marked ? UINT64_MAX : 0;
  return c->is_accepting[c->of[from]] ? marks_of(&k[c->of[from]], e->marks) : 0;
}

static automaton *copy_with(mem *m, const automaton *a, const automaton_components *c, const kept_sets *k,
                            bool are_others_marked) {
  automaton *b = automaton_like(m, a);
  b->initial = a->initial;
  b->sets = a->is_state_based ? 1 : count_sets(a, c, k);
  for (uint32_t s = 0; s < a->states.count; s++)
    automaton_add_state(m, b);
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++) {
      const automaton_edge *e = &a->states.at[s].edges.at[i];
      uint64_t marks =
          a->is_state_based ? marks_of_state(a, c, s, are_others_marked) : marks_of_edge(c, k, s, e, are_others_marked);
      automaton_add_edge(m, b, s, e->to, e->label, marks & automaton_all(b));
    }
  return b;
}

automaton *automaton_simplify_marks(mem *m, const automaton *a, bool are_others_marked) {
  automaton_components c = automaton_find_components(m, a);
  kept_sets *k = mem_alloc(m, sizeof *k * (c.count + 1));
  uint64_t *included = find_included(m, a, &c);
  for (uint32_t i = 0; i < c.count; i++) {
    k[i] = choose_sets(a, included + i * AUTOMATON_SETS);
    if (k[i].count == 1 && is_always_marked(a, &c, i, k[i].kept[0]))
      k[i].count = 0;
  }
  automaton *b = copy_with(m, a, &c, k, are_others_marked);
  mem_free(m, k);
  mem_free(m, included);
  mem_free(m, c.of);
  mem_free(m, c.is_accepting);
  return b;
}
