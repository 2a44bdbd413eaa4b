#include "trace/replay.h"

#include "trace/cycle_judge.h"
#include "trace/timing_internal.h"
#include "trace/timing_loop.h"

static trace_result failed(uint32_t step, const char *why) { return (trace_result){.step = step, .why = why}; }

static trace_result ended(outcome end) { return (trace_result){.ok = true, .end = end}; }

static trace_result ended_in_question(outcome end) {
  return (trace_result){.ok = true, .end = end, .in_question = true};
}

// Does the condition have the truth value that the answer claims in the last state?
static trace_result judge_condition(reference *r, const answer *t, fault last) {
  uint32_t end = t->steps.count + 1;
  bool claimed = t->end.kind == OUTCOME_REACHED;
  fault f = FAULT_NONE;
  if (!t->condition)
    return failed(end, "the answer has no condition");
  if (last != FAULT_NONE && last != FAULT_ASSERT)
    return failed(end, "the last step ends in another error");
  if (ref_now(r)->control != NET_NONE)
    return failed(end, "the last state is inside an atomic sequence, where conditions are not evaluated");
  bool holds = ref_eval(r, t->condition, &f);
  if (f == FAULT_NONE && holds == claimed)
    return ended(t->end);
  return failed(end,
                claimed ? "the condition does not hold in the last state" : "the invariant holds in the last state");
}

// Whether the trace ends in the error that the answer claims. last: the error of the last step.
static trace_result judge_error(reference *r, const answer *t, outcome last) {
  uint32_t end = t->steps.count + 1;
  fault f = FAULT_NONE;
  switch (t->end.fault) {
  case FAULT_ASSERT:
    if (!ref_failed_assertion(r))
      return failed(end, "no assertion fails in the last step");
    return ended(outcome_error(FAULT_ASSERT, ref_failed_assertion(r)));
  case FAULT_DEADLOCK:
    if (last.fault != FAULT_NONE && last.fault != FAULT_ASSERT)
      return failed(end, "the last step ends in another error");
    return ref_is_deadlock(r) ? ended(t->end) : failed(end, "the last state is not a deadlock");
  case FAULT_INVARIANT:
    return judge_condition(r, t, last.fault);
  default:
    if (last.fault == t->end.fault)
      return ended(last);
    // The error may be that of evaluating the condition, or one of the claim.
    if (t->condition && (ref_eval(r, t->condition, &f), f == t->end.fault))
      return ended_in_question(t->end);
    for (uint32_t i = 0; t->claim && i < t->claim->atoms.count; i++)
      if (f = FAULT_NONE, ref_eval(r, t->claim->atoms.at[i], &f), f == t->end.fault)
        return ended_in_question(t->end);
    return failed(end, "the last step does not end in the error that the answer claims");
  }
}

static trace_result judge(reference *r, const answer *t, outcome last, cycle_judge *cycle) {
  const char *why = NULL;
  if (t->loop_length || t->end.kind == OUTCOME_CYCLE || t->end.fault == FAULT_CLAIM)
    why = cycle_judge_end(cycle, r, last.fault);
  if (why)
    return failed(t->steps.count + 1, why);
  switch (t->end.kind) {
  case OUTCOME_OPEN:
    return ended(last);
  case OUTCOME_ERROR:
    return t->end.fault == FAULT_CLAIM ? ended(t->end) : judge_error(r, t, last);
  case OUTCOME_REACHED:
    return judge_condition(r, t, last.fault);
  default:
    return ended(t->end);
  }
}

// The time of a step, or of the end. 0 for networks without time.
static int64_t time_of(const answer *t, uint32_t step) { return step < t->times.count ? t->times.at[step] : 0; }

// Lets time pass up to the step.
static const char *wait_for(reference *r, const answer *t, uint32_t step, cycle_judge *cycle) {
  int64_t delay = time_of(t, step) - ref_now(r)->time;
  if (t->unit > 0 && (t->claim || t->formula))
    timing_read_wait(&cycle->word, t, r, delay);
  return t->unit > 0 ? ref_delay(r, delay) : NULL;
}

static trace_result run(reference *r, const network *n, const answer *t, const trace_visitor *v, cycle_judge *cycle) {
  fault f = ref_initial_fault(r);
  const net_stmt *at = NULL;
  uint32_t number = 1;
  for (uint32_t i = 0; i < t->steps.count; i++) {
    const net_action *step = &t->steps.at[i];
    const char *why = NULL;
    if (f != FAULT_NONE && f != FAULT_ASSERT)
      return failed(i, "a run-time error ends the execution here, but the trace has more steps");
    why = wait_for(r, t, i, cycle);
    if (!why)
      cycle_judge_state(cycle, r, i);
    if (why || ref_step(r, step, &f, &at, &why) != REF_OK)
      return failed(i + 1, why);
    trace_event e = {.index = i,
                     .number = number,
                     .by = step,
                     .before = ref_before(r),
                     .after = ref_now(r),
                     .output = ref_output(r),
                     .fault = f,
                     .at = at,
                     .delay = time_of(t, i) - (i > 0 ? time_of(t, i - 1) : 0)};
    number += net_step_cost(n, step);
    if (v && v->step)
      v->step(v->context, r, &e);
  }
  const char *why = f == FAULT_NONE || f == FAULT_ASSERT ? wait_for(r, t, t->steps.count, cycle) : NULL;
  return why ? failed(t->steps.count + 1, why) : judge(r, t, outcome_error(f, at), cycle);
}

static trace_result replay(mem *m, const network *n, const answer *t, const trace_visitor *v) {
  reference *r = ref_new(m, n);
  if (ref_has_no_initial_state(r)) {
    ref_delete(r);
    return failed(0, "the invariant does not hold at the start");
  }
  if (t->unit > 0)
    ref_set_unit(r, t->unit);
  if (v && v->start)
    v->start(v->context, r);
  cycle_judge cycle;
  cycle_judge_open(&cycle, m, t);
  trace_result result = run(r, n, t, v, &cycle);
  result.stops_time = cycle.stops_time;
  cycle_judge_close(&cycle);
  if (result.ok && v && v->finish)
    v->finish(v->context, r, &result);
  ref_delete(r);
  return result;
}

trace_result trace_replay(mem *m, const network *n, const answer *t, const trace_visitor *v) {
  if (!n->is_timed || t->unit > 0)
    return replay(m, n, t, v);
  answer timed = {.steps = t->steps,
                  .loop_length = t->loop_length,
                  .end = t->end,
                  .condition = t->condition,
                  .claim = t->claim,
                  .formula = t->formula,
                  .is_fair = t->is_fair};
  trace_result result = {0};
  result.why = timing_solve(m, n, &timed, &result.step);
  if (!result.why)
    result = replay(m, n, &timed, v);
  vec_free(m, &timed.times);
  return result;
}
