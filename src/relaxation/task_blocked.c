// Facts for: an edge is not enabled.
#include "relaxation/task_internal.h"

// The channels that an edge may use, each with the fact that it uses this one.

typedef struct {
  const task_process *who;
  const net_edge *edge;
  task_ways *ways; // by channel
} search_ends;

static void note_channel(task_path *x, void *context) {
  search_ends *s = context;
  uint32_t channel = task_channel_of(x, s->who, s->edge->sync.channel);
  if (!x->is_counting && channel != CHANNEL_NONE && !task_contradicts(x, s->who, s->edge->guard))
    task_ways_add(x->b, &s->ways[channel], x->path.at, x->path.count);
}

// Can it take place without a fault? A peek needs no more than enough fields.
static bool may_use(const net_sync *s, const net_channel *type, bool is_rendezvous) {
  uint32_t count = s->kind == SYNC_SEND ? s->fields.count : s->patterns.count, there = type->fields.count;
  bool fits = count == there || (s->peek && (count < there || there == 1));
  return fits && (type->capacity == 0) == is_rendezvous;
}

bool task_end_may_be(const task_builder *b, const task_end *end, bool is_rendezvous) {
  const net_sync *s = &end->edge->sync;
  if (end->channel != CHANNEL_ELSEWHERE)
    return may_use(s, task_channel_type(b, end->channel), is_rendezvous);
  for (uint32_t i = 0; i < b->net->channels.count; i++)
    if (may_use(s, &b->net->channels.at[i], is_rendezvous))
      return true;
  return false;
}

void task_find_ends(task_builder *b, const task_process *who, const net_edge *e, task_ends *out) {
  uint32_t count = b->full->channel_count + 1;
  search_ends s = {.who = who, .edge = e, .ways = mem_alloc(b->m, sizeof *s.ways * count)};
  task_explore(b, note_channel, &s);
  for (uint32_t i = 0; i < count; i++) {
    task_end end = {.who = who, .edge = e, .channel = i, .condition = task_ways_fact(b, &s.ways[i])};
    if (end.condition != FACT_FALSE)
      vec_push(b->m, out, end);
  }
  mem_free(b->m, s.ways);
}

uint32_t task_not_full(task_builder *b, uint32_t channel) {
  const task_channel *c = &b->full->channels[channel];
  task_ways w = {0};
  for (uint32_t i = 0; c->length != TASK_NONE && i < c->capacity; i++)
    task_ways_add_one(b, &w, b->t->vars.at[c->length].first + i);
  return c->length == TASK_NONE ? FACT_TRUE : task_ways_fact(b, &w);
}

// Facts for: there is, or is not, a message that matches. There may be none if the channel is empty or holds another
// message.

typedef struct {
  const task_end *end;
  bool wanted;
  task_ways ways;
} supply;

static void judge_supply(task_path *x, void *context) {
  supply *l = context;
  const net_sync *s = &l->end->edge->sync;
  const task_channel *c = &x->b->full->channels[l->end->channel];
  interval *fields = task_fields(x, l->end->channel, s->patterns.count);
  bool is_so = true;
  if (!l->wanted && task_split(x, 2) == 0) {
    task_assume(x, c->length == TASK_NONE ? FACT_TRUE : x->b->t->vars.at[c->length].first);
  } else if (task_some_message(x, l->end->channel, fields)) {
    task_fit fit = task_match(x, l->end->who, s->patterns.at, s->patterns.count, fields);
    is_so = l->wanted ? fit != MATCH_NO : fit != MATCH_YES;
  } else {
    is_so = false;
  }
  mem_free(x->b->m, fields);
  if (!x->is_counting && is_so && !x->must_fault)
    task_ways_add(x->b, &l->ways, x->path.at, x->path.count);
}

static uint32_t find_message(task_builder *b, const task_end *end, bool wanted) {
  supply s = {.end = end, .wanted = wanted};
  task_explore(b, judge_supply, &s);
  return task_ways_fact(b, &s.ways);
}

uint32_t task_has_message(task_builder *b, const task_end *end) {
  const task_channel *c = &b->full->channels[end->channel];
  task_ways not_empty = {0};
  uint32_t found = find_message(b, end, true);
  if (c->length == TASK_NONE)
    return found;
  for (uint32_t i = 1; i <= c->capacity; i++)
    task_ways_add_one(b, &not_empty, b->t->vars.at[c->length].first + i);
  return task_fact_both(b, found, task_ways_fact(b, &not_empty));
}

// No process receives the message of a rendezvous send: every other process is at a location without a matching
// receive.

typedef struct {
  const task_end *sender;
  const task_process *receiver;
  const net_edge *edge;
  task_ways ways;
} refusal;

static void judge_refusal(task_path *x, void *context) {
  refusal *r = context;
  const net_sync *send = &r->sender->edge->sync, *receive = &r->edge->sync;
  task_fit fit = MATCH_YES;
  if (task_channel_of(x, r->receiver, receive->channel) != r->sender->channel)
    fit = MATCH_NO;
  const net_channel *type = task_channel_type(x->b, r->sender->channel);
  for (uint32_t i = 0; i < receive->patterns.count && fit != MATCH_NO; i++) {
    interval sent = interval_cut(task_eval(x, r->sender->who, send->fields.at[i]), type->fields.at[i]);
    task_fit one = task_match(x, r->receiver, &receive->patterns.at[i], 1, &sent);
    fit = one < fit ? one : fit;
  }
  if (!x->is_counting && fit != MATCH_YES && !x->must_fault)
    task_ways_add(x->b, &r->ways, x->path.at, x->path.count);
}

