// --reduce parts: a network that falls into independent parts, which are searched one by one (causal-graph paper:
// weakly connected components of the causal graph are independent subtasks).
//
// Two kinds of questions can be answered so. Where one part is enough (an error, or a condition that is a disjunction),
// every execution that answers the question is still one, and no longer, without the steps of the other parts. Where
// all parts are needed (the condition is a conjunction), their steps can be put in order: first those of one part, then
// those of the next. Then no step may be a fault: it would be an answer of one part alone.
#include "space/parts.h"
#include "abstraction/cone.h"
#include "abstraction/links.h"

typedef struct splitter {
  const reduce_setup *setup;
  const network *net;
  cone limits; // of the whole network
  links_leaves leaves;
  links linked;
  uint32_t *part; // by node: the number of its part, at its root; SPACE_NO_PART = none
  uint32_t count;
} splitter;

static bool is_active(const network *n, uint32_t pid) {
  const net_flow *flow = &n->templates.at[n->processes.at[pid].template_]->flow;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    if (flow->locations.at[i].edges.count)
      return true;
  return false;
}

static void find_links(splitter *s, bool are_all_needed) {
  const question *asked = &s->setup->asked;
  mem *m = arena_mem(s->setup->memory);
  s->leaves.count = 0;
  if (question_seeks_condition(asked))
    links_find_leaves(m, asked->condition, question_sought(asked), are_all_needed, &s->leaves);
  s->linked = links_open(s->setup->memory, s->net, s->limits.sets, &s->leaves);
  s->part = ARENA_ARRAY(s->setup->memory, uint32_t, s->linked.count + 1);
  s->count = 0;
  for (uint32_t i = 0; i < s->linked.count; i++)
    s->part[i] = SPACE_NO_PART;
}

static uint32_t part_of(const splitter *s, uint32_t node) { return s->part[links_root(&s->linked, node)]; }

static void number_part(splitter *s, uint32_t node) {
  uint32_t root = links_root(&s->linked, node);
  if (s->part[root] == SPACE_NO_PART)
    s->part[root] = s->count++;
}

// The part that uses clocks, by its root; SPACE_NO_PART = none does; *are_several: not the only one.
static uint32_t clocks_of(const splitter *s, bool *are_several) {
  uint32_t first = SPACE_NO_PART;
  *are_several = false;
  for (uint32_t i = 0; i < s->net->clocks.count; i++) {
    uint32_t root = links_root(&s->linked, s->linked.first_clock + i);
    if (!s->linked.uses_clock[i])
      continue;
    *are_several |= first != SPACE_NO_PART && first != root;
    first = root;
  }
  return first;
}

// By process: does another part use clocks?
static const bool *find_time_needed(const splitter *s) {
  bool are_several, *is_needed = ARENA_ARRAY(s->setup->memory, bool, s->net->processes.count + 1);
  uint32_t clocks = clocks_of(s, &are_several);
  for (uint32_t i = 0; i < s->net->processes.count; i++)
    is_needed[i] = are_several || (clocks != SPACE_NO_PART && clocks != links_root(&s->linked, i));
  return is_needed;
}

// Can each process stay where it starts while another part moves?
static bool can_all_idle(const splitter *s) {
  const bool *is_time_needed = find_time_needed(s);
  for (uint32_t i = 0; i < s->net->processes.count; i++)
    if (!cone_can_idle(&s->limits, (uint32_t)s->net->processes.at[i].template_, is_time_needed[i]))
      return false;
  return true;
}

static bool can_wait(const splitter *s, uint32_t pid, bool is_time_needed) {
  const net_flow *flow = &s->net->templates.at[s->net->processes.at[pid].template_]->flow;
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    bool stops_time = (l->flags & LOC_URGENT) || cone_has_urgent_edge(s->net, l);
    if ((l->flags & LOC_COMMITTED) || (is_time_needed && stops_time))
      return false;
  }
  return true;
}

// Can each process wait anywhere for the steps of other parts?
static bool can_all_wait(const splitter *s) {
  const bool *is_time_needed = find_time_needed(s);
  for (uint32_t i = 0; i < s->net->processes.count; i++)
    if (!can_wait(s, i, is_time_needed[i]))
      return false;
  return true;
}

static bool may_fault(splitter *s) {
  const bool *may = cone_find_faults(&s->limits);
  bool is_any = risk_of_expr(facts_risks(s->setup->known), s->setup->asked.condition);
  for (uint32_t i = 0; i < s->net->processes.count; i++)
    is_any |= may[s->net->processes.at[i].template_];
  return is_any;
}

