#include "check/auto_plan.h"
#include "check/verdict.h"

#include "base/clock.h"

enum {
  MOST_RUNS = PLAN_MOST_SEEKERS + 1,
  PROVER = 0, // the runs of the first stage: breadth-first search, whose trace would be a shortest one...
  GUIDED = 1, // ...the first one guided by estimates...
  HASTY = 2,  // ...depth-first search...
  SECOND = 3, // ...and two more guided by other estimates
  THIRD = 4,
  ABSTRACT = 5,                 // guided by an abstract model to a shortest trace
  IMPROVER = PLAN_MOST_SEEKERS, // the run of the second stage
  LEAST_TURN = 20000,           // work of the pacemaker in a turn, at least
  LONGEST_TURN = 20,            // in the second stage, times that of the first round
  USUAL_BRANCHING = 4,          // assumed before anything was expanded
  DEEP = 100000,                // steps: a depth-first search that is deeper than this...
  PERCENT_IF_DEEP = 50,         // ...and what breadth-first search gets then
  LONG_TRACE = 1000,            // steps: beyond this, --first lets the cheap searches continue for a while
  IMPROVER_ROUNDS = 6,          // of a run of the second stage before the next one starts; the last one continues
};

typedef struct plan {
  beeline_check *check;
  check_item *item;
  const plan_table *table;
  check_run runs[MOST_RUNS];
  bool is_open[MOST_RUNS];
  uint32_t pacemaker;            // its run
  uint64_t pace;                 // the work that it has done, or would have if it were not over
  uint32_t seeker;               // of the first stage: whose turn it is
  bool has_begun[MOST_RUNS];     // it was opened, or left out
  uint32_t round, next_improver; // of the second stage
  uint32_t improver_since;       // the round in which the improver started
  beeline_reason reason, doubt;  // the limit that was reached; why an exhausted search decides nothing
  uint64_t most_memory;          // used by all runs together, at most
  uint64_t patience; // with --first and a long trace: searches may continue until so many states were expanded
  double wait_until; // the same on clock_wall(): no longer than it took to find the trace
  bool is_told;      // the caller knows of the first trace
  bool is_decided;   // nothing is left to do
  bool is_polished;  // the first trace was made shorter with little effort
  bool is_improving; // the second stage has begun: the caller is told of every better trace
} plan;

static const char *estimates_of(const plan *p, const plan_row *row) {
  if (row->for_clocks && p->check->model->net->is_timed)
    return row->for_clocks;
  return row->for_deadlocks && question_seeks_deadlock(&p->item->question.asked) ? row->for_deadlocks : row->heuristic;
}

static unsigned needs_of(const plan *p) {
  bool is_timed = p->check->model->net->is_timed;
  return check_needs_of(&p->item->question.asked) | (is_timed ? CHECK_NEED(TIMED) : CHECK_NEED(UNTIMED));
}

// Where lengths do not count, partial order reduction; else, if the search can use it, the one that keeps lengths.
static const space_reduction *reduction_for(const plan *p, const plan_row *row, const check_engine *engine) {
  const check_choice *asked = p->item->choice;
  const space_reduction *r = !asked->is_reduction_free ? asked->reduction
                             : row->is_reduced         ? CHECK_REDUCTION(por)
                                                       : CHECK_REDUCTION(local);
  if (!r || (needs_of(p) & ~check_reduction_supports(r)) || (r->trim && !(engine->supports & CHECK_NEED(FREE_STEPS))))
    return NULL;
  return r;
}

// What cannot matter is left out of the network; where lengths do not count, so are its safe parts. Only reductions
// that leave something out are named.
static unsigned cuts_of(const plan *p, const plan_row *row) {
  const check_choice *asked = p->item->choice;
  if (!asked->is_reduction_free)
    return asked->cuts;
  uint32_t by_cone = run_left_out(p->check, p->item, CHECK_CUT(cone));
  unsigned cuts = by_cone ? CHECK_CUT(cone) : 0;
  bool is_safe = row->is_reduced && run_left_out(p->check, p->item, cuts | CHECK_CUT(safe)) > by_cone;
  return cuts | (is_safe ? CHECK_CUT(safe) : 0);
}

