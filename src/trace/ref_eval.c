// Expressions, evaluated on their trees.
#include "trace/ref_internal.h"

#include <assert.h>

ref_actor ref_actor_of(mem *m, ref_state *s, int32_t pid, bool timeout) {
  return (ref_actor){.m = m, .state = s, .pid = pid, .timeout = timeout};
}

void ref_fail(ref_actor *a, fault f) {
  if (a->fault == FAULT_NONE)
    a->fault = f;
}

static bool exists(const ref_state *s, int32_t pid) { return pid >= 0 && (uint32_t)pid < s->processes.count; }

// Row-major over the parts that are arrays; each index is checked against its own part.
static uint32_t cell_index(ref_actor *a, const expr *e) {
  uint32_t cell = 0, next = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    int32_t index = next < e->indices.count ? ref_value(a, e->indices.at[next]) : 0;
    next++;
    if (a->fault != FAULT_NONE)
      return 0;
    if (index < 0 || (uint32_t)index >= length) {
      ref_fail(a, FAULT_INDEX);
      return 0;
    }
    cell = cell * length + (uint32_t)index;
  }
  return cell;
}

int32_t *ref_cell(ref_actor *a, const expr *e) {
  uint32_t cell = cell_index(a, e);
  if (a->fault != FAULT_NONE)
    return NULL;
  if (e->var->template_ == NET_NONE)
    return &a->state->globals[e->var->slot][cell];
  assert(a->pid >= 0 && a->state->processes.at[a->pid].template_ == e->var->template_);
  return &a->state->processes.at[a->pid].values[e->var->slot][cell];
}

static int32_t remote_value(ref_actor *a, const expr *e) {
  int32_t pid = ref_value(a, e->a);
  if (a->fault != FAULT_NONE || !exists(a->state, pid) || a->state->processes.at[pid].template_ != e->var->template_)
    return 0;
  uint32_t cell = cell_index(a, e);
  return a->fault == FAULT_NONE ? a->state->processes.at[pid].values[e->var->slot][cell] : 0;
}

static int32_t is_at(ref_actor *a, const expr *e) {
  int32_t pid = ref_value(a, e->a);
  if (!exists(a->state, pid) || a->state->processes.at[pid].template_ != e->value)
    return 0;
  for (uint32_t i = 0; i < e->locations.count; i++)
    if (e->locations.at[i] == a->state->processes.at[pid].location)
      return 1;
  return 0;
}

static int32_t first_of(const ref_state *s, int32_t template_) {
  for (uint32_t i = 0; i < s->processes.count; i++)
    if (s->processes.at[i].template_ == template_)
      return (int32_t)i;
  return -1;
}

static int32_t is_unlabelled(const ref_state *s, uint32_t flags) {
  for (uint32_t i = 0; i < s->processes.count; i++)
    if (ref_location(s, (int32_t)i)->flags & flags)
      return 0;
  return 1;
}

static int32_t enabled(ref_actor *a, int32_t pid) {
  // A process must not depend on its own enabledness, also not through other processes.
  for (const ref_actor *asker = a; asker; asker = asker->asker)
    if (asker->pid == pid && pid >= 0) {
      ref_fail(a, FAULT_ENABLED);
      return 0;
    }
  return exists(a->state, pid) && ref_enabled(a->m, a->state, pid, a->timeout, a);
}

const net_channel *ref_channel_type(const ref_state *s, const ref_channel *c) { return &s->net->channels.at[c->type]; }

uint32_t ref_channel_length(const ref_state *s, const ref_channel *c) {
  uint32_t fields = ref_channel_type(s, c)->fields.count;
  return fields == 0 ? 0 : c->cells.count / fields;
}

ref_channel *ref_channel_of(ref_actor *a, const expr *e) {
  int32_t number = ref_value(a, e);
  if (a->fault != FAULT_NONE)
    return NULL;
  if (number < 1 || (uint32_t)number > a->state->channels.count) {
    ref_fail(a, FAULT_NO_CHANNEL);
    return NULL;
  }
  return &a->state->channels.at[number - 1];
}

// Beyond the only field of a message lies 0, beyond several nothing.
static int32_t field_value(ref_actor *a, const int32_t *message, uint32_t fields, uint32_t i) {
  if (i < fields)
    return message[i];
  if (fields != 1)
    ref_fail(a, FAULT_FIELDS);
  return 0;
}

bool ref_matches(ref_actor *a, const net_pattern *patterns, uint32_t count, const int32_t *message, uint32_t fields) {
  for (uint32_t i = 0; i < count; i++) {
    if (patterns[i].kind != PATTERN_MATCH)
      continue;
    int32_t there = field_value(a, message, fields, i);
    if (ref_value(a, patterns[i].value) != there)
      return false;
  }
  return a->fault == FAULT_NONE;
}

