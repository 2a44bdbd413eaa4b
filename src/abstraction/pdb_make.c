// Making a pattern database: the abstract space is explored, distances are found backwards, and the table is filled.
#include "abstraction/pdb_graph.h"
#include "abstraction/pdb_ranked.h"
#include "store/narrow.h"

#include <assert.h>

// Inclusion of zones, as an order of states.
typedef struct inclusion {
  const cover *own; // of the space
  uint32_t n;
} inclusion;

static uint32_t head(void *context, const uint8_t *state, uint32_t size) {
  const inclusion *x = context;
  return x->own->head(x->own->context, state, size);
}

static void same(void *context, const uint8_t *state, uint32_t size, int32_t *numbers) {
  const inclusion *x = context;
  memcpy(numbers, state + size - sizeof *numbers * x->n * x->n, sizeof *numbers * x->n * x->n);
}

// The numbers of a zone that includes another are not less.
static bool covers(void *context, const uint8_t *large, const uint8_t *small, uint32_t size) {
  const inclusion *x = context;
  for (uint32_t at = size - (uint32_t)sizeof(int32_t) * x->n * x->n; at < size; at += sizeof(int32_t)) {
    int32_t a, b;
    memcpy(&a, large + at, sizeof a);
    memcpy(&b, small + at, sizeof b);
    if (a < b)
      return false;
  }
  return true;
}

typedef struct maker {
  pdb *p;
  mem *m;
  space *inner, *space; // of the copy, and the same with the deadlocks that the original may have
  uint32_t n;           // dimension of zones; 0 = there are none
  inclusion zones;
  cover by_inclusion;
  pdb_graph graph;
  pdb_key key;
  store *heads;          // the discrete parts of states
  VEC(uint32_t) head_of; // by key: the first discrete part that has it...
  VEC(bool) is_merged;   // ...and whether there are others
  VEC(table_entry) entries;
  uint32_t width;
  int32_t *constants, *everything; // a zone with all values
} maker;

static const state_view *view_of(maker *k, uint32_t id, const uint8_t **state, uint32_t *size) {
  *state = k->graph.states->get(k->graph.states, id, size);
  return k->space->view(k->space, *state, *size);
}

static void set_constants(maker *k, const uint8_t *state) {
  if (k->n < 2)
    return;
  int32_t *L = k->constants, *U = k->constants + k->n;
  bool is_inclusion = !space_timed_constants(k->inner, state, L, U);
  table_set_constants(&k->p->table, is_inclusion ? NULL : L, U);
}

static void add_state(maker *k, uint32_t id) {
  const uint8_t *state;
  uint32_t size;
  const state_view *view = view_of(k, id, &state, &size);
  bool is_new_head, is_new;
  uint32_t discrete = k->n ? k->inner->cover->head(k->inner->cover->context, state, size) : size;
  pdb_key_of(&k->p->keys, &k->p->keys.copy, view, k->m, &k->key);
  uint32_t part = k->heads->put(k->heads, state, discrete, &is_new_head);
  uint32_t key = table_add_key(&k->p->table, k->key.at, k->key.count, &is_new);
  if (is_new) {
    vec_push(k->m, &k->head_of, part);
    vec_push(k->m, &k->is_merged, false);
    set_constants(k, state);
  }
  if (k->head_of.at[key] != part)
    k->is_merged.at[key] = k->p->is_merged = true;
  if (k->n) {
    uint32_t width = narrow_width((const uint8_t *)view->zone, (uint32_t)sizeof(int32_t) * k->n * k->n);
    k->width = width > k->width ? width : k->width;
  }
  vec_push(k->m, &k->entries, ((table_entry){.head = key, .distance = k->graph.distances[id], .state = id}));
}

// Where discrete parts are not told apart, only the least of their distances is a lower bound.
static void merge(maker *k) {
  for (uint32_t key = 0; key < k->is_merged.count; key++)
    k->head_of.at[key] = TABLE_NEVER; // from here on the least distance
  for (uint32_t i = 0; i < k->entries.count; i++) {
    const table_entry *e = &k->entries.at[i];
    if (e->distance < k->head_of.at[e->head])
      k->head_of.at[e->head] = e->distance;
  }
  for (uint32_t i = 0; i < k->entries.count; i++)
    if (k->is_merged.at[k->entries.at[i].head])
      k->entries.at[i].distance = k->head_of.at[k->entries.at[i].head];
}

