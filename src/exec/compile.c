#include "exec/compile.h"

#include <assert.h>

uint32_t compile_label(compiler *c) {
  vec_push(c->m, &c->labels, UINT32_MAX);
  return c->labels.count - 1;
}

void compile_place(compiler *c, uint32_t label) {
  assert(label < c->labels.count && c->labels.at[label] == UINT32_MAX);
  c->labels.at[label] = c->code.count;
}

void compile_emit(compiler *c, code_op op, uint32_t d, int32_t a, int32_t b) {
  if (d + 4 + c->p->fields > CODE_MAX_REGISTERS) // an expression nested deeper than any front end accepts
    mem_exhausted(c->m);
  if (d + 4 + c->p->fields > c->p->registers)
    c->p->registers = d + 4 + c->p->fields;
  insn i = {.op = (uint16_t)op, .d = (uint16_t)d, .a = a, .b = b};
  vec_push(c->m, &c->code, i);
  vec_push(c->m, &c->statements, c->at);
}

void compile_jump(compiler *c, code_op op, uint32_t d, int32_t a, int32_t b, uint32_t label) {
  vec_push(c->m, &c->jumps, c->code.count);
  compile_emit(c, op, d, a, b);
  c->code.at[c->code.count - 1].jump = (int32_t)label;
}

void compile_finish_unit(compiler *c, uint32_t start, const insn **where) {
  mem_poll(c->m);
  for (uint32_t i = 0; i < c->jumps.count; i++) {
    uint32_t from = c->jumps.at[i];
    insn *jump = &c->code.at[from];
    uint32_t to = c->labels.at[jump->jump];
    assert(to != UINT32_MAX);
    jump->jump = (int32_t)(to - from);
  }
  c->jumps.count = c->labels.count = 0;
  assert(start < c->code.count);
  compile_fix fix = {.where = where, .start = start};
  vec_push(c->m, &c->fixes, fix);
}

static void end_test(compiler *c, uint32_t start, uint32_t fail, const insn **where) {
  compile_emit(c, OP_TRUE, 0, 0, 0);
  compile_place(c, fail);
  compile_emit(c, OP_FALSE, 0, 0, 0);
  compile_finish_unit(c, start, where);
}

void compile_test_unit(compiler *c, const expr *e, const insn **where) {
  uint32_t start = c->code.count, fail = compile_label(c);
  compile_branch(c, e, false, fail, 0);
  end_test(c, start, fail, where);
}

void compile_condition(compiler *c, const expr *e, const insn **where) {
  int32_t value;
  if (e && !(compile_constant(c, e, &value) && value))
    compile_test_unit(c, e, where);
}

static bool has_channel(const net_sync *s) { return s->kind == SYNC_SEND || s->kind == SYNC_RECEIVE; }

static void guard_unit(compiler *c, const net_edge *e, exec_edge *out) {
  int32_t value;
  bool is_true = !e->guard || (compile_constant(c, e->guard, &value) && value);
  if (e->is_else || e->is_end || (is_true && !has_channel(&e->sync)))
    return;
  uint32_t start = c->code.count, fail = compile_label(c);
  if (!is_true)
    compile_branch(c, e->guard, false, fail, 0);
  compile_sync_test(c, &e->sync, fail, false, 0);
  end_test(c, start, fail, &out->guard);
}

typedef void sync_part(compiler *c, const net_sync *s, uint32_t d);

static void effect_unit(compiler *c, const net_edge *e, sync_part *sync, const insn **where) {
  uint32_t start = c->code.count;
  sync(c, &e->sync, 0);
  compile_effect(c, e->effect, 0);
  compile_emit(c, OP_TRUE, 0, 0, 0);
  compile_finish_unit(c, start, where);
}

static void meet_unit(compiler *c, const net_edge *e, exec_edge *out) {
  uint32_t start = c->code.count, fail = compile_label(c);
  if (e->guard)
    compile_branch(c, e->guard, false, fail, 0);
  compile_meet(c, &e->sync, fail, 0);
  if (e->sync.peek)
    compile_emit(c, OP_FAULT, 0, FAULT_POLL, 0);
  for (uint32_t i = 0; i < e->sync.patterns.count; i++) {
    if (e->sync.patterns.at[i].kind != PATTERN_MATCH)
      continue;
    compile_emit(c, OP_MEET_FIELD, 0, (int32_t)i, 0);
    compile_value(c, e->sync.patterns.at[i].value, 1);
    compile_jump(c, OP_JUMP_IF_NE, 0, 0, 0, fail);
  }
  compile_emit(c, OP_MEET_FIELDS, 0, 0, (int32_t)e->sync.patterns.count);
  end_test(c, start, fail, &out->meet);
}

// May the channel of a synchronisation be a rendezvous channel, and may it be buffered?
static void channel_kinds(compiler *c, const net_sync *s, bool *rendezvous, bool *buffer, int32_t *number) {
  fixed_queue q;
  *number = 0;
  *rendezvous = c->net->has_rendezvous;
  *buffer = true;
  if (compile_fixed_queue(c, s->channel, &q)) {
    *rendezvous = q.type->capacity == 0;
    *buffer = !*rendezvous;
    *number = q.is_local ? 0 : q.number;
  }
}

static void timed_part(compiler *c, const net_edge *e, exec_edge *out) {
  out->sync = e->sync.kind;
  if (!has_channel(&e->sync))
    compile_pick(c, &e->sync.label, &out->label);
  out->bounds = compile_bounds(c, &e->bounds);
  out->bound_count = e->bounds.count;
}

static void compile_edge(compiler *c, const frame_shape *shape, const net_edge *e, exec_edge *out) {
  bool rendezvous = false, buffer = true;
  *out = (exec_edge){.id = e->id, .to = shape->first_location + e->to, .rank = e->rank, .choice = e->choice};
  out->is_else = e->is_else;
  out->is_end = e->is_end;
  out->keeps_control = e->keeps_control;
  out->is_bare = !e->effect;
  for (uint32_t i = 0; i < e->sync.fields.count; i++)
    out->is_bare &= !compile_may_fail(e->sync.fields.at[i]);
  if (has_channel(&e->sync))
    channel_kinds(c, &e->sync, &rendezvous, &buffer, &out->channel);
  if (e->guard && compile_may_fail(e->guard))
    out->channel = 0;
  guard_unit(c, e, out);
  timed_part(c, e, out);
  if (buffer && (has_channel(&e->sync) || e->effect))
    effect_unit(c, e, compile_sync, &out->effect);
  if (rendezvous && e->sync.kind == SYNC_SEND)
    effect_unit(c, e, compile_hand, &out->hand);
  if (rendezvous && e->sync.kind == SYNC_RECEIVE) {
    meet_unit(c, e, out);
    effect_unit(c, e, compile_accept, &out->accept);
  }
}

void compile_location(compiler *c, const frame_shape *shape, const net_location *from, exec_location *out) {
  assert(out >= shape->code + shape->first_location && out < shape->code + shape->first_location + shape->locations);
  exec_edge *edges = ARENA_ARRAY(c->p->memory, exec_edge, from->edges.count);
  *out = (exec_location){.edges = edges, .count = from->edges.count, .flags = from->flags, .origin = from->origin};
  for (uint32_t i = 0; i < from->edges.count; i++)
    compile_edge(c, shape, c->net->edges.at[from->edges.at[i]], &edges[i]);
  out->bounds = compile_bounds(c, &from->bounds);
  out->bound_count = from->bounds.count;
  compile_condition(c, from->invariant, &out->invariant);
}
