// Channels and their contents, on one path (see task_explore.c).
#include "relaxation/task_internal.h"

static uint32_t no_channel(task_path *x) {
  x->must_fault = true;
  return CHANNEL_NONE;
}

// A channel of a process of the cast is deleted when the process dies; then another channel may get its number.
static uint32_t owned_by_other(task_path *x, uint32_t number, uint32_t owner) {
  uint32_t way = task_split(x, 2 + x->b->has_elsewhere);
  if (way == 0)
    return number;
  task_assume(x, task_fact_died(x->b, &x->b->processes[owner]));
  return way == 1 ? no_channel(x) : CHANNEL_ELSEWHERE;
}

static uint32_t numbered(task_path *x, const task_process *who, int64_t number) {
  const task_builder *b = x->b;
  if (number < 1 || number > NET_MAX_CHANNELS)
    return no_channel(x);
  if (number > b->full->channel_count)
    return b->has_elsewhere && task_split(x, 2) ? CHANNEL_ELSEWHERE : no_channel(x);
  uint32_t owner = b->full->channels[number].owner;
  if (owner == TASK_NONE || (who && who == &b->processes[owner]))
    return (uint32_t)number;
  return owned_by_other(x, (uint32_t)number, owner);
}

// One of several channels; which one is not known.
static uint32_t one_of(task_path *x, const task_process *who, interval r) {
  int64_t low = r.low < 1 ? 1 : r.low, high = r.high;
  int64_t most = x->b->full->channel_count;
  x->may_fault |= r.low < 1 || high > most;
  high = high > most ? most : high;
  uint32_t inside = high >= low ? (uint32_t)(high - low + 1) : 0, way = task_split(x, inside + 1);
  if (way < inside)
    return numbered(x, who, low + way);
  return x->b->has_elsewhere && r.high >= 1 ? CHANNEL_ELSEWHERE : no_channel(x);
}

uint32_t task_channel_of(task_path *x, const task_process *who, const expr *e) {
  bool is_own = e->op == EXPR_VAR && e->var->channel >= 0 && !x->b->ranges->is_written[e->var->index];
  if (!is_own) {
    interval r = task_eval(x, who, e);
    if (x->must_fault)
      return CHANNEL_NONE;
    return interval_is_one(r) ? numbered(x, who, r.low) : one_of(x, who, r);
  }
  uint32_t cell = task_cell_of(x, who, e);
  if (cell == TASK_NONE)
    return CHANNEL_NONE;
  const task_cell *c = task_cell_at(x->b, who, e->var, cell);
  return c->is_fixed ? numbered(x, who, c->value) : CHANNEL_ELSEWHERE;
}

// Of all messages of a type.
static interval field_range(const task_builder *b, uint32_t type, uint32_t field) {
  interval all = values_hull(&b->ranges->messages[type].field[field]);
  return interval_is_empty(all) ? interval_of_type(b->net->channels.at[type].fields.at[field]) : all;
}

interval *task_fields(task_path *x, uint32_t channel, uint32_t count) {
  bool is_known = channel != CHANNEL_ELSEWHERE;
  uint32_t there = is_known ? task_channel_type(x->b, channel)->fields.count : 0, most = there > count ? there : count;
  interval *fields = mem_alloc(x->b->m, sizeof *fields * (most + 1));
  for (uint32_t i = 0; i < most; i++)
    fields[i] = is_known ? interval_one(0) : interval_all;
  return fields;
}

bool task_some_message(task_path *x, uint32_t channel, interval *fields) {
  const task_channel *c = &x->b->full->channels[channel];
  const range_messages *messages = &x->b->ranges->messages[c->type];
  for (uint32_t i = 0; i < messages->fields; i++)
    fields[i] = field_range(x->b, c->type, i);
  if (!c->has_messages)
    return true;
  if (c->count == 0)
    return false;
  if (x->is_coarse || x->is_frozen)
    return true;
  uint32_t which = task_split(x, c->count);
  task_assume(x, x->b->t->vars.at[c->messages + which].first);
  if (messages->are_unknown)
    fields[0] = interval_one(messages->field[0].at[which]);
  for (uint32_t i = 0; i < messages->fields && !messages->are_unknown; i++)
    fields[i] = interval_one(messages->tuples[which * messages->fields + i]);
  return true;
}

