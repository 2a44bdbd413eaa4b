#include "exec/exec.h"
#include "exec/queue.h"

#include <assert.h>

enum { MOST_BLOCK_STEPS = 10000000 };

// The frame of a process, or NULL if there is no such process.
static const uint8_t *frame_of(const machine *m, int32_t number) {
  return number >= 0 && (uint32_t)number < m->layout->processes ? m->state + m->layout->frame[number] : NULL;
}

static const exec_location *location_of(const machine *m, int32_t number) {
  return exec_location_of(m->layout, m->state, (uint32_t)number);
}

static bool is_of_template(const machine *m, int32_t number, int32_t template_) {
  return frame_of(m, number) && (int32_t)m->layout->shape[number]->template_->index == template_;
}

static int32_t first_of(const machine *m, int32_t template_) {
  for (int32_t i = 0; i < (int32_t)m->layout->processes; i++)
    if (is_of_template(m, i, template_))
      return i;
  return -1;
}

static bool is_unlabelled(const machine *m, uint32_t flags) {
  for (uint32_t i = 0; i < m->layout->processes; i++)
    if (location_of(m, (int32_t)i)->flags & flags)
      return false;
  return true;
}

static void set_priority(machine *m, int32_t number, int32_t priority) {
  uint8_t *frame = (uint8_t *)frame_of(m, number);
  assert(m->program->plan->has_priority);
  if (frame)
    cell_store(frame + m->layout->shape[number]->priority, CELL_I32, priority);
}

static void end_process(machine *m) {
  assert(m->pid == m->layout->processes - 1);
  m->layout = m->layout->parent;
  m->has_ended = true;
}

static void hand(machine *m, const int32_t *values, int32_t channel, int32_t count) {
  const queue_type *type = m->layout->queue[channel].type;
  assert(type->capacity == 0 && (uint32_t)count <= m->program->fields);
  m->channel = channel;
  for (int32_t i = 0; i < count; i++)
    m->message[i] = net_cut(type->field[i].type, values[i]);
}

static exec_result fail(machine *m, fault f, const insn *at) {
  m->fault = f;
  m->fault_at = m->program->statements[at - m->program->code];
  return EXEC_FAULT;
}

// Each call of a block counts its own steps. Only recursion nests deeper than there are blocks.
static exec_result call(machine *m, const insn *i) {
  const program *p = m->program;
  uint32_t steps = m->steps;
  assert(p->blocks && (uint32_t)i->a < p->net->blocks.count);
  if (m->calls == p->net->blocks.count)
    return fail(m, FAULT_ENDLESS, i);
  m->calls++;
  m->steps = 0;
  m->registers += p->registers;
  exec_result result = exec_run(m, p->blocks[i->a]);
  m->registers -= p->registers;
  m->steps = steps;
  m->calls--;
  if (result == EXEC_FAULT && !m->fault_at)
    m->fault_at = p->statements[i - p->code];
  return result;
}

static void set_clock(machine *m, const int32_t *r) {
  exec_reset reset = {.clock = (uint32_t)r[0], .from = (uint32_t)r[1], .value = r[2]};
  vec_push(m->memory, &m->resets, reset);
}

