#include "abstraction/pdb_pool.h"

#include "abstraction/pdb_file.h"

#include <inttypes.h>
#include <string.h>

typedef struct shelf { // a group, and what it was made for
  mem *m;
  const heuristic_kind *kind;
  const network *net;
  key_values keys;
  pdb_group group;
} shelf;

struct pdb_pool {
  mem *m;
  VEC(shelf *) shelves;
};

pdb_pool *pdb_pool_open(mem *m) {
  pdb_pool *p = mem_alloc(m, sizeof *p);
  p->m = m;
  return p;
}

uint64_t pdb_pool_states(const pdb_pool *p) {
  uint64_t sum = 0;
  for (uint32_t i = 0; p && i < p->shelves.count; i++)
    for (uint32_t k = 0; k < p->shelves.at[i]->group.at.count; k++)
      sum += p->shelves.at[i]->group.at.at[k]->states;
  return sum;
}

static void remove_last(pdb_pool *p) {
  shelf *s = p->shelves.at[--p->shelves.count];
  if (s->m)
    mem_delete(s->m);
  mem_free(p->m, s);
}

void pdb_pool_close(pdb_pool *p) {
  if (!p)
    return;
  while (p->shelves.count)
    remove_last(p);
  vec_free(p->m, &p->shelves);
  mem_free(p->m, p);
}

static bool is_same(const key_values *a, const key_values *b) {
  for (uint32_t i = 0; i < KEYS_MOST; i++)
    if (a->value[i] != b->value[i] || a->text[i].length != b->text[i].length ||
        (a->text[i].length && memcmp(a->text[i].at, b->text[i].at, a->text[i].length) != 0))
      return false;
  return true;
}

typedef struct making {
  shelf *shelf;
  const heuristic_setup *setup;
  const pdb_order *order;
  arena *memory;
  facts *facts;
} making;

static const char *note_of(const making *k) {
  const pdb_group *g = &k->shelf->group;
  uint64_t states = 0, work = 0, entries = 0, bytes = 0;
  uint32_t cut = 0;
  for (uint32_t i = 0; i < g->at.count; i++) {
    states += g->at.at[i]->states;
    work += g->at.at[i]->work;
    entries += g->at.at[i]->table.count;
    bytes += table_bytes(&g->at.at[i]->table);
    cut += !g->at.at[i]->table.is_whole;
  }
  const char *text = arena_printf(k->memory,
                                  "%" PRIu64 " abstract states explored, %" PRIu64 " of work, %" PRIu64
                                  " distances kept in %" PRIu64 " bytes",
                                  states, work, entries, bytes);
  if (g->at.count > 1)
    text = arena_printf(k->memory, "%" PRIu32 " databases: %s", g->at.count, text);
  return cut ? arena_printf(k->memory, "%s; cut off by its limits", text) : text;
}

static pdb_how how_of(const making *k) {
  pdb_how how = k->order->how;
  how.progress = k->setup->progress;
  return how;
}

static const char *make_abstraction(making *k, const pattern_set *pattern, abstraction **out) {
  net_change change = pattern_set_change(pattern);
  return abstraction_make(k->memory, k->setup->net, k->facts, &k->setup->asked, &change, out);
}

static const char *make_one(making *k, const pattern_set *pattern, pdb **out) {
  abstraction *a;
  const char *why = make_abstraction(k, pattern, &a);
  if (why)
    return why;
  *out = ARENA_NEW(k->memory, pdb);
  pdb_how how = how_of(k);
  pdb_make(*out, k->shelf->m, a, &k->setup->asked, &how);
  return NULL;
}

static bool is_same_set(const network *net, const pattern_set *a, const pattern_set *b) {
  return memcmp(a->vars, b->vars, net->vars.count) == 0 && memcmp(a->clocks, b->clocks, net->clocks.count) == 0 &&
         memcmp(a->labels, b->labels, net->labels.count) == 0 &&
         memcmp(a->templates, b->templates, net->templates.count) == 0 &&
         memcmp(a->channels, b->channels, net->channels.count) == 0;
}

// A pattern whose table would be cut off is replaced by a coarser one, as long as there is one.
static const char *make_best(making *k, pattern_setup *about, pdb **out) {
  pattern_set chosen, before;
  const char *why = k->order->method->choose(about, &chosen);
  if (!why)
    why = make_one(k, &chosen, out);
  before = chosen;
  while (!why && !(*out)->table.is_whole) {
    about->coarser++;
    if (k->order->method->choose(about, &chosen) || is_same_set(about->net, &before, &chosen))
      break;
    pdb_close(*out);
    why = make_one(k, &chosen, out);
    before = chosen;
  }
  return why || !k->order->save ? why : pdb_file_save(k->memory, k->order->save, *out, &before);
}

