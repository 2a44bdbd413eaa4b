// The steps of all processes, and their rules.
#include "relaxation/task_internal.h"

typedef struct {
  task_builder *b;
  task_ends senders, receivers; // that may take part in a rendezvous
  task_ends callers, answerers; // by labels
} steps;

static void copy_body(task_builder *b, task_body *to, const task_body *from) {
  to->is_impossible |= from->is_impossible;
  for (uint32_t i = 0; i < from->facts.count; i++)
    task_body_add(b, to, from->facts.at[i]);
}

static net_action alone(const task_process *who, const net_edge *e) {
  return (net_action){.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)who->pid};
}

void task_arrive(task_taking *t) {
  task_body body = {0};
  if (t->edge->is_end)
    return;
  task_taken(t, &body);
  task_give(t, task_fact_at(t->b, t->who, t->edge->to), &body);
  task_body_free(t->b, &body);
  task_take_products(t);
}

static void take_alone(task_builder *b, const task_process *who, const net_edge *e, const task_body *body,
                       uint32_t channel) {
  uint32_t step = task_step_new(b, alone(who, e), body);
  task_taking t = {.b = b, .who = who, .edge = e, .from = e->from, .step = step, .inside = FACT_TRUE};
  if (step == FACT_FALSE)
    return;
  task_take_sync(&t, channel);
  task_take_effect(&t);
  task_arrive(&t);
  task_taking_free(&t);
}

// A step that causes a fault, if `fact` holds.
static void add_faulty_step(task_builder *b, const task_process *who, const net_edge *e, const task_body *body,
                            uint32_t fact) {
  task_body with = {0};
  if (b->wrong == FACT_FALSE)
    return;
  copy_body(b, &with, body);
  task_body_add(b, &with, fact);
  task_effect_simple(b, b->wrong, task_step_new(b, alone(who, e), &with));
  task_body_free(b, &with);
}

// What must hold before any edge of the location is tested.
static void add_location(task_builder *b, const task_process *who, const net_edge *e, task_body *body) {
  task_body_add(b, body, task_fact_at(b, who, e->from));
  task_body_add(b, body, task_truth(b, who, who->template_->provided, true));
}

static void add_enabling(task_builder *b, const task_process *who, const net_edge *e, task_body *body) {
  const net_location *l = &who->template_->flow.locations.at[e->from];
  if (e->is_else) {
    for (uint32_t i = 0; i < l->edges.count && l->edges.at[i] != e->id; i++)
      task_body_add(b, body, task_cannot(b, who, b->net->edges.at[l->edges.at[i]], false));
  } else if (e->is_end) { // only the youngest process can die
    bool has_next = who->pid != TASK_ANYBODY && who->pid + 1 < b->cast;
    task_body_add(b, body, has_next ? task_fact_died(b, &b->processes[who->pid + 1]) : FACT_TRUE);
  } else {
    task_guard(b, who, e->guard, body);
  }
}

typedef struct {
  const task_process *who;
  const net_edge *edge;
  task_ways ways;
} sending;

static void judge_fields(task_path *x, void *context) {
  sending *s = context;
  for (uint32_t i = 0; i < s->edge->sync.fields.count && !x->must_fault; i++)
    task_eval(x, s->who, s->edge->sync.fields.at[i]);
  if (!x->is_counting && (x->may_fault || x->must_fault))
    task_ways_add(x->b, &s->ways, x->path.at, x->path.count);
}

// The sender's part of a rendezvous is executed before any receiver is tested, so it may cause a fault without one.
static void offer(steps *s, const task_end *end, const task_body *body) {
  task_builder *b = s->b;
  sending fields = {.who = end->who, .edge = end->edge};
  task_explore(b, judge_fields, &fields);
  uint32_t wrong = task_ways_fact(b, &fields.ways);
  add_faulty_step(b, end->who, end->edge, body, end->edge->effect ? FACT_TRUE : wrong);
  vec_push(b->m, &s->senders, *end);
}

