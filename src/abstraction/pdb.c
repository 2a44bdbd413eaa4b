#include "abstraction/pdb.h"

#include <assert.h>

void pdb_begin(pdb *p, mem *m, const abstraction *a, const question *asked, table_lookup lookup) {
  uint32_t clocks = a->copy->net->clocks.count;
  *p = (pdb){.a = a, .about = *asked};
  pdb_keys_open(&p->keys, m, a, asked);
  p->clocks = mem_alloc(m, sizeof *p->clocks * (clocks + 1));
  for (uint32_t i = 0; i < clocks; i++)
    p->clocks[i + 1] = (uint32_t)a->copy->clock_from[i] + 1;
  table_open(&p->table, m, clocks ? clocks + 1 : 0, lookup);
}

void pdb_close(pdb *p) {
  pdb_keys_close(&p->keys);
  table_close(&p->table);
  mem_free(p->keys.m, p->clocks);
}

void pdb_work_open(pdb_work *w, mem *m, const pdb *p) {
  *w = (pdb_work){.m = m};
  table_work_open(&w->table, m, p->table.n);
  w->zone = mem_alloc(m, sizeof *w->zone * (p->table.n * p->table.n + 1));
}

void pdb_work_close(pdb_work *w) {
  vec_free(w->m, &w->key);
  table_work_close(&w->table);
  mem_free(w->m, w->zone);
}

// The bounds of the clocks that are kept: since the zone is canonical, they are its projection.
static void project(const pdb *p, const state_view *state, dbm_bound *out) {
  uint32_t n = p->table.n;
  for (uint32_t i = 0; i < n; i++) {
    const int32_t *row = state->zone + (size_t)p->clocks[i] * state->dimension;
    for (uint32_t j = 0; j < n; j++)
      *out++ = row[p->clocks[j]];
  }
}

uint32_t pdb_ask(const pdb *p, pdb_work *w, const state_view *state) {
  pdb_key_of(&p->keys, &p->keys.original, state, w->m, &w->key);
  if (p->table.n > 1) {
    assert(state->zone);
    project(p, state, w->zone);
  }
  return table_ask(&p->table, &w->table, w->key.at, w->key.count, w->zone);
}

uint32_t pdb_ask_copy(const pdb *p, pdb_work *w, const state_view *state) {
  pdb_key_of(&p->keys, &p->keys.copy, state, w->m, &w->key);
  return table_ask(&p->table, &w->table, w->key.at, w->key.count, state->zone);
}
