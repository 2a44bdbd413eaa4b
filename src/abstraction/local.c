#include "abstraction/local.h"

static local_status value_of(const local_state *s, const expr *e, int32_t *value);

static local_status apply(const local_state *s, const expr *e, int32_t *value) {
  int32_t a, b = 0;
  local_status status = value_of(s, e->a, &a);
  if (status != LOCAL_TAKEN)
    return status;
  if ((e->op == EXPR_AND && !a) || (e->op == EXPR_OR && a)) {
    *value = e->op == EXPR_OR;
    return LOCAL_TAKEN;
  }
  if (expr_arity(e->op) == 2)
    status = value_of(s, e->b, &b);
  if (status != LOCAL_TAKEN)
    return status;
  fault f = FAULT_NONE;
  *value = expr_apply(e->op, a, b, &f);
  return f == FAULT_NONE ? LOCAL_TAKEN : LOCAL_FAULT;
}

// LOCAL_TAKEN: it has this value.
static local_status value_of(const local_state *s, const expr *e, int32_t *value) {
  if (e->op < EXPR_OPERATOR_COUNT)
    return apply(s, e, value);
  int32_t test;
  local_status status;
  switch (e->op) {
  case EXPR_CONST:
    *value = e->value;
    return LOCAL_TAKEN;
  case EXPR_VAR:
    if (e->indices.count || s->index[e->var->index] == NET_NONE)
      return LOCAL_UNKNOWN;
    *value = s->values[s->index[e->var->index]];
    return LOCAL_TAKEN;
  case EXPR_COND:
    status = value_of(s, e->a, &test);
    return status == LOCAL_TAKEN ? value_of(s, test ? e->b : e->c, value) : status;
  default:
    return LOCAL_UNKNOWN;
  }
}

static local_status assign(const local_state *s, const net_stmt *stmt) {
  const net_var *v = stmt->target->var;
  int32_t value;
  if (stmt->target->indices.count || s->index[v->index] == NET_NONE)
    return LOCAL_UNKNOWN;
  local_status status = value_of(s, stmt->value, &value);
  if (status != LOCAL_TAKEN)
    return status;
  if (!net_type_holds(v->type, value))
    return LOCAL_FAULT;
  s->values[s->index[v->index]] = v->type.is_checked ? value : net_cut(v->type, value);
  return LOCAL_TAKEN;
}

local_status local_take(const local_state *s, const net_edge *e) {
  int32_t value = 1;
  if (e->bounds.count || e->sync.kind != SYNC_NONE || e->is_else || e->is_end)
    return LOCAL_UNKNOWN;
  local_status status = e->guard ? value_of(s, e->guard, &value) : LOCAL_TAKEN;
  if (status == LOCAL_TAKEN && !value)
    return LOCAL_BLOCKED;
  for (const net_stmt *stmt = e->effect; stmt && status == LOCAL_TAKEN; stmt = stmt->next)
    status = stmt->kind == STMT_ASSIGN ? assign(s, stmt) : LOCAL_UNKNOWN;
  return status;
}

enum { MOST_VARIABLES = 8, MOST_CASES = 4096 };

typedef struct {
  const net_var *vars[MOST_VARIABLES];
  uint32_t count;
  int32_t *index;
  bool has_others;
} variables;

static void note_variable(const expr *e, void *context) {
  variables *v = context;
  if (e->op != EXPR_VAR || v->index[e->var->index] != NET_NONE)
    return;
  if (v->count == MOST_VARIABLES || e->indices.count) {
    v->has_others = true;
    return;
  }
  v->index[e->var->index] = (int32_t)v->count;
  v->vars[v->count++] = e->var;
}

static bool has_few_cases(const variables *v) {
  uint64_t cases = 1;
  for (uint32_t i = 0; i < v->count && cases <= MOST_CASES; i++)
    cases *= (uint64_t)((int64_t)net_type_max(v->vars[i]->type) - net_type_min(v->vars[i]->type) + 1);
  return cases <= MOST_CASES;
}

// The next case; false after the last one.
static bool next_case(const variables *v, int32_t *values) {
  for (uint32_t i = 0; i < v->count; i++) {
    if (values[i] < net_type_max(v->vars[i]->type)) {
      values[i]++;
      return true;
    }
    values[i] = net_type_min(v->vars[i]->type);
  }
  return false;
}

static bool are_cases_sound(const variables *v, const net_edge *e) {
  int32_t now[MOST_VARIABLES] = {0}, work[MOST_VARIABLES];
  local_state s = {.index = v->index, .values = work};
  for (uint32_t i = 0; i < v->count; i++)
    now[i] = net_type_min(v->vars[i]->type);
  do {
    for (uint32_t i = 0; i < v->count; i++)
      work[i] = now[i];
    local_status status = local_take(&s, e);
    if (status != LOCAL_TAKEN && status != LOCAL_BLOCKED)
      return false;
  } while (next_case(v, now));
  return true;
}

bool local_is_sound(int32_t *index, const net_edge *e) {
  variables v = {.index = index};
  net_walk_edge(e, note_variable, &v);
  bool is_sound = !v.has_others && has_few_cases(&v) && are_cases_sound(&v, e);
  for (uint32_t i = 0; i < v.count; i++)
    index[v.vars[i]->index] = NET_NONE;
  return is_sound;
}
