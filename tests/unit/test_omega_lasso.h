// An oracle for formulas and automata: their values on words of the form stem loop loop ..., by definition.
#ifndef TEST_OMEGA_LASSO_H
#define TEST_OMEGA_LASSO_H

#include "model/claim.h"
#include "model/network.h"
#include "omega/nnf.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LASSO_MOST = 10, LASSO_ATOMS = 4 };

typedef struct lasso {
  uint32_t length, loop;        // position length - 1 is followed by position loop
  uint32_t letters[LASSO_MOST]; // by position: the atoms that hold, by bit
} lasso;

typedef struct random_source {
  uint64_t state;
} random_source;

static inline uint32_t random_below(random_source *r, uint32_t limit) {
  r->state = r->state * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(r->state >> 33) % limit;
}

static inline lasso random_lasso(random_source *r) {
  lasso w = {.length = 1 + random_below(r, LASSO_MOST)};
  w.loop = random_below(r, w.length);
  for (uint32_t i = 0; i < w.length; i++) {
    w.letters[i] = random_below(r, 1u << LASSO_ATOMS);
    if (i && random_below(r, 3) == 0) // some letters are repeated
      w.letters[i] = w.letters[i - 1];
  }
  return w;
}

static inline uint32_t lasso_next(const lasso *w, uint32_t i) { return i + 1 < w->length ? i + 1 : w->loop; }

// Sets of positions are sets of bits. Those whose next position is in the set:
static inline uint32_t lasso_before(const lasso *w, uint32_t set) {
  uint32_t before = 0;
  for (uint32_t i = 0; i < w->length; i++)
    before |= (set >> lasso_next(w, i) & 1) << i;
  return before;
}

static inline uint32_t lasso_until(const lasso *w, uint32_t a, uint32_t b) {
  uint32_t set = b;
  for (uint32_t i = 0; i <= w->length; i++)
    set = b | (a & lasso_before(w, set));
  return set;
}

static inline uint32_t lasso_release(const lasso *w, uint32_t a, uint32_t b) {
  uint32_t all = (1u << w->length) - 1;
  return all & ~lasso_until(w, all & ~a, all & ~b);
}

static inline uint32_t lasso_atom(const lasso *w, uint32_t atom) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < w->length; i++)
    set |= (w->letters[i] >> atom & 1) << i;
  return set;
}

// The positions at which the formula holds. Atoms are variables whose slot is their number, or constants.
static inline uint32_t lasso_formula(const lasso *w, const net_formula *f) {
  uint32_t all = (1u << w->length) - 1;
  if (f->op == LTL_ATOM)
    return f->atom->op == EXPR_CONST ? (f->atom->value ? all : 0) : lasso_atom(w, f->atom->var->slot);
  uint32_t a = lasso_formula(w, f->left), b = f->right ? lasso_formula(w, f->right) : 0;
  switch (f->op) {
  case LTL_NOT:
    return all & ~a;
  case LTL_AND:
    return a & b;
  case LTL_OR:
    return a | b;
  case LTL_IMPLIES:
    return (all & ~a) | b;
  case LTL_EQUIV:
    return all & ~(a ^ b);
  case LTL_NEXT:
    return lasso_before(w, a);
  case LTL_ALWAYS:
    return lasso_release(w, 0, a);
  case LTL_EVENTUALLY:
    return lasso_until(w, all, a);
  case LTL_UNTIL:
    return lasso_until(w, a, b);
  case LTL_RELEASE:
    return lasso_release(w, a, b);
  case LTL_WEAK_UNTIL:
    return lasso_until(w, a, b) | lasso_release(w, 0, a);
  default:
    fail();
    return 0;
  }
}

static inline uint32_t lasso_nnf(const lasso *w, const nnf_table *t, nnf f) {
  const nnf_node *n = nnf_at(t, f);
  uint32_t all = (1u << w->length) - 1, set = n->op == NNF_AND || n->op == NNF_TRUE ? all : 0;
  switch (n->op) {
  case NNF_LITERAL:
    return n->literal % 2 ? all & ~lasso_atom(w, n->literal / 2) : lasso_atom(w, n->literal / 2);
  case NNF_NEXT:
    return lasso_before(w, lasso_nnf(w, t, n->left));
  case NNF_UNTIL:
    return lasso_until(w, lasso_nnf(w, t, n->left), lasso_nnf(w, t, n->right));
  case NNF_RELEASE:
    return lasso_release(w, lasso_nnf(w, t, n->left), lasso_nnf(w, t, n->right));
  default:
    for (uint32_t i = 0; i < n->parts.count; i++)
      set = n->op == NNF_AND ? set & lasso_nnf(w, t, n->parts.at[i]) : set | lasso_nnf(w, t, n->parts.at[i]);
    return set;
  }
}

