// Variables that are mapped to classes. An expression that reads some of them is copied by cases: for each combination
// of their classes, a value that does not depend on which values of the classes they have. Where there is none, the
// expression is unknown; a condition is then weakened for this combination only, and an assignment to a mapped variable
// sets any of the classes that the value can be in: each in another version of the edge.
#include "model/copy_internal.h"

#include <assert.h>

enum { MOST_CASES = 256 }; // combinations of pieces of classes

const net_map *copy_map_of(const copier *k, const net_var *v) {
  return k->maps && !k->vars[v->index] ? k->maps[v->index] : NULL;
}

static bool is_listed(const copy_cases *c, const expr *read, uint32_t *at) {
  for (*at = 0; *at < c->count; ++*at)
    if (expr_is_same(c->at[*at].read, read))
      return true;
  return false;
}

typedef struct {
  const copier *k;
  copy_cases *out;
  uint32_t product;
} finder;

// A variable that is mapped, if it is known which cell is read.
static void note_read(const expr *e, void *context) {
  finder *f = context;
  uint32_t at;
  bool is_read = e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR;
  const net_map *map = is_read ? copy_map_of(f->k, e->var) : NULL;
  if (!map || f->product > MOST_CASES || is_listed(f->out, e, &at) || copy_is_unknown(f->k, e->a) ||
      copy_has_unknown_index(f->k, e))
    return;
  f->product *= map->pieces.count;
  if (f->out->count == COPY_MOST_READS || f->product > MOST_CASES)
    f->product = MOST_CASES + 1;
  else
    f->out->at[f->out->count++] = (copy_case){.read = e, .map = map};
}

// The variables by which cases are distinguished. Where there are too many, none are: they may have any value.
static copy_cases find_cases(const copier *k, const expr *e) {
  copy_cases c = {0};
  finder f = {k, &c, 1};
  assert(!k->cases);
  expr_walk(e, note_read, &f);
  if (f.product > MOST_CASES)
    c.count = 0;
  return c;
}

// The next piece of the class of this variable, from number `from` on. False if there is none.
static bool find_piece(copy_case *c, uint32_t from) {
  for (c->piece = from; c->piece < c->map->pieces.count; c->piece++)
    if (c->map->pieces.at[c->piece].class_ == c->class_)
      return true;
  return false;
}

// Walks through the combinations of pieces of the classes. False: there are no more.
static bool first_pieces(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (!find_piece(&c->at[i], 0))
      return false; // no value of the type is in this class
  return true;
}

static bool next_pieces(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++) {
    if (find_piece(&c->at[i], c->at[i].piece + 1))
      return true;
    find_piece(&c->at[i], 0);
  }
  return false;
}

static bool first_classes(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++)
    c->at[i].class_ = 0;
  return true;
}

static bool next_classes(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++) {
    if (++c->at[i].class_ < c->at[i].map->classes)
      return true;
    c->at[i].class_ = 0;
  }
  return false;
}

static bool has_one_piece(const copy_cases *c) {
  copy_cases other = *c;
  return first_pieces(&other) && !next_pieces(&other);
}

// All values that the expression can have in this case.
static span values_of(const copier *k, const expr *e) {
  uint32_t at;
  if (e->op == EXPR_CONST)
    return span_one(e->value);
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    return is_listed(k->cases, e, &at) ? k->cases->at[at].map->pieces.at[k->cases->at[at].piece].values
                                       : net_map_domain(e->var->type);
  if (e->op == EXPR_COND) {
    span test = span_apply(EXPR_NOT, values_of(k, e->a), span_one(0));
    if (span_is_one(test))
      return values_of(k, test.low ? e->c : e->b);
    return span_join(values_of(k, e->b), values_of(k, e->c));
  }
  if (e->op >= EXPR_OPERATOR_COUNT)
    return e->op == EXPR_AT ? span_truth : span_any;
  span a = values_of(k, e->a);
  return span_apply(e->op, a, e->b ? values_of(k, e->b) : span_one(0));
}

bool copy_is_settled(const copier *k, const expr *e, int32_t *value) {
  span s = span_wrap(values_of(k, e), INT32_MIN, 32);
  *value = (int32_t)s.low;
  return span_is_one(s) && !copy_may_fail(e);
}

