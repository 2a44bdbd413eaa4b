#include "check/verdict.h"

#include "trace/filter.h"

typedef struct {
  beeline_check *check;
  check_item *item;
  answer filtered;
} filter_job;

static void filter(void *argument) {
  filter_job *job = argument;
  answer_copy(job->check->memory, &job->filtered, &job->item->answer);
  trace_filter(job->check->memory, job->check->model->net, &job->filtered);
}

bool polish_filter(beeline_check *check, check_item *item) {
  filter_job job = {.check = check, .item = item};
  if (check_try(check, filter, &job) != MEM_OK)
    return false;
  const char *why_not;
  beeline_reason reason;
  verdict_find find = {.answer = &job.filtered, .cost = SEARCH_NO_BOUND};
  bool is_shorter = job.filtered.steps.count < item->answer.steps.count &&
                    verdict_try(check, item, &find, &why_not, &reason) == VERDICT_TAKEN;
  answer_free(check->memory, &job.filtered);
  return is_shorter;
}

enum {
  MOST_ROUNDS = 20,
  FEW_ROUNDS = 2, // if there is an effort to keep to
  LONG = 1000,    // steps of a trace: for a shorter one the effort does not matter
  AROUND = 1000,  // effort around a trace, besides four for each of its steps
};

beeline_reason polish_within(beeline_check *check, check_item *item, uint64_t effort, uint64_t memory_limit) {
  beeline_reason reason = BEELINE_REASON_NONE;
  bool is_lasso = answer_is_lasso(&item->answer);
  bool is_shorter = !is_lasso && polish_filter(check, item), goes_on = true;
  uint64_t used = 0;
  for (uint32_t round = 1; goes_on; round++) {
    uint64_t steps = item->answer.steps.count, budget = 4 * steps + AROUND;
    bool is_long = effort && steps > LONG;
    if (is_long && budget > (effort - used) / 2)
      budget = (effort - used) / 2;
    reason = polish_around(check, item, budget, memory_limit, &is_shorter);
    used += is_long && budget < steps ? steps : budget; // it looks at all states of the trace
    goes_on = is_shorter && reason == BEELINE_REASON_NONE && round < MOST_ROUNDS;
    goes_on &= !effort || (round < FEW_ROUNDS && (!is_long || used < effort));
  }
  if (reason == BEELINE_REASON_NONE && is_lasso)
    polish_slide(check, item);
  return reason;
}

beeline_reason polish_around(beeline_check *check, check_item *item, uint64_t expansions, uint64_t memory_limit,
                             bool *is_shorter) {
  check_run run;
  check_choice choice = check->choice;
  choice.reduction = NULL;
  choice.cuts = 0;
  choice.heuristic_count = 0;
  bool is_lasso = answer_is_lasso(&item->answer);
  run_open(&run, check, item, &choice, is_lasso ? (uint32_t)item->result.trace_cost : SEARCH_NO_BOUND);
  run.around = &item->answer;
  run.around_expansions = expansions;
  beeline_reason reason = BEELINE_REASON_NONE;
  *is_shorter = false;
  while (reason == BEELINE_REASON_NONE && !run_is_over(&run))
    reason = run_advance(&run, UINT64_MAX, memory_limit);
  if (!run.is_out_of_memory && run.status == SEARCH_FOUND && run.search->found.cost < item->result.trace_cost &&
      verdict_is_welcome(&run))
    *is_shorter = verdict_accept(&run);
  run_close(&run);
  return reason;
}
