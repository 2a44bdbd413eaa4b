#include "exec/compile.h"

#include <assert.h>

// The cell that constant indices select; false if one is not constant, or is out of range (a fault at run time).
static bool constant_cell(compiler *c, const expr *e, uint32_t *cell) {
  const net_var *v = e->var;
  uint32_t at = 0, k = 0;
  for (uint32_t i = 0; i < v->parts.count; i++) {
    uint32_t length = v->parts.at[i].length;
    if (!length)
      continue;
    int32_t index = 0;
    if (k < e->indices.count && !compile_constant(c, e->indices.at[k++], &index))
      return false;
    if (index < 0 || (uint32_t)index >= length)
      return false;
    at = at * length + (uint32_t)index;
  }
  *cell = at;
  return true;
}

static bool constant_operator(compiler *c, const expr *e, int32_t *value) {
  int32_t a = 0, b = 0;
  bool is_a = compile_constant(c, e->a, &a);
  if (is_a && ((e->op == EXPR_AND && !a) || (e->op == EXPR_OR && a))) {
    *value = e->op == EXPR_OR;
    return true;
  }
  if (!is_a || (expr_arity(e->op) == 2 && !compile_constant(c, e->b, &b)))
    return false;
  fault f = FAULT_NONE;
  *value = expr_apply(e->op, a, b, &f);
  return f == FAULT_NONE;
}

bool compile_constant(compiler *c, const expr *e, int32_t *value) {
  int32_t a;
  uint32_t cell;
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    *value = e->value;
    return true;
  case EXPR_VAR: {
    const var_place *p = &c->plan->vars[e->var->index];
    if (p->home != HOME_CONSTANT || !constant_cell(c, e, &cell))
      return false;
    *value = p->values[cell];
    return true;
  }
  case EXPR_COND:
    return compile_constant(c, e->a, &a) && compile_constant(c, a ? e->b : e->c, value);
  default:
    return e->op < EXPR_OPERATOR_COUNT && constant_operator(c, e, value);
  }
}

bool compile_fixed_queue(compiler *c, const expr *channel, fixed_queue *q) {
  uint32_t cell;
  if (channel->op != EXPR_VAR)
    return false;
  const net_var *v = channel->var;
  const var_place *p = &c->plan->vars[v->index];
  if (!p->is_fixed || !constant_cell(c, channel, &cell))
    return false;
  uint32_t number = p->queue + cell;
  q->is_local = v->template_ != NET_NONE;
  const frame_shape *shape = q->is_local ? &c->plan->shapes[v->template_] : NULL;
  if (number >= (q->is_local ? shape->queues : c->plan->queues))
    return false;
  q->offset = q->is_local ? shape->queue[number].offset : c->plan->queue[number].offset;
  q->number = (int32_t)(q->is_local ? number : number + 1);
  q->type_index = (uint32_t)v->channel;
  q->type = &c->plan->queue_types[v->channel];
  return true;
}

cell_scope compile_scope(compiler *c, const net_var *v) {
  if (c->plan->vars[v->index].home == HOME_SCRATCH)
    return SCOPE_SCRATCH;
  return v->template_ == NET_NONE ? SCOPE_GLOBAL : SCOPE_LOCAL;
}

bool compile_direct_cell(compiler *c, const expr *e, operand *o) {
  uint32_t cell;
  if (e->op != EXPR_VAR)
    return false;
  const var_place *p = &c->plan->vars[e->var->index];
  if ((p->home != HOME_STATE && p->home != HOME_SCRATCH) || !constant_cell(c, e, &cell))
    return false;
  *o = (operand){
      .scope = compile_scope(c, e->var), .width = p->width, .offset = p->offset + cell * cell_bytes(p->width)};
  return true;
}

void compile_load(compiler *c, operand o, uint32_t d) { compile_emit(c, CELL_OP(LOAD, o), d, (int32_t)o.offset, 0); }

