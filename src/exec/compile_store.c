// Assignments: a value that does not fit the type of the variable is cut to it, or a fault where the type is checked.
#include "exec/compile.h"

#include <assert.h>

static bool is_truth(const expr *e) {
  return (e->op >= EXPR_LT && e->op <= EXPR_NE) || e->op == EXPR_NOT || e->op == EXPR_AND || e->op == EXPR_OR ||
         (e->op >= EXPR_FULL && e->op <= EXPR_POLL) || e->op == EXPR_AT || e->op == EXPR_TIMEOUT;
}

static const net_type truth_type = {.kind = KIND_BOOL, .bits = 1, .set = -1};

static const net_type *known_type(const expr *e) {
  return is_truth(e) ? &truth_type : e->op == EXPR_VAR ? &e->var->type : NULL;
}

// A variable without an initial value holds 0, even if 0 is outside the range of its type.
static bool fits_range(net_type from, net_type to) {
  int32_t low = net_type_min(from), high = net_type_max(from);
  if (!from.is_checked && from.bits >= 32)
    return false;
  return net_type_holds(to, low < 0 ? low : 0) && net_type_holds(to, high > 0 ? high : 0);
}

static bool fits(net_type from, net_type to) {
  if (to.is_checked)
    return fits_range(from, to);
  if (from.is_signed == to.is_signed)
    return from.bits <= to.bits;
  return !from.is_signed && from.bits < to.bits;
}

static bool needs_check(net_type to, const net_type *from) { return to.is_checked && !(from && fits(*from, to)); }

void compile_fit(compiler *c, net_type to, uint32_t d, const net_type *from) {
  if (needs_check(to, from))
    compile_emit(c, OP_RANGE, d, to.low, to.high);
  else if (!to.is_checked && !cell_cuts(to) && !(from && fits(*from, to)))
    compile_emit(c, to.is_signed ? OP_CUT_SIGNED : OP_CUT, d, to.bits, 0);
}

void compile_store_cell(compiler *c, operand o, net_type type, uint32_t d, const net_type *from) {
  compile_fit(c, type, d, from);
  compile_emit(c, CELL_OP(STORE, o), d, (int32_t)o.offset, 0);
}

void compile_store_const(compiler *c, operand o, net_type type, int32_t value) {
  if (net_type_holds(type, value))
    compile_emit(c, CELL_OP(STORE_CONST, o), 0, (int32_t)o.offset, net_cut(type, value));
  else
    compile_emit(c, OP_FAULT, 0, FAULT_RANGE, 0);
}

// The index is checked before the value.
static void store_index(compiler *c, const expr *target, uint32_t d, const net_type *from) {
  const net_var *v = target->var;
  const var_place *p = &c->plan->vars[v->index];
  operand o = {.scope = compile_scope(c, v), .width = p->width};
  if (!v->type.is_checked && p->home != HOME_GHOST)
    compile_fit(c, v->type, d, from);
  compile_index(c, target, d + 1);
  if (p->home == HOME_GHOST || needs_check(v->type, from))
    compile_emit(c, OP_CHECK, d + 1, 0, (int32_t)v->cells);
  if (v->type.is_checked)
    compile_fit(c, v->type, d, from);
  if (p->home != HOME_GHOST)
    compile_emit(c, CELL_OP(STORE_INDEX, o), d, (int32_t)p->offset, (int32_t)v->cells);
}

void compile_store(compiler *c, const expr *target, uint32_t d, const net_type *from) {
  operand o;
  assert(c->plan->vars[target->var->index].home != HOME_CONSTANT);
  if (compile_direct_cell(c, target, &o))
    compile_store_cell(c, o, target->var->type, d, from);
  else
    store_index(c, target, d, from);
}

// v = v + constant, where a plain store truncates to the type
static bool is_step_of(compiler *c, const operand *o, net_type type, const expr *value, int32_t *by) {
  operand source;
  if (type.is_checked || !cell_cuts(type) || (value->op != EXPR_ADD && value->op != EXPR_SUB) ||
      !compile_constant(c, value->b, by) || !compile_direct_cell(c, value->a, &source) || source.scope != o->scope ||
      source.offset != o->offset)
    return false;
  if (value->op == EXPR_SUB)
    *by = (int32_t)(0u - (uint32_t)*by);
  return true;
}

void compile_assign(compiler *c, const expr *target, const expr *value, uint32_t d) {
  operand o;
  int32_t constant;
  if (compile_direct_cell(c, target, &o)) {
    if (compile_constant(c, value, &constant)) {
      compile_store_const(c, o, target->var->type, constant);
      return;
    }
    if (is_step_of(c, &o, target->var->type, value, &constant)) {
      compile_emit(c, CELL_OP(ADD_TO, o), d, (int32_t)o.offset, constant);
      return;
    }
  }
  compile_value(c, value, d);
  compile_store(c, target, d, known_type(value));
}
