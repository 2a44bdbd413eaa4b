// Inside check: what all runs of a check share. The facts of the network are made once for the check; its code and the
// tasks of the relaxation once for each question; a network that is reduced for a question once for each set of
// reductions, with its own facts, code and tasks. They lie in memories of their own, which are charged to the check.
#ifndef CHECK_SHARED_H
#define CHECK_SHARED_H

#include "abstraction/pdb_pool.h"
#include "check/engines.h"
#include "facts/facts.h"
#include "relaxation/task.h"
#include "space/space.h"

typedef struct check_shared { // by all questions
  mem *memory;                // NULL until the first question
  facts *facts;               // NULL until they are asked for
} check_shared;

// A network that runs work on: that of the model, or one that is reduced.
typedef struct shared_view {
  bool is_made;
  bool is_told;           // the user knows what is left out
  const reduced *reduced; // NULL = the network of the model: nothing is left out
  const network *net;
  question asked;   // about net
  facts *facts;     // those of the check for the network of the model
  space_code *code; // NULL until it is asked for, as are the tasks
  tasks *tasks;
} shared_view;

typedef struct shared_question {     // by the runs for one question
  mem *memory;                       // within that of the check; NULL until the first run
  shared_view views[1 << CUT_COUNT]; // by the set of cuts
  pdb_pool *databases;               // NULL until they are asked for
} shared_question;

// Before the runs for a question (again, after others had their turn). False if there is no memory at all. Whatever is
// made is charged to the account, and stops where `stop` says so (mem_set_stop).
bool shared_begin(check_shared *s, shared_question *q, mem *account, mem_stop stop, void *context);
void shared_end(shared_question *q); // after the last run for the question
void shared_close(check_shared *s);  // with the check

// Made on first use. Must be called inside a mem_try of both memories.
facts *shared_facts(check_shared *s, const network *net); // of the network of the model
// The network with these reductions applied in turn, or that of the model if they leave nothing out.
shared_view *shared_network(check_shared *s, shared_question *q, const network *net, const question *asked,
                            unsigned cuts);
const space_code *shared_code(shared_question *q, shared_view *v, const space_setup *setup);
tasks *shared_tasks(shared_question *q, shared_view *v);

pdb_pool *shared_databases(shared_question *q);

#endif
