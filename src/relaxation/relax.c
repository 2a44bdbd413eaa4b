#include "relaxation/relax.h"

#include <assert.h>

enum { NONE = UINT32_MAX, POLL_EVERY = 256 }; // facts settled between two polls

typedef struct {
  uint32_t fact, next;
} waiting;

// A rule in the list of a fact in its body. Most rules have one fact only and are stored here; for others rule is
// JOINT, head is the index of the joint, and cost is 0 for a late fact.
enum { JOINT = UINT32_MAX };
typedef struct {
  uint32_t head, cost, rule;
} use;

typedef struct {           // a rule with several facts in its body
  uint32_t count, missing; // facts of the body, and those that are not settled
  uint32_t sum;            // cost of those that are settled; RELAX_MAX: with the cost of the rule
  uint32_t head, cost, rule;
} joint;

typedef struct { // of a step, in a trace
  uint64_t trace;
  uint32_t index; // in relax.steps
  uint32_t last;  // in relax.takings: the last with its values to read; NONE = it reads nothing
} step_note;

typedef struct {
  uint32_t cost; // of the values read, and the step: equal where the same taking can have read all of them
  uint32_t next;
} taking;

struct relax {
  mem *m;
  const task *t;
  const uint32_t *bodies; // task.refined, or task.bodies
  task_product *products; // by location: products[first_product[fact] .. first_product[fact + 1] - 1]
  uint32_t *first_product;
  uint32_t *value; // by variable: the fact that holds in the state; only for those of products
  use *uses;       // by fact: uses[use_first[fact] .. use_first[fact + 1] - 1]
  uint32_t *use_first;
  joint *joints;
  uint32_t joint_count;
  uint32_t *free_rules, free_count; // rules with an empty body
  uint32_t *cost;                   // by fact; RELAX_NEVER = not reached
  uint32_t *by; // by fact: its supporter, the cheapest rule that gives it; NONE = it holds in the state
  VEC(uint32_t) facts_touched, joints_touched;
  VEC(uint32_t) left_out;                 // facts of steps
  uint32_t buckets[RELAX_MOST + 1], most; // by cost: the first entry in `queue`; NONE = empty
  VEC(waiting) queue;
  relax_mode mode; // of the last run
  VEC(uint32_t) todo;
  VEC(relax_step) steps;
  VEC(taking) takings;
  uint64_t *seen;   // by fact: the last trace that contains it
  step_note *notes; // by step
  uint64_t traces;
};

static use use_of(relax *r, uint32_t rule) {
  const task_rule *t = &r->t->rules.at[rule];
  assert(t->late < t->count);
  if (t->count == 1)
    return (use){.head = t->head, .cost = t->cost, .rule = rule};
  r->joints[r->joint_count] =
      (joint){.count = t->count, .missing = t->count, .head = t->head, .cost = t->cost, .rule = rule};
  return (use){.head = r->joint_count++, .cost = t->cost, .rule = JOINT};
}

// A fact that no body contains need not be reached, unless it is the goal or the doubt.
static bool is_used(const relax *r, uint32_t fact) {
  return r->use_first[fact] < r->use_first[fact + 1] || fact == r->t->goal || fact == r->t->doubt;
}

static void index_uses(relax *r) {
  const task *t = r->t;
  for (uint32_t i = 0; i < t->bodies.count; i++)
    r->use_first[r->bodies[i] + 1]++;
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
      uint32_t fact = r->bodies[rule->body + k];
      u.cost = k < rule->count - rule->late ? rule->cost : 0;
      r->uses[r->use_first[fact] + next[fact]++] = u;
    }
  }
  mem_free(r->m, next);
}