static inline bool lasso_allows(const lasso *w, const claim *c, const claim_edge *e, uint32_t position) {
  for (uint32_t i = 0; i < e->label.count; i++) {
    uint32_t atom = c->atoms.at[claim_atom(e->label.at[i])]->var->slot;
    if ((w->letters[position] >> atom & 1) == claim_is_negated(e->label.at[i]))
      return false;
  }
  return true;
}

// Marks (state, position) pairs of which an edge with the mark leads into the set, or an edge leads to a marked pair.
static inline void lasso_reach(const lasso *w, const claim *c, int mark, const uint32_t *set, uint32_t *marked) {
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t s = 0; s < c->states.count; s++)
      for (uint32_t k = 0; k < c->states.at[s].edges.count; k++)
        for (uint32_t i = 0; i < w->length; i++) {
          const claim_edge *e = &c->states.at[s].edges.at[k];
          if ((marked[s] >> i & 1) || !lasso_allows(w, c, e, i))
            continue;
          uint32_t to = lasso_next(w, i);
          bool has_mark = mark < 0 || (e->marks >> mark & 1);
          if ((has_mark && (set[e->to] >> to & 1)) || (marked[e->to] >> to & 1)) {
            marked[s] |= 1u << i;
            changes = true;
          }
        }
  }
}

// By definition: the greatest set of pairs from each of which edges of every mark can be reached, again and again.
static inline bool lasso_accepts(const lasso *w, const claim *c) {
  uint32_t n = c->states.count, *set = calloc(n, sizeof *set), *marked = calloc(n, sizeof *marked);
  memset(set, 0xff, sizeof *set * n);
  for (bool changes = true; changes;) {
    changes = false;
    for (int mark = c->mark_count ? 0 : -1; mark < (int)c->mark_count; mark++) {
      memset(marked, 0, sizeof *marked * n);
      lasso_reach(w, c, mark, set, marked);
      for (uint32_t s = 0; s < n; s++) {
        changes |= (set[s] & ((1u << w->length) - 1)) != marked[s];
        set[s] = marked[s];
      }
    }
  }
  bool accepts = set[c->initial] & 1;
  free(set);
  free(marked);
  return accepts;
}

// Formulas over LASSO_ATOMS variables.
typedef struct formula_maker {
  arena *memory;
  random_source random;
  net_var vars[LASSO_ATOMS];
} formula_maker;

static inline void formula_maker_start(formula_maker *m, arena *memory, uint64_t seed) {
  static const char *const names[LASSO_ATOMS] = {"p", "q", "r", "s"};
  *m = (formula_maker){.memory = memory, .random = {seed}};
  for (uint32_t i = 0; i < LASSO_ATOMS; i++)
    m->vars[i] = (net_var){.name = names[i], .slot = i, .template_ = NET_NONE, .channel = -1};
}

static inline expr *formula_atom(formula_maker *m, uint32_t number) {
  expr *e = expr_new(m->memory, EXPR_VAR, (place){0});
  e->var = &m->vars[number];
  return e;
}

static inline const net_formula *formula_new(formula_maker *m, ltl_op op, const net_formula *a, const net_formula *b) {
  net_formula *f = ARENA_NEW(m->memory, net_formula);
  *f = (net_formula){.op = op, .left = a, .right = b};
  return f;
}

static inline const net_formula *random_formula(formula_maker *m, uint32_t depth, uint32_t atoms) {
  if (!depth || random_below(&m->random, 8) == 0) {
    net_formula *f = ARENA_NEW(m->memory, net_formula);
    f->atom = formula_atom(m, random_below(&m->random, atoms));
    if (random_below(&m->random, 20) == 0)
      f->atom = expr_const(m->memory, (int32_t)random_below(&m->random, 2), (place){0});
    return f;
  }
  ltl_op op = (ltl_op)(1 + random_below(&m->random, LTL_WEAK_UNTIL));
  const net_formula *a = random_formula(m, depth - 1, atoms);
  bool is_unary = op == LTL_NOT || op == LTL_NEXT || op == LTL_ALWAYS || op == LTL_EVENTUALLY;
  return formula_new(m, op, a, is_unary ? NULL : random_formula(m, depth - 1, atoms));
}

#endif
