#include "exec/compile.h"

static void note_fallible(const expr *e, void *context) {
  bool *may_fail = context;
  if (e->indices.count || e->op == EXPR_DIV || e->op == EXPR_MOD || e->op == EXPR_ENABLED || e->op >= EXPR_LEN)
    *may_fail = true;
}

bool compile_may_fail(const expr *e) {
  bool may_fail = false;
  expr_walk(e, note_fallible, &may_fail);
  return may_fail;
}

// Printing does not change the state, but evaluating an argument may end in a fault.
static void print(compiler *c, const net_stmt *s, uint32_t d) {
  for (uint32_t i = 0; i < s->args.count; i++)
    if (compile_may_fail(s->args.at[i]))
      compile_value(c, s->args.at[i], d);
}

static void run(compiler *c, const net_stmt *s, uint32_t d) {
  exec_start start = {.template_ = (uint32_t)s->template_, .arguments = s->args.count, .priority = s->priority};
  for (uint32_t i = 0; i < s->args.count; i++)
    compile_value(c, s->args.at[i], d + i);
  compile_emit(c, OP_RUN, d, (int32_t)c->starts.count, 0);
  vec_push(c->m, &c->starts, start);
  if (s->target)
    compile_store(c, s->target, d, NULL);
}

static void assertion(compiler *c, const net_stmt *s, uint32_t d) {
  uint32_t holds = compile_label(c);
  compile_emit(c, OP_ASSERT, d, (int32_t)c->assertions.count, 0);
  vec_push(c->m, &c->assertions, s);
  compile_branch(c, s->value, true, holds, d);
  compile_emit(c, OP_ASSERT_FAILED, d, 0, 0);
  compile_place(c, holds);
}

static void block_edge(compiler *c, const net_edge *e, const uint32_t *labels, uint32_t exit, uint32_t d) {
  const net_stmt *block = c->at;
  uint32_t next = compile_label(c);
  if (e->is_end)
    compile_jump(c, OP_IS_YOUNGEST, d, 0, 0, next);
  else if (!e->is_else && e->guard)
    compile_branch(c, e->guard, false, next, d);
  if (!e->is_else && !e->is_end)
    compile_sync_test(c, &e->sync, next, true, d);
  compile_sync(c, &e->sync, d);
  compile_effect(c, e->effect, d);
  c->at = block;
  compile_jump(c, OP_JUMP, d, 0, 0, e->to == NET_BLOCK_EXIT ? exit : labels[e->to]);
  compile_place(c, next);
}

// The first enabled edge is taken, so an else edge is enabled whenever it is reached.
void compile_block(compiler *c, const net_flow *flow, uint32_t d) {
  uint32_t exit = compile_label(c), count = flow->locations.count;
  uint32_t *labels = ARENA_ARRAY(c->p->memory, uint32_t, count);
  for (uint32_t i = 0; i < count; i++)
    labels[i] = compile_label(c);
  if (!c->blocks++)
    compile_emit(c, OP_BLOCK, d, 0, 0);
  compile_jump(c, OP_JUMP, d, 0, 0, flow->initial == NET_BLOCK_EXIT ? exit : labels[flow->initial]);
  for (uint32_t i = 0; i < count; i++) {
    const net_location *location = &flow->locations.at[i];
    compile_place(c, labels[i]);
    compile_emit(c, OP_STEP, d, 0, 0);
    for (uint32_t k = 0; k < location->edges.count; k++)
      block_edge(c, c->net->edges.at[location->edges.at[k]], labels, exit, d);
    compile_emit(c, OP_FAULT, d, FAULT_BLOCKED, 0);
  }
  compile_place(c, exit);
  c->blocks--;
}

void compile_effect(compiler *c, const net_stmt *s, uint32_t d) {
  const net_stmt *outer = c->at;
  for (; s; s = s->next) {
    c->at = s;
    switch (s->kind) {
    case STMT_ASSIGN:
      compile_assign(c, s->target, s->value, d);
      break;
    case STMT_ASSERT:
      assertion(c, s, d);
      break;
    case STMT_PRINT:
      print(c, s, d);
      break;
    case STMT_RUN:
      run(c, s, d);
      break;
    case STMT_END:
      compile_emit(c, OP_END, d, 0, 0);
      break;
    case STMT_SET_PRIORITY:
      compile_value(c, s->args.at[0], d);
      compile_value(c, s->args.at[1], d + 1);
      compile_emit(c, OP_SET_PRIORITY, d, 0, 0);
      break;
    case STMT_SET_CLOCK:
      compile_set_clock(c, s, d);
      break;
    case STMT_BLOCK:
      if (c->net->is_timed)
        compile_call_block(c, s->block, d);
      else
        compile_block(c, &c->net->blocks.at[s->block], d);
      break;
    }
  }
  c->at = outer;
}
