// Values that are known when the model is loaded: numbers, and what functions compute from constants. As in UPPAAL,
// such an expression reads no variable and has no side effect.
#include "trace/compute.h"
#include "lang/uppaal/lower.h"

typedef struct {
  const network *net;
  const net_var *read, *written; // the first that is not known, or not a scratch variable; NULL = none
  bool is_about_states;          // it contains a location, a clock or `deadlock`
  bool *is_assigned; // by variable: scratch variables that the code itself assigns, which it does before it reads them
  bool *is_seen;     // by block
} search;

static void search_block(search *s, uint32_t block);

static void search_call(search *s, const net_function *f) {
  for (uint32_t i = 0; i < f->parameters.count; i++)
    s->is_assigned[f->parameters.at[i]->index] = true;
  s->is_assigned[f->result->index] = true;
  search_block(s, f->block);
}

static void note(const expr *e, void *context) {
  search *s = context;
  if (e->op == EXPR_CALL)
    search_call(s, &s->net->functions.at[e->value]);
  else if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    s->read = s->read || e->var->is_constant || s->is_assigned[e->var->index] ? s->read : e->var;
  else
    s->is_about_states |= e->op == EXPR_AT || e->op == EXPR_BOUND || e->op == EXPR_DEADLOCK;
}

static void search_stmts(search *s, const net_stmt *stmt) {
  for (; stmt; stmt = stmt->next) {
    const net_var *target = stmt->target ? stmt->target->var : NULL;
    if (target && target->is_scratch)
      s->is_assigned[target->index] = true;
    else if (target)
      s->written = target;
    expr_walk(stmt->target, note, s);
    expr_walk(stmt->value, note, s);
    s->is_about_states |= stmt->kind == STMT_SET_CLOCK;
    if (stmt->kind == STMT_BLOCK)
      search_block(s, stmt->block);
  }
}

static void search_block(search *s, uint32_t block) {
  if (s->is_seen[block])
    return;
  s->is_seen[block] = true;
  const net_flow *flow = &s->net->blocks.at[block];
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++) {
      const net_edge *e = s->net->edges.at[flow->locations.at[i].edges.at[k]];
      expr_walk(e->guard, note, s);
      search_stmts(s, e->effect);
    }
}

// Twice: the second time it is known which scratch variables the code assigns.
static search search_all(const upp *p, const net_stmt *before, expr *const *cells, uint32_t count) {
  search s = {.net = p->net, .is_assigned = mem_alloc(p->m, p->net->vars.count + 1)};
  for (uint32_t pass = 0; pass < 2; pass++) {
    s.read = s.written = NULL;
    s.is_about_states = false;
    s.is_seen = mem_alloc(p->m, p->net->blocks.count + 1);
    search_stmts(&s, before);
    for (uint32_t i = 0; i < count; i++)
      expr_walk(cells[i], note, &s);
    mem_free(p->m, s.is_seen);
  }
  mem_free(p->m, s.is_assigned);
  return s;
}

bool upp_is_computable(const upp *p, const expr *e) {
  expr *cells[] = {(expr *)e};
  search s = search_all(p, NULL, cells, 1);
  return !s.read && !s.is_about_states;
}

static bool all_known(expr *const *cells, uint32_t count, int32_t *values) {
  for (uint32_t i = 0; i < count; i++)
    if (!expr_is_const(cells[i], &values[i]))
      return false;
  return true;
}

static place place_of(expr *const *cells, uint32_t count, place at) {
  int32_t value;
  for (uint32_t i = 0; i < count; i++)
    if (!expr_is_const(cells[i], &value) && cells[i]->at.line)
      return cells[i]->at;
  return at;
}

bool upp_compute(upp *p, const net_stmt *before, expr *const *cells, uint32_t count, place at, int32_t *values) {
  if (!before && all_known(cells, count, values))
    return true;
  search s = search_all(p, before, cells, count);
  at = place_of(cells, count, at);
  if (s.written)
    upp_error(p, at, NULL, "this expression has a side effect, which is not allowed here: it assigns '%s'",
              s.written->name);
  else if (s.read)
    upp_error(p, at, "use constants, and functions of constants", "this expression is not constant: it reads '%s'",
              s.read->name);
  else if (s.is_about_states)
    upp_error(p, at, NULL, "this expression is not constant");
  if (s.written || s.read || s.is_about_states)
    return false;
  fault f = compute_values(p->m, p->net, before, cells, count, &p->steps, values);
  if (f == FAULT_ENDLESS)
    upp_error(p, at, NULL, "computing this value takes too many steps (limit is %d)", UPP_MAX_STEPS);
  else if (f != FAULT_NONE)
    upp_error(p, at, NULL, "this value cannot be computed: %s", fault_message(f));
  return f == FAULT_NONE;
}
