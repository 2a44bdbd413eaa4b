#include "check/search.h"

#include "base/clock.h"
#include "trace/read.h"

static const char *heuristic_names(arena *memory, const check_engine *engine) {
  const char *names = engine->heuristics[0]->name;
  for (uint32_t i = 1; i < engine->heuristic_count; i++)
    names = arena_printf(memory, "%s+%s", names, engine->heuristics[i]->name);
  return names;
}

void search_name_engine(check_item *item, arena *memory, const check_engine *engine) {
  beeline_result *r = &item->result;
  r->search = engine->method->name;
  r->heuristic = heuristic_names(memory, engine);
  r->store = engine->store->name;
  r->reduce = engine->reduction ? engine->reduction->name : "";
  r->cost = engine->cost;
}

typedef struct {
  beeline_check *check;
  check_item *item;
  const search_find *find;
  trace replayed;
  beeline_result result;
  const char *why_not; // the trace is no execution
} found_job;

// Time as spaces count it: 2t, or 2t + 1 where it is more than t, but less than t + 1.
static uint64_t half_units(const trace *t) {
  int64_t end = t->unit ? t->times.at[t->times.count - 1] : 0, unit = t->unit ? t->unit : 1;
  return 2 * (uint64_t)(end / unit) + (end % unit != 0);
}

// The time of a trace cannot be less than the search has counted. It may be more: until what was looked for in the last
// state comes about.
static const char *count_time(arena *memory, const search_find *find, const check_item *item) {
  if (find->cost == SEARCH_NO_BOUND || half_units(&item->trace) >= find->cost)
    return NULL;
  return arena_printf(memory, "it takes %g units of time where the search counted %g", item->result.trace_time,
                      find->cost / 2.0);
}

// The length and the cost, both counted from the steps, must be what the search has counted.
static const char *count_cost(arena *memory, const network *n, const search_find *find, check_item *item) {
  beeline_result *r = &item->result;
  r->trace_length = trace_length(&item->trace, n);
  r->trace_cost = (double)r->trace_length;
  if (find->engine && find->engine->is_fastest)
    return count_time(memory, find, item);
  if (find->cost != SEARCH_NO_BOUND && r->trace_length != find->cost)
    return arena_printf(memory, "it has %u steps where the search counted %u", (unsigned)r->trace_length, find->cost);
  if (!find->weight)
    return NULL;
  const double *counted = find->weight->part;
  cost_value cost = cost_of_path(&find->engine->costs, item->trace.steps.at, item->trace.steps.count);
  r->trace_cost = cost.part[0];
  r->trace_cost_second = cost.part[1];
  if (cost.part[0] == counted[0] && cost.part[1] == counted[1])
    return NULL;
  return arena_printf(memory, "it costs %g,%g where the search counted %g,%g", cost.part[0], cost.part[1], counted[0],
                      counted[1]);
}

// The item keeps what it had until the new trace is replayed.
static void replay_found(void *argument) {
  found_job *job = argument;
  beeline_check *check = job->check;
  const search_find *find = job->find;
  check_item candidate = {.goal = job->item->goal, .result = job->item->result};
  vec_reserve(check->memory, &candidate.trace.steps, find->count);
  for (uint32_t i = 0; i < find->count; i++)
    vec_push(check->memory, &candidate.trace.steps, find->steps[i]);
  candidate.trace.fault = find->fault;
  candidate.trace.invariant = candidate.goal.condition;
  if (find->engine && find->engine->is_fastest && find->cost != SEARCH_NO_BOUND)
    candidate.trace.deadline = find->cost + 1;
  if (find->engine)
    search_name_engine(&candidate, check->arena, find->engine);
  job->why_not = check_verify(check, &candidate);
  job->replayed = candidate.trace;
  if (job->why_not)
    return;
  job->why_not = count_cost(check->arena, check->model->net, find, &candidate);
  job->result = candidate.result;
}

