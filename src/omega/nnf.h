// LTL formulas in negation normal form. Equal formulas have equal numbers: a table holds each one once.
#ifndef OMEGA_NNF_H
#define OMEGA_NNF_H

#include "base/vec.h"

typedef uint32_t nnf;
typedef enum {
  NNF_FALSE,
  NNF_TRUE,
  NNF_LITERAL, // an atom or its negation
  NNF_NEXT,    // of left
  NNF_UNTIL,   // <> b is true U b
  NNF_RELEASE, // [] b is false V b
  NNF_AND,     // of two or more parts, in increasing order
  NNF_OR,
} nnf_op;

typedef struct nnf_node {
  nnf_op op;
  uint32_t literal; // atom * 2 + is_negated
  nnf left, right;
  VEC(nnf) parts;
  // If it holds at some position, it held at all positions before (a pure eventuality: <> f is equivalent to f).
  bool is_eventual;
  // If it holds at some position, it holds at all positions after (a pure universality: [] f is equivalent to f).
  bool is_universal;
  bool has_next;
  nnf negation, simple; // 0 = not known yet, or false
} nnf_node;

typedef struct nnf_implication { // what nnf_implies() has found
  nnf left, right;
  bool holds;
} nnf_implication;

enum {            // styles of simplification: each of them gives the smallest automaton for some formulas
  NNF_SPLITS = 1, // <> f || <> g, not <> (f || g), if f is a pure universality; and the dual rule
  NNF_JOINS = 2,  // <> (f || g), not <> f || g, if g is a pure eventuality and universality; and the dual rule
};

typedef struct nnf_table {
  mem *m;
  unsigned style;
  // Another way to find out that one formula implies another. NULL = none.
  bool (*implies)(void *context, nnf f, nnf g);
  void *context;
  VEC(nnf_node) nodes;
  nnf *slots; // by hash; 0 = free: formula 0 is a constant and needs no slot
  uint32_t slot_count;
  nnf_implication *implications; // a cache
} nnf_table;

nnf_table *nnf_new(mem *m); // the constants have the numbers NNF_FALSE and NNF_TRUE
// Valid until the next formula is made.
static inline nnf_node *nnf_at(const nnf_table *t, nnf f) { return &t->nodes.at[f]; }
static inline nnf_op nnf_op_of(const nnf_table *t, nnf f) { return nnf_at(t, f)->op; }
static inline nnf nnf_left(const nnf_table *t, nnf f) { return nnf_at(t, f)->left; }
static inline nnf nnf_right(const nnf_table *t, nnf f) { return nnf_at(t, f)->right; }

// Formulas with these operands; constants, repeated and contradictory parts are removed. The parts are borrowed.
nnf nnf_literal(nnf_table *t, uint32_t literal);
nnf nnf_next(nnf_table *t, nnf f);
nnf nnf_until(nnf_table *t, nnf a, nnf b);
nnf nnf_release(nnf_table *t, nnf a, nnf b);
nnf nnf_join(nnf_table *t, nnf_op op, const nnf *parts, uint32_t count); // AND or OR
nnf nnf_and(nnf_table *t, nnf a, nnf b);
nnf nnf_or(nnf_table *t, nnf a, nnf b);
nnf nnf_negation(nnf_table *t, nnf f);

static inline bool nnf_is_eventually(const nnf_table *t, nnf f) {
  return nnf_op_of(t, f) == NNF_UNTIL && nnf_left(t, f) == NNF_TRUE;
}
static inline bool nnf_is_always(const nnf_table *t, nnf f) {
  return nnf_op_of(t, f) == NNF_RELEASE && nnf_left(t, f) == NNF_FALSE;
}

// Does it hold in every word in which f holds? True only if the structure of the formulas shows it.
bool nnf_implies(nnf_table *t, nnf f, nnf g);

// An equivalent formula that gives a smaller automaton.
nnf nnf_simplify(nnf_table *t, nnf f);

#endif
