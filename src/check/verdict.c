#include "check/verdict.h"

#include "check/vacuity.h"
#include "model/claim.h"
#include "trace/rotate.h"
#include "trace/timing.h"

#define MOST_RESERVED ((uint64_t)64 << 20)

static const char *heuristic_names(arena *memory, const check_choice *choice) {
  const char *names = choice->heuristics[0]->name;
  for (uint32_t i = 1; i < choice->heuristic_count; i++)
    names = arena_printf(memory, "%s+%s", names, choice->heuristics[i]->name);
  return names;
}

static const char *reduction_names(arena *memory, const check_choice *choice, const question *asked) {
  const space_reduction *reduction = check_choice_reduction(choice, asked);
  unsigned cuts = check_choice_cuts(choice, asked);
  const char *names = reduction ? reduction->name : "";
  for (uint32_t i = 0; check_cuts[i]; i++)
    if (cuts >> i & 1)
      names = arena_printf(memory, "%s%s%s", names, *names ? "," : "", check_cuts[i]->name);
  return names;
}

void verdict_name_choice(check_item *item, arena *memory, const check_choice *choice) {
  beeline_result *r = &item->result;
  r->search = choice->method ? choice->method->name : choice->engine->name;
  r->heuristic = heuristic_names(memory, choice);
  r->store = choice->store->name;
  r->reduce = reduction_names(memory, choice, &item->question.asked);
  r->cost = choice->cost;
}

typedef struct {
  beeline_check *check;
  check_item *item;
  const verdict_find *find;
  answer replayed;
  beeline_result result;
  const char *why_not; // it is no execution
  bool is_longer;
} found_job;

// Time as spaces count it: 2t, or 2t + 1 where it is more than t, but less than t + 1.
static uint64_t half_units(const answer *a) {
  int64_t end = a->unit ? a->times.at[a->times.count - 1] : 0, unit = a->unit ? a->unit : 1;
  return 2 * (uint64_t)(end / unit) + (end % unit != 0);
}

// The time of a trace cannot be less than the search has counted. It may be more: until what was looked for in the last
// state comes about.
static const char *count_time(arena *memory, const verdict_find *find, const check_item *item) {
  if (find->cost == SEARCH_NO_BOUND || half_units(&item->answer) >= find->cost)
    return NULL;
  return arena_printf(memory, "it takes %g units of time, but the search counted %g", item->result.trace_time,
                      find->cost / 2.0);
}

// The length and the cost, both counted from the steps, must be what the search has counted.
static const char *count_cost(arena *memory, const network *n, const verdict_find *find, check_item *item) {
  beeline_result *r = &item->result;
  r->trace_length = answer_length(&item->answer, n);
  r->trace_cost = (double)r->trace_length;
  if (find->choice && find->choice->is_fastest)
    return count_time(memory, find, item);
  bool may_be_less = item->answer.loop_length; // the loop may begin earlier than in the product with the claim
  uint64_t counted_by_search = r->trace_length - r->trace_inserted;
  if (find->cost != SEARCH_NO_BOUND && counted_by_search != find->cost &&
      !(may_be_less && counted_by_search < find->cost))
    return arena_printf(memory, "it has %u steps, but the search counted %u", (unsigned)counted_by_search, find->cost);
  if (!find->weight)
    return NULL;
  const double *counted = find->weight->part;
  const step_costs *by = &find->choice->costs;
  cost_value cost = cost_of_path(by, item->answer.steps.at, item->answer.steps.count);
  double log_second = 0;
  r->trace_cost = cost_shown(&by->scale, &cost, 0, &r->trace_cost_log);
  r->trace_cost_second = by->scale.count > 1 ? cost_shown(&by->scale, &cost, 1, &log_second) : 0;
  if (!cost_is_better(&by->scale, cost, *find->weight) && !cost_is_better(&by->scale, *find->weight, cost))
    return NULL;
  return arena_printf(memory, "it costs %g,%g, but the search counted %g,%g", cost.part[0], cost.part[1], counted[0],
                      counted[1]);
}

