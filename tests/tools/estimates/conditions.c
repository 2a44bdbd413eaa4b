#include "conditions.h"

typedef struct {
  arena *memory;
  const state_view *state;
  uint64_t random;
  text_buffer *text;
} maker;

static uint32_t draw(maker *m, uint32_t below) {
  m->random = m->random * 6364136223846793005u + 1442695040888963407u;
  return below ? (uint32_t)(m->random >> 33) % below : 0;
}

static expr *number(maker *m, int32_t value) { return expr_const(m->memory, value, (place){0}); }

static expr *cell_of(maker *m, const net_var *v, int32_t pid, uint32_t cell) {
  expr *e = expr_new(m->memory, pid < 0 ? EXPR_VAR : EXPR_REMOTE_VAR, (place){0});
  uint32_t below = v->cells;
  e->var = v;
  e->a = pid < 0 ? NULL : number(m, pid);
  for (uint32_t i = 0; i < v->parts.count; i++)
    if (v->parts.at[i].length) {
      below /= v->parts.at[i].length;
      vec_push(arena_mem(m->memory), &e->indices, number(m, (int32_t)(cell / below)));
      cell %= below;
    }
  return e;
}

// x == 3, x >= 3 or x <= 3, where x is 3.
static expr *compared(maker *m, expr *e, int32_t value) {
  static const expr_op operators[] = {EXPR_EQ, EXPR_GE, EXPR_LE};
  expr_op op = operators[draw(m, 3)];
  text_add(m->text, " %s %d", expr_symbol(op), value);
  return expr_binary(m->memory, op, e, number(m, value));
}

static expr *place_of_a_process(maker *m) {
  uint32_t pid = draw(m, m->state->processes);
  const view_process *p = &m->state->process[pid];
  expr *e = expr_new(m->memory, EXPR_AT, (place){0});
  e->a = number(m, (int32_t)pid);
  e->value = (int32_t)p->template_;
  vec_push(arena_mem(m->memory), &e->locations, p->location);
  text_add(m->text, "%s:%u at location %u", m->state->net->templates.at[p->template_]->name, pid, p->location);
  return e;
}

static expr *value_of_a_variable(maker *m) {
  const network *net = m->state->net;
  const net_var *v = net->vars.at[draw(m, net->vars.count)];
  uint32_t pid = draw(m, m->state->processes), cell = draw(m, v->cells);
  bool is_global = v->template_ == NET_NONE;
  char name[128];
  if (v->is_ghost || v->is_scratch || (!is_global && m->state->process[pid].template_ != (uint32_t)v->template_))
    return place_of_a_process(m);
  expr *e = cell_of(m, v, is_global ? NET_NONE : (int32_t)pid, cell);
  int32_t value = view_cell(m->state, v, pid, cell);
  if (!is_global)
    text_add(m->text, "%u:", pid);
  if (v->channel < 0 || value <= 0 || (uint32_t)value > m->state->channels) {
    text_add(m->text, "%s", net_cell_name(v, cell, name, sizeof name));
    return compared(m, e, value);
  }
  text_add(m->text, "len(%s)", net_cell_name(v, cell, name, sizeof name));
  expr *length = expr_new(m->memory, EXPR_LEN, e->at);
  length->a = e;
  return compared(m, length, (int32_t)m->state->channel[value].length);
}

static expr *fact(maker *m) {
  if (!m->state->net->vars.count || draw(m, 3) == 0)
    return place_of_a_process(m);
  return value_of_a_variable(m);
}

expr *condition_against(arena *memory, const state_view *state, uint32_t number, text_buffer *text) {
  maker m = {.memory = memory, .state = state, .random = number * 1000003u + 1, .text = text};
  text_add(text, "!(");
  expr *all = fact(&m);
  expr_op op = draw(&m, 4) ? EXPR_AND : EXPR_OR;
  for (uint32_t more = draw(&m, 3); more > 0; more--) {
    text_add(text, " %s ", expr_symbol(op));
    all = expr_binary(memory, op, all, fact(&m));
  }
  text_add(text, ")");
  return expr_unary(memory, EXPR_NOT, all);
}
