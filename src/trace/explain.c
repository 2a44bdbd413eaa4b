#include "trace/explain.h"

#include "model/claim.h"
#include "trace/show.h"

#include <string.h>

static const net_action *last_step(const trace_job *job) {
  const answer *t = job->answer;
  return t->steps.count > 0 ? &t->steps.at[t->steps.count - 1] : NULL;
}

// The last edge that was taken: the receiver's, in a rendezvous.
static const net_edge *last_edge(const trace_job *job) {
  const net_action *last = last_step(job);
  if (!last)
    return NULL;
  return job->net->edges.at[job->net->is_timed || last->partner_edge == NET_ALONE ? last->edge : last->partner_edge];
}

static bool occurs_in_last_step(fault f) {
  return f != FAULT_NONE && f != FAULT_DEADLOCK && f != FAULT_INVARIANT && f != FAULT_CLAIM;
}

static const char *claim_violated(const answer *a) {
  return a->formula ? "the formula is violated" : "the never claim is violated";
}

static const char *message_for(const trace_job *job) {
  const outcome *end = &job->result.end;
  if (end->fault == FAULT_DEADLOCK && job->net->is_timed)
    return "deadlock: no step is possible, now or later";
  if (end->fault == FAULT_CLAIM)
    return claim_violated(job->answer);
  return end->kind == OUTCOME_ERROR     ? fault_message(end->fault)
         : end->kind == OUTCOME_REACHED ? "reached"
         : end->kind == OUTCOME_CYCLE   ? "a lasso"
                                        : "an execution";
}

static void add_time(const trace_job *job, text_buffer *t) {
  const answer *timed = job->answer;
  if (!job->net->is_timed || timed->times.count == 0)
    return;
  text_add(t, ", time ");
  show_time(t, timed->times.at[timed->times.count - 1], timed->unit);
}

// "8 + 4 steps": the stem, and the loop.
static void add_length(const trace_job *job, text_buffer *t) {
  uint32_t length = answer_length(job->answer, job->net), loop = answer_loop(job->answer, job->net);
  outcome_kind end = job->result.end.kind;
  text_add(t, ", %s %u step%s", end == OUTCOME_OPEN || end == OUTCOME_CYCLE ? "of" : "after", length,
           length == 1 ? "" : "s");
  if (loop)
    text_add(t, ": %u, then %u for ever", length - loop, loop);
  else if (answer_is_lasso(job->answer))
    text_add(t, ", then it stays in the last state for ever");
}

// The failing step itself counts as one of the steps, as in a SPIN trail.
void explain_headline(const trace_job *job, text_buffer *t) {
  fault f = job->result.end.fault;
  const net_stmt *at = job->result.end.at;
  const net_edge *edge = last_edge(job);
  text_add(t, "%s", message_for(job));
  bool has_place = !job->net->is_timed && job->answer->condition && job->answer->condition->at.file;
  if (f == FAULT_INVARIANT && has_place) {
    text_add(t, " (");
    show_place(t, job->answer->condition->at);
    text_add(t, ")");
  }
  if (job->result.in_question) {
    text_add(t, ", in the property");
  } else if (occurs_in_last_step(f) && edge) {
    bool is_assertion = at && at->kind == STMT_ASSERT && at->text;
    text_add(t, ": %s", is_assertion ? at->text : edge->text);
    text_add(t, " at ");
    show_place(t, at && at->at.file ? at->at : edge->at);
  } else if (occurs_in_last_step(f)) {
    text_add(t, ", in the initial values");
  }
  add_length(job, t);
  add_time(job, t);
}

static void channel_state(text_buffer *t, const ref_state *s, int32_t number) {
  show_channel_name(t, s, (uint32_t)number);
  text_add(t, " = ");
  show_messages(t, s, &s->channels.at[number - 1]);
}

// The edge waits for another process to synchronise with.
static void blocked_label(text_buffer *t, reference *r, int32_t pid, const net_edge *e) {
  const ref_state *s = ref_now(r);
  fault f = FAULT_NONE;
  const net_pick *label = &e->sync.label;
  int32_t offset = label->offset ? ref_eval_as(r, s, pid, label->offset, &f) : 0;
  if (f == FAULT_NONE && offset >= 0 && (uint32_t)offset < label->count)
    text_add(t, "no process can %s %s", e->sync.kind == SYNC_CALL ? "receive" : "send",
             s->net->labels.at[label->first + (uint32_t)offset].name);
}

