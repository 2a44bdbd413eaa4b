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

beeline_reason polish_around(beeline_check *check, check_item *item, uint64_t expansions, uint64_t memory_limit,
                             bool *is_shorter) {
  check_run run;
  check_choice choice = check->choice;
  choice.reduction = NULL;
  choice.heuristic_count = 0;
  run_open(&run, check, item, &choice, SEARCH_NO_BOUND);
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
