#include "omega/nnf.h"

// Implications that follow from the structure of two formulas (Somenzi and Bloem; Etessami and Holzmann; pure
// eventualities and universalities as well).

enum { CACHE = 1 << 12, PATIENCE = 20000 };

typedef struct search {
  nnf_table *t;
  uint32_t steps; // the search gives up after PATIENCE of them
} search;

static bool implies(search *s, nnf f, nnf g);

static bool all_parts_imply(search *s, nnf f, nnf g) {
  const nnf_node *n = nnf_at(s->t, f);
  for (uint32_t i = 0; i < n->parts.count; i++)
    if (!implies(s, n->parts.at[i], g))
      return false;
  return true;
}

static bool implies_all_parts(search *s, nnf f, nnf g) {
  const nnf_node *n = nnf_at(s->t, g);
  for (uint32_t i = 0; i < n->parts.count; i++)
    if (!implies(s, f, n->parts.at[i]))
      return false;
  return true;
}

static bool some_part_implies(search *s, nnf f, nnf g) {
  const nnf_node *n = nnf_at(s->t, f);
  for (uint32_t i = 0; i < n->parts.count; i++)
    if (implies(s, n->parts.at[i], g))
      return true;
  return false;
}

static bool implies_some_part(search *s, nnf f, nnf g) {
  const nnf_node *n = nnf_at(s->t, g);
  for (uint32_t i = 0; i < n->parts.count; i++)
    if (implies(s, f, n->parts.at[i]))
      return true;
  return false;
}

// By the operator of f.
static bool follows_from(search *s, const nnf_node *f, const nnf_node *g, nnf right) {
  switch (f->op) {
  case NNF_NEXT:
    return (g->op == NNF_NEXT && implies(s, f->left, g->left)) || (g->is_eventual && implies(s, f->left, right));
  case NNF_UNTIL:
    if (!implies(s, f->right, right))
      return false;
    return g->is_eventual || implies(s, f->left, right) || (g->op == NNF_UNTIL && implies(s, f->left, g->left));
  case NNF_RELEASE:
    return implies(s, f->right, right);
  default:
    return false;
  }
}

// By the operator of g.
static bool leads_to(search *s, const nnf_node *f, nnf left, const nnf_node *g) {
  switch (g->op) {
  case NNF_NEXT:
    return f->is_universal && implies(s, left, g->left);
  case NNF_UNTIL:
    return implies(s, left, g->right);
  case NNF_RELEASE:
    if (!implies(s, left, g->right))
      return false;
    return f->is_universal || implies(s, left, g->left) || (f->op == NNF_RELEASE && implies(s, f->left, g->left));
  default:
    return false;
  }
}

static bool find(search *s, nnf f, nnf g) {
  const nnf_node *left = nnf_at(s->t, f), *right = nnf_at(s->t, g);
  if (left->op == NNF_OR)
    return all_parts_imply(s, f, g);
  if (right->op == NNF_AND)
    return implies_all_parts(s, f, g);
  if (left->op == NNF_AND && some_part_implies(s, f, g))
    return true;
  if (right->op == NNF_OR && implies_some_part(s, f, g))
    return true;
  return follows_from(s, left, right, g) || leads_to(s, left, f, right);
}

static bool implies(search *s, nnf f, nnf g) {
  if (f == g || f == NNF_FALSE || g == NNF_TRUE)
    return true;
  if (f == NNF_TRUE || g == NNF_FALSE || s->steps++ > PATIENCE)
    return false;
  nnf_implication *known = &s->t->implications[(f * 0x9e3779b1u ^ g * 0x85ebca6bu) >> 20 & (CACHE - 1)];
  if (known->left == f && known->right == g)
    return known->holds;
  bool holds = find(s, f, g);
  if (s->steps <= PATIENCE)
    *known = (nnf_implication){f, g, holds};
  return holds;
}

bool nnf_implies(nnf_table *t, nnf f, nnf g) {
  if (!t->implications)
    t->implications = mem_alloc(t->m, sizeof *t->implications * CACHE);
  if (implies(&(search){.t = t}, f, g))
    return true;
  bool are_literals = nnf_op_of(t, f) <= NNF_LITERAL && nnf_op_of(t, g) <= NNF_LITERAL;
  return t->implies && !are_literals && t->implies(t->context, f, g);
}
