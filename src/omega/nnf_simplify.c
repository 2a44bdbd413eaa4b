// Rewriting of formulas (Somenzi and Bloem; Etessami and Holzmann; and rules for pure eventualities and universalities,
// which can be taken out of other operators). Operands are simple already. Every rule for `or` and `release` is the
// dual of one for `and` and `until`.
#include "omega/nnf.h"

typedef VEC(nnf) parts_of;

static nnf simple_and(nnf_table *t, const nnf *parts, uint32_t count);
static nnf simple_until(nnf_table *t, nnf a, nnf b);

static nnf simple_or(nnf_table *t, const nnf *parts, uint32_t count) {
  parts_of negated = {0};
  for (uint32_t i = 0; i < count; i++)
    vec_push(t->m, &negated, nnf_negation(t, parts[i]));
  nnf result = nnf_negation(t, simple_and(t, negated.at, negated.count));
  vec_free(t->m, &negated);
  return result;
}

static nnf both(nnf_table *t, nnf a, nnf b) { return simple_and(t, (nnf[]){a, b}, 2); }
static nnf either(nnf_table *t, nnf a, nnf b) { return simple_or(t, (nnf[]){a, b}, 2); }
static nnf eventually(nnf_table *t, nnf a) { return simple_until(t, NNF_TRUE, a); }

static nnf simple_release(nnf_table *t, nnf a, nnf b) {
  return nnf_negation(t, simple_until(t, nnf_negation(t, a), nnf_negation(t, b)));
}
static nnf always(nnf_table *t, nnf a) { return simple_release(t, NNF_FALSE, a); }

static bool is_eventual(const nnf_table *t, nnf f) { return nnf_at(t, f)->is_eventual; }
static bool is_universal(const nnf_table *t, nnf f) { return nnf_at(t, f)->is_universal; }
// Its value does not depend on the position in the word.
static bool is_global(const nnf_table *t, nnf f) { return is_eventual(t, f) && is_universal(t, f); }

static bool is_only_eventual(const nnf_table *t, nnf f) { return is_eventual(t, f) && !is_universal(t, f); }

typedef bool (*filter)(const nnf_table *t, nnf f);

// Splits the parts of a conjunction or disjunction into those that satisfy the filter and the others. False if none
// does, or if it has another operator.
static bool split(nnf_table *t, nnf f, nnf_op op, filter is_taken, nnf *taken, nnf *others) {
  nnf_node n = *nnf_at(t, f);
  if (n.op != op)
    return false;
  parts_of in = {0}, out = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    if (is_taken(t, n.parts.at[i]))
      vec_push(t->m, &in, n.parts.at[i]);
    else
      vec_push(t->m, &out, n.parts.at[i]);
  bool is_split = in.count > 0;
  *taken = nnf_join(t, op, in.at, in.count);
  *others = nnf_join(t, op, out.at, out.count);
  vec_free(t->m, &in);
  vec_free(t->m, &out);
  return is_split;
}

static nnf simple_next(nnf_table *t, nnf f) {
  nnf taken, others;
  if (is_global(t, f))
    return f;
  if (split(t, f, NNF_AND, is_global, &taken, &others))
    return both(t, taken, simple_next(t, others));
  if (split(t, f, NNF_OR, is_global, &taken, &others))
    return either(t, taken, simple_next(t, others));
  return nnf_next(t, f);
}

static bool is_next(const nnf_table *t, nnf f) { return nnf_op_of(t, f) == NNF_NEXT; }

// The parts of f without the operator that `is_taken` recognises, joined again.
static nnf strip(nnf_table *t, nnf f, filter is_taken, nnf (*operand)(const nnf_table *t, nnf f)) {
  nnf_node n = *nnf_at(t, f);
  parts_of kept = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    vec_push(t->m, &kept, is_taken(t, n.parts.at[i]) ? operand(t, n.parts.at[i]) : n.parts.at[i]);
  nnf result = (n.op == NNF_AND ? simple_and : simple_or)(t, kept.at, kept.count);
  vec_free(t->m, &kept);
  return result;
}

// <> [] b, if there is a rule for it; else <> [] b itself.
static nnf eventually_always(nnf_table *t, nnf b) {
  nnf taken, others, whole = nnf_until(t, NNF_TRUE, nnf_release(t, NNF_FALSE, b));
  if (split(t, b, NNF_OR, is_universal, &taken, &others))
    return either(t, eventually(t, taken), eventually(t, always(t, others)));
  if (split(t, b, NNF_OR, is_eventual, &taken, &others))
    return either(t, always(t, taken), eventually(t, always(t, others)));
  if (split(t, b, NNF_AND, is_next, &taken, &others))
    return eventually(t, always(t, strip(t, b, is_next, nnf_left)));
  return whole;
}