beeline_verdict search_verdict_of_absence(const check_item *item) {
  return item->goal.is_reach ? BEELINE_VIOLATED : BEELINE_SATISFIED;
}

static bool is_what_was_looked_for(const check_item *item, fault f) {
  return item->goal.is_reach && f == FAULT_INVARIANT;
}

// A model that goes wrong has not answered whether something can be reached.
static void judge_trace(check_item *item) {
  beeline_result *r = &item->result;
  r->verdict = !item->goal.is_reach                              ? BEELINE_VIOLATED
               : is_what_was_looked_for(item, item->trace.fault) ? BEELINE_SATISFIED
                                                                 : BEELINE_UNDECIDED;
  r->reason = r->verdict == BEELINE_UNDECIDED ? BEELINE_REASON_FAULT : BEELINE_REASON_NONE;
}

bool search_is_welcome(const check_run *run) {
  const check_item *item = run->item;
  return !is_what_was_looked_for(item, item->trace.fault) || is_what_was_looked_for(item, run->search->error.fault);
}

search_verdict search_try(beeline_check *check, check_item *item, const search_find *find, const char **why_not) {
  found_job job = {.check = check, .item = item, .find = find};
  check_inject(check, check->memory);
  if (mem_try(check->memory, replay_found, &job) != MEM_OK)
    return SEARCH_NO_MEMORY;
  *why_not = job.why_not;
  if (job.why_not) {
    trace_free(check->memory, &job.replayed);
    return SEARCH_NO_EXECUTION;
  }
  trace_free(check->memory, &item->trace);
  item->trace = job.replayed;
  item->result = job.result;
  judge_trace(item);
  item->result.has_trace = true;
  item->result.trace_shortest = item->result.trace_fastest = false;
  return SEARCH_TAKEN;
}

typedef struct {
  const check_run *run;
  const char *why_not;
} internal_job;

static void internal_error(void *argument) {
  internal_job *job = argument;
  beeline_check *check = job->run->check;
  diag_add(&check->diags, DIAG_ERROR, (place){.file = check->model->file},
           "this is a fault of beeline, not of the model; please report it with the model",
           "internal error: the trace that search '%s' found does not replay: %s", job->run->search->method->name,
           job->why_not);
}

bool search_accept(check_run *run) {
  beeline_check *check = run->check;
  check_item *item = run->item;
  const search_error *error = &run->search->error;
  search_find find = {.steps = error->path.at, .count = error->path.count, .fault = error->fault, .cost = error->cost};
  find.engine = run->around ? NULL : &run->engine;
  find.weight = find.engine && find.engine->cost ? &error->weight : NULL;
  internal_job job = {.run = run};
  switch (search_try(check, item, &find, &job.why_not)) {
  case SEARCH_TAKEN:
    item->result.trace_shortest = run_is_optimal(run) && !run->engine.cost && !run->engine.is_fastest;
    item->result.trace_cheapest = run_is_optimal(run) && run->engine.cost;
    item->result.trace_fastest =
        run_is_optimal(run) && run->engine.is_fastest && half_units(&item->trace) == error->cost;
    return true;
  case SEARCH_NO_MEMORY:
    if (!item->result.has_trace)
      item->result.reason = BEELINE_REASON_MEMORY;
    return false;
  default:
    mem_try(check->memory, internal_error, &job);
    item->result = check_result_for(check->model, &item->goal);
    item->result.reason = BEELINE_REASON_INCOMPLETE;
    item->result.status = BEELINE_EXIT_INTERNAL;
    return false;
  }
}

void search_tell(beeline_check *check, const check_item *item) {
  if (check->found)
    check->found(check->context, check, (uint32_t)(item - check->items.at));
}

uint64_t search_memory(const beeline_check *check) {
  uint64_t limit = check->model->memory_limit, taken = mem_used(check->model->memory) + mem_used(check->memory);
  return taken < limit ? limit - taken : 1;
}

