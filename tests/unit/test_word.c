// Formulas and claims on infinite words, against definitions that are written down more plainly still.
#include "omega/omega.h"
#include "trace/word.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ATOMS = 3, MOST_LENGTH = 6, ROUNDS = 4000 };

typedef struct fixture {
  mem *m;
  arena *memory;
  expr *atoms[ATOMS];
  void (*test)(struct fixture *f);
  uint32_t seed;
} fixture;

static uint32_t any(fixture *f, uint32_t below) {
  f->seed = f->seed * 1664525u + 1013904223u;
  return (f->seed >> 8) % below;
}

static void run(void *argument) {
  fixture *f = argument;
  f->memory = arena_new(f->m);
  for (uint32_t i = 0; i < ATOMS; i++) {
    f->atoms[i] = expr_new(f->memory, EXPR_VAR, (place){0});
    f->atoms[i]->var = ARENA_NEW(f->memory, net_var);
  }
  f->test(f);
}

static void with_fixture(void (*test)(fixture *f)) {
  fixture f = {.m = mem_new(0), .test = test, .seed = 1};
  assert_int_equal(mem_try(f.m, run, &f), MEM_OK);
  mem_delete(f.m);
}

static const net_formula *make(fixture *f, ltl_op op, const net_formula *left, const net_formula *right) {
  net_formula *out = ARENA_NEW(f->memory, net_formula);
  *out = (net_formula){.op = op, .left = left, .right = right};
  return out;
}

static const net_formula *atom(fixture *f, uint32_t number) {
  net_formula *out = ARENA_NEW(f->memory, net_formula);
  *out = (net_formula){.op = LTL_ATOM, .atom = f->atoms[number]};
  return out;
}

static const net_formula *random_formula(fixture *f, uint32_t depth) {
  ltl_op op = depth ? (ltl_op)any(f, LTL_WEAK_UNTIL + 1) : LTL_ATOM;
  if (op == LTL_ATOM)
    return atom(f, any(f, ATOMS));
  bool is_unary = op == LTL_NOT || op == LTL_NEXT || op == LTL_ALWAYS || op == LTL_EVENTUALLY;
  const net_formula *left = random_formula(f, depth - 1);
  return make(f, op, left, is_unary ? NULL : random_formula(f, depth - 1));
}

// A word for the atoms of the fixture, with the values given by position and atom.
static word word_of(fixture *f, const uint8_t *values, uint32_t length, uint32_t loop) {
  word w = {.m = f->m, .length = length, .loop = loop};
  for (uint32_t i = 0; i < ATOMS; i++)
    vec_push(f->m, &w.atoms, f->atoms[i]);
  for (uint32_t i = 0; i < length * ATOMS; i++)
    vec_push(f->m, &w.values, values[i]);
  return w;
}

static word random_word(fixture *f) {
  uint8_t values[MOST_LENGTH * ATOMS];
  uint32_t length = 1 + any(f, MOST_LENGTH);
  for (uint32_t i = 0; i < length * ATOMS; i++)
    values[i] = (uint8_t)any(f, 2);
  return word_of(f, values, length, any(f, length));
}

static uint32_t fold(const word *w, uint32_t i) {
  return i < w->length ? i : w->loop + (i - w->loop) % (w->length - w->loop);
}

