#include "relaxation/relax.h"

enum { NONE = UINT32_MAX, POLL_EVERY = 256 }; // facts settled between two polls

typedef struct {
  uint32_t fact, next;
} waiting;

// A rule in the list of a fact in its body. Most rules have one fact only and are stored here; for others cost is
// JOINT, and head is the index of the joint.
enum { JOINT = UINT32_MAX };
typedef struct {
  uint32_t head, cost, rule;
} use;

typedef struct {           // a rule with several facts in its body
  uint32_t count, missing; // facts of the body, and those that are not settled
  uint32_t sum;            // cost of those that are settled
  uint32_t head, cost, rule;
} joint;

struct relax {
  mem *m;
  const task *t;
  use *uses; // by fact: uses[use_first[fact] .. use_first[fact + 1] - 1]
  uint32_t *use_first;
  joint *joints;
  uint32_t joint_count;
  uint32_t *free_rules, free_count; // rules with an empty body
  uint32_t *cost;                   // by fact; RELAX_NEVER = not reached
  uint32_t *by; // by fact: its supporter, the cheapest rule that gives it; NONE = it holds in the state
  VEC(uint32_t) facts_touched, joints_touched;
  uint32_t buckets[RELAX_MOST + 1], most; // by cost: the first entry in `queue`; NONE = empty
  VEC(waiting) queue;
  VEC(uint32_t) todo, steps;
  uint32_t *seen; // by fact: the last trace that contains it
  uint32_t traces;
};

static use use_of(relax *r, uint32_t rule) {
  const task_rule *t = &r->t->rules.at[rule];
  if (t->count == 1)
    return (use){.head = t->head, .cost = t->cost, .rule = rule};
  r->joints[r->joint_count] =
      (joint){.count = t->count, .missing = t->count, .head = t->head, .cost = t->cost, .rule = rule};
  return (use){.head = r->joint_count++, .cost = JOINT, .rule = rule};
}

// A fact that no body contains need not be reached, unless it is the goal or the doubt.
static bool is_used(const relax *r, uint32_t fact) {
  return r->use_first[fact] < r->use_first[fact + 1] || fact == r->t->goal || fact == r->t->doubt;
}

static void index_uses(relax *r) {
  const task *t = r->t;
  for (uint32_t i = 0; i < t->bodies.count; i++)
    r->use_first[t->bodies.at[i] + 1]++;
  for (uint32_t i = 0; i < t->facts; i++)
    r->use_first[i + 1] += r->use_first[i];
  uint32_t *next = mem_alloc(r->m, sizeof *next * (t->facts + 1));
  for (uint32_t i = 0; i < t->rules.count; i++) {
    const task_rule *rule = &t->rules.at[i];
    if (rule->count == 0) {
      if (is_used(r, rule->head))
        r->free_rules[r->free_count++] = i;
      continue;
    }
    use u = use_of(r, i);
    for (uint32_t k = 0; k < rule->count; k++) {
      uint32_t fact = t->bodies.at[rule->body + k];
      r->uses[r->use_first[fact] + next[fact]++] = u;
    }
  }
  mem_free(r->m, next);
}

relax *relax_open(mem *m, const task *t) {
  relax *r = mem_alloc(m, sizeof *r);
  r->m = m;
  r->t = t;
  r->uses = mem_alloc(m, sizeof *r->uses * (t->bodies.count + 1));
  r->use_first = mem_alloc(m, sizeof *r->use_first * (t->facts + 2));
  r->free_rules = mem_alloc(m, sizeof *r->free_rules * (t->rules.count + 1));
  r->cost = mem_alloc(m, sizeof *r->cost * (t->facts + 1));
  r->by = mem_alloc(m, sizeof *r->by * (t->facts + 1));
  r->seen = mem_alloc(m, sizeof *r->seen * (t->facts + 1));
  r->joints = mem_alloc(m, sizeof *r->joints * (t->rules.count + 1));
  for (uint32_t i = 0; i < t->facts; i++)
    r->cost[i] = RELAX_NEVER;
  for (uint32_t i = 0; i <= RELAX_MOST; i++)
    r->buckets[i] = NONE;
  index_uses(r);
  return r;
}

void relax_close(relax *r) {
  mem *m = r->m;
  mem_free(m, r->uses);
  mem_free(m, r->use_first);
  mem_free(m, r->free_rules);
  mem_free(m, r->cost);
  mem_free(m, r->by);
  mem_free(m, r->seen);
  mem_free(m, r->joints);
  vec_free(m, &r->facts_touched);
  vec_free(m, &r->joints_touched);
  vec_free(m, &r->queue);
  vec_free(m, &r->todo);
  vec_free(m, &r->steps);
  mem_free(m, r);
}

