// The steps of all processes, each simulated on all its paths.
#include "abstraction/factors_internal.h"

bool factors_is_risky(factors_maker *k, const net_edge *e) {
  bool faults_count = !(k->net->is_timed && k->net->faults_block);
  return faults_count && risk_of_edge(facts_risks(k->setup->facts), e, false);
}

// An else is impossible where an edge before it is certainly possible.
static bool is_left_over(factors_maker *k, const factor_process *who, const net_edge *e) {
  const net_location *l = &who->template_->flow.locations.at[e->from];
  bool may_fault = k->may_fault, is_possible = true;
  for (uint32_t i = 0; i < l->edges.count && l->edges.at[i] != e->id && is_possible; i++) {
    const net_edge *before = k->net->edges.at[l->edges.at[i]];
    if (before->sync.kind != SYNC_NONE || before->is_end || before->is_else)
      continue;
    k->may_fault = false;
    interval r = before->guard ? factors_eval(k, who, before->guard) : interval_one(1);
    is_possible = interval_holds(r, 0) || k->may_fault;
  }
  k->may_fault = may_fault;
  return is_possible;
}

bool factors_start_edge(factors_maker *k, const factor_process *who, const net_edge *e) {
  if (who->location != FACTOR_NONE)
    factors_allow_only(k, who->location, e->from);
  k->may_fault |= e->bounds.count > 0;
  bool is_possible = factors_may_hold(k, who, who->template_->provided);
  if (is_possible && e->is_else)
    is_possible = is_left_over(k, who, e);
  else if (is_possible)
    is_possible = factors_may_hold(k, who, e->guard);
  k->is_impossible |= !is_possible;
  return is_possible;
}

// The cells of a process that has died have their first value.
static void die(factors_maker *k, const factor_process *who) {
  for (uint32_t i = 0; i < who->template_->cells; i++) {
    uint32_t factor = k->cells[who->first_cell + i].factor;
    if (factor != FACTOR_NONE)
      factors_write(k, who->first_cell + i, k->f->all.at[factor].classes[0]);
  }
  uint32_t next = who->first_channel;
  for (uint32_t i = 0; i < who->template_->vars.count; i++) {
    const net_var *v = k->net->vars.at[who->template_->vars.at[i]];
    for (uint32_t c = 0; c < v->cells && v->channel >= 0 && next <= k->channel_count; c++, next++)
      factors_write(k, k->channels[next].cell, interval_one(0));
  }
}

void factors_arrive(factors_maker *k, const factor_process *who, const net_edge *e) {
  if (who->pid == FACTOR_ANYBODY || k->is_impossible)
    return;
  if (who->location != FACTOR_NONE)
    k->moved_to[who->location] = (int32_t)(e->is_end ? k->f->all.at[who->location].count - 1 : e->to);
  if (e->is_end)
    die(k, who);
}

// Channels.

static const factor_channel *channel_of(factors_maker *k, const factor_process *who, const expr *e, interval *number) {
  *number = factors_eval(k, who, e);
  bool is_known = interval_is_one(*number) && number->low > 0 && (uint32_t)number->low <= k->channel_count;
  k->may_fault = true; // there may be no such channel, or it has other fields
  return is_known ? &k->channels[number->low] : NULL;
}

static interval field_of(const factors_maker *k, const factor_channel *c, uint32_t field) {
  if (!c)
    return interval_all;
  const range_messages *all = &k->ranges->messages[c->type];
  return field < all->fields ? values_hull(&all->field[field]) : interval_all;
}

static void change_length(factors_maker *k, const factor_channel *c, bool is_send, bool is_peek) {
  int32_t capacity = (int32_t)k->net->channels.at[c->type].capacity;
  interval length = factors_read(k, c->cell);
  interval old = interval_common(length, is_send ? (interval){0, capacity - 1} : (interval){1, capacity});
  if (interval_is_empty(old)) {
    k->is_impossible = true;
    return;
  }
  int32_t change = is_peek ? 0 : is_send ? 1 : -1;
  if (change)
    factors_write(k, c->cell, (interval){old.low + change, old.high + change});
}

static void receive(factors_maker *k, const factor_process *who, const net_sync *s, const interval *fields) {
  for (uint32_t i = 0; i < s->patterns.count && !k->is_impossible; i++) {
    const net_pattern *p = &s->patterns.at[i];
    if (interval_is_empty(fields[i]))
      k->is_impossible = true;
    else if (p->kind == PATTERN_MATCH) {
      interval common = interval_common(factors_eval(k, who, p->value), fields[i]);
      k->is_impossible |= interval_is_empty(common);
    } else if (p->kind == PATTERN_BIND)
      factors_assign(k, who, p->value, fields[i]);
  }
}

static void receive_from(factors_maker *k, const factor_process *who, const net_sync *s, const factor_channel *c) {
  interval *fields = mem_alloc(k->m, (s->patterns.count + 1) * sizeof *fields);
  for (uint32_t i = 0; i < s->patterns.count; i++)
    fields[i] = field_of(k, c, i);
  receive(k, who, s, fields);
  mem_free(k->m, fields);
}