// With classes of several pieces the value must be the same number for all of them.
static bool is_exact_here(const copier *in, copy_cases *c, const expr *e) {
  int32_t value, first;
  if (has_one_piece(c))
    return first_pieces(c) && !copy_is_unknown(in, e);
  if (!first_pieces(c))
    return true;
  if (!copy_is_settled(in, e, &first))
    return false;
  while (next_pieces(c))
    if (!copy_is_settled(in, e, &value) || value != first)
      return false;
  return true;
}

bool copy_is_exact(const copier *k, const expr *e) {
  copy_cases c = find_cases(k, e);
  copier in = *k;
  in.cases = &c;
  for (bool is_there = first_classes(&c); is_there; is_there = next_classes(&c))
    if (!is_exact_here(&in, &c, e))
      return false;
  return true;
}

typedef expr *(*leaf)(copier *in, copy_cases *c, const void *context); // in one case

static expr *copy_read(copier *k, const expr *read) {
  expr *out = expr_new(k->memory, (expr_op)read->op, read->at);
  out->var = k->net->vars.at[k->var[read->var->index]];
  out->a = copy_expr(k, read->a);
  for (uint32_t i = 0; i < read->indices.count; i++)
    vec_push(k->m, &out->indices, copy_expr(k, read->indices.at[i]));
  return out;
}

expr *copy_target(copier *k, const expr *target) { return copy_read(k, target); }

static expr *if_class(copier *k, const copy_case *c, uint32_t class_, expr *then, expr *otherwise) {
  expr *out = expr_new(k->memory, EXPR_COND, c->read->at);
  out->a = expr_binary(k->memory, EXPR_EQ, copy_read(k, c->read), expr_const(k->memory, (int32_t)class_, c->read->at));
  out->b = then;
  out->c = otherwise;
  return out;
}

static expr *by_cases(copier *k, copy_cases *c, uint32_t depth, leaf make, const void *context) {
  if (depth == c->count) {
    copier in = *k;
    in.cases = c;
    return make(&in, c, context);
  }
  copy_case *own = &c->at[depth];
  expr *of_class[NET_MOST_CLASSES];
  for (own->class_ = 0; own->class_ < own->map->classes; own->class_++)
    of_class[own->class_] = by_cases(k, c, depth + 1, make, context);
  uint32_t i = own->map->classes - 1;
  expr *out = of_class[i];
  while (i-- > 0)
    if (!expr_is_same(of_class[i], out))
      out = if_class(k, own, i, of_class[i], out);
  return out;
}

static expr *exact_leaf(copier *in, copy_cases *c, const void *context) {
  const expr *e = context;
  int32_t value = 0;
  bool is_one = has_one_piece(c);
  if (first_pieces(c) && is_one)
    return copy_expr(in, e);
  if (first_pieces(c))
    copy_is_settled(in, e, &value);
  return expr_const(in->memory, value, e->at);
}

expr *copy_exactly(copier *k, const expr *e) {
  copy_cases c = find_cases(k, e);
  return by_cases(k, &c, 0, exact_leaf, e);
}

typedef struct {
  const expr *condition;
  bool is_upper;
} weakening;

static bool is_comparison(const expr *e) { return e->op >= EXPR_LT && e->op <= EXPR_NE; }

static expr_op swapped(expr_op op) {
  return op == EXPR_LT ? EXPR_GT : op == EXPR_GT ? EXPR_LT : op == EXPR_LE ? EXPR_GE : op == EXPR_GE ? EXPR_LE : op;
}

static expr_op negated(expr_op op) {
  return op == EXPR_LT   ? EXPR_GE
         : op == EXPR_GE ? EXPR_LT
         : op == EXPR_LE ? EXPR_GT
         : op == EXPR_GT ? EXPR_LE
         : op == EXPR_EQ ? EXPR_NE
                         : EXPR_EQ;
}

// Where some of several values can be in this relation to the known one.
static expr *may_compare(copier *in, expr_op op, span values, expr *known) {
  expr *low = expr_const(in->memory, (int32_t)values.low, known->at),
       *high = expr_const(in->memory, (int32_t)values.high, known->at);
  switch (op) {
  case EXPR_LT:
  case EXPR_LE:
    return expr_binary(in->memory, op, low, known);
  case EXPR_GT:
  case EXPR_GE:
    return expr_binary(in->memory, op, high, known);
  case EXPR_EQ:
    return expr_binary(in->memory, EXPR_AND, expr_binary(in->memory, EXPR_LE, low, known),
                       expr_binary(in->memory, EXPR_LE, known, high));
  default:
    return expr_const(in->memory, 1, known->at);
  }
}

