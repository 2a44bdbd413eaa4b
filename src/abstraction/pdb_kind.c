// The estimates that look up pattern databases.
#include "abstraction/pdb_file.h"
#include "abstraction/pdb_pool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

extern const heuristic_kind heuristic_pdb, heuristic_russian_doll, heuristic_layers;

typedef struct {
  heuristic base;
  mem *m;
  pdb_pool *own; // NULL: those of the setup are used
  const pdb_group *group;
  pdb_work *work; // one for each database
} lookup;

static uint32_t estimate(heuristic *h, const state_view *state) {
  lookup *l = (lookup *)h;
  uint32_t greatest = 0, sum = 0;
  for (uint32_t i = 0; i < l->group->at.count; i++) {
    uint32_t distance = pdb_ask(l->group->at.at[i], &l->work[i], state);
    if (distance == TABLE_NEVER)
      return HEURISTIC_DEAD_END;
    greatest = distance > greatest ? distance : greatest;
    sum += distance;
  }
  return l->group->is_sum ? sum : greatest;
}

static void close_lookup(heuristic *h) {
  lookup *l = (lookup *)h;
  for (uint32_t i = 0; i < l->group->at.count; i++)
    pdb_work_close(&l->work[i]);
  mem_free(l->m, l->work);
  pdb_pool_close(l->own);
  mem_free(l->m, l);
}

// Distances of the copy are consistent: a step of the original is one of the copy. Where zones are looked up, or states
// of the copy are not told apart or not known, that does not carry over.
static bool is_consistent(const pdb *p) { return p->table.n == 0 && p->table.is_whole && !p->is_merged; }

static heuristic *open_lookup(const heuristic_kind *kind, const heuristic_setup *setup, const pdb_order *order) {
  lookup *l = mem_alloc(setup->m, sizeof *l);
  l->m = setup->m;
  l->own = setup->databases ? NULL : pdb_pool_open(l->m);
  l->group = pdb_pool_get(setup->databases ? setup->databases : l->own, kind, setup, order);
  l->base = (heuristic){.kind = kind, .is_admissible = true, .is_safe = true, .is_consistent = true};
  l->base.note = l->group->note;
  l->work = mem_alloc(l->m, sizeof *l->work * (l->group->at.count + 1));
  for (uint32_t i = 0; i < l->group->at.count; i++) {
    const pdb *p = l->group->at.at[i];
    pdb_work_open(&l->work[i], l->m, p);
    l->base.is_consistent &= is_consistent(p);
    l->base.is_cut_off |= !p->table.is_whole;
    l->base.sees_zone |= p->table.n > 1;
  }
  l->base.estimate = estimate;
  l->base.close = close_lookup;
  return &l->base;
}

// The options that all of them have, then those of their own.
enum { KEY_STATES, KEY_WORK, KEY_BYTES, KEY_SECONDS, KEY_LOOKUP, KEY_PRUNE, KEY_OWN };

#define COMMON_KEYS                                                                                                    \
  [KEY_STATES] = {.name = "states",                                                                                    \
                  .summary = "limit of abstract states; a table that is cut off estimates less",                       \
                  .least = 1,                                                                                          \
                  .most = 1e9,                                                                                         \
                  .usual = 1e6},                                                                                       \
  [KEY_WORK] = {.name = "work",                                                                                        \
                .summary = "limit of work, in transitions of an untimed model, 0 = none; the same on every machine",   \
                .most = 1e15},                                                                                         \
  [KEY_BYTES] = {.name = "bytes", .summary = "limit of memory while it is made, 0 = none", .most = 1e15},              \
  [KEY_SECONDS] = {.name = "seconds", .summary = "limit of time, 0 = none", .most = 1e9},                              \
  [KEY_LOOKUP] = {.name = "lookup",                                                                                    \
                  .summary = "of zones: the greatest distance of those that cover, or the least of those that meet",   \
                  .words = "cover intersect"},                                                                         \
  [KEY_PRUNE] = {                                                                                                      \
      .name = "prune",                                                                                                 \
      .summary =                                                                                                       \
          "zones that are not explored: simulated by others of the same distance, or by any (fewest), included, none", \
      .words = "refined simulated included none"}

static pdb_order order_of(const pattern_method *method, const key_values *keys) {
  pdb_order order = {.method = method,
                     .how = {.budget.states = (uint64_t)keys->value[KEY_STATES],
                             .budget.work = (uint64_t)keys->value[KEY_WORK],
                             .budget.bytes = (uint64_t)keys->value[KEY_BYTES],
                             .budget.seconds = keys->value[KEY_SECONDS],
                             .lookup = (table_lookup)keys->value[KEY_LOOKUP],
                             .pruning = (pdb_pruning)keys->value[KEY_PRUNE]}};
  if (order.how.lookup == TABLE_MEETS && order.how.pruning != PDB_PRUNE_NONE)
    order.how.pruning = PDB_PRUNE_INCLUDED;
  return order;
}

enum { PDB_PATTERN = KEY_OWN, PDB_DEPTH, PDB_FILE, PDB_COMBINE, PDB_SAVE, PDB_LOAD };
#define PATTERNS "russian-doll layers user cegar grow goal all each" // names of methods, but for the last