// A leaf that no process can change is no part of its own: it is tested with another one.
static void join_constant_leaves(splitter *s) {
  uint32_t first = s->linked.first_leaf, other = 0;
  bool *has_process = ARENA_ARRAY(s->setup->memory, bool, s->linked.count + 1); // by root
  for (uint32_t i = 0; i < s->net->processes.count; i++)
    has_process[links_root(&s->linked, i)] |= is_active(s->net, i);
  while (other < s->leaves.count && !has_process[links_root(&s->linked, first + other)])
    other++;
  for (uint32_t i = 0; other < s->leaves.count && i < s->leaves.count; i++)
    if (!has_process[links_root(&s->linked, first + i)])
      links_join(&s->linked, first + i, first + other);
}

// Each leaf belongs to one part. Time passes for all clocks alike, so they are all in one part: the last one, as the
// others do not need time.
static bool is_conjunction(splitter *s) {
  if (!question_seeks_condition(&s->setup->asked))
    return false;
  find_links(s, true);
  join_constant_leaves(s);
  for (uint32_t i = 1; i < s->net->clocks.count; i++)
    links_join(&s->linked, s->linked.first_clock, s->linked.first_clock + i);
  uint32_t time = s->net->clocks.count ? links_root(&s->linked, s->linked.first_clock) : SPACE_NO_PART;
  for (uint32_t last = 0; last < 2; last++)
    for (uint32_t i = 0; i < s->leaves.count; i++)
      if ((links_root(&s->linked, s->linked.first_leaf + i) == time) == last)
        number_part(s, s->linked.first_leaf + i);
  return s->count > 1 && can_all_wait(s) && !may_fault(s);
}

static bool is_disjunction(splitter *s) {
  find_links(s, false);
  for (uint32_t i = 0; i < s->net->processes.count; i++)
    if (is_active(s->net, i))
      number_part(s, i);
  return s->count > 1 && can_all_idle(s);
}

static const uint32_t *parts_from(const splitter *s, uint32_t first, uint32_t count, const bool *only) {
  uint32_t *parts = ARENA_ARRAY(s->setup->memory, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++)
    parts[i] = !only || only[i] ? part_of(s, first + i) : SPACE_NO_PART;
  return parts;
}

// The condition of the question, then that of each part.
static expr **find_conditions(const splitter *s, bool are_all_needed, uint32_t *count) {
  arena *memory = s->setup->memory;
  *count = s->setup->asked.condition ? 1 : 0;
  expr **conditions = ARENA_ARRAY(memory, expr *, s->count + 1);
  conditions[0] = s->setup->asked.condition;
  if (!are_all_needed)
    return conditions;
  for (uint32_t i = 0; i < s->leaves.count; i++) {
    const links_leaf *leaf = &s->leaves.at[i];
    expr **goal = &conditions[1 + part_of(s, s->linked.first_leaf + i)];
    expr *holds = leaf->wanted ? leaf->e : expr_unary(memory, EXPR_NOT, leaf->e);
    *goal = *goal ? expr_binary(memory, EXPR_AND, *goal, holds) : holds;
  }
  *count = 1 + s->count;
  return conditions;
}

static const space_split *split(const splitter *s, bool are_all_needed) {
  space_split *by = ARENA_NEW(s->setup->memory, space_split);
  by->count = s->count;
  by->of_process = parts_from(s, 0, s->net->processes.count, NULL);
  by->of_var = parts_from(s, s->linked.first_var, s->net->vars.count, s->linked.is_shared);
  by->of_channel = parts_from(s, s->linked.first_channel, s->net->channels.count, NULL);
  by->are_all_needed = are_all_needed;
  by->conditions = find_conditions(s, are_all_needed, &by->condition_count);
  return by;
}

static const reduced *make(const reduce_setup *setup, const reduced *before) {
  splitter s = {.setup = setup, .net = setup->net};
  s.limits = (cone){.memory = setup->memory,
                    .net = setup->net,
                    .known = setup->known,
                    .sets = facts_accesses(setup->known),
                    .asked = &setup->asked};
  if (cone_is_all(&s.limits))
    return NULL;
  bool are_all_needed = is_conjunction(&s);
  const space_split *by = are_all_needed || is_disjunction(&s) ? split(&s, are_all_needed) : NULL;
  vec_free(arena_mem(setup->memory), &s.leaves);
  if (!by)
    return NULL;
  reduced *r = ARENA_NEW(setup->memory, reduced);
  *r = before ? *before : (reduced){0};
  r->before = before;
  r->copy = NULL;
  r->part = NULL;
  r->asked = setup->asked;
  r->split = by;
  return r;
}

const reduce_kind reduce_parts = {.name = "parts",
                                  .summary = "searches the parts of a network that are independent one by one",
                                  .keeps_lengths = true,
                                  .make = make};
