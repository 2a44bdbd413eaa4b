#include "check/check.h"

#include "trace/replay.h"
#include "trace/show_claim.h"
#include "trace/timing.h"
#include <string.h>

typedef struct {
  check_item *item;
  place stuck_at;
  uint32_t stuck;
  bool in_question; // a fault of evaluating the question, not of the model
} ending;

// Where a process stands: at its location's place, or at the first statement it waits for.
static place standing_at(const network *n, const net_location *location) {
  if (location->at.file || !location->edges.count)
    return location->at;
  return n->edges.at[location->edges.at[0]]->at;
}

// A trace that claims no particular end may still end in a deadlock. The place of a deadlock is that of the first
// process which is not where it may end.
static void look_at_end(void *context, reference *r, const trace_result *result) {
  ending *end = context;
  answer *t = &end->item->answer;
  bool may_be_stuck = !ref_now(r)->net->is_timed && !t->loop_length; // time may well stop
  if (t->end.kind == OUTCOME_OPEN)
    t->end = result->end.kind != OUTCOME_OPEN     ? result->end
             : may_be_stuck && ref_is_deadlock(r) ? outcome_error(FAULT_DEADLOCK, NULL)
                                                  : t->end;
  if (t->end.fault != FAULT_DEADLOCK)
    return;
  const ref_state *now = ref_now(r);
  for (uint32_t i = 0; i < now->processes.count; i++) {
    const ref_process *p = &now->processes.at[i];
    const net_location *location = &now->net->templates.at[p->template_]->flow.locations.at[p->location];
    if (!(location->flags & LOC_END) && end->stuck++ == 0)
      end->stuck_at = standing_at(now->net, location);
  }
}

static const char *message_for(arena *memory, const network *n, const ending *end, const net_stmt *at) {
  fault f = end->item->answer.end.fault;
  if (f == FAULT_ASSERT && at && at->text)
    return arena_printf(memory, "assertion failed: %s", at->text);
  if (f == FAULT_INVARIANT && n->is_timed) // to those who write queries, invariants are what locations have
    return arena_printf(memory, "%s does not hold", end->item->question.text);
  if (f == FAULT_INVARIANT)
    return arena_printf(memory, "%s does not hold: %s",
                        strcmp(end->item->question.kind, "ltl") == 0 ? "the formula" : "the invariant",
                        end->item->question.text);
  if (f == FAULT_DEADLOCK && n->is_timed)
    return "deadlock: no step is possible, now or later";
  if (f == FAULT_DEADLOCK)
    return arena_printf(memory, "invalid end state: %u process%s stuck", end->stuck,
                        end->stuck == 1 ? " is" : "es are");
  return fault_message(f);
}

static place place_of(const network *n, const ending *end, const net_stmt *at) {
  const answer *t = &end->item->answer;
  if (t->end.fault == FAULT_DEADLOCK)
    return end->stuck_at;
  if (at)
    return at->at;
  if (end->in_question || (n->is_timed && t->end.fault == FAULT_INVARIANT))
    return end->item->question.at;
  return t->steps.count ? n->edges.at[t->steps.at[t->steps.count - 1].edge]->at : end->item->question.at;
}

// A never claim reaches its end, or an assertion in it fails.
static void tell_never(beeline_check *check, check_item *item) {
  trace_job job = {.m = check->memory, .net = check->model->net, .answer = &item->answer};
  show_claim shown;
  show_claim_open(&shown, &job);
  const claim_state *bad = show_claim_bad(&shown);
  bool is_assertion = bad && bad->failed.line;
  if (is_assertion)
    item->result.error_at = check_place(bad->failed);
  item->result.error_message =
      is_assertion ? "an assertion of the never claim fails" : "the never claim reaches its end";
  show_claim_close(&shown);
}

// An execution that a claim accepts.
static void tell_claim(beeline_check *check, check_item *item) {
  const question *asked = &item->question.asked;
  if (asked->is_existential) // what was looked for, not an error
    return;
  bool is_cycle = item->answer.end.kind == OUTCOME_CYCLE, is_progress = asked->cycle == CYCLE_NO_PROGRESS;
  beeline_result *r = &item->result;
  r->error_at = check_place(item->question.at);
  r->error_kind = !is_cycle ? item->question.kind : is_progress ? "non-progress-cycle" : "acceptance-cycle";
  if (asked->formula)
    r->error_message =
        arena_printf(check->arena, check->model->net->is_timed ? "%s does not hold" : "the formula does not hold: %s",
                     item->question.text);
  else if (!is_cycle)
    tell_never(check, item);
  else
    r->error_message = is_progress ? "non-progress cycle" : "acceptance cycle";
}

// How long a timed trace takes.
static double time_of(const answer *t) {
  return t->unit ? (double)t->times.at[t->times.count - 1] / (double)t->unit : 0;
}

// In time if that is possible: where a search asks for any deadlock, the deadline is that of the state it is in.
static const char *find_times(mem *m, const network *n, answer *t) {
  if (!n->is_timed || t->unit)
    return NULL;
  const char *why = timing_find(m, n, t);
  if (!why || !t->deadline)
    return why;
  t->deadline = 0;
  return timing_find(m, n, t);
}

// A state of an abstract model that may be a deadlock of the model has steps itself: its trace has an open end.
static void tell_possible_deadlock(check_item *item) {
  item->answer.end = (outcome){0};
  item->result.error_kind = fault_name(FAULT_DEADLOCK);
  item->result.error_message = "an end state that may be invalid";
}

const char *check_verify(beeline_check *check, check_item *item) {
  const network *n = check->model->net;
  ending end = {.item = item};
  const char *no_times = find_times(check->memory, n, &item->answer);
  if (no_times)
    return no_times;
  item->result.trace_time = time_of(&item->answer);
  trace_visitor visitor = {.context = &end, .finish = look_at_end};
  if (item->answer.end.fault == FAULT_DEADLOCK && item->question.abstract)
    tell_possible_deadlock(item);
  trace_result result = trace_replay(check->memory, n, &item->answer, &visitor);
  if (!result.ok && result.step > item->answer.steps.count)
    return arena_printf(check->arena, "at the end: %s", result.why);
  if (!result.ok && !result.step)
    return arena_printf(check->arena, "at the start: %s", result.why);
  if (!result.ok)
    return arena_printf(check->arena, "step %u: %s", result.step, result.why);
  if (item->answer.claim && (item->answer.end.kind == OUTCOME_CYCLE || item->answer.end.fault == FAULT_CLAIM))
    tell_claim(check, item);
  if (item->answer.end.kind != OUTCOME_ERROR || item->answer.end.fault == FAULT_CLAIM)
    return NULL;
  end.in_question = result.in_question;
  item->result.error_kind = fault_name(item->answer.end.fault);
  item->result.error_message = message_for(check->arena, n, &end, result.end.at);
  item->result.error_at = check_place(place_of(n, &end, result.end.at));
  return NULL;
}