task_fit task_match(task_path *x, const task_process *who, const net_pattern *patterns, uint32_t count,
                    const interval *fields) {
  task_fit fit = MATCH_YES;
  for (uint32_t i = 0; i < count; i++) {
    if (patterns[i].kind != PATTERN_MATCH)
      continue;
    interval r = task_eval(x, who, patterns[i].value);
    if (x->must_fault || r.high < fields[i].low || r.low > fields[i].high)
      return MATCH_NO;
    if (!interval_is_one(r) || !interval_is_one(fields[i]))
      fit = MATCH_MAYBE;
  }
  return fit;
}

static interval poll(task_path *x, const task_process *who, const expr *e, uint32_t channel) {
  const task_channel *c = &x->b->full->channels[channel];
  uint32_t there = task_channel_type(x->b, channel)->fields.count;
  if (c->capacity == 0) {
    x->must_fault = true;
    return interval_one(0);
  }
  x->may_fault |= e->patterns.count > there && there != 1;
  interval *fields = task_fields(x, channel, e->patterns.count);
  interval result = interval_one(0);
  bool is_fine = !x->is_coarse && !x->is_frozen;
  if (is_fine && task_split(x, 2) == 0) { // it is empty
    task_assume(x, c->length == TASK_NONE ? FACT_TRUE : x->b->t->vars.at[c->length].first);
  } else if (task_some_message(x, channel, fields)) {
    task_fit fit = task_match(x, who, e->patterns.at, e->patterns.count, fields);
    result = (interval){is_fine && fit == MATCH_YES, fit != MATCH_NO};
  }
  mem_free(x->b->m, fields);
  return result;
}

// Whether a channel is full or empty needs two alternatives only, not one per length.
static interval filling(task_path *x, const expr *e, uint32_t channel) {
  const task_channel *c = &x->b->full->channels[channel];
  bool is_negated = e->op == EXPR_NOT_FULL || e->op == EXPR_NOT_EMPTY;
  uint32_t wanted = e->op == EXPR_FULL || e->op == EXPR_NOT_FULL ? c->capacity : 0;
  if (c->capacity == 0) // empty and not full
    return interval_one(e->op == EXPR_EMPTY || e->op == EXPR_NOT_FULL);
  if (c->length == TASK_NONE || x->is_coarse || x->is_frozen)
    return interval_truth;
  const task_var *length = &x->b->t->vars.at[c->length];
  task_ways others = {0};
  for (uint32_t i = 0; i <= c->capacity; i++)
    if (i != wanted)
      task_ways_add_one(x->b, &others, length->first + i);
  interval r = task_is(x, length->first + wanted, task_ways_fact(x->b, &others));
  return is_negated ? (interval){1 - r.high, 1 - r.low} : r;
}

static interval length_of(task_path *x, uint32_t channel) {
  const task_channel *c = &x->b->full->channels[channel];
  if (c->length == TASK_NONE || x->is_coarse || x->is_frozen)
    return (interval){0, (int32_t)c->capacity};
  return interval_one((int32_t)(task_tell(x, c->length) - x->b->t->vars.at[c->length].first));
}

interval task_channel_value(task_path *x, const task_process *who, const expr *e) {
  interval unknown = e->op == EXPR_LEN ? (interval){0, (int32_t)x->b->ranges->capacity} : interval_truth;
  if (x->is_frozen) {
    x->may_fault = true; // not analysed
    return unknown;
  }
  uint32_t channel = task_channel_of(x, who, e->a);
  if (channel == CHANNEL_NONE)
    return interval_one(0);
  if (channel == CHANNEL_ELSEWHERE) {
    x->may_fault |= e->op == EXPR_POLL;
    return unknown;
  }
  if (e->op == EXPR_POLL)
    return poll(x, who, e, channel);
  return e->op == EXPR_LEN ? length_of(x, channel) : filling(x, e, channel);
}