// <> of each part of `parts`, or of the others together.
static nnf each_eventually(nnf_table *t, nnf parts, nnf others) {
  nnf_node n = *nnf_at(t, parts);
  if (n.op != NNF_OR)
    return either(t, eventually(t, parts), eventually(t, others));
  parts_of each = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    vec_push(t->m, &each, eventually(t, n.parts.at[i]));
  vec_push(t->m, &each, eventually(t, others));
  nnf result = simple_or(t, each.at, each.count);
  vec_free(t->m, &each);
  return result;
}

// <> b, as above.
static nnf eventually_rules(nnf_table *t, nnf b) {
  nnf taken, others;
  if (split(t, b, NNF_OR, nnf_is_eventually, &taken, &others))
    return eventually(t, strip(t, b, nnf_is_eventually, nnf_right));
  if (split(t, b, NNF_OR, t->style & NNF_JOINS ? is_only_eventual : is_eventual, &taken, &others))
    return either(t, taken, eventually(t, others));
  if (t->style & NNF_SPLITS && split(t, b, NNF_OR, is_universal, &taken, &others))
    return each_eventually(t, taken, others);
  if (is_next(t, b))
    return simple_next(t, eventually(t, nnf_left(t, b)));
  if (nnf_is_always(t, b))
    return eventually_always(t, nnf_right(t, b));
  return nnf_until(t, NNF_TRUE, b);
}

// The left operand of an until counts only where the right one, b, does not hold.
static nnf where_not(nnf_table *t, nnf a, nnf b) {
  nnf_node n = *nnf_at(t, a);
  if (nnf_implies(t, nnf_negation(t, b), a))
    return NNF_TRUE;
  if (nnf_implies(t, a, b))
    return NNF_FALSE;
  if (n.op != NNF_AND && n.op != NNF_OR)
    return a;
  parts_of kept = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    vec_push(t->m, &kept, where_not(t, n.parts.at[i], b));
  nnf result = nnf_join(t, n.op, kept.at, kept.count);
  vec_free(t->m, &kept);
  return result;
}

// Is b the disjunction of [] a and others? Then a until b is a weak until.
static bool is_weak(nnf_table *t, nnf a, nnf b, nnf *others) {
  nnf for_ever = always(t, a);
  nnf_node n = *nnf_at(t, b);
  parts_of kept = {0};
  for (uint32_t i = 0; n.op == NNF_OR && i < n.parts.count; i++)
    if (n.parts.at[i] != for_ever)
      vec_push(t->m, &kept, n.parts.at[i]);
  bool is_found = kept.count && kept.count < n.parts.count;
  *others = nnf_join(t, NNF_OR, kept.at, kept.count);
  vec_free(t->m, &kept);
  return is_found;
}

static nnf simple_until(nnf_table *t, nnf a, nnf b) {
  nnf taken, others;
  if (b <= NNF_TRUE || is_eventual(t, b))
    return b;
  if (is_weak(t, a, b, &others))
    return simple_release(t, others, either(t, a, others));
  a = where_not(t, a, b);
  if (a == NNF_FALSE)
    return b;
  if (nnf_op_of(t, b) == NNF_UNTIL) {
    if (nnf_implies(t, a, nnf_left(t, b)))
      return b;
    if (nnf_implies(t, nnf_left(t, b), a))
      return simple_until(t, a, nnf_right(t, b));
  }
  if (nnf_op_of(t, a) == NNF_UNTIL && nnf_implies(t, b, nnf_right(t, a)))
    return simple_until(t, either(t, nnf_left(t, a), nnf_right(t, a)), b);
  if (split(t, b, NNF_AND, is_global, &taken, &others))
    return both(t, taken, simple_until(t, a, others));
  if (a == NNF_TRUE)
    return eventually_rules(t, b);
  if (split(t, b, NNF_OR, is_eventual, &taken, &others))
    return either(t, taken, simple_until(t, a, others));
  if (is_next(t, a) && is_next(t, b))
    return simple_next(t, simple_until(t, nnf_left(t, a), nnf_left(t, b)));
  return nnf_until(t, a, b);
}