exec_result exec_run(machine *m, const insn *i) {
  static const void *const labels[] = {
#define X(name) &&op_##name,
      CODE_OPERATIONS(X)
#undef X
#define X(name, arity, text, precedence, value) &&op_##name,
          EXPR_OPERATORS(X)
#undef X
#define WIDTH(width, type, op) &&op##_##width,
#define X(name) CELL_WIDTHS(WIDTH, op_##name##_G) CELL_WIDTHS(WIDTH, op_##name##_L) CELL_WIDTHS(WIDTH, op_##name##_S)
              CODE_CELL_FAMILIES(X)
#undef X
#undef WIDTH
#define COMPARISON(name, symbol, op) &&op##_##name,
#define X(name) CODE_COMPARISONS(COMPARISON, op_##name)
                  CODE_JUMP_FAMILIES(X)
#undef X
#undef COMPARISON
  };
  uint8_t *global = m->state, *local = m->frame;
  int32_t *const registers = m->registers;
  int32_t *r;

#define GO                                                                                                             \
  do {                                                                                                                 \
    r = registers + i->d;                                                                                              \
    goto *labels[i->op];                                                                                               \
  } while (0)
#define NEXT                                                                                                           \
  do {                                                                                                                 \
    i++;                                                                                                               \
    GO;                                                                                                                \
  } while (0)
#define JUMP                                                                                                           \
  do {                                                                                                                 \
    i += i->jump;                                                                                                      \
    GO;                                                                                                                \
  } while (0)
#define JUMP_IF(condition)                                                                                             \
  do {                                                                                                                 \
    if (condition)                                                                                                     \
      JUMP;                                                                                                            \
    NEXT;                                                                                                              \
  } while (0)
#define QUEUE (&m->layout->queue[r[0]])

  GO;

op_TRUE:
  return EXEC_TRUE;
op_FALSE:
  return EXEC_FALSE;
op_FAULT:
  return fail(m, (fault)i->a, i);
op_VALUE:
  m->value = r[0];
  return EXEC_TRUE;
op_JUMP:
  JUMP;
op_JUMP_ZERO:
  JUMP_IF(!r[0]);
op_JUMP_NOT_ZERO:
  JUMP_IF(r[0]);
op_CONST:
  r[0] = i->a;
  NEXT;
op_ADD_CONST:
  r[0] = (int32_t)((uint32_t)r[0] + (uint32_t)i->a);
  NEXT;
op_TABLE:
  if ((uint32_t)r[0] >= (uint32_t)i->b)
    return fail(m, FAULT_INDEX, i);
  r[0] = m->program->plan->vars[i->a].values[r[0]];
  NEXT;
op_CHECK:
  if ((uint32_t)r[0] >= (uint32_t)i->b)
    return fail(m, FAULT_INDEX, i);
  NEXT;
op_ROW:
  if ((uint32_t)r[1] >= (uint32_t)i->b)
    return fail(m, FAULT_INDEX, i);
  r[0] = r[0] * i->b + r[1];
  NEXT;
op_CUT:
  r[0] = (int32_t)((uint32_t)r[0] & ((1u << i->a) - 1));
  NEXT;
op_CUT_SIGNED:
  r[0] = (int32_t)((uint32_t)r[0] << (32 - i->a)) >> (32 - i->a);
  NEXT;
op_RANGE:
  if (r[0] < i->a || r[0] > i->b)
    return fail(m, FAULT_RANGE, i);
  NEXT;
op_PID:
  r[0] = (int32_t)m->pid;
  NEXT;
op_PROCESSES:
  r[0] = (int32_t)m->layout->processes;
  NEXT;
op_LAST:
  r[0] = global[m->program->plan->last];
  NEXT;
op_FIRST:
  r[0] = first_of(m, i->a);
  NEXT;
op_TIMEOUT:
  r[0] = m->timeout;
  NEXT;
op_UNLABELLED:
  r[0] = is_unlabelled(m, (uint32_t)i->a);
  NEXT;
op_ENABLED:
  if (r[0] < 0 || (uint32_t)r[0] >= m->layout->processes) {
    r[0] = 0;
  } else if ((uint32_t)r[0] == m->pid || m->depth == EXEC_MAX_DEPTH) {
    return fail(m, FAULT_ENABLED, i);
  } else {
    m->registers = registers + m->program->registers;
    r[0] = exec_is_enabled(m, (uint32_t)r[0]);
    m->registers = registers;
  }
  NEXT;
op_PC:
  r[0] = frame_of(m, r[0]) ? location_of(m, r[0])->origin : 0;
  NEXT;
op_PRIORITY:
  r[0] = frame_of(m, r[0]) ? frame_priority(m->layout->shape[r[0]], frame_of(m, r[0])) : 0;
  NEXT;
op_AT:
  r[0] = is_of_template(m, r[0], i->a) &&
         m->program->location_sets[i->b][frame_location(m->layout->shape[r[0]], frame_of(m, r[0]))];
  NEXT;
op_REMOTE:
  if (is_of_template(m, r[0], i->a))
    NEXT;
  r[0] = 0;
  JUMP;
op_REMOTE_LOAD : {
  const var_place *p = &m->program->plan->vars[i->a];
  r[0] = cell_load(frame_of(m, r[0]) + p->offset + (uint32_t)r[1] * cell_bytes(p->width), p->width);
  NEXT;
}
op_CHANNEL:
  if (r[0] <= 0 || (uint32_t)r[0] > m->layout->queues)
    return fail(m, FAULT_NO_CHANNEL, i);
  NEXT;
op_FIELDS:
  if (QUEUE->type->fields != (uint32_t)i->b)
    return fail(m, FAULT_FIELDS, i);
  NEXT;
op_PEEK_FIELDS:
  if (queue_peek_fails(QUEUE->type->fields, (uint32_t)i->b))
    return fail(m, FAULT_FIELDS, i);
  NEXT;
op_LENGTH:
  r[0] = QUEUE->type->capacity ? (int32_t)queue_length(QUEUE->type, global + QUEUE->offset) : 0;
  NEXT;
op_FULL:
  r[0] = QUEUE->type->capacity && queue_length(QUEUE->type, global + QUEUE->offset) >= QUEUE->type->capacity;
  NEXT;
op_SEND_TEST:
  if (QUEUE->type->capacity && queue_length(QUEUE->type, global + QUEUE->offset) >= QUEUE->type->capacity)
    JUMP;
  if (QUEUE->type->fields != (uint32_t)i->b)
    return fail(m, FAULT_FIELDS, i);
  if (!QUEUE->type->capacity) {
    m->channel = r[0];
    return EXEC_OFFER;
  }
  NEXT;
op_RECEIVE_TEST:
  if (!QUEUE->type->capacity) {
    if (i->a)
      return fail(m, (fault)i->a, i);
    JUMP;
  }
  JUMP_IF(queue_length(QUEUE->type, global + QUEUE->offset) == 0);
op_BUFFER_TEST:
  if (!QUEUE->type->capacity)
    return fail(m, (fault)i->a, i);
  NEXT;
op_FIND : {
  const uint8_t *at = global + QUEUE->offset;
  uint32_t found = queue_find(QUEUE->type, at, m->program->pattern_lists[i->a], r + 2);
  r[1] = (int32_t)found;
  JUMP_IF(found == queue_length(QUEUE->type, at));
}
op_FIELD:
  if ((uint32_t)i->a >= QUEUE->type->fields) {
    if (QUEUE->type->fields != 1)
      return fail(m, FAULT_FIELDS, i);
    r[2] = 0;
    NEXT;
  }
  r[2] = queue_field_value(QUEUE->type, global + QUEUE->offset, (uint32_t)r[1], (uint32_t)i->a);
  NEXT;
op_SEND:
  queue_send(QUEUE->type, global + QUEUE->offset, r + 1, i->a);
  NEXT;
op_SEND_G:
  queue_send(&m->program->plan->queue_types[i->b], global + i->a, r, i->jump);
  NEXT;
op_SEND_L:
  queue_send(&m->program->plan->queue_types[i->b], local + i->a, r, i->jump);
  NEXT;
op_REMOVE:
  queue_remove(QUEUE->type, global + QUEUE->offset, (uint32_t)r[1]);
  NEXT;
op_REMOVE_G:
  queue_remove(&m->program->plan->queue_types[i->b], global + i->a, 0);
  NEXT;
op_REMOVE_L:
  queue_remove(&m->program->plan->queue_types[i->b], local + i->a, 0);
  NEXT;
op_OFFER:
  m->channel = i->a;
  return EXEC_OFFER;
op_MEET:
  JUMP_IF(r[0] != m->channel);
op_MEET_FIELD : {
  uint32_t fields = m->layout->queue[m->channel].type->fields;
  if ((uint32_t)i->a >= fields && fields != 1)
    return fail(m, FAULT_FIELDS, i);
  r[0] = (uint32_t)i->a < fields ? m->message[i->a] : 0;
  NEXT;
}
op_MEET_FIELDS:
  if (m->layout->queue[m->channel].type->fields != (uint32_t)i->b)
    return fail(m, FAULT_FIELDS, i);
  NEXT;
op_HANDED:
  r[0] = m->message[i->a];
  NEXT;
op_HAND:
  hand(m, r + 1, r[0], i->b);
  NEXT;
op_ASSERT:
  atomic_store_explicit(&m->program->is_reached[i->a], true, memory_order_relaxed);
  NEXT;
op_ASSERT_FAILED:
  if (!m->assertion_failed)
    m->assertion = m->program->statements[i - m->program->code];
  m->assertion_failed = true;
  NEXT;
op_RUN : {
  m->registers = registers + m->program->registers;
  const exec_start *start = &m->program->starts[i->a];
  uint32_t number = m->layout->processes;
  fault f = exec_start_process(m, start, r);
  m->registers = registers;
  if (f != FAULT_NONE)
    return fail(m, f, i);
  global = m->state; // the buffer may have moved
  local = m->frame;
  r[0] = (int32_t)number;
  NEXT;
}
op_END:
  end_process(m);
  return EXEC_TRUE;
op_SET_PRIORITY:
  set_priority(m, r[0], r[1]);
  NEXT;
op_BLOCK:
  m->steps = 0;
  NEXT;
op_STEP:
  if (++m->steps > MOST_BLOCK_STEPS)
    return fail(m, FAULT_ENDLESS, i);
  NEXT;
op_IS_YOUNGEST:
  JUMP_IF(m->pid != m->layout->processes - 1);
op_NUMBER:
  r[0] = (int32_t)m->layout->first_queue[m->pid] + i->a;
  NEXT;
op_CALL:
  if (call(m, i) == EXEC_FAULT)
    return EXEC_FAULT;
  NEXT;
op_SET_CLOCK:
  if (r[2] < 0 || r[2] > NET_MAX_TIME)
    return fail(m, FAULT_RANGE, i);
  set_clock(m, r);
  NEXT;

#define X(name, arity, text, precedence, result)                                                                       \
  op_##name : {                                                                                                        \
    int32_t a = r[0], b = r[1];                                                                                        \
    if ((EXPR_##name == EXPR_DIV || EXPR_##name == EXPR_MOD) && b == 0)                                                \
      return fail(m, FAULT_DIVISION, i);                                                                               \
    r[0] = (result);                                                                                                   \
    NEXT;                                                                                                              \
  }
  EXPR_OPERATORS(X)
#undef X

#define LOAD(type, from)                                                                                               \
  do {                                                                                                                 \
    type cell;                                                                                                         \
    memcpy(&cell, (from), sizeof cell);                                                                                \
    r[0] = (int32_t)cell;                                                                                              \
    NEXT;                                                                                                              \
  } while (0)
#define STORE(type, to, value)                                                                                         \
  do {                                                                                                                 \
    type cell = (type)(value);                                                                                         \
    memcpy((to), &cell, sizeof cell);                                                                                  \
    NEXT;                                                                                                              \
  } while (0)
#define CELL_FAMILIES(width, type, scope, base)                                                                        \
  op_LOAD_##scope##_##width : LOAD(type, (base) + i->a);                                                               \
  op_STORE_##scope##_##width : STORE(type, (base) + i->a, r[0]);                                                       \
  op_LOAD_INDEX_##scope##_##width : if ((uint32_t)r[0] >= (uint32_t)i->b) return fail(m, FAULT_INDEX, i);              \
  LOAD(type, (base) + i->a + (size_t)(uint32_t)r[0] * sizeof(type));                                                   \
  op_STORE_INDEX_##scope##_##width : if ((uint32_t)r[1] >= (uint32_t)i->b) return fail(m, FAULT_INDEX, i);             \
  STORE(type, (base) + i->a + (size_t)(uint32_t)r[1] * sizeof(type), r[0]);                                            \
  op_STORE_CONST_##scope##_##width : STORE(type, (base) + i->a, i->b);                                                 \
  op_ADD_TO_##scope##_##width : {                                                                                      \
    type old;                                                                                                          \
    memcpy(&old, (base) + i->a, sizeof old);                                                                           \
    STORE(type, (base) + i->a, (uint32_t)old + (uint32_t)i->b);                                                        \
  }
#define X(width, type, unused)                                                                                         \
  CELL_FAMILIES(width, type, G, global) CELL_FAMILIES(width, type, L, local) CELL_FAMILIES(width, type, S, m->scratch)
  CELL_WIDTHS(X, 0)
#undef X

#define X(name, symbol, unused)                                                                                        \
  op_JUMP_IF_##name : JUMP_IF(r[0] symbol r[1]);                                                                       \
  op_JUMP_IF_CONST_##name : JUMP_IF(r[0] symbol i->b);                                                                 \
  op_JUMP_IF_BYTE_G_##name : JUMP_IF((int32_t)global[i->a] symbol i->b);                                               \
  op_JUMP_IF_BYTE_L_##name : JUMP_IF((int32_t)local[i->a] symbol i->b);                                                \
  op_JUMP_IF_BYTE_S_##name : JUMP_IF((int32_t)m->scratch[i->a] symbol i->b);
  CODE_COMPARISONS(X, 0)
#undef X
}
