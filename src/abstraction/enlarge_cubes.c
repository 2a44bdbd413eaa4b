#include "abstraction/enlarge_cubes.h"

#include <string.h>

static void set(uint64_t *bits, uint32_t bit, bool value) {
  uint64_t mask = (uint64_t)1 << bit % 64;
  bits[bit / 64] = value ? bits[bit / 64] | mask : bits[bit / 64] & ~mask;
}

static bool lies_within(const enlarge_cubes *c, const uint64_t *one, const uint64_t *other) {
  for (uint32_t i = 0; i < c->words; i++)
    if (one[i] & ~other[i])
      return false;
  return true;
}

// A state in the result has a way by the label into the cube, as far as each factor alone can tell. False if there is
// none. Of an error label only the values before matter.
static bool regress(const enlarge_cubes *c, const factor_label *l, const uint64_t *cube, uint64_t *out) {
  memcpy(out, cube, c->words * sizeof *out);
  for (uint32_t i = 0; i < l->count; i++) {
    const factor_relation *r = factors_part(c->f, l, i);
    uint32_t first = c->first_bit[r->factor];
    bool is_possible = false;
    for (uint32_t v = 0; v < c->f->all.at[r->factor].count; v++)
      set(out, first + v, false);
    for (uint32_t n = 0; n < r->count; n++) {
      const factor_pair *p = &c->f->pairs.at[r->first + n];
      if (l->is_error || enlarge_has(cube, first + p->to)) {
        set(out, first + p->from, true);
        is_possible = true;
      }
    }
    if (!is_possible)
      return false;
  }
  return true;
}

// Nothing is added that lies within a cube of no greater cost.
static bool add(enlarge_cubes *c, const uint64_t *bits, uint32_t cost, uint32_t most) {
  for (uint32_t i = 0; i < c->all.count; i++)
    if (c->all.at[i].cost <= cost && lies_within(c, bits, c->all.at[i].bits))
      return true;
  if (c->all.count >= most)
    return false;
  enlarge_cube cube = {.cost = cost, .bits = mem_alloc(c->m, c->words * sizeof *cube.bits)};
  memcpy(cube.bits, bits, c->words * sizeof *bits);
  vec_push(c->m, &c->all, cube);
  return true;
}

static bool regress_all(enlarge_cubes *c, uint32_t which, uint64_t *scratch, uint32_t most) {
  for (uint32_t l = 0; l < c->f->labels.count; l++) {
    const factor_label *label = &c->f->labels.at[l];
    mem_poll(c->m);
    if (label->is_error || !regress(c, label, c->all.at[which].bits, scratch))
      continue;
    if (!add(c, scratch, c->all.at[which].cost + label->cost, most))
      return false;
  }
  return true;
}

// What was begun and not finished is taken back.
static void cut_off(enlarge_cubes *c, uint32_t goals, uint32_t depth) {
  uint32_t kept = goals;
  for (uint32_t i = goals; i < c->all.count; i++)
    if (c->all.at[i].cost <= depth)
      c->all.at[kept++] = c->all.at[i];
  c->all.count = kept;
  c->depth = depth;
}

static void number_bits(enlarge_cubes *c) {
  uint32_t bits = 0;
  c->first_bit = mem_alloc(c->m, (c->f->all.count + 1) * sizeof *c->first_bit);
  for (uint32_t i = 0; i < c->f->all.count; i++) {
    c->first_bit[i] = bits;
    bits += c->f->all.at[i].count;
  }
  c->words = bits / 64 + 1;
  c->full = mem_alloc(c->m, c->words * sizeof *c->full);
  for (uint32_t i = 0; i < bits; i++)
    set(c->full, i, true);
}

enlarge_cubes *enlarge_cubes_open(mem *m, const factors *f, uint32_t depth, uint32_t most) {
  enlarge_cubes *c = mem_alloc(m, sizeof *c);
  c->m = m;
  c->f = f;
  number_bits(c);
  uint64_t *scratch = mem_alloc(m, c->words * sizeof *scratch);
  for (uint32_t l = 0; l < f->labels.count; l++)
    if (f->labels.at[l].is_error && regress(c, &f->labels.at[l], c->full, scratch))
      add(c, scratch, f->labels.at[l].cost, UINT32_MAX);
  uint32_t goals = c->all.count, cost = 0;
  bool fits = true;
  for (; cost < depth && fits; cost++)
    for (uint32_t i = 0; i < c->all.count && fits; i++)
      if (c->all.at[i].cost == cost)
        fits = regress_all(c, i, scratch, goals + most);
  cut_off(c, goals, fits ? depth : cost - 1);
  mem_free(m, scratch);
  return c;
}
