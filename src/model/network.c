#include "model/network.h"

#include "model/unread.h"

#include <assert.h>
#include <string.h>

int32_t net_cut(net_type type, int32_t value) {
  if (type.bits >= 32 || type.is_checked)
    return value;
  uint32_t mask = (1u << type.bits) - 1, low = (uint32_t)value & mask;
  if (type.is_signed && (low >> (type.bits - 1)))
    low |= ~mask;
  return (int32_t)low;
}

int32_t net_type_min(net_type type) {
  if (type.is_checked)
    return type.low;
  return type.is_signed ? (int32_t)(0u - (1u << (type.bits - 1))) : 0;
}

int32_t net_type_max(net_type type) {
  if (type.is_checked)
    return type.high;
  uint32_t top = type.is_signed ? (1u << (type.bits - 1)) - 1 : type.bits >= 32 ? INT32_MAX : (1u << type.bits) - 1;
  return (int32_t)top;
}

bool net_type_holds(net_type type, int32_t value) {
  return !type.is_checked || (type.low <= value && value <= type.high);
}

net_type net_type_range(int32_t low, int32_t high) {
  net_type t = {.kind = KIND_INT, .set = -1, .is_checked = true, .low = low, .high = high};
  t.is_signed = low < 0;
  uint32_t reach = high < 0 ? 0 : (uint32_t)high;
  if (low < 0 && ~(uint32_t)low > reach)
    reach = ~(uint32_t)low;
  t.bits = t.is_signed;
  for (; reach; reach >>= 1)
    t.bits++;
  if (t.bits == 0)
    t.bits = 1;
  return t;
}

const char *net_enum_name(const net_enum *set, int32_t value) {
  for (uint32_t i = 0; i < set->values.count; i++)
    if (set->values.at[i] == value)
      return set->names.at[i];
  return NULL;
}

network *net_new(arena *memory, const char *file, const char *language) {
  network *n = ARENA_NEW(memory, network);
  n->memory = memory;
  n->file = file;
  n->language = language;
  return n;
}

net_var *net_add_var(network *n, int32_t template_) {
  assert(!n->is_finished && template_ < (int32_t)n->templates.count);
  mem *m = arena_mem(n->memory);
  net_var *v = ARENA_NEW(n->memory, net_var);
  v->index = n->vars.count;
  v->template_ = template_;
  v->channel = NET_NONE;
  v->cells = 1;
  vec_push(m, &n->vars, v);
  if (template_ == NET_NONE) {
    v->slot = n->globals.count;
    vec_push(m, &n->globals, v->index);
  } else {
    net_template *t = n->templates.at[template_];
    v->slot = t->vars.count;
    vec_push(m, &t->vars, v->index);
  }
  return v;
}

net_template *net_add_template(network *n, template_kind kind, const char *name) {
  assert(!n->is_finished);
  net_template *t = ARENA_NEW(n->memory, net_template);
  t->index = n->templates.count;
  t->kind = kind;
  t->name = name;
  vec_push(arena_mem(n->memory), &n->templates, t);
  return t;
}

uint32_t net_add_location(network *n, net_flow *flow) {
  assert(!n->is_finished);
  net_location l = {.origin = -1};
  vec_push(arena_mem(n->memory), &flow->locations, l);
  return flow->locations.count - 1;
}

net_edge *net_add_edge(network *n, net_flow *flow, uint32_t from, uint32_t to) {
  assert(!n->is_finished && from < flow->locations.count);
  mem *m = arena_mem(n->memory);
  net_edge *e = ARENA_NEW(n->memory, net_edge);
  e->id = n->edges.count;
  e->from = from;
  e->to = to;
  e->origin = -1;
  e->text = "";
  vec_push(m, &n->edges, e);
  vec_push(m, &flow->locations.at[from].edges, e->id);
  return e;
}

static void note_expr(const expr *e, void *context) {
  network *n = context;
  switch ((expr_op)e->op) {
  case EXPR_TIMEOUT:
    n->uses_timeout = true;
    break;
  case EXPR_LAST:
    n->uses_last = true;
    break;
  case EXPR_ENABLED:
    n->uses_enabled = true;
    break;
  case EXPR_PRIORITY:
    n->uses_priority = true;
    break;
  default:
    break;
  }
}

void net_walk_bound(const net_bound *b, void (*visit)(const expr *e, void *context), void *context) {
  expr_walk(b->when, visit, context);
  expr_walk(b->x.offset, visit, context);
  expr_walk(b->y.offset, visit, context);
  expr_walk(b->limit, visit, context);
}

static void note_bounds(network *n, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    net_walk_bound(&bounds->at[i], note_expr, n);
}

void net_walk_edge(const net_edge *e, void (*visit)(const expr *e, void *context), void *context) {
  expr_walk(e->guard, visit, context);
  for (uint32_t i = 0; i < e->bounds.count; i++)
    net_walk_bound(&e->bounds.at[i], visit, context);
  expr_walk(e->sync.label.offset, visit, context);
  expr_walk(e->sync.channel, visit, context);
  for (uint32_t i = 0; i < e->sync.fields.count; i++)
    expr_walk(e->sync.fields.at[i], visit, context);
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    expr_walk(e->sync.patterns.at[i].value, visit, context);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    expr_walk(s->target, visit, context);
    expr_walk(s->value, visit, context);
    expr_walk(s->clock.offset, visit, context);
    expr_walk(s->from.offset, visit, context);
    for (uint32_t i = 0; i < s->args.count; i++)
      expr_walk(s->args.at[i], visit, context);
  }
}