static void forget(relax *r) {
  for (uint32_t i = 0; i < r->facts_touched.count; i++)
    r->cost[r->facts_touched.at[i]] = RELAX_NEVER;
  for (uint32_t i = 0; i < r->joints_touched.count; i++) {
    joint *j = &r->joints[r->joints_touched.at[i]];
    j->missing = j->count;
    j->sum = 0;
  }
  for (uint32_t i = 0; i <= r->most; i++)
    r->buckets[i] = NONE;
  r->facts_touched.count = r->joints_touched.count = r->queue.count = r->most = 0;
}

static inline void offer(relax *r, uint32_t fact, uint32_t cost, uint32_t by) {
  if (cost > RELAX_MOST)
    cost = RELAX_MOST;
  if (r->cost[fact] <= cost)
    return;
  if (r->cost[fact] == RELAX_NEVER)
    vec_push(r->m, &r->facts_touched, fact);
  r->cost[fact] = cost;
  r->by[fact] = by;
  vec_push(r->m, &r->queue, ((waiting){fact, r->buckets[cost]}));
  r->buckets[cost] = r->queue.count - 1;
  if (cost > r->most)
    r->most = cost;
}

static inline void settle_part(relax *r, relax_mode mode, joint *j, uint32_t cost) {
  if (j->missing == j->count)
    vec_push(r->m, &r->joints_touched, (uint32_t)(j - r->joints));
  uint32_t sum = mode == RELAX_MAX ? cost : j->sum + cost; // facts are settled in the order of their costs
  j->sum = sum > RELAX_MOST ? RELAX_MOST : sum;
  if (--j->missing == 0)
    offer(r, j->head, j->sum + j->cost, j->rule);
}

static void settle(relax *r, relax_mode mode, uint32_t fact) {
  uint32_t cost = r->cost[fact];
  const use *end = r->uses + r->use_first[fact + 1];
  for (const use *u = r->uses + r->use_first[fact]; u < end; u++)
    if (u->cost != JOINT)
      offer(r, u->head, cost + u->cost, u->rule);
    else
      settle_part(r, mode, &r->joints[u->head], cost);
}

uint32_t relax_run(relax *r, relax_mode mode, const uint32_t *facts, uint32_t count, const uint32_t wanted[2],
                   bool first) {
  forget(r);
  for (uint32_t i = 0; i < count; i++)
    offer(r, facts[i], 0, NONE);
  for (uint32_t i = 0; i < r->free_count; i++)
    offer(r, r->t->rules.at[r->free_rules[i]].head, r->t->rules.at[r->free_rules[i]].cost, r->free_rules[i]);
  for (uint32_t cost = 0, settled = 0; cost <= r->most; cost++)
    while (r->buckets[cost] != NONE) {
      waiting w = r->queue.at[r->buckets[cost]];
      if (++settled % POLL_EVERY == 0)
        mem_poll(r->m);
      r->buckets[cost] = w.next;
      if (r->cost[w.fact] < cost)
        continue; // already settled through another entry
      settle(r, mode, w.fact);
      if (w.fact == wanted[0] || (!first && w.fact == wanted[1]))
        return w.fact;
    }
  return r->cost[wanted[1]] != RELAX_NEVER ? wanted[1] : TASK_NONE;
}

const task *relax_task(const relax *r) { return r->t; }

uint32_t relax_cost(const relax *r, uint32_t fact) { return r->cost[fact]; }

uint32_t relax_trace(relax *r, uint32_t fact, const uint32_t **steps, uint32_t *count) {
  const task *t = r->t;
  uint32_t length = 0;
  r->traces++;
  r->todo.count = r->steps.count = 0;
  vec_push(r->m, &r->todo, fact);
  r->seen[fact] = r->traces;
  while (r->todo.count > 0) {
    uint32_t one = r->todo.at[--r->todo.count];
    if (r->by[one] == NONE)
      continue;
    const task_rule *rule = &t->rules.at[r->by[one]];
    length += rule->cost;
    if (one >= t->first_step)
      vec_push(r->m, &r->steps, one - t->first_step);
    for (uint32_t i = 0; i < rule->count; i++) {
      uint32_t next = t->bodies.at[rule->body + i];
      if (r->seen[next] != r->traces)
        vec_push(r->m, &r->todo, next);
      r->seen[next] = r->traces;
    }
  }
  *steps = r->steps.at;
  *count = r->steps.count;
  return length;
}

bool relax_is_first(const relax *r, uint32_t step) {
  const task_rule *rule = &r->t->rules.at[r->t->steps.at[step].rule];
  for (uint32_t i = 0; i < rule->count; i++)
    if (r->cost[r->t->bodies.at[rule->body + i]] != 0)
      return false;
  return true;
}