// Two parts of a conjunction as one formula. False if no rule applies.
static bool merge(nnf_table *t, nnf f, nnf g, nnf *merged) {
  nnf_node a = *nnf_at(t, f), b = *nnf_at(t, g);
  if (a.op == NNF_NEXT && b.op == NNF_NEXT)
    *merged = simple_next(t, both(t, a.left, b.left));
  else if (a.op == NNF_UNTIL && b.op == NNF_UNTIL && a.right == b.right)
    *merged = simple_until(t, both(t, a.left, b.left), a.right);
  else if (a.op == NNF_RELEASE && b.op == NNF_RELEASE && a.left == b.left &&
           (!(t->style & NNF_SPLITS) || (!a.is_eventual && !b.is_eventual)))
    *merged = simple_release(t, a.left, both(t, a.right, b.right));
  else if (a.op == NNF_RELEASE && nnf_is_eventually(t, g) && a.left == b.right)
    *merged = simple_until(t, a.right, both(t, a.left, a.right));
  else if (t->style & NNF_JOINS && nnf_is_always(t, f) && is_global(t, g) && !nnf_is_always(t, g))
    *merged = always(t, both(t, a.right, g));
  else if (nnf_is_eventually(t, f) && nnf_is_eventually(t, g) && nnf_is_always(t, a.right) &&
           nnf_is_always(t, b.right)) // <> [] p && <> [] q
    *merged = eventually(t, always(t, both(t, nnf_right(t, a.right), nnf_right(t, b.right))));
  else
    return false;
  return true;
}

// A part of a conjunction beside another one, which holds as well.
static nnf beside(nnf_table *t, nnf part, nnf other) {
  nnf_node n = *nnf_at(t, part);
  if (nnf_implies(t, other, part))
    return NNF_TRUE;
  if (nnf_implies(t, other, nnf_negation(t, part)))
    return NNF_FALSE;
  if (n.op != NNF_OR)
    return part;
  parts_of kept = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    if (!nnf_implies(t, other, nnf_negation(t, n.parts.at[i])))
      vec_push(t->m, &kept, n.parts.at[i]);
  nnf result = kept.count < n.parts.count ? simple_or(t, kept.at, kept.count) : part;
  vec_free(t->m, &kept);
  return result;
}

// Applies one rule to two parts of the conjunction. False if there is none.
static bool improve(nnf_table *t, parts_of *parts) {
  for (uint32_t i = 0; i < parts->count; i++)
    for (uint32_t j = 0; j < parts->count; j++) {
      nnf merged;
      if (i == j)
        continue;
      if (merge(t, parts->at[i], parts->at[j], &merged)) {
        parts->at[i] = merged;
        parts->at[j] = NNF_TRUE;
        return true;
      }
      merged = beside(t, parts->at[i], parts->at[j]);
      if (merged != parts->at[i]) {
        parts->at[i] = merged;
        return true;
      }
    }
  return false;
}

static nnf simple_and(nnf_table *t, const nnf *parts, uint32_t count) {
  nnf whole = nnf_join(t, NNF_AND, parts, count);
  nnf_node n = *nnf_at(t, whole);
  if (n.op != NNF_AND)
    return whole;
  parts_of copy = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    vec_push(t->m, &copy, n.parts.at[i]);
  if (improve(t, &copy))
    whole = simple_and(t, copy.at, copy.count);
  vec_free(t->m, &copy);
  return whole;
}

static nnf simplify(nnf_table *t, nnf f) {
  nnf_node n = *nnf_at(t, f);
  if (n.op <= NNF_LITERAL || n.simple)
    return n.simple ? n.simple : f;
  nnf result;
  if (n.op == NNF_NEXT) {
    result = simple_next(t, simplify(t, n.left));
  } else if (n.op == NNF_UNTIL || n.op == NNF_RELEASE) {
    nnf left = simplify(t, n.left), right = simplify(t, n.right);
    result = (n.op == NNF_UNTIL ? simple_until : simple_release)(t, left, right);
  } else {
    parts_of parts = {0};
    for (uint32_t i = 0; i < n.parts.count; i++)
      vec_push(t->m, &parts, simplify(t, n.parts.at[i]));
    result = (n.op == NNF_AND ? simple_and : simple_or)(t, parts.at, parts.count);
    vec_free(t->m, &parts);
  }
  nnf_at(t, f)->simple = result;
  return result;
}

nnf nnf_simplify(nnf_table *t, nnf f) {
  enum { ROUNDS = 8 }; // of rules that make others possible
  for (uint32_t i = 0; i < ROUNDS; i++) {
    nnf simpler = simplify(t, f);
    if (simpler == f)
      break;
    f = simpler;
  }
  return f;
}
