// Patterns that are found by trying: from what the question reads, the abstraction grows until it is good enough.
//
// cegar (counterexample-guided abstraction refinement: Clarke, Grumberg, Jha, Lu, Veith, 2000): the nearest abstract
// error is followed in the model. Where that fails, what is responsible is kept from then on, until the error is real
// or there is none.
//
// grow: among what the steps to the nearest abstract error read and the abstraction leaves out, the symbol is kept that
// makes the distance of the error greatest.
#include "abstraction/pattern_internal.h"
#include "abstraction/probe.h"
#include <string.h>

static void unite(const bool *more, bool *flags, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    flags[i] |= more[i];
}

static pattern_set copy_of(const pattern_setup *setup, const pattern_set *set) {
  pattern_set out = pattern_set_new(setup->memory, setup->net);
  unite(set->vars, out.vars, setup->net->vars.count);
  unite(set->clocks, out.clocks, setup->net->clocks.count);
  unite(set->templates, out.templates, setup->net->templates.count);
  return out;
}

static uint32_t count_of(const pattern_setup *setup, const pattern_set *set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < setup->net->vars.count; i++)
    count += set->vars[i];
  for (uint32_t i = 0; i < setup->net->clocks.count; i++)
    count += set->clocks[i];
  for (uint32_t i = 0; i < setup->net->templates.count; i++)
    count += set->templates[i];
  return count;
}

typedef struct {
  pattern_set *kept;
  bool calls;
} value_reader;

static void note_read(const expr *e, void *context) {
  value_reader *r = context;
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    r->kept->vars[e->var->index] = true;
  r->calls |= e->op == EXPR_CALL;
}

// Marks what a value of the edge's effect is computed from.
static void mark_value(const pattern_setup *setup, const net_edge *e, const expr *value, pattern_set *kept) {
  value_reader r = {.kept = kept};
  expr_walk(value, note_read, &r);
  if (r.calls) // the function may read more
    pattern_mark(kept, access_of_edge(facts_accesses(setup->facts), e->id)->reads);
}

static void support_edge(const pattern_setup *setup, const net_edge *e, pattern_set *kept) {
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->target && kept->vars[s->target->var->index]) {
      mark_value(setup, e, s->target, kept);
      mark_value(setup, e, s->value, kept);
    }
  bool binds = false;
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    binds |= e->sync.patterns.at[i].kind == PATTERN_BIND && kept->vars[e->sync.patterns.at[i].value->var->index];
  for (uint32_t i = 0; binds && i < setup->net->edges.count; i++) // what it may receive
    for (uint32_t k = 0; k < setup->net->edges.at[i]->sync.fields.count; k++)
      mark_value(setup, setup->net->edges.at[i], setup->net->edges.at[i]->sync.fields.at[k], kept);
  for (const net_stmt *s = e->effect; s; s = s->next)
    for (uint32_t i = 0; s->kind == STMT_RUN && i < s->args.count; i++)
      if (kept->vars[setup->net->templates.at[s->template_]->vars.at[i]])
        mark_value(setup, e, s->args.at[i], kept);
}

// A variable cannot be kept without those that its values are computed from, nor a local one without its automaton.
static void support(const pattern_setup *setup, pattern_set *kept) {
  const network *net = setup->net;
  for (uint32_t before = 0, now = count_of(setup, kept); before != now; now = count_of(setup, kept)) {
    before = now;
    for (uint32_t i = 0; i < net->edges.count; i++)
      support_edge(setup, net->edges.at[i], kept);
    for (uint32_t i = 0; i < net->vars.count; i++)
      if (kept->vars[i] && net->vars.at[i]->template_ != NET_NONE)
        kept->templates[net->vars.at[i]->template_] = true;
  }
}

static pattern_set left_out_by(const pattern_setup *setup, pattern_set *kept) {
  support(setup, kept);
  pattern_set out = pattern_set_without(setup->memory, setup->net, kept);
  memset(out.channels, false, setup->net->channels.count); // nobody is to blame for them, so they all stay
  pattern_keep_channels(setup->memory, setup->net, &out);
  return out;
}

