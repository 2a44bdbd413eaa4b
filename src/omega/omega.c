#include "omega/omega.h"

#include "omega/atoms.h"
#include "omega/automaton.h"

// Work that only serves to find a smaller automaton is given up after this many operations on labels: for each
// automaton that is tried, and for each formula that is simplified with the help of automata.
enum { PATIENCE = 500000, PATIENCE_TO_IMPLY = 200000 };

typedef struct job {
  arena *memory;
  mem *m; // of all that is only needed meanwhile
  const net_formula *property;
  bool is_generalised;
  atoms names;
  bdd_table *bdds;
  uint64_t patience; // for implications
  claim *result;
} job;

typedef struct attempt {
  job *j;
  nnf_table *formulas;
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
  a->result = automaton_of_formula(j->m, j->bdds, j->names.list.count, a->formulas, a->f, a->splits);
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

// Does f imply g? Yes, if no word satisfies f and not g.
static bool implies(void *context, nnf f, nnf g) {
  attempt *a = context;
  job *j = a->j;
  uint64_t before = bdd_operations(j->bdds);
  attempt difference = {.j = j, .formulas = a->formulas};
  difference.f = nnf_and(a->formulas, f, nnf_negation(a->formulas, g));
  bool is_found = j->patience && bdd_try(j->bdds, j->patience, translate, &difference) && difference.result;
  uint64_t used = bdd_operations(j->bdds) - before;
  j->patience = used < j->patience ? j->patience - used : 0;
  return is_found && automaton_is_empty(j->m, difference.result);
}

// The smallest of several automata with acceptance on edges. NULL if none was found in time.
static automaton *find_general(job *j, nnf_table *formulas, nnf f) {
  automaton *best = NULL;
  for (int splits = 0; splits < 2; splits++) {
    automaton *a = attempt_to(translate, (attempt){.j = j, .formulas = formulas, .f = f, .splits = splits});
    automaton *reduced = a ? attempt_to(reduce, (attempt){.j = j, .from = a}) : NULL;
    take_smaller(&best, reduced ? reduced : a);
  }
  return best;
}

static void find_weak(void *argument) {
  attempt *a = argument;
  job *j = a->j;
  nnf opposite = nnf_simplify(a->formulas, nnf_negation(a->formulas, a->f));
  const automaton *other = find_general(j, a->formulas, opposite);
  automaton *weak = other ? automaton_weak(j->m, a->from, other) : NULL;
  a->result = weak ? automaton_reduce(j->m, weak) : NULL;
}

typedef struct choice {
  automaton *general, *weak, *buchi; // the smallest so far
  bool has_next;                     // in every style
} choice;

// Tries one style of simplification.
static void try_style(job *j, unsigned style, choice *best) {
  nnf_table *formulas = nnf_new(j->m);
  attempt a = {.j = j, .formulas = formulas};
  formulas->style = style;
  formulas->implies = implies;
  formulas->context = &a;
  j->patience = PATIENCE_TO_IMPLY;
  a.f = nnf_simplify(formulas, atoms_formula(&j->names, formulas, j->property, true));
  best->has_next &= nnf_at(formulas, a.f)->has_next;
  a.from = find_general(j, formulas, a.f);
  if (!a.from)
    return;
  if (style == 0)
    take_smaller(&best->weak, attempt_to(find_weak, a));
  if (!j->is_generalised)
    take_smaller(&best->buchi, attempt_to(degeneralise, a));
  take_smaller(&best->general, (automaton *)a.from);
}

// However long it takes. NULL = it needs too many sets.
static automaton *insist(job *j) {
  attempt a = {.j = j, .formulas = nnf_new(j->m)};
  a.f = nnf_simplify(a.formulas, atoms_formula(&j->names, a.formulas, j->property, true));
  translate(&a);
  return a.result ? automaton_prune(j->m, a.result) : NULL;
}

static void make(void *argument) {
  static const unsigned styles[] = {0, NNF_SPLITS, NNF_JOINS};
  job *j = argument;
  choice best = {.has_next = true};
  j->names.m = j->m;
  j->bdds = bdd_new(j->m);
  for (uint32_t i = 0; i < sizeof styles / sizeof *styles; i++)
    try_style(j, styles[i], &best);
  if (!best.general)
    best.general = insist(j);
  if (!best.general)
    return;
  automaton *a = best.weak;
  if (!j->is_generalised && !best.buchi)
    best.buchi = automaton_prune(j->m, automaton_degeneralise(j->m, best.general, false, false));
  take_smaller(&a, j->is_generalised ? best.general : best.buchi);
  j->result = automaton_claim(j->memory, a, j->names.list.at, j->names.list.count);
  j->result->is_stutter_invariant = !best.has_next;
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