static const int32_t *zone_of(void *context, const table_entry *e) {
  maker *k = context;
  const uint8_t *state;
  uint32_t size;
  return k->is_merged.at[e->head] ? k->everything : view_of(k, e->state, &state, &size)->zone;
}

static void fill(maker *k) {
  pdb *p = k->p;
  k->heads = store_hash.open(k->m, NULL);
  k->constants = mem_alloc(k->m, sizeof *k->constants * (2 * k->n + 1));
  k->everything = mem_alloc(k->m, sizeof *k->everything * (k->n * k->n + 1));
  for (uint32_t i = 0; i < k->n * k->n; i++)
    k->everything[i] = DBM_INFINITY;
  for (uint32_t id = 0; id < k->graph.errors.count; id++) {
    heuristic_tell(k->graph.how->progress, "entries of its table", id);
    mem_poll(k->m);
    add_state(k, id);
  }
  if (p->is_merged)
    merge(k);
  table_finish(&p->table, k->entries.at, k->entries.count, k->width, zone_of, k);
  p->start = k->graph.errors.count ? k->graph.distances[0] : 0;
  k->heads->close(k->heads);
  mem_free(k->m, k->constants);
  mem_free(k->m, k->everything);
  vec_free(k->m, &k->head_of);
  vec_free(k->m, &k->is_merged);
  vec_free(k->m, &k->entries);
  vec_free(k->m, &k->key);
}

static space *open_space(mem *m, const abstraction *a) {
  space_setup setup = {.net = a->copy->net, .conditions = &a->asked.condition, .leaves_out_unread = true};
  setup.condition_count = a->asked.condition ? 1 : 0;
  space_options options = {.deadlocks = question_seeks_deadlock(&a->asked)};
  return space_new(m, &setup, &options);
}

// before: the table of the round before; NULL = this is the first.
static void explore(maker *k, const pdb_how *how, const pdb *before) {
  k->zones = (inclusion){.own = k->inner->cover, .n = k->n};
  k->by_inclusion = (cover){.context = &k->zones, .head = head, .covers = covers, .least = same, .most = same};
  k->graph = (pdb_graph){.m = k->m, .a = k->p->a, .space = k->space};
  k->graph.zone_size = (uint32_t)sizeof(int32_t) * k->n * k->n;
  k->graph.what = before ? "abstract states of the second round" : "abstract states";
  k->graph.order = k->n == 0 || how->pruning == PDB_PRUNE_NONE ? NULL
                   : how->pruning == PDB_PRUNE_INCLUDED        ? &k->by_inclusion
                                                               : k->space->cover;
  k->graph.skips_covered = !before && how->pruning != PDB_PRUNE_INCLUDED;
  pdb_graph_explore(&k->graph, how);
}

static void make_round(pdb *p, mem *m, const abstraction *a, const question *asked, const pdb_how *how,
                       const pdb *before) {
  pdb_begin(p, m, a, asked, how->lookup);
  maker k = {.p = p, .m = m, .n = p->table.n};
  k.inner = open_space(m, a);
  k.space = before ? pdb_ranked(m, k.inner, before) : abstraction_space(m, a, k.inner);
  explore(&k, how, before);
  pdb_graph_measure(&k.graph);
  p->states = k.graph.expanded + (before ? before->states : 0);
  p->work = pdb_graph_work(&k.graph) + (before ? before->work : 0);
  p->table.is_whole = k.graph.is_whole;
  fill(&k);
  pdb_graph_close(&k.graph);
  k.space->close(k.space);
  k.inner->close(k.inner);
}

// The second round is worth its time only if it can be finished as well.
void pdb_make(pdb *p, mem *m, const abstraction *a, const question *asked, const pdb_how *how) {
  assert(how->lookup == TABLE_COVERS || how->pruning == PDB_PRUNE_INCLUDED || how->pruning == PDB_PRUNE_NONE);
  make_round(p, m, a, asked, how, NULL);
  if (how->pruning != PDB_PRUNE_REFINED || p->table.n < 2 || !p->table.is_whole)
    return;
  pdb_how rest = *how;
  if (rest.budget.work && p->work >= rest.budget.work)
    return;
  rest.budget.work -= rest.budget.work ? p->work : 0;
  pdb refined;
  make_round(&refined, m, a, asked, &rest, p);
  p->work = refined.work; // whether it is used or not
  pdb_close(refined.table.is_whole ? p : &refined);
  if (refined.table.is_whole)
    *p = refined;
}
