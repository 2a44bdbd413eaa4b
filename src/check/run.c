#include "check/run.h"

#include "abstraction/abstraction.h"
#include "base/clock.h"
#include "check/watch.h"
#include "facts/facts.h"
#include "search/lasso_around.h"
#include "search/neighbourhood.h"
#include "space/product.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

// How long one step of a search should take: short enough for limits and interrupts, long enough to cost nothing.
#define STEP_SECONDS 0.01
#define MIN_WORK 1u
#define MAX_WORK (1u << 20)

void run_open(check_run *run, beeline_check *check, check_item *item, const check_choice *choice, uint32_t bound) {
  *run = (check_run){.check = check, .item = item, .choice = *choice, .bound = bound, .pace = MIN_WORK};
  run->asked = item->question.asked;
  run->choice.reduction = check_choice_reduction(choice, &run->asked);
  run->choice.cuts = check_choice_cuts(choice, &run->asked);
}

// Runs follow one another, so of their memory the maximum counts.
static void keep_stats(const check_run *run) {
  beeline_stats *closed = &run->item->closed;
  uint64_t most = closed->memory_bytes;
  closed->memory_bytes = 0;
  run_add_stats(run, closed);
  if (closed->memory_bytes < most)
    closed->memory_bytes = most;
}

void run_close(check_run *run) {
  if (!run->memory)
    return;
  keep_stats(run);
  mem_delete(run->memory);
  run->memory = NULL;
  run->search = NULL;
}

typedef struct {
  check_run *run;
  net_action step; // the next one
  uint8_t *state;  // the state reached so far
  uint32_t size;
  bool is_start, is_found;
} walk;

static bool take_step(void *context, const successor *next) {
  walk *w = context;
  if (!next->state || (!w->is_start && !net_is_same_action(&next->by, &w->step)))
    return true;
  w->state = mem_realloc(w->run->memory, w->state, next->size);
  memcpy(w->state, next->state, next->size);
  w->size = next->size;
  w->is_found = true;
  return false;
}

// The space that traces are steps of: of a product, that of the model.
static space *space_of_model(const check_run *run) { return run->view->asked.claim ? run->space->inner : run->space; }

// Finds the states of the trace where the search starts and that it is directed at. Where a step has several successors
// (parts of a zone, because of priorities) the first may be the wrong one: then returns false.
static bool walk_along(check_run *run) {
  walk w = {.run = run, .is_start = true};
  space *model = space_of_model(run);
  assert(model == run->space || (!run->from_step && !run->is_target));
  model->initial(model, take_step, &w);
  w.is_start = false;
  for (uint32_t i = 0; i < run->to_step; i++) {
    if (i == run->from_step && i > 0)
      run->elsewhere = space_from(run->memory, run->space, w.state, w.size);
    uint8_t *before = mem_alloc(run->memory, w.size);
    memcpy(before, w.state, w.size);
    w.step = run->along->steps.at[i];
    w.is_found = false;
    model->expand(model, before, w.size, take_step, &w);
    mem_free(run->memory, before);
    if (!w.is_found)
      return false;
  }
  run->known = w.state;
  run->known_size = w.size;
  if (run->is_target)
    run->asked = (question){.kind = QUESTION_STATE, .target = w.state, .target_size = w.size};
  return true;
}

static void explain(const check_run *run, const heuristic *h) {
  char line[512];
  if (!h->note || !run->check->explain)
    return;
  snprintf(line, sizeof line, "heuristic %s: %s", h->kind->name, h->note);
  run->check->explain(run->check->context, line);
}

// Must states that may be deadlocks of the original be told from others? An abstract model does not show them. What
// estimates and reductions know about its own deadlocks is of no use then.
static bool marks_deadlocks(const check_run *run) {
  const abstraction *a = run->item->question.abstract;
  return a && abstraction_needs_space(a);
}

static void open_estimates(check_run *run) {
  const check_choice *choice = &run->choice;
  shared_view *view = run->view;
  heuristic_setup about = {.m = run->memory, .net = view->net, .asked = run->asked, .facts = view->facts};
  about.progress = &run->check->preparing;
  if (run->known)
    about.known = space_of_model(run)->view(space_of_model(run), run->known, run->known_size);
  for (uint32_t i = 0; i < choice->heuristic_count; i++) {
    const heuristic_kind *kind = marks_deadlocks(run) ? &heuristic_zero : choice->heuristics[i];
    bool is_usual = !run->is_target && kind->uses_tasks;
    about.tasks = is_usual ? shared_tasks(&run->item->shared, view) : NULL;
    about.databases = run->is_target ? NULL : shared_databases(&run->item->shared);
    about.keys = choice->heuristic_keys[i];
    about.term = choice->heuristic_terms[i];
    run->check->preparing = (heuristic_progress){.name = kind->name};
    run->estimates[i] = kind->open(&about);
    explain(run, run->estimates[i]);
  }
}

