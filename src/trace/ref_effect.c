// Taking an edge: synchronisation, effect, the move to the target.
#include "trace/ref_internal.h"

#include <string.h>

enum { MOST_BLOCK_EDGES = 10000000 }; // edges in one block before it counts as endless

ref_channel *ref_sync_channel(ref_actor *a, const net_edge *e) {
  ref_channel *c = ref_channel_of(a, e->sync.channel);
  if (!c)
    return NULL;
  if (ref_channel_type(a->state, c)->capacity == 0 && e->sync.peek)
    ref_fail(a, FAULT_POLL);
  return a->fault == FAULT_NONE ? c : NULL;
}

void ref_check_fields(ref_actor *a, const net_sync *s, const ref_channel *c) {
  uint32_t fields = ref_channel_type(a->state, c)->fields.count;
  uint32_t count = s->kind == SYNC_SEND ? s->fields.count : s->patterns.count;
  if (s->peek ? count > fields && fields != 1 : count != fields)
    ref_fail(a, FAULT_FIELDS);
}

bool ref_sync_possible(ref_actor *a, const net_edge *e, const ref_channel *c) {
  const net_sync *s = &e->sync;
  bool possible = s->kind == SYNC_SEND
                      ? ref_channel_length(a->state, c) < ref_channel_type(a->state, c)->capacity
                      : ref_find_message(a, c, s->patterns.at, s->patterns.count, s->random) != NET_NONE;
  if (possible)
    ref_check_fields(a, s, c);
  return possible && a->fault == FAULT_NONE;
}

static void cut_fields(const ref_actor *a, const ref_channel *c, ref_values *values) {
  const net_channel *type = ref_channel_type(a->state, c);
  for (uint32_t i = 0; i < values->count; i++)
    values->at[i] = net_cut(type->fields.at[i], values->at[i]);
}

static void uncut_fields(ref_actor *a, const net_edge *e, ref_values *values) {
  for (uint32_t i = 0; i < e->sync.fields.count; i++)
    vec_push(a->m, values, ref_value(a, e->sync.fields.at[i]));
}

void ref_fields(ref_actor *a, const net_edge *e, const ref_channel *c, ref_values *values) {
  uncut_fields(a, e, values);
  cut_fields(a, c, values);
}

static bool is_greater(const int32_t *message, const int32_t *than, uint32_t fields) {
  for (uint32_t i = 0; i < fields; i++)
    if (message[i] != than[i])
      return message[i] > than[i];
  return false;
}

static void send(ref_actor *a, const net_edge *e) {
  ref_channel *c = ref_sync_channel(a, e);
  if (!c)
    return;
  uint32_t fields = e->sync.fields.count, length = ref_channel_length(a->state, c), where = length;
  ref_values values = {0};
  uncut_fields(a, e, &values);
  if (e->sync.sorted)
    for (where = 0; where < length && !is_greater(c->cells.at + where * fields, values.at, fields);)
      where++;
  cut_fields(a, c, &values);
  if (a->fault == FAULT_NONE) {
    vec_reserve(a->m, &c->cells, c->cells.count + fields);
    int32_t *gap = c->cells.at + where * fields;
    memmove(gap + fields, gap, (length - where) * fields * sizeof(int32_t));
    memcpy(gap, values.at, fields * sizeof(int32_t));
    c->cells.count += fields;
  }
  vec_free(a->m, &values);
}

// Index expressions of later variables use the new values of earlier ones.
static void bind(ref_actor *a, const net_edge *e, const int32_t *message, uint32_t fields) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++) {
    const net_pattern *p = &e->sync.patterns.at[i];
    if (p->kind != PATTERN_BIND)
      continue;
    int32_t *cell = ref_cell(a, p->value);
    if (!cell)
      return;
    ref_store(a, p->value->var->type, cell, i < fields ? message[i] : 0);
  }
}

static void receive(ref_actor *a, const net_edge *e) {
  ref_channel *c = ref_sync_channel(a, e);
  if (!c)
    return;
  uint32_t fields = ref_channel_type(a->state, c)->fields.count;
  int32_t index = ref_find_message(a, c, e->sync.patterns.at, e->sync.patterns.count, e->sync.random);
  if (index == NET_NONE)
    return;
  uint32_t start = (uint32_t)index * fields;
  bind(a, e, c->cells.at + start, fields);
  if (a->fault != FAULT_NONE || e->sync.peek)
    return;
  memmove(c->cells.at + start, c->cells.at + start + fields, (c->cells.count - start - fields) * sizeof(int32_t));
  c->cells.count -= fields;
}

void ref_store(ref_actor *a, net_type type, int32_t *cell, int32_t value) {
  if (a->fault != FAULT_NONE)
    return;
  if (net_type_holds(type, value))
    *cell = net_cut(type, value);
  else
    ref_fail(a, FAULT_RANGE);
}

static void assign(ref_actor *a, const expr *target, int32_t value) {
  int32_t *cell = ref_cell(a, target);
  if (cell)
    ref_store(a, target->var->type, cell, value);
}

