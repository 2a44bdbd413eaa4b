#include "check/choice.h"

#include <assert.h>
#include <string.h>

static bool usage(diags *d, const char *hint, const char *message) {
  diag_add(d, DIAG_ERROR, (place){0}, hint, "%s", message);
  return false;
}

static bool is_auto(const char *name) { return !name || strcmp(name, "auto") == 0; }

static const char *name_in(arena *memory, const char *list, const char *name) {
  return arena_printf(memory, "%s%s%s", list, *list ? ", " : "", name);
}

static bool is_named(const char *name, const char *text, size_t length) {
  return strlen(name) == length && strncmp(name, text, length) == 0;
}

static bool not_found(diags *d, const char *what, const char *text, size_t length, const char *available) {
  return usage(d, arena_printf(d->memory, "available: %s", available),
               arena_printf(d->memory, "there is no %s '%.*s'", what, (int)length, text));
}

// The tables hold pointers to structs that all begin with their name.
typedef struct {
  const char *name;
} named;

static const void *find(diags *d, const char *what, const void *const *table, const char *text, size_t length) {
  const char *available = "";
  for (uint32_t i = 0; table[i]; i++) {
    const char *name = ((const named *)table[i])->name;
    if (is_named(name, text, length))
      return table[i];
    available = name_in(d->memory, available, name);
  }
  not_found(d, what, text, length, available);
  return NULL;
}