static void blocked_timed(text_buffer *t, reference *r, int32_t pid, const net_edge *e) {
  show_bound_operands(t, r, ref_now(r), pid, &e->bounds);
  if (e->bounds.count == 0 && e->sync.kind != SYNC_NONE)
    blocked_label(t, r, pid, e);
}

static void blocked_sync(text_buffer *t, reference *r, int32_t pid, const net_edge *e) {
  const ref_state *s = ref_now(r);
  fault f = FAULT_NONE;
  int32_t number = ref_eval_as(r, s, pid, e->sync.channel, &f);
  if (f != FAULT_NONE || number < 1 || (uint32_t)number > s->channels.count)
    return;
  const ref_channel *c = &s->channels.at[number - 1];
  if (s->net->channels.at[c->type].capacity == 0) {
    text_add(t, "no process can %s ", e->sync.kind == SYNC_SEND ? "receive from" : "send to");
    show_channel_name(t, s, (uint32_t)number);
    return;
  }
  channel_state(t, s, number);
  if (e->sync.kind == SYNC_SEND)
    text_add(t, " is full");
  else if (c->cells.count == 0)
    text_add(t, " is empty");
  else
    text_add(t, " has no message that matches");
}

static bool holds(reference *r, int32_t pid, const expr *e) {
  fault f = FAULT_NONE;
  return !e || (ref_eval_as(r, ref_now(r), pid, e, &f) && f == FAULT_NONE);
}

static void blocked_because(text_buffer *t, reference *r, int32_t pid, const net_edge *e) {
  if (e->is_end)
    text_add(t, "waits for younger processes to end");
  else if (!holds(r, pid, e->guard))
    show_operands(t, r, ref_now(r), pid, e->guard);
  else if (ref_now(r)->net->is_timed)
    blocked_timed(t, r, pid, e);
  else if (e->sync.kind != SYNC_NONE)
    blocked_sync(t, r, pid, e);
}

static void blocked_process(text_buffer *t, reference *r, int32_t pid, int width) {
  const ref_state *s = ref_now(r);
  const net_template *template_ = s->net->templates.at[s->processes.at[pid].template_];
  const net_location *location = &template_->flow.locations.at[s->processes.at[pid].location];
  text_buffer part = {.memory = t->memory};
  show_process(&part, s, pid);
  text_add(t, "  %-*s ", width, part.at);
  if (s->net->is_timed)
    text_add(t, "at %s", location->name ? location->name : "a location without a name");
  else if (location->flags & LOC_END)
    text_add(t, "may end here");
  else
    text_add(t, "waits for");
  if (!holds(r, pid, template_->provided)) {
    text_add(t, ", and may not move: ");
    show_operands(t, r, s, pid, template_->provided);
  }
  text_add(t, "\n");
  for (uint32_t i = 0; i < location->edges.count; i++) {
    const net_edge *e = s->net->edges.at[location->edges.at[i]];
    text_clear(&part);
    if (!s->net->is_timed) {
      show_place(&part, e->at);
      text_add(&part, "  ");
    }
    text_add(t, "  %*s   %s%s", width, "", text_string(&part), e->text);
    text_clear(&part);
    blocked_because(&part, r, pid, e);
    text_add(t, "%s%s\n", part.length > 0 ? "   -- " : "", text_string(&part));
  }
  text_free(&part);
}

static void explain_deadlock(text_buffer *t, reference *r) {
  const ref_state *s = ref_now(r);
  text_buffer name = {.memory = t->memory};
  int width = 0;
  for (uint32_t pid = 0; pid < s->processes.count; pid++) {
    text_clear(&name);
    show_process(&name, s, (int32_t)pid);
    width = (int)name.length > width ? (int)name.length : width;
  }
  text_free(&name);
  text_add(t, "No process can move%s:\n", s->net->is_timed ? ", however long they wait" : "");
  for (int32_t pid = (int32_t)s->processes.count - 1; pid >= 0; pid--)
    blocked_process(t, r, pid, width);
}

// The process that executed the failing statement of the last step.
static int32_t failed_process(const trace_job *job, reference *r, const net_stmt *at) {
  const net_action *last = last_step(job);
  ref_participants who = {0};
  if (!last)
    return NET_NONE;
  ref_participants_of(job->m, ref_before(r), last, &who);
  int32_t pid = job->net->is_timed || who.count == 0 ? last->pid : who.at[who.count - 1].pid;
  for (uint32_t i = 0; i < who.count && job->net->is_timed; i++)
    for (const net_stmt *s = who.at[i].edge->effect; s; s = s->next)
      pid = s == at ? who.at[i].pid : pid;
  vec_free(job->m, &who);
  return pid;
}