// The conditions that are evaluated in states.
static expr *const *watched(question *q, uint32_t *count) {
  *count = q->claim ? q->claim->atoms.count : q->condition ? 1 : 0;
  return q->claim ? q->claim->atoms.at : &q->condition;
}

// A user's own estimate may read variables that the model only writes.
static bool has_term(const check_choice *choice) {
  for (uint32_t i = 0; i < choice->heuristic_count; i++)
    if (choice->heuristic_terms[i])
      return true;
  return false;
}

static space *open_space(check_run *run, mem *m) {
  question *q = &run->view->asked;
  uint32_t count;
  expr *const *conditions = watched(q, &count);
  space_setup setup = {.net = run->view->net,
                       .conditions = conditions,
                       .condition_count = count,
                       .terms = q->terms,
                       .term_count = q->term_count,
                       .is_least = q->is_least};
  setup.leaves_out_unread = (q->kind == QUESTION_ERROR || q->kind == QUESTION_REACH) && !has_term(&run->choice);
  space_options options = {.deadlocks = question_seeks_deadlock(&run->asked),
                           .for_claim = q->claim != NULL,
                           .fastest = run->choice.is_fastest,
                           .horizon = run->horizon};
  space *opened = space_open(m, shared_code(&run->item->shared, run->view, &setup), &options);
  return opened;
}

// NULL: no step is left out.
static space *reduce(check_run *run, space *opened) {
  if (!run->choice.reduction || marks_deadlocks(run))
    return NULL;
  uint32_t count;
  expr *const *conditions = watched(&run->view->asked, &count);
  return run->choice.reduction->apply(opened, run->view->facts, conditions, count);
}

// The space of the model, as the search sees it.
static void open_spaces(check_run *run) {
  space *opened = open_space(run, run->memory), *smaller = reduce(run, opened);
  run->timed = run->view->net->is_timed ? opened : NULL;
  run->is_reduced = smaller != NULL;
  run->space = smaller ? smaller : opened;
  if (marks_deadlocks(run))
    run->space = abstraction_space(run->memory, run->item->question.abstract, opened);
}

void run_trim(check_run *run, mem *m, answer *found) {
  space *again = open_space(run, m);
  run->choice.reduction->trim(run->space, again, found);
  again->close(again);
}

static search *start_around(const check_run *run, const search_setup *setup) {
  const answer *a = run->around;
  return answer_is_lasso(a) ? lasso_around_start(setup, a, run->around_expansions)
                            : neighbourhood_start(setup, a->steps.at, a->steps.count, run->around_expansions);
}

static shared_view *network_for(beeline_check *check, check_item *item, unsigned cuts) {
  return shared_network(&check->shared, &item->shared, check->model->net, &item->question.asked, cuts);
}

static void tell_network(check_run *run) {
  const reduced *r = run->view->reduced;
  shared_view *asked_for = &run->item->shared.views[run->choice.cuts];
  char line[160];
  if (!run->choice.cuts || asked_for->is_told || !run->check->explain)
    return;
  asked_for->is_told = true;
  if (r)
    snprintf(line, sizeof line, "reduce: %u automata and variables are left out, %u of them safe", r->left_out,
             r->safe);
  else
    snprintf(line, sizeof line, "reduce: no automaton or variable can be left out");
  run->check->explain(run->check->context, line);
}

// A run along or around a trace works on the network that the trace is of.
static void choose_network(check_run *run) {
  assert(!run->choice.cuts || (!run->along && !run->around));
  run->view = network_for(run->check, run->item, marks_deadlocks(run) ? 0 : run->choice.cuts);
  if (run->view->reduced)
    run->asked = run->view->asked;
  tell_network(run);
}

static void prepare(void *argument) {
  check_run *run = argument;
  const check_choice *choice = &run->choice;
  run->check->preparing = (heuristic_progress){.name = "the model"};
  choose_network(run);
  const question *asked = &run->view->asked;
  open_spaces(run);
  if (asked->claim)
    run->space = space_product(run->memory, run->space, asked->claim, asked->is_fair);
  if (run->asked.kind == QUESTION_CENSUS)
    run->space = run->watch = watch_space(run->memory, run->space);
  if (run->along && !walk_along(run)) {
    assert(run->check->model->net->orders_steps && "the trace was replayed");
    run->status = SEARCH_EXHAUSTED;
    return;
  }
  open_estimates(run);
  search_setup setup = {.m = run->memory,
                        .space = run->elsewhere ? run->elsewhere : run->space,
                        .store = choice->store,
                        .asked = run->asked,
                        .estimates = run->estimates,
                        .estimate_count = choice->heuristic_count,
                        .keys = choice->method_keys,
                        .bound = run->bound,
                        .seed = run->check->seed,
                        .facts = run->view->facts,
                        .costs = choice->cost ? &choice->costs : NULL,
                        .ends_at_first = run->ends_at_first};
  run->check->preparing.name = NULL;
  run->search = run->around ? start_around(run, &setup) : choice->method->start(&setup);
}

