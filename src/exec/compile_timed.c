// Timed networks: bounds, labels, setting clocks, and calls of blocks.
#include "exec/compile.h"

bool compile_has_calls(const network *net) { return net->is_timed || net->functions.count > 0; }

void compile_call_block(compiler *c, uint32_t block, uint32_t d) { compile_emit(c, OP_CALL, d, (int32_t)block, 0); }

static operand cell_of(compiler *c, const net_var *v, uint32_t cell) {
  const var_place *p = &c->plan->vars[v->index];
  return (operand){.scope = compile_scope(c, v), .width = p->width, .offset = p->offset + cell * cell_bytes(p->width)};
}

// An argument that can be stored just before the call: evaluating it cannot end in a fault, and no other argument's
// evaluation changes it. Arrays are passed cell by cell in this way, without a register for each cell.
static bool is_plain(compiler *c, const expr *e) {
  operand o;
  int32_t value;
  return compile_constant(c, e, &value) || compile_direct_cell(c, e, &o);
}

static void pass_argument(compiler *c, const expr *e, operand to, net_type type, uint32_t d) {
  int32_t value;
  if (compile_constant(c, e, &value)) {
    compile_store_const(c, to, type, value);
  } else {
    compile_value(c, e, d);
    compile_store_cell(c, to, type, d, e->op == EXPR_VAR ? &e->var->type : NULL);
  }
}

// All arguments are evaluated before the first parameter is written: they may call the same function.
void compile_call(compiler *c, const expr *e, uint32_t d) {
  const net_function *f = &c->net->functions.at[e->value];
  uint32_t free = d, next = d, argument = 0;
  for (uint32_t i = 0; i < e->indices.count; i++)
    if (!is_plain(c, e->indices.at[i]))
      compile_value(c, e->indices.at[i], free++);
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t cell = 0; cell < f->parameters.at[i]->cells; cell++) {
      const expr *value = e->indices.at[argument++];
      operand to = cell_of(c, f->parameters.at[i], cell);
      if (is_plain(c, value))
        pass_argument(c, value, to, f->parameters.at[i]->type, free);
      else
        compile_store_cell(c, to, f->parameters.at[i]->type, next++, NULL);
    }
  compile_call_block(c, f->block, d);
  compile_load(c, cell_of(c, f->result, 0), d);
}

// The number that is picked, into register d.
static void pick_value(compiler *c, const net_pick *p, uint32_t d) {
  if (!p->count || !p->offset) {
    compile_emit(c, OP_CONST, d, (int32_t)(p->count ? p->first : 0), 0);
    return;
  }
  compile_value(c, p->offset, d);
  compile_emit(c, OP_CHECK, d, 0, (int32_t)p->count);
  compile_emit(c, OP_ADD_CONST, d, (int32_t)p->first, 0);
}

static void finish_number(compiler *c, uint32_t start, exec_number *out) {
  compile_emit(c, OP_VALUE, 0, 0, 0);
  compile_finish_unit(c, start, &out->code);
}

void compile_pick(compiler *c, const net_pick *p, exec_number *out) {
  int32_t offset = 0;
  uint32_t start = c->code.count;
  bool is_known = !p->count || !p->offset || compile_constant(c, p->offset, &offset);
  if (is_known && (!p->count || (offset >= 0 && (uint32_t)offset < p->count))) {
    out->value = p->count ? (int32_t)p->first + offset : 0;
    return;
  }
  pick_value(c, p, 0);
  finish_number(c, start, out);
}

static void bound_constant(compiler *c, const expr *e, exec_number *out) {
  uint32_t start = c->code.count;
  if (compile_constant(c, e, &out->value) && out->value >= -NET_MAX_TIME && out->value <= NET_MAX_TIME)
    return;
  compile_value(c, e, 0);
  compile_emit(c, OP_RANGE, 0, -NET_MAX_TIME, NET_MAX_TIME);
  finish_number(c, start, out);
}

void compile_bound(compiler *c, const net_bound *b, exec_bound *out) {
  *out = (exec_bound){.is_strict = b->is_strict};
  compile_condition(c, b->when, &out->when);
  compile_pick(c, &b->x, &out->x);
  compile_pick(c, &b->y, &out->y);
  bound_constant(c, b->limit, &out->constant);
}

const exec_bound *compile_bounds(compiler *c, const net_bounds *bounds) {
  if (!bounds->count)
    return NULL;
  exec_bound *out = ARENA_ARRAY(c->p->memory, exec_bound, bounds->count);
  for (uint32_t i = 0; i < bounds->count; i++)
    compile_bound(c, &bounds->at[i], &out[i]);
  return out;
}

void compile_set_clock(compiler *c, const net_stmt *s, uint32_t d) {
  pick_value(c, &s->clock, d);
  pick_value(c, &s->from, d + 1);
  compile_value(c, s->value, d + 2);
  compile_emit(c, OP_SET_CLOCK, d, 0, 0);
}
