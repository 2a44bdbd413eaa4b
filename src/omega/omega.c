#include "omega/omega.h"

#include "omega/atoms.h"
#include "omega/automaton.h"

// Work that only serves to find a smaller automaton is given up after this many operations on labels.
enum { PATIENCE = 3000000 };

typedef struct job {
  arena *memory;
  mem *m; // of all that is only needed meanwhile
  const net_formula *property;
  bool is_generalised;
  atoms names;
  nnf_table *formulas;
  bdd_table *bdds;
  claim *result;
} job;

typedef struct attempt {
  job *j;
  nnf f;
  bool splits;
  const automaton *from;
  automaton *result; // NULL = none
} attempt;

static void take_smaller(automaton **best, automaton *a) {
  if (automaton_is_smaller(a, *best))
    *best = a;
}

static void translate(void *argument) {
  attempt *a = argument;
  job *j = a->j;
  a->result = automaton_of_formula(j->m, j->bdds, j->names.list.count, j->formulas, a->f, a->splits);
}

static void reduce(void *argument) {
  attempt *a = argument;
  a->result = automaton_reduce(a->j->m, a->from);
}

static void degeneralise(void *argument) {
  attempt *a = argument;
  a->result = automaton_buchi(a->j->m, a->from);
}

static automaton *attempt_to(void (*work)(void *argument), attempt a) {
  return bdd_try(a.j->bdds, PATIENCE, work, &a) ? a.result : NULL;
}

// The smallest of several automata with acceptance on edges. NULL if none was found in time.
static automaton *find_general(job *j, nnf f) {
  automaton *best = NULL;
  for (int splits = 0; splits < 2; splits++) {
    automaton *a = attempt_to(translate, (attempt){.j = j, .f = f, .splits = splits});
    automaton *reduced = a ? attempt_to(reduce, (attempt){.j = j, .from = a}) : NULL;
    take_smaller(&best, reduced ? reduced : a);
  }
  return best;
}

// However long it takes. NULL = it needs too many sets.
static automaton *make_general(job *j, nnf f) {
  attempt a = {.j = j, .f = f};
  automaton *best = find_general(j, f);
  if (best)
    return best;
  translate(&a);
  return a.result ? automaton_prune(j->m, a.result) : NULL;
}

static void find_weak(void *argument) {
  attempt *a = argument;
  job *j = a->j;
  const automaton *opposite = find_general(j, nnf_simplify(j->formulas, nnf_negation(j->formulas, a->f)));
  automaton *weak = opposite ? automaton_weak(j->m, a->from, opposite) : NULL;
  a->result = weak ? automaton_reduce(j->m, weak) : NULL;
}

static automaton *make_buchi(job *j, const automaton *a) {
  automaton *best = attempt_to(degeneralise, (attempt){.j = j, .from = a});
  return best ? best : automaton_prune(j->m, automaton_degeneralise(j->m, a, false));
}

static void make(void *argument) {
  job *j = argument;
  j->formulas = nnf_new(j->m);
  j->names.m = j->m;
  j->bdds = bdd_new(j->m);
  nnf f = nnf_simplify(j->formulas, atoms_formula(&j->names, j->formulas, j->property, true));
  automaton *a = make_general(j, f);
  if (!a)
    return;
  automaton *best = attempt_to(find_weak, (attempt){.j = j, .f = f, .from = a});
  take_smaller(&best, j->is_generalised ? a : make_buchi(j, a));
  j->result = automaton_claim(j->memory, best, j->names.list.at, j->names.list.count);
  j->result->is_stutter_invariant = !nnf_at(j->formulas, f)->has_next;
}

static claim *run(arena *memory, const net_formula *f, bool is_generalised) {
  job j = {.memory = memory, .property = f, .is_generalised = is_generalised};
  automaton_work(arena_mem(memory), &j.m, make, &j);
  if (j.result)
    claim_finish(memory, j.result);
  return j.result;
}

claim *omega_claim(arena *memory, const net_formula *f) { return run(memory, f, false); }
claim *omega_generalised(arena *memory, const net_formula *f) { return run(memory, f, true); }
