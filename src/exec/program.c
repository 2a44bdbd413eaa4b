#include "exec/compile.h"
#include "facts/access.h"

// The variables that an edge or the start of a process writes. The others keep their initial value.
static bool *find_written(arena *memory, const network *net) {
  bool *is_written = ARENA_ARRAY(memory, bool, net->vars.count);
  for (uint32_t i = 0; i < net->vars.count; i++)
    is_written[i] = net->vars.at[i]->is_parameter;
  access_find_written(net, is_written);
  return is_written;
}

static void note_need(const expr *e, void *context) {
  layout_needs *w = context;
  w->last |= e->op == EXPR_LAST;
  w->priority |= e->op == EXPR_PRIORITY;
}

static const expr *initial_value(const net_var *v, uint32_t cell) {
  return v->init.count == 0 ? NULL : v->init.at[v->init.count == 1 ? 0 : cell];
}

static void init_cell(compiler *c, const net_var *v, uint32_t cell) {
  const var_place *p = &c->plan->vars[v->index];
  bool is_local = v->template_ != NET_NONE, is_kept = p->home == HOME_STATE;
  operand o = {.scope = compile_scope(c, v), .width = p->width, .offset = p->offset + cell * cell_bytes(p->width)};
  int32_t value;
  const expr *init = initial_value(v, cell);
  if (v->channel >= 0) {
    uint32_t queue = p->queue + cell;
    compile_emit(c, is_local ? OP_NUMBER : OP_CONST, 0, (int32_t)(is_local ? queue : queue + 1), 0);
  } else if (!init) {
    return;
  } else if (compile_constant(c, init, &value)) {
    if (is_kept || !net_type_holds(v->type, value))
      compile_store_const(c, o, v->type, value);
    return;
  } else {
    compile_value(c, init, 0);
    compile_fit(c, v->type, 0, NULL);
  }
  if (is_kept)
    compile_emit(c, CELL_OP(STORE, o), 0, (int32_t)o.offset, 0);
}

static void init_unit(compiler *c, const uint32_t *vars, uint32_t count, const insn **where) {
  uint32_t start = c->code.count;
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = c->net->vars.at[vars[i]];
    if (v->is_parameter || v->is_scratch || c->plan->vars[v->index].home == HOME_CONSTANT)
      continue;
    for (uint32_t cell = 0; cell < v->cells; cell++)
      init_cell(c, v, cell);
  }
  if (c->code.count == start)
    return;
  compile_emit(c, OP_TRUE, 0, 0, 0);
  compile_finish_unit(c, start, where);
}

static void compile_template(compiler *c, const net_template *t) {
  exec_template *out = &c->p->templates[t->index];
  frame_shape *shape = &c->plan->shapes[t->index];
  exec_location *code =
      shape->needs_id && !shape->tag_size ? c->numbered : ARENA_ARRAY(c->p->memory, exec_location, shape->locations);
  exec_location *locations = code + shape->first_location;
  shape->code = code;
  *out = (exec_template){.locations = locations};
  for (uint32_t i = 0; i < t->flow.locations.count; i++)
    compile_location(c, shape, &t->flow.locations.at[i], &locations[i]);
  if (t->provided)
    compile_test_unit(c, t->provided, &out->provided);
  init_unit(c, t->vars.at, t->vars.count, &out->init);
}

// Each block once. OP_CALL resets the step counter.
static void compile_blocks(compiler *c) {
  program *p = c->p;
  p->blocks = ARENA_ARRAY(p->memory, const insn *, c->net->blocks.count);
  c->blocks = 1;
  for (uint32_t i = 0; i < c->net->blocks.count; i++) {
    uint32_t start = c->code.count;
    compile_block(c, &c->net->blocks.at[i], 0);
    compile_emit(c, OP_TRUE, 0, 0, 0);
    compile_finish_unit(c, start, &p->blocks[i]);
  }
  c->blocks = 0;
}

static uint32_t most_fields(const network *net) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < net->channels.count; i++)
    if (net->channels.at[i].fields.count > most)
      most = net->channels.at[i].fields.count;
  return most;
}

#define MOVE_TO_ARENA(memory, type, vec)                                                                               \
  (type *)memcpy(ARENA_ARRAY(memory, type, (vec).count + 1), (vec).at ? (const void *)(vec).at : "",                   \
                 (vec).count * sizeof(type))

