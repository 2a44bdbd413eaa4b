#include "check/check.h"

#include "trace/read.h"

typedef struct {
  beeline_check *check;
  const char *file;
  check_item *item;
  const beeline_options *options;
} replay_job;

static void read_trace(void *argument) {
  replay_job *job = argument;
  beeline_check *check = job->check;
  check_goal goal = {
      .kind = "replay", .name = arena_string(check->arena, job->file), .text = "the trace is an execution"};
  check_item item = {.goal = goal, .result = check_result_for(check->model, &goal)};
  check->is_replay = true;
  check->status = BEELINE_EXIT_IO;
  if (!check_can_read(&check->diags, goal.name))
    return;
  check->status = BEELINE_EXIT_INPUT;
  if (!trace_read(check->memory, check->model->net, &check->diags, goal.name, &item.trace))
    return;
  check->status = BEELINE_OK;
  vec_push(check->memory, &check->items, item);
}

beeline_check *beeline_replay_new(beeline_model *model, const char *trace_file) {
  replay_job job = {.check = check_handle(model), .file = trace_file};
  if (job.check && mem_try(job.check->memory, read_trace, &job) != MEM_OK)
    job.check->status = BEELINE_EXIT_MEMORY;
  return job.check;
}

static void choose_search(void *argument) {
  replay_job *job = argument;
  if (!check_choose_shortening(&job->check->diags, job->options, &job->check->engine))
    job->check->status = BEELINE_EXIT_USAGE;
}

beeline_check *beeline_shorten_new(beeline_model *model, const char *trace_file, const beeline_options *options) {
  static const beeline_options defaults;
  replay_job job = {.check = beeline_replay_new(model, trace_file), .options = options ? options : &defaults};
  if (!job.check || job.check->status != BEELINE_OK)
    return job.check;
  job.check->is_shortening = true;
  check_set_limits(job.check, job.options);
  if (mem_try(job.check->memory, choose_search, &job) != MEM_OK)
    job.check->status = BEELINE_EXIT_MEMORY;
  return job.check;
}

static void replay(void *argument) {
  replay_job *job = argument;
  beeline_check *check = job->check;
  check_item *item = job->item;
  beeline_result *r = &item->result;
  const char *why_not = check_verify(check, item);
  if (why_not) {
    diag_add(&check->diags, DIAG_ERROR, (place){.file = item->goal.name}, NULL, "this is not an execution of %s: %s",
             check->model->file, why_not);
    r->reason = BEELINE_REASON_INCOMPLETE;
    r->status = BEELINE_EXIT_INPUT;
    return;
  }
  bool is_error = item->trace.fault != FAULT_NONE;
  r->verdict = is_error ? BEELINE_VIOLATED : BEELINE_SATISFIED;
  r->status = is_error ? BEELINE_EXIT_VIOLATED : BEELINE_OK;
  r->has_trace = true;
  r->trace_length = trace_length(&item->trace, check->model->net);
  r->trace_cost = (double)r->trace_length;
}

void check_replay(beeline_check *check, check_item *item) {
  replay_job job = {.check = check, .item = item};
  if (mem_try(check->memory, replay, &job) == MEM_OK)
    return;
  item->result.reason = BEELINE_REASON_MEMORY;
  item->result.status = BEELINE_EXIT_MEMORY;
}
