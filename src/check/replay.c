#include "check/check.h"

#include "trace/read.h"
#include "trace/replay.h"

typedef struct {
  beeline_check *check;
  const char *file;
  check_item *item;
  const beeline_options *options;
  check_parsed parsed;
} replay_job;

static void read_trace(void *argument) {
  replay_job *job = argument;
  beeline_check *check = job->check;
  check_goal goal = {
      .kind = "replay", .name = arena_string(check->arena, job->file), .text = "the trace is an execution"};
  check_item item = {.goal = goal, .result = check_result_for(check->model, &goal)};
  check->is_replay = true;
  check->trace_file = goal.name;
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

// Does the trace lead to where the goal is met (or missed)? Its own times count, and then any others.
static bool ends_in(beeline_check *check, trace *t, const check_goal *goal) {
  trace claimed = {.steps = t->steps, .invariant = goal->condition, .times = t->times, .unit = t->unit};
  claimed.fault = goal->condition ? FAULT_INVARIANT : goal->search.deadlocks ? FAULT_DEADLOCK : FAULT_ASSERT;
  if (goal->is_unsupported || goal->extreme)
    return false;
  if (!goal->condition && t->fault != FAULT_NONE)
    return t->fault == FAULT_ASSERT ? goal->search.assertions : t->fault != FAULT_DEADLOCK || goal->search.deadlocks;
  bool is_end = trace_replay(check->memory, check->model->net, &claimed, NULL).ok;
  if (!is_end && t->unit) {
    claimed.unit = 0;
    claimed.times.count = 0;
    is_end = trace_replay(check->memory, check->model->net, &claimed, NULL).ok;
    t->unit = is_end ? 0 : t->unit;
    t->times.count = is_end ? 0 : t->times.count;
  }
  t->fault = is_end ? claimed.fault : t->fault;
  t->invariant = is_end ? claimed.invariant : t->invariant;
  return is_end;
}

static bool names_goals(const beeline_options *o) {
  return o->property_count || o->invariant_count || o->formula_count;
}

// What the trace is made shorter for: the first of the goals asked for, else of the model's own, that it ends in. A
// trace that ends in an error by itself needs none.
static void choose_goal(void *argument) {
  replay_job *job = argument;
  beeline_check *check = job->check;
  check_item *item = &check->items.at[0];
  bool is_asked = names_goals(job->options);
  diags aside = {.memory = check->arena};
  check_goals goals = {0};
  if (!is_asked && item->trace.fault != FAULT_NONE)
    return;
  check->status =
      check_choose_goals(is_asked ? &check->diags : &aside, check->model, job->options, &job->parsed, &goals);
  for (uint32_t i = 0; check->status == BEELINE_OK && i < goals.count; i++) {
    if (!ends_in(check, &item->trace, &goals.at[i]))
      continue;
    item->goal = goals.at[i];
    item->result = check_result_for(check->model, &item->goal);
    return;
  }
  if (check->status != BEELINE_OK || !is_asked)
    return;
  check->status = BEELINE_EXIT_INPUT;
  diag_add(&check->diags, DIAG_ERROR, (place){.file = check->trace_file}, NULL,
           "the trace does not end in what was asked for: %s", goals.count ? goals.at[0].text : "");
}

static void choose_search(void *argument) {
  replay_job *job = argument;
  diags *d = &job->check->diags;
  if (!check_parse_goals(d, job->check->model, job->options, &job->parsed))
    job->check->status = check_diagnostics_status(d);
  else if (!check_choose_shortening(d, job->options, &job->check->engine))
    job->check->status = BEELINE_EXIT_USAGE;
  else
    choose_goal(job);
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
    diag_add(&check->diags, DIAG_ERROR, (place){.file = check->trace_file}, NULL, "this is not an execution of %s: %s",
             check->model->file, why_not);
    r->reason = BEELINE_REASON_INCOMPLETE;
    r->status = BEELINE_EXIT_INPUT;
    return;
  }
  bool is_reached = item->goal.is_reach && item->trace.fault == FAULT_INVARIANT;
  bool is_error = item->trace.fault != FAULT_NONE && !is_reached;
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
