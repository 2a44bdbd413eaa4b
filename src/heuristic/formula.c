// The formula-based estimate h_f (Edelkamp, Mehler, Jabbar: Tutorial on directed model checking, ICAPS 2005): the costs
// of the parts of the goal formula are added up for a conjunction; for a disjunction the least is taken. It assumes
// that a step changes a number by one and that steps neither help nor hinder one another, so it is not admissible. What
// it takes for impossible may still happen in a process that is started later. So such a state gets the greatest
// estimate, FORMULA_MOST, and is not a dead end.
#include "heuristic/formula.h"
#include "facts/facts.h"
#include "heuristic/claim_cost.h"
#include "heuristic/heuristic.h"
#include "heuristic/slots.h"

extern const heuristic_kind heuristic_formula;

enum { FORMULA_MOST = 10000 };

typedef struct {
  uint32_t location;
  const expr *condition; // NULL: the assertion is inside a block, so its condition cannot be evaluated beforehand
} assertion;

typedef struct {
  VEC(uint32_t) blocking; // locations where a process may be blocked
  VEC(assertion) assertions;
} template_facts;

typedef struct {
  heuristic base;
  mem *m;
  question asked;
  facts *own; // NULL = the facts of the setup are used
  const distance_graph *graph;
  distance_rows *rows;
  template_facts *facts; // by template
  // By node: the cost, in a process that is not started yet, of a failed assertion, and of being at a location where it
  // may be blocked and that is not a valid end state.
  uint32_t *fails_later, *stuck_later;
  slots slots; // of the known state, if has_slots
  bool has_slots;
  claim_cost *claim; // NULL = no claim
} formula;

// The costs of being blocked anywhere, and of being blocked at a location that is not a valid end state.
typedef struct {
  uint32_t anywhere, wrong;
} blocked;

static uint32_t block_at(const formula *f, const inspect_context *by, const net_location *at, uint32_t cost,
                         uint32_t enough) {
  for (uint32_t i = 0; i < at->edges.count && cost < enough; i++)
    cost = distance_plus(cost, formula_block_cost(f->rows, by, f->graph->net->edges.at[at->edges.at[i]]));
  return cost;
}

// A timed network has no valid end states.
static void note_blocked(blocked *b, const net_location *at, uint32_t cost, bool is_timed) {
  b->anywhere = formula_least(b->anywhere, cost);
  if (!(at->flags & LOC_END) || is_timed)
    b->wrong = formula_least(b->wrong, cost);
}

static blocked process_blocked(const formula *f, const state_view *state, uint32_t pid) {
  const view_process *p = &state->process[pid];
  const net_template *t = f->graph->net->templates.at[p->template_];
  const template_facts *of = &f->facts[t->index];
  inspect_context by = {.view = state, .pid = (int32_t)pid, .timeout = true};
  blocked b = {DISTANCE_NEVER, DISTANCE_NEVER};
  bool is_timed = f->graph->net->is_timed;
  if (t->provided)
    note_blocked(&b, inspect_location(state, (int32_t)pid), formula_cost(f->rows, &by, t->provided, false), is_timed);
  for (uint32_t i = 0; i < of->blocking.count; i++) {
    const net_location *at = &t->flow.locations.at[of->blocking.at[i]];
    uint32_t enough = at->flags & LOC_END && !is_timed ? b.anywhere : b.wrong; // a greater cost is not the minimum
    uint32_t far = distance_between(f->rows, t->index, p->location, of->blocking.at[i]);
    if (far < enough)
      note_blocked(&b, at, block_at(f, &by, at, far, enough), is_timed);
  }
  return b;
}

static uint32_t later_cost(const formula *f, const uint32_t *by_node, const state_view *state) {
  uint32_t cost = DISTANCE_NEVER;
  for (uint32_t pid = 0; pid < state->processes; pid++)
    cost = formula_least(cost, by_node[slots_node(f->graph, state, pid)]);
  return cost;
}

// All processes are blocked, and at least one is not at a valid end state, or the network's end condition is false. If
// that is impossible for these processes, it may be possible for one that is started while the others go where they are
// blocked.
static uint32_t deadlock_cost(const formula *f, const state_view *state) {
  const expr *end_condition = f->graph->net->end_condition;
  inspect_context globals_only = {.view = state, .pid = NET_NONE, .timeout = true};
  uint32_t sum = 0, more = DISTANCE_NEVER;
  if (end_condition && state->processes > 0)
    more = formula_cost(f->rows, &globals_only, end_condition, false);
  for (uint32_t pid = 0; pid < state->processes && sum < DISTANCE_NEVER; pid++) {
    blocked b = process_blocked(f, state, pid);
    sum = distance_plus(sum, b.anywhere);
    if (b.wrong != DISTANCE_NEVER)
      more = formula_least(more, b.wrong - b.anywhere);
  }
  uint32_t cost = distance_plus(sum, more), later = DISTANCE_NEVER;
  if (cost == DISTANCE_NEVER)
    later = later_cost(f, f->stuck_later, state);
  return cost != DISTANCE_NEVER ? cost : sum != DISTANCE_NEVER && sum > later ? sum : later;
}

