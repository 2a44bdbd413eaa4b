#include "check/check.h"

#include "base/clock.h"
#include "check/watch.h"

// How long one step of a search should take: short enough for limits and interrupts, long enough not to cost anything.
#define STEP_SECONDS 0.01
#define MIN_WORK 16u
#define MAX_WORK (1u << 20)

typedef struct { // what must survive an allocation that fails lies here, not in registers
  beeline_check *check;
  check_item *item;
  mem *memory;
  space *space;
  space *watch; // of a census: sees the errors that are passed
  heuristic *estimates[ENGINE_MOST_ESTIMATES];
  search *search;
  search_status status;
  beeline_reason reason;
  double started, prepared, reported;
} search_run;

static void fill_stats(const search_run *run, beeline_stats *stats) {
  const beeline_check *check = run->check;
  double now = clock_wall();
  stats->load_s = check->model->seconds;
  stats->prepare_s = (run->prepared > 0 ? run->prepared : now) - run->started;
  stats->search_s = run->prepared > 0 ? now - run->prepared : 0;
  stats->total_s = stats->load_s + now - run->started;
  stats->memory_bytes = mem_used(check->model->memory) + mem_used(check->memory) + mem_peak(run->memory);
  if (stats->memory_bytes < mem_peak(check->model->memory))
    stats->memory_bytes = mem_peak(check->model->memory);
  if (!run->search)
    return;
  const search_stats *s = &run->search->stats;
  stats->expanded = s->expanded;
  stats->generated = s->generated;
  stats->stored = s->stored;
  stats->reopened = s->reopened;
  stats->duplicates = s->duplicates;
  stats->open = s->open;
  stats->max_depth = s->max_depth;
  stats->census = s->census;
  stats->bytes_per_state = s->bytes_per_state;
  stats->h_initial = s->h_initial;
}

static beeline_reason limit_reached(const search_run *run, double now) {
  const check_limits *limits = &run->check->limits;
  if (atomic_load_explicit(&run->check->stop, memory_order_relaxed))
    return BEELINE_REASON_INTERRUPTED;
  if (limits->deadline > 0 && now >= limits->deadline)
    return BEELINE_REASON_TIME;
  if (limits->max_states && run->search->stats.stored >= limits->max_states)
    return BEELINE_REASON_STATES;
  return BEELINE_REASON_NONE;
}

static void report_progress(search_run *run, double now) {
  const check_limits *limits = &run->check->limits;
  if (!limits->progress || now - run->reported < limits->progress_seconds)
    return;
  run->reported = now;
  beeline_stats so_far = {0};
  fill_stats(run, &so_far);
  limits->progress(limits->progress_context, &so_far);
}

// Near a limit of states the steps become small, so that it is passed by little.
static uint32_t next_work(const search_run *run, uint32_t work, double seconds) {
  if (seconds < STEP_SECONDS / 2 && work < MAX_WORK)
    work *= 2;
  else if (seconds > STEP_SECONDS * 2 && work > MIN_WORK)
    work /= 2;
  uint64_t limit = run->check->limits.max_states, stored = run->search->stats.stored;
  if (limit && stored < limit && (limit - stored) / 4 < work)
    work = (uint32_t)((limit - stored) / 4) + 1;
  return work;
}

static void search_to_the_end(search_run *run) {
  uint32_t work = next_work(run, MIN_WORK, STEP_SECONDS);
  double now = clock_wall();
  while ((run->reason = limit_reached(run, now)) == BEELINE_REASON_NONE) {
    run->status = run->search->step(run->search, work);
    if (run->status != SEARCH_RUNNING)
      return;
    double before = now;
    now = clock_wall();
    work = next_work(run, work, now - before);
    report_progress(run, now);
  }
}

static void open_estimates(search_run *run) {
  const check_engine *engine = &run->check->engine;
  heuristic_setup about = {.m = run->memory, .net = run->check->model->net, .goal = run->item->goal.search};
  for (uint32_t i = 0; i < engine->heuristic_count; i++) {
    about.keys = engine->heuristic_keys[i];
    run->estimates[i] = engine->heuristics[i]->open(&about);
  }
}

// Are the estimates what the search's promises need?
static bool are_safe(const search_run *run) {
  for (uint32_t i = 0; i < run->check->engine.heuristic_count; i++)
    if (!run->estimates[i]->is_safe)
      return false;
  return true;
}

static bool are_admissible(const search_run *run) {
  for (uint32_t i = 0; i < run->check->engine.heuristic_count; i++)
    if (!run->estimates[i]->is_admissible)
      return false;
  return true;
}

static void prepare_and_search(void *argument) {
  search_run *run = argument;
  const check_engine *engine = &run->check->engine;
  check_goal *goal = &run->item->goal;
  goal->search.condition = goal->condition;
  run->space = space_discrete(run->memory, run->check->model->net, &goal->condition, goal->condition ? 1 : 0);
  if (engine->reduction)
    engine->reduction->apply(run->space, &goal->condition, goal->condition ? 1 : 0);
  if (goal->search.census)
    run->space = run->watch = watch_space(run->memory, run->space);
  open_estimates(run);
  search_setup setup = {.m = run->memory,
                        .space = run->space,
                        .store = engine->store,
                        .goal = goal->search,
                        .estimates = run->estimates,
                        .estimate_count = engine->heuristic_count,
                        .keys = engine->method_keys,
                        .bound = SEARCH_NO_BOUND};
  run->search = engine->method->start(&setup);
  run->prepared = run->reported = clock_wall();
  search_to_the_end(run);
}

