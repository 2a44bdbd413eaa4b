// What a step may have changed before it reads something. It must be known, as an effect that reads what its own step
// has written needs no further step.
#include "relaxation/task_internal.h"

static bool is_written(const task_taking *t, uint32_t var) {
  for (uint32_t i = 0; i < t->written.count; i++)
    if (t->written.at[i] == var)
      return true;
  return t->is_all_written || (t->changed && t->changed[var]);
}

// Derived facts that an effect reads are about channels and locations.
bool task_has_changed(const task_taking *t, uint32_t fact) {
  if (fact >= FACT_DERIVED)
    return t->are_channels_changed || t->are_processes_changed;
  const task_var *v = &t->b->t->vars.at[t->b->t->var_of[fact]];
  switch (v->kind) {
  case TASK_CELL:
    return is_written(t, v->var->index);
  case TASK_LENGTH:
  case TASK_MESSAGE:
    return t->are_channels_changed;
  default:
    return t->are_processes_changed;
  }
}

typedef struct {
  const task_taking *t;
  const net_flow *flow;
  task_changes found;
  bool has_grown;
} search_changes;

static void set(search_changes *s, bool *flag, bool value) {
  s->has_grown |= value && !*flag;
  *flag |= value;
}

// Does the set contain a variable that the step has changed when it is at this place?
static bool reads_changed(const search_changes *s, uint32_t at, access_set read) {
  for (uint32_t i = 0; i < read.count; i++)
    if (s->found.changed[(size_t)at * s->found.vars + read.at[i]])
      return true;
  return false;
}

static bool is_test_late(const search_changes *s, uint32_t at, uint32_t edge) {
  const access_sets *of = access_of_guard(s->t->b->accesses, edge);
  bool reads_processes = of->reads[ACCESS_LOCATIONS].count || of->reads[ACCESS_REMOTE].count || of->flags;
  return reads_changed(s, at, of->reads[ACCESS_VARS]) || reads_changed(s, at, of->reads[ACCESS_REMOTE]) ||
         (reads_processes && s->found.are_processes_changed) ||
         (of->reads[ACCESS_CHANNELS].count && s->found.are_channels_changed[at]);
}

static void pass_edge(search_changes *s, uint32_t from, const net_edge *e, bool is_late) {
  task_changes *c = &s->found;
  uint32_t to = e->to == NET_BLOCK_EXIT ? s->flow->locations.count : e->to;
  const access_sets *of = access_of_edge(s->t->b->accesses, e->id);
  bool *after = c->changed + (size_t)to * c->vars;
  const bool *before = c->changed + (size_t)from * c->vars;
  for (uint32_t v = 0; v < c->vars; v++)
    set(s, &after[v], before[v]);
  for (uint32_t i = 0; i < of->writes[ACCESS_VARS].count; i++)
    set(s, &after[of->writes[ACCESS_VARS].at[i]], true);
  set(s, &c->are_channels_changed[to], c->are_channels_changed[from] || of->writes[ACCESS_CHANNELS].count);
  set(s, &c->is_late[to], is_late);
}

// All edges of a location are tested, as the first enabled one is taken.
static void pass_location(search_changes *s, uint32_t at) {
  const net_location *l = &s->flow->locations.at[at];
  bool is_late = s->found.is_late[at];
  for (uint32_t i = 0; i < l->edges.count; i++)
    is_late |= is_test_late(s, at, l->edges.at[i]);
  for (uint32_t i = 0; i < l->edges.count; i++)
    pass_edge(s, at, s->t->b->net->edges.at[l->edges.at[i]], is_late);
}

// Starting a process writes its variables, and they are not in the write sets.
static bool starts_processes(const task_taking *t, const net_flow *f) {
  for (uint32_t l = 0; l < f->locations.count; l++)
    for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++)
      if (access_of_edge(t->b->accesses, f->locations.at[l].edges.at[i])->flags & ACCESS_STARTS)
        return true;
  return false;
}

task_changes task_find_changes(const task_taking *t, const net_flow *block) {
  task_builder *b = t->b;
  uint32_t vars = b->net->vars.count, places = block->locations.count + 1, first = block->initial;
  search_changes s = {.t = t, .flow = block, .found.vars = vars};
  task_changes *c = &s.found;
  c->changed = mem_alloc(b->m, (size_t)places * vars + 1);
  c->are_channels_changed = mem_alloc(b->m, places);
  c->is_late = mem_alloc(b->m, places);
  bool is_unknown = starts_processes(t, block);
  for (uint32_t v = 0; v < vars; v++)
    c->changed[(size_t)first * vars + v] = is_unknown || is_written(t, v);
  c->are_channels_changed[first] = is_unknown || t->are_channels_changed;
  c->are_processes_changed = is_unknown || t->are_processes_changed;
  c->is_late[first] = is_unknown || t->is_inside_late;
  do {
    s.has_grown = false;
    for (uint32_t l = 0; l < block->locations.count; l++)
      pass_location(&s, l);
  } while (s.has_grown);
  return s.found;
}

void task_note_changes(task_taking *t, const task_changes *c, uint32_t at) {
  for (uint32_t v = 0; v < c->vars; v++)
    if (c->changed[(size_t)at * c->vars + v] && !is_written(t, v))
      vec_push(t->b->m, &t->written, v);
  t->is_inside_late = c->is_late[at];
  t->are_channels_changed |= c->are_channels_changed[at];
  t->are_processes_changed |= c->are_processes_changed;
}

void task_changes_free(task_builder *b, task_changes *c) {
  mem_free(b->m, c->changed);
  mem_free(b->m, c->are_channels_changed);
  mem_free(b->m, c->is_late);
}
