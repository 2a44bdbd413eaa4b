#include "search/registry.h"

#include <assert.h>
#include <string.h>

void registry_open(registry *r, mem *m, space *s, store *visited, bool keeps_cost) {
  *r = (registry){.m = m, .space = s, .visited = visited, .keeps_cost = keeps_cost};
}

void registry_keep_estimates(registry *r, uint32_t count) { rows_open(&r->estimates, r->m, count); }

void registry_close(registry *r) {
  mem_free(r->m, r->parent);
  mem_free(r->m, r->cost);
  mem_free(r->m, r->is_open);
  rows_close(&r->estimates);
}

void registry_reserve(registry *r, uint32_t id) {
  uint64_t room = (uint64_t)id + id / 4 + 4096;
  room = room < UINT32_MAX ? room : UINT32_MAX;
  r->parent = mem_realloc(r->m, r->parent, room * sizeof *r->parent);
  if (r->keeps_cost) {
    r->cost = mem_realloc(r->m, r->cost, room * sizeof *r->cost);
    r->is_open = mem_realloc(r->m, r->is_open, room / 8 + 1);
  }
  rows_reserve(&r->estimates, (uint32_t)room);
  r->room = (uint32_t)room;
}

uint64_t registry_bytes(const registry *r) {
  uint64_t states = r->visited->count(r->visited);
  uint64_t each = sizeof *r->parent + (r->keeps_cost ? sizeof *r->cost : 0) + rows_bytes(&r->estimates);
  return r->visited->bytes(r->visited) + states * each + (r->keeps_cost ? states / 8 : 0);
}

typedef struct link { // the step, or atomic sequence of steps, from a state to the given child
  mem *m;
  const uint8_t *child;
  uint32_t size;
  bool is_found;
  VEC(net_action) steps;
  uint32_t cost;
  fault fault;
} link;

static bool compare(void *context, const successor *s) {
  link *l = context;
  if (!s->state || s->size != l->size || memcmp(s->state, l->child, l->size) != 0)
    return true;
  bool is_better = !l->is_found || s->cost < l->cost || (s->cost == l->cost && l->fault && !s->fault);
  if (is_better) {
    l->is_found = true;
    l->steps.count = 0;
    for (uint32_t i = 0; i < s->before_count; i++)
      vec_push(l->m, &l->steps, s->before[i]);
    vec_push(l->m, &l->steps, s->by);
    l->cost = s->cost;
    l->fault = s->fault;
  }
  return true;
}

static link find_link(registry *r, uint32_t parent, uint32_t child) {
  link l = {.m = r->m};
  uint32_t size;
  const uint8_t *state = r->visited->get(r->visited, child, &l.size);
  uint8_t *copy = mem_alloc(r->m, l.size); // get() of the parent may overwrite the child
  l.child = memcpy(copy, state, l.size);
  state = r->visited->get(r->visited, parent, &size);
  r->space->expand(r->space, state, size, compare, &l);
  mem_free(r->m, copy);
  assert(l.is_found && "a state is a successor of its parent");
  return l;
}

static void reverse(net_action *at, uint32_t count) {
  for (uint32_t i = 0; i < count / 2; i++) {
    net_action other = at[i];
    at[i] = at[count - 1 - i];
    at[count - 1 - i] = other;
  }
}

void registry_trace(registry *r, const judge_finding *found, search_finding *to) {
  search_finding fresh = {.answer = {.end = found->end}, .is_there = true};
  // The steps are collected backwards, from the error to the initial state.
  if (found->is_step) {
    vec_push(r->m, &fresh.answer.steps, found->by);
    for (uint32_t i = found->before_count; i-- > 0;)
      vec_push(r->m, &fresh.answer.steps, found->before[i]);
    fresh.cost += found->step_cost;
  }
  if (found->state != JUDGE_NO_STATE) {
    uint32_t id = found->state;
    for (; r->parent[id] != JUDGE_NO_STATE; id = r->parent[id]) {
      link l = find_link(r, r->parent[id], id);
      for (uint32_t i = l.steps.count; i-- > 0;)
        vec_push(r->m, &fresh.answer.steps, l.steps.at[i]);
      fresh.cost += l.cost;
      vec_free(r->m, &l.steps);
    }
    fresh.cost += r->keeps_cost ? r->cost[id] : 0;
  }
  reverse(fresh.answer.steps.at, fresh.answer.steps.count);
  vec_free(r->m, &to->answer.steps);
  *to = fresh;
}