// Everything was looked at: what does that mean? A census has passed whatever errors there were.
static void conclude_exhausted(const search_run *run) {
  beeline_result *r = &run->item->result;
  if (!run->search->method->is_complete)
    r->reason = BEELINE_REASON_INCOMPLETE;
  else if (!run->space->is_exact || (run->check->engine.reduction && !run->check->engine.reduction->is_exact) ||
           !run->check->engine.store->is_exact || !are_safe(run))
    r->reason = BEELINE_REASON_LOSSY;
  else if (run->watch && watch_has_seen_errors(run->watch))
    r->reason = BEELINE_REASON_INCOMPLETE;
  else
    r->verdict = BEELINE_SATISFIED;
}

typedef struct {
  search_run *run;
  const char *why_not; // the trace is no execution
} found_job;

static void conclude_found(void *argument) {
  found_job *job = argument;
  search_run *run = job->run;
  beeline_check *check = run->check;
  check_item *item = run->item;
  const search_error *error = &run->search->error;
  vec_reserve(check->memory, &item->trace.steps, error->path.count);
  for (uint32_t i = 0; i < error->path.count; i++)
    vec_push(check->memory, &item->trace.steps, error->path.at[i]);
  item->trace.fault = error->fault;
  item->trace.invariant = item->goal.condition;
  job->why_not = check_verify(check, item);
  if (job->why_not)
    return;
  beeline_result *r = &item->result;
  r->trace_length = trace_length(&item->trace, check->model->net);
  r->trace_cost = error->cost;
  if (r->trace_length != error->cost)
    job->why_not = arena_printf(check->arena, "it has %u steps where the search counted %u", (unsigned)r->trace_length,
                                error->cost);
}

static void internal_error(void *argument) {
  found_job *job = argument;
  diag_add(&job->run->check->diags, DIAG_ERROR, (place){.file = job->run->check->model->file},
           "this is a fault of beeline, not of the model; please report it with the model",
           "internal error: the trace that search '%s' found does not replay: %s", job->run->search->method->name,
           job->why_not);
}

static void conclude(search_run *run) {
  beeline_check *check = run->check;
  beeline_result *r = &run->item->result;
  if (run->status == SEARCH_EXHAUSTED) {
    conclude_exhausted(run);
  } else if (run->status == SEARCH_FOUND) {
    found_job job = {.run = run};
    check_inject(check, check->memory);
    if (mem_try(check->memory, conclude_found, &job) != MEM_OK) {
      r->reason = BEELINE_REASON_MEMORY;
    } else if (job.why_not) {
      mem_try(check->memory, internal_error, &job);
      r->reason = BEELINE_REASON_INCOMPLETE;
      r->status = BEELINE_EXIT_INTERNAL;
    } else {
      r->verdict = BEELINE_VIOLATED;
      r->has_trace = true;
      r->trace_shortest = run->search->method->is_optimal && run->space->is_exact &&
                          (!check->engine.reduction || check->engine.reduction->keeps_lengths) &&
                          run->check->engine.store->is_exact && are_admissible(run);
    }
    if (r->verdict != BEELINE_VIOLATED)
      r->error_kind = r->error_message = NULL;
  } else {
    r->reason = run->reason;
  }
}

static beeline_status status_of(const beeline_result *r) {
  static const beeline_status undecided[] = {
      [BEELINE_REASON_TIME] = BEELINE_EXIT_TIME,        [BEELINE_REASON_MEMORY] = BEELINE_EXIT_MEMORY,
      [BEELINE_REASON_STATES] = BEELINE_EXIT_UNDECIDED, [BEELINE_REASON_INTERRUPTED] = BEELINE_EXIT_INTERRUPTED,
      [BEELINE_REASON_LOSSY] = BEELINE_EXIT_UNDECIDED,  [BEELINE_REASON_INCOMPLETE] = BEELINE_EXIT_UNDECIDED,
  };
  if (r->status == BEELINE_EXIT_INTERNAL)
    return r->status;
  return r->verdict == BEELINE_SATISFIED  ? BEELINE_OK
         : r->verdict == BEELINE_VIOLATED ? BEELINE_EXIT_VIOLATED
                                          : undecided[r->reason];
}

static const char *heuristic_names(beeline_check *check) {
  const check_engine *engine = &check->engine;
  const char *names = engine->heuristics[0]->name;
  for (uint32_t i = 1; i < engine->heuristic_count; i++)
    names = arena_printf(check->arena, "%s+%s", names, engine->heuristics[i]->name);
  return names;
}

void check_search(beeline_check *check, check_item *item) {
  beeline_result *r = &item->result;
  r->verdict = BEELINE_UNDECIDED;
  r->search = check->engine.method->name;
  r->heuristic = heuristic_names(check);
  r->store = check->engine.store->name;
  r->reduce = check->engine.reduction ? check->engine.reduction->name : "";
  uint64_t limit = check->model->memory_limit, taken = mem_used(check->model->memory) + mem_used(check->memory);
  search_run run = {.check = check, .item = item, .started = clock_wall()};
  run.memory = mem_new(taken < limit ? limit - taken : 1);
  if (!run.memory) {
    r->reason = BEELINE_REASON_MEMORY;
    r->status = BEELINE_EXIT_MEMORY;
    return;
  }
  check_inject(check, run.memory);
  if (mem_try(run.memory, prepare_and_search, &run) != MEM_OK) {
    run.status = SEARCH_RUNNING;
    run.reason = BEELINE_REASON_MEMORY;
  }
  fill_stats(&run, &r->stats);
  check->calls_before += mem_calls(run.memory);
  conclude(&run);
  r->status = status_of(r);
  mem_delete(run.memory);
}