static void index_products(relax *r) {
  const task *t = r->t;
  r->first_product = mem_alloc(r->m, sizeof *r->first_product * (t->first_derived + 2));
  r->products = mem_alloc(r->m, sizeof *r->products * (t->products.count + 1));
  r->value = mem_alloc(r->m, sizeof *r->value * (t->vars.count + 1));
  for (uint32_t i = 0; i < t->products.count; i++)
    r->first_product[t->products.at[i].at + 1]++;
  for (uint32_t i = 0; i <= t->first_derived; i++)
    r->first_product[i + 1] += r->first_product[i];
  uint32_t *next = mem_alloc(r->m, sizeof *next * (t->first_derived + 1));
  for (uint32_t i = 0; i < t->products.count; i++) {
    uint32_t at = t->products.at[i].at;
    r->products[r->first_product[at] + next[at]++] = t->products.at[i];
  }
  mem_free(r->m, next);
}

relax *relax_open(mem *m, const task *t) {
  relax *r = mem_alloc(m, sizeof *r);
  r->m = m;
  r->t = t;
  r->bodies = t->products.count ? t->refined.at : t->bodies.at;
  index_products(r);
  r->uses = mem_alloc(m, sizeof *r->uses * (t->bodies.count + 1));
  r->use_first = mem_alloc(m, sizeof *r->use_first * (t->facts + 2));
  r->free_rules = mem_alloc(m, sizeof *r->free_rules * (t->rules.count + 1));
  r->cost = mem_alloc(m, sizeof *r->cost * (t->facts + 1));
  r->by = mem_alloc(m, sizeof *r->by * (t->facts + 1));
  r->seen = mem_alloc(m, sizeof *r->seen * (t->facts + 1));
  r->notes = mem_alloc(m, sizeof *r->notes * (t->steps.count + 1));
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
  mem_free(m, r->first_product);
  mem_free(m, r->products);
  mem_free(m, r->value);
  mem_free(m, r->use_first);
  mem_free(m, r->free_rules);
  mem_free(m, r->cost);
  mem_free(m, r->by);
  mem_free(m, r->seen);
  mem_free(m, r->notes);
  mem_free(m, r->joints);
  vec_free(m, &r->facts_touched);
  vec_free(m, &r->joints_touched);
  vec_free(m, &r->left_out);
  vec_free(m, &r->queue);
  vec_free(m, &r->todo);
  vec_free(m, &r->steps);
  vec_free(m, &r->takings);
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

// The cost of the facts together, of which some are late; `added` is 0 for a late one.
static inline uint32_t joined(relax_mode mode, uint32_t sum, uint32_t cost, uint32_t added) {
  uint32_t now = mode == RELAX_ADD ? sum + cost : cost + added > sum ? cost + added : sum;
  return now > RELAX_MOST ? RELAX_MOST : now;
}

static inline void settle_part(relax *r, joint *j, uint32_t cost, uint32_t added) {
  if (j->missing == j->count)
    vec_push(r->m, &r->joints_touched, (uint32_t)(j - r->joints));
  j->sum = joined(r->mode, j->sum, cost, added);
  if (--j->missing == 0)
    offer(r, j->head, r->mode == RELAX_ADD ? j->sum + j->cost : j->sum, j->rule);
}

static void settle(relax *r, uint32_t fact) {
  uint32_t cost = r->cost[fact];
  const use *end = r->uses + r->use_first[fact + 1];
  for (const use *u = r->uses + r->use_first[fact]; u < end; u++)
    if (u->rule != JOINT)
      offer(r, u->head, cost + u->cost, u->rule);
    else
      settle_part(r, &r->joints[u->head], cost, u->cost);
}

// The products that hold in the state.
static void offer_products(relax *r, const uint32_t *facts, uint32_t count) {
  const task *t = r->t;
  for (uint32_t i = 0; i < count; i++)
    r->value[t->var_of[facts[i]]] = facts[i];
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = r->first_product[facts[i]]; k < r->first_product[facts[i] + 1]; k++) {
      const task_product *p = &r->products[k];
      assert(r->cost[r->value[p->var]] == 0);
      offer(r, p->first + (r->value[p->var] - t->vars.at[p->var].first), 0, NONE);
    }
}