static const char *choose_cegar(const pattern_setup *setup, pattern_set *out) {
  pattern_set kept = pattern_goal_symbols(setup);
  *out = left_out_by(setup, &kept);
  for (uint64_t left = setup->budget;;) {
    probe p;
    uint32_t before = count_of(setup, &kept);
    pattern_set next = left_out_by(setup, &kept);
    const char *why = probe_open(&p, setup, &next, left);
    if (why)
      return why;
    bool is_over = p.result != PROBE_ERROR || probe_follow(&p, setup, &kept);
    bool is_cut = p.result == PROBE_CUT; // the one before was small enough
    left -= p.states < left ? p.states : left;
    probe_close(&p, setup->m);
    if (!is_cut)
      *out = next;
    if (is_over || !left || count_of(setup, &kept) == before)
      return NULL;
  }
}

// Keeps one symbol more. Returns false if there is none with this number.
static bool add_one(const pattern_setup *setup, const pattern_set *wanted, uint32_t number, pattern_set *kept) {
  bool *of[] = {kept->vars, kept->clocks, kept->templates};
  const bool *from[] = {wanted->vars, wanted->clocks, wanted->templates};
  uint32_t counts[] = {setup->net->vars.count, setup->net->clocks.count, setup->net->templates.count};
  for (uint32_t kind = 0; kind < 3; kind++)
    for (uint32_t i = 0; i < counts[kind]; i++)
      if (from[kind][i] && !of[kind][i] && number-- == 0)
        return of[kind][i] = true;
  return false;
}

typedef struct {
  pattern_set kept, left_out;
  uint32_t cost;
  uint64_t states;
  bool is_there, is_over;
} candidate;

static void try_candidate(const pattern_setup *setup, pattern_set *kept, uint64_t *left, candidate *best) {
  probe p;
  candidate c = {.kept = *kept, .left_out = left_out_by(setup, kept)};
  if (probe_open(&p, setup, &c.left_out, *left))
    return;
  *left -= p.states < *left ? p.states : *left;
  c.cost = p.result == PROBE_NONE ? UINT32_MAX : p.cost;
  c.states = p.states;
  c.is_over = p.result == PROBE_NONE;
  c.is_there = p.result != PROBE_CUT;
  probe_close(&p, setup->m);
  if (c.is_there && (!best->is_there || c.cost > best->cost || (c.cost == best->cost && c.states < best->states)))
    *best = c;
}

static const char *choose_grow(const pattern_setup *setup, pattern_set *out) {
  pattern_set kept = pattern_goal_symbols(setup);
  *out = left_out_by(setup, &kept);
  for (uint64_t left = setup->budget; left;) {
    probe p;
    candidate best = {0};
    pattern_set wanted = copy_of(setup, &kept);
    const char *why = probe_open(&p, setup, out, left);
    if (why)
      return why;
    left -= p.states < left ? p.states : left;
    bool is_over = p.result != PROBE_ERROR || probe_follow_all(&p, setup, &wanted);
    probe_close(&p, setup->m);
    pattern_set more = copy_of(setup, &kept);
    for (uint32_t i = 0; !is_over && left && add_one(setup, &wanted, i, &more); i++, more = copy_of(setup, &kept))
      try_candidate(setup, &more, &left, &best);
    if (!best.is_there)
      return NULL;
    kept = best.kept;
    *out = best.left_out;
    if (best.is_over)
      return NULL;
  }
  return NULL;
}

static const option_key keys[] = {
    {.name = "states",
     .summary = "abstract states that are explored to find it",
     .least = 1,
     .most = 1e9,
     .usual = 1e5},
    {0},
};

static void set(pattern_setup *setup, const key_values *given) { setup->budget = (uint64_t)given->value[0]; }

const pattern_method pattern_cegar = {
    .name = "cegar",
    .summary = "refined until the nearest abstract error is real, or there is none",
    .keys = keys,
    .set = set,
    .choose = choose_cegar,
};

const pattern_method pattern_grow = {
    .name = "grow",
    .summary = "grown by what makes the distance of the nearest abstract error greatest",
    .keys = keys,
    .set = set,
    .choose = choose_grow,
};
