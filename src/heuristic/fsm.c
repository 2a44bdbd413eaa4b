// The FSM distance (Edelkamp, Mehler, Jabbar: Tutorial on directed model checking, ICAPS 2005): the sum of the graph
// distances of the processes to their locations in a known state.
#include "facts/facts.h"
#include "heuristic/heuristic.h"
#include "heuristic/slots.h"

#include <assert.h>

extern const heuristic_kind heuristic_fsm;

typedef struct {
  heuristic base;
  mem *m;
  facts *own; // NULL = the facts of the setup are used
  const distance_graph *graph;
  slots slots;
  uint32_t known; // processes of the known state
  bool is_wanted; // the question asks for exactly this state
} fsm;

// If a process can never reach its location, the state is a dead end if exactly the known state is asked for. If any
// error will do, the distance counts as the number of nodes, which is more than any acyclic path.
static uint32_t estimate(heuristic *h, const state_view *state) {
  const fsm *f = (const fsm *)h;
  uint32_t sum = 0, count = state->processes > f->known ? state->processes : f->known;
  for (uint32_t pid = 0; pid < count; pid++) {
    uint32_t distance = slots_distance(&f->slots, state, pid);
    if (distance == DISTANCE_NEVER && f->is_wanted)
      return HEURISTIC_DEAD_END;
    sum += distance == DISTANCE_NEVER ? f->graph->nodes : distance;
  }
  return sum;
}

static void close_fsm(heuristic *h) {
  fsm *f = (fsm *)h;
  slots_close(&f->slots);
  if (f->own)
    facts_close(f->own);
  mem_free(f->m, f);
}

// If exactly the known state is asked for, the sum is consistent: the distance of a slot drops by at most one when its
// own process moves, and every process that moves in a step adds one to the cost of the step. That does not hold if
// several processes move at the cost of one.
static heuristic *open_fsm(const heuristic_setup *setup) {
  assert(setup->known && "check/ opens it only where a state is known");
  fsm *f = mem_alloc(setup->m, sizeof *f);
  bool is_wanted = setup->asked.kind == QUESTION_STATE;
  bool adds_up = is_wanted && distance_adds_up(setup->net);
  f->m = setup->m;
  f->is_wanted = is_wanted;
  f->base = (heuristic){.kind = &heuristic_fsm, .is_admissible = adds_up, .is_consistent = adds_up};
  f->base.is_safe = true;
  f->base.estimate = estimate;
  f->base.close = close_fsm;
  f->own = setup->facts ? NULL : facts_open(f->m, setup->net);
  f->graph = facts_distances(f->own ? f->own : setup->facts);
  slots_open(&f->slots, f->m, f->graph, setup->known);
  f->known = setup->known->processes;
  return &f->base;
}

const heuristic_kind heuristic_fsm = {
    .name = "fsm",
    .summary = "FSM distance: sum of the graph distances of the processes to their locations in a known state",
    .is_safe = true,
    .needs_known = true,
    .open = open_fsm,
};
