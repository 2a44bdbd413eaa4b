// Inside check: what all runs of a check share. The facts of the network are made once for the check; its code and the
// tasks of the relaxation once for each question. They lie in memories of their own, which are charged to the check.
#ifndef CHECK_SHARED_H
#define CHECK_SHARED_H

#include "facts/facts.h"
#include "relaxation/task.h"
#include "space/space.h"

typedef struct check_shared {
  mem *memory;      // of the facts; NULL until the first question
  mem *of_question; // of the rest; within `memory`
  facts *facts;     // NULL until they are asked for, as are the following
  space_code *code;
  tasks *tasks;
} check_shared;

// Before the runs for a question, and after them. False if there is no memory at all. Whatever is made is charged to
// the account, and stops where `stop` says so (mem_set_stop).
bool shared_begin(check_shared *s, mem *account, mem_stop stop, void *context);
void shared_end(check_shared *s);
void shared_close(check_shared *s); // with the check

// Made on first use. Must be called inside a mem_try of both memories.
facts *shared_facts(check_shared *s, const network *net);
const space_code *shared_code(check_shared *s, const space_setup *setup);
tasks *shared_tasks(check_shared *s, const network *net, const question *asked);

#endif