// Of two sides, one is known.
static expr *weaken_comparison(copier *in, const expr *e, bool is_upper) {
  bool is_left = copy_is_unknown(in, e->a);
  span values = span_wrap(values_of(in, is_left ? e->a : e->b), INT32_MIN, 32);
  expr *known = copy_expr(in, is_left ? e->b : e->a);
  expr_op op = is_left ? (expr_op)e->op : swapped(e->op);
  if (is_upper)
    return may_compare(in, op, values, known);
  return expr_unary(in->memory, EXPR_NOT, may_compare(in, negated(op), values, known));
}

static expr *weaken_here(copier *in, const expr *e, bool is_upper) {
  if (!copy_is_unknown(in, e))
    return copy_expr(in, e);
  if (is_comparison(e) && copy_is_unknown(in, e->a) != copy_is_unknown(in, e->b))
    return weaken_comparison(in, e, is_upper);
  span s = span_apply(EXPR_NOT, values_of(in, e), span_one(0)); // 1: it does not hold
  return expr_const(in->memory, is_upper ? s.low == 0 : s.high == 0, e->at);
}

static expr *weak_leaf(copier *in, copy_cases *c, const void *context) {
  const weakening *w = context;
  expr *out = expr_const(in->memory, !w->is_upper, w->condition->at);
  for (bool is_there = first_pieces(c); is_there; is_there = next_pieces(c))
    out = copy_join(in, !w->is_upper, out, weaken_here(in, w->condition, w->is_upper));
  return out;
}

expr *copy_weakly(copier *k, const expr *e, bool is_upper) {
  copy_cases c = find_cases(k, e);
  return by_cases(k, &c, 0, weak_leaf, &(weakening){e, is_upper});
}

typedef struct {
  const net_var *var;
  const expr *value;
  uint32_t choice;
} assignment;

// In one case: the classes that the value can be in, as bits. None: it is known, and determines the class.
static uint64_t classes_here(const copier *in, copy_cases *c, const assignment *a) {
  const net_map *map = in->maps[a->var->index];
  uint64_t out = 0;
  int32_t value;
  bool is_one = has_one_piece(c);
  if (!first_pieces(c))
    return 1; // a class without values
  if (is_one && !copy_is_unknown(in, a->value) && !copy_is_settled(in, a->value, &value))
    return 0;
  for (bool is_there = true; is_there; is_there = next_pieces(c))
    out |= net_map_classes(map, a->var->type, values_of(in, a->value));
  return out;
}

static uint32_t count_bits(uint64_t bits) {
  uint32_t count = 0;
  for (; bits; bits &= bits - 1)
    count++;
  return count;
}

uint32_t copy_choices(const copier *k, const net_var *var, const expr *value) {
  assignment a = {.var = var, .value = value};
  copy_cases c = find_cases(k, value);
  copier in = *k;
  uint32_t most = 1;
  in.cases = &c;
  for (bool is_there = first_classes(&c); is_there; is_there = next_classes(&c)) {
    uint32_t count = count_bits(classes_here(&in, &c, &a));
    most = count > most ? count : most;
  }
  return most;
}

static expr *class_leaf(copier *in, copy_cases *c, const void *context) {
  const assignment *a = context;
  uint64_t bits = classes_here(in, c, a);
  if (!bits) {
    first_pieces(c);
    return net_map_expr(in->memory, in->maps[a->var->index], a->var->type, copy_expr(in, a->value));
  }
  for (uint32_t i = 0; i < a->choice && (bits & (bits - 1)); i++)
    bits &= bits - 1;
  uint32_t class_ = 0;
  while (!(bits >> class_ & 1))
    class_++;
  return expr_const(in->memory, (int32_t)class_, a->value->at);
}

expr *copy_class(copier *k, const net_var *var, const expr *value, uint32_t choice) {
  copy_cases c = find_cases(k, value);
  return by_cases(k, &c, 0, class_leaf, &(assignment){var, value, choice});
}