static void explain_reached(text_buffer *t, reference *r, const expr *condition) {
  text_buffer values = {.memory = t->memory};
  show_operands(&values, r, ref_now(r), NET_NONE, condition);
  if (values.length > 0)
    text_add(t, "reached with %s\n", values.at);
  text_free(&values);
}

// The values of the condition's operands, in the state in which it does not hold.
static void explain_condition(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const char *text,
                              const expr *condition) {
  text_buffer values = {.memory = t->memory};
  show_operands(&values, r, s, pid, condition);
  text_add(t, "%s does not hold%s%s\n", text, values.length > 0 ? ": " : "", text_string(&values));
  text_free(&values);
}

// The values of what the claim reads, in the last state.
static void explain_claim(const answer *a, reference *r, text_buffer *t) {
  text_buffer values = {.memory = t->memory};
  if (a->claim)
    show_all_operands(&values, r, ref_now(r), NET_NONE, (const expr *const *)a->claim->atoms.at, a->claim->atoms.count);
  text_add(t, "%s, whatever follows%s%s\n", claim_violated(a), values.length ? ": " : "", text_string(&values));
  text_free(&values);
}

// The values of the operands of a fault: of the statement in the effect, or else of guard and synchronisation.
static void explain_fault(const trace_job *job, reference *r, text_buffer *t, int32_t pid) {
  const ref_state *s = ref_witness(r);
  const net_stmt *at = job->result.end.at;
  const net_edge *e = last_edge(job);
  VEC(const expr *) parts = {0};
  if (at) {
    if (at->target && at->target->indices.count) // of an assigned variable only the indices matter
      vec_push(job->m, &parts, at->target);
    vec_push(job->m, &parts, at->value);
    for (uint32_t i = 0; i < at->args.count; i++)
      vec_push(job->m, &parts, at->args.at[i]);
  } else if (e) {
    vec_push(job->m, &parts, e->guard);
    vec_push(job->m, &parts, e->sync.channel);
    for (uint32_t i = 0; i < e->sync.fields.count; i++)
      vec_push(job->m, &parts, e->sync.fields.at[i]);
    for (uint32_t i = 0; i < e->sync.patterns.count; i++)
      vec_push(job->m, &parts, e->sync.patterns.at[i].value);
  }
  text_buffer values = {.memory = t->memory};
  show_all_operands(&values, r, s, pid, parts.at, parts.count);
  text_add(t, "%s%s%s\n", fault_message(job->result.end.fault), values.length ? ": " : "", text_string(&values));
  text_free(&values);
  vec_free(job->m, &parts);
}

static void note_deadlock(const expr *e, void *context) {
  if (e->op == EXPR_DEADLOCK)
    *(bool *)context = true;
}

// Where the condition contains deadlock and the state is one, explains the deadlock too.
static void explain_asked_deadlock(text_buffer *t, reference *r, const expr *condition) {
  bool asks = false;
  expr_walk(condition, note_deadlock, &asks);
  if (asks && ref_is_deadlock(r))
    explain_deadlock(t, r);
}

void explain_end(const trace_job *job, reference *r, text_buffer *t) {
  const net_stmt *at = job->result.end.at;
  int32_t pid = failed_process(job, r, at);
  if (job->result.end.kind == OUTCOME_REACHED) {
    explain_reached(t, r, job->answer->condition);
    explain_asked_deadlock(t, r, job->answer->condition);
    return;
  }
  if (answer_is_lasso(job->answer) && !job->answer->loop_length)
    text_add(t, "stays in the last state for ever\n");
  switch (job->result.end.fault) {
  case FAULT_NONE:
    break;
  case FAULT_ASSERT:
    if (at && at->value)
      explain_condition(t, r, ref_witness(r), pid, at->text ? at->text : "the assertion", at->value);
    break;
  case FAULT_INVARIANT:
    explain_condition(t, r, ref_now(r), NET_NONE, "the invariant", job->answer->condition);
    explain_asked_deadlock(t, r, job->answer->condition);
    break;
  case FAULT_DEADLOCK:
    explain_deadlock(t, r);
    break;
  case FAULT_CLAIM:
    explain_claim(job->answer, r, t);
    break;
  default:
    explain_fault(job, r, t, pid);
  }
}
