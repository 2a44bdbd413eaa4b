#include "check/verdict.h"

#include "base/clock.h"

// The plan of the search `auto`: several searches take turns, each in its own memory; the first that decides gives the
// verdict. No single search is best everywhere: breadth-first search is best on small state spaces and gives a shortest
// trace, estimates lead to deep errors, depth-first search with partial order reduction is the fastest way to show that
// there is no error. Turns are measured in estimated work (transitions times their price), not in seconds, so that two
// runs do the same.
enum { ENDLESS = UINT32_MAX };

typedef struct plan_row {
  const char *search;
  const char *heuristic, *for_deadlocks; // the estimates; those for questions about deadlocks, where they differ
  bool is_reduced;                       // by partial order reduction
  uint32_t from_round;                   // the round in which it starts
  uint32_t price;                        // of a transition, relative to breadth-first search
  uint32_t share, longest;               // work of a turn: share * min(round, longest); ENDLESS: share * round squared
  uint32_t memory;                       // percent of the available memory
  const char *why;
} plan_row;

static const plan_row to_an_error[] = {
    {"greedy:explore=novelty", "formula+du", NULL, true, 1, 8, 5000, 20, 25,
     "follows estimates that are cheap to compute"},
    {"bfs", "zero", NULL, false, 0, 1, 30000, 10, 40,
     "explores states near the initial state first; its first trace is a shortest one"},
    {"dfs", "zero", NULL, true, 2, 2, 500, ENDLESS, 100, "is the fastest to show that there is no error"},
    {"greedy", "hu+formula", "hu+active", true, 4, 40, 2500, 30, 25, "follows estimates that are more informed"},
    {"greedy", "ff+cg", NULL, true, 8, 150, 1500, 30, 25, "follows other estimates: no single one is best everywhere"},
};

// Once there is an error: these look for shorter traces, one after the other, while breadth-first search continues
// towards the proof.
static const plan_row to_a_shorter_one[] = {
    {"greedy:explore=novelty", "hu+formula", "hu+active", true, 0, 40, 5000, 20, 25,
     "looks for another, shorter trace"},
    {"wastar:w=2", "hu", NULL, false, 0, 30, 5000, 20, 25, "looks for a shorter trace"},
    {"astar", "hl", NULL, false, 0, 30, 50000, 20, 50,
     "looks for a shortest trace, or for the proof that the known one is shortest"},
};

static const plan_row to_the_proof = {
    "bfs", "zero", NULL, false, 0, 1, 50000, 20, 100, "continues until no shorter trace is possible",
};

enum {
  FIRST_STAGE = sizeof to_an_error / sizeof *to_an_error,
  SECOND_STAGE = sizeof to_a_shorter_one / sizeof *to_a_shorter_one,
  MOST_RUNS = FIRST_STAGE + 1,
  GUIDED = 0, // the runs of the first stage: the first one guided by estimates...
  PROVER = 1, // ...breadth-first search, whose trace would be a shortest one...
  HASTY = 2,  // ...depth-first search...
  SECOND = 3, // ...and two more guided by other estimates
  THIRD = 4,
  IMPROVER = FIRST_STAGE, // the run of the second stage
  USUAL_BRANCHING = 4,    // assumed before anything was expanded
  LAST_TO_JOIN = 8,       // the last round in which a run starts
  LONG_TRACE = 1000,      // steps: beyond this, --first lets the cheap searches continue for a while
  IMPROVER_ROUNDS = 6,    // of a run of the second stage before the next one starts; the last one continues
};

typedef struct plan {
  beeline_check *check;
  check_item *item;
  check_run runs[MOST_RUNS];
  bool is_open[MOST_RUNS];
  uint32_t round, next_improver;
  uint32_t improver_since;      // the round in which the improver started
  beeline_reason reason, doubt; // the limit that was reached; why an exhausted search decides nothing
  uint64_t most_memory;         // used by all runs together, at most
  uint64_t patience; // with --first and a long trace: searches may continue until so many states were expanded
  double wait_until; // the same on clock_wall(): no longer than it took to find the trace
  bool is_decided;
  bool tells; // the caller is told of every better trace
} plan;

static const char *estimates_of(const plan *p, const plan_row *row) {
  return row->for_deadlocks && question_seeks_deadlock(&p->item->question.asked) ? row->for_deadlocks : row->heuristic;
}

static unsigned needs_of(const plan *p) {
  bool is_timed = p->check->model->net->is_timed;
  return check_needs_of(&p->item->question.asked) | (is_timed ? CHECK_NEED(TIMED) : CHECK_NEED(UNTIMED));
}

static bool is_reduced(const plan *p, const plan_row *row) {
  return row->is_reduced && !(needs_of(p) & ~check_reduction_supports(check_reductions[0]));
}

static void say(const plan *p, const plan_row *row) {
  if (!p->check->explain)
    return;
  char line[256];
  snprintf(line, sizeof line, "auto: %s starts with heuristic %s%s: it %s", row->search, estimates_of(p, row),
           is_reduced(p, row) ? " and partial order reduction" : "", row->why);
  p->check->explain(p->check->context, line);
}

