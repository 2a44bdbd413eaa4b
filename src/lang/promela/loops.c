#include "lang/promela/build.h"

static void add_break(builder *b, place at) {
  node *n = build_new_node(b, EL_GOTO, at);
  n->leaf.text = "break";
  n->loop = b->loops.at[b->loops.count - 1];
  build_add_node(b, n);
}

static ast_expr *make_operator(builder *b, expr_op op, ast_expr *left, ast_expr *right) {
  ast_expr *e = ARENA_NEW(b->p->memory, ast_expr);
  *e = (ast_expr){.kind = AX_OPERATOR, .op = op, .a = left, .b = right, .at = left->at};
  return e;
}

static ast_expr *make_ref(builder *b, ast_ref *r) {
  ast_expr *e = ARENA_NEW(b->p->memory, ast_expr);
  *e = (ast_expr){.kind = AX_REF, .ref = r, .at = r->at};
  return e;
}

static ast_expr *make_const(builder *b, int32_t value, place at) {
  ast_expr *e = ARENA_NEW(b->p->memory, ast_expr);
  *e = (ast_expr){.kind = AX_CONST, .value = value, .at = at};
  return e;
}

// As in SPIN, for and select become an assignment followed by a loop { i <= n -> body; i++ } with an exit option.
static node *finish_loop(builder *b, place at, bool with_else, bool body_first) {
  node *n = build_new_node(b, EL_DO, at);
  n->loop = b->loops.at[b->loops.count - 1];
  sequence *body = build_close_sequence(b, at);
  build_open_sequence(b, false);
  if (with_else)
    build_add_leaf_of(b, &(ast_stmt){.kind = AS_ELSE, .at = at});
  add_break(b, at);
  sequence *exit_option = build_close_sequence(b, at);
  vec_push(b->p->m, &n->subs, body_first ? body : exit_option);
  vec_push(b->p->m, &n->subs, body_first ? exit_option : body);
  b->loops.count--;
  return n;
}

static void add_body(builder *b, const ast_seq *q) {
  pml_open_scope(b->p);
  build_add_statements(b, q);
  pml_close_scope(b->p);
}

node *build_prepare_range(builder *b, const ast_stmt *s, ast_expr *from, ast_expr *to) {
  bool is_for = s->kind != AS_SELECT;
  vec_push(b->p->m, &b->loops, ARENA_NEW(b->p->memory, loop));
  build_add_leaf_of(b, &(ast_stmt){.kind = AS_ASSIGN, .ref = s->ref, .a = from, .at = s->at});
  build_open_sequence(b, false);
  ast_expr *test = make_operator(b, is_for ? EXPR_LE : EXPR_LT, make_ref(b, s->ref), to);
  build_add_leaf_of(b, &(ast_stmt){.kind = AS_EXPR, .a = test, .at = s->at});
  if (is_for)
    add_body(b, &s->options.at[0]);
  build_add_leaf_of(b, &(ast_stmt){.kind = AS_INCR, .ref = s->ref, .at = s->at});
  return finish_loop(b, s->at, is_for, !is_for && s->is_plain);
}

// A plain select is a selection of up to 33 assignments instead of a loop.
node *build_prepare_select(builder *b, const ast_stmt *s) {
  node *n = build_new_node(b, EL_IF, s->at);
  if (!s->is_plain || (int64_t)s->b->value - s->a->value > 32)
    return build_prepare_range(b, s, s->a, s->b);
  if (s->a->value > s->b->value) {
    pml_error(b->p, s->at, NULL, "the range of select, %d to %d, is empty", s->a->value, s->b->value);
    return NULL;
  }
  for (int32_t value = s->a->value; value <= s->b->value; value++) {
    build_open_sequence(b, false);
    build_add_leaf_of(b, &(ast_stmt){.kind = AS_ASSIGN, .ref = s->ref, .a = make_const(b, value, s->at), .at = s->at});
    vec_push(b->p->m, &n->subs, build_close_sequence(b, s->at));
  }
  return n;
}

static net_stmt *counter_stmt(pml *p, const net_var *v, expr *value, place at) {
  net_stmt *s = ARENA_NEW(p->memory, net_stmt);
  s->kind = STMT_ASSIGN;
  s->at = at;
  s->target = expr_new(p->memory, EXPR_VAR, at);
  s->target->var = v;
  s->value = value;
  return s;
}

// for (x in channel): each message is received and sent back, so that the channel is unchanged after the loop.
static node *prepare_messages(builder *b, const ast_stmt *s, const symbol *channel) {
  pml *p = b->p;
  int32_t capacity = 0;
  pml_const_value(p, channel->chan->capacity, &capacity);
  net_var *v = pml_new_counter(p, capacity > 255);
  ast_expr *x = make_ref(b, s->ref);
  node *start = build_new_node(b, EL_LEAF, s->at), *test = build_new_node(b, EL_LEAF, s->at),
       *next = build_new_node(b, EL_LEAF, s->at);
  expr *count = expr_new(p->memory, EXPR_VAR, s->at), *length = expr_new(p->memory, EXPR_LEN, s->at);
  count->var = v;
  length->a = pml_channel(p, s->source);
  vec_push(p->m, &b->loops, ARENA_NEW(p->memory, loop));
  start->leaf =
      (basic){.effect = counter_stmt(p, v, expr_const(p->memory, 0, s->at), s->at), .text = "(for) = 0", .at = s->at};
  build_add_node(b, start);
  build_open_sequence(b, false);
  test->leaf =
      (basic){.guard = expr_binary(p->memory, EXPR_LT, count, length), .text = "(for) < len(...)", .at = s->at};
  build_add_node(b, test);
  ast_stmt take = {.kind = AS_RECEIVE, .ref = s->source, .at = s->at},
           put = {.kind = AS_SEND, .ref = s->source, .at = s->at};
  vec_push(p->m, &take.args, x);
  vec_push(p->m, &put.args, x);
  build_add_leaf_of(b, &take);
  build_add_leaf_of(b, &put);
  add_body(b, &s->options.at[0]);
  expr *more = expr_binary(p->memory, EXPR_ADD, count, expr_const(p->memory, 1, s->at));
  next->leaf = (basic){.effect = counter_stmt(p, v, more, s->at), .text = "(for)++", .at = s->at};
  build_add_node(b, next);
  return finish_loop(b, s->at, true, false);
}

node *build_prepare_for_in(builder *b, const ast_stmt *s) {
  const symbol *x = pml_lookup(b->p, s->ref->name), *source = pml_lookup(b->p, s->source->name);
  if (!x || !source) {
    const ast_ref *missing = x ? s->source : s->ref;
    pml_error(b->p, missing->at, NULL, "'%s' is not declared", missing->name);
    return NULL;
  }
  if (x->record) {
    if (!source->chan || s->source->next) {
      pml_error(b->p, s->source->at, NULL, "'%s' is not a channel with an initialiser in its declaration",
                source->name);
      return NULL;
    }
    return prepare_messages(b, s, source);
  }
  if (!source->length || s->source->next) {
    pml_error(b->p, s->source->at, "for (i in a) runs through the indices of the array a", "'%s' is not an array",
              source->name);
    return NULL;
  }
  return build_prepare_range(b, s, make_const(b, 0, s->at), make_const(b, (int32_t)source->length - 1, s->at));
}
