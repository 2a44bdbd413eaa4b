#include "abstraction/factored.h"

enum { MOST_TABLES = 12 };

typedef struct {
  mem *memory; // of the factors and the table
  factors *factors;
  void *table; // NULL = nothing is known
  bool is_made;
} entry;

typedef struct {
  heuristic base;
  mem *m;
  const factored_kind *by;
  heuristic_setup setup;
  facts *own; // NULL = those of the setup are used
  facts *facts;
  VEC(entry) entries;
  bool is_hopeless;
  VEC(uint32_t) values;
} factored;

typedef struct {
  factored *h;
  entry *e;
  const state_view *state;
} making;

static void make(void *argument) {
  making *w = argument;
  factored *h = w->h;
  mem *m = w->e->memory;
  factors_setup setup = {.m = m, .net = h->setup.net, .facts = h->facts, .asked = h->setup.asked, .state = w->state};
  if (h->by->plan)
    h->by->plan(&h->setup.keys, &setup);
  factors *f = factors_open(&setup);
  if (!f)
    return;
  uint32_t *start = mem_alloc(m, (f->all.count + 1) * sizeof *start);
  if (factors_values(f, w->state, start))
    w->e->table = h->by->make(m, f, start, &h->setup.keys, h->setup.net->starts_processes ? MOST_TABLES : 1);
  w->e->factors = f;
}

// The entry is on the list before its table is made: the memory is freed with it, however the making ends. After one
// that failed, for want of memory or because the factors are too many, no other is tried.
static entry *make_entry(factored *h, const state_view *state) {
  vec_push(h->m, &h->entries, ((entry){.memory = mem_new_within(h->m)}));
  entry *e = &h->entries.at[h->entries.count - 1];
  making w = {.h = h, .e = e, .state = state};
  heuristic_progress *progress = h->setup.progress;
  if (progress)
    *progress = (heuristic_progress){.name = h->base.kind->name};
  mem_status status = e->memory ? mem_try(e->memory, make, &w) : MEM_EXHAUSTED;
  if (progress)
    progress->name = NULL;
  e->is_made = status == MEM_OK && e->factors;
  if (e->is_made)
    return e;
  if (e->memory)
    mem_delete(e->memory);
  h->entries.count--;
  if (status == MEM_STOPPED)
    mem_leave(h->m, MEM_STOPPED);
  h->is_hopeless = true;
  return NULL;
}

static entry *entry_for(factored *h, const state_view *state) {
  for (uint32_t i = 0; i < h->entries.count; i++)
    if (h->entries.at[i].is_made && factors_fit(h->entries.at[i].factors, state))
      return &h->entries.at[i];
  return h->is_hopeless || h->entries.count == MOST_TABLES ? NULL : make_entry(h, state);
}

static uint32_t estimate(heuristic *base, const state_view *state) {
  factored *h = (factored *)base;
  entry *e = entry_for(h, state);
  if (!e || !e->table)
    return 0;
  vec_reserve(h->m, &h->values, e->factors->all.count + 1);
  return factors_values(e->factors, state, h->values.at) ? h->by->look_up(e->table, h->values.at) : 0;
}

static void close_factored(heuristic *base) {
  factored *h = (factored *)base;
  for (uint32_t i = 0; i < h->entries.count; i++)
    if (h->entries.at[i].memory)
      mem_delete(h->entries.at[i].memory);
  vec_free(h->m, &h->entries);
  vec_free(h->m, &h->values);
  if (h->own)
    facts_close(h->own);
  mem_free(h->m, h);
}

heuristic *factored_open(const heuristic_setup *setup, const heuristic_kind *kind, const factored_kind *by) {
  factored *h = mem_alloc(setup->m, sizeof *h);
  h->m = setup->m;
  h->by = by;
  h->setup = *setup;
  h->own = setup->facts ? NULL : facts_open(setup->m, setup->net);
  h->facts = h->own ? h->own : setup->facts;
  h->base = (heuristic){.kind = kind, .is_admissible = true, .is_safe = true};
  h->base.is_consistent = !setup->net->starts_processes;
  h->base.estimate = estimate;
  h->base.close = close_factored;
  return &h->base;
}