static const check_engine *find_engine(diags *d, const char *text, size_t length) {
  const char *available = "";
  for (const check_engine *e = check_engines; e->name; e++) {
    if (is_named(check_engine_name(e), text, length))
      return e;
    available = name_in(d->memory, available, check_engine_name(e));
  }
  not_found(d, "search", text, length, available);
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

static bool choose_method(diags *d, const char *text, check_choice *out) {
  size_t length = strcspn(text, ":");
  out->engine = find_engine(d, text, length);
  if (!out->engine)
    return false;
  out->method = out->engine->method;
  if (!out->method)
    return !text[length] ||
           usage(d, NULL,
                 arena_printf(d->memory, "search '%s' has no options of its own", check_engine_name(out->engine)));
  return read_keys(d, "search", out->method->name, out->method->keys, text + length, &out->method_keys);
}

// Does the first estimate of "NAME[:...]+NAME[:...]..." take an expression? That is all the rest: it may contain a
// plus.
static bool takes_rest(const char *text) {
  for (uint32_t i = 0; check_heuristics[i]; i++)
    if (check_heuristics[i]->takes_term && is_named(check_heuristics[i]->name, text, strcspn(text, ":+")))
      return true;
  return false;
}

bool check_takes_term(const char *text, size_t length) {
  for (size_t at = 0; at < length; at += 1 + strcspn(text + at, "+"))
    if (takes_rest(text + at))
      return true;
  return false;
}

// Keys may stand before an expression: "KEY=VALUE,EXPR". A comparison, as in KEY==VALUE, is part of the expression.
static size_t keys_length(const option_key *table, const char *text) {
  size_t length = 0;
  for (const option_key *k = table; k && k->name; k++) {
    size_t name = strlen(k->name);
    if (strncmp(text, k->name, name) == 0 && text[name] == '=' && text[name + 1] != '=')
      length = strcspn(text, ",");
  }
  return length;
}

// Reads ":KEY=VALUE,EXPR", where the keys may be left out.
static bool choose_term(diags *d, const heuristic_kind *kind, const char *text, check_choice *out) {
  uint32_t number = out->heuristic_count;
  const char *term = *text ? text + 1 : text;
  size_t length = keys_length(kind->keys, term);
  if (!read_keys(d, "heuristic", kind->name, kind->keys, arena_printf(d->memory, ":%.*s", (int)length, term),
                 &out->heuristic_keys[number]))
    return false;
  term += length + (term[length] == ',' && length);
  out->heuristic_texts[number] = arena_string(d->memory, term);
  if (term[strspn(term, " ")])
    return true;
  return usage(d, arena_printf(d->memory, "use %s:EXPR, as in --heuristic '%s:10 - x'", kind->name, kind->name),
               arena_printf(d->memory, "heuristic '%s' needs an expression", kind->name));
}

// "NAME[:...]", or several with + between them.
static bool choose_heuristics(diags *d, const char *text, check_choice *out) {
  for (out->heuristic_count = 0; *text; out->heuristic_count++) {
    const char *one =
        arena_printf(d->memory, "%.*s", takes_rest(text) ? (int)strlen(text) : (int)strcspn(text, "+"), text);
    size_t length = strcspn(one, ":");
    if (out->heuristic_count == CHOICE_MOST_ESTIMATES)
      return usage(d, NULL, arena_printf(d->memory, "too many heuristics (the limit is %d)", CHOICE_MOST_ESTIMATES));
    const heuristic_kind *kind = find(d, "heuristic", (const void *const *)check_heuristics, one, length);
    if (!kind || !(kind->takes_term ? choose_term(d, kind, one + length, out)
                                    : read_keys(d, "heuristic", kind->name, kind->keys, one + length,
                                                &out->heuristic_keys[out->heuristic_count])))
      return false;
    out->heuristics[out->heuristic_count] = kind;
    text += strlen(one) + (text[strlen(one)] == '+');
  }
  return true;
}

// Does the user say that the estimate is admissible?
static bool is_trusted(const check_choice *choice, uint32_t i) {
  return choice->heuristics[i]->takes_term && choice->heuristic_keys[i].value[0] != 0;
}

const char *check_choice_assumes(const check_choice *choice, arena *memory) {
  for (uint32_t i = 0; i < choice->heuristic_count; i++)
    if (is_trusted(choice, i))
      return arena_printf(memory, "the estimate '%s' is admissible", choice->heuristic_texts[i]);
  return NULL;
}

// One name of a list: a reduction of the space, or of the network.
static bool add_reduction(diags *d, const char *name, size_t length, check_choice *out) {
  const char *available = "";
  for (uint32_t i = 0; check_reductions[i]; i++) {
    if (is_named(check_reductions[i]->name, name, length)) {
      const space_reduction *before = out->reduction;
      out->reduction = check_reductions[i];
      return !before || before == out->reduction ||
             usage(d, "name one of the two",
                   arena_printf(d->memory, "reductions '%s' and '%s' cannot be combined", before->name,
                                out->reduction->name));
    }
    available = name_in(d->memory, available, check_reductions[i]->name);
  }
  for (uint32_t i = 0; check_cuts[i]; i++) {
    if (is_named(check_cuts[i]->name, name, length)) {
      out->cuts |= 1u << i;
      return true;
    }
    available = name_in(d->memory, available, check_cuts[i]->name);
  }
  return not_found(d, "reduction", name, length, available);
}

static bool choose_reduction(diags *d, const network *n, const beeline_options *options, check_choice *out) {
  out->is_reduction_free = is_auto(options->reduce);
  if (out->is_reduction_free) {
    bool is_useful = options->aim == BEELINE_AIM_FIRST && !out->cost && !n->is_timed;
    out->reduction = is_useful ? CHECK_REDUCTION(por) : NULL;
    return true;
  }
  if (strcmp(options->reduce, "none") == 0)
    return true;
  for (const char *at = options->reduce;; at++) {
    size_t length = strcspn(at, ",");
    if (!add_reduction(d, at, length, out))
      return false;
    at += length;
    if (!*at)
      return true;
  }
}

static bool choose_cost(diags *d, const beeline_options *options, check_choice *out) {
  char why[400];
  const char *name = options->cost ? options->cost : cost_algebras[0]->name;
  const cost_scale *scale = &out->costs.scale;
  if (!cost_read(name, &out->costs.scale, why, sizeof why))
    return usage(d, "see `beeline list costs`", why);
  bool is_plain = scale->count == 1 && scale->part[0] == cost_algebras[0] && !options->weights;
  out->cost = is_plain ? NULL : arena_string(d->memory, name);
  return true;
}

// Defaults for the half (search or estimate) that was not named. `auto` is chosen only if neither was.
static const char *default_search(const beeline_options *options, const char *estimate) {
  if (options->aim == BEELINE_AIM_CENSUS || strcmp(estimate, heuristic_zero.name) == 0)
    return options->aim == BEELINE_AIM_FIRST ? "dfs" : "bfs";
  return options->aim == BEELINE_AIM_FIRST ? "greedy" : "astar";
}

static const char *default_estimate(const beeline_options *options, const check_choice *choice) {
  const search_method *method = choice->method;
  bool uses_estimate = method && method->uses_estimate && !method->only_orders && options->aim != BEELINE_AIM_FASTEST;
  const heuristic_kind *kind = uses_estimate && method->is_optimal ? &heuristic_hl : &heuristic_ff;
  bool is_ignored = uses_estimate && method->ignores && method->ignores(&choice->method_keys, kind);
  return !uses_estimate || is_ignored ? heuristic_zero.name : kind->name;
}

static bool choose_both(diags *d, const beeline_options *options, check_choice *out) {
  const char *method = options->search, *estimate = options->heuristic;
  if (estimate && strcmp(estimate, "none") == 0)
    estimate = heuristic_zero.name;
  out->is_fastest = options->aim == BEELINE_AIM_FASTEST;
  bool is_by_cost = out->cost || out->is_fastest;
  bool by_plan = is_auto(method) && is_auto(estimate) && options->aim != BEELINE_AIM_CENSUS && !is_by_cost;
  if (is_auto(method) && is_by_cost)
    method = "dijkstra";
  else if (is_auto(method))
    method = default_search(options, is_auto(estimate) ? heuristic_zero.name : estimate);
  if (!choose_method(d, method, out) ||
      !choose_heuristics(d, is_auto(estimate) ? default_estimate(options, out) : estimate, out))
    return false;
  if (by_plan)
    out->engine = &check_engines[0];
  return true;
}

static unsigned needs_of_options(const network *n, const beeline_options *options, const check_choice *choice) {
  unsigned needs = n->is_timed ? CHECK_NEED(TIMED) : CHECK_NEED(UNTIMED);
  if (options->aim == BEELINE_AIM_SHORTEST)
    needs |= CHECK_NEED(SHORTEST);
  if (options->aim == BEELINE_AIM_FASTEST)
    needs |= CHECK_NEED(FASTEST);
  if (options->aim == BEELINE_AIM_CENSUS)
    needs |= CHECK_NEED(CENSUS);
  if (choice->cost)
    needs |= CHECK_NEED(COST);
  if (choice->heuristic_count > 1)
    needs |= CHECK_NEED(ESTIMATES);
  for (uint32_t i = 0; i < choice->heuristic_count; i++)
    if (choice->heuristics[i] != &heuristic_zero)
      needs |= CHECK_NEED(ESTIMATE);
  if (choice->reduction || choice->cuts)
    needs |= CHECK_NEED(REDUCTION);
  if (choice->reduction && choice->reduction->trim)
    needs |= CHECK_NEED(FREE_STEPS);
  if (options->seed)
    needs |= CHECK_NEED(SEED);
  if (options->fair)
    needs |= CHECK_NEED(FAIR);
  return needs;
}

static bool is_ignored(diags *d, const check_choice *choice, const heuristic_kind *kind) {
  const search_method *method = choice->method;
  const char *why = method->ignores && kind != &heuristic_zero ? method->ignores(&choice->method_keys, kind) : NULL;
  return why &&
         !usage(d, "remove the heuristic, or what makes the search ignore it",
                arena_printf(d->memory, "search '%s' ignores --heuristic %s here: %s", method->name, kind->name, why));
}

// The expression of an estimate may read what is left out.
static bool reads_more(const check_choice *choice) {
  for (uint32_t i = 0; i < choice->heuristic_count; i++)
    if (choice->heuristics[i]->takes_term)
      return true;
  return false;
}

static bool are_cuts_supported(diags *d, const check_choice *choice, unsigned needs,
                               const char *const as_asked[NEED_COUNT]) {
  if (choice->cuts && reads_more(choice))
    return usage(d, "remove one of the two",
                 arena_printf(d->memory,
                              "reduction '%s' does not support heuristics with expressions: they may read "
                              "what it leaves out",
                              check_cuts[__builtin_ctz(choice->cuts)]->name));
  for (uint32_t i = 0; check_cuts[i] && !choice->is_reduction_free; i++)
    if ((choice->cuts >> i & 1) &&
        !check_supports(d, PART_REDUCTION, check_cuts[i]->name, check_cut_supports(check_cuts[i]), needs, as_asked))
      return false;
  return true;
}

// Nothing is ignored silently: what a part does not support is an error that names both.
static bool is_supported(diags *d, const network *n, const check_choice *choice, unsigned needs,
                         const char *const as_asked[NEED_COUNT]) {
  if (!check_supports(d, PART_MODEL, n->file, check_model_supports(n->is_timed), needs, as_asked) ||
      (choice->cost && !check_supports(d, PART_COST, arena_printf(d->memory, "--cost %s", choice->cost),
                                       check_cost_supports(), needs, as_asked)) ||
      (choice->reduction && !choice->is_reduction_free &&
       !check_supports(d, PART_REDUCTION, choice->reduction->name, check_reduction_supports(choice->reduction), needs,
                       as_asked)) ||
      !are_cuts_supported(d, choice, needs, as_asked))
    return false;
  for (uint32_t i = 0; i < choice->heuristic_count && choice->method && choice->method->uses_estimate; i++) {
    const heuristic_kind *kind = choice->heuristics[i];
    unsigned needs_of_it = choice->method->only_prunes ? needs & ~CHECK_NEED(SHORTEST) : needs;
    unsigned supports = check_estimate_supports(kind) | (is_trusted(choice, i) ? CHECK_NEED(SHORTEST) : 0);
    if (!check_supports(d, PART_ESTIMATE, kind->name, supports, needs_of_it, as_asked) || is_ignored(d, choice, kind))
      return false;
  }
  return check_supports(d, PART_ENGINE, check_engine_name(choice->engine), choice->engine->supports, needs, as_asked);
}

static bool refuses_options(diags *d, const network *n, const check_choice *choice, const question *asked) {
  for (uint32_t i = 0; i < choice->heuristic_count; i++) {
    const heuristic_kind *kind = choice->heuristics[i];
    heuristic_setup about = {.m = arena_mem(d->memory), .net = n, .asked = *asked, .keys = choice->heuristic_keys[i]};
    const char *why = kind->refuses ? kind->refuses(d->memory, &about) : NULL;
    if (why)
      return !usage(d, NULL, arena_printf(d->memory, "heuristic '%s': %s", kind->name, why));
  }
  return false;
}

bool check_choice_answers(diags *d, const network *n, const check_choice *choice, const question *asked) {
  const char *as_asked[NEED_COUNT] = {0};
  as_asked[NEED_NEXT] = asked->formula                 ? "formulas with next (X)"
                        : asked->template_ != NET_NONE ? "never claims"
                                                       : NULL;
  if (!is_supported(d, n, choice, check_needs_of(asked), as_asked))
    return false;
  if (refuses_options(d, n, choice, asked))
    return false;
  const search_method *method = choice->method;
  const char *why = method && method->refuses ? method->refuses(&choice->method_keys, asked) : NULL;
  return !why || usage(d, NULL, arena_printf(d->memory, "search '%s': %s", method->name, why));
}

const space_reduction *check_choice_reduction(const check_choice *choice, const question *asked) {
  const space_reduction *r = choice->reduction;
  return r && !(check_needs_of(asked) & ~check_reduction_supports(r)) ? r : NULL;
}

unsigned check_choice_cuts(const check_choice *choice, const question *asked) {
  unsigned cuts = choice->cuts;
  for (uint32_t i = 0; check_cuts[i]; i++)
    if (check_needs_of(asked) & ~check_cut_supports(check_cuts[i]))
      cuts &= ~(1u << i);
  return cuts;
}

static bool is_choice_supported(diags *d, const network *n, const beeline_options *options, const check_choice *out) {
  const char *as_asked[NEED_COUNT] = {0};
  as_asked[NEED_ESTIMATE] = as_asked[NEED_ESTIMATES] = arena_printf(d->memory, "--heuristic %s", options->heuristic);
  as_asked[NEED_COST] = options->cost ? arena_printf(d->memory, "--cost %s", out->cost) : "--weights";
  for (uint32_t i = 0; i < out->heuristic_count; i++)
    if (out->heuristics[i]->needs_known)
      return usage(d, "use it with `beeline shorten`",
                   arena_printf(d->memory, "heuristic '%s' needs a known error state", out->heuristics[i]->name));
  const char *why = options->seed && out->method && out->method->ignores_seed && !choice_is_auto(out)
                        ? out->method->ignores_seed(&out->method_keys)
                        : NULL;
  if (why)
    return usage(d, NULL, arena_printf(d->memory, "search '%s' does not support --seed: %s", out->method->name, why));
  return is_supported(d, n, out, needs_of_options(n, options, out), as_asked);
}

bool check_choose(diags *d, const network *n, const beeline_options *options, check_choice *out) {
  *out = (check_choice){.store = check_stores[0]};
  if (!choose_cost(d, options, out) || !choose_both(d, options, out))
    return false;
  if (!is_auto(options->store))
    out->store = find(d, "store", (const void *const *)check_stores, options->store, strlen(options->store));
  return out->store && choose_reduction(d, n, options, out) && is_choice_supported(d, n, options, out);
}

check_choice check_choice_named(diags *d, const char *method, const char *estimate, const store_kind *kind,
                                const space_reduction *reduction) {
  check_choice choice = {.store = kind, .reduction = reduction};
  bool is_there = choose_method(d, method, &choice) && choose_heuristics(d, estimate, &choice);
  assert(is_there);
  (void)is_there;
  return choice;
}

check_choice check_choice_auto(diags *d, const check_choice *choice) {
  check_choice other = check_choice_named(d, "bfs", heuristic_zero.name, choice->store, choice->reduction);
  other.engine = &check_engines[0];
  other.is_reduction_free = choice->is_reduction_free;
  return other;
}

bool check_choose_shortening(diags *d, const beeline_options *options, check_choice *out) {
  const char *estimate = is_auto(options->heuristic) ? "fsm" : options->heuristic;
  *out = (check_choice){.store = check_stores[0]};
  if (!choose_method(d, is_auto(options->search) ? "astar" : options->search, out) ||
      !choose_heuristics(d, estimate, out))
    return false;
  if (out->heuristic_count != 1 || !out->heuristics[0]->needs_known)
    return usage(d, "use hamming or fsm",
                 arena_printf(d->memory, "heuristic '%s' cannot be used to shorten a trace", estimate));
  if (~out->engine->supports & (CHECK_NEED(STATE) | CHECK_NEED(ESTIMATE)))
    return usage(
        d, "use a search that uses a heuristic, such as astar: see `beeline shorten --help`",
        arena_printf(d->memory, "search '%s' cannot be used to shorten a trace", check_engine_name(out->engine)));
  if (is_auto(options->heuristic))
    out->engine = &check_engines[0];
  return true;
}