// The step that fails counts as well.
static uint32_t assertion_cost(const formula *f, const state_view *state) {
  uint32_t cost = later_cost(f, f->fails_later, state);
  for (uint32_t pid = 0; pid < state->processes; pid++) {
    const view_process *p = &state->process[pid];
    const template_facts *of = &f->facts[p->template_];
    inspect_context by = {.view = state, .pid = (int32_t)pid};
    for (uint32_t i = 0; i < of->assertions.count; i++) {
      const assertion *a = &of->assertions.at[i];
      uint32_t far = distance_plus(distance_between(f->rows, p->template_, p->location, a->location), 1);
      if (far >= cost)
        continue;
      uint32_t fail = a->condition ? formula_cost(f->rows, &by, a->condition, false) : 0;
      cost = formula_least(cost, distance_plus(far, fail));
    }
  }
  return cost;
}

static uint32_t known_cost(const formula *f, const state_view *state) {
  uint32_t sum = 0;
  for (uint32_t pid = 0; pid < f->slots.count && f->has_slots; pid++)
    sum = distance_plus(sum, slots_distance(&f->slots, state, pid));
  return sum;
}

typedef struct {
  const formula *f;
  const state_view *state;
} asking;

static uint32_t literal_cost(void *context, uint32_t literal) {
  const asking *a = context;
  inspect_context globals_only = {.view = a->state, .pid = NET_NONE};
  const expr *atom = a->f->asked.claim->atoms.at[claim_atom(literal)];
  return formula_cost(a->f->rows, &globals_only, atom, !claim_is_negated(literal));
}

static uint32_t estimate(heuristic *h, const state_view *state) {
  const formula *f = (const formula *)h;
  const question *asked = &f->asked;
  bool has_condition = question_seeks_condition(asked) && asked->condition;
  bool has_deadlocks = question_seeks_deadlock(asked), has_assertions = asked->errors & ERROR_ASSERTION;
  inspect_context globals_only = {.view = state, .pid = NET_NONE};
  uint32_t cost = DISTANCE_NEVER;
  if (asked->kind == QUESTION_STATE)
    return formula_least(known_cost(f, state), FORMULA_MOST);
  if (!has_deadlocks && !has_assertions && !has_condition && !f->claim)
    return 0; // no formula
  if (has_deadlocks)
    cost = deadlock_cost(f, state);
  if (has_assertions)
    cost = formula_least(cost, assertion_cost(f, state));
  if (has_condition)
    cost = formula_least(cost, formula_cost(f->rows, &globals_only, asked->condition, question_sought(asked)));
  asking a = {.f = f, .state = state};
  if (f->claim)
    cost = formula_least(cost, claim_cost_from(f->claim, state->claim, CLAIM_COST_SUM, literal_cost, &a));
  return formula_least(cost, FORMULA_MOST);
}

typedef struct {
  formula *f;
  const net_edge *edge;
  uint32_t template_;
} site;

static void note_block_assertion(const net_stmt *s, void *context) {
  const site *at = context;
  if (s->kind == STMT_ASSERT)
    vec_push(at->f->m, &at->f->facts[at->template_].assertions, ((assertion){at->edge->from, NULL}));
}

static void note_edge(formula *f, uint32_t template_, const net_edge *e) {
  site at = {f, e, template_};
  for (const net_stmt *s = e->effect; s; s = s->next) {
    net_stmt alone = *s;
    alone.next = NULL;
    if (s->kind == STMT_ASSERT)
      vec_push(f->m, &f->facts[template_].assertions, ((assertion){e->from, s->value}));
    else if (s->kind == STMT_BLOCK)
      distance_walk(f->graph->net, &alone, note_block_assertion, &at);
  }
}

static void note_template(formula *f, const risk_places *places, const net_template *t) {
  for (uint32_t l = 0; l < t->flow.locations.count; l++) {
    const net_location *at = &t->flow.locations.at[l];
    if (risk_of_blocking(f->graph->net, places, t, l))
      vec_push(f->m, &f->facts[t->index].blocking, l);
    for (uint32_t i = 0; i < at->edges.count; i++)
      note_edge(f, t->index, f->graph->net->edges.at[at->edges.at[i]]);
  }
}

