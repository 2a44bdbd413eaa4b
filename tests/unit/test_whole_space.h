// All states of a small network and what an error costs from each, to compare estimates with.
#ifndef TEST_WHOLE_SPACE_H
#define TEST_WHOLE_SPACE_H

#include "heuristic/heuristic.h"
#include "search/judge.h"
#include "space/product.h"
#include "space/space.h"
#include "store/store.h"
#include <string.h>

typedef struct whole_step {
  uint32_t from, to, cost;
} whole_step;

typedef struct whole_space {
  mem *m;
  space *space;
  space *inner; // of a product with a claim; else NULL
  store *states;
  question goal;
  uint32_t count, current;
  bool is_complete; // not cut off at the limit
  bool passes;      // executions go on after an error, where there is a state
  VEC(whole_step) steps;
  VEC(uint32_t) exact; // by state: cost of the nearest error; HEURISTIC_DEAD_END = none can be reached
} whole_space;

static inline uint32_t whole_number(whole_space *w, const uint8_t *state, uint32_t size) {
  bool is_new;
  uint32_t number = w->states->put(w->states, state, size, &is_new);
  if (!is_new)
    return number;
  bool is_error = judge_state(&w->goal, w->space, state, size).kind != OUTCOME_OPEN;
  vec_push(w->m, &w->exact, is_error ? 0 : HEURISTIC_DEAD_END);
  return number;
}

static inline bool whole_visit(void *context, const successor *s) {
  whole_space *w = context;
  bool is_error = s->fault != FAULT_NONE && question_stops_at(&w->goal, s->fault);
  if (w->current != UINT32_MAX && is_error && s->cost < w->exact.at[w->current])
    w->exact.at[w->current] = s->cost;
  if (!s->state || (is_error && !w->passes))
    return true;
  uint32_t from = w->current, to = whole_number(w, s->state, s->size);
  if (from != UINT32_MAX)
    vec_push(w->m, &w->steps, ((whole_step){from, to, s->cost}));
  return true;
}

// States are numbered as they are met, so going backwards over the steps takes few rounds.
static inline void whole_settle(whole_space *w) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = w->steps.count; i-- > 0;) {
      const whole_step *s = &w->steps.at[i];
      uint32_t *from = &w->exact.at[s->from], to = w->exact.at[s->to];
      if (to != HEURISTIC_DEAD_END && to + s->cost < *from) {
        *from = to + s->cost;
        has_changed = true;
      }
    }
  }
}

static inline const uint8_t *whole_state(const whole_space *w, uint32_t number, uint32_t *size) {
  return w->states->get(w->states, number, size);
}

static inline space *whole_choose(mem *m, const network *net, const question *goal, expr **condition) {
  *condition = (expr *)goal->condition;
  space_setup asked = {.net = net, .conditions = condition, .condition_count = *condition != NULL};
  if (goal->claim) {
    asked.conditions = goal->claim->atoms.at;
    asked.condition_count = goal->claim->atoms.count;
  }
  space_options options = {.deadlocks = question_seeks_deadlock(goal)};
  return space_new(m, &asked, &options);
}

// At most `limit` states are expanded. w->space: the one to explore.
static inline void whole_explore(whole_space *w, uint32_t limit) {
  mem *m = w->m;
  w->current = UINT32_MAX;
  w->states = store_hash.open(m, NULL);
  w->space->initial(w->space, whole_visit, w);
  for (w->current = 0; w->current < w->exact.count && w->current < limit; w->current++) {
    uint32_t size;
    const uint8_t *state = whole_state(w, w->current, &size);
    uint8_t *copy = memcpy(mem_alloc(m, size + 1), state, size); // the store may move what it holds
    expansion x = w->space->expand(w->space, copy, size, whole_visit, w);
    mem_free(m, copy);
    if (x.is_stuck && !x.is_end && question_stops_at(&w->goal, FAULT_DEADLOCK))
      w->exact.at[w->current] = 0;
  }
  w->count = w->exact.count;
  w->is_complete = w->current == w->count;
  if (w->is_complete)
    whole_settle(w);
}

// Borrows net and what the goal points to. At most `limit` states are expanded.
static inline void whole_open(whole_space *w, mem *m, const network *net, question goal, uint32_t limit) {
  expr *invariant;
  *w = (whole_space){.m = m, .goal = goal};
  w->space = whole_choose(m, net, &goal, &invariant);
  if (goal.claim) {
    w->inner = w->space;
    w->space = space_product(m, w->inner, goal.claim, false);
  }
  whole_explore(w, limit);
}

static inline void whole_close(whole_space *w) {
  vec_free(w->m, &w->steps);
  vec_free(w->m, &w->exact);
  w->states->close(w->states);
  w->space->close(w->space);
  if (w->inner)
    w->inner->close(w->inner);
}

static inline const state_view *whole_view(const whole_space *w, uint32_t number) {
  uint32_t size;
  const uint8_t *state = whole_state(w, number, &size);
  return w->space->view(w->space, state, size);
}

// How often an estimate is not what it may be called.
typedef struct whole_faults {
  uint32_t too_much, inconsistent, unsafe;
  uint32_t informed;   // states where it says something: not 0
  uint64_t sum, exact; // of estimates and of what they estimate, where an error can be reached
} whole_faults;

static inline whole_faults whole_compare(whole_space *w, heuristic *h) {
  whole_faults r = {0};
  uint32_t *estimate = mem_alloc(w->m, sizeof *estimate * (w->count + 1));
  for (uint32_t i = 0; i < w->count; i++) {
    uint32_t exact = w->exact.at[i], e = estimate[i] = h->estimate(h, whole_view(w, i));
    r.too_much += e > exact;
    r.unsafe += e == HEURISTIC_DEAD_END && exact != HEURISTIC_DEAD_END;
    r.inconsistent += exact == 0 && e > 0;
    r.informed += e > 0;
    r.sum += exact == HEURISTIC_DEAD_END ? 0 : e;
    r.exact += exact == HEURISTIC_DEAD_END ? 0 : exact;
  }
  for (uint32_t i = 0; i < w->steps.count; i++) {
    const whole_step *s = &w->steps.at[i];
    uint64_t after = (uint64_t)estimate[s->to] + s->cost;
    r.inconsistent += estimate[s->from] > after && estimate[s->to] != HEURISTIC_DEAD_END;
  }
  mem_free(w->m, estimate);
  return r;
}

#endif
