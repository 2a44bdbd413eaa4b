#include "exec/compile.h"
#include "exec/queue.h"

operand compile_queue_length(const fixed_queue *q) {
  return (operand){.scope = q->is_local ? SCOPE_LOCAL : SCOPE_GLOBAL, .width = q->type->length, .offset = q->offset};
}

// A field of the oldest message of a channel that is known at compile time.
static operand field_of(const fixed_queue *q, uint32_t field) {
  const queue_field *f = &q->type->field[field];
  return (operand){.scope = q->is_local ? SCOPE_LOCAL : SCOPE_GLOBAL,
                   .width = f->width,
                   .offset = q->offset + q->type->head + f->offset};
}

static void number_value(compiler *c, const expr *channel, uint32_t d) {
  fixed_queue q;
  if (!compile_fixed_queue(c, channel, &q))
    compile_value(c, channel, d);
  else
    compile_emit(c, q.is_local ? OP_NUMBER : OP_CONST, d, q.number, 0);
}

static void checked_channel(compiler *c, const expr *channel, uint32_t d) {
  number_value(c, channel, d);
  compile_emit(c, OP_CHANNEL, d, 0, 0);
}

static void fail_with(compiler *c, fault f) { compile_emit(c, OP_FAULT, 0, (int32_t)f, 0); }

void compile_length(compiler *c, const expr *channel, uint32_t d) {
  fixed_queue q;
  if (compile_fixed_queue(c, channel, &q) && q.type->capacity) {
    compile_load(c, compile_queue_length(&q), d);
  } else {
    checked_channel(c, channel, d);
    compile_emit(c, OP_LENGTH, d, 0, 0);
  }
}

// Of the fields beyond the patterns none must match.
static uint32_t pattern_list(compiler *c, const net_pattern *patterns, uint32_t count) {
  uint8_t *list = ARENA_ARRAY(c->p->memory, uint8_t, count + c->p->fields);
  for (uint32_t i = 0; i < count; i++)
    list[i] = patterns[i].kind == PATTERN_MATCH;
  vec_push(c->m, &c->pattern_lists, list);
  return c->pattern_lists.count - 1;
}

// The least number of fields of a channel: a pattern at or beyond it may have no field.
static uint32_t least_fields(const network *net) {
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i < net->channels.count; i++)
    if (net->channels.at[i].fields.count < least)
      least = net->channels.at[i].fields.count;
  return least;
}

// The oldest message of the channel in register d, or the first that matches: its position into d + 1.
static void find_message(compiler *c, const net_pattern *patterns, uint32_t count, bool any, uint32_t fail,
                         uint32_t d) {
  uint32_t first = 0;
  if (any) {
    for (uint32_t i = 0; i < count; i++)
      if (patterns[i].kind == PATTERN_MATCH)
        compile_value(c, patterns[i].value, d + 2 + i);
    compile_jump(c, OP_FIND, d, (int32_t)pattern_list(c, patterns, count), 0, fail);
    first = least_fields(c->net);
  } else {
    compile_emit(c, OP_CONST, d + 1, 0, 0);
  }
  for (uint32_t i = first; i < count; i++) {
    if (patterns[i].kind != PATTERN_MATCH)
      continue;
    compile_emit(c, OP_FIELD, d, (int32_t)i, 0);
    compile_value(c, patterns[i].value, d + 3);
    compile_jump(c, OP_JUMP_IF_NE, d + 2, 0, 0, fail);
  }
}

// What a message has beyond its last field: see "Fields" in docs/network.md.
static void missing_field(compiler *c, const queue_type *type, uint32_t d) {
  if (type->fields == 1)
    compile_emit(c, OP_CONST, d, 0, 0);
  else
    fail_with(c, FAULT_FIELDS);
}

