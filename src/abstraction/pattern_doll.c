// Russian Doll abstraction (Kupferschmid, Hoffmann, Larsen: Fast directed model checking via Russian Doll abstraction,
// section 4): a relaxed error path says which automata, clocks and variables matter. What is not on it, and is not read
// by the automata that are, is left out.
//
// The paper does not make the values that an effect reads subgoals ("indirect dependencies", footnote 7), because the
// path would then touch whatever the variables on it are computed from. That also leaves out controllers whose
// decisions others copy. So here such a value is a subgoal, unless it comes from a source: an automaton that waits for
// nothing, such as an input that changes at any time. Where the abstract model becomes too large, the caller asks for a
// coarser one: without indirect dependencies, and then without the automata that were touched last.
#include "abstraction/pattern_internal.h"
#include "relaxation/relax.h"
#include "space/space.h"

enum { NOT_WANTED, WANTED_BY_EFFECT, WANTED }; // by effect: as a value that an effect on the path reads

typedef struct {
  const pattern_setup *setup;
  const task *task;
  relax *run;
  const int32_t *owners; // by edge
  uint32_t *rules;       // by head: rules[first[head] .. first[head + 1] - 1]
  uint32_t *first;
  uint8_t *wanted; // by fact
  bool *sources;   // by template
  VEC(uint32_t) todo;
  VEC(uint32_t) touched; // templates, in this order: those near the goal first
  pattern_set kept;
  space *space;
  tasks *tasks;
  arena *scratch;
} doll;

static bool is_step(const task *t, uint32_t fact) { return fact >= t->first_step; }

static void index_rules(doll *d) {
  const task *t = d->task;
  d->first = ARENA_ARRAY(d->scratch, uint32_t, t->facts + 2);
  d->rules = ARENA_ARRAY(d->scratch, uint32_t, t->rules.count + 1);
  uint32_t *next = ARENA_ARRAY(d->scratch, uint32_t, t->facts + 1);
  for (uint32_t i = 0; i < t->rules.count; i++)
    d->first[t->rules.at[i].head + 1]++;
  for (uint32_t i = 0; i < t->facts; i++)
    d->first[i + 1] += d->first[i];
  for (uint32_t i = 0; i < t->rules.count; i++)
    d->rules[d->first[t->rules.at[i].head] + next[t->rules.at[i].head]++] = i;
}

// The fact of the step that the rule is an effect of; TASK_NONE = it is none.
static uint32_t step_of(const task *t, const task_rule *rule) {
  for (uint32_t i = 0; i < rule->count; i++)
    if (is_step(t, t->bodies.at[rule->body + i]))
      return t->bodies.at[rule->body + i];
  return TASK_NONE;
}

// Does the rule give its head at no greater cost than its supporter?
static bool is_as_cheap(const doll *d, const task_rule *rule) {
  uint32_t limit = relax_cost(d->run, rule->head);
  for (uint32_t i = 0; i < rule->count; i++) {
    uint32_t cost = relax_cost(d->run, d->task->bodies.at[rule->body + i]);
    uint32_t more = i < rule->count - rule->late ? rule->cost : 0;
    if (cost == RELAX_NEVER || cost + more > limit)
      return false;
  }
  return true;
}

static int32_t owner_of(const doll *d, uint32_t edge) {
  return edge < d->setup->net->edges.count ? d->owners[edge] : NET_NONE;
}

static uint32_t new_symbols(const doll *d, uint32_t step) {
  const net_action *a = &d->task->steps.at[step - d->task->first_step].action;
  int32_t one = owner_of(d, a->edge), other = a->partner == NET_BROADCAST ? NET_NONE : owner_of(d, a->partner_edge);
  return (one != NET_NONE && !d->kept.templates[one]) + (other != NET_NONE && !d->kept.templates[other]);
}

// Among rules of equal cost, one with the fewest automata that are not on the path yet.
static uint32_t choose_rule(const doll *d, uint32_t fact) {
  const task *t = d->task;
  uint32_t best = relax_supporter(d->run, fact), least = UINT32_MAX;
  for (uint32_t i = d->first[fact]; fact < t->first_derived && i < d->first[fact + 1]; i++) {
    const task_rule *rule = &t->rules.at[d->rules[i]];
    uint32_t step = step_of(t, rule);
    uint32_t count = step == TASK_NONE || !is_as_cheap(d, rule) ? UINT32_MAX : new_symbols(d, step);
    best = count < least ? d->rules[i] : best;
    least = count < least ? count : least;
  }
  return best;
}

static void want(doll *d, uint32_t fact, uint8_t how) {
  if (d->wanted[fact] >= how)
    return;
  d->wanted[fact] = how;
  vec_push(d->setup->m, &d->todo, fact);
}

static void keep_edge(doll *d, uint32_t edge) {
  int32_t owner = owner_of(d, edge);
  if (owner == NET_NONE)
    return;
  if (!d->kept.templates[owner])
    vec_push(d->setup->m, &d->touched, (uint32_t)owner);
  d->kept.templates[owner] = true;
  pattern_mark(&d->kept, access_of_edge(facts_accesses(d->setup->facts), edge)->writes);
}

