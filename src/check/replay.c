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
  check_question replay = {
      .kind = "replay", .name = arena_string(check->arena, job->file), .text = "the trace is an execution"};
  check_item item = {.question = replay, .result = check_result_for(check->model, &replay)};
  check->is_replay = true;
  check->trace_file = replay.name;
  if (check->model->net->why_not) {
    diag_add(&check->diags, DIAG_UNSUPPORTED, (place){.file = check->model->file}, NULL,
             "traces of this model cannot be replayed: %s", check->model->net->why_not);
    check->status = BEELINE_EXIT_UNSUPPORTED;
    return;
  }
  check->status = BEELINE_EXIT_IO;
  if (!check_can_read(&check->diags, replay.name))
    return;
  check->status = BEELINE_EXIT_INPUT;
  if (!trace_read(check->memory, check->model->net, &check->diags, replay.name, &item.answer))
    return;
  check->status = BEELINE_OK;
  vec_push(check->memory, &check->items, item);
}

// The end that would answer a question without a claim.
static outcome end_of(const question *asked) {
  if (asked->kind == QUESTION_REACH)
    return outcome_reached();
  fault f = asked->errors & ERROR_INVARIANT  ? FAULT_INVARIANT
            : asked->errors & ERROR_DEADLOCK ? FAULT_DEADLOCK
                                             : FAULT_ASSERT;
  return outcome_error(f, NULL);
}

// Is the trace what the answer claims, with its own times or else with any others? *why: why it is not, with its own.
static bool is_answer(beeline_check *check, answer *claimed, const char **why) {
  trace_result result = trace_replay(check->memory, check->model->net, claimed, NULL);
  *why = result.why;
  if (!result.ok && claimed->unit) {
    claimed->unit = 0;
    claimed->times.count = 0;
    result = trace_replay(check->memory, check->model->net, claimed, NULL);
  }
  return result.ok;
}

// A claim accepts lassos, and executions that lead it to a bad state. That an execution stays in its last state for
// ever need not be in the file; and SPIN may have written a step too many after the end of a claim.
static bool is_accepted(beeline_check *check, const answer *t, answer *claimed, const char **why) {
  const char *ignored;
  const outcome cycle = {.kind = OUTCOME_CYCLE}, bad = outcome_error(FAULT_CLAIM, NULL);
  const answer asked = *claimed;
  claimed->end = answer_is_lasso(t) ? cycle : bad;
  if (is_answer(check, claimed, why))
    return true;
  if (answer_is_lasso(t))
    return false;
  *claimed = asked;
  claimed->end = cycle;
  if (is_answer(check, claimed, &ignored))
    return true;
  if (!asked.steps.count || check->model->net->is_timed)
    return false;
  *claimed = asked;
  claimed->end = bad;
  claimed->steps.count--;
  return is_answer(check, claimed, &ignored);
}

// Does the trace answer the question? If not, *why may say why.
static bool ends_in(beeline_check *check, answer *t, const check_question *q, const char **why) {
  const question *asked = &q->asked;
  answer claimed = {.steps = t->steps, .condition = asked->condition, .times = t->times, .unit = t->unit};
  if (q->why_not || (asked->kind != QUESTION_ERROR && asked->kind != QUESTION_REACH && !asked->claim))
    return false;
  if (!question_seeks_condition(asked) && !asked->claim && t->end.kind == OUTCOME_ERROR)
    return question_stops_at(asked, t->end.fault);
  if (asked->claim) {
    claimed.loop_length = t->loop_length;
    claimed.claim = asked->claim;
    claimed.formula = asked->formula;
    claimed.is_fair = asked->is_fair;
  }
  claimed.end = end_of(asked);
  bool is_end = asked->claim ? is_accepted(check, t, &claimed, why) : is_answer(check, &claimed, why);
  if (is_end)
    *t = claimed;
  return is_end;
}

static bool names_questions(const beeline_options *o) {
  return o->property_count || o->invariant_count || o->formula_count;
}

