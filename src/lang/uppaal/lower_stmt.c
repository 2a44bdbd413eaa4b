// Statements of functions.
#include "lang/uppaal/lower.h"

static void block(upp *p, const upp_stmt *s) {
  scope *outer = p->scope;
  p->scope = upp_scope_new(p, outer);
  upp_lower_decls(p, &s->decls);
  for (uint32_t i = 0; i < s->body.count; i++)
    upp_statement(p, s->body.at[i]);
  p->scope = outer;
}

static expr *condition(upp *p, const upp_expr *e, place at) {
  expr *c = e ? upp_condition_of(p, e) : expr_const(p->memory, 1, at);
  if (!upp_has_time(c))
    return c;
  upp_bar(p, e->at, "clock constraints in functions are not supported");
  return expr_const(p->memory, 0, at);
}

static void lower_if(upp *p, const upp_stmt *s) {
  expr *c = condition(p, s->condition, s->at);
  uint32_t fork = upp_path_location(p), join = upp_path_join(p);
  upp_path_at(p, fork, c);
  upp_statement(p, s->then);
  bool goes_on = !p->out->is_dead;
  upp_path_go(p, join);
  upp_path_at(p, fork, NULL);
  if (s->otherwise)
    upp_statement(p, s->otherwise);
  goes_on |= !p->out->is_dead;
  upp_path_go(p, join);
  if (goes_on)
    upp_path_at(p, join, NULL);
}

// A loop that repeats while the condition holds. Afterwards the current position is after the loop.
static void loop(upp *p, const upp_expr *test, const upp_stmt *body, const upp_expr *step, place at) {
  uint32_t head = upp_path_join(p);
  upp_path_go(p, head);
  upp_path_at(p, head, NULL);
  expr *c = condition(p, test, at);
  uint32_t fork = upp_path_location(p);
  upp_path_at(p, fork, c);
  upp_statement(p, body);
  if (step && !p->out->is_dead)
    upp_effect(p, step);
  upp_path_go(p, head);
  upp_path_at(p, fork, NULL);
}

static void do_loop(upp *p, const upp_stmt *s) {
  uint32_t head = upp_path_join(p);
  upp_path_go(p, head);
  upp_path_at(p, head, NULL);
  upp_statement(p, s->then);
  if (p->out->is_dead)
    return;
  expr *c = condition(p, s->condition, s->at);
  uint32_t fork = upp_path_location(p);
  upp_path_at(p, fork, c);
  upp_path_go(p, head);
  upp_path_at(p, fork, NULL);
}

static void for_each(upp *p, const upp_stmt *s) {
  int32_t low, high;
  scope *outer = p->scope;
  if (!upp_shape_range(p, s->type, &low, &high))
    return;
  object *o = upp_object_new(p, STORE_SCRATCH, s->name, &upp_shape_number, s->at);
  reference counter = upp_reference_to(o, &upp_shape_number);
  operand first = upp_number(p, &upp_shape_int, expr_const(p->memory, low, s->at));
  upp_store(p, &counter, &first, s->at);
  o->is_const = true; // the body cannot assign it
  p->scope = upp_scope_new(p, outer);
  symbol *added = upp_symbol_add(p, p->scope, SYMBOL_OBJECT, s->name, s->at);
  added->ref = counter;
  added->shape = counter.shape;
  uint32_t head = upp_path_join(p);
  upp_path_go(p, head);
  operand now = upp_operand_of(p, &counter, s->at);
  upp_path_at(p, head, expr_binary(p->memory, EXPR_LE, now.value, expr_const(p->memory, high, s->at)));
  upp_statement(p, s->then);
  upp_emit_assign(p, now.value, expr_binary(p->memory, EXPR_ADD, now.value, expr_const(p->memory, 1, s->at)), s->at);
  upp_path_go(p, head);
  upp_path_at(p, head, NULL);
  p->scope = outer;
}

static void lower_return(upp *p, const upp_stmt *s) {
  const routine *r = p->routine;
  if (s->condition && r->result) {
    reference result = upp_reference_to(r->result, r->function->shape);
    operand value = upp_operand(p, s->condition);
    upp_store(p, &result, &value, s->at);
  } else if (s->condition) {
    upp_error(p, s->at, NULL, "'%s' returns nothing", r->function->name);
  } else if (r->result) {
    upp_error(p, s->at, NULL, "'%s' must return a %s", r->function->name, upp_shape_text(p, r->function->shape));
  }
  upp_path_go(p, NET_BLOCK_EXIT);
}

static void assertion(upp *p, const upp_stmt *s) {
  net_stmt stmt = {.kind = STMT_ASSERT, .value = condition(p, s->condition, s->at), .at = s->at};
  stmt.text = upp_text(p->memory, s->condition);
  upp_emit(p, stmt);
}

void upp_statement(upp *p, const upp_stmt *s) {
  if (!s || p->out->is_dead) // statements after a return are unreachable
    return;
  switch (s->kind) {
  case UPP_BLOCK:
    block(p, s);
    break;
  case UPP_EXPRESSION:
    upp_effect(p, s->condition);
    break;
  case UPP_IF:
    lower_if(p, s);
    break;
  case UPP_WHILE:
    loop(p, s->condition, s->then, NULL, s->at);
    break;
  case UPP_DO:
    do_loop(p, s);
    break;
  case UPP_FOR:
    if (s->start)
      upp_effect(p, s->start);
    loop(p, s->condition, s->then, s->step, s->at);
    break;
  case UPP_FOR_EACH:
    for_each(p, s);
    break;
  case UPP_RETURN:
    lower_return(p, s);
    break;
  case UPP_ASSERT:
    assertion(p, s);
    break;
  case UPP_EMPTY:
    break;
  }
}