static void follow_step(doll *d, uint32_t fact) {
  const task *t = d->task;
  const net_action *a = &t->steps.at[fact - t->first_step].action;
  keep_edge(d, a->edge);
  if (a->partner != NET_BROADCAST)
    keep_edge(d, a->partner_edge);
  uint32_t by = relax_supporter(d->run, fact);
  for (uint32_t i = 0; by != TASK_NONE && i < t->rules.at[by].count; i++)
    want(d, t->bodies.at[t->rules.at[by].body + i], WANTED);
}

// The effect of a step: the step is wanted, and what the effect reads.
static void follow_effect(doll *d, const task_rule *rule, uint32_t step, uint8_t how) {
  int32_t owner = owner_of(d, d->task->steps.at[step - d->task->first_step].action.edge);
  if (how == WANTED_BY_EFFECT && owner != NET_NONE && d->sources[owner])
    return;
  want(d, step, WANTED);
  for (uint32_t i = 0; d->setup->coarser == 0 && i < rule->count; i++)
    if (d->task->bodies.at[rule->body + i] != step)
      want(d, d->task->bodies.at[rule->body + i], WANTED_BY_EFFECT);
}

static void follow(doll *d, uint32_t fact) {
  const task *t = d->task;
  uint8_t how = d->wanted[fact];
  if (is_step(t, fact)) {
    follow_step(d, fact);
    return;
  }
  if (relax_supporter(d->run, fact) == TASK_NONE)
    return;
  const task_rule *rule = &t->rules.at[choose_rule(d, fact)];
  uint32_t step = fact < t->first_derived ? step_of(t, rule) : TASK_NONE;
  if (step != TASK_NONE)
    follow_effect(d, rule, step, how);
  for (uint32_t i = 0; step == TASK_NONE && i < rule->count; i++)
    want(d, t->bodies.at[rule->body + i], how);
}

// What the guards and invariants of the automata that are kept read.
static void keep_read(doll *d) {
  const network *net = d->setup->net;
  accesses *a = facts_accesses(d->setup->facts);
  for (uint32_t t = 0; t < net->templates.count; t++) {
    const net_flow *flow = &net->templates.at[t]->flow;
    if (!d->kept.templates[t])
      continue;
    pattern_mark(&d->kept, access_of_expr(a, net->templates.at[t]->provided)->reads);
    for (uint32_t l = 0; l < flow->locations.count; l++) {
      pattern_mark(&d->kept, access_of_invariant(a, &flow->locations.at[l])->reads);
      for (uint32_t i = 0; i < flow->locations.at[l].edges.count; i++)
        pattern_mark(&d->kept, access_of_guard(a, flow->locations.at[l].edges.at[i])->reads);
    }
  }
}

static void find_path(doll *d, const state_view *start) {
  const task *t = d->task;
  uint32_t *holding = ARENA_ARRAY(d->scratch, uint32_t, t->first_derived + 1);
  d->run = relax_open(d->setup->m, t);
  d->wanted = ARENA_ARRAY(d->scratch, uint8_t, t->facts + 1);
  index_rules(d);
  uint32_t count = task_facts_of(t, start, holding);
  uint32_t goal = relax_run(d->run, RELAX_MAX, holding, count, (uint32_t[]){t->goal, t->doubt}, true);
  if (goal != TASK_NONE)
    want(d, goal, WANTED);
  for (uint32_t i = 0; i < d->todo.count; i++)
    follow(d, d->todo.at[i]);
  vec_free(d->setup->m, &d->todo);
  relax_close(d->run);
}

static bool look_at_start(void *context, const successor *s) {
  doll *d = context;
  const state_view *start = s->state ? d->space->view(d->space, s->state, s->size) : NULL;
  d->task = start ? tasks_for(d->tasks, start) : NULL;
  if (d->task)
    find_path(d, start);
  return false;
}

static const char *choose(const pattern_setup *setup, pattern_set *out) {
  doll d = {.setup = setup, .tasks = setup->tasks, .scratch = arena_new(setup->m)};
  tasks *own = NULL;
  if (!d.tasks)
    d.tasks = own =
        tasks_open(&(tasks_setup){.m = setup->m, .net = setup->net, .facts = setup->facts, .asked = setup->asked});
  d.owners = pattern_owners(setup->memory, setup->net);
  d.kept = pattern_goal_symbols(setup);
  d.sources = pattern_sources(setup);
  d.space = space_new(setup->m, &(space_setup){.net = setup->net}, NULL);
  d.space->initial(d.space, look_at_start, &d);
  d.space->close(d.space);
  if (own)
    tasks_close(own);
  arena_delete(d.scratch);
  for (uint32_t i = 0; d.task && i + 1 < setup->coarser && i + 1 < d.touched.count; i++)
    d.kept.templates[d.touched.at[d.touched.count - 1 - i]] = false;
  uint32_t most = d.touched.count + 1;
  vec_free(setup->m, &d.touched);
  if (d.task && setup->coarser > most)
    return "there is nothing more to leave out";
  if (!d.task)
    return "there is no relaxed error path: the model is too large to be relaxed";
  keep_read(&d);
  *out = pattern_set_without(setup->memory, setup->net, &d.kept);
  pattern_set_close(setup->memory, setup->net, setup->facts, out);
  return NULL;
}

const pattern_method pattern_doll = {
    .name = "russian-doll",
    .summary = "what a relaxed error path touches",
    .choose = choose,
};
