// Labels: drafts of one step are combined where that loses nothing, and equal labels are kept once.
#include "abstraction/factors_internal.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 16, MOST_LABELS = 100000, MOST_PAIRS = 8000000 };

static uint32_t hash_of(uint32_t factor, const factor_pair *pairs, uint32_t count) {
  uint32_t hash = 2166136261u ^ factor;
  for (uint32_t i = 0; i < count; i++)
    hash = (hash ^ ((uint32_t)pairs[i].from << 16 | pairs[i].to)) * 16777619u;
  return hash ^ hash >> 15;
}

uint32_t factors_relation(factors_maker *k, uint32_t factor, const factor_pair *pairs, uint32_t count) {
  factors *f = k->f;
  uint32_t hash = hash_of(factor, pairs, count), *slot = &k->relation_slots[hash % SLOTS];
  for (uint32_t i = *slot; i; i = f->relations.at[i - 1].next) {
    const factor_relation *r = &f->relations.at[i - 1];
    if (r->hash == hash && r->factor == factor && r->count == count &&
        (!count || memcmp(&f->pairs.at[r->first], pairs, count * sizeof *pairs) == 0))
      return i - 1;
  }
  factor_relation r = {factor, f->pairs.count, count, hash, *slot};
  for (uint32_t i = 0; i < count; i++)
    vec_push(k->m, &f->pairs, pairs[i]);
  k->is_too_large |= f->pairs.count > MOST_PAIRS;
  vec_push(k->m, &f->relations, r);
  *slot = f->relations.count;
  return f->relations.count - 1;
}

// The values that the factor may have after the path.
static bool may_become(const factors_maker *k, uint32_t factor, uint32_t value) {
  const factor_automaton *f = &k->f->all.at[factor];
  if (f->kind == FACTOR_LOCATION)
    return (uint32_t)k->moved_to[factor] == value;
  if (f->kind == FACTOR_CONDITION)
    return (uint32_t)k->moved_to[factor] == value || k->moved_to[factor] == 2;
  interval now = k->now[k->cell_of[factor]];
  if (f->kind == FACTOR_LENGTH)
    return interval_holds(now, (int32_t)value);
  return !interval_is_empty(interval_common(now, f->classes[value]));
}

static bool is_changed(const factors_maker *k, uint32_t factor) {
  const factor_automaton *f = &k->f->all.at[factor];
  if (f->kind == FACTOR_LOCATION || f->kind == FACTOR_CONDITION)
    return k->moved_to[factor] != NET_NONE;
  return k->written[k->cell_of[factor]];
}

static void fill_row(factors_maker *k, uint32_t factor, bool is_error) {
  const bool *allowed = &k->allowed[k->first_value[factor]];
  uint32_t count = k->f->all.at[factor].count;
  bool changes = !is_error && is_changed(k, factor);
  k->row.count = 0;
  for (uint32_t from = 0; from < count; from++)
    for (uint32_t to = changes ? 0 : from; allowed[from] && to < (changes ? count : from + 1); to++)
      if (!changes || may_become(k, factor, to))
        vec_push(k->m, &k->row, ((factor_pair){(uint16_t)from, (uint16_t)to}));
}

static void fill_row_of_crowd(factors_maker *k, const factor_crowd *c, bool is_error) {
  const bool *allowed = &k->allowed[k->first_value[c->factor]];
  k->row.count = 0;
  for (uint32_t i = 0; i < c->pairs.count; i++) {
    factor_pair p = c->pairs.at[i];
    if (is_error)
      p.to = p.from;
    bool is_new = !k->row.count || memcmp(&k->row.at[k->row.count - 1], &p, sizeof p) != 0;
    if (allowed[p.from] && is_new)
      vec_push(k->m, &k->row, p);
  }
}

// A part that allows everything and changes nothing is left out.
static void add_part(factors_maker *k, factor_draft *d, uint32_t factor) {
  bool is_plain = k->row.count == k->f->all.at[factor].count;
  for (uint32_t i = 0; i < k->row.count; i++)
    is_plain &= k->row.at[i].from == k->row.at[i].to;
  if (!k->row.count)
    d->is_dropped = true;
  if (is_plain)
    return;
  factor_part part = {factor, factors_relation(k, factor, k->row.at, k->row.count)};
  uint32_t where = d->parts.count;
  vec_push(k->m, &d->parts, part);
  for (; where > 0 && d->parts.at[where - 1].factor > factor; where--)
    d->parts.at[where] = d->parts.at[where - 1];
  d->parts.at[where] = part;
}

static bool is_in_crowd(const factors_maker *k, uint32_t factor) {
  for (uint32_t i = 0; i < k->crowd_count; i++)
    if (k->crowd[i].factor == factor)
      return true;
  return false;
}

void factors_draft(factors_maker *k, uint32_t cost, bool is_error) {
  factor_draft d = {.cost = cost, .is_error = is_error};
  for (uint32_t i = 0; i < k->narrowed.count; i++)
    if (!is_in_crowd(k, k->narrowed.at[i])) {
      fill_row(k, k->narrowed.at[i], is_error);
      add_part(k, &d, k->narrowed.at[i]);
    }
  for (uint32_t i = 0; i < k->crowd_count; i++) {
    fill_row_of_crowd(k, &k->crowd[i], is_error);
    add_part(k, &d, k->crowd[i].factor);
  }
  if (d.is_dropped)
    vec_free(k->m, &d.parts);
  else
    vec_push(k->m, &k->drafts, d);
}