static void open_run(plan *p, uint32_t index, const plan_row *row) {
  const check_choice *asked = &p->check->choice;
  const space_reduction *reduction = !asked->is_reduction_free ? asked->reduction
                                     : is_reduced(p, row)      ? check_reductions[0]
                                                               : NULL;
  check_choice choice =
      check_choice_named(&p->check->diags, row->search, estimates_of(p, row), asked->store, reduction);
  if (needs_of(p) & ~choice.engine->supports) // the row is left out
    return;
  uint32_t bound = p->item->result.has_trace ? (uint32_t)p->item->result.trace_cost : SEARCH_NO_BOUND;
  run_open(&p->runs[index], p->check, p->item, &choice, bound);
  p->is_open[index] = true;
  say(p, row);
}

static void close_run(plan *p, uint32_t index) {
  if (p->is_open[index])
    run_close(&p->runs[index]);
  p->runs[index] = (check_run){0};
  p->is_open[index] = false;
}

static uint64_t used_by_others(const plan *p, uint32_t index) {
  uint64_t others = 0;
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    if (i != index && p->is_open[i] && p->runs[i].memory)
      others += mem_used(p->runs[i].memory);
  return others;
}

static uint64_t stored_by_others(const plan *p, uint32_t index) {
  uint64_t others = p->check->closed.stored;
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    if (i != index && p->is_open[i] && p->runs[i].search)
      others += p->runs[i].search->stats.stored;
  return others;
}

static uint64_t memory_for(const plan *p, uint32_t index, uint32_t percent) {
  uint64_t all = verdict_memory(p->check), others = used_by_others(p, index), share = all / 100 * percent;
  uint64_t left = others < all ? all - others : 1;
  return left < share ? left : share;
}

static void fill_stats(plan *p) {
  beeline_check *check = p->check;
  verdict_fill_stats(check, p->item, p->runs, MOST_RUNS);
  p->item->result.stats.memory_bytes =
      p->most_memory + mem_used(check->model->memory) + mem_used(check->memory) + mem_peak(check->shared.memory);
}

static bool goes_on(const plan *p) { return !p->is_decided && p->reason == BEELINE_REASON_NONE; }

static uint64_t spent(const plan *p) {
  uint64_t expanded = p->check->closed.expanded;
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    if (p->is_open[i] && p->runs[i].search)
      expanded += p->runs[i].search->stats.expanded;
  return expanded;
}

// A trace from a search that does not care about length often becomes much shorter at little cost. With --first that
// takes no more work than the search has spent.
static void polish(plan *p) {
  uint64_t effort = p->check->aim == BEELINE_AIM_FIRST ? spent(p) : 0;
  p->reason = polish_within(p->check, p->item, effort, memory_for(p, MOST_RUNS, 100));
}

// A trace was found: the first, or a better one.
static void take_trace(plan *p, uint32_t index) {
  check_run *run = &p->runs[index];
  beeline_result *r = &p->item->result;
  if (r->has_trace && (run->search->found.cost >= r->trace_cost || !verdict_is_welcome(run)))
    return;
  fill_stats(p);
  p->is_decided = !verdict_accept(run) || r->trace_shortest || r->reason == BEELINE_REASON_FAULT;
  if (!p->patience) {
    p->patience = 2 * spent(p);
    p->wait_until = 2 * clock_wall() - p->check->limits.started;
  }
  if (!r->has_trace || !p->tells)
    return;
  if (!r->trace_shortest)
    polish(p);
  verdict_tell(p->check, p->item);
}

// The run is exhausted. If a trace is known, that proves that there is no shorter one.
static void take_absence(plan *p, uint32_t index) {
  check_run *run = &p->runs[index];
  beeline_result *r = &p->item->result;
  beeline_reason doubt = run_doubt(run);
  if (!r->has_trace && doubt == BEELINE_REASON_NONE) {
    verdict_name_choice(p->item, p->check->arena, &run->choice);
    r->verdict = verdict_of_absence(p->item);
    p->is_decided = true;
  } else if (!r->has_trace) {
    p->doubt = doubt;
  } else if (doubt == BEELINE_REASON_NONE && run_is_optimal(run) && run->bound <= r->trace_cost) {
    verdict_prove(p->item, PROVED_SHORTEST);
    p->is_decided = true;
  }
}

// The number of expansions in the row's turn. Rounds become longer, so that switching between searches costs little.
static uint64_t work_of(const plan *p, const check_run *run, const plan_row *row) {
  uint64_t round = p->round < row->longest ? p->round + 1 : row->longest;
  uint64_t worth = row->share * (row->longest == ENDLESS ? round * round : round);
  const search_stats *s = run->search ? &run->search->stats : NULL;
  uint64_t branching = s && s->expanded ? s->generated / s->expanded + 1 : USUAL_BRANCHING;
  return worth / (row->price * branching) + 1;
}