// By node: the distance of the starting process to the start, the start, and the distance of the new process to a
// target, perhaps that of another one which it starts.
static uint32_t *through_start(const formula *f, const bool *is_target) {
  const distance_graph *g = f->graph;
  uint32_t *after = distance_to(f->m, g, is_target, DISTANCE_STARTS);
  uint32_t *cost = mem_alloc(f->m, sizeof *cost * (g->nodes + 1));
  bool *starts = mem_alloc(f->m, g->nodes);
  for (uint32_t node = 0; node < g->nodes; node++)
    cost[node] = DISTANCE_NEVER;
  for (uint32_t i = 0; i < g->starts.count; i++) {
    starts[g->starts.at[i].from] = true;
    uint32_t *before = distance_to(f->m, g, starts, DISTANCE_ALONE);
    starts[g->starts.at[i].from] = false;
    uint32_t rest = distance_plus(after[g->starts.at[i].to], 1);
    for (uint32_t node = 0; node < g->nodes; node++)
      cost[node] = formula_least(cost[node], distance_plus(before[node], rest));
    mem_free(f->m, before);
  }
  mem_free(f->m, starts);
  mem_free(f->m, after);
  return cost;
}

// The conditions of assertions and the guards of edges are ignored, as the values of their variables are not known.
static void prepare_starts(formula *f) {
  const distance_graph *g = f->graph;
  bool *fails = mem_alloc(f->m, g->nodes), *blocks = mem_alloc(f->m, g->nodes);
  for (uint32_t t = 0; t < g->net->templates.count; t++) {
    const net_flow *flow = &g->net->templates.at[t]->flow;
    for (uint32_t i = 0; i < f->facts[t].assertions.count; i++)
      fails[distance_node(g, t, f->facts[t].assertions.at[i].location)] = true;
    for (uint32_t i = 0; i < f->facts[t].blocking.count; i++) {
      uint32_t l = f->facts[t].blocking.at[i];
      blocks[distance_node(g, t, l)] = !(flow->locations.at[l].flags & LOC_END) || g->net->is_timed;
    }
  }
  f->fails_later = through_start(f, fails);
  f->stuck_later = through_start(f, blocks);
  for (uint32_t node = 0; node < g->nodes; node++) // the step that fails counts as well
    f->fails_later[node] = distance_plus(f->fails_later[node], 1);
  mem_free(f->m, fails);
  mem_free(f->m, blocks);
}

static void close_formula(heuristic *h) {
  formula *f = (formula *)h;
  for (uint32_t t = 0; t < f->graph->net->templates.count; t++) {
    vec_free(f->m, &f->facts[t].blocking);
    vec_free(f->m, &f->facts[t].assertions);
  }
  if (f->has_slots)
    slots_close(&f->slots);
  claim_cost_close(f->claim);
  mem_free(f->m, f->facts);
  mem_free(f->m, f->fails_later);
  mem_free(f->m, f->stuck_later);
  distance_rows_close(f->rows);
  mem_free(f->m, f->rows);
  if (f->own)
    facts_close(f->own);
  mem_free(f->m, f);
}

static heuristic *open_formula(const heuristic_setup *setup) {
  formula *f = mem_alloc(setup->m, sizeof *f);
  f->m = setup->m;
  f->asked = setup->asked;
  f->base = (heuristic){.kind = &heuristic_formula, .is_safe = true, .estimate = estimate, .close = close_formula};
  f->own = setup->facts ? NULL : facts_open(f->m, setup->net);
  facts *known = f->own ? f->own : setup->facts;
  f->graph = facts_distances(known);
  f->rows = mem_alloc(f->m, sizeof *f->rows);
  distance_rows_open(f->rows, f->m, f->graph);
  f->facts = mem_alloc(f->m, sizeof *f->facts * (setup->net->templates.count + 1));
  for (uint32_t t = 0; t < setup->net->templates.count; t++)
    note_template(f, facts_places(known), setup->net->templates.at[t]);
  prepare_starts(f);
  if (setup->asked.claim && setup->asked.kind != QUESTION_STATE)
    f->claim = claim_cost_open(f->m, &f->asked);
  f->has_slots = setup->asked.kind == QUESTION_STATE && setup->known;
  if (f->has_slots)
    slots_open(&f->slots, f->m, f->graph, setup->known);
  return &f->base;
}

const heuristic_kind heuristic_formula = {
    .name = "formula",
    .summary = "formula-based estimate (h_f): costs of the parts of the goal formula, added up",
    .is_safe = true,
    .open = open_formula,
};
