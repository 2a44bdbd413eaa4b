// The greatest or least values of terms: all states are looked at. Clocks are told apart only up to a horizon, which is
// put off until every answer lies within it.
#include "check/search.h"

enum { FIRST_HORIZON = 1 << 10, LAST_HORIZON = NET_MAX_TIME };

typedef struct {
  beeline_check *check;
  check_item *item;
  const space *timed;
} answer_job;

static void copy_answer(void *argument) {
  answer_job *job = argument;
  const net_property *asked = job->item->goal.extreme;
  beeline_value *values = ARENA_ARRAY(job->check->arena, beeline_value, asked->terms.count + 1);
  for (uint32_t i = 0; i < asked->terms.count; i++) {
    const space_extreme *e = space_timed_extreme(job->timed, i);
    values[i] = (beeline_value){.term = asked->terms.at[i].text,
                                .is_reached = e->is_reached,
                                .is_infinite = e->is_infinite,
                                .is_strict = e->is_strict,
                                .value = e->value};
  }
  job->item->result.values = values;
  job->item->result.value_count = asked->terms.count;
}

static bool is_within_horizon(const check_run *run) {
  for (uint32_t i = 0; i < run->item->goal.extreme->terms.count; i++)
    if (space_timed_extreme(run->timed, i)->is_beyond)
      return false;
  return true;
}

// The search is over, and all answers lie within the horizon.
static void conclude(check_run *run) {
  beeline_result *r = &run->item->result;
  answer_job job = {.check = run->check, .item = run->item, .timed = run->timed};
  r->reason = run_doubt(run);
  if (r->reason == BEELINE_REASON_INCOMPLETE)
    r->reason = BEELINE_REASON_FAULT; // the search is complete: errors of the model were passed
  if (r->reason != BEELINE_REASON_NONE)
    return;
  if (mem_try(run->check->memory, copy_answer, &job) != MEM_OK)
    r->reason = BEELINE_REASON_MEMORY;
  else
    r->verdict = BEELINE_SATISFIED;
}

// False: the horizon was too near.
static bool look(beeline_check *check, check_item *item, const check_engine *engine, int32_t horizon) {
  check_run run;
  beeline_reason reason = BEELINE_REASON_NONE;
  run_open(&run, check, item, engine, SEARCH_NO_BOUND);
  run.goal = (space_goal){.census = true};
  run.horizon = horizon;
  while (reason == BEELINE_REASON_NONE && !run_is_over(&run))
    reason = run_advance(&run, UINT64_MAX, search_memory(check));
  search_fill_stats(check, item, &run, 1);
  bool is_over = run.is_out_of_memory || run.status != SEARCH_EXHAUSTED;
  bool is_answered = !is_over && is_within_horizon(&run);
  if (is_over)
    item->result.reason = run.is_out_of_memory ? BEELINE_REASON_MEMORY : reason;
  else if (is_answered)
    conclude(&run);
  else if (horizon >= LAST_HORIZON)
    item->result.reason = BEELINE_REASON_INCOMPLETE;
  run_close(&run);
  return is_over || is_answered || horizon >= LAST_HORIZON;
}

bool search_extreme_is_honoured(diags *d, const check_engine *engine) {
  const search_method *method = engine->method;
  if (engine->is_auto || (method->is_complete && !method->uses_estimate && !method->forgets && !engine->cost))
    return true;
  diag_add(d, DIAG_ERROR, (place){0}, "leave it out, or use --search bfs or dfs",
           engine->cost ? "--cost does not go with sup and inf, which look at everything"
                        : "search '%s' does not honour sup and inf: everything has to be looked at",
           method->name);
  return false;
}

void search_extreme(beeline_check *check, check_item *item) {
  check_engine engine = check->engine;
  if (engine.is_auto)
    engine = check_engine_named(&check->diags, "bfs", "zero", check->engine.store, NULL);
  engine.is_fastest = false; // there is no trace
  search_name_engine(item, check->arena, &engine);
  for (int32_t horizon = FIRST_HORIZON; !look(check, item, &engine, horizon); horizon *= 8)
    check->closed = (beeline_stats){0};
}