// The item keeps what it had until the new answer is replayed. end: see reduce_extend().
static void replay_with(found_job *job, uint32_t end) {
  beeline_check *check = job->check;
  const verdict_find *find = job->find;
  check_item candidate = {.question = job->item->question, .result = job->item->result};
  answer_copy(check->memory, &candidate.answer, find->answer);
  if (find->run)
    run_trim(find->run, check->memory, &candidate.answer);
  answer_drop_stutters(&candidate.answer);
  candidate.result.trace_inserted = 0;
  if (find->reduced)
    candidate.result.trace_inserted = reduce_extend(check->memory, find->reduced, &candidate.answer, end);
  trace_rotate(check->memory, check->model->net, &candidate.answer);
  candidate.answer.condition = candidate.question.asked.condition;
  candidate.answer.claim = candidate.question.asked.claim;
  candidate.answer.formula = candidate.question.asked.formula;
  candidate.answer.is_fair = candidate.question.asked.is_fair;
  if (find->choice && find->choice->is_fastest && find->cost != SEARCH_NO_BOUND)
    candidate.answer.deadline = find->cost + 1;
  if (find->choice)
    verdict_name_choice(&candidate, check->arena, find->choice);
  job->why_not = check_verify(check, &candidate);
  job->replayed = candidate.answer;
  if (job->why_not)
    return;
  job->why_not = count_cost(check->arena, check->model->net, find, &candidate);
  job->result = candidate.result;
  job->is_longer = candidate.result.trace_inserted && job->item->result.has_trace &&
                   candidate.result.trace_length >= job->item->result.trace_length;
}

static void replay_found(void *argument) {
  found_job *job = argument;
  for (uint32_t end = 0; end < reduce_ends(job->find->reduced); end++) {
    answer_free(job->check->memory, &job->replayed);
    replay_with(job, end);
    if (!job->why_not)
      return;
  }
}

// Is the question satisfied by an execution, instead of violated?
static bool is_existential(const question *q) { return q->kind == QUESTION_REACH || q->is_existential; }

beeline_verdict verdict_of_absence(const check_item *item) {
  return is_existential(&item->question.asked) ? BEELINE_VIOLATED : BEELINE_SATISFIED;
}

// A model that runs into an error has not answered whether something can be reached, or whether a claim holds.
static bool is_answer(const question *asked, const outcome *end) {
  if (asked->kind == QUESTION_REACH)
    return end->kind == OUTCOME_REACHED;
  return !asked->claim || end->kind == OUTCOME_CYCLE || end->fault == FAULT_CLAIM;
}

static void judge_answer(check_item *item) {
  beeline_result *r = &item->result;
  const question *asked = &item->question.asked;
  r->verdict = !is_answer(asked, &item->answer.end) ? BEELINE_UNDECIDED
               : is_existential(asked)              ? BEELINE_SATISFIED
                                                    : BEELINE_VIOLATED;
  r->reason = r->verdict == BEELINE_UNDECIDED ? BEELINE_REASON_FAULT : BEELINE_REASON_NONE;
  if (item->question.abstract) { // the model may have no such execution
    r->verdict = BEELINE_UNDECIDED;
    r->reason = BEELINE_REASON_ABSTRACT;
  }
}

bool verdict_is_welcome(const check_run *run) {
  const question *asked = &run->item->question.asked;
  return !is_answer(asked, &run->item->answer.end) || is_answer(asked, &run->search->found.answer.end);
}

void verdict_prove(check_item *item, unsigned proved) {
  item->answer.proved |= proved;
  item->result.trace_shortest = item->answer.proved & PROVED_SHORTEST;
  item->result.trace_cheapest = item->answer.proved & PROVED_CHEAPEST;
  item->result.trace_fastest = item->answer.proved & PROVED_FASTEST;
}

static void note_assumption(void *argument) {
  const check_run *run = argument;
  run->item->result.assumes = check_choice_assumes(&run->choice, run->check->arena);
}

verdict_taken verdict_try(beeline_check *check, check_item *item, const verdict_find *find, const char **why_not,
                          beeline_reason *reason) {
  found_job job = {.check = check, .item = item, .find = find};
  check_grant_time(check);
  mem_status status = mem_try(check->memory, replay_found, &job);
  if (status != MEM_OK) {
    *reason = check_reason_left(check, status);
    return VERDICT_LEFT;
  }
  *why_not = job.why_not;
  if (job.why_not || job.is_longer) {
    answer_free(check->memory, &job.replayed);
    return job.why_not ? VERDICT_NO_EXECUTION : VERDICT_LONGER;
  }
  answer_free(check->memory, &item->answer);
  item->answer = job.replayed;
  item->result = job.result;
  judge_answer(item);
  item->result.has_trace = true;
  item->result.trace_is_lasso = answer_is_lasso(&item->answer);
  item->result.trace_is_tight = !item->answer.claim || claim_is_tight(item->answer.claim);
  item->result.trace_loop = answer_loop(&item->answer, check->model->net);
  verdict_prove(item, 0);
  return VERDICT_TAKEN;
}

typedef struct {
  const check_run *run;
  const char *why_not;
} internal_job;

static void internal_error(void *argument) {
  internal_job *job = argument;
  beeline_check *check = job->run->check;
  diag_add(&check->diags, DIAG_ERROR, (place){.file = check->model->file},
           "this is a bug in Beeline, not in the model; please report it with the model",
           "internal error: the trace found by search '%s' cannot be replayed: %s", job->run->search->method->name,
           job->why_not);
}

