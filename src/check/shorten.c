// Making a given trace shorter: first by leaving out irrelevant steps and by searching its neighbourhood, then by a
// search directed at its end state, for the whole trace or, where that is too expensive, for its halves. With a time
// limit this is repeated with more and more work, until the time is over or no search was cut short.
#include "check/verdict.h"

#include <string.h>

enum {
  AROUND_FIRST = 4000, // states expanded around the trace in the first round...
  AROUND_LONGER = 4,   // ...and the factor for each further round
  AROUND_ROUNDS = 5,
  SHORT_SEGMENT = 3,     // steps: shorter segments are not searched
  SEGMENT_WORK = 100000, // expansions for a segment before it is halved, at first
  MORE_WORK = 4,         // the factor for each repetition
};

typedef VEC(net_action) steps;

typedef struct shortening {
  beeline_check *check;
  check_item *item;
  beeline_reason reason; // a limit was reached
  uint64_t around;       // the effort for the next look around
  uint64_t work;         // expansions for a segment
  bool is_cut;           // some search was cut short, since the last repetition began
  check_choice choice;   // of the directed search
  mem *memory;           // for the shorter trace
  steps shorter;
} shortening;

static bool goes_on(const shortening *s) { return s->reason == BEELINE_REASON_NONE; }

static void tell(shortening *s) {
  verdict_fill_stats(s->check, s->item, NULL, 0);
  verdict_tell(s->check, s->item);
}

static void look_around(shortening *s, uint32_t rounds) {
  for (uint32_t round = 0; round < rounds && goes_on(s);) {
    bool is_shorter;
    uint64_t least = 4 * (uint64_t)s->item->answer.steps.count, budget = s->around > least ? s->around : least;
    s->reason = polish_around(s->check, s->item, budget, verdict_memory(s->check), &is_shorter);
    if (is_shorter) {
      tell(s);
    } else {
      s->around = s->around < UINT64_MAX / AROUND_LONGER ? s->around * AROUND_LONGER : UINT64_MAX;
      round++;
    }
  }
}

// Is the end seen in a state, or in a step?
static bool is_in_state(const outcome *end) {
  return end->kind == OUTCOME_REACHED || end->fault == FAULT_DEADLOCK || end->fault == FAULT_INVARIANT ||
         end->fault == FAULT_CLAIM;
}

// The state in which the end is seen: the last one, or the one before a failing step.
static uint32_t last_state(const answer *t) {
  return is_in_state(&t->end) || !t->steps.count ? t->steps.count : t->steps.count - 1;
}

static uint32_t cost_of(const shortening *s, uint32_t first, uint32_t end) {
  uint32_t cost = 0;
  for (uint32_t i = first; i < end; i++)
    cost += net_step_cost(s->check->model->net, &s->item->answer.steps.at[i]);
  return cost;
}

static void append(shortening *s, const answer *from, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++)
    vec_push(s->memory, &s->shorter, from->steps.at[i]);
}

typedef enum { SEGMENT_SHORTER, SEGMENT_SHORTEST, SEGMENT_TOO_LARGE } segment_status;

// A path between two states of the trace that costs less than the trace's own.
static segment_status search_segment(shortening *s, uint32_t first, uint32_t end) {
  check_run run;
  run_open(&run, s->check, s->item, &s->choice, cost_of(s, first, end));
  run.along = &s->item->answer;
  run.from_step = first;
  run.to_step = end;
  run.is_target = true;
  s->reason = run_advance(&run, s->work, verdict_memory(s->check));
  s->is_cut |= !run_is_over(&run);
  segment_status status = SEGMENT_TOO_LARGE;
  if (!run.is_out_of_memory && run.status == SEARCH_EXHAUSTED)
    status = SEGMENT_SHORTEST;
  if (!run.is_out_of_memory && run.status == SEARCH_FOUND) {
    append(s, &run.search->found.answer, 0, run.search->found.answer.steps.count);
    status = SEGMENT_SHORTER;
  }
  run_close(&run);
  return status;
}