static void say(const plan *p, const plan_row *row, const check_choice *choice) {
  if (!p->check->explain)
    return;
  char line[256];
  const char *reduction = choice->reduction ? choice->reduction->name : NULL;
  snprintf(line, sizeof line, "auto: %s starts with heuristic %s%s%s: it %s", row->search, estimates_of(p, row),
           reduction ? " and reduction " : "", reduction ? reduction : "", row->why);
  p->check->explain(p->check->context, line);
}

static void open_run(plan *p, uint32_t index, const plan_row *row) {
  const check_choice *asked = p->item->choice;
  check_choice choice = check_choice_named(&p->check->diags, row->search, estimates_of(p, row), asked->store, NULL);
  choice.reduction = reduction_for(p, row, choice.engine);
  choice.cuts = cuts_of(p, row);
  for (uint32_t i = 0; i < choice.heuristic_count; i++)
    if (needs_of(p) & ~check_estimate_supports(choice.heuristics[i]))
      return;
  if (needs_of(p) & ~choice.engine->supports) // the row is left out
    return;
  uint32_t bound = p->item->result.has_trace ? (uint32_t)p->item->result.trace_cost : SEARCH_NO_BOUND;
  run_open(&p->runs[index], p->check, p->item, &choice, bound);
  p->is_open[index] = true;
  say(p, row, &choice);
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
  uint64_t others = p->item->closed.stored;
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
  uint64_t expanded = p->item->closed.expanded;
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
    p->wait_until = clock_wall() + check_seconds(p->item);
  }
  if (!r->has_trace || !p->is_improving)
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
    verdict_note_reduced(run);
    r->verdict = verdict_of_absence(p->item);
    p->is_decided = true;
  } else if (!r->has_trace) {
    p->doubt = doubt;
  } else if (run_proves_shortest(run, r->trace_cost)) {
    verdict_prove(p->item, PROVED_SHORTEST);
    p->is_decided = true;
  }
}

static uint64_t spent_by(const plan *p, uint32_t index, const plan_row *row) {
  const check_run *run = &p->runs[index];
  return run->search ? run->search->stats.generated * row->price : 0;
}

// The number of expansions for so much work.
static uint64_t expansions_for(const check_run *run, const plan_row *row, uint64_t work) {
  const search_stats *s = run->search ? &run->search->stats : NULL;
  uint64_t branching = s && s->expanded ? s->generated / s->expanded + 1 : USUAL_BRANCHING;
  return work / (row->price * branching) + 1;
}