static void synchronise(steps *s, const task_end *end, const task_body *body) {
  task_builder *b = s->b;
  bool is_send = end->edge->sync.kind == SYNC_SEND;
  task_body with = {0};
  copy_body(b, &with, body);
  task_body_add(b, &with, end->condition);
  if (task_end_may_be(b, end, true) && is_send)
    offer(s, end, &with);
  else if (task_end_may_be(b, end, true) && !end->edge->sync.peek)
    vec_push(b->m, &s->receivers, *end);
  if (task_end_may_be(b, end, false)) {
    if (end->channel != CHANNEL_ELSEWHERE)
      task_body_add(b, &with, is_send ? task_not_full(b, end->channel) : task_has_message(b, end));
    take_alone(b, end->who, end->edge, &with, end->channel);
  }
  task_body_free(b, &with);
}

static void add_edge(steps *s, const task_process *who, const net_edge *e) {
  task_builder *b = s->b;
  task_body body = {0}, test = {0};
  task_ends ends = {0};
  bool is_late = e->sync.kind == SYNC_RECEIVE && b->net->has_rendezvous;
  if (who->pid == TASK_ANYBODY && e->is_end)
    return; // no rule depends on it
  add_location(b, who, e, &body);
  task_body_add(b, &test, task_fact_at(b, who, e->from));
  if (!e->is_else && !e->is_end)
    add_faulty_step(b, who, e, is_late ? &test : &body, task_test_fault(b, who, e));
  add_enabling(b, who, e, &body);
  if (e->sync.kind == SYNC_NONE)
    take_alone(b, who, e, &body, CHANNEL_ELSEWHERE);
  else if (e->sync.kind == SYNC_CALL || e->sync.kind == SYNC_ANSWER)
    task_find_labels(b, who, e, e->sync.kind == SYNC_CALL ? &s->callers : &s->answerers);
  else
    task_find_ends(b, who, e, &ends);
  for (uint32_t i = 0; i < ends.count && !b->is_too_large; i++)
    synchronise(s, &ends.at[i], &body);
  vec_free(b->m, &ends);
  task_body_free(b, &test);
  task_body_free(b, &body);
}

// In a deterministic process two enabled edges are an error.
static void add_nondeterminism(task_builder *b, const task_process *who, const net_location *l) {
  for (uint32_t i = 0; i < l->edges.count && who->template_->is_deterministic; i++)
    for (uint32_t k = 0; k < i && !b->is_too_large; k++) {
      const net_edge *first = b->net->edges.at[l->edges.at[k]], *second = b->net->edges.at[l->edges.at[i]];
      task_body body = {0};
      if (second->is_else)
        continue;
      add_location(b, who, second, &body);
      add_enabling(b, who, first, &body);
      add_enabling(b, who, second, &body);
      add_faulty_step(b, who, second, &body, FACT_TRUE);
      task_body_free(b, &body);
    }
}

// Rendezvous.

typedef struct {
  const task_end *sender, *receiver;
  bool is_late;
  task_ways ways;
} meeting;

static void judge_match(task_path *x, void *context) {
  meeting *m = context;
  const net_sync *send = &m->sender->edge->sync, *receive = &m->receiver->edge->sync;
  bool was_coarse = x->is_coarse, are_alike = m->sender->who == m->receiver->who;
  task_fit fit = MATCH_YES;
  for (uint32_t i = 0; i < receive->patterns.count && fit != MATCH_NO; i++) {
    if (receive->patterns.at[i].kind != PATTERN_MATCH)
      continue;
    if (are_alike)
      task_forget(x);
    interval sent = task_eval(x, m->sender->who, send->fields.at[i]);
    if (m->sender->channel != CHANNEL_ELSEWHERE)
      sent = interval_cut(sent, task_channel_type(x->b, m->sender->channel)->fields.at[i]);
    else
      sent = interval_all;
    if (m->is_late || are_alike) // the values may have changed, or be those of another process of TASK_ANYBODY
      task_forget(x);
    x->is_coarse |= m->is_late;
    fit = task_match(x, m->receiver->who, &receive->patterns.at[i], 1, &sent);
    x->is_coarse = was_coarse;
  }
  if (!x->is_counting && fit != MATCH_NO)
    task_ways_add(x->b, &m->ways, m->is_late ? NULL : x->path.at, m->is_late ? 0 : x->path.count);
}

