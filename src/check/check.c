#include "check/check.h"

#include "base/clock.h"
#include "check/abstract.h"
#include "check/verdict.h"
#include "check/weights.h"
#include <assert.h>

// How long replaying or writing what was found may continue after a limit or an interrupt.
#define GRACE_SECONDS 2.0

typedef struct {
  mem *memory;
  beeline_check *check;
} handle_job;

static void make_handle(void *argument) {
  handle_job *job = argument;
  beeline_check *check = mem_alloc(job->memory, sizeof *check);
  check->memory = job->memory;
  check->arena = arena_new(job->memory);
  check->diags.memory = check->arena;
  job->check = check;
}

beeline_check *check_handle(beeline_model *model) {
  if (!check_network(model))
    return NULL;
  handle_job job = {.memory = mem_new_within(model->account)};
  mem *runs = mem_new_within(model->account);
  if (!job.memory || !runs || mem_try(job.memory, make_handle, &job) != MEM_OK) {
    mem_delete(job.memory);
    mem_delete(runs);
    return NULL;
  }
  job.check->model = model;
  job.check->runs = runs;
  mem_set_stop(job.memory, check_is_overdue, job.check);
  return job.check;
}

typedef struct {
  beeline_check *check;
  const beeline_options *options;
} prepare_job;

beeline_result check_result_for(const beeline_model *model, const check_question *asked) {
  return (beeline_result){.property_kind = asked->kind,
                          .property_name = asked->name,
                          .property_text = asked->text,
                          .property_at = check_place(asked->at),
                          .is_timed = model->net->is_timed,
                          .verdict = BEELINE_UNDECIDED,
                          .why = asked->why_not,
                          .is_fair = asked->asked.is_fair,
                          .status = BEELINE_EXIT_UNDECIDED};
}

// A search that is named is used for the questions that it answers, and so is a reduction of the network. The others
// that a model asks by itself are left to auto; a question that the user has named, and a search that answers none, are
// errors.
static void choose_for(prepare_job *job, check_item *item) {
  beeline_check *check = job->check;
  const network *n = check->model->net;
  const question *asked = &item->question.asked;
  diags aside = {.memory = check->arena};
  bool is_named = job->options->property_count || job->options->formula_count;
  bool is_auto = choice_is_auto(&check->choice) && !check->choice.cuts;
  item->choice = &check->choice;
  if (item->question.why_not || check_choice_answers(&aside, n, &check->choice, asked))
    return;
  item->choice = &check->otherwise;
  if (is_named || is_auto || check->choice.cost || check->choice.is_fastest ||
      !check_choice_answers(&aside, n, &check->otherwise, asked)) {
    check_choice_answers(&check->diags, n, &check->choice, asked);
    check->status = BEELINE_EXIT_USAGE;
  }
}

bool check_has_question_for(const beeline_check *check, unsigned supports) {
  for (uint32_t i = 0; i < check->items.count; i++)
    if (!(check_needs_of(&check->items.at[i].question.asked) & ~supports))
      return true;
  return false;
}

// Is the search that was named used at all?
static bool is_used(const beeline_check *check) {
  bool is_needed = false;
  for (uint32_t i = 0; i < check->items.count; i++) {
    is_needed |= !check->items.at[i].question.why_not;
    if (!check->items.at[i].question.why_not && check->items.at[i].choice == &check->choice)
      return true;
  }
  return !is_needed;
}

static void prepare(void *argument) {
  prepare_job *job = argument;
  beeline_check *check = job->check;
  const network *n = check->model->net;
  check_questions questions = {0};
  check_parsed parsed = {0};
  if (!check_parse_questions(&check->diags, check->model, job->options, &parsed)) {
    check->status = check_diagnostics_status(&check->diags);
    return;
  }
  if (!check_choose(&check->diags, n, job->options, &check->choice)) {
    check->status = BEELINE_EXIT_USAGE;
    return;
  }
  if (!check_read_terms(&check->diags, check->model, &check->choice)) {
    check->status = check_diagnostics_status(&check->diags);
    return;
  }
  parsed.takes_sets = !choice_is_auto(&check->choice) && check->choice.engine->supports & CHECK_NEED(SETS);
  parsed.keeps_formulas = !(check->choice.engine->supports & CHECK_NEED(ERROR));
  check->otherwise = check_choice_auto(&check->diags, &check->choice);
  if (check->choice.cost)
    check->status = check_read_weights(&check->diags, n, job->options->weights, &check->choice.costs);
  if (check->status != BEELINE_OK)
    return;
  check->status = check_choose_questions(&check->diags, check->model, job->options, &parsed, &questions);
  if (check->status == BEELINE_OK && job->options->abstract)
    check->status = check_make_abstract(check, job->options, &questions);
  for (uint32_t i = 0; i < questions.count; i++) {
    const check_question *q = &questions.at[i];
    check_item item = {.question = *q, .result = check_result_for(check->model, q)};
    if (check->status == BEELINE_OK)
      choose_for(job, &item);
    vec_push(check->memory, &check->items, item);
  }
  if (check->status == BEELINE_OK && !is_used(check)) {
    check_choice_answers(&check->diags, n, &check->choice, &questions.at[0].asked);
    check->status = BEELINE_EXIT_USAGE;
  }
  if (check->status != BEELINE_OK)
    check->items.count = 0; // nothing will be run
}

