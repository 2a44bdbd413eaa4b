#include "abstraction/merge_automaton.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
  const merge_transition *x = a, *y = b;
  if (x->label != y->label)
    return x->label < y->label ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

void merge_tidy(const merge_labels *labels, merge_automaton *a) {
  uint32_t kept = 0;
  mem_poll(labels->m);
  if (a->transitions.count)
    qsort(a->transitions.at, a->transitions.count, sizeof *a->transitions.at, compare);
  for (uint32_t i = 0; i < a->transitions.count; i++)
    if (!kept || compare(&a->transitions.at[kept - 1], &a->transitions.at[i]) != 0)
      a->transitions.at[kept++] = a->transitions.at[i];
  a->transitions.count = kept;
}

merge_automaton merge_of_factor(const merge_labels *labels, const factors *f, uint32_t factor, uint32_t start) {
  mem *m = labels->m;
  merge_automaton a = {.states = f->all.at[factor].count, .start = start};
  a.takes_part = mem_alloc(m, labels->count + 1);
  for (uint32_t l = 0; l < labels->count; l++)
    for (uint32_t i = 0; i < f->labels.at[l].count && !labels->at[l].is_gone; i++) {
      const factor_relation *r = factors_part(f, &f->labels.at[l], i);
      if (r->factor != factor)
        continue;
      a.takes_part[l] = true;
      for (uint32_t n = 0; n < r->count; n++)
        vec_push(m, &a.transitions,
                 ((merge_transition){l, f->pairs.at[r->first + n].from, f->pairs.at[r->first + n].to}));
    }
  a.distance = mem_alloc(m, (a.states + 1) * sizeof *a.distance);
  merge_tidy(labels, &a);
  merge_find_distances(labels, &a);
  return a;
}

merge_automaton merge_copy(const merge_labels *labels, const merge_automaton *a) {
  mem *m = labels->m;
  merge_automaton b = {.states = a->states, .start = a->start};
  b.takes_part = mem_alloc(m, labels->count + 1);
  memcpy(b.takes_part, a->takes_part, labels->count);
  b.distance = mem_alloc(m, (a->states + 1) * sizeof *b.distance);
  memcpy(b.distance, a->distance, a->states * sizeof *b.distance);
  vec_reserve(m, &b.transitions, a->transitions.count + 1);
  for (uint32_t i = 0; i < a->transitions.count; i++)
    vec_push(m, &b.transitions, a->transitions.at[i]);
  return b;
}

void merge_free(const merge_labels *labels, merge_automaton *a) {
  mem_free(labels->m, a->takes_part);
  mem_free(labels->m, a->distance);
  vec_free(labels->m, &a->transitions);
}

// Products.

typedef struct {
  uint32_t first, end; // transitions
} span;

static span *spans_of(const merge_labels *labels, const merge_automaton *a) {
  span *by = mem_alloc(labels->m, (labels->count + 1) * sizeof *by);
  for (uint32_t i = 0; i < a->transitions.count; i++) {
    span *s = &by[a->transitions.at[i].label];
    if (s->end == 0)
      s->first = i;
    s->end = i + 1;
  }
  return by;
}

static uint64_t ways(const merge_automaton *a, span s, uint32_t label) {
  return a->takes_part[label] ? s.end - s.first : a->states;
}

// Transition i of the label; an automaton that takes no part stays where it is.
static merge_transition way(const merge_automaton *a, span s, uint32_t label, uint32_t i) {
  return a->takes_part[label] ? a->transitions.at[s.first + i] : (merge_transition){label, i, i};
}

static uint64_t size_of_product(const merge_labels *labels, const merge_automaton *a, const span *of_a,
                                const merge_automaton *b, const span *of_b) {
  uint64_t size = 0;
  for (uint32_t l = 0; l < labels->count; l++)
    if (a->takes_part[l] || b->takes_part[l])
      size += ways(a, of_a[l], l) * ways(b, of_b[l], l);
  return size;
}

static void multiply(mem *m, const merge_automaton *a, const span *of_a, const merge_automaton *b, const span *of_b,
                     uint32_t label, merge_automaton *out) {
  uint32_t left = (uint32_t)ways(a, of_a[label], label), right = (uint32_t)ways(b, of_b[label], label);
  for (uint32_t i = 0; i < left; i++) {
    merge_transition x = way(a, of_a[label], label, i);
    mem_poll(m);
    for (uint32_t n = 0; n < right; n++) {
      merge_transition y = way(b, of_b[label], label, n);
      merge_transition both = {label, x.from * b->states + y.from, x.to * b->states + y.to};
      out->transitions.at[out->transitions.count++] = both;
    }
  }
}

