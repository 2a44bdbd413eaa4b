// Labels of merged automata: those that can no longer be told apart become one.
#include "abstraction/merge_automaton.h"

#include <stdlib.h>

merge_labels merge_labels_of(mem *m, const factors *f) {
  merge_labels labels = {.m = m, .count = f->labels.count};
  labels.at = mem_alloc(m, (labels.count + 1) * sizeof *labels.at);
  merge_labels_reset(&labels, f);
  return labels;
}

void merge_labels_reset(merge_labels *labels, const factors *f) {
  for (uint32_t l = 0; l < labels->count; l++)
    labels->at[l] = (merge_label){.cost = f->labels.at[l].cost, .is_error = f->labels.at[l].is_error};
}

typedef struct {
  uint64_t key;
  uint32_t label;
} keyed;

static int compare_keyed(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->label < y->label ? -1 : x->label > y->label;
}

typedef struct {
  const factors *f;
  const bool *is_to_come; // by factor
} future;

// The next part, from i on, that is in a factor to come.
static uint32_t skip(const future *t, const factor_label *l, uint32_t i) {
  while (i < l->count && !t->is_to_come[factors_part(t->f, l, i)->factor])
    i++;
  return i;
}

static uint64_t key_of(const future *t, uint32_t label) {
  const factor_label *l = &t->f->labels.at[label];
  uint64_t key = (uint64_t)l->cost * 2 + l->is_error;
  for (uint32_t i = skip(t, l, 0); i < l->count; i = skip(t, l, i + 1)) {
    key = (key ^ (t->f->parts.at[l->first + i] + 1)) * 1099511628211u;
    key ^= key >> 31;
  }
  return key;
}

static bool are_alike(const future *t, uint32_t one, uint32_t other) {
  const factor_label *a = &t->f->labels.at[one], *b = &t->f->labels.at[other];
  if (a->cost != b->cost || a->is_error != b->is_error)
    return false;
  uint32_t i = skip(t, a, 0), n = skip(t, b, 0);
  while (i < a->count && n < b->count && t->f->parts.at[a->first + i] == t->f->parts.at[b->first + n]) {
    i = skip(t, a, i + 1);
    n = skip(t, b, n + 1);
  }
  return i == a->count && n == b->count;
}

void merge_unite_labels(merge_labels *labels, const factors *f, const uint32_t *order, uint32_t next,
                        merge_automaton *a) {
  mem *m = labels->m;
  uint32_t *to = mem_alloc(m, (labels->count + 1) * sizeof *to), count = 0;
  bool *is_to_come = mem_alloc(m, f->all.count + 1);
  keyed *keys = mem_alloc(m, (labels->count + 1) * sizeof *keys);
  future t = {f, is_to_come};
  for (uint32_t i = next; i < f->all.count; i++)
    is_to_come[order[i]] = true;
  for (uint32_t l = 0; l < labels->count; l++)
    if (!labels->at[l].is_gone)
      keys[count++] = (keyed){key_of(&t, l), l};
  if (count)
    qsort(keys, count, sizeof *keys, compare_keyed);
  for (uint32_t i = 0, first = 0; i < count; i++) {
    if (keys[i].key != keys[first].key || !are_alike(&t, keys[first].label, keys[i].label))
      first = i;
    to[keys[i].label] = keys[first].label;
  }
  merge_rename(labels, a, to);
  for (uint32_t i = 0; i < count; i++)
    labels->at[keys[i].label].is_gone = to[keys[i].label] != keys[i].label;
  mem_free(m, to);
  mem_free(m, is_to_come);
  mem_free(m, keys);
}
