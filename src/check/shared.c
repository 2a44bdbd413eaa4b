#include "check/shared.h"

bool shared_begin(check_shared *s, mem *account, mem_stop stop, void *context) {
  if (!s->memory)
    s->memory = mem_new_within(account);
  if (!s->memory)
    return false;
  mem_set_stop(s->memory, stop, context);
  s->of_question = mem_new_within(s->memory);
  return s->of_question;
}

void shared_end(check_shared *s) {
  if (s->tasks)
    tasks_close(s->tasks);
  mem_delete(s->of_question);
  s->of_question = NULL;
  s->code = NULL;
  s->tasks = NULL;
}

void shared_close(check_shared *s) {
  shared_end(s);
  mem_delete(s->memory);
}

facts *shared_facts(check_shared *s, const network *net) {
  if (!s->facts)
    s->facts = facts_open(s->memory, net);
  return s->facts;
}

const space_code *shared_code(check_shared *s, const space_setup *setup) {
  if (!s->code)
    s->code = space_code_new(s->of_question, setup);
  return s->code;
}

tasks *shared_tasks(check_shared *s, const network *net, const question *asked) {
  tasks_setup setup = {.m = s->of_question, .net = net, .facts = shared_facts(s, net), .asked = *asked};
  if (!s->tasks)
    s->tasks = tasks_open(&setup);
  return s->tasks;
}