// May the sender's part, which is executed first, change what the receiver's edge reads?
bool task_is_late(const task_process *receiver, const net_edge *receive, const net_edge *send) {
  bool looks = task_reads_processes(receive->guard) || task_reads_processes(receiver->template_->provided) ||
               task_reads_processes(receive->sync.channel);
  for (uint32_t i = 0; i < receive->sync.patterns.count; i++)
    looks |= task_reads_processes(receive->sync.patterns.at[i].value);
  return looks || send->effect;
}

static uint32_t refuses(task_builder *b, const task_end *sender, const task_process *q, const net_edge *e) {
  refusal r = {.sender = sender, .receiver = q, .edge = e};
  bool is_receive = e->sync.kind == SYNC_RECEIVE && e->sync.patterns.count == sender->edge->sync.fields.count;
  if (!is_receive || e->sync.peek || task_is_late(q, e, sender->edge))
    return FACT_TRUE;
  task_explore(b, judge_refusal, &r);
  task_ways_add_one(b, &r.ways, task_truth(b, q, e->guard, false));
  task_ways_add_one(b, &r.ways, task_not_provided(b, q));
  return task_ways_fact(b, &r.ways);
}

static uint32_t does_not_receive(task_builder *b, const task_end *sender, const task_process *q) {
  task_ways w = {0};
  const net_flow *f = &q->template_->flow;
  task_ways_add_one(b, &w, task_fact_died(b, q));
  for (uint32_t i = 0; i < f->locations.count; i++) {
    task_body here = {0};
    task_body_add(b, &here, task_fact_at(b, q, i));
    for (uint32_t k = 0; k < f->locations.at[i].edges.count && !here.is_impossible; k++)
      task_body_add(b, &here, refuses(b, sender, q, b->net->edges.at[f->locations.at[i].edges.at[k]]));
    task_ways_add(b, &w, here.facts.at, here.facts.count);
    task_body_free(b, &here);
  }
  return task_ways_fact(b, &w);
}

static uint32_t nobody_receives(task_builder *b, const task_end *sender) {
  task_ways w = {0};
  task_body all = {0};
  for (uint32_t i = 0; i < b->cast && !b->is_too_large; i++)
    if (&b->processes[i] != sender->who)
      task_body_add(b, &all, does_not_receive(b, sender, &b->processes[i]));
  task_ways_add(b, &w, all.facts.at, all.facts.count);
  task_body_free(b, &all);
  return task_ways_fact(b, &w);
}

static uint32_t cannot_use(task_builder *b, const task_end *end, bool in_block) {
  bool is_send = end->edge->sync.kind == SYNC_SEND;
  if (end->channel == CHANNEL_ELSEWHERE)
    return FACT_TRUE;
  const task_channel *c = &b->full->channels[end->channel];
  if (!task_end_may_be(b, end, c->capacity == 0)) // the wrong number of fields: blocked, or a fault
    return is_send && c->capacity == 0 ? FACT_FALSE : FACT_TRUE;
  if (c->capacity == 0) // in a block the attempt to send is a fault
    return !is_send ? FACT_TRUE : in_block ? FACT_FALSE : nobody_receives(b, end);
  if (is_send)
    return c->length == TASK_NONE ? FACT_TRUE : b->t->vars.at[c->length].first + c->capacity;
  return find_message(b, end, false);
}

// Only the youngest process can die: it is not the youngest while the next one, or another with its number, is alive.
static uint32_t has_younger(task_builder *b, const task_process *who) {
  task_ways w = {0};
  bool has_next = who->pid + 1 < b->cast;
  const task_process *next = has_next ? &b->processes[who->pid + 1] : NULL;
  if (who->pid == TASK_ANYBODY)
    return FACT_TRUE;
  for (uint32_t i = 0; has_next && i < next->template_->flow.locations.count; i++)
    task_ways_add_one(b, &w, task_fact_at(b, next, i));
  for (uint32_t k = b->cast; k < b->count; k++)
    for (uint32_t i = 0; i < b->processes[k].template_->flow.locations.count; i++)
      task_ways_add_one(b, &w, task_fact_at(b, &b->processes[k], i));
  return task_ways_fact(b, &w);
}

uint32_t task_cannot(task_builder *b, const task_process *who, const net_edge *e, bool in_block) {
  task_ways w = {0};
  task_ends ends = {0};
  if (b->net->is_timed && !in_block)
    return task_cannot_timed(b, who, e);
  if (e->is_else)
    return FACT_FALSE;
  if (e->is_end)
    return has_younger(b, who);
  task_ways_add_one(b, &w, task_truth(b, who, e->guard, false));
  if (e->sync.kind != SYNC_NONE)
    task_find_ends(b, who, e, &ends);
  for (uint32_t i = 0; i < ends.count; i++)
    task_ways_add(b, &w, (uint32_t[]){ends.at[i].condition, cannot_use(b, &ends.at[i], in_block)}, 2);
  vec_free(b->m, &ends);
  return task_ways_fact(b, &w);
}
