// Assignments, and expressions that are evaluated for their effect.
#include "lang/uppaal/lower.h"

static void set_clock(upp *p, const reference *to, const operand *from, place at) {
  net_stmt s = {.kind = STMT_SET_CLOCK, .clock = upp_pick(p, to, at), .at = at};
  if (from->minus.count)
    upp_error(p, at, NULL, "a clock cannot be set to the difference of clocks");
  if (upp_is_time(from)) {
    s.from = from->plus;
    s.value = from->value;
  } else {
    s.value = upp_fit(p, &upp_shape_int, from, at);
  }
  upp_emit(p, s);
}

static void store_cells(upp *p, const reference *to, const operand *from, place at) {
  if (!from->ref.object || !upp_shape_same(to->shape, from->shape)) {
    if (from->shape->kind != SHAPE_ERROR)
      upp_error(p, at, NULL, "a %s cannot be assigned to a %s", upp_shape_text(p, from->shape),
                upp_shape_text(p, to->shape));
    return;
  }
  reference target = *to, source = from->ref;
  upp_fix_indices(p, &target); // an index may read a cell that is assigned here
  upp_fix_indices(p, &source);
  uint32_t count = upp_cell_count(&target);
  for (uint32_t i = 0; i < count; i++) {
    reference a = upp_cell(p, &target, i), b = upp_cell(p, &source, i);
    operand value = upp_operand_of(p, &b, at);
    upp_store(p, &a, &value, at);
  }
}

void upp_store(upp *p, const reference *to, const operand *from, place at) {
  operand target = upp_operand_of(p, to, at);
  if (to->shape->kind == SHAPE_OPAQUE) { // not stored, but the index and the value are evaluated
    upp_discard(p, &target);
    upp_fit(p, to->shape, from, at);
  } else if (to->shape->kind == SHAPE_CLOCK)
    set_clock(p, to, from, at);
  else if (to->shape->kind == SHAPE_RECORD || to->shape->kind == SHAPE_ARRAY)
    store_cells(p, to, from, at);
  else if (!target.value)
    upp_error(p, at, NULL, "a %s cannot be assigned", upp_shape_text(p, to->shape));
  else if (to->shape->kind != SHAPE_ERROR)
    upp_emit_assign(p, target.value, upp_fit(p, to->shape, from, at), at);
}

static bool target_of(upp *p, const upp_expr *e, reference *out) {
  operand o = upp_operand(p, e);
  *out = o.ref;
  if (o.shape->kind == SHAPE_ERROR)
    return false;
  if (!o.ref.object)
    upp_error(p, e->at, NULL, "'%s' cannot be assigned", upp_text(p->memory, e));
  else if (o.ref.object->is_const || o.shape->is_const)
    upp_error(p, e->at, NULL, "'%s' is a constant", upp_text(p->memory, e));
  else
    return true;
  return false;
}

static upp_expr_kind operator_of(const upp_expr *e) {
  if (e->kind == UPP_ASSIGN_OP)
    return e->op;
  return e->kind == UPP_PRE_INC || e->kind == UPP_POST_INC ? UPP_ADD : UPP_SUB;
}

// The value to assign. Except in a plain assignment, it is computed from the old value of the target.
static operand source_of(upp *p, const upp_expr *e, const reference *target) {
  operand right = e->b ? upp_operand(p, e->b) : upp_number(p, &upp_shape_int, expr_const(p->memory, 1, e->at));
  if (e->kind == UPP_ASSIGN)
    return right;
  upp_expr how = {.kind = operator_of(e), .at = e->at};
  operand left = upp_operand_of(p, target, e->at);
  return upp_arithmetic(p, &how, &left, &right);
}

operand upp_assignment(upp *p, const upp_expr *e) {
  reference target;
  if (!p->out) {
    upp_error(p, e->at, NULL, "an assignment is not allowed here: side effects are forbidden");
    return upp_error_operand(p, e->at);
  }
  if (!target_of(p, e->a, &target))
    return upp_error_operand(p, e->at);
  if (e->b && upp_has_effect(p, e->b))
    upp_fix_indices(p, &target);
  bool is_post = e->kind == UPP_POST_INC || e->kind == UPP_POST_DEC;
  operand before = upp_operand_of(p, &target, e->at);
  if (is_post && before.value && !upp_is_time(&before))
    before.value = upp_temporary(p, before.value);
  operand source = source_of(p, e, &target);
  upp_store(p, &target, &source, e->at);
  if (is_post)
    return upp_number(p, before.shape, before.value);
  return upp_operand_of(p, &target, e->at);
}

static void conditional_effect(upp *p, const upp_expr *e) {
  expr *condition = upp_boolean(p, upp_value(p, e->a));
  uint32_t fork = upp_path_location(p), join = upp_path_join(p);
  upp_path_at(p, fork, condition);
  upp_effect(p, e->b);
  upp_path_go(p, join);
  upp_path_at(p, fork, NULL);
  upp_effect(p, e->c);
  upp_path_go(p, join);
  upp_path_at(p, join, NULL);
}

void upp_effect(upp *p, const upp_expr *e) {
  upp_expr same = *e;
  if (e->kind == UPP_POST_INC || e->kind == UPP_POST_DEC) { // the old value is not used
    same.kind = e->kind == UPP_POST_INC ? UPP_PRE_INC : UPP_PRE_DEC;
    upp_assignment(p, &same);
  } else if (e->kind == UPP_COMMA) {
    upp_effect(p, e->a);
    upp_effect(p, e->b);
  } else if (e->kind == UPP_COND && p->out && upp_has_effect(p, e)) {
    conditional_effect(p, e);
  } else {
    operand o = upp_operand(p, e);
    bool is_discarded = p->out && o.value && !upp_is_time(&o) && !upp_has_effect(p, e);
    if (is_discarded && upp_may_fail(o.value)) // the value is not used, but its evaluation may be a fault
      upp_temporary(p, o.value);
  }
}
