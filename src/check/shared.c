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
  if (q->tasks)
    tasks_close(q->tasks);
  mem_delete(q->memory);
  *q = (shared_question){0};
}

void shared_close(check_shared *s) { mem_delete(s->memory); }

facts *shared_facts(check_shared *s, const network *net) {
  if (!s->facts)
    s->facts = facts_open(s->memory, net);
  return s->facts;
}

const space_code *shared_code(shared_question *q, const space_setup *setup) {
  if (!q->code)
    q->code = space_code_new(q->memory, setup);
  return q->code;
}

tasks *shared_tasks(check_shared *s, shared_question *q, const network *net, const question *asked) {
  tasks_setup setup = {.m = q->memory, .net = net, .facts = shared_facts(s, net), .asked = *asked};
  if (!q->tasks)
    q->tasks = tasks_open(&setup);
  return q->tasks;
}
