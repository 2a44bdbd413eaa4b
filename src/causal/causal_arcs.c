// The arcs of the causal graph (definition 5 of the paper), and the number of steps that induce each. A step affects a
// variable if it can change its value, and restricts it if there is a value at which it is impossible.
#include "causal/causal_graph.h"

#include <stdlib.h>

// A step that accesses very many variables (an array with an unknown index) says little about each of them. Then only
// locations, which are few, get arcs, and the other variables are marked as free.
enum { MOST_PAIRS = 4096 };

typedef VEC(uint32_t) numbers;

typedef struct finder {
  causal_graph *g;
  VEC(uint64_t) pairs; // from << 32 | to
  uint32_t *seen_fact; // by fact: the last round that has visited it
  uint32_t *seen_var;  // by variable: the same
  bool *is_constant;   // by variable: it has one value
  uint32_t round;
  numbers changed, needed; // by one step
} finder;

static bool has_fact(const task *t, const task_rule *r, uint32_t fact) {
  for (uint32_t i = 0; i < r->count; i++)
    if (t->bodies.at[r->body + i] == fact)
      return true;
  return false;
}

// Does the effect give the variable another value than the one it must have already?
static bool is_change(const task *t, uint32_t step, const task_rule *effect) {
  return !has_fact(t, effect, effect->head) && !has_fact(t, &t->rules.at[t->steps.at[step].rule], effect->head);
}

// Where no process dies, that a process has died is not a value of its location.
static bool has_one_value(const causal_graph *g, uint32_t var) {
  const task_var *v = &g->t->vars.at[var];
  uint32_t last = v->first + v->count - 1;
  bool may_end = v->kind != TASK_LOCATION || v->pid == TASK_ANYBODY || g->rules.first[last] < g->rules.first[last + 1];
  return v->kind != TASK_MESSAGE && v->count - !may_end == 1;
}

static void add_var(finder *f, uint32_t var, numbers *out) {
  if (f->seen_var[var] == f->round)
    return;
  f->seen_var[var] = f->round;
  vec_push(f->g->m, out, var);
}

// Adds the variables of the facts in a body, also through derived facts and steps.
static void add_body(finder *f, const task_rule *r, numbers *out) {
  const task *t = f->g->t;
  const causal_lists *rules = &f->g->rules;
  for (uint32_t i = 0; i < r->count; i++) {
    uint32_t fact = t->bodies.at[r->body + i];
    if (f->seen_fact[fact] == f->round)
      continue;
    f->seen_fact[fact] = f->round;
    if (fact < t->first_derived) {
      if (!f->is_constant[t->var_of[fact]])
        add_var(f, t->var_of[fact], out);
    } else
      for (uint32_t k = rules->first[fact]; k < rules->first[fact + 1]; k++)
        add_body(f, &t->rules.at[rules->item[k]], out);
  }
}

static void add_pairs(finder *f, const numbers *from, uint32_t to) {
  for (uint32_t i = 0; i < from->count; i++)
    if (from->at[i] != to)
      vec_push(f->g->m, &f->pairs, (uint64_t)from->at[i] << 32 | to);
}

// Adds arcs for what the effects of a step on one variable require besides the step: the rules from effects.item[i] on,
// sorted by head. Returns the index of the first rule of another variable.
static uint32_t add_effects(finder *f, uint32_t step, uint32_t i, uint32_t end) {
  const causal_graph *g = f->g;
  const task_rule *rule = g->t->rules.at;
  uint32_t var = g->t->var_of[rule[g->effects.item[i]].head];
  mem_poll(g->m);
  f->round++;
  // What the step itself requires or changes was counted in add_step().
  for (uint32_t k = 0; k < f->needed.count; k++)
    f->seen_var[f->needed.at[k]] = f->round;
  numbers more = {0};
  for (; i < end && g->t->var_of[rule[g->effects.item[i]].head] == var; i++)
    if (is_change(g->t, step, &rule[g->effects.item[i]]))
      add_body(f, &rule[g->effects.item[i]], &more);
  add_pairs(f, &more, var);
  vec_free(g->m, &more);
  return i;
}

static void add_step(finder *f, uint32_t step) {
  const causal_graph *g = f->g;
  const task *t = g->t;
  uint32_t first = g->effects.first[step], end = g->effects.first[step + 1];
  mem_poll(g->m);
  f->changed.count = f->needed.count = 0;
  f->round++;
  for (uint32_t i = first; i < end; i++)
    if (is_change(t, step, &t->rules.at[g->effects.item[i]]))
      add_var(f, t->var_of[t->rules.at[g->effects.item[i]].head], &f->changed);
  f->round++;
  add_body(f, &t->rules.at[t->steps.at[step].rule], &f->needed);
  for (uint32_t i = 0; i < f->changed.count; i++)
    add_var(f, f->changed.at[i], &f->needed);
  bool is_many = (uint64_t)f->changed.count * f->needed.count > MOST_PAIRS;
  for (uint32_t i = 0; i < f->changed.count; i++) {
    uint32_t var = f->changed.at[i];
    if (is_many && t->vars.at[var].kind != TASK_LOCATION)
      g->vars[var].is_free = true;
    else
      add_pairs(f, &f->needed, var);
  }
  for (uint32_t i = first; i < end;)
    i = add_effects(f, step, i, end);
}

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

void causal_find_arcs(causal_graph *g) {
  mem *m = g->m;
  finder f = {.g = g};
  f.seen_fact = mem_alloc(m, (g->t->facts + 1) * sizeof *f.seen_fact);
  f.seen_var = mem_alloc(m, (g->t->vars.count + 1) * sizeof *f.seen_var);
  f.is_constant = mem_alloc(m, (g->t->vars.count + 1) * sizeof *f.is_constant);
  for (uint32_t var = 0; var < g->t->vars.count; var++)
    f.is_constant[var] = has_one_value(g, var);
  for (uint32_t step = 0; step < g->t->steps.count; step++)
    add_step(&f, step);
  if (f.pairs.count)
    qsort(f.pairs.at, f.pairs.count, sizeof *f.pairs.at, by_number);
  for (uint32_t i = 0, next; i < f.pairs.count; i = next) {
    for (next = i + 1; next < f.pairs.count && f.pairs.at[next] == f.pairs.at[i];)
      next++;
    causal_arc arc = {(uint32_t)(f.pairs.at[i] >> 32), (uint32_t)f.pairs.at[i], next - i};
    vec_push(m, &g->arcs, arc);
  }
  vec_free(m, &f.pairs);
  vec_free(m, &f.changed);
  vec_free(m, &f.needed);
  mem_free(m, f.seen_fact);
  mem_free(m, f.seen_var);
  mem_free(m, f.is_constant);
}