// Appends a path between two states of the trace: a new one, or the old one with its halves made shorter, or the old
// one.
static void shorten_segment(shortening *s, uint32_t first, uint32_t end) {
  segment_status status = goes_on(s) && end - first > SHORT_SEGMENT ? search_segment(s, first, end) : SEGMENT_SHORTEST;
  if (status == SEGMENT_SHORTER)
    return;
  if (status == SEGMENT_SHORTEST) {
    append(s, &s->item->answer, first, end);
    return;
  }
  uint32_t middle = first + (end - first) / 2;
  shorten_segment(s, first, middle);
  shorten_segment(s, middle, end);
}

static bool take_segments(shortening *s) {
  const answer *t = &s->item->answer;
  const char *why_not;
  beeline_reason reason;
  uint32_t old = (uint32_t)s->item->result.trace_length;
  answer shorter = {.end = t->end, .condition = t->condition};
  shorter.steps.at = s->shorter.at;
  shorter.steps.count = s->shorter.count;
  if (answer_length(&shorter, s->check->model->net) >= old)
    return false;
  verdict_find find = {.answer = &shorter, .cost = SEARCH_NO_BOUND};
  find.choice = &s->choice;
  return verdict_try(s->check, s->item, &find, &why_not, &reason) == VERDICT_TAKEN;
}

// Searches for the very states of the trace (of the model: those of a claim are not known), repeatedly, until the trace
// gets no shorter.
static void direct_at_states(void *argument) {
  shortening *s = argument;
  bool is_shorter = true;
  while (goes_on(s) && is_shorter) {
    uint32_t last = last_state(&s->item->answer);
    s->shorter.count = 0;
    shorten_segment(s, 0, last);
    append(s, &s->item->answer, last, s->item->answer.steps.count);
    is_shorter = take_segments(s);
    if (is_shorter)
      tell(s);
  }
}

// Searches for any error of the same kind, guided by the known error state.
static void direct_at_error(void *argument) {
  shortening *s = argument;
  bool is_shorter = true;
  while (goes_on(s) && is_shorter) {
    check_run run;
    run_open(&run, s->check, s->item, &s->choice, (uint32_t)s->item->result.trace_cost);
    run.along = &s->item->answer;
    run.to_step = last_state(&s->item->answer);
    s->reason = run_advance(&run, s->work, verdict_memory(s->check));
    s->is_cut |= !run_is_over(&run);
    is_shorter = !run.is_out_of_memory && run.status == SEARCH_FOUND && verdict_accept(&run);
    run_close(&run);
    if (is_shorter)
      tell(s);
  }
}

static void direct(shortening *s, const char *estimate, void (*work)(void *argument)) {
  const check_choice *asked = &s->check->choice;
  if (!goes_on(s))
    return;
  s->choice = check_choice_named(&s->check->diags, "astar", estimate, asked->store, NULL);
  s->choice.engine = asked->engine;
  s->choice.method = asked->method;
  s->choice.method_keys = asked->method_keys;
  s->memory = mem_new_within(s->check->memory);
  if (s->memory)
    mem_try(s->memory, work, s);
  mem_delete(s->memory);
  s->memory = NULL;
  s->shorter = (steps){0};
}

static void shorten(void *argument) {
  shortening *s = argument;
  beeline_check *check = s->check;
  const char *estimate = choice_is_auto(&check->choice) ? NULL : check->choice.heuristics[0]->name;
  tell(s);
  if (polish_filter(check, s->item))
    tell(s);
  do {
    bool is_first = s->around == AROUND_FIRST;
    s->is_cut = false;
    if (!estimate)
      look_around(s, is_first ? AROUND_ROUNDS : 1);
    if (!estimate || strcmp(estimate, "fsm") == 0)
      direct(s, "fsm", direct_at_error);
    if (!estimate || strcmp(estimate, "hamming") == 0)
      direct(s, "hamming", s->item->question.asked.claim ? direct_at_error : direct_at_states);
    s->work *= MORE_WORK;
  } while (s->is_cut && goes_on(s) && check->limits.deadline > 0);
}

