// Adds facts, rules and steps to a task.
#include "relaxation/task_internal.h"

#include <assert.h>
#include <string.h>

enum { MOST_RULES = 200000, MOST_BODIES = 1000000 };

static bool has(const task_list *list, uint32_t fact) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->at[i] == fact)
      return true;
  return false;
}

void task_body_add_read(task_builder *b, task_body *body, uint32_t fact, uint32_t refined) {
  body->is_impossible |= fact == FACT_FALSE;
  if (fact == FACT_TRUE || has(&body->facts, fact))
    return;
  vec_push(b->m, &body->facts, fact);
  vec_push(b->m, &body->refined, refined);
}

void task_body_add(task_builder *b, task_body *body, uint32_t fact) { task_body_add_read(b, body, fact, fact); }

void task_body_add_late(task_builder *b, task_body *body, uint32_t fact) {
  body->is_impossible |= fact == FACT_FALSE;
  if (fact != FACT_TRUE && !has(&body->late, fact))
    vec_push(b->m, &body->late, fact);
}

void task_body_free(task_builder *b, task_body *body) {
  vec_free(b->m, &body->facts);
  vec_free(b->m, &body->late);
  vec_free(b->m, &body->refined);
  body->is_impossible = false;
}

static void push_rule(task_builder *b, uint32_t head, uint32_t cost, const uint32_t *facts, const uint32_t *refined,
                      uint32_t count) {
  task *t = b->t;
  if (t->rules.count >= MOST_RULES || t->bodies.count + count > MOST_BODIES)
    b->is_too_large = true;
  if (b->is_too_large)
    return;
  vec_push(b->m, &t->rules, ((task_rule){.head = head, .cost = cost, .body = t->bodies.count, .count = count}));
  for (uint32_t i = 0; i < count; i++) {
    vec_push(b->m, &t->bodies, facts[i]);
    vec_push(b->m, &t->refined, refined[i]);
  }
}

void task_rule_add(task_builder *b, uint32_t head, uint32_t cost, const task_body *body) {
  if (body->is_impossible || head == FACT_FALSE)
    return;
  push_rule(b, head, cost, body->facts.at, body->refined.at, body->facts.count);
  if (b->is_too_large || !body->late.count)
    return;
  task_rule *r = &b->t->rules.at[b->t->rules.count - 1];
  for (uint32_t i = 0; i < body->late.count; i++)
    if (!has(&body->facts, body->late.at[i])) {
      vec_push(b->m, &b->t->bodies, body->late.at[i]);
      vec_push(b->m, &b->t->refined, body->late.at[i]);
      r->count++;
      r->late++;
    }
}

void task_rule_simple(task_builder *b, uint32_t head, uint32_t one, uint32_t other) {
  task_body body = {0};
  task_body_add(b, &body, one);
  task_body_add(b, &body, other);
  task_rule_add(b, head, 0, &body);
  task_body_free(b, &body);
}

// The facts of a conjunction are sorted, without duplicates, so that equal conjunctions compare equal.
void task_ways_add(task_builder *b, task_ways *w, const uint32_t *facts, uint32_t count) {
  uint32_t start = w->facts.count;
  for (uint32_t i = 0; i < count; i++) {
    if (facts[i] == FACT_FALSE) {
      w->facts.count = start;
      return;
    }
    if (facts[i] == FACT_TRUE)
      continue;
    uint32_t where = w->facts.count;
    while (where > start && w->facts.at[where - 1] > facts[i])
      where--;
    if (where > start && w->facts.at[where - 1] == facts[i])
      continue;
    vec_push(b->m, &w->facts, 0);
    memmove(w->facts.at + where + 1, w->facts.at + where, (w->facts.count - 1 - where) * sizeof *facts);
    w->facts.at[where] = facts[i];
  }
  w->is_always |= w->facts.count == start;
  vec_push(b->m, &w->ends, w->facts.count);
}

void task_ways_add_one(task_builder *b, task_ways *w, uint32_t fact) { task_ways_add(b, w, &fact, 1); }

static void ways_clear(task_builder *b, task_ways *w) {
  vec_free(b->m, &w->facts);
  vec_free(b->m, &w->ends);
  w->is_always = false;
}

static uint32_t hash_of(const task_ways *w) {
  uint32_t hash = 2166136261u;
  for (uint32_t i = 0; i < w->facts.count; i++)
    hash = (hash ^ w->facts.at[i]) * 16777619u;
  for (uint32_t i = 0; i < w->ends.count; i++)
    hash = (hash ^ w->ends.at[i]) * 16777619u;
  return hash ^ hash >> 15;
}

// Are these the conjunctions of the derived fact in the slot?
static bool are_same(const task_builder *b, const task_ways *w, const derived_slot *slot) {
  const task *t = b->t;
  uint32_t start = 0;
  if (slot->count != w->ends.count)
    return false;
  for (uint32_t i = 0; i < w->ends.count; i++) {
    const task_rule *r = &t->rules.at[slot->first + i];
    if (r->count != w->ends.at[i] - start ||
        (r->count && memcmp(t->bodies.at + r->body, w->facts.at + start, r->count * sizeof *w->facts.at) != 0))
      return false;
    start = w->ends.at[i];
  }
  return true;
}

