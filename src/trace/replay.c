#include "trace/replay.h"

#include "trace/timing_internal.h"

static trace_result failed(uint32_t step, const char *why) { return (trace_result){.step = step, .why = why}; }

// Whether the end is what the trace says. last is the fault of the last step, as ref_step gave it.
static trace_result judge(reference *r, const trace *t, fault last, const net_stmt *at) {
  trace_result good = {.ok = true, .fault = t->fault, .at = at};
  uint32_t end = t->steps.count + 1;
  fault f = FAULT_NONE;
  switch (t->fault) {
  case FAULT_NONE:
    good.fault = last;
    return good;
  case FAULT_ASSERT:
    if (!ref_failed_assertion(r))
      return failed(end, "no assertion fails in the last step");
    good.at = ref_failed_assertion(r);
    return good;
  case FAULT_DEADLOCK:
    if (last != FAULT_NONE && last != FAULT_ASSERT)
      return failed(end, "the last step runs into another error");
    return ref_is_deadlock(r) ? good : failed(end, "the last state is not a deadlock");
  case FAULT_INVARIANT:
  case FAULT_TARGET:
    if (!t->invariant)
      return failed(end, "the trace does not say which invariant is violated");
    if (last != FAULT_NONE && last != FAULT_ASSERT)
      return failed(end, "the last step runs into another error");
    if (ref_now(r)->control != NET_NONE)
      return failed(end, "the last state is inside an atomic sequence, where no invariant is asked");
    return !ref_eval(r, t->invariant, &f) && f == FAULT_NONE ? good
                                                             : failed(end, "the invariant holds in the last state");
  default:
    if (last == t->fault)
      return good;
    // Evaluating the invariant can be what goes wrong.
    if (t->invariant && (ref_eval(r, t->invariant, &f), f == t->fault))
      return good;
    return failed(end, "the last step does not run into the error that the trace claims");
  }
}

// When the step-th step is taken, or the end is looked at. 0 for networks without time.
static int64_t time_of(const trace *t, uint32_t step) { return step < t->times.count ? t->times.at[step] : 0; }

// Lets time pass up to the step.
static const char *wait_for(reference *r, const trace *t, uint32_t step) {
  return t->unit > 0 ? ref_delay(r, time_of(t, step) - ref_now(r)->time) : NULL;
}

static trace_result run(reference *r, const network *n, const trace *t, const trace_visitor *v) {
  fault f = ref_initial_fault(r);
  const net_stmt *at = NULL;
  uint32_t number = 1;
  for (uint32_t i = 0; i < t->steps.count; i++) {
    const net_action *step = &t->steps.at[i];
    const char *why = NULL;
    if (f != FAULT_NONE && f != FAULT_ASSERT)
      return failed(i, "an error ends the execution here, but the trace goes on");
    why = wait_for(r, t, i);
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
  const char *why = f == FAULT_NONE || f == FAULT_ASSERT ? wait_for(r, t, t->steps.count) : NULL;
  return why ? failed(t->steps.count + 1, why) : judge(r, t, f, at);
}

static trace_result replay(mem *m, const network *n, const trace *t, const trace_visitor *v) {
  reference *r = ref_new(m, n);
  if (ref_is_nothing(r)) {
    ref_delete(r);
    return failed(0, "the invariant does not hold at the start");
  }
  if (t->unit > 0)
    ref_set_unit(r, t->unit);
  if (v && v->start)
    v->start(v->context, r);
  trace_result result = run(r, n, t, v);
  if (result.ok && v && v->finish)
    v->finish(v->context, r, &result);
  ref_delete(r);
  return result;
}

trace_result trace_replay(mem *m, const network *n, const trace *t, const trace_visitor *v) {
  if (!n->is_timed || t->unit > 0)
    return replay(m, n, t, v);
  trace timed = {.steps = t->steps, .fault = t->fault, .invariant = t->invariant};
  trace_result result = {0};
  result.why = timing_solve(m, n, &timed, &result.step);
  if (!result.why)
    result = replay(m, n, &timed, v);
  vec_free(m, &timed.times);
  return result;
}
