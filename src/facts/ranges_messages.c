// Ranges of messages.
#include "facts/ranges_internal.h"

#include <string.h>

static int compare(const int32_t *a, const int32_t *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

// The index of the first tuple that is not less.
static uint32_t position(const range_messages *messages, const int32_t *tuple) {
  uint32_t low = 0, high = messages->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (compare(messages->tuples + middle * messages->fields, tuple, messages->fields) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint32_t ranges_find_message(const range_messages *messages, const int32_t *tuple) {
  uint32_t where = position(messages, tuple);
  bool is_there =
      where < messages->count && compare(messages->tuples + where * messages->fields, tuple, messages->fields) == 0;
  return is_there ? where : messages->count;
}

// May a channel with one of the numbers have the type? A channel number that may be reused after its process has died
// can have any type.
static bool may_have_type(const ranges *r, const values *channels, uint32_t type) {
  uint32_t fixed = r->net->starts_processes ? r->global_channels : r->first_channels;
  if (values_hull(channels).high > (int64_t)fixed)
    return true;
  for (uint32_t i = 1; i <= fixed; i++)
    if (r->channel_type[i] == type && values_hold(channels, (int32_t)i))
      return true;
  return false;
}

// A channel variable that is never written holds the channels that were created for it.
static bool is_own_channel(const ranges *r, const expr *e) {
  return e->op == EXPR_VAR && e->var->channel >= 0 && !r->is_written[e->var->index];
}

static bool may_be_of(const range_maker *k, const expr *e, uint32_t type) {
  if (is_own_channel(k->r, e))
    return (uint32_t)e->var->channel == type;
  values numbers;
  values_of(&k->known, e, &numbers);
  return may_have_type(k->r, &numbers, type);
}

bool ranges_channel(const ranges *r, const expr *channel, void (*may_be)(uint32_t type, void *context), void *context) {
  if (is_own_channel(r, channel)) {
    may_be((uint32_t)channel->var->channel, context);
    return true;
  }
  values numbers;
  ranges_of(r, channel, &numbers);
  for (uint32_t type = 0; type < r->net->channels.count; type++)
    if (may_have_type(r, &numbers, type))
      may_be(type, context);
  return interval_lies_within(values_hull(&numbers), 1, r->global_channels);
}

static void forget_tuples(range_maker *k, range_messages *to) {
  range_grew(k, (uint32_t)(to - k->r->messages), !to->are_unknown);
  to->are_unknown = true;
  to->count = 0;
}

static void add_tuple(range_maker *k, range_messages *to, const int32_t *tuple) {
  uint32_t n = to->fields, where = position(to, tuple);
  if (ranges_find_message(to, tuple) < to->count)
    return;
  if (to->count == VALUES_MOST) {
    forget_tuples(k, to);
    return;
  }
  memmove(to->tuples + (where + 1) * n, to->tuples + where * n, (to->count - where) * n * sizeof *tuple);
  memcpy(to->tuples + where * n, tuple, n * sizeof *tuple);
  to->count++;
  range_grew(k, (uint32_t)(to - k->r->messages), true);
}

// All combinations of the fields' values.
static void add_tuples(range_maker *k, range_messages *to, const values *fields, int32_t *tuple, uint32_t from) {
  if (to->are_unknown)
    return;
  if (from == to->fields) {
    add_tuple(k, to, tuple);
    return;
  }
  if (fields[from].is_interval)
    forget_tuples(k, to);
  for (uint32_t i = 0; i < fields[from].count; i++) {
    tuple[from] = fields[from].at[i];
    add_tuples(k, to, fields, tuple, from + 1);
  }
}

void range_send(range_maker *k, const net_sync *s) {
  ranges *r = k->r;
  uint32_t count = s->fields.count;
  values *fields = mem_alloc(r->m, sizeof *fields * (count + 1));
  int32_t *tuple = mem_alloc(r->m, sizeof *tuple * (count + 1));
  for (uint32_t type = 0; type < r->net->channels.count; type++) {
    if (r->net->channels.at[type].fields.count != count || !may_be_of(k, s->channel, type))
      continue;
    bool can_be = true;
    for (uint32_t i = 0; i < count; i++) {
      values_of(&k->known, s->fields.at[i], &fields[i]);
      values_cut(&fields[i], r->net->channels.at[type].fields.at[i]);
      can_be &= !values_are_none(&fields[i]);
    }
    for (uint32_t i = 0; i < count && can_be; i++)
      range_join_field(k, type, i, &fields[i]);
    if (can_be)
      add_tuples(k, &r->messages[type], fields, tuple, 0);
  }
  mem_free(r->m, tuple);
  mem_free(r->m, fields);
}

// Can the receive be executed on a channel with this many fields without a fault?
static bool may_receive(const net_sync *s, uint32_t fields) {
  return s->patterns.count == fields || (s->peek && (s->patterns.count < fields || fields == 1));
}

static bool fits(const net_sync *s, const values *wanted, const int32_t *tuple, uint32_t fields) {
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH && !values_hold(&wanted[i], i < fields ? tuple[i] : 0))
      return false;
  return true;
}

// The possible values of each field of the messages that match; 0 beyond the last one. False if no message matches.
static bool gather(const net_sync *s, const range_messages *messages, const values *wanted, values *fields) {
  uint32_t count = s->patterns.count, there = messages->fields, matches = 0;
  for (uint32_t i = 0; i < count; i++)
    fields[i] = (values){0};
  for (uint32_t i = there; i < count; i++)
    values_add(&fields[i], 0);
  if (messages->are_unknown) {
    for (uint32_t i = 0; i < count; i++) {
      if (i < there)
        fields[i] = messages->field[i];
      if (s->patterns.at[i].kind == PATTERN_MATCH && !values_meet(&wanted[i], &fields[i]))
        return false;
    }
    return true;
  }
  for (uint32_t t = 0; t < messages->count; t++) {
    const int32_t *tuple = messages->tuples + t * there;
    if (!fits(s, wanted, tuple, there))
      continue;
    matches++;
    for (uint32_t i = 0; i < count && i < there; i++)
      values_add(&fields[i], tuple[i]);
  }
  return matches > 0;
}

void range_receive(range_maker *k, const net_sync *s) {
  ranges *r = k->r;
  uint32_t count = s->patterns.count;
  values *fields = mem_alloc(r->m, sizeof *fields * 3 * (count + 1)), *wanted = fields + count, *bound = wanted + count;
  for (uint32_t i = 0; i < count; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH)
      values_of(&k->known, s->patterns.at[i].value, &wanted[i]);
  for (uint32_t type = 0; type < r->net->channels.count; type++)
    if (may_receive(s, r->net->channels.at[type].fields.count) && may_be_of(k, s->channel, type) &&
        gather(s, &r->messages[type], wanted, fields))
      for (uint32_t i = 0; i < count; i++)
        values_join(&bound[i], &fields[i]);
  for (uint32_t i = 0; i < count; i++)
    if (s->patterns.at[i].kind == PATTERN_BIND)
      range_write(k, s->patterns.at[i].value, &bound[i]);
  mem_free(r->m, fields);
}