// A send or receive on a buffered channel.
static void use_buffer(factors_maker *k, const factor_process *who, const net_edge *e) {
  const net_sync *s = &e->sync;
  interval number;
  const factor_channel *c = channel_of(k, who, s->channel, &number);
  if (c && k->net->channels.at[c->type].capacity == 0) {
    k->is_impossible = true;
    return;
  }
  if (c)
    change_length(k, c, s->kind == SYNC_SEND, s->peek);
  else
    factors_forget(k, who, e->id); // the channel may be any
  for (uint32_t i = 0; i < s->fields.count && !k->is_impossible; i++)
    factors_eval(k, who, s->fields.at[i]);
  if (s->kind == SYNC_RECEIVE && !k->is_impossible)
    receive_from(k, who, s, c);
}

static void take_alone(factors_maker *k, const factor_step *step) {
  if (!factors_start_edge(k, step->who, step->edge))
    return;
  if (step->edge->sync.kind != SYNC_NONE)
    use_buffer(k, step->who, step->edge);
  if (!k->is_impossible)
    factors_take_effect(k, step->who, step->edge);
  factors_arrive(k, step->who, step->edge);
}

// The test of an edge may be a fault, and the sender's part of a rendezvous, which comes before the receiver is tested.
static void test(factors_maker *k, const factor_step *step) {
  const net_edge *e = step->edge;
  interval number;
  if (factors_start_edge(k, step->who, e)) {
    if (e->sync.kind == SYNC_CALL || e->sync.kind == SYNC_ANSWER)
      factors_number_of_label(k, step->who, &e->sync.label);
    else
      channel_of(k, step->who, e->sync.channel, &number);
    if (e->sync.kind == SYNC_SEND)
      factors_take_effect(k, step->who, e);
  }
  k->is_impossible = true;
}

static void meet(factors_maker *k, const factor_step *step) {
  const net_sync *send = &step->edge->sync, *get = &step->answer->sync;
  interval from, to;
  if (!factors_start_edge(k, step->who, step->edge))
    return;
  const factor_channel *c = channel_of(k, step->who, send->channel, &from);
  interval *fields = mem_alloc(k->m, (send->fields.count + 1) * sizeof *fields);
  const net_channel *type = c ? &k->net->channels.at[c->type] : NULL;
  for (uint32_t i = 0; i < send->fields.count; i++) {
    fields[i] = factors_eval(k, step->who, send->fields.at[i]);
    if (type)
      fields[i] = i < type->fields.count ? interval_cut(fields[i], type->fields.at[i]) : interval_all;
    else
      fields[i] = interval_all;
  }
  k->is_impossible |= type && type->capacity > 0;
  if (!k->is_impossible)
    factors_take_effect(k, step->who, step->edge);
  factors_arrive(k, step->who, step->edge);
  if (!k->is_impossible && factors_start_edge(k, step->partner, step->answer)) {
    channel_of(k, step->partner, get->channel, &to);
    k->is_impossible |= interval_is_empty(interval_common(from, to));
    receive(k, step->partner, get, fields);
    if (!k->is_impossible)
      factors_take_effect(k, step->partner, step->answer);
    factors_arrive(k, step->partner, step->answer);
  }
  mem_free(k->m, fields);
}

static bool may_meet(factors_maker *k, const factor_step *step) {
  if (step->edge->sync.fields.count != step->answer->sync.patterns.count || step->answer->sync.peek)
    return false;
  k->is_frozen = true;
  interval from = factors_eval(k, step->who, step->edge->sync.channel);
  interval to = factors_eval(k, step->partner, step->answer->sync.channel);
  k->is_frozen = false;
  return !interval_is_empty(interval_common(from, to));
}

static void add_meetings(factors_maker *k, const factor_process *who, const net_edge *send) {
  factor_step step = {.who = who, .edge = send, .cost = 2};
  for (uint32_t i = 0; i < k->count; i++) {
    step.partner = &k->processes[i];
    const net_flow *flow = &step.partner->template_->flow;
    for (uint32_t l = 0; l < flow->locations.count && (step.partner != who || who->pid == FACTOR_ANYBODY); l++)
      for (uint32_t n = 0; n < flow->locations.at[l].edges.count && !k->is_too_large; n++) {
        step.answer = k->net->edges.at[flow->locations.at[l].edges.at[n]];
        if (step.answer->sync.kind != SYNC_RECEIVE || !may_meet(k, &step))
          continue;
        step.is_risky = factors_is_risky(k, send) || factors_is_risky(k, step.answer);
        factors_explore(k, meet, &step);
      }
  }
}

static void add_edge(factors_maker *k, const factor_process *who, const net_edge *e) {
  factor_step step = {.who = who, .edge = e, .cost = 1, .is_risky = factors_is_risky(k, e)};
  if (e->sync.kind != SYNC_NONE && (step.is_risky || (e->sync.kind == SYNC_SEND && e->effect)))
    factors_explore(k, test, &step);
  if (e->sync.kind == SYNC_ANSWER)
    return;
  if (e->sync.kind == SYNC_CALL) {
    factors_add_labelled(k, who, e);
    return;
  }
  factors_explore(k, take_alone, &step);
  if (e->sync.kind == SYNC_SEND && k->net->has_rendezvous)
    add_meetings(k, who, e);
}

void factors_add_steps(factors_maker *k) {
  for (uint32_t i = 0; i < k->count; i++) {
    const net_flow *flow = &k->processes[i].template_->flow;
    for (uint32_t l = 0; l < flow->locations.count; l++)
      for (uint32_t n = 0; n < flow->locations.at[l].edges.count && !k->is_too_large; n++)
        add_edge(k, &k->processes[i], k->net->edges.at[flow->locations.at[l].edges.at[n]]);
  }
}
