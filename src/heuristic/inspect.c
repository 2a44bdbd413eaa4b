#include "heuristic/inspect.h"

static void fail(inspect_context *l, fault f) {
  if (l->fault == FAULT_NONE)
    l->fault = f;
}

static bool exists(const inspect_context *l, int32_t pid) { return pid >= 0 && (uint32_t)pid < l->view->processes; }

// Row-major over the parts that are arrays; each index is checked against its own part.
static uint32_t cell_of(inspect_context *l, const expr *e) {
  uint32_t cell = 0, next = 0;
  for (uint32_t i = 0; i < e->var->parts.count && l->fault == FAULT_NONE; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    int32_t index = next < e->indices.count ? inspect_value(l, e->indices.at[next]) : 0;
    next++;
    if (index < 0 || (uint32_t)index >= length)
      fail(l, FAULT_INDEX);
    cell = cell * length + (uint32_t)index;
  }
  return l->fault == FAULT_NONE ? cell : 0;
}

static int32_t variable(inspect_context *l, const expr *e) {
  uint32_t cell = cell_of(l, e);
  bool is_known = e->var->template_ == NET_NONE || exists(l, l->pid);
  return is_known ? view_cell(l->view, e->var, (uint32_t)l->pid, cell) : 0;
}

static int32_t remote_variable(inspect_context *l, const expr *e) {
  int32_t pid = inspect_value(l, e->a);
  if (!exists(l, pid) || (int32_t)l->view->process[pid].template_ != e->var->template_)
    return 0;
  return view_cell(l->view, e->var, (uint32_t)pid, cell_of(l, e));
}

static bool is_at(inspect_context *l, const expr *e) {
  int32_t pid = inspect_value(l, e->a);
  if (!exists(l, pid) || (int32_t)l->view->process[pid].template_ != e->value)
    return false;
  for (uint32_t i = 0; i < e->locations.count; i++)
    if (e->locations.at[i] == l->view->process[pid].location)
      return true;
  return false;
}

static int32_t first_of(const inspect_context *l, int32_t template_) {
  for (uint32_t pid = 0; pid < l->view->processes; pid++)
    if ((int32_t)l->view->process[pid].template_ == template_)
      return (int32_t)pid;
  return -1;
}

static bool is_unlabelled(const inspect_context *l, uint32_t flags) {
  for (uint32_t pid = 0; pid < l->view->processes; pid++)
    if (inspect_location(l->view, (int32_t)pid)->flags & flags)
      return false;
  return true;
}

static bool is_enabled(inspect_context *l, int32_t pid) {
  // A process whose guard depends on whether it is enabled itself, perhaps through other processes, is a fault.
  for (const inspect_context *asker = l; asker; asker = asker->asker)
    if (asker->pid == pid && pid >= 0) {
      fail(l, FAULT_ENABLED);
      return false;
    }
  return exists(l, pid) && inspect_is_enabled(l, (uint32_t)pid);
}

// Operators on the number of a process.
static int32_t process_fact(inspect_context *l, const expr *e) {
  int32_t pid = inspect_value(l, e->a);
  if (l->fault != FAULT_NONE)
    return 0;
  if (e->op == EXPR_ENABLED)
    return is_enabled(l, pid);
  if (!exists(l, pid))
    return 0;
  return e->op == EXPR_PC ? inspect_location(l->view, pid)->origin : l->view->process[pid].priority;
}

const view_channel *inspect_channel(inspect_context *l, const expr *e) {
  int32_t number = inspect_value(l, e);
  if (number < 1 || (uint32_t)number > l->view->channels)
    fail(l, FAULT_NO_CHANNEL);
  return l->fault == FAULT_NONE ? &l->view->channel[number] : NULL;
}

bool inspect_is_full(const state_view *v, const view_channel *c) {
  uint32_t capacity = v->net->channels.at[c->type].capacity;
  return capacity > 0 && c->length >= capacity;
}

// Beyond the only field of a message lies 0, beyond several nothing.
static bool is_match(inspect_context *l, const net_pattern *patterns, uint32_t count, const int32_t *message,
                     uint32_t fields) {
  for (uint32_t i = 0; i < count; i++) {
    if (patterns[i].kind != PATTERN_MATCH)
      continue;
    if (i >= fields && fields != 1)
      fail(l, FAULT_FIELDS);
    if (inspect_value(l, patterns[i].value) != (i < fields ? message[i] : 0))
      return false;
  }
  return l->fault == FAULT_NONE;
}

bool inspect_has_message(inspect_context *l, const view_channel *c, const net_pattern *patterns, uint32_t count,
                         bool any) {
  uint32_t fields = l->view->net->channels.at[c->type].fields.count;
  for (uint32_t i = 0; i < c->length && (any || i == 0); i++)
    if (is_match(l, patterns, count, c->messages + i * fields, fields))
      return true;
  return false;
}

static bool poll(inspect_context *l, const expr *e) {
  const view_channel *c = inspect_channel(l, e->a);
  if (!c)
    return false;
  if (l->view->net->channels.at[c->type].capacity == 0)
    fail(l, FAULT_POLL);
  return l->fault == FAULT_NONE && inspect_has_message(l, c, e->patterns.at, e->patterns.count, e->value == 1);
}

static int32_t channel_fact(inspect_context *l, const expr *e) {
  const view_channel *c = inspect_channel(l, e->a);
  if (!c)
    return 0;
  switch ((expr_op)e->op) {
  case EXPR_FULL:
    return inspect_is_full(l->view, c);
  case EXPR_NOT_FULL:
    return !inspect_is_full(l->view, c);
  case EXPR_EMPTY:
    return c->length == 0;
  case EXPR_NOT_EMPTY:
    return c->length > 0;
  default:
    return (int32_t)c->length;
  }
}

static int32_t operator_value(inspect_context *l, const expr *e) {
  int32_t a = inspect_value(l, e->a);
  if ((e->op == EXPR_AND && !a) || (e->op == EXPR_OR && a))
    return e->op == EXPR_OR;
  int32_t b = expr_arity(e->op) == 2 ? inspect_value(l, e->b) : 0;
  return l->fault == FAULT_NONE ? expr_apply(e->op, a, b, &l->fault) : 0;
}

int32_t inspect_value(inspect_context *l, const expr *e) {
  if (l->fault != FAULT_NONE)
    return 0;
  if (e->op < EXPR_OPERATOR_COUNT)
    return operator_value(l, e);
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    return e->value;
  case EXPR_VAR:
    return variable(l, e);
  case EXPR_REMOTE_VAR:
    return remote_variable(l, e);
  case EXPR_AT:
    return is_at(l, e);
  case EXPR_COND:
    return inspect_value(l, inspect_value(l, e->a) ? e->b : e->c);
  case EXPR_PID:
    return l->pid == NET_NONE ? 0 : l->pid;
  case EXPR_PROCESSES:
    return (int32_t)l->view->processes;
  case EXPR_FIRST:
    return first_of(l, e->value);
  case EXPR_LAST:
    return l->view->last;
  case EXPR_TIMEOUT:
    return l->timeout;
  case EXPR_UNLABELLED:
    return is_unlabelled(l, (uint32_t)e->value);
  case EXPR_ENABLED:
  case EXPR_PC:
  case EXPR_PRIORITY:
    return process_fact(l, e);
  case EXPR_POLL:
    return poll(l, e);
  case EXPR_CALL:
  case EXPR_BOUND:
  case EXPR_DEADLOCK:
    fail(l, (fault)INSPECT_UNKNOWN);
    return 0;
  default:
    return channel_fact(l, e);
  }
}