// A step of the original is one of every copy. Each of its edges belongs to one automaton, and counts only in the
// database that keeps it. So an execution costs at least the sum of what it costs in the databases.
static const bool *counted_edges(making *k, const net_copy *c, uint32_t kept) {
  const int32_t *owners = pattern_owners(k->memory, c->from);
  bool *out = ARENA_ARRAY(k->memory, bool, c->net->edges.count + 1);
  for (uint32_t i = 0; i < c->net->edges.count; i++) {
    int32_t from = c->edge_from[i] != NET_NONE ? c->edge_from[i] : c->fault_of[i];
    out[i] = from != NET_NONE && owners[from] == (int32_t)kept;
  }
  return out;
}

static const char *make_of_automaton(making *k, uint32_t kept) {
  const network *net = k->setup->net;
  pattern_set pattern = pattern_set_new(k->memory, net);
  for (uint32_t i = 0; i < net->templates.count; i++)
    pattern.templates[i] = i != kept && net->templates.at[i]->kind == TEMPLATE_PROCESS;
  pattern_set_close(k->memory, net, k->facts, &pattern);
  abstraction *a;
  const char *why = make_abstraction(k, &pattern, &a);
  if (why)
    return why;
  pdb *made = ARENA_NEW(k->memory, pdb);
  pdb_how how = how_of(k);
  if (k->order->is_sum)
    how.is_counted = counted_edges(k, a->copy, kept);
  pdb_make(made, k->shelf->m, a, &k->setup->asked, &how);
  vec_push(k->shelf->m, &k->shelf->group.at, made);
  return NULL;
}

static const char *make_of_each(making *k) {
  const network *net = k->setup->net;
  const char *why = NULL;
  for (uint32_t i = 0; i < net->templates.count && !why; i++)
    if (net->templates.at[i]->kind == TEMPLATE_PROCESS)
      why = make_of_automaton(k, i);
  return why;
}

static const char *make_all(making *k) {
  const heuristic_setup *setup = k->setup;
  const pdb_order *order = k->order;
  const char *why = abstraction_refuses(setup->net, &setup->asked);
  if (why)
    return why;
  if (!order->method)
    return make_of_each(k);
  pattern_setup about = {.m = k->shelf->m, .memory = k->memory, .net = setup->net, .facts = k->facts};
  about.tasks = setup->tasks;
  about.asked = setup->asked;
  about.depth = order->depth;
  about.file = order->file;
  about.progress = setup->progress;
  about.budget = order->how.budget.states / 10; // what it takes to find a pattern
  pdb *made = ARENA_NEW(k->memory, pdb);
  why = order->load ? pdb_file_load(k->memory, order->load, setup->net, k->facts, &setup->asked, made)
                    : make_best(k, &about, &made);
  if (!why)
    vec_push(k->shelf->m, &k->shelf->group.at, made);
  return why;
}

static void make(void *argument) {
  making *k = argument;
  pdb_group *g = &k->shelf->group;
  k->memory = arena_new(k->shelf->m);
  k->facts = k->setup->facts ? k->setup->facts : facts_open(k->shelf->m, k->setup->net);
  g->is_sum = k->order->is_sum;
  g->why = make_all(k);
  if (g->why)
    g->at.count = 0;
  g->note = g->why ? g->why : note_of(k);
}

const pdb_group *pdb_pool_get(pdb_pool *p, const heuristic_kind *kind, const heuristic_setup *setup,
                              const pdb_order *order) {
  for (uint32_t i = 0; i < p->shelves.count; i++) {
    shelf *s = p->shelves.at[i];
    if (s->kind == kind && s->net == setup->net && is_same(&s->keys, &setup->keys))
      return &s->group;
  }
  shelf *s = mem_alloc(p->m, sizeof *s);
  vec_push(p->m, &p->shelves, s); // from here on it is found by close(), wherever making it ends
  *s = (shelf){.m = mem_new_within(p->m), .net = setup->net, .keys = setup->keys};
  mem_status status = MEM_EXHAUSTED;
  making k = {.shelf = s, .setup = setup, .order = order};
  if (s->m)
    status = mem_try(s->m, make, &k);
  if (status != MEM_OK) {
    remove_last(p);
    mem_leave(p->m, status);
  }
  s->kind = kind; // it is complete
  return &s->group;
}
