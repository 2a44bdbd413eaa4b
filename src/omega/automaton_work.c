#include "omega/automaton.h"

typedef struct job {
  mem *m;
  void (*work)(void *argument);
  void *argument;
  mem_status status;
} job;

static void run(void *argument) {
  job *j = argument;
  j->status = mem_try(j->m, j->work, j->argument);
}

void automaton_work(mem *outer, mem **m, void (*work)(void *argument), void *argument) {
  *m = mem_new_within(outer);
  if (!*m)
    mem_exhausted(outer);
  job j = {.m = *m, .work = work, .argument = argument};
  mem_status status = mem_try(outer, run, &j); // work may leave through either
  mem_delete(*m);
  if (status != MEM_OK || j.status != MEM_OK)
    mem_leave(outer, status != MEM_OK ? status : j.status);
}
