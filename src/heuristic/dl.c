// d^L and d^U (Wehrle, Helmert: The causal graph revisited for directed model checking, 2009, section 3): for each
// process, the graph distance in its own automaton to the nearest location where the goal is possible. d^L is the
// maximum over the processes that the goal requires, d^U the sum.
//
// There are several kinds of errors, and the estimate is the minimum over them:
//  - a run-time error or failed assertion: a process, perhaps one not started yet, takes an edge that may fail;
//  - too many processes or channels: the number that one step can add is bounded;
//  - a deadlock: every process is at a location where it may be blocked, or has died;
//  - the condition has the value searched for (need.h). If the question names a state, the estimate is the distance to
//    that state (slots.h);
//  - the claim accepts (claim_cost.h). A way through its states costs as much as its most expensive literal. That is
//    consistent: a move that the claim makes has a label that holds, so the way from the state before is no dearer. For
//    d^U the literals of a way are added up, which is no lower bound.
//
// Each of these is consistent. A step costs one for each process that moves in it, and moves a process along one edge
// or ends it. So the distance of a process drops by no more than its own move adds to the cost. The sum over all
// processes is therefore consistent for deadlocks and for a given state: other processes cannot shorten the distance of
// a process, the step in which a process dies is counted, and a started process only adds to the sum. For a condition
// the sum is consistent only if need_adds_up(); and no sum is unless distance_adds_up().
#include "facts/facts.h"
#include "heuristic/claim_cost.h"
#include "heuristic/heuristic.h"
#include "heuristic/inspect.h"
#include "heuristic/need.h"
#include "heuristic/slots.h"

#include <string.h>

extern const heuristic_kind heuristic_du;

extern const heuristic_kind heuristic_dl;

typedef struct {
  heuristic base;
  mem *m;
  bool is_sum;
  question asked;
  facts *own; // NULL = the facts of the setup are used
  const distance_graph *graph;
  arena *memory;
  const uint32_t *to_fault, *to_stuck; // see facts.h; to_stuck is NULL unless deadlocks are searched for
  risk_growth growth;                  // by one edge
  const need *need;                    // NULL = no condition
  claim_cost *claim;                   // NULL = no claim
  const need **literals;               // of the claim
  bool *may_fault;                     // by atom of the claim: its evaluation
  slots slots;                         // of the known state, if has_slots
  uint32_t known;                      // number of its processes
  bool has_slots;
} reach;

static uint32_t both(const reach *r, uint32_t a, uint32_t b) { return r->is_sum ? distance_plus(a, b) : a > b ? a : b; }
static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Steps until the limit is exceeded, if each step adds at most `growth`.
static uint32_t to_excess(uint32_t now, uint32_t limit, uint32_t growth) {
  return growth ? (limit - now) / growth + 1 : DISTANCE_NEVER;
}

static uint32_t fault_cost(const reach *r, const state_view *state) {
  uint32_t cost = least(to_excess(state->processes, NET_MAX_PROCESSES, r->growth.processes),
                        to_excess(state->channels, NET_MAX_CHANNELS, r->growth.channels));
  for (uint32_t pid = 0; pid < state->processes; pid++)
    cost = least(cost, r->to_fault[slots_node(r->graph, state, pid)]);
  return cost;
}

static uint32_t stuck_cost(const reach *r, const state_view *state) {
  uint32_t cost = 0;
  for (uint32_t pid = 0; pid < state->processes; pid++)
    cost = both(r, cost, r->to_stuck[slots_node(r->graph, state, pid)]);
  return cost;
}

static uint32_t known_cost(const reach *r, const state_view *state) {
  const question *q = &r->asked;
  bool is_it = state->size == q->target_size && memcmp(state->bytes, q->target, state->size) == 0;
  uint32_t cost = 0, count = state->processes > r->known ? state->processes : r->known;
  for (uint32_t pid = 0; pid < count && r->has_slots; pid++)
    cost = both(r, cost, slots_distance(&r->slots, state, pid));
  // A timed state may be included in another, and a claim may move alone, which costs nothing.
  return cost == 0 && !is_it && !r->graph->net->is_timed && !q->claim ? 1 : cost;
}

typedef struct {
  const reach *r;
  const state_view *state;
} asking;

static uint32_t literal_cost(void *context, uint32_t literal) {
  const asking *a = context;
  return need_cost(a->r->literals[literal], a->r->graph, a->state, a->r->is_sum);
}

// The claim accepts, or a fault happens while an atom is evaluated.
static uint32_t claim_cost_of(const reach *r, const state_view *state) {
  asking a = {.r = r, .state = state};
  claim_cost_mode mode = r->is_sum ? CLAIM_COST_SUM : CLAIM_COST_MAX;
  uint32_t cost = claim_cost_from(r->claim, state->claim, mode, literal_cost, &a);
  for (uint32_t i = 0; i < r->asked.claim->atoms.count && cost > 0; i++) {
    inspect_context l = {.view = state, .pid = NET_NONE};
    if (!r->may_fault[i])
      continue;
    inspect_value(&l, r->asked.claim->atoms.at[i]);
    cost = least(cost, l.fault == FAULT_NONE);
  }
  return cost;
}

