#include "abstraction/probe.h"

#include "heuristic/heuristic.h"
#include "store/store.h"
#include <string.h>

enum { MOST_COST = 4, NO_STATE = UINT32_MAX }; // a step costs less than MOST_COST

typedef struct {
  uint32_t parent, cost;
  net_action by;
} node;

typedef struct {
  probe *p;
  mem *m;
  space *inner, *space;
  store *states;
  VEC(node) nodes;                  // by state
  VEC(uint32_t) waiting[MOST_COST]; // states, by cost modulo MOST_COST
  uint32_t current;                 // the state that is being expanded; NO_STATE = none
  uint32_t best, best_state;        // the cheapest error so far, and the state that it is in or a step from
  bool is_step;
  net_action step;
  heuristic_progress *progress;
} searching;

static void note_error(searching *s, uint32_t cost, uint32_t state, const net_action *step) {
  if (cost >= s->best)
    return;
  s->best = cost;
  s->best_state = state;
  s->is_step = step != NULL;
  if (step)
    s->step = *step;
}

static bool is_error(searching *s, const uint8_t *state, uint32_t size) {
  const question *asked = &s->p->about->asked;
  fault f = FAULT_NONE;
  if (!question_seeks_condition(asked) || s->space->is_inside(s->space, state))
    return false;
  bool is_so = s->space->may_be(s->space, state, size, 0, question_sought(asked), &f);
  return is_so || f != FAULT_NONE;
}

static bool visit(void *context, const successor *next) {
  searching *s = context;
  uint32_t cost = s->current == NO_STATE ? 0 : s->nodes.at[s->current].cost + next->cost;
  if (next->fault != FAULT_NONE && question_stops_at(&s->p->about->asked, next->fault))
    note_error(s, cost, s->current, &next->by);
  if (!next->state)
    return true;
  bool is_new;
  uint32_t id = s->states->put(s->states, next->state, next->size, &is_new);
  if (!is_new && (s->space->cover || cost >= s->nodes.at[id].cost))
    return true;
  while (s->nodes.count <= id)
    vec_push(s->m, &s->nodes, (node){0});
  s->nodes.at[id] = (node){s->current, cost, next->by};
  if (is_error(s, next->state, next->size))
    note_error(s, cost, id, NULL);
  vec_push(s->m, &s->waiting[cost % MOST_COST], id);
  return true;
}

static void expand(searching *s, uint32_t id) {
  uint32_t size;
  const uint8_t *stored = s->states->get(s->states, id, &size);
  uint8_t *state = memcpy(mem_alloc(s->m, size + 1), stored, size); // the store may move what it holds
  s->current = id;
  expansion x = s->space->expand(s->space, state, size, visit, s);
  if (x.is_stuck && !x.is_end && question_seeks_deadlock(&s->p->about->asked))
    note_error(s, s->nodes.at[id].cost, id, NULL);
  s->p->states++;
  mem_free(s->m, state);
}

// Costs less than `cost` are done. Returns the cost up to which all states were expanded.
static uint32_t search(searching *s, uint64_t budget) {
  uint32_t cost = 0;
  for (uint32_t empty = 0; empty < MOST_COST && cost < s->best && s->p->states < budget; cost++) {
    uint32_t slot = cost % MOST_COST;
    empty = s->waiting[slot].count ? 0 : empty + 1;
    for (uint32_t i = 0; i < s->waiting[slot].count && s->p->states < budget; i++) {
      heuristic_tell(s->progress, "abstract states, to find a pattern", s->p->states);
      mem_poll(s->m);
      if (s->nodes.at[s->waiting[slot].at[i]].cost == cost)
        expand(s, s->waiting[slot].at[i]);
    }
    if (s->p->states < budget)
      s->waiting[slot].count = 0;
  }
  return cost;
}

static void note_path(searching *s) {
  probe *p = s->p;
  uint32_t length = s->is_step, next = s->best_state;
  for (uint32_t i = next; i != NO_STATE && s->nodes.at[i].parent != NO_STATE; i = s->nodes.at[i].parent)
    length++;
  vec_reserve(s->m, &p->steps, length + 1);
  p->steps.count = length;
  if (s->is_step)
    p->steps.at[--length] = s->step;
  for (; length > 0; next = s->nodes.at[next].parent)
    p->steps.at[--length] = s->nodes.at[next].by;
  p->is_step = s->is_step;
}

static void close_search(searching *s) {
  for (uint32_t i = 0; i < MOST_COST; i++)
    vec_free(s->m, &s->waiting[i]);
  vec_free(s->m, &s->nodes);
  s->states->close(s->states);
  s->space->close(s->space);
  s->inner->close(s->inner);
}

const char *probe_open(probe *p, const pattern_setup *setup, const pattern_set *left_out, uint64_t budget) {
  net_change change = pattern_set_change(left_out);
  abstraction *a;
  *p = (probe){0};
  const char *why = abstraction_make(setup->memory, setup->net, setup->facts, &setup->asked, &change, &a);
  if (why)
    return why;
  p->about = a;
  searching s = {.p = p, .m = setup->m, .current = NO_STATE, .best = UINT32_MAX, .progress = setup->progress};
  space_setup asked = {
      .net = a->copy->net, .conditions = &a->asked.condition, .condition_count = a->asked.condition != NULL};
  s.inner = space_new(s.m, &asked, NULL);
  s.space = abstraction_space(s.m, a, s.inner);
  s.states = store_hash.open(s.m, s.space->cover);
  s.space->initial(s.space, visit, &s);
  uint32_t done = search(&s, budget);
  bool is_found = s.best != UINT32_MAX && s.best <= done;
  p->result = is_found ? PROBE_ERROR : p->states < budget ? PROBE_NONE : PROBE_CUT;
  p->cost = is_found ? s.best : done - 1;
  if (is_found)
    note_path(&s);
  close_search(&s);
  return NULL;
}

void probe_close(probe *p, mem *m) { vec_free(m, &p->steps); }