static void note_edge(network *n, const net_edge *e) {
  net_walk_edge(e, note_expr, n);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    n->starts_processes |= s->kind == STMT_RUN;
    n->uses_priority |= (s->kind == STMT_RUN && s->priority > 1) || s->kind == STMT_SET_PRIORITY;
  }
  n->uses_rank |= e->rank > 0;
}

static uint32_t number_cells(network *n, const uint32_t *vars, uint32_t count) {
  uint32_t cells = 0;
  for (uint32_t i = 0; i < count; i++) {
    n->vars.at[vars[i]]->first_cell = cells;
    cells += n->vars.at[vars[i]]->cells;
  }
  return cells;
}

static bool is_flow_sound(const network *n, const net_flow *flow, bool is_block) {
  if (flow->locations.count && flow->initial >= flow->locations.count)
    return false;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++) {
      uint32_t id = flow->locations.at[i].edges.at[k];
      if (id >= n->edges.count || n->edges.at[id]->id != id || n->edges.at[id]->from != i)
        return false;
      if (n->edges.at[id]->to >= flow->locations.count && !(is_block && n->edges.at[id]->to == NET_BLOCK_EXIT))
        return false;
    }
  return true;
}

// The invariant of a finished network: all numbers that refer to other parts are valid.
static bool is_sound(const network *n) {
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (n->templates.at[i]->index != i || !is_flow_sound(n, &n->templates.at[i]->flow, false))
      return false;
  for (uint32_t i = 0; i < n->blocks.count; i++)
    if (!is_flow_sound(n, &n->blocks.at[i], true))
      return false;
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (n->vars.at[i]->index != i)
      return false;
  for (uint32_t i = 0; i < n->functions.count; i++)
    if (n->functions.at[i].block >= n->blocks.count || !n->functions.at[i].result->is_scratch)
      return false;
  for (uint32_t i = 0; i < n->processes.count; i++)
    if (n->processes.at[i].template_ < 0 || n->processes.at[i].template_ >= (int32_t)n->templates.count)
      return false;
  return true;
}

void net_finish(network *n) {
  assert(!n->is_finished && is_sound(n));
  n->is_finished = true;
  net_find_unread(n);
  n->global_cells = number_cells(n, n->globals.at, n->globals.count);
  for (uint32_t i = 0; i < n->edges.count; i++)
    note_edge(n, n->edges.at[i]);
  for (uint32_t i = 0; i < n->vars.count; i++)
    for (uint32_t k = 0; k < n->vars.at[i]->init.count; k++)
      expr_walk(n->vars.at[i]->init.at[k], note_expr, n);
  n->locations = 0;
  for (uint32_t i = 0; i < n->templates.count; i++) {
    net_template *t = n->templates.at[i];
    t->cells = number_cells(n, t->vars.at, t->vars.count);
    n->locations += t->flow.locations.count;
    for (uint32_t k = 0; k < t->flow.locations.count; k++) {
      note_bounds(n, &t->flow.locations.at[k].bounds);
      expr_walk(t->flow.locations.at[k].invariant, note_expr, n);
    }
    if (t->provided) {
      n->uses_provided = true;
      expr_walk(t->provided, note_expr, n);
    }
  }
  for (uint32_t i = 0; i < n->processes.count; i++) {
    n->uses_priority |= !n->is_timed && n->processes.at[i].priority > 1;
    n->orders_steps |= n->is_timed && n->processes.at[i].priority != n->processes.at[0].priority;
  }
  for (uint32_t i = 0; i < n->labels.count; i++)
    n->orders_steps |= n->labels.at[i].priority != 0;
  for (uint32_t i = 0; i < n->channels.count; i++)
    if (n->channels.at[i].capacity == 0)
      n->has_rendezvous = true;
}

uint32_t net_edge_cost(const net_edge *e) { return e->sync.kind != SYNC_ANSWER; }

bool net_is_same_action(const net_action *a, const net_action *b) {
  return a->edge == b->edge && a->pid == b->pid && a->partner_edge == b->partner_edge &&
         (a->partner_edge == NET_ALONE || a->partner == b->partner);
}

char *net_cell_name(const net_var *v, uint32_t cell, char *buffer, size_t size) {
  assert(cell < v->cells);
  size_t used = 0;
  uint32_t below = v->cells;
  buffer[0] = 0;
  for (uint32_t i = 0; i < v->parts.count && used < size; i++) {
    const net_part *p = &v->parts.at[i];
    int wrote = snprintf(buffer + used, size - used, "%s%s", i && *p->name ? "." : "", p->name);
    used += wrote > 0 ? (size_t)wrote : 0;
    if (p->length > 0 && used < size) {
      below /= p->length;
      wrote = snprintf(buffer + used, size - used, "[%d]", (int32_t)(cell / below) + p->low);
      used += wrote > 0 ? (size_t)wrote : 0;
      cell %= below;
    }
  }
  return buffer;
}

char *net_value_text(const network *n, net_type type, int32_t value, char *buffer, size_t size) {
  const char *name = type.kind == KIND_ENUM && type.set >= 0 ? net_enum_name(&n->enums.at[type.set], value) : NULL;
  if (name)
    snprintf(buffer, size, "%s", name);
  else
    snprintf(buffer, size, "%d", value);
  return buffer;
}

const net_template *net_template_named(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (strcmp(n->templates.at[i]->name, name) == 0)
      return n->templates.at[i];
  return NULL;
}
