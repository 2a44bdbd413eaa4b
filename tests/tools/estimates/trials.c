#include "trials.h"
#include "check/engines.h"

#include "check/choice.h"
#include "trace/replay.h"
#include "variants.h"
#include <stdio.h>
#include <string.h>

enum { WORK = 4096 };
#define MEMORY ((size_t)2 << 30)

typedef struct {
  trials *t;
  const search_method *method;
  variant how;
  heuristic *estimates[CHOICE_MOST_ESTIMATES];
  const char *estimate_name;
  uint32_t estimate_count, bound;
  mem *m;
  // The result.
  search_status status;
  bool has_ended, is_incomplete;
  uint32_t cost;
  const char *why_not; // why the trace is not an execution
} trial;

// Some searches need very long (iterative deepening with a small table): they are stopped, which is not an error.
static uint64_t patience(const trial *r) { return 100ull * r->t->g->count + 100000; }

static void replay(trial *r, const search_finding *error) {
  answer path = {.end = outcome_error(error->answer.end.fault, NULL)};
  for (uint32_t i = 0; i < error->answer.steps.count; i++)
    vec_push(r->m, &path.steps, error->answer.steps.at[i]);
  path.condition = r->t->invariant;
  path.claim = r->t->g->goal.claim;
  answer_drop_stutters(&path);
  trace_result result = trace_replay(r->m, r->t->net, &path, NULL);
  if (!result.ok)
    r->why_not = result.why;
  else if (answer_length(&path, r->t->net) != error->cost)
    r->why_not = "its length is not what the search counted";
}

static void work(void *argument) {
  trial *r = argument;
  search_setup setup = {.m = r->m, .space = r->t->g->space, .store = &store_hash, .asked = r->t->g->goal};
  setup.estimates = r->estimates;
  setup.estimate_count = r->estimate_count;
  setup.keys = r->how.keys;
  setup.bound = r->bound;
  search *s = r->method->start(&setup);
  while ((r->status = s->step(s, WORK)) == SEARCH_RUNNING && s->stats.expanded < patience(r)) {
  }
  r->has_ended = r->status != SEARCH_RUNNING;
  r->is_incomplete = s->is_incomplete;
  if (r->status == SEARCH_FOUND) {
    r->cost = s->found.cost;
    replay(r, &s->found);
  }
  s->close(s);
}

static void blame(trial *r, const char *what) {
  trials *t = r->t;
  t->wrong++;
  printf("WRONG %s: search %s with %s, goal %s", what, r->how.text, r->estimate_name, t->goal);
  if (r->bound != SEARCH_NO_BOUND)
    printf(", bound %u", r->bound);
  if (r->why_not)
    printf(": %s", r->why_not);
  printf(r->status == SEARCH_FOUND ? ": found an error that costs %u" : ": exhausted", r->cost);
  if (graph_start_cost(t->g) == GRAPH_NEVER)
    printf(", there is none\n");
  else
    printf(", the nearest costs %u\n", graph_start_cost(t->g));
}

static bool all_admissible(const trial *r) {
  bool all = true;
  for (uint32_t i = 0; i < r->estimate_count; i++)
    all &= r->estimates[i]->is_admissible;
  return all;
}

static bool all_safe(const trial *r) {
  bool all = true;
  for (uint32_t i = 0; i < r->estimate_count; i++)
    all &= r->estimates[i]->is_safe;
  return all;
}

static void judge(trial *r) {
  uint32_t exact = graph_start_cost(r->t->g);
  bool is_there = exact != GRAPH_NEVER && exact < r->bound;
  if (r->status == SEARCH_EXHAUSTED) {
    if (is_there && r->method->is_complete && !r->is_incomplete && all_safe(r))
      blame(r, "verdict");
  } else if (r->why_not) {
    blame(r, "trace");
  } else if (exact == GRAPH_NEVER) {
    blame(r, "verdict");
  } else if (r->cost >= r->bound) {
    blame(r, "bound");
  } else if (r->cost < exact || (r->method->is_optimal && all_admissible(r) && r->cost != exact)) {
    blame(r, "length");
  }
}

static void run(trial r) {
  trials *t = r.t;
  if (++t->turn % t->every != 0)
    return;
  t->runs++;
  r.m = mem_new(MEMORY);
  if (!r.m || mem_try(r.m, work, &r) != MEM_OK || !r.has_ended) {
    t->given_up++;
  } else {
    bool is_found = r.status == SEARCH_FOUND;
    if (t->mutant && strcmp(t->mutant, "length") == 0)
      r.cost += is_found;
    if (t->mutant && strcmp(t->mutant, "verdict") == 0)
      r.status = is_found ? SEARCH_EXHAUSTED : SEARCH_FOUND;
    if (t->mutant && strcmp(t->mutant, "trace") == 0 && is_found)
      r.why_not = "the mutant";
    judge(&r);
  }
  if (r.m)
    mem_delete(r.m);
}

// A search with a bound finds only errors that cost less: with a bound equal to the cost of a nearest error it must
// find none, with a bound greater by 1 it must find one.
static void run_bounded(trial r) {
  uint32_t exact = graph_start_cost(r.t->g);
  run(r);
  if (exact == GRAPH_NEVER)
    return;
  r.bound = exact;
  run(r);
  r.bound = exact + 1;
  run(r);
}

// One estimate each: searches with default options with every estimate, others only with default estimates.
static void run_one_by_one(trial r, bool is_usual) {
  for (uint32_t i = 0; i < r.t->count; i++) {
    const trial_estimate *e = &r.t->estimates[i];
    bool is_zero = e->h->kind == &heuristic_zero;
    if ((!r.method->uses_estimate && !is_zero) || (!is_usual && !e->is_usual))
      continue;
    r.estimates[0] = e->h;
    r.estimate_count = 1;
    r.estimate_name = e->name;
    run_bounded(r);
  }
}

// All admissible estimates together, and all safe estimates together.
static void run_together(trial r) {
  for (int admissible = 0; admissible < 2; admissible++) {
    r.estimate_count = 0;
    r.estimate_name = admissible ? "all admissible" : "all safe";
    for (uint32_t i = 0; i < r.t->count && r.estimate_count < CHOICE_MOST_ESTIMATES; i++) {
      const trial_estimate *e = &r.t->estimates[i];
      if (e->is_usual && (admissible ? e->h->is_admissible : e->h->is_safe))
        r.estimates[r.estimate_count++] = e->h;
    }
    if (r.estimate_count > 1)
      run_bounded(r);
  }
}

void trials_run(trials *t) {
  for (uint32_t i = 1; check_engines[i].name; i++) {
    trial r = {.t = t, .method = check_engines[i].method, .bound = SEARCH_NO_BOUND};
    bool is_for_errors = check_engines[i].supports & CHECK_NEED(ERROR);
    if (!is_for_errors || (t->only && strcmp(t->only, r.method->name) != 0))
      continue;
    for (unsigned number = 0; variant_of(r.method->name, r.method->keys, number, &r.how); number++) {
      if (r.method->refuses && r.method->refuses(&r.how.keys, &t->g->goal))
        continue;
      run_one_by_one(r, number == 0);
      if (r.method->uses_estimate)
        run_together(r);
    }
  }
}
