#include "abstraction/factors_internal.h"

// What is chosen next has most labels in common with what has been chosen; error labels count most.
uint32_t *factors_order(mem *m, const factors *f) {
  uint32_t count = f->all.count;
  uint32_t *order = mem_alloc(m, (count + 1) * sizeof *order);
  uint64_t *weight = mem_alloc(m, (count + 1) * sizeof *weight);
  bool *is_chosen = mem_alloc(m, count + 1), *is_met = mem_alloc(m, f->labels.count + 1);
  for (uint32_t l = 0; l < f->labels.count; l++)
    for (uint32_t i = 0; f->labels.at[l].is_error && i < f->labels.at[l].count; i++)
      weight[factors_part(f, &f->labels.at[l], i)->factor] |= (uint64_t)1 << (f->labels.at[l].cost ? 30 : 40);
  for (uint32_t n = 0; n < count; n++) {
    uint32_t best = FACTOR_NONE;
    for (uint32_t i = 0; i < count; i++)
      if (!is_chosen[i] && (best == FACTOR_NONE || weight[i] > weight[best]))
        best = i;
    order[n] = best;
    is_chosen[best] = true;
    mem_poll(m);
    for (uint32_t l = 0; l < f->labels.count; l++) {
      bool meets = false;
      for (uint32_t i = 0; i < f->labels.at[l].count && !is_met[l]; i++)
        meets |= factors_part(f, &f->labels.at[l], i)->factor == best;
      for (uint32_t i = 0; i < f->labels.at[l].count && meets; i++)
        weight[factors_part(f, &f->labels.at[l], i)->factor] += f->labels.at[l].share;
      is_met[l] |= meets;
    }
  }
  mem_free(m, weight);
  mem_free(m, is_chosen);
  mem_free(m, is_met);
  return order;
}
