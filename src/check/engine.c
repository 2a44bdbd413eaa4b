#include "check/engine.h"

#include <inttypes.h>
#include <string.h>

static const check_heuristic zero = {
    .name = "zero",
    .summary = "no estimate: 0 for every state",
    .is_admissible = true,
    .is_consistent = true,
    .is_safe = true,
};

const check_heuristic *const check_heuristics[] = {&zero, NULL};

static bool usage(diags *d, const char *hint, const char *message) {
  diag_add(d, DIAG_ERROR, (place){0}, hint, "%s", message);
  return false;
}

// The tables hold structs that all begin with their name.
typedef struct {
  const char *name;
} named;

static bool is_auto(const char *name) { return !name || strcmp(name, "auto") == 0; }

// Finds NAME of "NAME[:KEY=VALUE,...]" in a table. So far nothing in any table has keys.
static const void *find(diags *d, const char *what, const void *const *table, const char *text) {
  size_t length = strcspn(text, ":");
  arena *memory = d->memory;
  const char *available = "";
  for (uint32_t i = 0; table[i]; i++) {
    const char *name = ((const named *)table[i])->name;
    if (strlen(name) == length && strncmp(name, text, length) == 0) {
      if (text[length] && text[length + 1]) {
        usage(d, NULL, arena_printf(memory, "%s '%s' has no option '%s'", what, name, text + length + 1));
        return NULL;
      }
      return table[i];
    }
    available = arena_printf(memory, "%s%s%s", available, i ? ", " : "", name);
  }
  usage(d, arena_printf(memory, "available: %s", available),
        arena_printf(memory, "there is no %s '%.*s'", what, (int)length, text));
  return NULL;
}

// So far there is one reduction, so a list of several has none that is new.
static bool choose_reduction(diags *d, const beeline_options *options, check_engine *out) {
  if (is_auto(options->reduce))
    out->reduction = options->aim == BEELINE_AIM_FIRST ? &space_por : NULL;
  else if (strcmp(options->reduce, "none") != 0)
    return (out->reduction = find(d, "reduction", (const void *const *)space_reductions, options->reduce));
  return true;
}

// Nothing is ignored silently: what the search does not honour is an error that names both.
static bool is_honoured(diags *d, const beeline_options *options, const check_engine *engine) {
  const search_method *method = engine->method;
  const char *name = method->name;
  if (engine->reduction && options->aim == BEELINE_AIM_CENSUS)
    return usage(d, "leave out one of them",
                 arena_printf(d->memory, "reduction '%s' does not honour --census: it leaves states out",
                              engine->reduction->name));
  if (engine->reduction && !engine->reduction->keeps_lengths && options->aim == BEELINE_AIM_SHORTEST)
    return usage(d, "leave out one of them",
                 arena_printf(d->memory,
                              "reduction '%s' does not honour --shortest: it may leave out the shortest trace",
                              engine->reduction->name));
  if (options->aim == BEELINE_AIM_SHORTEST && !method->is_optimal)
    return usage(d, "leave out one of them, or use --search bfs",
                 arena_printf(d->memory,
                              "search '%s' does not honour --shortest: its first trace need not be a shortest one",
                              name));
  if (options->aim == BEELINE_AIM_CENSUS && !method->is_complete)
    return usage(d, NULL,
                 arena_printf(d->memory, "search '%s' does not honour --census: it does not look everywhere", name));
  if (options->threads > 1)
    return usage(d, NULL,
                 arena_printf(d->memory, "search '%s' does not honour --threads %" PRIu32 ": it runs in one thread",
                              name, options->threads));
  if (options->seed)
    return usage(d, NULL, arena_printf(d->memory, "search '%s' does not honour --seed: nothing in it is random", name));
  return true;
}

static const search_method *default_method(beeline_aim aim) {
  return aim == BEELINE_AIM_FIRST ? &search_dfs : &search_bfs;
}

bool check_choose_engine(diags *d, const beeline_options *options, check_engine *out) {
  const char *heuristic = options->heuristic;
  if (heuristic && strcmp(heuristic, "none") == 0)
    heuristic = zero.name;
  *out = (check_engine){.method = default_method(options->aim), .heuristic = &zero, .store = &store_hash};
  if (!is_auto(options->search))
    out->method = find(d, "search", (const void *const *)search_methods, options->search);
  if (!is_auto(heuristic))
    out->heuristic = find(d, "heuristic", (const void *const *)check_heuristics, heuristic);
  if (!is_auto(options->store))
    out->store = find(d, "store", (const void *const *)store_kinds, options->store);
  if (!choose_reduction(d, options, out))
    return false;
  return out->method && out->heuristic && out->store && is_honoured(d, options, out);
}
