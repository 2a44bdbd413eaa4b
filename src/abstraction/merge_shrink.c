// Abstractions of an automaton: a partition of its states, refined until equivalent states are bisimilar, or until
// there are as many classes as allowed. The refinement starts near the errors, so that distances stay exact there.
#include "abstraction/merge_automaton.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 64 };

typedef struct {
  uint32_t state, class_;
  uint64_t signature;
} member;

typedef struct {
  const merge_labels *labels;
  const merge_automaton *a;
  uint32_t *class_of;
  const bool *is_reached; // by state
  uint32_t *first;        // by state: its first transition in by_state
  merge_transition *by_state;
  member *members; // live states
  uint32_t live, classes, most;
  VEC(uint64_t) row;
} partition;

static int compare_numbers(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

// Where the state can go, as a number; that two signatures agree by chance does no harm: any grouping is sound.
static uint64_t signature_of(partition *p, uint32_t state) {
  p->row.count = 0;
  for (uint32_t i = p->first[state]; i < p->first[state + 1]; i++) {
    const merge_transition *t = &p->by_state[i];
    bool is_error = p->labels->at[t->label].is_error;
    uint64_t to = is_error ? 0 : p->class_of[t->to];
    if (is_error || p->class_of[t->to] < MERGE_UNREACHED)
      vec_push(p->labels->m, &p->row, (uint64_t)t->label << 32 | to);
  }
  if (p->row.count)
    qsort(p->row.at, p->row.count, sizeof *p->row.at, compare_numbers);
  uint64_t hash = p->row.count;
  for (uint32_t i = 0; i < p->row.count; i++)
    if (i == 0 || p->row.at[i] != p->row.at[i - 1])
      hash = mix(hash, p->row.at[i]);
  return hash;
}

static int compare_members(const void *a, const void *b) {
  const member *x = a, *y = b;
  if (x->class_ != y->class_)
    return x->class_ < y->class_ ? -1 : 1;
  if (x->signature != y->signature)
    return x->signature < y->signature ? -1 : 1;
  return x->state < y->state ? -1 : x->state > y->state;
}

// The classes are numbered by distance, so the first ones are the nearest to an error.
static void start(partition *p) {
  const merge_automaton *a = p->a;
  VEC(uint64_t) distances = {0};
  for (uint32_t s = 0; s < a->states; s++)
    if (a->distance[s] != MERGE_NEVER && p->is_reached[s]) {
      p->members[p->live++].state = s;
      vec_push(p->labels->m, &distances, a->distance[s]);
    }
  if (distances.count)
    qsort(distances.at, distances.count, sizeof *distances.at, compare_numbers);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < distances.count; i++)
    if (!kept || distances.at[kept - 1] != distances.at[i])
      distances.at[kept++] = distances.at[i];
  p->classes = kept < p->most ? kept : p->most;
  for (uint32_t s = 0; s < a->states; s++) {
    uint32_t low = 0, high = kept;
    while (low < high && distances.at[(low + high) / 2] != a->distance[s])
      if (distances.at[(low + high) / 2] < a->distance[s])
        low = (low + high) / 2 + 1;
      else
        high = (low + high) / 2;
    uint32_t rank = (low + high) / 2;
    p->class_of[s] = rank < p->classes ? rank : p->classes - 1;
    if (a->distance[s] == MERGE_NEVER || !p->is_reached[s])
      p->class_of[s] = a->distance[s] == MERGE_NEVER ? MERGE_NEVER : MERGE_UNREACHED;
  }
  vec_free(p->labels->m, &distances);
}

// One round: splits classes by signature, the nearest first, while there is room. False if nothing was split.
static bool refine(partition *p) {
  for (uint32_t i = 0; i < p->live; i++) {
    member *x = &p->members[i];
    mem_poll(p->labels->m);
    x->class_ = p->class_of[x->state];
    x->signature = signature_of(p, x->state);
  }
  qsort(p->members, p->live, sizeof *p->members, compare_members);
  uint32_t room = p->most - p->classes, next = 0;
  bool is_split = false;
  for (uint32_t i = 0; i < p->live;) {
    uint32_t end = i, parts = 0;
    for (; end < p->live && p->members[end].class_ == p->members[i].class_; end++)
      parts += end == i || p->members[end].signature != p->members[end - 1].signature;
    bool splits = parts > 1 && parts - 1 <= room;
    room -= splits ? parts - 1 : 0;
    is_split |= splits;
    for (uint32_t n = i; n < end; n++) {
      next += n > i && splits && p->members[n].signature != p->members[n - 1].signature;
      p->class_of[p->members[n].state] = next;
    }
    next++;
    i = end;
  }
  p->classes = next;
  return is_split;
}

static void group_by_state(partition *p) {
  const merge_automaton *a = p->a;
  mem *m = p->labels->m;
  p->first = mem_alloc(m, (a->states + 2) * sizeof *p->first);
  p->by_state = mem_alloc(m, (a->transitions.count + 1) * sizeof *p->by_state);
  for (uint32_t i = 0; i < a->transitions.count; i++)
    p->first[a->transitions.at[i].from + 2]++;
  for (uint32_t s = 2; s < a->states + 2; s++)
    p->first[s] += p->first[s - 1];
  for (uint32_t i = 0; i < a->transitions.count; i++)
    p->by_state[p->first[a->transitions.at[i].from + 1]++] = a->transitions.at[i];
}

// By state: can it be reached from the first one?
static bool *reach(const partition *p) {
  const merge_automaton *a = p->a;
  mem *m = p->labels->m;
  bool *is_reached = mem_alloc(m, a->states + 1);
  VEC(uint32_t) todo = {0};
  if (a->start != MERGE_NEVER) {
    is_reached[a->start] = true;
    vec_push(m, &todo, a->start);
  }
  while (todo.count > 0) {
    uint32_t s = todo.at[--todo.count];
    mem_poll(m);
    for (uint32_t i = p->first[s]; i < p->first[s + 1]; i++) {
      uint32_t to = p->by_state[i].to; // by an error label: s itself
      if (!is_reached[to])
        vec_push(m, &todo, to);
      is_reached[to] = true;
    }
  }
  vec_free(m, &todo);
  return is_reached;
}

static void apply(const merge_labels *labels, merge_automaton *a, const uint32_t *class_of, uint32_t classes) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < a->transitions.count; i++) {
    merge_transition t = a->transitions.at[i];
    t.from = class_of[t.from];
    t.to = labels->at[t.label].is_error ? t.from : class_of[t.to];
    if (t.from < MERGE_UNREACHED && t.to < MERGE_UNREACHED)
      a->transitions.at[kept++] = t;
  }
  a->transitions.count = kept;
  a->states = classes;
  a->start = a->start == MERGE_NEVER ? MERGE_NEVER : class_of[a->start];
  merge_tidy(labels, a);
  merge_find_distances(labels, a);
}

void merge_shrink(const merge_labels *labels, merge_automaton *a, uint32_t most, uint32_t *class_of) {
  mem *m = labels->m;
  partition p = {.labels = labels, .a = a, .class_of = class_of, .most = most};
  p.members = mem_alloc(m, (a->states + 1) * sizeof *p.members);
  group_by_state(&p);
  bool *is_reached = reach(&p);
  p.is_reached = is_reached;
  start(&p);
  for (uint32_t i = 0; i < MOST_ROUNDS && p.classes < most && refine(&p); i++)
    ;
  mem_free(m, p.members);
  mem_free(m, p.first);
  mem_free(m, p.by_state);
  mem_free(m, is_reached);
  vec_free(m, &p.row);
  apply(labels, a, class_of, p.classes);
}