bool merge_product(const merge_labels *labels, const merge_automaton *first, const merge_automaton *second,
                   uint64_t most, merge_automaton *out) {
  mem *m = labels->m;
  span *one = spans_of(labels, first), *other = spans_of(labels, second);
  uint64_t size = size_of_product(labels, first, one, second, other);
  *out = (merge_automaton){.states = first->states * second->states, .start = MERGE_NEVER};
  if (first->start != MERGE_NEVER && second->start != MERGE_NEVER)
    out->start = first->start * second->states + second->start;
  if (size <= most) {
    out->takes_part = mem_alloc(m, labels->count + 1);
    out->distance = mem_alloc(m, (out->states + 1) * sizeof *out->distance);
    vec_reserve(m, &out->transitions, (uint32_t)size + 1);
    for (uint32_t l = 0; l < labels->count; l++) {
      out->takes_part[l] = first->takes_part[l] || second->takes_part[l];
      if (out->takes_part[l])
        multiply(m, first, one, second, other, l, out);
    }
    merge_find_distances(labels, out);
  }
  mem_free(m, one);
  mem_free(m, other);
  return size <= most;
}

void merge_rename(const merge_labels *labels, merge_automaton *a, const uint32_t *to) {
  bool *takes_part = mem_alloc(labels->m, labels->count + 1);
  for (uint32_t l = 0; l < labels->count; l++)
    takes_part[to[l]] |= a->takes_part[l] && !labels->at[l].is_gone;
  // An automaton that moves by one of the labels and not by the other may stay where it is by the new one.
  for (uint32_t l = 0; l < labels->count; l++)
    for (uint32_t s = 0; !labels->at[l].is_gone && takes_part[to[l]] && !a->takes_part[l] && s < a->states; s++)
      vec_push(labels->m, &a->transitions, ((merge_transition){l, s, s}));
  for (uint32_t i = 0; i < a->transitions.count; i++)
    a->transitions.at[i].label = to[a->transitions.at[i].label];
  mem_free(labels->m, a->takes_part);
  a->takes_part = takes_part;
  merge_tidy(labels, a);
}

// Distances: Dijkstra's algorithm backwards from the error labels, with one list of states for each distance.

typedef struct {
  uint32_t state, next;
} queued;

typedef struct {
  mem *m;
  VEC(uint32_t) lists; // by distance: 1 + the first entry
  VEC(queued) entries;
} queue;

static void put(queue *q, merge_automaton *a, uint32_t state, uint32_t distance) {
  if (distance >= a->distance[state])
    return;
  a->distance[state] = distance;
  while (q->lists.count <= distance)
    vec_push(q->m, &q->lists, 0);
  vec_push(q->m, &q->entries, ((queued){state, q->lists.at[distance]}));
  q->lists.at[distance] = q->entries.count;
}

typedef struct {
  uint32_t *first, *item; // by state: transitions to it
} incoming;

static incoming incoming_of(mem *m, const merge_automaton *a) {
  incoming in = {.first = mem_alloc(m, (a->states + 2) * sizeof *in.first)};
  in.item = mem_alloc(m, (a->transitions.count + 1) * sizeof *in.item);
  for (uint32_t i = 0; i < a->transitions.count; i++)
    in.first[a->transitions.at[i].to + 2]++;
  for (uint32_t s = 2; s < a->states + 2; s++)
    in.first[s] += in.first[s - 1];
  for (uint32_t i = 0; i < a->transitions.count; i++)
    in.item[in.first[a->transitions.at[i].to + 1]++] = i;
  return in;
}

static void put_errors(const merge_labels *labels, queue *q, merge_automaton *a) {
  for (uint32_t l = 0; l < labels->count; l++)
    for (uint32_t s = 0; labels->at[l].is_error && !labels->at[l].is_gone && !a->takes_part[l] && s < a->states; s++)
      put(q, a, s, labels->at[l].cost);
  for (uint32_t i = 0; i < a->transitions.count; i++)
    if (labels->at[a->transitions.at[i].label].is_error)
      put(q, a, a->transitions.at[i].from, labels->at[a->transitions.at[i].label].cost);
}

void merge_find_distances(const merge_labels *labels, merge_automaton *a) {
  queue q = {.m = labels->m};
  incoming in = incoming_of(labels->m, a);
  for (uint32_t s = 0; s < a->states; s++)
    a->distance[s] = MERGE_NEVER;
  put_errors(labels, &q, a);
  for (uint32_t d = 0; d < q.lists.count; d++)
    for (uint32_t e = q.lists.at[d]; e; e = q.lists.at[d]) {
      uint32_t state = q.entries.at[e - 1].state;
      mem_poll(labels->m);
      q.lists.at[d] = q.entries.at[e - 1].next;
      for (uint32_t i = in.first[state]; a->distance[state] == d && i < in.first[state + 1]; i++) {
        const merge_transition *t = &a->transitions.at[in.item[i]];
        if (!labels->at[t->label].is_error)
          put(&q, a, t->from, d + labels->at[t->label].cost);
      }
    }
  vec_free(labels->m, &q.lists);
  vec_free(labels->m, &q.entries);
  mem_free(labels->m, in.first);
  mem_free(labels->m, in.item);
}