static void add_receiver(task_builder *b, const task_end *end, bool is_late, bool may_be_new, task_body *body) {
  if (!may_be_new)
    task_body_add(b, body, task_fact_at(b, end->who, end->edge->from));
  if (is_late)
    return;
  task_body_add(b, body, end->condition);
  task_body_add(b, body, task_truth(b, end->who, end->who->template_->provided, true));
  task_guard(b, end->who, end->edge->guard, body);
}

static void add_rendezvous_step(task_builder *b, const task_end *from, const task_end *to) {
  meeting m = {.sender = from, .receiver = to, .is_late = task_is_late(to->who, to->edge, from->edge)};
  task_body body = {0};
  add_location(b, from->who, from->edge, &body);
  add_enabling(b, from->who, from->edge, &body);
  task_body_add(b, &body, from->condition);
  add_receiver(b, to, m.is_late, from->edge->effect && to->who->pid == TASK_ANYBODY, &body);
  task_explore(b, judge_match, &m);
  task_body_add(b, &body, task_ways_fact(b, &m.ways));
  net_action action = {.edge = from->edge->id, .partner_edge = to->edge->id, .pid = (uint16_t)from->who->pid};
  action.partner = (uint16_t)to->who->pid;
  uint32_t step = task_step_new(b, action, &body);
  task_body_free(b, &body);
  if (step == FACT_FALSE)
    return;
  task_taking sender = {.b = b, .who = from->who, .edge = from->edge, .from = from->edge->from, .step = step};
  sender.inside = FACT_TRUE;
  task_take_effect(&sender);
  task_arrive(&sender);
  task_taking receiver = {.b = b, .who = to->who, .edge = to->edge, .from = to->edge->from, .step = step};
  receiver.inside = sender.inside;
  receiver.is_all_written = from->edge->effect != NULL;
  receiver.is_inside_late = sender.is_inside_late;
  receiver.are_channels_changed = receiver.are_processes_changed = true;
  task_take_message(&receiver, from->who, from->edge, from->channel);
  task_take_effect(&receiver);
  task_arrive(&receiver);
  task_taking_free(&sender);
  task_taking_free(&receiver);
}

static void add_rendezvous(steps *s) {
  for (uint32_t i = 0; i < s->senders.count; i++)
    for (uint32_t k = 0; k < s->receivers.count && !s->b->is_too_large; k++) {
      const task_end *from = &s->senders.at[i], *to = &s->receivers.at[k];
      bool are_two = from->who != to->who || from->who->pid == TASK_ANYBODY;
      bool fits = from->edge->sync.fields.count == to->edge->sync.patterns.count;
      if (are_two && fits && from->channel == to->channel)
        add_rendezvous_step(s->b, from, to);
    }
}

// The evaluation of an invariant may cause a fault at any time while the process is at the location: by a delay, or
// when other processes change variables.
static void add_invariant_faults(task_builder *b) {
  for (uint32_t i = 0; i < b->count && b->places->have_invariants && b->wrong != FACT_FALSE; i++) {
    const task_process *who = &b->processes[i];
    for (uint32_t l = 0; l < who->template_->flow.locations.count && !b->is_too_large; l++)
      task_rule_simple(b, b->wrong, task_fact_at(b, who, l),
                       task_invariant_fault(b, who, &who->template_->flow.locations.at[l]));
  }
}

void task_add_steps(task_builder *b) {
  steps s = {.b = b};
  for (uint32_t i = 0; i < b->count; i++) {
    const task_process *who = &b->processes[i];
    const net_flow *f = &who->template_->flow;
    for (uint32_t l = 0; l < f->locations.count; l++) {
      for (uint32_t k = 0; k < f->locations.at[l].edges.count && !b->is_too_large; k++)
        add_edge(&s, who, b->net->edges.at[f->locations.at[l].edges.at[k]]);
      add_nondeterminism(b, who, &f->locations.at[l]);
    }
  }
  add_rendezvous(&s);
  task_add_label_steps(b, &s.callers, &s.answerers);
  add_invariant_faults(b);
  vec_free(b->m, &s.callers);
  vec_free(b->m, &s.answerers);
  vec_free(b->m, &s.senders);
  vec_free(b->m, &s.receivers);
}
