#include "cli/names.h"

#include "abstraction/pattern.h"
#include "check/choice.h"
#include "check/languages.h"
#include "cli/options.h"
#include "trace/writer.h"
#include <string.h>

static bool search_at(uint32_t index, cli_name *out) {
  const check_engine *e = &check_engines[index];
  const search_method *m = e->method;
  *out = (cli_name){.name = check_engine_name(e), .summary = m ? m->summary : e->summary};
  if (m) {
    *out = (cli_name){.name = m->name,
                      .summary = m->summary,
                      .traits = {{"complete", m->is_complete},
                                 {"shortest", m->is_optimal},
                                 {"directed", m->uses_estimate},
                                 {"for cycles", e->supports & CHECK_NEED(CYCLE)}},
                      .keys = m->keys,
                      .verbs = VERB_CHECK | VERB_COMPARE |
                               (m->uses_estimate && e->supports & CHECK_NEED(STATE) ? VERB_SHORTEN : 0)};
  }
  return e->name;
}

static bool heuristic_at(uint32_t index, cli_name *out) {
  const heuristic_kind *h = check_heuristics[index];
  if (h)
    *out = (cli_name){
        .name = h->name,
        .summary = h->summary,
        .traits = {{"admissible", h->is_admissible},
                   {"consistent", h->is_consistent},
                   {"safe", h->is_safe},
                   {"for shorten", h->needs_known},
                   {"takes EXPR", h->takes_term}},
        .keys = h->keys,
        .verbs = h->needs_known ? VERB_SHORTEN : VERB_CHECK | VERB_COMPARE,
    };
  return h;
}

static bool store_at(uint32_t index, cli_name *out) {
  const store_kind *k = check_stores[index];
  if (k)
    *out = (cli_name){.name = k->name, .summary = k->summary, .traits = {{"exact", k->is_exact}}};
  return k;
}

// Reductions of the space, then those of the network, which are all exact.
static bool reduction_at(uint32_t index, cli_name *out) {
  uint32_t of_space = 0;
  while (check_reductions[of_space])
    of_space++;
  const space_reduction *r = index < of_space ? check_reductions[index] : NULL;
  const reduce_kind *cut = r ? NULL : check_cuts[index - of_space];
  if (r)
    *out = (cli_name){.name = r->name,
                      .summary = r->summary,
                      .traits = {{"exact", r->is_exact}, {"keeps lengths", r->keeps_lengths}}};
  if (cut)
    *out = (cli_name){
        .name = cut->name, .summary = cut->summary, .traits = {{"exact", true}, {"keeps lengths", cut->keeps_lengths}}};
  return r || cut;
}

static bool cost_at(uint32_t index, cli_name *out) {
  const cost_algebra *a = cost_algebras[index];
  if (a)
    *out = (cli_name){.name = a->name, .summary = a->summary, .traits = {{"first of lex", a->is_strict}}};
  return a;
}

static bool language_at(uint32_t index, cli_name *out) {
  const check_language *l = check_languages[index];
  if (l)
    *out = (cli_name){.name = l->name, .summary = l->summary, .ending = l->endings};
  return l;
}

static bool format_at(uint32_t index, cli_name *out) {
  const trace_writer *w = trace_writers[index];
  if (w)
    *out = (cli_name){.name = w->name,
                      .summary = w->summary,
                      .ending = w->extension,
                      .traits = {{"timed", w->shows & TRACE_TIMES},
                                 {"untimed", w->shows & TRACE_UNTIMED},
                                 {"loops", w->shows & TRACE_LOOPS}}};
  return w;
}

static bool pattern_at(uint32_t index, cli_name *out) {
  const pattern_method *p = pattern_methods[index];
  if (p)
    *out = (cli_name){.name = p->name, .summary = p->summary, .keys = p->keys};
  return p;
}

const cli_kind cli_kinds[] = {
    {"searches", "search", search_at}, {"heuristics", "heuristic", heuristic_at},
    {"stores", "store", store_at},     {"reductions", "reduction", reduction_at},
    {"costs", "cost", cost_at},        {"languages", "language", language_at},
    {"formats", "format", format_at},  {"patterns", "pattern", pattern_at},
};
const uint32_t cli_kind_count = sizeof cli_kinds / sizeof *cli_kinds;

const cli_kind *cli_kind_named(const char *name) {
  for (uint32_t i = 0; i < cli_kind_count; i++)
    if (strcmp(cli_kinds[i].name, name) == 0 || strcmp(cli_kinds[i].singular, name) == 0)
      return &cli_kinds[i];
  return NULL;
}
