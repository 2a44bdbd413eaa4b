#include "check/engine.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static bool usage(diags *d, const char *hint, const char *message) {
  diag_add(d, DIAG_ERROR, (place){0}, hint, "%s", message);
  return false;
}

// The tables hold structs that all begin with their name.
typedef struct {
  const char *name;
} named;

static bool is_auto(const char *name) { return !name || strcmp(name, "auto") == 0; }

// Finds NAME of "NAME[:KEY=VALUE,...]" in a table.
static const void *find(diags *d, const char *what, const void *const *table, const char *text, size_t length) {
  arena *memory = d->memory;
  const char *available = "";
  for (uint32_t i = 0; table[i]; i++) {
    const char *name = ((const named *)table[i])->name;
    if (strlen(name) == length && strncmp(name, text, length) == 0)
      return table[i];
    available = arena_printf(memory, "%s%s%s", available, i ? ", " : "", name);
  }
  usage(d, arena_printf(memory, "available: %s", available),
        arena_printf(memory, "there is no %s '%.*s'", what, (int)length, text));
  return NULL;
}

// Reads what follows the name: nothing, or ":KEY=VALUE,..."
static bool read_keys(diags *d, const char *what, const char *name, const option_key *table, const char *text,
                      key_values *out) {
  char why[256];
  *out = keys_usual(table);
  if (!*text || keys_read(table, text + 1, out, why, sizeof why))
    return true;
  return usage(d, NULL, arena_printf(d->memory, "%s '%s': %s", what, name, why));
}

static bool choose_method(diags *d, const char *text, check_engine *out) {
  size_t length = strcspn(text, ":");
  out->method = find(d, "search", (const void *const *)search_methods, text, length);
  return out->method && read_keys(d, "search", out->method->name, out->method->keys, text + length, &out->method_keys);
}

// "NAME[:...]", or several with + between them.
static bool choose_heuristics(diags *d, const char *text, check_engine *out) {
  for (out->heuristic_count = 0; *text; out->heuristic_count++) {
    const char *one = arena_printf(d->memory, "%.*s", (int)strcspn(text, "+"), text);
    size_t length = strcspn(one, ":");
    if (out->heuristic_count == ENGINE_MOST_ESTIMATES)
      return usage(d, NULL, arena_printf(d->memory, "more than %d heuristics at once", ENGINE_MOST_ESTIMATES));
    const heuristic_kind *kind = find(d, "heuristic", (const void *const *)heuristics, one, length);
    if (!kind ||
        !read_keys(d, "heuristic", kind->name, kind->keys, one + length, &out->heuristic_keys[out->heuristic_count]))
      return false;
    out->heuristics[out->heuristic_count] = kind;
    text += strlen(one) + (text[strlen(one)] == '+');
  }
  return true;
}

// So far there is one reduction, so a list of several has none that is new.
static bool choose_reduction(diags *d, const network *n, const beeline_options *options, check_engine *out) {
  if (is_auto(options->reduce)) {
    out->reduction = options->aim == BEELINE_AIM_FIRST && !out->cost && !n->is_timed ? &space_por : NULL;
    return true;
  }
  if (strcmp(options->reduce, "none") == 0)
    return true;
  out->reduction =
      find(d, "reduction", (const void *const *)space_reductions, options->reduce, strlen(options->reduce));
  if (out->reduction && n->is_timed)
    return usage(d, "leave it out",
                 arena_printf(d->memory, "reduction '%s' does not honour time: %s is a timed model",
                              out->reduction->name, n->file));
  return out->reduction;
}

static bool choose_cost(diags *d, const beeline_options *options, check_engine *out) {
  char why[400];
  const char *name = options->cost ? options->cost : cost_algebras[0]->name;
  const cost_scale *scale = &out->costs.scale;
  if (!cost_read(name, &out->costs.scale, why, sizeof why))
    return usage(d, "`beeline list costs` shows them", why);
  bool is_plain = scale->count == 1 && scale->part[0] == cost_algebras[0] && !options->weights;
  out->cost = is_plain ? NULL : arena_string(d->memory, name);
  return true;
}

