#include "check/shared.h"

bool shared_begin(check_shared *s, shared_question *q, mem *account, mem_stop stop, void *context) {
  if (!s->memory)
    s->memory = mem_new_within(account);
  if (!s->memory)
    return false;
  mem_set_stop(s->memory, stop, context);
  if (!q->memory)
    q->memory = mem_new_within(s->memory);
  return q->memory;
}

void shared_end(shared_question *q) {
  for (uint32_t i = 0; i < 1 << CUT_COUNT; i++)
    if (q->views[i].tasks)
      tasks_close(q->views[i].tasks);
  pdb_pool_close(q->databases);
  mem_delete(q->memory);
  *q = (shared_question){0};
}

void shared_close(check_shared *s) { mem_delete(s->memory); }

facts *shared_facts(check_shared *s, const network *net) {
  if (!s->facts)
    s->facts = facts_open(s->memory, net);
  return s->facts;
}

// Each reduction starts with the network that the one before has left.
static void reduce(shared_question *q, shared_view *v, unsigned cuts) {
  arena *memory = arena_new(q->memory);
  for (uint32_t i = 0; check_cuts[i]; i++) {
    reduce_setup setup = {.memory = memory, .net = v->net, .known = v->facts, .asked = v->asked};
    const reduced *last = cuts >> i & 1 ? check_cuts[i]->make(&setup, v->reduced) : NULL;
    if (!last)
      continue;
    v->reduced = last;
    v->asked = last->asked;
    if (!last->copy)
      continue;
    v->net = last->copy->net;
    v->facts = facts_open(q->memory, v->net);
  }
}

shared_view *shared_network(check_shared *s, shared_question *q, const network *net, const question *asked,
                            unsigned cuts) {
  shared_view *v = &q->views[cuts], *whole = &q->views[0];
  if (!whole->is_made)
    *whole = (shared_view){.is_made = true, .net = net, .facts = shared_facts(s, net)};
  whole->asked = *asked;
  if (!v->is_made) {
    shared_view made = *whole;
    made.code = NULL;
    made.tasks = NULL;
    reduce(q, &made, cuts);
    *v = made;
  }
  return v->reduced ? v : whole;
}

const space_code *shared_code(shared_question *q, shared_view *v, const space_setup *setup) {
  if (!v->code)
    v->code = space_code_new(q->memory, setup);
  return v->code;
}

tasks *shared_tasks(shared_question *q, shared_view *v) {
  tasks_setup setup = {.m = q->memory, .net = v->net, .facts = v->facts, .asked = v->asked};
  if (!v->tasks)
    v->tasks = tasks_open(&setup);
  return v->tasks;
}

pdb_pool *shared_databases(shared_question *q) {
  if (!q->databases)
    q->databases = pdb_pool_open(q->memory);
  return q->databases;
}