void verdict_note_reduced(check_run *run) {
  const reduced *r = run->view ? run->view->reduced : NULL;
  run->item->result.left_out = r ? r->left_out : 0;
  run->item->result.safe = r ? r->safe : 0;
}

static unsigned proved_by(const check_run *run) {
  const check_choice *choice = &run->choice;
  if (!run_is_optimal(run) || !run->search->found.is_settled || run->item->result.trace_inserted)
    return 0;
  if (choice->is_fastest)
    return half_units(&run->item->answer) == run->search->found.cost ? PROVED_FASTEST : 0;
  return choice->cost ? PROVED_CHEAPEST : PROVED_SHORTEST;
}

bool verdict_accept(check_run *run) {
  beeline_check *check = run->check;
  check_item *item = run->item;
  const search_finding *found = &run->search->found;
  verdict_find find = {.answer = &found->answer, .cost = found->cost, .choice = run->around ? NULL : &run->choice};
  find.weight = find.choice && find.choice->cost ? &found->weight : NULL;
  find.reduced = run->view->reduced;
  find.run = run->is_reduced && run->choice.reduction->trim ? run : NULL;
  internal_job job = {.run = run};
  beeline_reason reason;
  switch (verdict_try(check, item, &find, &job.why_not, &reason)) {
  case VERDICT_TAKEN:
    verdict_note_reduced(run);
    verdict_prove(item, mem_try(check->memory, note_assumption, run) == MEM_OK ? proved_by(run) : 0);
    if (!item->result.trace_shortest)
      item->result.assumes = NULL;
    return true;
  case VERDICT_LONGER:
    return true;
  case VERDICT_LEFT:
    if (!item->result.has_trace)
      item->result.reason = reason;
    return false;
  default:
    if (job.why_not == timing_gave_up) { // the loop of a timed trace that is not known to be one
      if (!item->result.has_trace)
        item->result.reason = BEELINE_REASON_INCOMPLETE;
      return false;
    }
    mem_try(check->memory, internal_error, &job);
    item->result = check_result_for(check->model, &item->question);
    item->result.reason = BEELINE_REASON_INCOMPLETE;
    item->result.status = BEELINE_EXIT_INTERNAL;
    return false;
  }
}

void verdict_tell(beeline_check *check, const check_item *item) {
  if (check->found)
    check->found(check->context, check, (uint32_t)(item - check->items.at));
}

// A part is kept for replaying and writing what searches find.
uint64_t verdict_memory(const beeline_check *check) {
  uint64_t limit = check->model->memory_limit, taken = mem_used(check->model->account) - mem_used(check->runs);
  taken += limit / 16 < MOST_RESERVED ? limit / 16 : MOST_RESERVED;
  for (uint32_t i = 0; i < check->items.count; i++)
    taken += check->items.at[i].held;
  return taken < limit ? limit - taken : 1;
}

void verdict_fill_stats(beeline_check *check, check_item *item, const check_run *runs, uint32_t count) {
  beeline_stats *stats = &item->result.stats;
  *stats = item->closed;
  stats->load_s = check->model->seconds;
  for (uint32_t i = 0; i < count; i++)
    run_add_stats(&runs[i], stats);
  double seconds = check_seconds(item);
  stats->search_s = seconds > stats->prepare_s ? seconds - stats->prepare_s : 0;
  stats->total_s = stats->load_s + seconds;
  stats->memory_bytes += mem_used(check->model->memory) + mem_used(check->memory) + mem_peak(check->shared.memory);
  if (stats->memory_bytes < mem_peak(check->model->memory))
    stats->memory_bytes = mem_peak(check->model->memory);
}

static void conclude(check_run *run, beeline_reason reason) {
  beeline_result *r = &run->item->result;
  verdict_note_reduced(run);
  if (run_has_found(run)) { // also if a limit has ended the search for a cheaper one
    if (verdict_accept(run))
      verdict_tell(run->check, run->item);
  } else if (run->is_out_of_memory) {
    r->reason = BEELINE_REASON_MEMORY;
  } else if (run->status == SEARCH_EXHAUSTED) {
    r->reason = run_doubt(run);
    r->is_counted = run->item->question.asked.kind == QUESTION_CENSUS && run_missed(run) == BEELINE_REASON_NONE;
    if (r->reason == BEELINE_REASON_NONE)
      r->verdict = verdict_of_absence(run->item);
  } else {
    r->reason = reason;
  }
}

typedef struct {
  beeline_check *check;
  size_t size;
  void *made;
} work_job;

static void make_work(void *argument) {
  work_job *job = argument;
  job->made = mem_alloc(job->check->memory, job->size);
}