static void make_room(task_builder *b) {
  uint32_t old_count = b->slot_count;
  derived_slot *old = b->slots;
  if (b->slots_used * 2 < old_count)
    return;
  b->slot_count = old_count ? old_count * 2 : 256;
  b->slots = mem_alloc(b->m, sizeof *b->slots * b->slot_count);
  for (uint32_t i = 0; i < old_count; i++)
    if (old[i].count > 0) {
      uint32_t where = old[i].hash & (b->slot_count - 1);
      while (b->slots[where].count > 0)
        where = (where + 1) & (b->slot_count - 1);
      b->slots[where] = old[i];
    }
  mem_free(b->m, old);
}

// Equal disjunctions share one derived fact.
static uint32_t shared_fact(task_builder *b, const task_ways *w) {
  make_room(b);
  uint32_t hash = hash_of(w), where = hash & (b->slot_count - 1), start = 0;
  for (; b->slots[where].count > 0; where = (where + 1) & (b->slot_count - 1))
    if (b->slots[where].hash == hash && are_same(b, w, &b->slots[where]))
      return b->slots[where].fact;
  uint32_t fact = task_fact_new(b), first = b->t->rules.count;
  for (uint32_t i = 0; i < w->ends.count; i++) {
    push_rule(b, fact, 0, w->facts.at + start, w->facts.at + start, w->ends.at[i] - start);
    start = w->ends.at[i];
  }
  if (!b->is_too_large) {
    b->slots[where] = (derived_slot){.hash = hash, .fact = fact, .first = first, .count = w->ends.count};
    b->slots_used++;
  }
  return fact;
}

uint32_t task_ways_fact(task_builder *b, task_ways *w) {
  uint32_t fact = w->is_always                                ? FACT_TRUE
                  : w->ends.count == 0                        ? FACT_FALSE
                  : w->ends.count == 1 && w->facts.count == 1 ? w->facts.at[0]
                                                              : shared_fact(b, w);
  ways_clear(b, w);
  return fact;
}

uint32_t task_fact_both(task_builder *b, uint32_t one, uint32_t other) {
  task_ways w = {0};
  task_ways_add(b, &w, (uint32_t[]){one, other}, 2);
  return task_ways_fact(b, &w);
}

uint32_t task_fact_new(task_builder *b) { return FACT_DERIVED + b->derived++; }

static uint32_t step_at_cost(task_builder *b, net_action action, uint32_t cost, const task_body *body) {
  if (body->is_impossible || b->is_too_large)
    return FACT_FALSE;
  uint32_t fact = FACT_STEP + b->t->steps.count, rule = b->t->rules.count;
  task_rule_add(b, fact, 0, body);
  vec_push(b->m, &b->t->steps, ((task_step){action, fact, rule, cost}));
  return fact;
}

uint32_t task_cost_of(const task_builder *b, uint32_t step) {
  return net_step_cost(b->net, &b->t->steps.at[step - FACT_STEP].action);
}

void task_effect_simple(task_builder *b, uint32_t head, uint32_t step) {
  task_body body = {0};
  task_body_add(b, &body, step);
  task_rule_add(b, head, step == FACT_FALSE ? 0 : task_cost_of(b, step), &body);
  task_body_free(b, &body);
}

uint32_t task_step_new(task_builder *b, net_action action, const task_body *body) {
  return step_at_cost(b, action, net_step_cost(b->net, &action), body);
}

uint32_t task_answer_new(task_builder *b, net_action action, const task_body *body) {
  return step_at_cost(b, action, 0, body);
}

static uint32_t number_of(const task *t, uint32_t fact) {
  assert(fact < FACT_TRUE);
  if (fact >= FACT_STEP)
    return t->first_step + (fact - FACT_STEP);
  return fact >= FACT_DERIVED ? t->first_derived + (fact - FACT_DERIVED) : fact;
}

void task_finish(task_builder *b) {
  task *t = b->t;
  t->first_step = t->first_derived + b->derived;
  t->facts = t->first_step + t->steps.count;
  for (uint32_t i = 0; i < t->rules.count; i++)
    t->rules.at[i].head = number_of(t, t->rules.at[i].head);
  for (uint32_t i = 0; i < t->bodies.count; i++) {
    t->bodies.at[i] = number_of(t, t->bodies.at[i]);
    t->refined.at[i] = number_of(t, t->refined.at[i]);
  }
  for (uint32_t i = 0; i < t->products.count; i++)
    t->products.at[i].first = number_of(t, t->products.at[i].first);
  if (!t->products.count)
    vec_free(b->m, &t->refined);
  for (uint32_t i = 0; i < t->steps.count; i++)
    t->steps.at[i].fact = number_of(t, t->steps.at[i].fact);
  t->goal = number_of(t, t->goal);
  t->doubt = number_of(t, t->doubt);
}
