#include "omega/omega.h"

#include "omega/atoms.h"
#include "omega/automaton.h"

typedef struct job {
  arena *memory;
  mem *m; // of all that is only needed meanwhile
  const net_formula *f;
  bool is_generalised;
  claim *result;
} job;

static void take_smaller(automaton **best, automaton *a) {
  if (automaton_is_smaller(a, *best))
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
    take_smaller(&best, automaton_buchi(j->m, a));
  else
    take_smaller(&best, a);
  j->result = automaton_claim(j->memory, best, names.list.at, names.list.count);
  j->result->is_stutter_invariant = !nnf_at(t, f)->has_next;
}

static claim *run(arena *memory, const net_formula *f, bool is_generalised) {
  job j = {.memory = memory, .f = f, .is_generalised = is_generalised};
  automaton_work(arena_mem(memory), &j.m, translate, &j);
  if (j.result)
    claim_finish(memory, j.result);
  return j.result;
}

claim *omega_claim(arena *memory, const net_formula *f) { return run(memory, f, false); }
claim *omega_generalised(arena *memory, const net_formula *f) { return run(memory, f, true); }
