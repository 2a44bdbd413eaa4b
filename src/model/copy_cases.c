// The cases by which an expression over mapped variables is copied: combinations of the classes of the variables that
// it reads, and of the pieces of these classes.
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
    f->out->at[f->out->count++] = (copy_case){.read = e, .mapping = map};
}

copy_cases copy_find_cases(const copier *k, const expr *e) {
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
  for (c->piece = from; c->piece < c->mapping->pieces.count; c->piece++)
    if (c->mapping->pieces.at[c->piece].class_ == c->class_)
      return true;
  return false;
}

bool copy_first_pieces(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (!find_piece(&c->at[i], 0))
      return false; // no value of the type is in this class
  return true;
}

bool copy_next_pieces(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++) {
    if (find_piece(&c->at[i], c->at[i].piece + 1))
      return true;
    find_piece(&c->at[i], 0);
  }
  return false;
}

bool copy_first_classes(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++)
    c->at[i].class_ = 0;
  return true;
}

bool copy_next_classes(copy_cases *c) {
  for (uint32_t i = 0; i < c->count; i++) {
    if (++c->at[i].class_ < c->at[i].mapping->classes)
      return true;
    c->at[i].class_ = 0;
  }
  return false;
}

bool copy_has_one_piece(const copy_cases *c) {
  copy_cases other = *c;
  return copy_first_pieces(&other) && !copy_next_pieces(&other);
}

span copy_values_of(const copier *k, const expr *e) {
  uint32_t at;
  if (e->op == EXPR_CONST)
    return span_one(e->value);
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    return is_listed(k->cases, e, &at) ? k->cases->at[at].mapping->pieces.at[k->cases->at[at].piece].values
                                       : net_map_domain(e->var->type);
  if (e->op == EXPR_COND) {
    span test = span_apply(EXPR_NOT, copy_values_of(k, e->a), span_one(0));
    if (span_is_one(test))
      return copy_values_of(k, test.low ? e->c : e->b);
    return span_join(copy_values_of(k, e->b), copy_values_of(k, e->c));
  }
  if (e->op >= EXPR_OPERATOR_COUNT)
    return e->op == EXPR_AT ? span_truth : span_any;
  span a = copy_values_of(k, e->a);
  return span_apply(e->op, a, e->b ? copy_values_of(k, e->b) : span_one(0));
}

bool copy_is_settled(const copier *k, const expr *e, int32_t *value) {
  span s = span_wrap(copy_values_of(k, e), INT32_MIN, 32);
  *value = (int32_t)s.low;
  return span_is_one(s) && !copy_may_fail(e);
}

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

expr *copy_by_cases(copier *k, copy_cases *c, uint32_t depth, copy_leaf make, const void *context) {
  if (depth == c->count) {
    copier in = *k;
    in.cases = c;
    return make(&in, c, context);
  }
  copy_case *own = &c->at[depth];
  expr *of_class[NET_MOST_CLASSES];
  for (own->class_ = 0; own->class_ < own->mapping->classes; own->class_++)
    of_class[own->class_] = copy_by_cases(k, c, depth + 1, make, context);
  uint32_t i = own->mapping->classes - 1;
  expr *out = of_class[i];
  while (i-- > 0)
    if (!expr_is_same(of_class[i], out))
      out = if_class(k, own, i, of_class[i], out);
  return out;
}
