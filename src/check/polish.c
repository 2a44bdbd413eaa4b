#include "check/search.h"

#include "trace/filter.h"

typedef struct {
  beeline_check *check;
  check_item *item;
  trace filtered;
} filter_job;

static void filter(void *argument) {
  filter_job *job = argument;
  const trace *t = &job->item->trace;
  job->filtered = (trace){.fault = t->fault, .invariant = t->invariant};
  vec_reserve(job->check->memory, &job->filtered.steps, t->steps.count);
  for (uint32_t i = 0; i < t->steps.count; i++)
    vec_push(job->check->memory, &job->filtered.steps, t->steps.at[i]);
  trace_filter(job->check->memory, job->check->model->net, &job->filtered);
}

bool polish_filter(beeline_check *check, check_item *item) {
  filter_job job = {.check = check, .item = item};
  if (mem_try(check->memory, filter, &job) != MEM_OK)
    return false;
  const trace *t = &job.filtered;
  const char *why_not;
  search_find find = {.steps = t->steps.at, .count = t->steps.count, .fault = t->fault, .cost = SEARCH_NO_BOUND};
  bool is_shorter =
      t->steps.count < item->trace.steps.count && search_try(check, item, &find, &why_not) == SEARCH_TAKEN;
  vec_free(check->memory, &job.filtered.steps);
  return is_shorter;
}

beeline_reason polish_around(beeline_check *check, check_item *item, uint64_t expansions, uint64_t memory_limit,
                             bool *is_shorter) {
  check_run run;
  check_engine engine = check->engine;
  engine.reduction = NULL;
  engine.heuristic_count = 0;
  run_open(&run, check, item, &engine, SEARCH_NO_BOUND);
  run.around = &item->trace;
  run.around_expansions = expansions;
  beeline_reason reason = BEELINE_REASON_NONE;
  *is_shorter = false;
  while (reason == BEELINE_REASON_NONE && !run_is_over(&run))
    reason = run_advance(&run, UINT64_MAX, memory_limit);
  if (!run.is_out_of_memory && run.status == SEARCH_FOUND && run.search->error.cost < item->result.trace_cost &&
      search_is_welcome(&run))
    *is_shorter = search_accept(&run);
  run_close(&run);
  return reason;
}