// The question that the trace answers: the first of those asked for, else of the model's properties, that it does. A
// trace that ends in an error needs none.
static void choose_question(replay_job *job) {
  beeline_check *check = job->check;
  check_item *item = &check->items.at[0];
  beeline_options options = *job->options;
  bool is_asked = names_questions(&options);
  options.only_named = true;
  diags aside = {.memory = check->arena};
  check_questions questions = {0};
  const char *why = NULL;
  if (!is_asked && item->answer.end.kind != OUTCOME_OPEN && !answer_is_lasso(&item->answer))
    return;
  beeline_status status =
      check_choose_questions(is_asked ? &check->diags : &aside, check->model, &options, &job->parsed, &questions);
  if (is_asked) // a model without properties is no mistake here
    check->status = status;
  for (uint32_t i = 0; check->status == BEELINE_OK && i < questions.count; i++) {
    if (!ends_in(check, &item->answer, &questions.at[i], i ? &(const char *){NULL} : &why))
      continue;
    item->question = questions.at[i];
    item->result = check_result_for(check->model, &item->question);
    return;
  }
  if (check->status != BEELINE_OK || !is_asked)
    return;
  check->status = BEELINE_EXIT_INPUT;
  diag_add(&check->diags, DIAG_ERROR, (place){.file = check->trace_file}, NULL,
           "the trace does not answer the question: %s%s%s", questions.count ? questions.at[0].text : "",
           why ? "; " : "", why ? why : "");
}

static void work_on(replay_job *job, void (*work)(void *argument)) {
  if (!job->check || job->check->status != BEELINE_OK)
    return;
  mem_status status = check_try(job->check, work, job);
  if (status != MEM_OK)
    job->check->status = check_status_left(job->check, status);
}

static replay_job start(beeline_model *model, const char *trace_file, const beeline_options *options) {
  static const beeline_options defaults;
  replay_job job = {.check = check_handle(model), .file = trace_file, .options = options ? options : &defaults};
  work_on(&job, read_trace);
  return job;
}

static void choose_property(void *argument) {
  replay_job *job = argument;
  if (!check_parse_questions(&job->check->diags, job->check->model, job->options, &job->parsed))
    job->check->status = check_diagnostics_status(&job->check->diags);
  else if (names_questions(job->options) || answer_is_lasso(&job->check->items.at[0].answer))
    choose_question(job);
}

beeline_check *beeline_replay_new(beeline_model *model, const char *trace_file, const beeline_options *options) {
  replay_job job = start(model, trace_file, options);
  work_on(&job, choose_property);
  return job.check;
}

static void choose_search(void *argument) {
  replay_job *job = argument;
  diags *d = &job->check->diags;
  if (!check_parse_questions(d, job->check->model, job->options, &job->parsed))
    job->check->status = check_diagnostics_status(d);
  else if (!check_choose_shortening(d, job->options, &job->check->choice))
    job->check->status = BEELINE_EXIT_USAGE;
  else
    choose_question(job);
}

beeline_check *beeline_shorten_new(beeline_model *model, const char *trace_file, const beeline_options *options) {
  replay_job job = start(model, trace_file, options);
  if (!job.check || job.check->status != BEELINE_OK)
    return job.check;
  job.check->is_shortening = true;
  check_set_limits(job.check, job.options);
  work_on(&job, choose_search);
  return job.check;
}

static void replay(void *argument) {
  replay_job *job = argument;
  beeline_check *check = job->check;
  check_item *item = job->item;
  beeline_result *r = &item->result;
  const char *why_not = check_verify(check, item);
  if (why_not) {
    diag_add(&check->diags, DIAG_ERROR, (place){.file = check->trace_file}, NULL,
             "the trace is not an execution of %s: %s", check->model->file, why_not);
    r->reason = BEELINE_REASON_INCOMPLETE;
    r->status = BEELINE_EXIT_INPUT;
    return;
  }
  bool is_violation = item->answer.claim && !item->question.asked.is_existential;
  bool is_error = item->answer.end.kind == OUTCOME_ERROR || is_violation;
  r->verdict = is_error ? BEELINE_VIOLATED : BEELINE_SATISFIED;
  r->status = is_error ? BEELINE_EXIT_VIOLATED : BEELINE_OK;
  r->has_trace = true;
  r->trace_is_lasso = answer_is_lasso(&item->answer);
  r->trace_loop = answer_loop(&item->answer, check->model->net);
  r->trace_length = answer_length(&item->answer, check->model->net);
  r->trace_cost = (double)r->trace_length;
}

void check_replay(beeline_check *check, check_item *item) {
  replay_job job = {.check = check, .item = item};
  mem_status status = check_try(check, replay, &job);
  if (status == MEM_OK)
    return;
  item->result.reason = check_reason_left(check, status);
  item->result.status = check_status_left(check, status);
}
