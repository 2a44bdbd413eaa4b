// Enumerates all paths: all combinations of the facts that an evaluation reads. The evaluation is repeated from the
// start for each path; the alternatives taken so far are advanced like the digits of a counter.
#include "relaxation/task_internal.h"

enum { MOST_WAYS = 256 };

static bool next_way(task_path *x) {
  while (x->branches.count > 0) {
    task_branch *last = &x->branches.at[x->branches.count - 1];
    if (++last->taken < last->count)
      return true;
    x->branches.count--;
  }
  return false;
}

// False if there are too many paths to distinguish.
static bool go_through(task_path *x, task_path_work work, void *context) {
  uint32_t ways = 0;
  x->branches.count = 0;
  do {
    x->depth = 0;
    x->path.count = x->vars.count = x->values.count = 0;
    x->may_fault = x->must_fault = false;
    work(x, context);
    if (x->is_counting && ++ways > MOST_WAYS)
      return false;
  } while (next_way(x) && !x->b->is_too_large);
  return true;
}

void task_explore(task_builder *b, task_path_work work, void *context) {
  task_path x = {.b = b, .is_counting = true};
  x.is_coarse = !go_through(&x, work, context);
  x.is_counting = false;
  go_through(&x, work, context);
  vec_free(b->m, &x.branches);
  vec_free(b->m, &x.path);
  vec_free(b->m, &x.vars);
  vec_free(b->m, &x.values);
}

uint32_t task_split(task_path *x, uint32_t count) {
  if (count <= 1)
    return 0;
  if (x->depth == x->branches.count)
    vec_push(x->b->m, &x->branches, ((task_branch){0, count}));
  return x->branches.at[x->depth++].taken;
}

void task_assume(task_path *x, uint32_t fact) {
  if (fact != FACT_TRUE)
    vec_push(x->b->m, &x->path, fact);
}

void task_forget(task_path *x) { x->vars.count = x->values.count = 0; }

uint32_t task_told(const task_path *x, uint32_t var) {
  for (uint32_t i = 0; i < x->vars.count; i++)
    if (x->vars.at[i] == var)
      return x->values.at[i];
  return TASK_NONE;
}

uint32_t task_tell(task_path *x, uint32_t var) {
  const task_var *v = &x->b->t->vars.at[var];
  uint32_t fact = task_told(x, var);
  if (fact != TASK_NONE)
    return fact;
  fact = v->first + task_split(x, v->count);
  vec_push(x->b->m, &x->vars, var);
  vec_push(x->b->m, &x->values, fact);
  task_assume(x, fact);
  return fact;
}

interval task_is(task_path *x, uint32_t yes, uint32_t no) {
  if (yes == FACT_FALSE || no == FACT_FALSE)
    return (interval){no == FACT_FALSE, no == FACT_FALSE};
  if (x->is_coarse || x->is_frozen)
    return (interval){0, 1};
  bool is_so = task_split(x, 2) == 0;
  task_assume(x, is_so ? yes : no);
  return (interval){is_so, is_so};
}

bool task_contradicts(task_path *x, const task_process *who, const expr *guard) {
  if (!guard)
    return false;
  bool may = x->may_fault, must = x->must_fault, frozen = x->is_frozen;
  x->is_frozen = true;
  x->may_fault = x->must_fault = false;
  interval r = task_eval(x, who, guard);
  bool is_false = r.low == 0 && r.high == 0 && !x->may_fault && !x->must_fault;
  x->may_fault = may;
  x->must_fault = must;
  x->is_frozen = frozen;
  return is_false;
}