void compile_index(compiler *c, const expr *e, uint32_t d) {
  const net_var *v = e->var;
  uint32_t dimensions = 0, k = 0, first = 0;
  for (uint32_t i = 0; i < v->parts.count; i++)
    dimensions += v->parts.at[i].length > 0;
  for (uint32_t i = 0; i < v->parts.count; i++) {
    uint32_t length = v->parts.at[i].length;
    if (!length)
      continue;
    if (k < e->indices.count)
      compile_value(c, e->indices.at[k], d + (k > 0));
    else
      compile_emit(c, OP_CONST, d + (k > 0), 0, 0);
    if (k++ > 0)
      compile_emit(c, OP_ROW, d, 0, (int32_t)length);
    else
      first = length;
    if (k == 1 && dimensions > 1)
      compile_emit(c, OP_CHECK, d, 0, (int32_t)first);
  }
  if (!dimensions)
    compile_emit(c, OP_CONST, d, 0, 0);
}

static void variable_value(compiler *c, const expr *e, uint32_t d) {
  operand o;
  if (compile_direct_cell(c, e, &o)) {
    compile_load(c, o, d);
    return;
  }
  const var_place *p = &c->plan->vars[e->var->index];
  compile_index(c, e, d);
  switch (p->home) {
  case HOME_STATE:
  case HOME_SCRATCH:
    o = (operand){.scope = compile_scope(c, e->var), .width = p->width};
    compile_emit(c, CELL_OP(LOAD_INDEX, o), d, (int32_t)p->offset, (int32_t)e->var->cells);
    break;
  case HOME_CONSTANT:
    compile_emit(c, OP_TABLE, d, (int32_t)e->var->index, (int32_t)e->var->cells);
    break;
  case HOME_GHOST:
    compile_emit(c, OP_CHECK, d, 0, (int32_t)e->var->cells);
    compile_emit(c, OP_CONST, d, 0, 0);
    break;
  }
}

static void remote_value(compiler *c, const expr *e, uint32_t d) {
  const var_place *p = &c->plan->vars[e->var->index];
  uint32_t absent = compile_label(c);
  compile_value(c, e->a, d);
  compile_jump(c, OP_REMOTE, d, e->var->template_, 0, absent);
  compile_index(c, e, d + 1);
  compile_emit(c, OP_CHECK, d + 1, 0, (int32_t)e->var->cells);
  if (p->home == HOME_STATE)
    compile_emit(c, OP_REMOTE_LOAD, d, (int32_t)e->var->index, 0);
  else
    compile_emit(c, OP_CONST, d, 0, 0);
  compile_place(c, absent);
}

static void at_value(compiler *c, const expr *e, uint32_t d) {
  const net_template *t = c->net->templates.at[e->value];
  uint8_t *set = ARENA_ARRAY(c->p->memory, uint8_t, t->flow.locations.count);
  for (uint32_t i = 0; i < e->locations.count; i++)
    set[e->locations.at[i]] = 1;
  compile_value(c, e->a, d);
  compile_emit(c, OP_AT, d, e->value, (int32_t)c->location_sets.count);
  vec_push(c->m, &c->location_sets, set);
}

// 0 or 1, from a branch.
static void truth_value(compiler *c, const expr *e, uint32_t d) {
  uint32_t is_false = compile_label(c), end = compile_label(c);
  compile_branch(c, e, false, is_false, d);
  compile_emit(c, OP_CONST, d, 1, 0);
  compile_jump(c, OP_JUMP, d, 0, 0, end);
  compile_place(c, is_false);
  compile_emit(c, OP_CONST, d, 0, 0);
  compile_place(c, end);
}

static void choice_value(compiler *c, const expr *e, uint32_t d) {
  uint32_t otherwise = compile_label(c), end = compile_label(c);
  compile_branch(c, e->a, false, otherwise, d);
  compile_value(c, e->b, d);
  compile_jump(c, OP_JUMP, d, 0, 0, end);
  compile_place(c, otherwise);
  compile_value(c, e->c, d);
  compile_place(c, end);
}

static void operator_value(compiler *c, const expr *e, uint32_t d) {
  int32_t b;
  compile_value(c, e->a, d);
  if (expr_arity(e->op) == 1) {
    compile_emit(c, OP_NEG + e->op, d, 0, 0);
  } else if ((e->op == EXPR_ADD || e->op == EXPR_SUB) && compile_constant(c, e->b, &b)) {
    compile_emit(c, OP_ADD_CONST, d, e->op == EXPR_ADD ? b : (int32_t)(0u - (uint32_t)b), 0);
  } else {
    compile_value(c, e->b, d + 1);
    compile_emit(c, OP_NEG + e->op, d, 0, 0);
  }
}