static bool is_goal_known(const reach *r) {
  return r->claim || ((r->asked.kind == QUESTION_ERROR || r->asked.kind == QUESTION_REACH) &&
                      (!question_seeks_condition(&r->asked) || r->need));
}

static uint32_t estimate(heuristic *h, const state_view *state) {
  const reach *r = (const reach *)h;
  if (r->asked.kind == QUESTION_STATE)
    return known_cost(r, state);
  if (!is_goal_known(r))
    return 0;
  uint32_t cost = fault_cost(r, state);
  if (r->to_stuck)
    cost = least(cost, stuck_cost(r, state));
  if (r->need)
    cost = least(cost, need_cost(r->need, r->graph, state, r->is_sum));
  if (r->claim)
    cost = least(cost, claim_cost_of(r, state));
  return cost;
}

static void prepare_condition(reach *r, risks *k) {
  if (!question_seeks_condition(&r->asked) || !r->asked.condition)
    return;
  r->need = need_open(r->memory, r->graph, k, r->asked.condition, question_sought(&r->asked));
  r->base.is_admissible = r->base.is_consistent = !r->is_sum || need_adds_up(r->need, r->graph->net);
}

static void prepare_claim(reach *r, risks *k) {
  const claim *c = r->asked.claim;
  if (!c || r->asked.kind == QUESTION_STATE)
    return;
  r->claim = claim_cost_open(r->m, &r->asked);
  r->literals = ARENA_ARRAY(r->memory, const need *, 2 * c->atoms.count + 1);
  r->may_fault = ARENA_ARRAY(r->memory, bool, c->atoms.count + 1);
  for (uint32_t i = 0; i < c->atoms.count; i++) {
    r->may_fault[i] = risk_of_expr(k, c->atoms.at[i]);
    for (unsigned is_negated = 0; is_negated < 2; is_negated++)
      r->literals[claim_literal(i, is_negated)] = need_open(r->memory, r->graph, k, c->atoms.at[i], !is_negated);
  }
  r->base.is_admissible = r->base.is_consistent = !r->is_sum;
}

static void close_reach(heuristic *h) {
  reach *r = (reach *)h;
  if (r->has_slots)
    slots_close(&r->slots);
  need_close(r->m, r->need);
  for (uint32_t i = 0; r->claim && i < 2 * r->asked.claim->atoms.count; i++)
    need_close(r->m, r->literals[i]);
  claim_cost_close(r->claim);
  arena_delete(r->memory);
  if (r->own)
    facts_close(r->own);
  mem_free(r->m, r);
}

static heuristic *open_reach(const heuristic_setup *setup, const heuristic_kind *kind, bool is_sum) {
  reach *r = mem_alloc(setup->m, sizeof *r);
  r->m = setup->m;
  r->is_sum = is_sum;
  r->asked = setup->asked;
  r->base = (heuristic){.kind = kind, .is_admissible = true, .is_consistent = true, .is_safe = true};
  r->base.estimate = estimate;
  r->base.close = close_reach;
  r->own = setup->facts ? NULL : facts_open(r->m, setup->net);
  facts *known = r->own ? r->own : setup->facts;
  r->graph = facts_distances(known);
  r->to_fault = facts_steps_to_fault(known, setup->asked.errors & ERROR_ASSERTION);
  r->to_stuck = question_seeks_deadlock(&setup->asked) ? facts_steps_to_stuck(known) : NULL;
  r->memory = arena_new(r->m);
  r->growth = risk_growth_of(setup->net);
  if (setup->asked.kind == QUESTION_STATE && setup->known) {
    slots_open(&r->slots, r->m, r->graph, setup->known);
    r->known = setup->known->processes;
    r->has_slots = true;
  }
  prepare_condition(r, facts_risks(known));
  prepare_claim(r, facts_risks(known));
  bool adds_all = question_seeks_deadlock(&setup->asked) || setup->asked.kind == QUESTION_STATE;
  if (is_sum && adds_all && !distance_adds_up(setup->net))
    r->base.is_admissible = r->base.is_consistent = false;
  return &r->base;
}

static heuristic *open_dl(const heuristic_setup *setup) { return open_reach(setup, &heuristic_dl, false); }
static heuristic *open_du(const heuristic_setup *setup) { return open_reach(setup, &heuristic_du, true); }

const heuristic_kind heuristic_dl = {
    .name = "dl",
    .summary = "graph distances of the processes, each in its own automaton, to the goal: maximum (d^L)",
    .is_admissible = true,
    .is_consistent = true,
    .is_safe = true,
    .open = open_dl,
};

const heuristic_kind heuristic_du = {
    .name = "du",
    .summary = "graph distances of the processes, each in its own automaton, to the goal: sum (d^U)",
    .is_safe = true,
    .open = open_du,
};
