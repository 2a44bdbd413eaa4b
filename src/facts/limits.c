#include "facts/limits.h"

enum { PATIENCE = 4 }; // a variable that grows more often may have every value of its type

struct limits {
  mem *m;
  const network *net;
  limit_range *vars; // by variable: all its cells in all processes
  uint8_t *growth;
  bool *is_written; // something other than its initialisation writes it
  bool has_changed;
};

static const limit_range truth = {0, 1}, anything = {INT32_MIN, INT32_MAX};

static limit_range only(int64_t value) { return (limit_range){value, value}; }

static limit_range hull(limit_range a, limit_range b) {
  return (limit_range){a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
}

static limit_range of_type(net_type t) {
  return t.bits >= 32 && !t.is_checked ? anything : (limit_range){net_type_min(t), net_type_max(t)};
}

// As a variable of the type would hold it: cut to the type, or a fault outside of it.
static limit_range held(net_type t, limit_range r) {
  limit_range all = of_type(t);
  bool fits = all.least <= r.least && r.most <= all.most;
  if (fits || !t.is_checked || r.most < all.least || all.most < r.least)
    return fits ? r : all;
  return (limit_range){r.least < all.least ? all.least : r.least, r.most > all.most ? all.most : r.most};
}

// Values wrap around: what does not fit may be anything.
static limit_range fitting(int64_t least, int64_t most) {
  return least < INT32_MIN || most > INT32_MAX ? anything : (limit_range){least, most};
}

static limit_range product(limit_range a, limit_range b) {
  limit_range r =
      hull(hull(only(a.least * b.least), only(a.least * b.most)), hull(only(a.most * b.least), only(a.most * b.most)));
  return fitting(r.least, r.most);
}

static limit_range remainder_of(limit_range a, limit_range b) {
  if (b.least < 1)
    return anything;
  int64_t most = b.most - 1;
  if (a.least < 0)
    return (limit_range){-most, most};
  return (limit_range){0, a.most < most ? a.most : most};
}

static limit_range operator_range(expr_op op, limit_range a, limit_range b) {
  switch (op) {
  case EXPR_NEG:
    return fitting(-a.most, -a.least);
  case EXPR_ADD:
    return fitting(a.least + b.least, a.most + b.most);
  case EXPR_SUB:
    return fitting(a.least - b.most, a.most - b.least);
  case EXPR_MUL:
    return product(a, b);
  case EXPR_MOD:
    return remainder_of(a, b);
  case EXPR_DIV:
    return a.least >= 0 && b.least >= 1 ? (limit_range){a.least / b.most, a.most / b.least} : anything;
  case EXPR_BIT_AND:
    return a.least >= 0 && b.least >= 0 ? (limit_range){0, a.most < b.most ? a.most : b.most} : anything;
  case EXPR_SHR:
    return a.least >= 0 ? (limit_range){0, a.most} : anything;
  case EXPR_COMPLEMENT:
  case EXPR_SHL:
  case EXPR_BIT_OR:
  case EXPR_BIT_XOR:
    return anything;
  default: // comparisons and logic
    return truth;
  }
}

// Can the cell be the one that the expression reads, as far as its indices are known?
static bool may_read(const expr *e, uint32_t cell) {
  uint32_t index = e->indices.count;
  for (uint32_t part = e->var->parts.count; part-- > 0;) {
    uint32_t length = e->var->parts.at[part].length;
    int32_t wanted;
    if (length == 0)
      continue;
    if (index == 0)
      return true;
    if (expr_is_const(e->indices.at[--index], &wanted) && wanted != (int32_t)(cell % length))
      return false;
    cell /= length;
  }
  return true;
}

// A variable that nobody writes is known cell by cell.
static limit_range of_var(const limits *l, const expr *e) {
  const net_var *v = e->var;
  if (l->is_written[v->index] || v->is_parameter || v->init.count < 2 || v->init.count != v->cells)
    return l->vars[v->index];
  limit_range r = {INT32_MAX, INT32_MIN};
  for (uint32_t cell = 0; cell < v->cells; cell++) {
    int32_t value;
    if (!expr_is_const(v->init.at[cell], &value))
      return l->vars[v->index];
    if (may_read(e, cell))
      r = hull(r, held(v->type, only(value)));
  }
  return r.least <= r.most ? r : l->vars[v->index];
}

limit_range limits_of(const limits *l, const expr *e) {
  if (e->op < EXPR_OPERATOR_COUNT) {
    limit_range a = limits_of(l, e->a), b = expr_arity(e->op) == 2 ? limits_of(l, e->b) : a;
    return operator_range(e->op, a, b);
  }
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    return only(e->value);
  case EXPR_VAR:
    return of_var(l, e);
  case EXPR_REMOTE_VAR:
    return hull(of_var(l, e), only(0));
  case EXPR_COND:
    return hull(limits_of(l, e->b), limits_of(l, e->c));
  case EXPR_CALL:
    return l->vars[l->net->functions.at[e->value].result->index];
  case EXPR_PID:
  case EXPR_LAST:
  case EXPR_PROCESSES:
    return (limit_range){0, NET_MAX_PROCESSES};
  case EXPR_PC:
  case EXPR_PRIORITY:
  case EXPR_LEN:
    return anything;
  default:
    return truth;
  }
}