int32_t ref_find_message(ref_actor *a, const ref_channel *c, const net_pattern *patterns, uint32_t count, bool any) {
  uint32_t length = ref_channel_length(a->state, c), fields = ref_channel_type(a->state, c)->fields.count;
  for (uint32_t i = 0; i < length && (any || i == 0); i++)
    if (ref_matches(a, patterns, count, c->cells.at + i * fields, fields))
      return (int32_t)i;
  return NET_NONE;
}

static int32_t poll(ref_actor *a, const expr *e) {
  const ref_channel *c = ref_channel_of(a, e->a);
  if (!c)
    return 0;
  if (ref_channel_type(a->state, c)->capacity == 0) {
    ref_fail(a, FAULT_POLL);
    return 0;
  }
  return ref_find_message(a, c, e->patterns.at, e->patterns.count, e->value == 1) != NET_NONE;
}

static int32_t channel_fact(ref_actor *a, const expr *e) {
  const ref_channel *c = ref_channel_of(a, e->a);
  if (!c)
    return 0;
  uint32_t length = ref_channel_length(a->state, c), capacity = ref_channel_type(a->state, c)->capacity;
  bool full = capacity > 0 && length >= capacity;
  switch ((expr_op)e->op) {
  case EXPR_FULL:
    return full;
  case EXPR_NOT_FULL:
    return !full;
  case EXPR_EMPTY:
    return length == 0;
  case EXPR_NOT_EMPTY:
    return length > 0;
  default:
    return (int32_t)length;
  }
}

static int32_t operator_value(ref_actor *a, const expr *e) {
  int32_t left = ref_value(a, e->a);
  if ((e->op == EXPR_AND && !left) || (e->op == EXPR_OR && left) || a->fault != FAULT_NONE)
    return e->op == EXPR_OR;
  int32_t right = expr_arity(e->op) == 2 ? ref_value(a, e->b) : 0;
  if (a->fault != FAULT_NONE)
    return 0;
  return expr_apply(e->op, left, right, &a->fault);
}

// Expressions about a process, given by its number.
static int32_t process_fact(ref_actor *a, const expr *e) {
  int32_t pid = ref_value(a, e->a);
  if (a->fault != FAULT_NONE)
    return 0;
  if (e->op == EXPR_ENABLED)
    return enabled(a, pid);
  if (!exists(a->state, pid))
    return 0;
  return e->op == EXPR_PC ? ref_location(a->state, pid)->origin : a->state->processes.at[pid].priority;
}

// All arguments are evaluated before the first parameter is set: one of them may be a call of the same function.
static int32_t call(ref_actor *a, const expr *e) {
  const net_function *f = &a->state->net->functions.at[e->value];
  ref_values arguments = {0};
  for (uint32_t i = 0; i < e->indices.count; i++)
    vec_push(a->m, &arguments, ref_value(a, e->indices.at[i]));
  uint32_t next = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t cell = 0; cell < f->parameters.at[i]->cells && next < arguments.count; cell++)
      ref_store(a, f->parameters.at[i]->type, &a->state->globals[f->parameters.at[i]->slot][cell],
                arguments.at[next++]);
  vec_free(a->m, &arguments);
  if (a->fault == FAULT_NONE)
    ref_run_block(a, f->block);
  return a->fault == FAULT_NONE ? a->state->globals[f->result->slot][0] : 0;
}

static int32_t bound_holds(ref_actor *a, const net_bound *b) {
  ref_bound bound;
  return !ref_bound_of(a, b, &bound) || ref_holds(a->state, &bound);
}

int32_t ref_value(ref_actor *a, const expr *e) {
  if (a->fault != FAULT_NONE)
    return 0;
  if (e->op < EXPR_OPERATOR_COUNT)
    return operator_value(a, e);
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    return e->value;
  case EXPR_VAR: {
    const int32_t *cell = ref_cell(a, e);
    return cell ? *cell : 0;
  }
  case EXPR_REMOTE_VAR:
    return remote_value(a, e);
  case EXPR_AT:
    return is_at(a, e);
  case EXPR_COND: {
    int32_t condition = ref_value(a, e->a);
    return ref_value(a, condition ? e->b : e->c);
  }
  case EXPR_PID:
    return a->pid == NET_NONE ? 0 : a->pid;
  case EXPR_PROCESSES:
    return (int32_t)a->state->processes.count;
  case EXPR_FIRST:
    return first_of(a->state, e->value);
  case EXPR_LAST:
    return a->state->last;
  case EXPR_TIMEOUT:
    return a->timeout;
  case EXPR_UNLABELLED:
    return is_unlabelled(a->state, (uint32_t)e->value);
  case EXPR_ENABLED:
  case EXPR_PC:
  case EXPR_PRIORITY:
    return process_fact(a, e);
  case EXPR_POLL:
    return poll(a, e);
  case EXPR_CALL:
    return call(a, e);
  case EXPR_BOUND:
    return bound_holds(a, e->bound);
  case EXPR_DEADLOCK:
    return ref_is_timed_deadlock(a->m, a->state);
  default:
    return channel_fact(a, e);
  }
}