static void match_fixed(compiler *c, const fixed_queue *q, const net_pattern *patterns, uint32_t count, uint32_t fail,
                        uint32_t d) {
  for (uint32_t i = 0; i < count; i++) {
    int32_t value;
    if (patterns[i].kind != PATTERN_MATCH)
      continue;
    if (i >= q->type->fields) {
      missing_field(c, q->type, d);
      compile_value(c, patterns[i].value, d + 1);
      compile_jump(c, OP_JUMP_IF_NE, d, 0, 0, fail);
    } else if (compile_constant(c, patterns[i].value, &value)) {
      compile_compare_const(c, field_of(q, i), COMPARE_NE, value, fail, d);
    } else {
      compile_load(c, field_of(q, i), d);
      compile_value(c, patterns[i].value, d + 1);
      compile_jump(c, OP_JUMP_IF_NE, d, 0, 0, fail);
    }
  }
}

typedef enum { LOOK_POLL, LOOK_PEEK, LOOK_RECEIVE } look;

// Falls through when a buffered channel has a message that matches and can be used.
static void receive_test(compiler *c, const expr *channel, const net_pattern *patterns, uint32_t count, bool any,
                         look how, uint32_t fail, uint32_t d) {
  fixed_queue q;
  bool is_fixed = compile_fixed_queue(c, channel, &q);
  fault rendezvous = how == LOOK_RECEIVE ? FAULT_NONE : FAULT_POLL;
  if (is_fixed && !q.type->capacity) {
    if (rendezvous)
      fail_with(c, rendezvous);
    else
      compile_jump(c, OP_JUMP, d, 0, 0, fail);
    return;
  }
  if (is_fixed) {
    compile_compare_const(c, compile_queue_length(&q), COMPARE_EQ, 0, fail, d);
  } else {
    checked_channel(c, channel, d);
    compile_jump(c, OP_RECEIVE_TEST, d, (int32_t)rendezvous, 0, fail);
  }
  if (is_fixed && !any) {
    match_fixed(c, &q, patterns, count, fail, d);
  } else {
    if (is_fixed)
      number_value(c, channel, d);
    find_message(c, patterns, count, any, fail, d);
  }
  if (how == LOOK_POLL)
    return;
  if (!is_fixed)
    compile_emit(c, how == LOOK_PEEK ? OP_PEEK_FIELDS : OP_FIELDS, d, 0, (int32_t)count);
  else if (how == LOOK_PEEK ? queue_peek_fails(q.type->fields, count) : q.type->fields != count)
    fail_with(c, FAULT_FIELDS);
}

void compile_poll(compiler *c, const expr *e, uint32_t d) {
  uint32_t fail = compile_label(c), end = compile_label(c);
  receive_test(c, e->a, e->patterns.at, e->patterns.count, e->value == 1, LOOK_POLL, fail, d);
  compile_emit(c, OP_CONST, d, 1, 0);
  compile_jump(c, OP_JUMP, d, 0, 0, end);
  compile_place(c, fail);
  compile_emit(c, OP_CONST, d, 0, 0);
  compile_place(c, end);
}

static void send_test(compiler *c, const net_sync *s, uint32_t fail, bool in_block, uint32_t d) {
  fixed_queue q;
  bool is_fixed = compile_fixed_queue(c, s->channel, &q);
  bool is_wrong = is_fixed && q.type->fields != s->fields.count;
  if (is_fixed && q.type->capacity) {
    compile_compare_const(c, compile_queue_length(&q), COMPARE_GE, (int32_t)q.type->capacity, fail, d);
    if (is_wrong)
      fail_with(c, FAULT_FIELDS);
  } else if (is_fixed && in_block) {
    fail_with(c, FAULT_RENDEZVOUS);
  } else if (is_wrong) { // a rendezvous send puts its message before any receiver is tried
    fail_with(c, FAULT_FIELDS);
  } else if (is_fixed && !q.is_local) {
    compile_emit(c, OP_OFFER, d, q.number, 0);
  } else {
    checked_channel(c, s->channel, d);
    if (in_block)
      compile_emit(c, OP_BUFFER_TEST, d, FAULT_RENDEZVOUS, 0);
    compile_jump(c, OP_SEND_TEST, d, 0, (int32_t)s->fields.count, fail);
  }
}

