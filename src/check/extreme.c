// The greatest or least values of terms. All states are visited. Clock values are distinguished up to a horizon only,
// which is raised until every answer lies within it.
#include "check/verdict.h"

enum { FIRST_HORIZON = 1 << 10, LAST_HORIZON = NET_MAX_TIME };

typedef struct {
  beeline_check *check;
  check_item *item;
  const space *timed;
} answer_job;

static void copy_answer(void *argument) {
  answer_job *job = argument;
  check_item *item = job->item;
  for (uint32_t i = 0; i < item->question.asked.term_count; i++) {
    const space_extreme *e = space_timed_extreme(job->timed, i);
    answer_value value = {e->is_reached, e->is_infinite, e->is_strict, e->value};
    vec_push(job->check->memory, &item->answer.values, value);
  }
}

static void report_answer(void *argument) {
  answer_job *job = argument;
  check_item *item = job->item;
  uint32_t count = item->answer.values.count;
  beeline_value *told = ARENA_ARRAY(job->check->arena, beeline_value, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const answer_value *v = &item->answer.values.at[i];
    told[i] = (beeline_value){.term = item->question.asked.terms[i].text,
                              .is_reached = v->is_reached,
                              .is_infinite = v->is_infinite,
                              .is_strict = v->is_strict,
                              .value = v->value};
  }
  item->result.values = told;
  item->result.value_count = count;
}

static bool is_within_horizon(const check_run *run) {
  for (uint32_t i = 0; i < run->item->question.asked.term_count; i++)
    if (space_timed_extreme(run->timed, i)->is_beyond)
      return false;
  return true;
}

// The search is over, and all answers lie within the horizon.
static void conclude(check_run *run) {
  beeline_result *r = &run->item->result;
  answer_job job = {.check = run->check, .item = run->item, .timed = run->timed};
  r->reason = run_doubt(run);
  if (r->reason == BEELINE_REASON_INCOMPLETE)
    r->reason = BEELINE_REASON_FAULT; // the search is complete, so run-time errors were found on the way
  if (r->reason != BEELINE_REASON_NONE)
    return;
  check_grant_time(run->check);
  mem_status status = mem_try(run->check->memory, copy_answer, &job);
  if (status == MEM_OK)
    status = mem_try(run->check->memory, report_answer, &job);
  if (status != MEM_OK)
    r->reason = check_reason_left(run->check, status);
  else
    r->verdict = BEELINE_SATISFIED;
}

typedef struct {
  check_choice choice;
  check_run run;
  int32_t horizon;
} extreme_work;

static void close_work(beeline_check *check, check_item *item) {
  extreme_work *w = item->work;
  run_close(&w->run);
  verdict_close(check, item);
}

static void open_work(extreme_work *w, beeline_check *check, check_item *item, int32_t horizon) {
  w->horizon = horizon;
  run_open(&w->run, check, item, &w->choice, SEARCH_NO_BOUND);
  w->run.asked = (question){.kind = QUESTION_CENSUS};
  w->run.horizon = horizon;
}

static void choose(void *argument) {
  answer_job *job = argument;
  beeline_check *check = job->check;
  extreme_work *w = job->item->work;
  w->choice = *job->item->choice;
  if (choice_is_auto(&w->choice))
    w->choice = check_choice_named(&check->diags, "bfs", "zero", w->choice.store, NULL);
  w->choice.is_fastest = false; // there is no trace
  verdict_name_choice(job->item, check->arena, &w->choice);
}

// The run has ended. False: the horizon was too low.
static bool is_answered(extreme_work *w, check_item *item, beeline_reason reason) {
  check_run *run = &w->run;
  if (run->is_out_of_memory || run->status != SEARCH_EXHAUSTED) {
    item->result.reason = run->is_out_of_memory ? BEELINE_REASON_MEMORY : reason;
    return true;
  }
  if (is_within_horizon(run)) {
    conclude(run);
    return true;
  }
  if (w->horizon >= LAST_HORIZON)
    item->result.reason = BEELINE_REASON_INCOMPLETE;
  return w->horizon >= LAST_HORIZON;
}

void verdict_extreme(beeline_check *check, check_item *item) {
  answer_job job = {.check = check, .item = item};
  extreme_work *w = verdict_work(check, item, sizeof *w, close_work);
  if (!w)
    return;
  if (!w->horizon) {
    if (mem_try(check->memory, choose, &job) != MEM_OK) {
      item->result.reason = BEELINE_REASON_MEMORY;
      item->stage = ITEM_OVER;
      return;
    }
    open_work(w, check, item, FIRST_HORIZON);
  }
  while (item->stage != ITEM_OVER) {
    beeline_reason reason = BEELINE_REASON_NONE;
    while (reason == BEELINE_REASON_NONE && !run_is_over(&w->run))
      reason = run_advance(&w->run, UINT64_MAX, verdict_memory(check));
    verdict_fill_stats(check, item, &w->run, 1);
    if (verdict_waits(check, reason)) {
      item->held = mem_used(w->run.memory);
      return;
    }
    if (is_answered(w, item, reason)) {
      item->stage = ITEM_OVER;
      return;
    }
    run_close(&w->run);
    item->closed = (beeline_stats){0};
    open_work(w, check, item, w->horizon * 8);
  }
}