static void check(ref_actor *a, const net_stmt *s) {
  int32_t holds = ref_value(a, s->value);
  if (a->fault != FAULT_NONE || holds || !a->log || a->log->assertion)
    return;
  a->log->assertion = s;
  ref_state_free(a->m, &a->log->witness);
  ref_state_copy(a->m, &a->log->witness, a->state);
}

static void run(ref_actor *a, const net_stmt *s) {
  ref_values arguments = {0};
  for (uint32_t i = 0; i < s->args.count; i++)
    vec_push(a->m, &arguments, ref_value(a, s->args.at[i]));
  if (a->fault == FAULT_NONE) {
    int32_t pid = ref_start_process(a, s->template_, s->priority, &arguments);
    if (s->target && a->fault == FAULT_NONE)
      assign(a, s->target, pid);
  }
  vec_free(a->m, &arguments);
}

static void set_priority(ref_actor *a, const net_stmt *s) {
  int32_t pid = ref_value(a, s->args.at[0]), priority = ref_value(a, s->args.at[1]);
  if (a->fault == FAULT_NONE && pid >= 0 && (uint32_t)pid < a->state->processes.count)
    a->state->processes.at[pid].priority = priority;
}

// Inside a block no other process moves, so a rendezvous is not possible.
static bool possible_in_block(ref_actor *a, const net_edge *e) {
  if (e->guard && !ref_value(a, e->guard))
    return false;
  if (e->sync.kind == SYNC_NONE || a->fault != FAULT_NONE)
    return a->fault == FAULT_NONE;
  const ref_channel *c = ref_sync_channel(a, e);
  if (!c)
    return false;
  if (ref_channel_type(a->state, c)->capacity > 0)
    return ref_sync_possible(a, e, c);
  if (e->sync.kind == SYNC_SEND)
    ref_fail(a, FAULT_RENDEZVOUS);
  return false;
}

static const net_edge *first_in_block(ref_actor *a, const net_location *location) {
  for (uint32_t i = 0; i < location->edges.count && a->fault == FAULT_NONE; i++) {
    const net_edge *e = a->state->net->edges.at[location->edges.at[i]];
    if (e->is_else || possible_in_block(a, e))
      return e;
  }
  ref_fail(a, FAULT_BLOCKED);
  return NULL;
}

static void synchronise_and_run(ref_actor *a, const net_edge *e) {
  if (e->sync.kind == SYNC_SEND)
    send(a, e);
  else if (e->sync.kind == SYNC_RECEIVE)
    receive(a, e);
  ref_run_effect(a, e->effect);
}

void ref_run_block(ref_actor *a, uint32_t block) {
  const net_flow *flow = &a->state->net->blocks.at[block];
  uint32_t location = flow->initial;
  for (uint32_t count = 0; location != NET_BLOCK_EXIT; count++) {
    if (a->steps ? *a->steps == 0 : count >= MOST_BLOCK_EDGES)
      ref_fail(a, FAULT_ENDLESS);
    else if (a->steps)
      --*a->steps;
    const net_edge *e = first_in_block(a, &flow->locations.at[location]);
    if (a->fault != FAULT_NONE)
      return;
    synchronise_and_run(a, e);
    location = e->to;
  }
}

static void run_statement(ref_actor *a, const net_stmt *s) {
  switch (s->kind) {
  case STMT_ASSIGN: {
    int32_t value = ref_value(a, s->value);
    assign(a, s->target, value);
    break;
  }
  case STMT_ASSERT:
    check(a, s);
    break;
  case STMT_PRINT:
    ref_print(a, s);
    break;
  case STMT_RUN:
    run(a, s);
    break;
  case STMT_END:
    ref_end_process(a);
    break;
  case STMT_SET_PRIORITY:
    set_priority(a, s);
    break;
  case STMT_SET_CLOCK:
    ref_set_clock(a, s);
    break;
  case STMT_BLOCK:
    ref_run_block(a, s->block);
    break;
  }
}

void ref_run_effect(ref_actor *a, const net_stmt *s) {
  for (; s && a->fault == FAULT_NONE; s = s->next) {
    run_statement(a, s);
    if (a->fault != FAULT_NONE && !a->at)
      a->at = s;
  }
}

static void move(ref_actor *a, const net_edge *e) {
  if (a->fault == FAULT_NONE && (uint32_t)a->pid < a->state->processes.count)
    a->state->processes.at[a->pid].location = e->to;
}

void ref_take(ref_actor *a, const net_edge *e) {
  synchronise_and_run(a, e);
  move(a, e);
}

void ref_take_send(ref_actor *a, const net_edge *e) {
  ref_run_effect(a, e->effect);
  move(a, e);
}

void ref_take_receive(ref_actor *a, const net_edge *e, const int32_t *message) {
  bind(a, e, message, e->sync.patterns.count);
  ref_run_effect(a, e->effect);
  move(a, e);
}