// The same as below, for what steps cost.
static bool is_cost_honoured(diags *d, const beeline_options *options, const check_engine *engine) {
  const char *option = options->cost ? arena_printf(d->memory, "--cost %s", engine->cost) : "--weights";
  if (!engine->cost)
    return true;
  if (!engine->method->takes_costs)
    return usage(
        d, "leave out one of them, or use --search dijkstra",
        arena_printf(d->memory, "search '%s' does not honour %s: it counts steps", engine->method->name, option));
  if (engine->reduction)
    return usage(d, "leave out one of them",
                 arena_printf(d->memory, "reduction '%s' does not honour %s: it may leave out the cheapest trace",
                              engine->reduction->name, option));
  if (options->aim == BEELINE_AIM_SHORTEST)
    return usage(d, "leave out one of them",
                 arena_printf(d->memory,
                              "--shortest does not go with %s: the cheapest trace need not be a shortest one", option));
  return true;
}

// The cheapest first, where cost is time: no estimate is of time.
static bool is_fastest_honoured(diags *d, const network *n, const beeline_options *options,
                                const check_engine *engine) {
  if (options->aim != BEELINE_AIM_FASTEST)
    return true;
  if (!n->is_timed)
    return usage(d, "--shortest is for the number of steps",
                 arena_printf(d->memory, "--fastest is for timed models, and %s is in %s", n->file, n->language));
  if (engine->cost)
    return usage(d, "leave out one of them", "--fastest does not go with --cost or --weights: time is what counts");
  if (engine->method != &search_dijkstra && engine->method != &search_astar)
    return usage(
        d, "leave out one of them, or use --search dijkstra",
        arena_printf(d->memory, "search '%s' does not honour --fastest: it counts steps", engine->method->name));
  for (uint32_t i = 0; i < engine->heuristic_count; i++)
    if (engine->heuristics[i] != &heuristic_zero)
      return usage(d, "leave out one of them",
                   arena_printf(d->memory, "heuristic '%s' does not honour --fastest: it counts steps",
                                engine->heuristics[i]->name));
  return true;
}

// Nothing is ignored silently: what the search does not honour is an error that names both.
static bool is_honoured(diags *d, const beeline_options *options, const check_engine *engine) {
  const search_method *method = engine->method;
  const char *name = engine->is_auto ? "auto" : method->name;
  if (engine->reduction && options->aim == BEELINE_AIM_CENSUS)
    return usage(d, "leave out one of them",
                 arena_printf(d->memory, "reduction '%s' does not honour --census: it leaves states out",
                              engine->reduction->name));
  if (engine->reduction && !engine->reduction->keeps_lengths && options->aim == BEELINE_AIM_SHORTEST)
    return usage(d, "leave out one of them",
                 arena_printf(d->memory,
                              "reduction '%s' does not honour --shortest: it may leave out the shortest trace",
                              engine->reduction->name));
  if (engine->heuristic_count > 1 && !method->takes_several)
    return usage(d, "name one, or use greedy, kbest, astar or wastar",
                 arena_printf(d->memory, "search '%s' does not honour --heuristic %s: it takes one estimate", name,
                              options->heuristic));
  for (uint32_t i = 0; i < engine->heuristic_count; i++) {
    const heuristic_kind *h = engine->heuristics[i];
    if (h->needs_known)
      return usage(d, "`beeline shorten` uses it",
                   arena_printf(d->memory, "heuristic '%s' needs an error state that is known already", h->name));
    if (!method->uses_estimate && h != &heuristic_zero)
      return usage(
          d, "leave out one of them",
          arena_printf(d->memory, "search '%s' does not honour --heuristic %s: it uses no estimate", name, h->name));
    if (options->aim == BEELINE_AIM_SHORTEST && method->uses_estimate && !h->is_admissible)
      return usage(d, "leave out one of them",
                   arena_printf(d->memory, "heuristic '%s' does not honour --shortest: it is not admissible", h->name));
  }
  if (options->aim == BEELINE_AIM_SHORTEST && !method->is_optimal)
    return usage(d, "leave out one of them, or use --search bfs",
                 arena_printf(d->memory,
                              "search '%s' does not honour --shortest: its first trace need not be a shortest one",
                              name));
  if (options->aim == BEELINE_AIM_CENSUS && !method->is_complete)
    return usage(d, NULL,
                 arena_printf(d->memory, "search '%s' does not honour --census: it does not look everywhere", name));
  if (options->aim == BEELINE_AIM_CENSUS && method->forgets)
    return usage(d, NULL, arena_printf(d->memory, "search '%s' does not honour --census: it forgets states", name));
  if (options->threads > 1)
    return usage(d, NULL,
                 arena_printf(d->memory, "search '%s' does not honour --threads %" PRIu32 ": it runs in one thread",
                              name, options->threads));
  if (options->seed && !engine->is_auto && !method->is_random)
    return usage(d, NULL, arena_printf(d->memory, "search '%s' does not honour --seed: nothing in it is random", name));
  return true;
}