static void step(void *argument) {
  check_run *run = argument;
  run->status = run->search->step(run->search, run->work);
}

static void report_progress(const check_run *run, double now) {
  check_limits *limits = &run->check->limits;
  if (!limits->progress || now - limits->reported < limits->progress_seconds)
    return;
  limits->reported = now;
  beeline_stats so_far = {.search_s = check_seconds(run->item)};
  run_add_stats(run, &so_far);
  so_far.stored += limits->stored_elsewhere;
  so_far.memory_bytes = mem_used(run->check->model->account); // as the states: of all runs
  so_far.total_s = run->check->model->seconds + now - limits->started;
  limits->progress(limits->progress_context, &so_far);
}

// For mem_set_stop(): between the steps of a search, run_advance() reports progress; while something is prepared, this
// does.
static bool is_due(void *context) {
  const check_run *run = context;
  if (run->check->preparing.name)
    report_progress(run, clock_wall());
  return check_is_due(run->check);
}

// Work that allocates from the memories of what is shared, and from the run's own.
typedef struct {
  check_run *run;
  void (*work)(void *argument);
  mem *const *left; // memories still to be entered; ends with NULL
  mem_status status;
} trial;

static void enter(void *argument) {
  trial *t = argument;
  if (!*t->left) {
    t->work(t->run);
    return;
  }
  trial inner = {.run = t->run, .work = t->work, .left = t->left + 1};
  mem_status status = mem_try(*t->left, enter, &inner);
  t->status = status != MEM_OK ? status : inner.status;
}

static mem_status try_in_memory(check_run *run, void (*work)(void *argument)) {
  mem *const memories[] = {run->check->shared.memory, run->item->shared.memory, run->memory, NULL};
  trial t = {.run = run, .work = work, .left = memories};
  mem_set_stop(run->check->shared.memory, is_due, run);
  enter(&t);
  mem_set_stop(run->check->shared.memory, check_is_due, run->check);
  run->check->preparing.name = NULL; // also if it was not finished
  run->is_out_of_memory = t.status == MEM_EXHAUSTED;
  return t.status;
}

typedef struct {
  beeline_check *check;
  check_item *item;
  unsigned cuts;
  const reduced *found;
} look_job;

static void look(void *argument) {
  look_job *job = argument;
  job->found = network_for(job->check, job->item, job->cuts)->reduced;
}

static void look_in_memory(void *argument) {
  look_job *job = argument;
  mem_try(job->item->shared.memory, look, job);
}

uint32_t run_left_out(beeline_check *check, check_item *item, unsigned cuts) {
  check_choice choice = {.cuts = cuts};
  look_job job = {.check = check, .item = item, .cuts = check_choice_cuts(&choice, &item->question.asked)};
  mem_try(check->shared.memory, look_in_memory, &job);
  return job.found ? job.found->left_out : 0;
}

static void set_memory_limit(check_run *run, uint64_t limit) {
  mem *shared = run->check->shared.memory;
  mem_set_limit(run->memory, limit);
  mem_set_limit(shared, mem_used(shared) + limit);
}

// False if there was no memory, or preparing was stopped.
static bool is_prepared(check_run *run, uint64_t memory_limit) {
  if (run->memory) {
    set_memory_limit(run, memory_limit);
    return true;
  }
  double started = clock_wall();
  run->memory = mem_new_within(run->check->runs);
  run->is_out_of_memory = !run->memory;
  if (run->is_out_of_memory)
    return false;
  set_memory_limit(run, memory_limit);
  mem_set_stop(run->memory, is_due, run);
  mem_status status = try_in_memory(run, prepare);
  run->prepare_s = clock_wall() - started;
  return status == MEM_OK;
}

static void adapt_pace(check_run *run, double seconds) {
  if (seconds < STEP_SECONDS / 2 && run->pace < MAX_WORK)
    run->pace *= 2;
  else if (seconds > STEP_SECONDS * 2 && run->pace > MIN_WORK)
    run->pace /= 2;
}

static uint64_t stored_by_all(const check_run *run) {
  return run->check->limits.stored_elsewhere + (run->search ? run->search->stats.stored : 0);
}

// Close to the limit of states the steps become small, so that it is exceeded by little.
static uint32_t next_work(const check_run *run, uint64_t left) {
  uint64_t work = run->pace < left ? run->pace : left;
  uint64_t limit = run->check->limits.max_states, stored = stored_by_all(run);
  if (limit && stored < limit && (limit - stored) / 4 < work)
    work = (limit - stored) / 4 + 1;
  return (uint32_t)work;
}