// Looks for any shorter lasso, from the initial state on.
static void search_whole(shortening *s) {
  check_run run;
  check_choice choice = check_choice_named(&s->check->diags, "lasso", "zero", s->check->choice.store, NULL);
  choice.engine = s->check->choice.engine;
  run_open(&run, s->check, s->item, &choice, (uint32_t)s->item->result.trace_cost);
  s->reason = run_advance(&run, s->work, verdict_memory(s->check));
  s->is_cut |= !run_is_over(&run);
  if (run_has_found(&run)) {
    if (verdict_accept(&run))
      tell(s);
  } else if (run.status == SEARCH_EXHAUSTED && run_proves_shortest(&run, s->item->result.trace_cost)) {
    verdict_prove(s->item, PROVED_SHORTEST);
  }
  run_close(&run);
}

static void shorten_lasso(void *argument) {
  shortening *s = argument;
  tell(s);
  do {
    s->is_cut = false;
    look_around(s, s->around == AROUND_FIRST ? AROUND_ROUNDS : 1);
    if (goes_on(s) && polish_slide(s->check, s->item))
      tell(s);
    if (goes_on(s))
      search_whole(s);
    s->work *= MORE_WORK;
  } while (s->is_cut && goes_on(s) && s->check->limits.deadline > 0);
}

static void refuse(void *argument) {
  shortening *s = argument;
  bool is_lasso = answer_is_lasso(&s->item->answer);
  diag_add(&s->check->diags, DIAG_ERROR, (place){.file = s->check->trace_file},
           is_lasso ? "if it violates a formula that the model does not have, name that one"
                    : "if it violates an invariant or answers a query, name that one",
           is_lasso ? "the lasso violates no property of the model, so it cannot be made shorter"
                    : "the trace ends in no error, so it cannot be made shorter");
}

// Any execution that ends in the same way is as good.
static question asked_again(const network *n, const check_item *item) {
  if (item->answer.end.kind == OUTCOME_CYCLE || item->answer.end.fault == FAULT_CLAIM)
    return item->question.asked;
  const outcome *end = &item->answer.end;
  const char *name = end->kind == OUTCOME_REACHED    ? "reach"
                     : end->fault == FAULT_DEADLOCK  ? "deadlock"
                     : end->fault == FAULT_INVARIANT ? "invariant"
                                                     : "assertion";
  question q = question_of(n, name);
  q.errors = end->fault == FAULT_DEADLOCK    ? ERROR_DEADLOCK | ERROR_RUNTIME
             : end->fault == FAULT_INVARIANT ? ERROR_INVARIANT | ERROR_RUNTIME
             : end->fault == FAULT_ASSERT    ? ERROR_ASSERTION | ERROR_RUNTIME
                                             : ERROR_RUNTIME;
  q.condition = item->question.asked.condition;
  return q;
}

void check_shorten(beeline_check *check, check_item *item) {
  check_replay(check, item);
  if (!item->result.has_trace)
    return;
  shortening s = {.check = check, .item = item, .around = AROUND_FIRST, .work = SEGMENT_WORK};
  bool is_lasso = answer_is_lasso(&item->answer);
  if (item->answer.end.kind == OUTCOME_OPEN || (is_lasso && !item->answer.claim)) {
    mem_try(check->memory, refuse, &s);
    item->result = check_result_for(check->model, &item->question);
    item->result.reason = BEELINE_REASON_INCOMPLETE;
    item->result.status = BEELINE_EXIT_INPUT;
    return;
  }
  item->question.asked = asked_again(check->model->net, item);
  item->result.search = "shorten";
  item->result.heuristic = heuristic_zero.name;
  item->result.store = check->choice.store->name;
  item->result.reduce = "";
  mem_try(check->memory, is_lasso ? shorten_lasso : shorten, &s);
  if (item->result.status != BEELINE_EXIT_INTERNAL)
    item->result.status = item->result.verdict == BEELINE_SATISFIED ? BEELINE_OK : BEELINE_EXIT_VIOLATED;
  verdict_fill_stats(check, item, NULL, 0);
}