static const pattern_method *method_numbered(uint32_t number) {
  const char *word = PATTERNS;
  for (; number > 0; number--)
    word += strcspn(word, " ") + 1;
  return pattern_named(word, strcspn(word, " "));
}

// The name of a file among the options; NULL = none.
static const char *name_of(arena *memory, const key_values *keys, uint32_t key) {
  key_text text = keys->text[key];
  return text.length ? arena_copy(memory, text.at, text.length) : NULL;
}

static pdb_order plain_order(arena *memory, const key_values *keys) {
  pdb_order order = order_of(method_numbered((uint32_t)keys->value[PDB_PATTERN]), keys);
  order.depth = (uint32_t)keys->value[PDB_DEPTH];
  order.is_sum = !order.method && keys->value[PDB_COMBINE] > 0;
  order.file = name_of(memory, keys, PDB_FILE);
  order.save = name_of(memory, keys, PDB_SAVE);
  order.load = name_of(memory, keys, PDB_LOAD);
  return order;
}

static heuristic *open_pdb(const heuristic_setup *setup) {
  arena *memory = arena_new(setup->m);
  pdb_order order = plain_order(memory, &setup->keys);
  heuristic *h = open_lookup(&heuristic_pdb, setup, &order);
  arena_delete(memory);
  return h;
}

static const char *refuse_file(arena *memory, const heuristic_setup *setup, const pdb_order *order) {
  facts *known = facts_open(setup->m, setup->net);
  pattern_setup about = {.m = setup->m, .memory = memory, .net = setup->net, .facts = known, .file = order->file};
  about.asked = setup->asked;
  pattern_set unused;
  const char *why = order->method->choose(&about, &unused);
  facts_close(known);
  return why;
}

static const char *refuses(arena *memory, const heuristic_setup *setup) {
  pdb_order order = plain_order(memory, &setup->keys);
  bool is_user = order.method == &pattern_user && !order.load;
  if (is_user != (order.file != NULL))
    return is_user ? "pattern=user needs file=..." : "file= is for pattern=user";
  if (order.save && (order.load || !order.method))
    return order.load ? "a database is either saved or loaded" : "pattern=each has several databases: save= is for one";
  if (order.load)
    return pdb_file_check(memory, order.load, setup->net, &setup->asked);
  FILE *out = order.save ? fopen(order.save, "ab") : NULL;
  if (order.save && !out)
    return arena_printf(memory, "%s: %s", order.save, strerror(errno));
  if (out)
    fclose(out);
  return is_user ? refuse_file(memory, setup, &order) : NULL;
}

static const option_key plain_keys[] = {
    COMMON_KEYS,
    [PDB_PATTERN] = {.name = "pattern", .summary = "what the abstract model keeps", .words = PATTERNS},
    [PDB_DEPTH] = {.name = "d", .summary = "the last layer that is kept by pattern=layers", .most = 1000, .usual = 1},
    [PDB_FILE] = {.name = "file", .summary = "of pattern=user: lines 'keep NAME' and 'drop NAME'", .is_text = true},
    [PDB_COMBINE] = {.name = "combine",
                     .summary = "of pattern=each: the greatest distance, or their sum",
                     .words = "max sum"},
    [PDB_SAVE] = {.name = "save", .summary = "write the database to this file", .is_text = true},
    [PDB_LOAD] = {.name = "load",
                  .summary = "read it from this file, for the same model and property",
                  .is_text = true},
    {0},
};

const heuristic_kind heuristic_pdb = {
    .name = "pdb",
    .summary = "pattern database: the distance in an abstract model, which is explored first",
    .keys = plain_keys,
    .is_admissible = true,
    .is_safe = true,
    .uses_tasks = true,
    .is_abstract = true,
    .refuses = refuses,
    .open = open_pdb,
};

static heuristic *open_doll(const heuristic_setup *setup) {
  pdb_order order = order_of(&pattern_doll, &setup->keys);
  return open_lookup(&heuristic_russian_doll, setup, &order);
}

static const option_key doll_keys[] = {COMMON_KEYS, {0}};

const heuristic_kind heuristic_russian_doll = {
    .name = "russian-doll",
    .summary = "pattern database: the distance in what a relaxed error path touches",
    .keys = doll_keys,
    .is_admissible = true,
    .is_safe = true,
    .uses_tasks = true,
    .is_abstract = true,
    .open = open_doll,
};

enum { LAYERS_DEPTH = KEY_OWN };

static heuristic *open_layers(const heuristic_setup *setup) {
  pdb_order order = order_of(&pattern_layers, &setup->keys);
  order.depth = (uint32_t)setup->keys.value[LAYERS_DEPTH];
  return open_lookup(&heuristic_layers, setup, &order);
}

static const option_key layers_keys[] = {
    COMMON_KEYS,
    [LAYERS_DEPTH] = {.name = "d", .summary = "the last layer that is kept", .most = 1000, .usual = 1},
    {0},
};

const heuristic_kind heuristic_layers = {
    .name = "layers",
    .summary = "pattern database: the distance in what influences the property within d layers",
    .keys = layers_keys,
    .is_admissible = true,
    .is_safe = true,
    .is_abstract = true,
    .open = open_layers,
};