void compile_sync_test(compiler *c, const net_sync *s, uint32_t fail, bool in_block, uint32_t d) {
  if (s->kind == SYNC_SEND)
    send_test(c, s, fail, in_block, d);
  else if (s->kind == SYNC_RECEIVE)
    receive_test(c, s->channel, s->patterns.at, s->patterns.count, s->random, s->peek ? LOOK_PEEK : LOOK_RECEIVE, fail,
                 d);
}

static void send(compiler *c, const net_sync *s, uint32_t d) {
  fixed_queue q;
  bool is_fixed = compile_fixed_queue(c, s->channel, &q) && q.type->capacity;
  uint32_t first = is_fixed ? d : d + 1;
  if (!is_fixed)
    number_value(c, s->channel, d);
  for (uint32_t i = 0; i < s->fields.count; i++)
    compile_value(c, s->fields.at[i], first + i);
  if (!is_fixed) {
    compile_emit(c, OP_SEND, d, s->sorted, 0);
  } else {
    compile_emit(c, q.is_local ? OP_SEND_L : OP_SEND_G, d, (int32_t)q.offset, (int32_t)q.type_index);
    c->code.at[c->code.count - 1].jump = s->sorted;
  }
}

static void receive_fixed(compiler *c, const net_sync *s, const fixed_queue *q, uint32_t d) {
  for (uint32_t i = 0; i < s->patterns.count; i++) {
    if (s->patterns.at[i].kind != PATTERN_BIND)
      continue;
    compile_load(c, field_of(q, i), d);
    compile_store(c, s->patterns.at[i].value, d, &q->type->field[i].type);
  }
  if (!s->peek)
    compile_emit(c, q->is_local ? OP_REMOVE_L : OP_REMOVE_G, d, (int32_t)q->offset, (int32_t)q->type_index);
}

static void receive(compiler *c, const net_sync *s, uint32_t d) {
  fixed_queue q;
  if (compile_fixed_queue(c, s->channel, &q) && q.type->capacity && q.type->fields == s->patterns.count && !s->random) {
    receive_fixed(c, s, &q, d);
    return;
  }
  uint32_t found = compile_label(c), lost = compile_label(c);
  number_value(c, s->channel, d);
  if (s->random) {
    find_message(c, s->patterns.at, s->patterns.count, true, lost, d);
    compile_jump(c, OP_JUMP, d, 0, 0, found);
    compile_place(c, lost); // unreachable: the test found a message
    fail_with(c, FAULT_BLOCKED);
    compile_place(c, found);
  } else {
    compile_emit(c, OP_CONST, d + 1, 0, 0);
  }
  for (uint32_t i = 0; i < s->patterns.count; i++) {
    if (s->patterns.at[i].kind != PATTERN_BIND)
      continue;
    compile_emit(c, OP_FIELD, d, (int32_t)i, 0);
    compile_store(c, s->patterns.at[i].value, d + 2, NULL);
  }
  if (!s->peek)
    compile_emit(c, OP_REMOVE, d, 0, 0);
}

void compile_sync(compiler *c, const net_sync *s, uint32_t d) {
  if (s->kind == SYNC_SEND)
    send(c, s, d);
  else if (s->kind == SYNC_RECEIVE)
    receive(c, s, d);
}

void compile_hand(compiler *c, const net_sync *s, uint32_t d) {
  number_value(c, s->channel, d);
  for (uint32_t i = 0; i < s->fields.count; i++)
    compile_value(c, s->fields.at[i], d + 1 + i);
  compile_emit(c, OP_HAND, d, 0, (int32_t)s->fields.count);
}

void compile_meet(compiler *c, const net_sync *s, uint32_t fail, uint32_t d) {
  number_value(c, s->channel, d);
  compile_jump(c, OP_MEET, d, 0, 0, fail);
}

void compile_accept(compiler *c, const net_sync *s, uint32_t d) {
  for (uint32_t i = 0; i < s->patterns.count; i++) {
    if (s->patterns.at[i].kind != PATTERN_BIND)
      continue;
    compile_emit(c, OP_HANDED, d, (int32_t)i, 0);
    compile_store(c, s->patterns.at[i].value, d, NULL);
  }
}