void factors_drop_drafts(factors_maker *k) {
  for (uint32_t i = 0; i < k->drafts.count; i++)
    vec_free(k->m, &k->drafts.at[i].parts);
  k->drafts.count = 0;
}

// Labels that differ in one factor only can be one label, whose relation is the union: what the factor does does not
// depend on the others.

static bool differ_only_in(const factor_draft *a, const factor_draft *b, uint32_t which) {
  if (a->cost != b->cost || a->is_error != b->is_error || a->parts.count != b->parts.count)
    return false;
  for (uint32_t i = 0; i < a->parts.count; i++)
    if (a->parts.at[i].factor != b->parts.at[i].factor ||
        (i != which && a->parts.at[i].relation != b->parts.at[i].relation))
      return false;
  return true;
}

static uint32_t unite(factors_maker *k, uint32_t one, uint32_t other) {
  const factors *f = k->f;
  const factor_relation a = f->relations.at[one], b = f->relations.at[other];
  k->row.count = 0;
  for (uint32_t i = 0, n = 0; i < a.count || n < b.count;) {
    factor_pair x = i < a.count ? f->pairs.at[a.first + i] : (factor_pair){UINT16_MAX, UINT16_MAX};
    factor_pair y = n < b.count ? f->pairs.at[b.first + n] : (factor_pair){UINT16_MAX, UINT16_MAX};
    uint32_t p = (uint32_t)x.from << 16 | x.to, q = (uint32_t)y.from << 16 | y.to;
    vec_push(k->m, &k->row, p <= q ? x : y);
    i += p <= q;
    n += q <= p;
  }
  return factors_relation(k, a.factor, k->row.at, k->row.count);
}

static uint64_t key_without(const factor_draft *d, uint32_t which) {
  uint64_t key = d->cost * 2 + d->is_error;
  for (uint32_t i = 0; i < d->parts.count; i++)
    key = (key ^ (i == which ? d->parts.at[i].factor : d->parts.at[i].relation + 1000003)) * 1099511628211u;
  return key;
}

typedef struct {
  uint64_t key;
  uint32_t draft;
} keyed;

static int compare_keyed(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->draft < y->draft ? -1 : x->draft > y->draft;
}

static void combine(factors_maker *k, uint32_t which) {
  uint32_t count = 0;
  keyed *order = mem_alloc(k->m, (k->drafts.count + 1) * sizeof *order);
  for (uint32_t i = 0; i < k->drafts.count; i++)
    if (!k->drafts.at[i].is_dropped && which < k->drafts.at[i].parts.count)
      order[count++] = (keyed){key_without(&k->drafts.at[i], which), i};
  qsort(order, count, sizeof *order, compare_keyed);
  for (uint32_t i = 0, first = 0; i < count; i++) {
    factor_draft *a = &k->drafts.at[order[first].draft], *b = &k->drafts.at[order[i].draft];
    if (i == first || order[i].key != order[first].key || !differ_only_in(a, b, which)) {
      first = i;
      continue;
    }
    a->parts.at[which].relation = unite(k, a->parts.at[which].relation, b->parts.at[which].relation);
    b->is_dropped = true;
  }
  mem_free(k->m, order);
}

static bool changes_something(const factors_maker *k, const factor_draft *d) {
  for (uint32_t i = 0; i < d->parts.count; i++) {
    const factor_relation *r = &k->f->relations.at[d->parts.at[i].relation];
    for (uint32_t n = 0; n < r->count; n++)
      if (k->f->pairs.at[r->first + n].from != k->f->pairs.at[r->first + n].to)
        return true;
  }
  return d->is_error;
}

void factors_keep_drafts(factors_maker *k) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < k->drafts.count; i++)
    most = k->drafts.at[i].parts.count > most ? k->drafts.at[i].parts.count : most;
  for (uint32_t which = 0; which < most && k->drafts.count > 1; which++)
    combine(k, which);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < k->drafts.count; i++) {
    k->drafts.at[i].is_dropped |= !changes_something(k, &k->drafts.at[i]);
    kept += !k->drafts.at[i].is_dropped;
  }
  for (uint32_t i = 0; i < k->drafts.count; i++) {
    const factor_draft *d = &k->drafts.at[i];
    if (d->is_dropped)
      continue;
    factor_label l = {.cost = d->cost, .is_error = d->is_error, .first = k->f->parts.count, .count = d->parts.count};
    l.share = 1024 / kept + 1;
    vec_push(k->m, &k->f->labels, l);
    for (uint32_t n = 0; n < d->parts.count; n++)
      vec_push(k->m, &k->f->parts, d->parts.at[n].relation);
  }
  k->is_too_large |= k->f->labels.count > MOST_LABELS;
  factors_drop_drafts(k);
}

uint32_t *factors_new_slots(mem *m) { return mem_alloc(m, SLOTS * sizeof(uint32_t)); }
