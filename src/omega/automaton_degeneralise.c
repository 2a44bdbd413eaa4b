// From several acceptance sets on edges to one on states. A copy of a state for each level says how many of the sets,
// in some order, have been met since the last accepting copy, which has the greatest level. Each component has an order
// of its own. Of its copies only one closed part is needed, because an execution may enter the component at any level.
#include "omega/automaton.h"

enum { ORDERS = 24, MOST_LEVELS = AUTOMATON_SETS + 1, NOT_KEPT = 0xffffffff };

typedef struct plan { // of one component
  uint32_t sets;
  uint8_t order[AUTOMATON_SETS];
} plan;

typedef struct levels {
  mem *m;
  const automaton *a;
  automaton_components c;
  plan *plans;       // by component
  uint64_t *common;  // by state: the sets that all its edges in the component are in
  uint32_t *entry;   // by state: the level at which an execution enters the component in it
  uint64_t *counted; // by state: the sets in common that do not count again when it is left
  bool enters_high;  // if there are several such levels: the greatest of them, instead of the least
} levels;

static uint32_t climb(const plan *p, uint32_t level, uint64_t marks) {
  while (level < p->sets && (marks >> p->order[level] & 1))
    level++;
  return level;
}

// The level after an edge inside the component. Sets that all edges of the target are in count when it is entered.
static uint32_t level_after(const levels *l, const plan *p, uint32_t from, uint32_t level, const automaton_edge *e) {
  level = climb(p, level == p->sets ? 0 : level, e->marks & ~l->counted[from]);
  return climb(p, level, l->common[e->to]);
}

static void find_common(levels *l) {
  for (uint32_t s = 0; s < l->a->states.count; s++) {
    l->common[s] = UINT64_MAX;
    for (uint32_t i = 0; i < l->a->states.at[s].edges.count; i++) {
      const automaton_edge *e = &l->a->states.at[s].edges.at[i];
      if (l->c.of[s] == l->c.of[e->to])
        l->common[s] &= e->marks;
    }
  }
}

// The sets that some edge of the component is not in.
static plan needed_sets(const levels *l, uint32_t component) {
  uint64_t everywhere = UINT64_MAX;
  plan p = {0};
  for (uint32_t s = 0; s < l->a->states.count; s++)
    if (l->c.of[s] == component)
      everywhere &= l->common[s];
  for (uint32_t set = 0; set < l->a->sets; set++)
    if (!(everywhere >> set & 1))
      p.order[p.sets++] = (uint8_t)set;
  return p;
}

// The number-th permutation of the order: all of them if there are few sets, else some.
static void permute(plan *p, uint32_t number) {
  uint64_t random = number * 0x9e3779b97f4a7c15ull;
  for (uint32_t i = 0; i + 1 < p->sets; i++) {
    uint32_t left = p->sets - i, other = i + (p->sets <= 4 ? number : (uint32_t)(random >> 40)) % left;
    number /= left;
    random = random * 0x5851f42d4c957f2dull + (number ? 1 : 0);
    uint8_t swapped = p->order[i];
    p->order[i] = p->order[other];
    p->order[other] = swapped;
  }
}

// All copies of the states of a component, numbered state * levels + level. The copies of other states have no edges.
static automaton *copies_of(const levels *l, uint32_t component, const plan *p) {
  uint32_t width = p->sets + 1;
  automaton *copies = automaton_like(l->m, l->a);
  for (uint32_t i = 0; i < l->a->states.count * width; i++)
    automaton_add_state(l->m, copies);
  for (uint32_t s = 0; s < l->a->states.count; s++)
    for (uint32_t i = 0; l->c.of[s] == component && i < l->a->states.at[s].edges.count; i++) {
      const automaton_edge *e = &l->a->states.at[s].edges.at[i];
      for (uint32_t level = 0; level < width && l->c.of[e->to] == component; level++)
        automaton_add_edge(l->m, copies, s * width + level, e->to * width + level_after(l, p, s, level, e), BDD_TRUE,
                           0);
    }
  return copies;
}

