// The messages that go through channels.
#include "facts/domains_internal.h"

#include <string.h>

static int compare(const int32_t *a, const int32_t *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

// The first tuple that is not less.
static uint32_t position(const domain_messages *messages, const int32_t *tuple) {
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

uint32_t domains_find_message(const domain_messages *messages, const int32_t *tuple) {
  uint32_t where = position(messages, tuple);
  bool is_there =
      where < messages->count && compare(messages->tuples + where * messages->fields, tuple, messages->fields) == 0;
  return is_there ? where : messages->count;
}

// Which types a channel may be of. Numbers above those that never change hands can be anything with as many fields.
static bool may_be_of(const domain_maker *k, const expr *e, uint32_t type, uint32_t fields) {
  const domains *d = k->d;
  if (d->net->channels.at[type].fields.count != fields)
    return false;
  if (e->op == EXPR_VAR && e->var->channel >= 0 && !d->is_assigned[e->var->index])
    return (uint32_t)e->var->channel == type;
  values numbers;
  values_of(&k->known, e, &numbers);
  uint32_t fixed = d->net->starts_processes ? d->global_channels : d->first_channels;
  for (uint32_t i = 0; i < numbers.count; i++) {
    int32_t n = numbers.at[i];
    if (n >= 1 && ((uint32_t)n > fixed || d->channel_type[n] == type))
      return true;
  }
  return numbers.is_unknown;
}

static void forget_tuples(domain_maker *k, domain_messages *to) {
  domain_grew(k, !to->are_unknown);
  to->are_unknown = true;
  to->count = 0;
}

static void add_tuple(domain_maker *k, domain_messages *to, const int32_t *tuple) {
  uint32_t n = to->fields, where = position(to, tuple);
  if (domains_find_message(to, tuple) < to->count)
    return;
  if (to->count == VALUES_MOST) {
    forget_tuples(k, to);
    return;
  }
  memmove(to->tuples + (where + 1) * n, to->tuples + where * n, (to->count - where) * n * sizeof *tuple);
  memcpy(to->tuples + where * n, tuple, n * sizeof *tuple);
  to->count++;
  domain_grew(k, true);
}

// All combinations of the fields' values.
static void add_tuples(domain_maker *k, domain_messages *to, const values *fields, int32_t *tuple, uint32_t from) {
  if (to->are_unknown)
    return;
  if (from == to->fields) {
    add_tuple(k, to, tuple);
    return;
  }
  if (fields[from].is_unknown)
    forget_tuples(k, to);
  for (uint32_t i = 0; i < fields[from].count; i++) {
    tuple[from] = fields[from].at[i];
    add_tuples(k, to, fields, tuple, from + 1);
  }
}

void domain_send(domain_maker *k, const net_sync *s) {
  domains *d = k->d;
  uint32_t count = s->fields.count;
  values *fields = mem_alloc(d->m, sizeof *fields * (count + 1));
  int32_t *tuple = mem_alloc(d->m, sizeof *tuple * (count + 1));
  for (uint32_t type = 0; type < d->net->channels.count; type++) {
    if (!may_be_of(k, s->channel, type, count))
      continue;
    bool can_be = true;
    for (uint32_t i = 0; i < count; i++) {
      values_of(&k->known, s->fields.at[i], &fields[i]);
      values_cut(&fields[i], d->net->channels.at[type].fields.at[i]);
      can_be &= fields[i].is_unknown || fields[i].count > 0;
    }
    for (uint32_t i = 0; i < count && can_be; i++)
      domain_grew(k, values_join(&d->messages[type].field[i], &fields[i]));
    if (can_be)
      add_tuples(k, &d->messages[type], fields, tuple, 0);
  }
  mem_free(d->m, tuple);
  mem_free(d->m, fields);
}

static bool fits(const net_sync *s, const values *wanted, const int32_t *tuple) {
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH && !values_hold(&wanted[i], tuple[i]))
      return false;
  return true;
}

static bool may_match(const values *a, const values *b) {
  if (a->is_unknown || b->is_unknown)
    return true;
  for (uint32_t i = 0; i < a->count; i++)
    if (values_hold(b, a->at[i]))
      return true;
  return false;
}

// What each field of the messages that match can be. False if there is no such message.
static bool gather(const net_sync *s, const domain_messages *messages, const values *wanted, values *fields) {
  uint32_t count = s->patterns.count, matches = 0;
  if (messages->are_unknown) {
    for (uint32_t i = 0; i < count; i++) {
      if (s->patterns.at[i].kind == PATTERN_MATCH && !may_match(&wanted[i], &messages->field[i]))
        return false;
      fields[i] = messages->field[i];
    }
    return true;
  }
  for (uint32_t i = 0; i < count; i++)
    fields[i] = (values){0};
  for (uint32_t t = 0; t < messages->count; t++) {
    const int32_t *tuple = messages->tuples + t * count;
    if (!fits(s, wanted, tuple))
      continue;
    matches++;
    for (uint32_t i = 0; i < count; i++)
      values_add(&fields[i], tuple[i]);
  }
  return matches > 0;
}

void domain_receive(domain_maker *k, const net_sync *s) {
  domains *d = k->d;
  uint32_t count = s->patterns.count;
  values *fields = mem_alloc(d->m, sizeof *fields * 3 * (count + 1)), *wanted = fields + count, *bound = wanted + count;
  for (uint32_t i = 0; i < count; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH)
      values_of(&k->known, s->patterns.at[i].value, &wanted[i]);
  for (uint32_t type = 0; type < d->net->channels.count; type++)
    if (may_be_of(k, s->channel, type, count) && gather(s, &d->messages[type], wanted, fields))
      for (uint32_t i = 0; i < count; i++)
        values_join(&bound[i], &fields[i]);
  for (uint32_t i = 0; i < count; i++)
    if (s->patterns.at[i].kind == PATTERN_BIND)
      domain_write(k, s->patterns.at[i].value, &bound[i]);
  mem_free(d->m, fields);
}