void relax_leave_out(relax *r, uint32_t step) { vec_push(r->m, &r->left_out, r->t->first_step + step); }

// A fact that seems to hold already is never offered, so the rules with its body do not fire.
static void leave_out(relax *r) {
  for (uint32_t i = 0; i < r->left_out.count; i++) {
    r->cost[r->left_out.at[i]] = 0;
    vec_push(r->m, &r->facts_touched, r->left_out.at[i]);
  }
  r->left_out.count = 0;
}

uint32_t relax_run(relax *r, relax_mode mode, const uint32_t *facts, uint32_t count, const uint32_t wanted[2],
                   bool first) {
  forget(r);
  leave_out(r);
  r->mode = mode;
  for (uint32_t i = 0; i < count; i++)
    offer(r, facts[i], 0, NONE);
  if (r->t->products.count)
    offer_products(r, facts, count);
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
      settle(r, w.fact);
      if (w.fact == wanted[0] || (!first && w.fact == wanted[1]))
        return w.fact;
    }
  return r->cost[wanted[1]] != RELAX_NEVER ? wanted[1] : TASK_NONE;
}

const task *relax_task(const relax *r) { return r->t; }

uint32_t relax_cost(const relax *r, uint32_t fact) { return r->cost[fact]; }

uint32_t relax_supporter(const relax *r, uint32_t fact) { return r->by[fact]; }

// The cost of a step that is taken by this rule, with all that it read before; and whether it read anything.
static uint32_t taking_cost(const relax *r, const task_rule *rule, bool *reads) {
  uint32_t sum = 0, count = rule->count - rule->late;
  for (uint32_t i = 0; i < count; i++)
    sum = joined(r->mode, sum, r->cost[r->bodies[rule->body + i]], 0);
  *reads = count > 1;
  return sum;
}

// Returns what the effect of a step adds to the length of the trace: nothing if the step was taken already. A step that
// reads nothing may have been taken at any time.
static uint32_t note_taking(relax *r, uint32_t step, const task_rule *effect) {
  step_note *n = &r->notes[step];
  bool is_new = n->trace != r->traces, reads;
  uint32_t cost = taking_cost(r, effect, &reads);
  if (is_new) {
    *n = (step_note){.trace = r->traces, .index = r->steps.count, .last = NONE};
    vec_push(r->m, &r->steps, (relax_step){.step = step});
  }
  r->steps.at[n->index].is_first |= cost == 0;
  if (reads) {
    for (uint32_t i = n->last; i != NONE; i = r->takings.at[i].next)
      if (r->takings.at[i].cost == cost)
        return 0;
    is_new |= n->last != NONE;
    vec_push(r->m, &r->takings, ((taking){cost, n->last}));
    n->last = r->takings.count - 1;
  }
  return is_new ? r->t->steps.at[step].cost : 0;
}

static uint32_t follow(relax *r, const task_rule *rule) {
  for (uint32_t i = 0; i < rule->count; i++) {
    uint32_t next = r->bodies[rule->body + i];
    if (r->seen[next] != r->traces)
      vec_push(r->m, &r->todo, next);
    r->seen[next] = r->traces;
  }
  uint32_t by = rule->count ? r->bodies[rule->body] : 0;
  return by >= r->t->first_step ? note_taking(r, by - r->t->first_step, rule) : rule->cost;
}

uint32_t relax_trace(relax *r, uint32_t fact, const relax_step **steps, uint32_t *count) {
  uint32_t length = 0;
  r->traces++;
  r->todo.count = r->steps.count = r->takings.count = 0;
  vec_push(r->m, &r->todo, fact);
  r->seen[fact] = r->traces;
  while (r->todo.count > 0) {
    uint32_t one = r->todo.at[--r->todo.count];
    if (r->by[one] != NONE)
      length += follow(r, &r->t->rules.at[r->by[one]]);
  }
  *steps = r->steps.at;
  *count = r->steps.count;
  return length;
}
