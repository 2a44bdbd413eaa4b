// The interface of the reference interpreter for timed networks.
#include "trace/ref_internal.h"

// One step of a timed network.
static const char *take_timed(reference *r, const net_action *step, fault *f, const net_stmt **at) {
  ref_joint j;
  const char *why = ref_joint_of(r->m, &r->now, step, &j);
  if (!why && j.fault == FAULT_NONE && !ref_all_hold(&r->now, &j.bounds))
    why = "the clocks do not allow this step now";
  if (!why && ref_is_outranked(r->m, &r->now, &j))
    why = "a step of greater priority is possible";
  if (!why && !ref_take_joint(r->m, &r->now, &j, &r->log, f, at))
    why = *f == FAULT_NONE ? "the invariant would not hold after this step" : "the step ends in a run-time error";
  ref_joint_free(r->m, &j);
  if (!why && *f == FAULT_NONE)
    return NULL;
  if (!why) {
    ref_state_free(r->m, &r->log.witness);
    ref_state_copy(r->m, &r->log.witness, &r->now);
  }
  ref_state_assign(r->m, &r->now, &r->before);
  return why;
}

ref_status ref_step_timed(reference *r, const net_action *step, fault *f, const net_stmt **at, const char **why) {
  *why = r->initial != FAULT_NONE  ? "the initialisation ends in a run-time error"
         : r->has_no_initial_state ? "the invariant does not hold at the start"
                                   : take_timed(r, step, f, at);
  vec_push(r->m, &r->log.output, 0);
  if (*why) {
    *f = FAULT_NONE;
    return REF_IMPOSSIBLE;
  }
  if (*f == FAULT_NONE && r->log.assertion) {
    *f = FAULT_ASSERT;
    *at = r->log.assertion;
  }
  return REF_OK;
}

typedef struct timed_listener {
  reference *r;
  ref_listener to;
} timed_listener;

static bool pass_on_if_possible(void *context, ref_joint *j) {
  timed_listener *l = context;
  ref_state trial;
  fault f;
  const net_stmt *at;
  if (ref_is_outranked(l->r->m, &l->r->now, j))
    return true;
  ref_state_copy(l->r->m, &trial, &l->r->now);
  if (ref_take_joint(l->r->m, &trial, j, NULL, &f, &at))
    l->to.visit(l->to.context, &j->by);
  ref_state_free(l->r->m, &trial);
  return true;
}

void ref_possible_timed(reference *r, ref_listener to) {
  timed_listener l = {r, to};
  ref_query q = {.m = r->m, .s = &r->now, .which = REF_AT_ONCE, .found = pass_on_if_possible, .context = &l};
  if (r->initial == FAULT_NONE && !r->has_no_initial_state)
    ref_joints(&q);
}

void ref_set_unit(reference *r, int64_t unit) { r->now.unit = r->before.unit = unit; }

const char *ref_delay(reference *r, int64_t parts) {
  if (r->has_no_initial_state)
    return "the invariant does not hold at the start";
  const char *why = ref_why_no_delay(r->m, &r->now, parts);
  if (!why)
    ref_advance(&r->now, parts);
  return why;
}

void ref_participants_of(mem *m, const ref_state *s, const net_action *step, ref_participants *out) {
  ref_state view = *s;
  ref_joint j = {0};
  if (s->net->is_timed) {
    ref_joint_of(m, &view, step, &j);
    for (uint32_t i = 0; i < j.parts.count; i++)
      vec_push(m, out, j.parts.at[i]);
    ref_joint_free(m, &j);
    return;
  }
  vec_push(m, out, ((ref_participant){step->pid, s->net->edges.at[step->edge]}));
  if (step->partner_edge != NET_ALONE)
    vec_push(m, out, ((ref_participant){step->partner, s->net->edges.at[step->partner_edge]}));
}
