// The automaton of a formula, after Couvreur and Duret-Lutz. What a formula demands is a Boolean function of the atoms
// now, of formulas that must hold next, and of promises: a promise is made where an until is put off. States are such
// functions, so that formulas which demand the same are one state. A run is accepting if it makes no promise for ever.
#include "omega/automaton.h"

#include <assert.h>

typedef struct variable {
  enum {
    ATOM,    // this atom holds
    NEXT,    // this formula must hold next
    PROMISE, // some until with this right operand is put off
  } kind;
  uint32_t what;
} variable;

typedef struct translation {
  mem *m;
  bdd_table *bdds;
  nnf_table *formulas;
  // Either the atoms are the first variables, or all come in the order in which they are met, which keeps functions
  // small: what a formula demands next is beside the atoms that it depends on.
  VEC(variable) variables;
  VEC(bdd) demands;    // by formula; BDD_FALSE = not known yet, or false
  VEC(uint32_t) slots; // a hash table: a state + 1, by its function; 0 = free
  VEC(bdd) functions;  // by state
  automaton *a;        // the marks of an edge are its promises, as a conjunction
  uint32_t from;       // the state whose edges are added...
  bdd label;           // ...for these values of the atoms
} translation;

static bdd variable_of(translation *t, int kind, uint32_t what) {
  uint32_t i = 0;
  while (i < t->variables.count && (t->variables.at[i].what != what || (int)t->variables.at[i].kind != kind))
    i++;
  if (i == t->variables.count)
    vec_push(t->m, &t->variables, ((variable){kind, what}));
  return bdd_variable(t->bdds, i);
}

static bdd demand(translation *t, nnf f);

static bdd demand_next(translation *t, nnf f) {
  nnf_node n = *nnf_at(t->formulas, f);
  if (n.op != NNF_AND)
    return variable_of(t, NEXT, f);
  bdd all = BDD_TRUE;
  for (uint32_t i = 0; i < n.parts.count; i++)
    all = bdd_and(t->bdds, all, variable_of(t, NEXT, n.parts.at[i]));
  return all;
}

static bdd find_demand(translation *t, nnf f) {
  nnf_node n = *nnf_at(t->formulas, f);
  bdd_table *b = t->bdds;
  switch (n.op) {
  case NNF_FALSE:
  case NNF_TRUE:
    return f == NNF_TRUE;
  case NNF_LITERAL: {
    bdd atom = variable_of(t, ATOM, n.literal / 2);
    return n.literal % 2 ? bdd_not(b, atom) : atom;
  }
  case NNF_NEXT:
    return demand_next(t, n.left);
  case NNF_UNTIL: {
    bdd now = demand(t, n.right), meanwhile = demand(t, n.left);
    bdd later = bdd_and(b, variable_of(t, PROMISE, n.right), variable_of(t, NEXT, f));
    return bdd_or(b, now, bdd_and(b, meanwhile, later));
  }
  case NNF_RELEASE: {
    bdd now = demand(t, n.right), end = demand(t, n.left);
    return bdd_and(b, now, bdd_or(b, end, variable_of(t, NEXT, f)));
  }
  default: {
    bdd result = n.op == NNF_AND;
    for (uint32_t i = 0; i < n.parts.count; i++)
      result = (n.op == NNF_AND ? bdd_and : bdd_or)(b, result, demand(t, n.parts.at[i]));
    return result;
  }
  }
}

static bdd demand(translation *t, nnf f) {
  while (t->demands.count <= f)
    vec_push(t->m, &t->demands, BDD_FALSE);
  if (t->demands.at[f] == BDD_FALSE)
    t->demands.at[f] = find_demand(t, f);
  return t->demands.at[f];
}

static uint32_t *slot_of(translation *t, bdd function) {
  uint32_t last = t->slots.count - 1, at = (uint32_t)(function * 2654435761u) & last;
  while (t->slots.at[at] && t->functions.at[t->slots.at[at] - 1] != function)
    at = (at + 1) & last;
  return &t->slots.at[at];
}

// At most half of the slots are used.
static void make_room(translation *t) {
  if (t->functions.count * 2 < t->slots.count)
    return;
  uint32_t count = t->slots.count ? t->slots.count * 2 : 64;
  t->slots.count = 0;
  for (uint32_t i = 0; i < count; i++)
    vec_push(t->m, &t->slots, 0);
  for (uint32_t i = 0; i < t->functions.count; i++)
    *slot_of(t, t->functions.at[i]) = i + 1;
}

static uint32_t state_of(translation *t, bdd function) {
  make_room(t);
  uint32_t *slot = slot_of(t, function);
  if (!*slot) {
    vec_push(t->m, &t->functions, function);
    *slot = automaton_add_state(t->m, t->a) + 1;
    assert(*slot == t->functions.count);
  }
  return *slot - 1;
}

// Called for one conjunction of literals: one way to fulfil what the state demands.
static void add_edge(void *context, const uint32_t *literals, uint32_t count) {
  translation *t = context;
  bdd label = t->label, promises = BDD_TRUE, to = BDD_TRUE;
  for (uint32_t i = count; i-- > 0;) {
    variable v = t->variables.at[literals[i] / 2];
    bool is_negated = literals[i] % 2;
    assert(!is_negated || v.kind == ATOM); // demands are monotone in the others
    bdd atom = v.kind == ATOM ? bdd_variable(t->bdds, v.what) : (bdd)BDD_TRUE;
    if (v.kind == ATOM)
      label = bdd_and(t->bdds, label, is_negated ? bdd_not(t->bdds, atom) : atom);
    else if (v.kind == PROMISE)
      promises = bdd_and(t->bdds, promises, bdd_variable(t->bdds, literals[i] / 2));
    else
      to = bdd_and(t->bdds, to, demand(t, v.what));
  }
  if (to != BDD_FALSE) {
    uint32_t target = state_of(t, to);
    automaton_add_edge(t->m, t->a, t->from, target, label, promises);
  }
}