static void grow(limits *l, const net_var *v, limit_range by) {
  limit_range *old = &l->vars[v->index], grown = hull(*old, held(v->type, by));
  if (grown.least == old->least && grown.most == old->most)
    return;
  l->has_changed = true;
  *old = l->growth[v->index]++ < PATIENCE ? grown : hull(*old, of_type(v->type));
}

static void write_var(limits *l, const net_var *v, limit_range by) {
  l->is_written[v->index] = true;
  grow(l, v, by);
}

// Arguments of calls are written to parameters, cell by cell.
static void note_call(const expr *e, void *context) {
  limits *l = context;
  if (e->op != EXPR_CALL)
    return;
  const net_function *f = &l->net->functions.at[e->value];
  uint32_t argument = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t cell = 0; cell < f->parameters.at[i]->cells && argument < e->indices.count; cell++)
      write_var(l, f->parameters.at[i], limits_of(l, e->indices.at[argument++]));
}

static void note_written(limits *l, const net_edge *e) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND)
      write_var(l, e->sync.patterns.at[i].value->var, anything);
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->target)
      write_var(l, s->target->var, s->kind == STMT_ASSIGN ? limits_of(l, s->value) : anything);
  net_walk_edge(e, note_call, l);
}

static void note_bounds(limits *l, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    net_walk_bound(&bounds->at[i], note_call, l);
}

static void note_locations(limits *l, const net_flow *f) {
  for (uint32_t i = 0; i < f->locations.count; i++) {
    note_bounds(l, &f->locations.at[i].bounds);
    expr_walk(f->locations.at[i].invariant, note_call, l);
  }
}

// An initialiser that is not just a number may be evaluated before what it reads has its value.
static limit_range initial(const net_var *v) {
  if (v->is_parameter || v->init.count == 0)
    return v->is_parameter ? of_type(v->type) : held(v->type, only(0));
  limit_range r = {INT32_MAX, INT32_MIN};
  for (uint32_t i = 0; i < v->init.count; i++) {
    int32_t value;
    r = hull(r, held(v->type, expr_is_const(v->init.at[i], &value) ? only(value) : anything));
  }
  return r;
}

static void note_initialisers(limits *l) {
  for (uint32_t i = 0; i < l->net->vars.count; i++)
    for (uint32_t k = 0; k < l->net->vars.at[i]->init.count; k++)
      expr_walk(l->net->vars.at[i]->init.at[k], note_call, l);
}

limits *limits_open(mem *m, const network *net, expr *const *conditions, uint32_t count) {
  limits *l = mem_alloc(m, sizeof *l);
  *l = (limits){.m = m, .net = net};
  l->vars = mem_alloc(m, sizeof *l->vars * (net->vars.count + 1));
  l->growth = mem_alloc(m, sizeof *l->growth * (net->vars.count + 1));
  l->is_written = mem_alloc(m, sizeof *l->is_written * (net->vars.count + 1));
  for (uint32_t i = 0; i < net->vars.count; i++)
    l->vars[i] = initial(net->vars.at[i]);
  do {
    l->has_changed = false;
    note_initialisers(l);
    for (uint32_t i = 0; i < count; i++)
      expr_walk(conditions[i], note_call, l);
    for (uint32_t i = 0; i < net->edges.count; i++)
      note_written(l, net->edges.at[i]);
    for (uint32_t i = 0; i < net->templates.count; i++)
      note_locations(l, &net->templates.at[i]->flow);
  } while (l->has_changed);
  return l;
}

void limits_close(limits *l) {
  mem_free(l->m, l->vars);
  mem_free(l->m, l->growth);
  mem_free(l->m, l->is_written);
  mem_free(l->m, l);
}
