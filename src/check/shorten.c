// Making a given trace shorter: first by leaving out what is irrelevant and by looking around it, then by a search that
// is directed at its end, for the whole or, where that is too much, for its halves.
#include "check/search.h"

#include <string.h>

enum {
  AROUND_FIRST = 4000, // states around the trace in the first round...
  AROUND_LONGER = 4,   // ...and so many times as many in each further one
  AROUND_ROUNDS = 5,
  SHORT_SEGMENT = 3,     // steps: not worth a search
  SEGMENT_WORK = 100000, // expansions for a segment before it is halved
};

typedef VEC(net_action) steps;

typedef struct shortening {
  beeline_check *check;
  check_item *item;
  beeline_reason reason; // a limit was reached
  check_engine engine;   // of the directed search
  mem *memory;           // for the shorter trace
  steps shorter;
} shortening;

static bool goes_on(const shortening *s) { return s->reason == BEELINE_REASON_NONE; }

static void tell(shortening *s) {
  search_fill_stats(s->check, s->item, NULL, 0);
  search_tell(s->check, s->item);
}

static void look_around(shortening *s) {
  uint64_t expansions = AROUND_FIRST;
  for (uint32_t round = 0; round < AROUND_ROUNDS && goes_on(s);) {
    bool is_shorter;
    uint64_t least = 4 * (uint64_t)s->item->trace.steps.count, budget = expansions > least ? expansions : least;
    s->reason = polish_around(s->check, s->item, budget, search_memory(s->check), &is_shorter);
    if (is_shorter) {
      tell(s);
    } else {
      expansions *= AROUND_LONGER;
      round++;
    }
  }
}

static bool is_in_state(fault f) { return f == FAULT_DEADLOCK || f == FAULT_INVARIANT; }

// The state in which the error is seen: the last one, or that before a step that goes wrong.
static uint32_t last_state(const trace *t) {
  return is_in_state(t->fault) || !t->steps.count ? t->steps.count : t->steps.count - 1;
}

static uint32_t cost_of(const shortening *s, uint32_t first, uint32_t end) {
  uint32_t cost = 0;
  for (uint32_t i = first; i < end; i++)
    cost += net_step_cost(s->check->model->net, &s->item->trace.steps.at[i]);
  return cost;
}

static void append(shortening *s, const net_action *from, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    vec_push(s->memory, &s->shorter, from[i]);
}

typedef enum { SEGMENT_SHORTER, SEGMENT_SHORTEST, SEGMENT_TOO_LARGE } segment_status;

// A way from one state of the trace to another that costs less than the trace's own.
static segment_status search_segment(shortening *s, uint32_t first, uint32_t end) {
  check_run run;
  run_open(&run, s->check, s->item, &s->engine, cost_of(s, first, end));
  run.along = &s->item->trace;
  run.from_step = first;
  run.to_step = end;
  run.is_target = true;
  s->reason = run_advance(&run, SEGMENT_WORK, search_memory(s->check));
  segment_status status = SEGMENT_TOO_LARGE;
  if (!run.is_out_of_memory && run.status == SEARCH_EXHAUSTED)
    status = SEGMENT_SHORTEST;
  if (!run.is_out_of_memory && run.status == SEARCH_FOUND) {
    append(s, run.search->error.path.at, run.search->error.path.count);
    status = SEGMENT_SHORTER;
  }
  run_close(&run);
  return status;
}

// Adds a way from one state of the trace to another to the shorter trace: a new one, or the old one with its halves
// made shorter, or as it is.
static void shorten_segment(shortening *s, uint32_t first, uint32_t end) {
  segment_status status = goes_on(s) && end - first > SHORT_SEGMENT ? search_segment(s, first, end) : SEGMENT_SHORTEST;
  if (status == SEGMENT_SHORTER)
    return;
  if (status == SEGMENT_SHORTEST) {
    append(s, s->item->trace.steps.at + first, end - first);
    return;
  }
  uint32_t middle = first + (end - first) / 2;
  shorten_segment(s, first, middle);
  shorten_segment(s, middle, end);
}