static void finish(compiler *c) {
  program *p = c->p;
  p->code = MOVE_TO_ARENA(p->memory, insn, c->code);
  p->statements = MOVE_TO_ARENA(p->memory, const net_stmt *, c->statements);
  p->location_sets = MOVE_TO_ARENA(p->memory, const uint8_t *, c->location_sets);
  p->pattern_lists = MOVE_TO_ARENA(p->memory, const uint8_t *, c->pattern_lists);
  p->starts = MOVE_TO_ARENA(p->memory, exec_start, c->starts);
  p->assertions = MOVE_TO_ARENA(p->memory, const net_stmt *, c->assertions);
  p->assertion_count = c->assertions.count;
  p->is_reached = ARENA_ARRAY(p->memory, atomic_bool, p->assertion_count + 1);
  for (uint32_t i = 0; i < c->fixes.count; i++)
    *c->fixes.at[i].where = p->code + c->fixes.at[i].start;
  vec_free(c->m, &c->code);
  vec_free(c->m, &c->statements);
  vec_free(c->m, &c->location_sets);
  vec_free(c->m, &c->pattern_lists);
  vec_free(c->m, &c->starts);
  vec_free(c->m, &c->assertions);
  vec_free(c->m, &c->fixes);
  vec_free(c->m, &c->jumps);
  vec_free(c->m, &c->labels);
}

// The bytes for which a comparison holds are an interval modulo 256.
static bool ring_interval(comparison how, int32_t value, exec_filter *f) {
  if (value < 0 || value > UINT8_MAX)
    return false;
  int32_t low = 0, count = 0;
  switch (how) {
  case COMPARE_EQ:
    low = value;
    count = 1;
    break;
  case COMPARE_NE:
    low = value + 1;
    count = UINT8_MAX;
    break;
  case COMPARE_LT:
    count = value;
    break;
  case COMPARE_LE:
    count = value + 1;
    break;
  case COMPARE_GT:
    low = value + 1;
    count = UINT8_MAX - value;
    break;
  case COMPARE_GE:
    low = value;
    count = UINT8_MAX + 1 - value;
    break;
  }
  f->low = (uint8_t)low;
  f->span = (uint8_t)(count - 1);
  return count > 0;
}

static void note_filter(exec_edge *e) {
  const insn *i = e->guard;
  exec_filter f = {0};
  if (!i || i->op < OP_JUMP_IF_BYTE_G_EQ || i->op > OP_JUMP_IF_BYTE_L_GE || i[i->jump].op != OP_FALSE)
    return;
  f.is_local = i->op >= OP_JUMP_IF_BYTE_L_EQ;
  f.is_all = i[1].op == OP_TRUE;
  f.offset = (uint32_t)i->a;
  f.is_there =
      ring_interval((comparison)(i->op - (f.is_local ? OP_JUMP_IF_BYTE_L_EQ : OP_JUMP_IF_BYTE_G_EQ)), i->b, &f);
  if (f.is_there)
    e->filter = f;
}

// What is derived from the code of the edges.
static void note_facts(exec_location *l) {
  for (uint32_t i = 0; i < l->count; i++) {
    note_filter(&l->edges[i]);
    l->can_meet |= l->edges[i].meet != NULL;
    // If an edge that is always enabled is not reached, another edge was enabled.
    l->always_moves |=
        !l->edges[i].guard && !l->edges[i].is_end && l->edges[i].sync < SYNC_CALL && l->edges[i].bound_count == 0;
  }
}

program *exec_compile(mem *m, const exec_setup *q) {
  const network *net = q->net;
  expr *const *conditions = q->conditions;
  uint32_t count = q->condition_count, bound_count = q->bound_count;
  arena *memory = arena_new(m);
  program *p = ARENA_NEW(memory, program);
  layout_needs w = {.is_left_out = q->is_left_out, .last = net->uses_last, .priority = net->uses_priority};
  w.is_written = find_written(memory, net);
  for (uint32_t i = 0; i < count; i++)
    expr_walk(conditions[i], note_need, &w);
  *p = (program){.memory = memory, .net = net, .fields = most_fields(net), .condition_count = count};
  p->bound_count = bound_count;
  layout_plan *plan = layout_plan_new(memory, net, &w);
  p->plan = plan;
  p->templates = ARENA_ARRAY(memory, exec_template, net->templates.count);
  p->conditions = ARENA_ARRAY(memory, const insn *, count);
  p->bounds = ARENA_ARRAY(memory, exec_bound, bound_count);
  compiler c = {.m = m, .p = p, .net = net, .plan = plan};
  c.numbered = ARENA_ARRAY(memory, exec_location, plan->id_count);
  init_unit(&c, net->globals.at, net->globals.count, &p->init);
  for (uint32_t i = 0; i < net->templates.count; i++)
    compile_template(&c, net->templates.at[i]);
  for (uint32_t i = 0; i < count; i++)
    compile_test_unit(&c, conditions[i], &p->conditions[i]);
  for (uint32_t i = 0; i < bound_count; i++)
    compile_bound(&c, q->bounds[i], &p->bounds[i]);
  if (compile_has_calls(net))
    compile_blocks(&c);
  finish(&c);
  for (uint32_t i = 0; i < net->templates.count; i++)
    for (uint32_t k = 0; k < net->templates.at[i]->flow.locations.count; k++)
      note_facts(&p->templates[i].locations[k]);
  return p;
}

void exec_free(program *p) { arena_delete(p->memory); }