// The textbook's semantics. Beyond two rounds of the loop nothing new comes.
static bool satisfies(const word *w, uint32_t i, const net_formula *f) {
  uint32_t end = i + 2 * w->length;
  i = fold(w, i);
  switch (f->op) {
  case LTL_ATOM:
    for (uint32_t k = 0; k < ATOMS; k++)
      if (w->atoms.at[k] == f->atom)
        return w->values.at[i * ATOMS + k];
    return false;
  case LTL_NOT:
    return !satisfies(w, i, f->left);
  case LTL_AND:
    return satisfies(w, i, f->left) && satisfies(w, i, f->right);
  case LTL_OR:
    return satisfies(w, i, f->left) || satisfies(w, i, f->right);
  case LTL_IMPLIES:
    return !satisfies(w, i, f->left) || satisfies(w, i, f->right);
  case LTL_EQUIV:
    return satisfies(w, i, f->left) == satisfies(w, i, f->right);
  case LTL_NEXT:
    return satisfies(w, i + 1, f->left);
  case LTL_ALWAYS:
    for (uint32_t k = i; k < end; k++)
      if (!satisfies(w, k, f->left))
        return false;
    return true;
  case LTL_EVENTUALLY:
    for (uint32_t k = i; k < end; k++)
      if (satisfies(w, k, f->left))
        return true;
    return false;
  case LTL_UNTIL:
  case LTL_WEAK_UNTIL:
    for (uint32_t k = i; k < end; k++)
      if (satisfies(w, k, f->right))
        return true;
      else if (!satisfies(w, k, f->left))
        return false;
    return f->op == LTL_WEAK_UNTIL;
  case LTL_RELEASE:
    for (uint32_t k = i; k < end; k++)
      if (!satisfies(w, k, f->right))
        return false;
      else if (satisfies(w, k, f->left))
        return true;
    return true;
  }
  return false;
}

static void compare_formulas(fixture *f) {
  uint32_t violated = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    const net_formula *formula = random_formula(f, 3);
    word w = random_word(f);
    assert_int_equal(word_violates(&w, formula), !satisfies(&w, 0, formula));
    violated += word_violates(&w, formula);
    word_close(&w);
  }
  assert_in_range(violated, ROUNDS / 4, ROUNDS - ROUNDS / 4);
}
static void formulas_mean_what_the_textbook_says(void **state) {
  (void)state;
  with_fixture(compare_formulas);
}

static claim *random_claim(fixture *f) {
  claim *c = claim_new(f->memory);
  uint32_t states = 1 + any(f, 4);
  for (uint32_t i = 0; i < ATOMS; i++)
    vec_push(f->m, &c->atoms, f->atoms[i]);
  c->mark_count = any(f, 3);
  for (uint32_t i = 0; i < states; i++) {
    claim_add_state(f->memory, c);
    c->states.at[i].is_accepting = any(f, 3) == 0;
    c->states.at[i].is_bad = any(f, 12) == 0;
  }
  for (uint32_t i = 0; i < states; i++)
    for (uint32_t k = any(f, 4); k-- > 0;) {
      claim_edge *e = claim_add_edge(f->memory, c, i, any(f, states));
      e->marks = any(f, 4);
      if (any(f, 2))
        vec_push(f->m, &e->label, any(f, 2 * ATOMS));
    }
  c->states.at[0].is_bad = false;
  c->accepting_atom = any(f, 3) ? -1 : 1;
  claim_finish(f->memory, c);
  return c;
}

enum { MOST_NODES = MOST_LENGTH * 4 };

typedef struct graph { // of positions and states
  uint32_t count;
  bool edge[MOST_NODES][MOST_NODES], path[MOST_NODES][MOST_NODES];
  uint64_t marks[MOST_NODES][MOST_NODES]; // of all edges between two nodes together: good enough for one component
} graph;

static void fill(graph *g, const word *w, const claim *c) {
  uint32_t n = c->states.count;
  *g = (graph){.count = w->length * n};
  for (uint32_t i = 0; i < g->count; i++)
    for (uint32_t k = 0; k < c->states.at[i % n].edges.count; k++) {
      const claim_edge *e = &c->states.at[i % n].edges.at[k];
      bool may_be = true;
      for (uint32_t a = 0; a < e->label.count; a++)
        may_be &= w->values.at[i / n * ATOMS + claim_atom(e->label.at[a])] != claim_is_negated(e->label.at[a]);
      uint32_t to = fold(w, i / n + 1) * n + e->to;
      bool is_accepting = c->accepting_atom >= 0 && w->values.at[i / n * ATOMS + (uint32_t)c->accepting_atom];
      if (!may_be || c->states.at[i % n].is_bad)
        continue;
      g->edge[i][to] = g->path[i][to] = true;
      g->marks[i][to] |= e->marks | is_accepting;
    }
  for (uint32_t k = 0; k < g->count; k++)
    for (uint32_t i = 0; i < g->count; i++)
      for (uint32_t j = 0; j < g->count; j++)
        g->path[i][j] |= g->path[i][k] && g->path[k][j];
}

