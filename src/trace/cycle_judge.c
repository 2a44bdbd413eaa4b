#include "trace/cycle_judge.h"

#include "trace/ref_internal.h"
#include "trace/timing_loop.h"

void cycle_judge_open(cycle_judge *j, mem *m, const answer *t) {
  *j = (cycle_judge){.m = m, .answer = t};
  word_open(&j->word, m, t->claim, t->formula);
}

void cycle_judge_close(cycle_judge *j) {
  word_close(&j->word);
  if (j->start.net)
    ref_state_free(j->m, &j->start);
}

static void note_mover(void *context, const net_action *step) {
  bool *moves = context;
  moves[step->pid] = true;
  if (step->partner_edge != NET_ALONE)
    moves[step->partner] = true;
}

// A process that cannot move in some state of the loop is not treated unfairly. Inside an atomic sequence nothing is
// said about the others.
static void note_blocked(cycle_judge *j, reference *r) {
  if (ref_now(r)->control != NET_NONE)
    return;
  bool moves[NET_MAX_PROCESSES] = {0};
  ref_possible(r, note_mover, moves);
  for (uint32_t i = 0; i < NET_MAX_PROCESSES; i++)
    j->was_blocked[i] |= !moves[i];
}

void cycle_judge_state(cycle_judge *j, reference *r, uint32_t step) {
  const answer *t = j->answer;
  if (t->loop_length && step == t->steps.count - t->loop_length) {
    j->word.loop = j->word.length;
    ref_state_copy(j->m, &j->start, ref_now(r));
  }
  if (t->claim || t->formula)
    word_read(&j->word, r);
  if (j->start.net && t->is_fair && !j->start.net->is_timed) {
    note_blocked(j, r);
    note_mover(j->has_moved, &t->steps.at[step]);
  }
}

static void note_step(void *context, const net_action *step) {
  (void)step;
  *(bool *)context = true;
}

// The loop of a timed answer can be taken for ever, but need not lead back to the same values of clocks.
static const char *judge_timed_loop(cycle_judge *j, reference *r) {
  if (!ref_states_differ_in_time(&j->start, ref_now(r)))
    return "the loop does not lead back to the locations and variables it begins with";
  timing_repeat repeat = timing_repeat_of(j->m, ref_now(r)->net, j->answer);
  if (repeat.values.m)
    zone_free(&repeat.values);
  j->stops_time = repeat.stops_time;
  return repeat.why_not;
}

static const char *why_not_stay(cycle_judge *j, reference *r) {
  bool can_move = false, stops_time;
  if (ref_now(r)->net->is_timed) {
    const char *why_not = timing_why_not_stay(j->m, j->answer, ref_now(r), &stops_time);
    j->stops_time = stops_time && j->answer->end.kind == OUTCOME_CYCLE;
    return why_not;
  }
  ref_possible(r, note_step, &can_move);
  return can_move ? "the execution need not stay in the last state: a step is possible" : NULL;
}

// The last state, as the word goes on there: a loop leads back to the state it begins in; otherwise the last state is
// repeated.
static const char *end_word(cycle_judge *j, reference *r) {
  const answer *t = j->answer;
  bool is_timed = ref_now(r)->net->is_timed;
  if (t->loop_length && is_timed)
    return judge_timed_loop(j, r);
  if (t->loop_length)
    return ref_states_are_same(&j->start, ref_now(r)) ? NULL : "the loop does not lead back to the state it begins in";
  if (ref_now(r)->control != NET_NONE)
    return "the last state is inside an atomic sequence, where claims are not evaluated";
  const char *why_not = why_not_stay(j, r);
  j->stays = !why_not;
  if (why_not && t->end.kind == OUTCOME_CYCLE)
    return why_not;
  word_read(&j->word, r);
  j->word.loop = j->word.length - 1;
  return NULL;
}

static const char *find_unfairness(const cycle_judge *j, const reference *r) {
  if (!j->answer->is_fair || !j->answer->loop_length || ref_now(r)->net->is_timed)
    return NULL;
  for (uint32_t i = 0; i < ref_now(r)->processes.count; i++)
    if (!j->has_moved[i] && !j->was_blocked[i])
      return "the loop is not weakly fair: a process that can always move never does";
  return NULL;
}

static const char *judge_word(const cycle_judge *j) {
  const answer *t = j->answer;
  const word *w = &j->word;
  bool is_cycle = t->end.kind == OUTCOME_CYCLE;
  if (!t->claim && !t->formula)
    return NULL;
  if (w->loop == w->length)
    return "the loop is inside an atomic sequence, where claims are not evaluated";
  if (is_cycle && t->claim && t->claim->needs_steps && !t->loop_length)
    return "the execution ends, but only infinite ones violate the property";
  if (t->formula && !word_violates(w, t->formula))
    return "the execution satisfies the formula";
  if (t->claim && !(is_cycle ? word_is_accepted(w, t->claim) : word_ends_badly(w, t->claim, j->stays)))
    return is_cycle ? "the claim does not accept the execution" : "the claim does not reach its end in the last state";
  return NULL;
}

const char *cycle_judge_end(cycle_judge *j, reference *r, fault last) {
  if (last != FAULT_NONE && last != FAULT_ASSERT)
    return "the last step ends in another error";
  const char *why = end_word(j, r);
  if (!why)
    why = find_unfairness(j, r);
  return why ? why : judge_word(j);
}