check_engine check_engine_named(diags *d, const char *method, const char *estimate, const store_kind *kind,
                                const space_reduction *reduction) {
  check_engine engine = {.store = kind, .reduction = reduction};
  bool is_there = choose_method(d, method, &engine) && choose_heuristics(d, estimate, &engine);
  assert(is_there);
  (void)is_there;
  return engine;
}

// What goes with the half that was named. A plan of several searches needs a free hand in both.
static const char *default_search(const beeline_options *options, const char *estimate) {
  if (options->aim == BEELINE_AIM_CENSUS || strcmp(estimate, heuristic_zero.name) == 0)
    return options->aim == BEELINE_AIM_FIRST ? "dfs" : "bfs";
  return options->aim == BEELINE_AIM_FIRST ? "greedy" : "astar";
}

static const char *default_estimate(const beeline_options *options, const search_method *method) {
  return options->aim == BEELINE_AIM_FASTEST || !method->uses_estimate ? heuristic_zero.name
         : method->is_optimal                                          ? "hl"
                                                                       : "ff";
}

static bool choose_both(diags *d, const beeline_options *options, check_engine *out) {
  const char *method = options->search, *estimate = options->heuristic;
  if (estimate && strcmp(estimate, "none") == 0)
    estimate = heuristic_zero.name;
  out->is_fastest = options->aim == BEELINE_AIM_FASTEST;
  bool is_by_cost = out->cost || out->is_fastest;
  out->is_auto = is_auto(method) && is_auto(estimate) && options->aim != BEELINE_AIM_CENSUS && !is_by_cost;
  if (is_auto(method) && is_by_cost)
    method = search_dijkstra.name;
  else if (is_auto(method))
    method = default_search(options, is_auto(estimate) ? heuristic_zero.name : estimate);
  if (!choose_method(d, method, out))
    return false;
  return choose_heuristics(d, is_auto(estimate) ? default_estimate(options, out->method) : estimate, out);
}

bool check_choose_engine(diags *d, const network *n, const beeline_options *options, check_engine *out) {
  *out = (check_engine){.store = &store_hash};
  if (!choose_cost(d, options, out) || !choose_both(d, options, out))
    return false;
  if (!is_auto(options->store))
    out->store = find(d, "store", (const void *const *)store_kinds, options->store, strlen(options->store));
  if (!choose_reduction(d, n, options, out))
    return false;
  out->is_reduction_free = is_auto(options->reduce);
  return out->store && is_cost_honoured(d, options, out) && is_fastest_honoured(d, n, options, out) &&
         is_honoured(d, options, out);
}

static bool is_one_of(const char *name, const char *a, const char *b) {
  return strcmp(name, a) == 0 || strcmp(name, b) == 0;
}

bool check_choose_shortening(diags *d, const beeline_options *options, check_engine *out) {
  const char *estimate = is_auto(options->heuristic) ? "fsm" : options->heuristic;
  *out = (check_engine){.store = &store_hash, .is_auto = is_auto(options->heuristic)};
  if (!choose_method(d, is_auto(options->search) ? "astar" : options->search, out) ||
      !choose_heuristics(d, estimate, out))
    return false;
  if (out->heuristic_count != 1 || !is_one_of(out->heuristics[0]->name, "fsm", "hamming"))
    return usage(d, NULL,
                 arena_printf(d->memory, "heuristic '%s' is not directed at a trace: hamming and fsm are", estimate));
  if (!out->method->uses_estimate)
    return usage(d, NULL,
                 arena_printf(d->memory, "search '%s' uses no estimate, so it cannot be directed at a trace",
                              out->method->name));
  return true;
}