void *verdict_work(beeline_check *check, check_item *item, size_t size,
                   void (*close)(beeline_check *check, check_item *item)) {
  work_job job = {.check = check, .size = size, .made = item->work};
  mem_status status = item->work ? MEM_OK : mem_try(check->memory, make_work, &job);
  if (status != MEM_OK) {
    if (!item->result.has_trace)
      item->result.reason = check_reason_left(check, status);
    item->stage = ITEM_OVER;
    return NULL;
  }
  item->close = close;
  return item->work = job.made;
}

void verdict_close(beeline_check *check, check_item *item) {
  mem_free(check->memory, item->work);
  item->work = NULL;
}

bool verdict_waits(beeline_check *check, beeline_reason reason) {
  return reason == BEELINE_REASON_TIME && !check_is_due(check);
}

static void close_search(beeline_check *check, check_item *item) {
  run_close(item->work);
  verdict_close(check, item);
}

void verdict_search(beeline_check *check, check_item *item) {
  check_run *run = verdict_work(check, item, sizeof *run, close_search);
  if (!run)
    return;
  if (!run->check) {
    run_open(run, check, item, item->choice, SEARCH_NO_BOUND);
    run->ends_at_first = check->aim == BEELINE_AIM_FIRST;
  }
  beeline_reason reason = BEELINE_REASON_NONE;
  while (reason == BEELINE_REASON_NONE && !run_is_over(run))
    reason = run_advance(run, UINT64_MAX, verdict_memory(check));
  verdict_fill_stats(check, item, run, 1);
  if (verdict_waits(check, reason)) {
    item->held = mem_used(run->memory);
    return;
  }
  conclude(run, reason);
  item->stage = ITEM_OVER;
}

static beeline_status status_of(const beeline_result *r) {
  static const beeline_status undecided[] = {
      [BEELINE_REASON_NONE] = BEELINE_EXIT_INTERNAL, // never: who leaves a question open says why
      [BEELINE_REASON_TIME] = BEELINE_EXIT_TIME,        [BEELINE_REASON_MEMORY] = BEELINE_EXIT_MEMORY,
      [BEELINE_REASON_STATES] = BEELINE_EXIT_UNDECIDED, [BEELINE_REASON_INTERRUPTED] = BEELINE_EXIT_INTERRUPTED,
      [BEELINE_REASON_LOSSY] = BEELINE_EXIT_UNDECIDED,  [BEELINE_REASON_INCOMPLETE] = BEELINE_EXIT_UNDECIDED,
      [BEELINE_REASON_FAULT] = BEELINE_EXIT_UNDECIDED,  [BEELINE_REASON_UNSUPPORTED] = BEELINE_EXIT_UNSUPPORTED,
      [BEELINE_REASON_INPUT] = BEELINE_EXIT_INPUT,      [BEELINE_REASON_ABSTRACT] = BEELINE_EXIT_UNDECIDED,
  };
  if (r->status == BEELINE_EXIT_INTERNAL)
    return r->status;
  if (r->is_counted)
    return BEELINE_OK;
  return r->verdict == BEELINE_SATISFIED  ? BEELINE_OK
         : r->verdict == BEELINE_VIOLATED ? BEELINE_EXIT_VIOLATED
                                          : undecided[r->reason];
}

typedef struct {
  beeline_check *check;
  check_item *item;
} name_job;

static void name_choice(void *argument) {
  name_job *job = argument;
  const check_choice *choice = job->item->choice;
  verdict_name_choice(job->item, job->check->arena, choice);
  if (choice_is_auto(choice) && job->item->question.asked.kind == QUESTION_CYCLE) // its method finds errors only
    job->item->result.search = check_engine_name(choice->engine);
}

static void note_vacuity(void *argument) {
  name_job *job = argument;
  vacuity_note(job->check, job->item);
}

// What leaves the question over before an engine starts; _NONE = nothing.
static beeline_reason refusal(beeline_check *check, check_item *item) {
  name_job job = {.check = check, .item = item};
  if (item->question.why_not)
    return item->question.is_wrong ? BEELINE_REASON_INPUT : BEELINE_REASON_UNSUPPORTED;
  bool is_new = item->stage == ITEM_OPEN && !item->work;
  mem_status status = is_new ? mem_try(check->memory, name_choice, &job) : MEM_OK;
  return status == MEM_OK ? BEELINE_REASON_NONE : check_reason_left(check, status);
}

void check_search(beeline_check *check, check_item *item) {
  beeline_reason refused = refusal(check, item);
  if (refused != BEELINE_REASON_NONE) {
    item->result.reason = refused;
    item->stage = ITEM_OVER;
  } else if (item->question.asked.kind == QUESTION_EXTREME) {
    verdict_extreme(check, item);
  } else {
    name_job job = {.check = check, .item = item};
    item->choice->engine->run(check, item);
    if (item->stage == ITEM_OVER)
      mem_try(check->memory, note_vacuity, &job); // without memory, nothing is said
  }
  if (item->stage != ITEM_OPEN)
    item->result.status = status_of(&item->result);
}