// Expressions that are one instruction. Some take register d, holding the value of e->a, to the result.
static const struct {
  expr_op from;
  code_op to;
  bool has_operand;
} single[] = {
    {EXPR_PID, OP_PID, false},          {EXPR_PROCESSES, OP_PROCESSES, false}, {EXPR_LAST, OP_LAST, false},
    {EXPR_TIMEOUT, OP_TIMEOUT, false},  {EXPR_ENABLED, OP_ENABLED, true},      {EXPR_PC, OP_PC, true},
    {EXPR_PRIORITY, OP_PRIORITY, true},
};

static bool single_value(compiler *c, const expr *e, uint32_t d) {
  for (uint32_t i = 0; i < sizeof single / sizeof *single; i++)
    if (e->op == single[i].from) {
      if (single[i].has_operand)
        compile_value(c, e->a, d);
      compile_emit(c, single[i].to, d, 0, 0);
      return true;
    }
  return false;
}

void compile_value(compiler *c, const expr *e, uint32_t d) {
  int32_t value;
  if (compile_constant(c, e, &value)) {
    compile_emit(c, OP_CONST, d, value, 0);
    return;
  }
  if (single_value(c, e, d))
    return;
  switch ((expr_op)e->op) {
  case EXPR_VAR:
    variable_value(c, e, d);
    break;
  case EXPR_REMOTE_VAR:
    remote_value(c, e, d);
    break;
  case EXPR_AT:
    at_value(c, e, d);
    break;
  case EXPR_FIRST:
    compile_emit(c, OP_FIRST, d, e->value, 0);
    break;
  case EXPR_UNLABELLED:
    compile_emit(c, OP_UNLABELLED, d, e->value, 0);
    break;
  case EXPR_COND:
    choice_value(c, e, d);
    break;
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_EMPTY:
  case EXPR_NOT_EMPTY:
  case EXPR_FULL:
  case EXPR_NOT_FULL:
    truth_value(c, e, d);
    break;
  case EXPR_LEN:
    compile_length(c, e->a, d);
    break;
  case EXPR_POLL:
    compile_poll(c, e, d);
    break;
  case EXPR_CALL:
    compile_call(c, e, d);
    break;
  default: // bounds on clocks and deadlock are not compiled here: the timed space evaluates them
    assert(e->op < EXPR_OPERATOR_COUNT);
    operator_value(c, e, d);
    break;
  }
}

static bool is_comparison(expr_op op, comparison *how) {
  switch (op) {
#define X(name, symbol, unused)                                                                                        \
  case EXPR_##name:                                                                                                    \
    *how = COMPARE_##name;                                                                                             \
    return true;
    CODE_COMPARISONS(X, 0)
#undef X
  default:
    return false;
  }
}

static comparison negated(comparison how) {
  static const comparison table[] = {COMPARE_NE, COMPARE_EQ, COMPARE_GE, COMPARE_GT, COMPARE_LE, COMPARE_LT};
  return table[how];
}

static comparison mirrored(comparison how) { // a how b is the same as b mirrored(how) a
  static const comparison table[] = {COMPARE_EQ, COMPARE_NE, COMPARE_GT, COMPARE_GE, COMPARE_LT, COMPARE_LE};
  return table[how];
}

void compile_compare_const(compiler *c, operand o, comparison how, int32_t value, uint32_t label, uint32_t d) {
  if (o.width == CELL_U8) {
    static const code_op families[] = {OP_JUMP_IF_BYTE_G_EQ, OP_JUMP_IF_BYTE_L_EQ, OP_JUMP_IF_BYTE_S_EQ};
    compile_jump(c, (code_op)((int)families[o.scope] + (int)how), d, (int32_t)o.offset, value, label);
  } else {
    compile_load(c, o, d);
    compile_jump(c, OP_JUMP_IF_CONST_EQ + how, d, 0, value, label);
  }
}