static bool take_segments(shortening *s) {
  const trace *t = &s->item->trace;
  const char *why_not;
  uint32_t old = (uint32_t)s->item->result.trace_length;
  trace shorter = {.fault = t->fault, .invariant = t->invariant};
  shorter.steps.at = s->shorter.at;
  shorter.steps.count = s->shorter.count;
  if (trace_length(&shorter, s->check->model->net) >= old)
    return false;
  search_find find = {.steps = s->shorter.at, .count = s->shorter.count, .fault = t->fault, .cost = SEARCH_NO_BOUND};
  find.engine = &s->engine;
  return search_try(s->check, s->item, &find, &why_not) == SEARCH_TAKEN;
}

// To the very states of the trace, again and again until that makes it no shorter.
static void direct_at_states(void *argument) {
  shortening *s = argument;
  bool is_shorter = true;
  while (goes_on(s) && is_shorter) {
    uint32_t last = last_state(&s->item->trace);
    s->shorter.count = 0;
    shorten_segment(s, 0, last);
    append(s, s->item->trace.steps.at + last, s->item->trace.steps.count - last);
    is_shorter = take_segments(s);
    if (is_shorter)
      tell(s);
  }
}

// To any error of the same kind, by a search that takes the known error for an example.
static void direct_at_error(void *argument) {
  shortening *s = argument;
  bool is_shorter = true;
  while (goes_on(s) && is_shorter) {
    check_run run;
    run_open(&run, s->check, s->item, &s->engine, (uint32_t)s->item->result.trace_cost);
    run.along = &s->item->trace;
    run.to_step = last_state(&s->item->trace);
    s->reason = run_advance(&run, SEGMENT_WORK, search_memory(s->check));
    is_shorter = !run.is_out_of_memory && run.status == SEARCH_FOUND && search_accept(&run);
    run_close(&run);
    if (is_shorter)
      tell(s);
  }
}

static void direct(shortening *s, const char *estimate, void (*work)(void *argument)) {
  const check_engine *asked = &s->check->engine;
  if (!goes_on(s))
    return;
  s->engine = check_engine_named(&s->check->diags, "astar", estimate, asked->store, NULL);
  s->engine.method = asked->method;
  s->engine.method_keys = asked->method_keys;
  s->memory = mem_new(search_memory(s->check));
  if (s->memory)
    mem_try(s->memory, work, s);
  mem_delete(s->memory);
  s->memory = NULL;
  s->shorter = (steps){0};
}

static void shorten(void *argument) {
  shortening *s = argument;
  beeline_check *check = s->check;
  const char *estimate = check->engine.is_auto ? NULL : check->engine.heuristics[0]->name;
  tell(s);
  if (polish_filter(check, s->item))
    tell(s);
  if (!estimate)
    look_around(s);
  if (!estimate || strcmp(estimate, "fsm") == 0)
    direct(s, "fsm", direct_at_error);
  if (!estimate || strcmp(estimate, "hamming") == 0)
    direct(s, "hamming", direct_at_states);
}

static void refuse(void *argument) {
  shortening *s = argument;
  diag_add(&s->check->diags, DIAG_ERROR, (place){.file = s->check->trace_file},
           "a trace whose end is that of an invariant or a query does not say so by itself: name it",
           "the trace ends in no error, so there is nothing to get to by a shorter way");
}

void check_shorten(beeline_check *check, check_item *item) {
  check_replay(check, item);
  fault f = item->trace.fault;
  if (!item->result.has_trace)
    return;
  shortening s = {.check = check, .item = item};
  if (f == FAULT_NONE) {
    mem_try(check->memory, refuse, &s);
    item->result = check_result_for(check->model, &item->goal);
    item->result.reason = BEELINE_REASON_INCOMPLETE;
    item->result.status = BEELINE_EXIT_INPUT;
    return;
  }
  check->closed = (beeline_stats){0};
  item->goal.search = (space_goal){.assertions = f == FAULT_ASSERT,
                                   .deadlocks = f == FAULT_DEADLOCK,
                                   .invariant = f == FAULT_INVARIANT,
                                   .condition = item->goal.condition};
  item->result.search = "shorten";
  item->result.heuristic = heuristic_zero.name;
  item->result.store = check->engine.store->name;
  item->result.reduce = "";
  mem_try(check->memory, shorten, &s);
  if (item->result.status != BEELINE_EXIT_INTERNAL)
    item->result.status = item->result.verdict == BEELINE_SATISFIED ? BEELINE_OK : BEELINE_EXIT_VIOLATED;
  search_fill_stats(check, item, NULL, 0);
}
