#include "omega/omega.h"

#include "omega/atoms.h"
#include "omega/automaton.h"

typedef struct job {
  arena *memory;
  mem *m; // of all that is only needed meanwhile
  const net_formula *f;
  bool is_generalised;
  claim *result;
  mem_status status; // of the work in m
} job;

static bool is_smaller(const automaton *a, const automaton *b) {
  if (!a || !b)
    return a != NULL;
  if (a->states.count != b->states.count)
    return a->states.count < b->states.count;
  return automaton_edge_count(a) < automaton_edge_count(b);
}

static void take_smaller(automaton **best, automaton *a) {
  if (is_smaller(a, *best))
    *best = a;
}

static automaton *general(mem *m, bdd_table *bdds, uint32_t atoms_, nnf_table *t, nnf f) {
  automaton *best = NULL;
  for (int splits = 0; splits < 2; splits++) {
    automaton *a = automaton_of_formula(m, bdds, atoms_, t, f, splits);
    if (a)
      take_smaller(&best, automaton_reduce(m, a));
  }
  return best;
}

static automaton *state_based(mem *m, const automaton *a) {
  automaton *best = NULL;
  for (int enters_high = 0; enters_high < 2; enters_high++)
    take_smaller(&best, automaton_reduce(m, automaton_degeneralise(m, a, enters_high)));
  return best;
}

static void translate(void *argument) {
  job *j = argument;
  nnf_table *t = nnf_new(j->m);
  atoms names = {.m = j->m};
  bdd_table *bdds = bdd_new(j->m);
  nnf f = nnf_simplify(t, atoms_formula(&names, t, j->f, true));
  automaton *a = general(j->m, bdds, names.list.count, t, f);
  if (!a)
    return;
  automaton *opposite = general(j->m, bdds, names.list.count, t, nnf_simplify(t, nnf_negation(t, f)));
  automaton *weak = opposite ? automaton_weak(j->m, a, opposite) : NULL;
  automaton *best = weak ? automaton_reduce(j->m, weak) : NULL;
  if (!j->is_generalised)
    take_smaller(&best, state_based(j->m, a));
  else
    take_smaller(&best, a);
  j->result = automaton_claim(j->memory, best, names.list.at, names.list.count);
  j->result->is_stutter_invariant = !nnf_at(t, f)->has_next;
}

static void try_to_translate(void *argument) {
  job *j = argument;
  j->status = mem_try(j->m, translate, j);
}

// Whatever ends the work, what was only needed meanwhile is freed.
static claim *run(arena *memory, const net_formula *f, bool is_generalised) {
  mem *outer = arena_mem(memory);
  job j = {.memory = memory, .m = mem_new_within(outer), .f = f, .is_generalised = is_generalised};
  if (!j.m)
    mem_exhausted(outer);
  mem_status status = mem_try(outer, try_to_translate, &j);
  mem_delete(j.m);
  if (status != MEM_OK || j.status != MEM_OK)
    mem_leave(outer, status != MEM_OK ? status : j.status);
  if (j.result)
    claim_finish(memory, j.result);
  return j.result;
}

claim *omega_claim(arena *memory, const net_formula *f) { return run(memory, f, false); }
claim *omega_generalised(arena *memory, const net_formula *f) { return run(memory, f, true); }