void check_set_limits(beeline_check *check, const beeline_options *options) {
  check->limits = (check_limits){.max_states = options->max_states,
                                 .progress = options->progress,
                                 .progress_context = options->progress_context,
                                 .progress_seconds = options->progress_seconds > 0 ? options->progress_seconds : 0.5};
  check->time_limit = options->time_limit;
  check->limits.deadline = options->time_limit > 0 ? clock_wall() + options->time_limit : 0; // of preparing
  check->aim = options->aim;
  check->seed = options->seed;
  check->found = options->found;
  check->finished = options->finished;
  check->explain = options->explain;
  check->context = options->context;
}

beeline_check *beeline_check_new(beeline_model *model, const beeline_options *options) {
  static const beeline_options defaults;
  options = options ? options : &defaults;
  beeline_check *check = check_handle(model);
  if (!check)
    return NULL;
  prepare_job job = {.check = check, .options = options};
  check_set_limits(check, options);
  mem_status status = check_try(check, prepare, &job);
  if (status != MEM_OK)
    check->status = check_status_left(check, status);
  return check;
}

void beeline_check_delete(beeline_check *check) {
  if (!check)
    return;
  for (uint32_t i = 0; i < check->items.count; i++)
    shared_end(&check->items.at[i].shared);
  shared_close(&check->shared);
  mem_delete(check->runs);
  mem_delete(check->memory);
}

bool check_is_interrupted(const beeline_check *check) {
  return atomic_load_explicit(&check->stop, memory_order_relaxed) || check_model_is_stopped(check->model);
}

bool check_is_due(void *context) {
  const beeline_check *check = context;
  return check_is_interrupted(check) || (check->limits.deadline > 0 && clock_wall() >= check->limits.deadline);
}

bool check_is_overdue(void *context) {
  beeline_check *check = context;
  if (!check_is_due(check))
    return false;
  double now = clock_wall();
  if (check->due_since <= 0)
    check->due_since = now;
  return now - check->due_since >= GRACE_SECONDS;
}

void check_grant_time(beeline_check *check) { check->due_since = 0; }

mem_status check_try(beeline_check *check, void (*work)(void *argument), void *argument) {
  mem_set_stop(check->memory, check_is_due, check);
  mem_status status = mem_try(check->memory, work, argument);
  mem_set_stop(check->memory, check_is_overdue, check);
  return status;
}

beeline_reason check_reason_left(const beeline_check *check, mem_status status) {
  assert(status != MEM_OK);
  return status == MEM_EXHAUSTED       ? BEELINE_REASON_MEMORY
         : check_is_interrupted(check) ? BEELINE_REASON_INTERRUPTED
                                       : BEELINE_REASON_TIME;
}

beeline_status check_status_left(const beeline_check *check, mem_status status) {
  beeline_reason reason = check_reason_left(check, status);
  return reason == BEELINE_REASON_MEMORY        ? BEELINE_EXIT_MEMORY
         : reason == BEELINE_REASON_INTERRUPTED ? BEELINE_EXIT_INTERRUPTED
                                                : BEELINE_EXIT_TIME;
}

// The greater, the more a user has to know it.
static uint32_t weight_of(beeline_status status) {
  switch (status) {
  case BEELINE_OK:
    return 0;
  case BEELINE_EXIT_UNSUPPORTED:
    return 1;
  case BEELINE_EXIT_INPUT: // a property with an error
    return 3;
  case BEELINE_EXIT_VIOLATED:
    return 4;
  case BEELINE_EXIT_INTERNAL:
    return 5;
  default: // undecided, for whatever reason
    return 2;
  }
}

static beeline_status overall(const beeline_check *check) {
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; i < check->items.count; i++)
    if (weight_of(check->items.at[i].result.status) > weight_of(status))
      status = check->items.at[i].result.status;
  return status;
}

beeline_status beeline_check_run(beeline_check *check) {
  if (!check)
    return BEELINE_EXIT_MEMORY;
  if (check->has_run || check->status != BEELINE_OK)
    return check->status;
  check->has_run = true;
  check->limits.started = check->limits.reported = clock_wall();
  check->limits.deadline = check->time_limit > 0 ? check->limits.started + check->time_limit : 0;
  check_take_turns(check);
  return check->status = overall(check);
}

void beeline_stop(beeline_check *check) {
  if (check)
    atomic_store_explicit(&check->stop, true, memory_order_relaxed);
}

beeline_status beeline_check_status(const beeline_check *check) { return check ? check->status : BEELINE_EXIT_MEMORY; }

bool beeline_check_diagnostic(const beeline_check *check, uint32_t index, beeline_diagnostic *out) {
  return check && check_diagnostic(&check->diags, index, out);
}

const beeline_result *beeline_check_result(const beeline_check *check, uint32_t index) {
  return check && index < check->items.count ? &check->items.at[index].result : NULL;
}

uint32_t beeline_check_current(const beeline_check *check) { return check ? check->current : 0; }

bool beeline_check_preparing(const beeline_check *check, beeline_preparation *out) {
  if (!check || !check->preparing.name)
    return false;
  *out = (beeline_preparation){
      .name = check->preparing.name, .what = check->preparing.what, .count = check->preparing.count};
  return true;
}

const char *beeline_verdict_name(beeline_verdict verdict) {
  static const char *const names[] = {"satisfied", "violated", "undecided"};
  return names[verdict];
}

const char *beeline_reason_name(beeline_reason reason) {
  static const char *const names[] = {NULL,         "time",  "memory",      "states", "interrupted", "lossy",
                                      "incomplete", "fault", "unsupported", "input",  "abstract"};
  return names[reason];
}