// Gives a run its turn.
static void take_turn(plan *p, uint32_t index, const plan_row *row, uint64_t worth) {
  check_run *run = &p->runs[index];
  if (!p->is_open[index] || !goes_on(p))
    return;
  p->check->limits.stored_elsewhere = stored_by_others(p, index);
  p->reason = run_advance(run, expansions_for(run, row, worth), memory_for(p, index, row->memory));
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
  if (verdict_waits(p->check, p->reason))
    return;
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

// Depth-first search for errors is the fastest proof because of the reduction. Otherwise breadth-first search is: it
// needs less time for a transition, and in timed models fewer states, since it meets the larger zones first.
static void choose_pacemaker(plan *p) {
  const check_run *hasty = &p->runs[HASTY];
  if (p->pacemaker == HASTY && hasty->search && !hasty->is_reduced && !p->table->is_paced_by_depth)
    p->pacemaker = PROVER;
}

static void pace_turn(plan *p, const plan_row *row) {
  uint64_t worth = p->pace / 2 > LEAST_TURN ? p->pace / 2 : LEAST_TURN, goal = p->pace + worth;
  take_turn(p, p->pacemaker, row, worth);
  if (goes_on(p))
    p->pace = p->is_open[p->pacemaker] ? spent_by(p, p->pacemaker, row) : goal;
  choose_pacemaker(p);
}

// Where depth-first search goes very deep, an error that it finds is of little use: then breadth-first search gets
// more.
static uint32_t percent_of(const plan *p, uint32_t index) {
  const search *hasty = p->runs[HASTY].search;
  bool is_deep = index == PROVER && hasty && hasty->stats.max_depth > DEEP;
  return is_deep ? PERCENT_IF_DEEP : p->table->seekers[index].percent;
}

static void seeker_turn(plan *p, uint32_t index) {
  const plan_seeker *s = &p->table->seekers[index];
  if (!p->has_begun[index] && p->pace >= s->from) {
    p->has_begun[index] = true;
    open_run(p, index, &s->row);
  }
  uint64_t allowed = s->free + p->pace / 100 * percent_of(p, index), spent = spent_by(p, index, &s->row);
  if (index == p->pacemaker)
    pace_turn(p, &s->row);
  else if (spent < allowed)
    take_turn(p, index, &s->row, allowed - spent);
}

static bool have_all_begun(const plan *p) {
  for (uint32_t i = 0; i < p->table->seeker_count; i++)
    if (!p->has_begun[i])
      return false;
  return true;
}

static bool is_cheap(uint32_t index) { return index == PROVER || index == HASTY; }

// With a trace in hand only the cheap ones go on.
static bool has_more(const plan *p) {
  if (p->item->result.has_trace)
    return p->is_open[PROVER] || p->is_open[HASTY];
  return !have_all_begun(p) || is_any_open(p);
}

// With --first a long trace is told at once, before the search for a shorter one.
static void tell_first(plan *p) {
  if (!p->item->result.has_trace || p->is_told)
    return;
  p->is_told = true;
  fill_stats(p);
  verdict_tell(p->check, p->item);
}

static void find_an_error(plan *p) {
  while (seeks(p) && has_more(p)) {
    tell_first(p);
    if (!p->item->result.has_trace || is_cheap(p->seeker))
      seeker_turn(p, p->seeker);
    if (goes_on(p))
      p->seeker = (p->seeker + 1) % p->table->seeker_count;
  }
}

static void lower_bounds(plan *p) {
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    if (p->is_open[i])
      run_lower_bound(&p->runs[i], (uint32_t)p->item->result.trace_cost);
}

static void improver_turn(plan *p, uint32_t index, const plan_improver *i) {
  take_turn(p, index, &i->row, (uint64_t)i->turn * (p->round < LONGEST_TURN ? p->round + 1 : LONGEST_TURN));
}

// Would the abstract model guide it better with a larger budget?
static bool is_cut_off(const check_run *run) { return run->search && run->estimates[0]->is_cut_off; }

// The searches of the first stage that may still find a shorter trace continue.
static void begin_improving(plan *p) {
  p->is_improving = true;
  close_run(p, HASTY);
  close_run(p, SECOND);
  close_run(p, THIRD);
  if (!p->table->improver_count)
    close_run(p, GUIDED);
  if (!p->is_open[PROVER]) // it gets more memory than in the first stage
    open_run(p, PROVER, &p->table->prover->row);
  if (is_cut_off(&p->runs[ABSTRACT]))
    close_run(p, ABSTRACT);
  if (p->table->abstract && !p->is_open[ABSTRACT])
    open_run(p, ABSTRACT, &p->table->abstract->row);
}

static void find_a_shorter_one(plan *p) {
  if (!p->is_improving)
    begin_improving(p);
  for (; goes_on(p); p->round++) {
    if (p->next_improver < p->table->improver_count && p->round - p->improver_since >= IMPROVER_ROUNDS)
      close_run(p, IMPROVER);
    if (!p->is_open[IMPROVER] && p->next_improver < p->table->improver_count) {
      open_run(p, IMPROVER, &p->table->improvers[p->next_improver++].row);
      p->improver_since = p->round;
    }
    if (!is_any_open(p))
      return;
    lower_bounds(p);
    improver_turn(p, PROVER, p->table->prover);
    if (p->table->abstract)
      improver_turn(p, ABSTRACT, p->table->abstract);
    if (p->next_improver) {
      improver_turn(p, GUIDED, &p->table->improvers[0]);
      improver_turn(p, IMPROVER, &p->table->improvers[p->next_improver - 1]);
    }
  }
}

static void decide(void *argument) {
  plan *p = argument;
  const beeline_result *r = &p->item->result;
  find_an_error(p);
  take_what_is_held(p);
  if (!r->has_trace || verdict_waits(p->check, p->reason))
    return;
  if (p->check->aim == BEELINE_AIM_FIRST && !r->trace_shortest && goes_on(p))
    polish(p);
  p->is_decided = p->check->aim == BEELINE_AIM_FIRST;
  fill_stats(p);
  verdict_tell(p->check, p->item);
}

static void improve(void *argument) {
  plan *p = argument;
  const check_choice *asked = p->item->choice;
  uint64_t length = p->item->result.trace_length;
  if (!p->is_polished)
    polish(p);
  p->is_polished |= goes_on(p);
  if (p->item->result.trace_length < length) {
    fill_stats(p);
    verdict_tell(p->check, p->item);
  }
  if (goes_on(p) && (asked->is_reduction_free || !asked->reduction || asked->reduction->keeps_lengths))
    find_a_shorter_one(p);
  take_what_is_held(p);
}

// Does a second stage follow?
static bool is_improvable(const plan *p) {
  const beeline_result *r = &p->item->result;
  return !p->is_decided && r->has_trace && !r->trace_shortest && p->check->aim != BEELINE_AIM_FIRST;
}

// Why there is no verdict, or no proof that the trace is shortest.
static void end_work(plan *p) {
  beeline_result *r = &p->item->result;
  // A trace that could not be replayed, for lack of memory or time, has given its own reason.
  bool lacks_verdict =
      r->verdict == BEELINE_UNDECIDED && r->reason == BEELINE_REASON_NONE && r->status != BEELINE_EXIT_INTERNAL;
  bool lacks_proof = r->verdict != BEELINE_UNDECIDED && is_improvable(p);
  if (lacks_verdict || lacks_proof)
    r->reason = p->reason != BEELINE_REASON_NONE ? p->reason : p->doubt;
  p->item->stage = ITEM_OVER;
}

static void close_plan(beeline_check *check, check_item *item) {
  for (uint32_t i = 0; i < MOST_RUNS; i++)
    close_run(item->work, i);
  verdict_close(check, item);
}

static plan plan_for(beeline_check *check, check_item *item) {
  plan p = {.check = check, .item = item};
  p.table = item->question.asked.kind == QUESTION_CYCLE ? &auto_plan_for_cycles : &auto_plan_for_errors;
  p.pacemaker = check->model->net->is_timed && !p.table->is_paced_by_depth ? PROVER : HASTY;
  return p;
}

void verdict_auto(beeline_check *check, check_item *item) {
  plan *p = verdict_work(check, item, sizeof *p, close_plan);
  if (!p)
    return;
  bool is_first = item->stage == ITEM_OPEN;
  if (!p->check)
    *p = plan_for(check, item);
  p->reason = BEELINE_REASON_NONE;
  mem_status status = mem_try(check->memory, is_first ? decide : improve, p);
  if (status != MEM_OK)
    p->doubt = check_reason_left(check, status);
  fill_stats(p);
  check->limits.stored_elsewhere = 0;
  item->held = used_by_others(p, MOST_RUNS);
  if (status == MEM_OK && !p->is_decided && verdict_waits(check, p->reason))
    return;
  if (is_first && status == MEM_OK && is_improvable(p))
    item->stage = ITEM_DECIDED;
  else
    end_work(p);
}