// Chooses the smallest closed part of the copies and returns its size. If entry is not NULL, fills in entry levels.
static uint32_t smallest_part(const levels *l, uint32_t component, const plan *p, uint32_t *entry) {
  uint32_t width = p->sets + 1, best = 0;
  automaton *copies = copies_of(l, component, p);
  automaton_components c = automaton_find_components(l->m, copies);
  uint32_t *size = mem_alloc(l->m, sizeof *size * (c.count + 1));
  bool *is_open = mem_alloc(l->m, c.count + 1);
  for (uint32_t i = 0; i < copies->states.count; i++) {
    size[c.of[i]]++;
    is_open[c.of[i]] |= l->c.of[i / width] != component;
    for (uint32_t j = 0; j < copies->states.at[i].edges.count; j++)
      is_open[c.of[i]] |= c.of[copies->states.at[i].edges.at[j].to] != c.of[i];
  }
  while (is_open[best])
    best++;
  for (uint32_t i = best + 1; i < c.count; i++)
    best = !is_open[i] && size[i] < size[best] ? i : best;
  for (uint32_t i = 0; entry && i < copies->states.count; i++)
    if (c.of[i] == best && (entry[i / width] == NOT_KEPT || l->enters_high))
      entry[i / width] = i % width;
  uint32_t result = size[best];
  for (uint32_t i = 0; i < copies->states.count; i++)
    vec_free(l->m, &copies->states.at[i].edges);
  vec_free(l->m, &copies->states);
  mem_free(l->m, copies);
  mem_free(l->m, size);
  mem_free(l->m, is_open);
  mem_free(l->m, c.of);
  mem_free(l->m, c.is_accepting);
  return result;
}

// Finds an order of the sets that leaves few copies.
static void choose_plan(levels *l, uint32_t component) {
  enum { MOST_WORK = 20000 };
  plan needed = needed_sets(l, component), best = needed;
  uint32_t least = UINT32_MAX, orders = needed.sets < 2 || l->a->states.count * needed.sets > MOST_WORK ? 1 : ORDERS;
  for (uint32_t i = 0; i < orders; i++) {
    plan p = needed;
    permute(&p, i);
    uint32_t size = smallest_part(l, component, &p, NULL);
    if (size < least) {
      least = size;
      best = p;
    }
  }
  l->plans[component] = best;
  smallest_part(l, component, &best, l->entry);
}

typedef struct copy {
  uint32_t state, level;
} copy;
typedef VEC(copy) copies_list;

static uint32_t copy_of(levels *l, automaton *b, copies_list *list, uint32_t *numbers, uint32_t s, uint32_t level) {
  uint32_t *number = &numbers[s * MOST_LEVELS + level];
  if (!*number) {
    *number = automaton_add_state(l->m, b) + 1;
    vec_push(l->m, list, ((copy){s, level}));
  }
  return *number - 1;
}

static automaton *assemble(levels *l) {
  automaton *b = automaton_like(l->m, l->a);
  copies_list list = {0};
  uint32_t *numbers = mem_alloc(l->m, sizeof *numbers * (l->a->states.count + 1) * MOST_LEVELS);
  b->sets = 1;
  b->is_state_based = true;
  b->initial = copy_of(l, b, &list, numbers, l->a->initial, l->entry[l->a->initial]);
  for (uint32_t k = 0; k < list.count; k++) {
    copy from = list.at[k];
    uint32_t component = l->c.of[from.state];
    const plan *p = &l->plans[component];
    bool is_accepting = l->c.is_accepting[component] && from.level == p->sets;
    for (uint32_t i = 0; i < l->a->states.at[from.state].edges.count; i++) {
      const automaton_edge *e = &l->a->states.at[from.state].edges.at[i];
      bool is_inner = l->c.of[e->to] == component && l->c.is_accepting[component];
      uint32_t level = is_inner ? level_after(l, p, from.state, from.level, e) : l->entry[e->to];
      automaton_add_edge(l->m, b, k, copy_of(l, b, &list, numbers, e->to, level), e->label, is_accepting);
    }
  }
  vec_free(l->m, &list);
  mem_free(l->m, numbers);
  return b;
}

automaton *automaton_degeneralise(mem *m, const automaton *a, bool enters_high, bool counts_twice) {
  levels l = {.m = m, .a = a, .enters_high = enters_high, .c = automaton_find_components(m, a)};
  uint32_t n = a->states.count;
  l.plans = mem_alloc(m, sizeof *l.plans * (l.c.count + 1));
  l.common = mem_alloc(m, sizeof *l.common * (n + 1));
  l.entry = mem_alloc(m, sizeof *l.entry * (n + 1));
  l.counted = mem_alloc(m, sizeof *l.counted * (n + 1));
  find_common(&l);
  for (uint32_t s = 0; s < n && !counts_twice; s++)
    l.counted[s] = l.common[s];
  for (uint32_t s = 0; s < n; s++)
    l.entry[s] = l.c.is_accepting[l.c.of[s]] ? (uint32_t)NOT_KEPT : 0;
  for (uint32_t i = 0; i < l.c.count; i++)
    if (l.c.is_accepting[i])
      choose_plan(&l, i);
  automaton *b = assemble(&l);
  mem_free(m, l.plans);
  mem_free(m, l.common);
  mem_free(m, l.counted);
  mem_free(m, l.entry);
  mem_free(m, l.c.of);
  mem_free(m, l.c.is_accepting);
  return b;
}
