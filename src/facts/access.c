#include "facts/access_internal.h"

#include <stdlib.h>

void access_find_written(const network *net, bool *is_written) {
  for (uint32_t i = 0; i < net->edges.count; i++) {
    const net_edge *e = net->edges.at[i];
    for (uint32_t k = 0; k < e->sync.patterns.count; k++)
      if (e->sync.patterns.at[k].kind == PATTERN_BIND)
        is_written[e->sync.patterns.at[k].value->var->index] = true;
    for (const net_stmt *s = e->effect; s; s = s->next)
      if (s->target)
        is_written[s->target->var->index] = true;
  }
  for (uint32_t i = 0; i < net->functions.count; i++)
    for (uint32_t k = 0; k < net->functions.at[i].parameters.count; k++)
      is_written[net->functions.at[i].parameters.at[k]->index] = true;
}

bool access_is_same(const expr *a, const expr *b) {
  if (!a || !b)
    return a == b;
  if (a->op != b->op || a->value != b->value || a->var != b->var || a->indices.count != b->indices.count)
    return false;
  if (a->op > EXPR_CONST && a->op != EXPR_VAR && a->op != EXPR_PID)
    return false;
  for (uint32_t i = 0; i < a->indices.count; i++)
    if (!access_is_same(a->indices.at[i], b->indices.at[i]))
      return false;
  return access_is_same(a->a, b->a) && access_is_same(a->b, b->b);
}

bool access_meet(access_set a, access_set b) {
  for (uint32_t i = 0, k = 0; i < a.count && k < b.count;) {
    if (a.at[i] == b.at[k])
      return true;
    if (a.at[i] < b.at[k])
      i++;
    else
      k++;
  }
  return false;
}

uint32_t access_location(const accesses *a, uint32_t template_, uint32_t location) {
  return a->first_location[template_] + location;
}

uint32_t access_template_of(const accesses *a, uint32_t location) {
  uint32_t low = 0, high = a->net->templates.count; // low begins at or before it, high after it
  while (low + 1 < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->first_location[middle] <= location)
      low = middle;
    else
      high = middle;
  }
  return low;
}

const bool *access_written(const accesses *a) { return a->is_written; }

accesses *access_open(mem *m, const network *net) {
  accesses *a = mem_alloc(m, sizeof *a);
  *a = (accesses){.m = m, .net = net, .memory = arena_new(m)};
  a->is_written = ARENA_ARRAY(a->memory, bool, net->vars.count + 1);
  access_find_written(net, a->is_written);
  a->first_location = ARENA_ARRAY(a->memory, uint32_t, net->templates.count + 1);
  for (uint32_t t = 0; t < net->templates.count; t++)
    a->first_location[t + 1] = a->first_location[t] + net->templates.at[t]->flow.locations.count;
  a->edges = ARENA_ARRAY(a->memory, const access_sets *, net->edges.count + 1);
  a->guards = ARENA_ARRAY(a->memory, const access_sets *, net->edges.count + 1);
  a->block_seen = ARENA_ARRAY(a->memory, uint32_t, net->blocks.count + 1);
  a->function_seen = ARENA_ARRAY(a->memory, uint32_t, net->functions.count + 1);
  return a;
}

void access_close(accesses *a) {
  for (uint32_t i = 0; i < ACCESS_KINDS; i++) {
    vec_free(a->m, &a->reads[i]);
    vec_free(a->m, &a->writes[i]);
  }
  arena_delete(a->memory);
  mem_free(a->m, a);
}

static int by_number(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

static access_set finish_set(accesses *a, access_list *from) {
  access_set set = {0};
  if (from->count == 0)
    return set;
  qsort(from->at, from->count, sizeof *from->at, by_number);
  uint32_t *at = ARENA_ARRAY(a->memory, uint32_t, from->count);
  for (uint32_t i = 0; i < from->count; i++)
    if (i == 0 || from->at[i] != from->at[i - 1])
      at[set.count++] = from->at[i];
  set.at = at;
  return set;
}

// The last computation may have been abandoned when memory ran out, so nothing is assumed to be empty.
static void begin(accesses *a) {
  for (uint32_t i = 0; i < ACCESS_KINDS; i++)
    a->reads[i].count = a->writes[i].count = 0;
  a->flags = 0;
  a->round++;
}

static const access_sets *finish(accesses *a) {
  access_sets *made = ARENA_NEW(a->memory, access_sets);
  made->flags = a->flags;
  for (uint32_t i = 0; i < ACCESS_KINDS; i++) {
    made->reads[i] = finish_set(a, &a->reads[i]);
    made->writes[i] = finish_set(a, &a->writes[i]);
  }
  return made;
}

const access_sets *access_of_edge(accesses *a, uint32_t edge) {
  if (!a->edges[edge]) {
    mem_poll(a->m);
    begin(a);
    access_gather_edge(a, a->net->edges.at[edge]);
    a->edges[edge] = finish(a);
  }
  return a->edges[edge];
}

const access_sets *access_of_guard(accesses *a, uint32_t edge) {
  if (!a->guards[edge]) {
    const net_edge *e = a->net->edges.at[edge];
    begin(a);
    access_gather_expr(a, e->guard);
    access_gather_bounds(a, &e->bounds);
    access_gather_sync(a, &e->sync, false);
    a->guards[edge] = finish(a);
  }
  return a->guards[edge];
}

const access_sets *access_of_expr(accesses *a, const expr *e) {
  begin(a);
  access_gather_expr(a, e);
  return finish(a);
}

const access_sets *access_of_invariant(accesses *a, const net_location *l) {
  begin(a);
  access_gather_expr(a, l->invariant);
  access_gather_bounds(a, &l->bounds);
  return finish(a);
}