static beeline_reason limit_reached(const check_run *run, double now) {
  const check_limits *limits = &run->check->limits;
  if (check_is_interrupted(run->check))
    return BEELINE_REASON_INTERRUPTED;
  if ((limits->deadline > 0 && now >= limits->deadline) || (limits->turn_end > 0 && now >= limits->turn_end))
    return BEELINE_REASON_TIME;
  if (limits->max_states && !run->is_settling && stored_by_all(run) >= limits->max_states)
    return BEELINE_REASON_STATES;
  return BEELINE_REASON_NONE;
}

// The limit of states was reached: the trace of an error that was seen is still worked out.
static bool can_settle(check_run *run) {
  search *s = run->search;
  run->is_settling = s->settle && s->settle(s);
  return run->is_settling;
}

beeline_reason run_advance(check_run *run, uint64_t work, uint64_t memory_limit) {
  if (!is_prepared(run, memory_limit) && !run->is_out_of_memory)
    return limit_reached(run, clock_wall());
  if (!run->search)
    return BEELINE_REASON_NONE;
  double now = clock_wall();
  beeline_reason reason = limit_reached(run, now);
  for (uint64_t done = 0; reason == BEELINE_REASON_NONE && done < work; done += run->work) {
    run->work = next_work(run, work - done);
    mem_status status = try_in_memory(run, step);
    if (status == MEM_STOPPED) // in the middle of a step: the search cannot go on
      return limit_reached(run, clock_wall());
    if (status != MEM_OK || run->status != SEARCH_RUNNING)
      return BEELINE_REASON_NONE;
    double before = now;
    now = clock_wall();
    adapt_pace(run, now - before);
    report_progress(run, now);
    reason = limit_reached(run, now);
    if (reason == BEELINE_REASON_STATES && can_settle(run))
      reason = BEELINE_REASON_NONE;
  }
  return reason;
}

void run_lower_bound(check_run *run, uint32_t bound) {
  if (bound >= run->bound || (run->search && !run->search->lower_bound))
    return;
  run->bound = bound;
  if (run->search)
    run->search->lower_bound(run->search, bound);
}

static bool are_safe(const check_run *run) {
  for (uint32_t i = 0; i < run->choice.heuristic_count; i++)
    if (!run->estimates[i]->is_safe)
      return false;
  return true;
}

static bool are_admissible(const check_run *run) {
  for (uint32_t i = 0; i < run->choice.heuristic_count; i++)
    if (!run->estimates[i]->is_admissible)
      return false;
  return true;
}

beeline_reason run_missed(const check_run *run) {
  const check_choice *choice = &run->choice;
  if (run->around || !choice->method->is_complete || run->search->is_incomplete)
    return BEELINE_REASON_INCOMPLETE;
  bool is_exact =
      run->space->is_exact && choice->store->is_exact && (!choice->reduction || choice->reduction->is_exact);
  bool may_prune = choice->method->uses_estimate && !choice->method->only_orders;
  return is_exact && (!may_prune || are_safe(run)) ? BEELINE_REASON_NONE : BEELINE_REASON_LOSSY;
}

// A census does not stop at errors.
beeline_reason run_doubt(const check_run *run) {
  return run->watch && watch_has_seen_errors(run->watch) ? BEELINE_REASON_INCOMPLETE : run_missed(run);
}

bool run_is_optimal(const check_run *run) {
  const check_choice *choice = &run->choice;
  return !run->around && !run->is_target && choice->method->is_optimal && run->space->is_exact &&
         choice->store->is_exact && (!choice->reduction || choice->reduction->keeps_lengths) &&
         (!choice->method->uses_estimate || choice->method->only_prunes || are_admissible(run));
}

bool run_proves_shortest(const check_run *run, double cost) {
  return run_doubt(run) == BEELINE_REASON_NONE && run_is_optimal(run) && cost <= run->bound;
}

// How a statistic is combined over several runs.
#define OVER_RUNS_SUM(so_far, more) ((so_far) + (more))
#define OVER_RUNS_MOST(so_far, more) ((so_far) > (more) ? (so_far) : (more))
#define OVER_RUNS_LAST(so_far, more) (more)
#define OVER_RUNS_ESTIMATE(so_far, more) ((more) == HEURISTIC_DEAD_END ? -1 : (more))
#define ADD_STATISTIC(type, name, runs, json, phrase) stats->name = OVER_RUNS_##runs(stats->name, s->name);

void run_add_stats(const check_run *run, beeline_stats *stats) {
  if (run->memory)
    stats->memory_bytes += mem_peak(run->memory);
  stats->prepare_s += run->prepare_s;
  if (!run->search)
    return;
  const search_stats *s = &run->search->stats;
  BEELINE_STATISTICS(ADD_STATISTIC, BEELINE_STATISTIC_SKIP)
}