// Gives a run its turn.
static void take_turn(plan *p, uint32_t index, const plan_row *row) {
  check_run *run = &p->runs[index];
  if (!p->is_open[index] || !goes_on(p))
    return;
  p->check->limits.stored_elsewhere = stored_by_others(p, index);
  p->reason = run_advance(run, work_of(p, run, row), memory_for(p, index, row->memory));
  uint64_t used = used_by_others(p, index) + (run->memory ? mem_peak(run->memory) : 0);
  if (used > p->most_memory)
    p->most_memory = used;
  if (!run_is_over(run))
    return;
  if (run_has_found(run))
    take_trace(p, index);
  else if (run->is_out_of_memory)
    p->doubt = BEELINE_REASON_MEMORY;
  else
    take_absence(p, index);
  close_run(p, index);
}

// A limit has ended the plan: errors that runs have found while they looked for cheaper ones are taken.
static void take_what_is_held(plan *p) {
  for (uint32_t i = 0; i < MOST_RUNS && !p->is_decided; i++)
    if (p->is_open[i] && run_has_found(&p->runs[i]))
      take_trace(p, i);
}

static bool is_any_open(const plan *p) {
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    if (p->is_open[i])
      return true;
  return false;
}

// Does the first stage continue?
static bool seeks(const plan *p) {
  const beeline_result *r = &p->item->result;
  bool may_wait = p->check->aim == BEELINE_AIM_FIRST && r->trace_length > LONG_TRACE && spent(p) < p->patience &&
                  clock_wall() < p->wait_until;
  return goes_on(p) && (!r->has_trace || may_wait);
}

static void find_an_error(plan *p) {
  for (p->round = 0; seeks(p); p->round++) {
    for (uint32_t i = 0; i < FIRST_STAGE && seeks(p); i++) {
      if (to_an_error[i].from_round == p->round)
        open_run(p, i, &to_an_error[i]);
      if (!p->item->result.has_trace || i == PROVER || i == HASTY) // these cost little
        take_turn(p, i, &to_an_error[i]);
    }
    bool may_end = p->item->result.has_trace ? !p->is_open[PROVER] && !p->is_open[HASTY] : !is_any_open(p);
    if (may_end && (p->item->result.has_trace || p->round >= LAST_TO_JOIN))
      return;
  }
}

static void lower_bounds(plan *p) {
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    if (p->is_open[i])
      run_lower_bound(&p->runs[i], (uint32_t)p->item->result.trace_cost);
}

// The searches of the first stage that may still find a shorter trace continue.
static void find_a_shorter_one(plan *p) {
  close_run(p, HASTY);
  close_run(p, SECOND);
  close_run(p, THIRD);
  if (!p->is_open[PROVER]) // it gets more memory than in the first stage
    open_run(p, PROVER, &to_the_proof);
  for (p->round = 0; goes_on(p); p->round++) {
    if (p->next_improver < SECOND_STAGE && p->round - p->improver_since >= IMPROVER_ROUNDS)
      close_run(p, IMPROVER);
    if (!p->is_open[IMPROVER] && p->next_improver < SECOND_STAGE) {
      open_run(p, IMPROVER, &to_a_shorter_one[p->next_improver++]);
      p->improver_since = p->round;
    }
    if (!is_any_open(p))
      return;
    lower_bounds(p);
    take_turn(p, PROVER, &to_the_proof);
    take_turn(p, GUIDED, &to_a_shorter_one[0]);
    take_turn(p, IMPROVER, &to_a_shorter_one[p->next_improver - 1]);
  }
}

static void search_all(void *argument) {
  plan *p = argument;
  const beeline_result *r = &p->item->result;
  bool is_first = p->check->aim == BEELINE_AIM_FIRST;
  find_an_error(p);
  take_what_is_held(p);
  if (!r->has_trace)
    return;
  uint64_t length = r->trace_length;
  if (!is_first)
    verdict_tell(p->check, p->item);
  if (!r->trace_shortest && goes_on(p))
    polish(p);
  if (is_first || r->trace_length < length)
    verdict_tell(p->check, p->item);
  p->tells = true;
  if (!is_first && (p->check->choice.is_reduction_free || !p->check->choice.reduction))
    find_a_shorter_one(p);
  take_what_is_held(p);
}

void verdict_auto(beeline_check *check, check_item *item) {
  plan p = {.check = check, .item = item};
  beeline_result *r = &item->result;
  if (mem_try(check->memory, search_all, &p) != MEM_OK)
    p.doubt = BEELINE_REASON_MEMORY;
  if (r->verdict == BEELINE_UNDECIDED && !r->has_trace && r->status != BEELINE_EXIT_INTERNAL)
    r->reason = p.reason != BEELINE_REASON_NONE ? p.reason : p.doubt;
  fill_stats(&p);
  check->limits.stored_elsewhere = 0;
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    close_run(&p, i);
}