typedef struct part { // of a function: what it is for some values of the atoms
  bdd rest, label;
} part;
typedef VEC(part) parts_of;

static void add_part(translation *t, parts_of *parts, bdd rest, bdd label) {
  for (uint32_t i = 0; i < parts->count; i++)
    if (parts->at[i].rest == rest) {
      parts->at[i].label = bdd_or(t->bdds, parts->at[i].label, label);
      return;
    }
  vec_push(t->m, parts, ((part){rest, label}));
}

// The part that depends on the least atom; count = none depends on an atom.
static uint32_t next_part(const translation *t, const parts_of *parts) {
  uint32_t best = parts->count, least = t->a->atoms;
  for (uint32_t i = 0; i < parts->count; i++)
    if (parts->at[i].rest > BDD_TRUE && bdd_top(t->bdds, parts->at[i].rest) < least) {
      least = bdd_top(t->bdds, parts->at[i].rest);
      best = i;
    }
  return best;
}

static void add_edges_by_part(translation *t, bdd function) {
  parts_of parts = {0};
  add_part(t, &parts, function, BDD_TRUE);
  for (uint32_t i; (i = next_part(t, &parts)) < parts.count;) {
    part p = parts.at[i];
    parts.at[i] = parts.at[--parts.count];
    bdd is_true = bdd_variable(t->bdds, bdd_top(t->bdds, p.rest));
    add_part(t, &parts, bdd_high(t->bdds, p.rest), bdd_and(t->bdds, p.label, is_true));
    add_part(t, &parts, bdd_low(t->bdds, p.rest), bdd_and(t->bdds, p.label, bdd_not(t->bdds, is_true)));
  }
  for (uint32_t i = 0; i < parts.count; i++) {
    t->label = parts.at[i].label;
    bdd_cover(t->bdds, parts.at[i].rest, parts.at[i].rest, add_edge, t);
  }
  vec_free(t->m, &parts);
}

// The promises that are made inside a component, in the order in which they are found: these are its acceptance sets.
typedef VEC(uint32_t) promises_of;

static void note_promises(translation *t, promises_of *list, bdd promises) {
  for (; promises > BDD_TRUE; promises = bdd_high(t->bdds, promises)) {
    uint32_t v = bdd_top(t->bdds, promises), i = 0;
    while (i < list->count && list->at[i] != v)
      i++;
    if (i == list->count)
      vec_push(t->m, list, v);
  }
}

static uint64_t marks_of(const translation *t, const promises_of *list, bdd promises) {
  uint64_t marks = UINT64_MAX;
  for (; promises > BDD_TRUE; promises = bdd_high(t->bdds, promises))
    for (uint32_t i = 0; i < list->count; i++)
      if (list->at[i] == bdd_top(t->bdds, promises))
        marks &= ~(1ull << i);
  return marks;
}

// Each component numbers its promises separately, so that large formulas need few sets. False = too many.
static bool number_promises(translation *t) {
  automaton *a = t->a;
  automaton_components c = automaton_find_components(t->m, a);
  promises_of *lists = mem_alloc(t->m, sizeof *lists * (c.count + 1));
  for (uint32_t s = 0; s < a->states.count; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++)
      if (c.of[s] == c.of[a->states.at[s].edges.at[i].to])
        note_promises(t, &lists[c.of[s]], (bdd)a->states.at[s].edges.at[i].marks);
  a->sets = 0;
  for (uint32_t i = 0; i < c.count; i++)
    a->sets = lists[i].count > a->sets ? lists[i].count : a->sets;
  for (uint32_t s = 0; s < a->states.count && a->sets <= AUTOMATON_SETS; s++)
    for (uint32_t i = 0; i < a->states.at[s].edges.count; i++) {
      automaton_edge *e = &a->states.at[s].edges.at[i];
      bool is_inner = c.of[s] == c.of[e->to];
      e->marks = is_inner ? marks_of(t, &lists[c.of[s]], (bdd)e->marks) & automaton_all(a) : 0;
    }
  return a->sets <= AUTOMATON_SETS;
}

automaton *automaton_of_formula(mem *m, bdd_table *bdds, uint32_t atoms, nnf_table *formulas, nnf f, bool splits) {
  translation t = {.m = m, .bdds = bdds, .formulas = formulas, .a = automaton_new(m, bdds, atoms)};
  for (uint32_t i = 0; splits && i < atoms; i++)
    variable_of(&t, ATOM, i);
  t.a->initial = state_of(&t, demand(&t, f));
  for (t.from = 0; t.from < t.functions.count; t.from++) {
    bdd function = t.functions.at[t.from];
    t.label = BDD_TRUE;
    if (splits)
      add_edges_by_part(&t, function);
    else
      bdd_cover(bdds, function, function, add_edge, &t);
  }
  bool is_possible = number_promises(&t);
  vec_free(m, &t.variables);
  vec_free(m, &t.demands);
  vec_free(m, &t.slots);
  vec_free(m, &t.functions);
  return is_possible ? t.a : NULL;
}