void search_fill_stats(beeline_check *check, check_item *item, const check_run *runs, uint32_t count) {
  beeline_stats *stats = &item->result.stats;
  *stats = check->closed;
  stats->load_s = check->model->seconds;
  for (uint32_t i = 0; i < count; i++)
    run_add_stats(&runs[i], stats);
  double seconds = clock_wall() - check->limits.started;
  stats->search_s = seconds > stats->prepare_s ? seconds - stats->prepare_s : 0;
  stats->total_s = stats->load_s + seconds;
  stats->memory_bytes += mem_used(check->model->memory) + mem_used(check->memory);
  if (stats->memory_bytes < mem_peak(check->model->memory))
    stats->memory_bytes = mem_peak(check->model->memory);
}

static void conclude(check_run *run, beeline_reason reason) {
  beeline_result *r = &run->item->result;
  if (run->is_out_of_memory) {
    r->reason = BEELINE_REASON_MEMORY;
  } else if (run->status == SEARCH_FOUND) {
    if (search_accept(run))
      search_tell(run->check, run->item);
  } else if (run->status == SEARCH_EXHAUSTED) {
    r->reason = run_doubt(run);
    if (r->reason == BEELINE_REASON_NONE)
      r->verdict = search_verdict_of_absence(run->item);
  } else {
    r->reason = reason;
  }
}

static void search_alone(beeline_check *check, check_item *item) {
  check_run run;
  run_open(&run, check, item, &check->engine, SEARCH_NO_BOUND);
  beeline_reason reason = BEELINE_REASON_NONE;
  while (reason == BEELINE_REASON_NONE && !run_is_over(&run))
    reason = run_advance(&run, UINT64_MAX, search_memory(check));
  search_fill_stats(check, item, &run, 1);
  conclude(&run, reason);
  run_close(&run);
}

static beeline_status status_of(const beeline_result *r) {
  static const beeline_status undecided[] = {
      [BEELINE_REASON_TIME] = BEELINE_EXIT_TIME,        [BEELINE_REASON_MEMORY] = BEELINE_EXIT_MEMORY,
      [BEELINE_REASON_STATES] = BEELINE_EXIT_UNDECIDED, [BEELINE_REASON_INTERRUPTED] = BEELINE_EXIT_INTERRUPTED,
      [BEELINE_REASON_LOSSY] = BEELINE_EXIT_UNDECIDED,  [BEELINE_REASON_INCOMPLETE] = BEELINE_EXIT_UNDECIDED,
      [BEELINE_REASON_FAULT] = BEELINE_EXIT_UNDECIDED,  [BEELINE_REASON_UNSUPPORTED] = BEELINE_EXIT_UNSUPPORTED,
  };
  if (r->status == BEELINE_EXIT_INTERNAL)
    return r->status;
  return r->verdict == BEELINE_SATISFIED  ? BEELINE_OK
         : r->verdict == BEELINE_VIOLATED ? BEELINE_EXIT_VIOLATED
                                          : undecided[r->reason];
}

typedef struct {
  beeline_check *check;
  check_item *item;
} name_job;

static void name_engine(void *argument) {
  name_job *job = argument;
  search_name_engine(job->item, job->check->arena, &job->check->engine);
}

void check_search(beeline_check *check, check_item *item) {
  item->goal.search.condition = item->goal.condition;
  check->closed = (beeline_stats){0};
  name_job job = {.check = check, .item = item};
  if (item->goal.is_unsupported)
    item->result.reason = BEELINE_REASON_UNSUPPORTED;
  else if (mem_try(check->memory, name_engine, &job) != MEM_OK)
    item->result.reason = BEELINE_REASON_MEMORY;
  else if (item->goal.extreme)
    search_extreme(check, item);
  else if (check->engine.is_auto)
    search_by_plan(check, item);
  else
    search_alone(check, item);
  item->result.status = status_of(&item->result);
}