static void compare(compiler *c, const expr *a, const expr *b, comparison how, uint32_t label, uint32_t d) {
  int32_t value;
  operand o;
  if (compile_constant(c, a, &value)) {
    const expr *other = a;
    a = b;
    b = other;
    how = mirrored(how);
  }
  if (!compile_constant(c, b, &value)) {
    compile_value(c, a, d);
    compile_value(c, b, d + 1);
    compile_jump(c, OP_JUMP_IF_EQ + how, d, 0, 0, label);
  } else if (compile_direct_cell(c, a, &o)) {
    compile_compare_const(c, o, how, value, label, d);
  } else {
    compile_value(c, a, d);
    compile_jump(c, OP_JUMP_IF_CONST_EQ + how, d, 0, value, label);
  }
}

static void connective(compiler *c, const expr *e, bool when, uint32_t label, uint32_t d) {
  bool decides = e->op == EXPR_OR; // the value of one operand that decides the whole
  if (when == decides) {
    compile_branch(c, e->a, when, label, d);
    compile_branch(c, e->b, when, label, d);
  } else {
    uint32_t settled = compile_label(c);
    compile_branch(c, e->a, decides, settled, d);
    compile_branch(c, e->b, when, label, d);
    compile_place(c, settled);
  }
}

static void empty_branch(compiler *c, const expr *e, bool when, uint32_t label, uint32_t d) {
  fixed_queue q;
  bool jump_if_zero = (e->op == EXPR_EMPTY) == when;
  if (compile_fixed_queue(c, e->a, &q) && q.type->capacity) {
    operand o = compile_queue_length(&q);
    compile_compare_const(c, o, jump_if_zero ? COMPARE_EQ : COMPARE_NE, 0, label, d);
  } else {
    compile_length(c, e->a, d);
    compile_jump(c, jump_if_zero ? OP_JUMP_ZERO : OP_JUMP_NOT_ZERO, d, 0, 0, label);
  }
}

static void full_branch(compiler *c, const expr *e, bool when, uint32_t label, uint32_t d) {
  fixed_queue q;
  bool jump_if_full = (e->op == EXPR_FULL) == when;
  if (compile_fixed_queue(c, e->a, &q) && q.type->capacity) {
    operand o = compile_queue_length(&q);
    compile_compare_const(c, o, jump_if_full ? COMPARE_GE : COMPARE_LT, (int32_t)q.type->capacity, label, d);
  } else {
    compile_value(c, e->a, d);
    compile_emit(c, OP_CHANNEL, d, 0, -1);
    compile_emit(c, OP_FULL, d, 0, 0);
    compile_jump(c, jump_if_full ? OP_JUMP_NOT_ZERO : OP_JUMP_ZERO, d, 0, 0, label);
  }
}

void compile_branch(compiler *c, const expr *e, bool when, uint32_t label, uint32_t d) {
  int32_t value;
  operand o;
  if (compile_constant(c, e, &value)) {
    if ((value != 0) == when)
      compile_jump(c, OP_JUMP, d, 0, 0, label);
    return;
  }
  comparison how;
  if (is_comparison(e->op, &how)) {
    compare(c, e->a, e->b, when ? how : negated(how), label, d);
    return;
  }
  switch ((expr_op)e->op) {
  case EXPR_NOT:
    compile_branch(c, e->a, !when, label, d);
    break;
  case EXPR_AND:
  case EXPR_OR:
    connective(c, e, when, label, d);
    break;
  case EXPR_EMPTY:
  case EXPR_NOT_EMPTY:
    empty_branch(c, e, when, label, d);
    break;
  case EXPR_FULL:
  case EXPR_NOT_FULL:
    full_branch(c, e, when, label, d);
    break;
  default:
    if (compile_direct_cell(c, e, &o)) {
      compile_compare_const(c, o, when ? COMPARE_NE : COMPARE_EQ, 0, label, d);
    } else {
      compile_value(c, e, d);
      compile_jump(c, when ? OP_JUMP_NOT_ZERO : OP_JUMP_ZERO, d, 0, 0, label);
    }
  }
}