static bool accepts(const word *w, const claim *c) {
  static graph g;
  fill(&g, w, c);
  for (uint32_t i = 0; i < g.count; i++) {
    uint64_t marks = 0, all = (1u << c->mark_count) - 1;
    if (i != c->initial && !g.path[c->initial][i])
      continue;
    if (c->states.at[i % c->states.count].is_bad)
      return true;
    for (uint32_t a = 0; a < g.count; a++)
      for (uint32_t b = 0; b < g.count; b++)
        if (g.edge[a][b] && (a == i || g.path[i][a]) && (b == i || g.path[b][i]) && g.path[i][i])
          marks |= g.marks[a][b];
    if (g.path[i][i] && (marks & all) == all)
      return true;
  }
  return false;
}

static void compare_claims(fixture *f) {
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    const claim *c = random_claim(f);
    word w = random_word(f);
    assert_int_equal(word_is_accepted(&w, c), accepts(&w, c));
    accepted += word_is_accepted(&w, c);
    word_close(&w);
  }
  assert_in_range(accepted, ROUNDS / 10, ROUNDS - ROUNDS / 10);
}
static void claims_accept_by_cycles_and_bad_states(void **state) {
  (void)state;
  with_fixture(compare_claims);
}

// p; q; then r for ever, with a bad state behind the edge that reads q.
static void look_at_ends(fixture *f) {
  static const uint8_t values[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  claim *c = claim_new(f->memory);
  for (uint32_t i = 0; i < ATOMS; i++) {
    vec_push(f->m, &c->atoms, f->atoms[i]);
    claim_add_state(f->memory, c);
  }
  for (uint32_t i = 0; i < 2; i++) {
    claim_edge *e = claim_add_edge(f->memory, c, i, i + 1);
    vec_push(f->m, &e->label, claim_literal(i, false));
  }
  c->states.at[2].is_bad = true;
  claim_finish(f->memory, c);
  for (uint32_t length = 0; length <= 3; length++) {
    word w = word_of(f, values, length, length);
    assert_int_equal(word_ends_badly(&w, c, false), length == 2);
    assert_int_equal(word_ends_badly(&w, c, true), length == 2);
    word_close(&w);
  }
  c->states.at[1].edges.at[0].label.at[0] = claim_literal(0, false); // it must read the same position twice
  word w = word_of(f, values, 1, 1);
  assert_false(word_ends_badly(&w, c, false));
  assert_true(word_ends_badly(&w, c, true));
  word_close(&w);
}
static void a_bad_state_is_entered_by_the_last_position(void **state) {
  (void)state;
  with_fixture(look_at_ends);
}

static void compare_automata(fixture *f) {
  for (uint32_t i = 0; i < 500; i++) {
    const net_formula *formula = random_formula(f, 3);
    const claim *c = omega_claim(f->memory, formula);
    word like = random_word(f), w;
    word_open(&w, f->m, c, formula);
    for (uint32_t k = 0; k < like.length; k++)
      for (uint32_t a = 0; a < w.atoms.count; a++)
        for (uint32_t n = 0; n < ATOMS; n++)
          if (w.atoms.at[a] == f->atoms[n])
            vec_push(f->m, &w.values, like.values.at[k * ATOMS + n]);
    w.length = like.length;
    w.loop = like.loop;
    assert_int_equal(word_is_accepted(&w, c), word_violates(&w, formula));
    word_close(&w);
    word_close(&like);
  }
}
static void claims_of_formulas_accept_what_violates_them(void **state) {
  (void)state;
  with_fixture(compare_automata);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_mean_what_the_textbook_says),
      cmocka_unit_test(claims_accept_by_cycles_and_bad_states),
      cmocka_unit_test(a_bad_state_is_entered_by_the_last_position),
      cmocka_unit_test(claims_of_formulas_accept_what_violates_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
