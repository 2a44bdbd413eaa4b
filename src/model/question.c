#include "model/question.h"

#include "model/network.h"
#include <assert.h>
#include <string.h>

#define SAFETY (ERROR_ASSERTION | ERROR_DEADLOCK | ERROR_RUNTIME)
#define ASSERTION (ERROR_ASSERTION | ERROR_RUNTIME)

// In a timed model a deadlock is an error only if the question is about deadlocks. A failed assertion ends an execution
// of a timed model, like every other fault.
const question_name question_names[] = {
    {"safety", "safety", "no failing assertion, no invalid end state", "no run-time error", QUESTION_ERROR, SAFETY,
     ASSERTION},
    {"assertion", "assert assertion assertions", "no failing assertion", "no failing assertion", QUESTION_ERROR,
     ASSERTION, ASSERTION},
    {"fault", "fault faults", "no run-time error", "no run-time error", QUESTION_ERROR, ERROR_RUNTIME, ASSERTION},
    {"deadlock", "deadlock end endstate", "no invalid end state", "no deadlock", QUESTION_ERROR,
     ERROR_DEADLOCK | ERROR_RUNTIME, ERROR_DEADLOCK | ERROR_RUNTIME},
    {"invariant", "", "the invariant holds", "the invariant holds", QUESTION_ERROR, ERROR_INVARIANT | ERROR_RUNTIME,
     ERROR_INVARIANT | ASSERTION},
    {"reach", "", "such a state can be reached", "such a state can be reached", QUESTION_REACH, ERROR_RUNTIME,
     ASSERTION},
    {"extreme", "", "an extreme value", "an extreme value", QUESTION_EXTREME, 0, 0},
    {"census", "", "the number of states", "the number of states", QUESTION_CENSUS, 0, 0},
    {"ltl", "", "the LTL formula", "the LTL formula", QUESTION_CYCLE, ERROR_CLAIM | ERROR_RUNTIME,
     ERROR_CLAIM | ASSERTION},
    {"never", "never", "the never claim", "the never claim", QUESTION_CYCLE, ERROR_CLAIM | ERROR_RUNTIME,
     ERROR_CLAIM | ASSERTION},
    {"automaton", "", "no execution that the automaton accepts", "no execution that the automaton accepts",
     QUESTION_CYCLE, ERROR_CLAIM | ERROR_RUNTIME, ERROR_CLAIM | ASSERTION},
    {"liveness", "liveness cycle cycles", "a property of infinite executions", "a property of infinite executions",
     QUESTION_CYCLE, ERROR_CLAIM | ERROR_RUNTIME, ERROR_CLAIM | ASSERTION},
    {"acceptance", "acceptance accept", "no acceptance cycle", "no acceptance cycle", QUESTION_CYCLE,
     ERROR_CLAIM | ERROR_RUNTIME, ERROR_CLAIM | ASSERTION},
    {"progress", "progress np non-progress", "no non-progress cycle", "no non-progress cycle", QUESTION_CYCLE,
     ERROR_CLAIM | ERROR_RUNTIME, ERROR_CLAIM | ASSERTION},
    {0},
};

const question_name *question_named(const char *name) {
  const question_name *row = question_names;
  while (row->name && strcmp(row->name, name) != 0)
    row++;
  assert(row->name && "a question has one of the names in the table");
  return row;
}

static bool is_one_of(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; length && !strchr(word, ' ') && (at = strstr(at, word)); at++)
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

const question_name *question_asked(const char *word) {
  for (const question_name *row = question_names; row->name; row++)
    if (is_one_of(row->words, word))
      return row;
  return NULL;
}

const char *question_text(const network *n, const char *name) {
  const question_name *row = question_named(name);
  return n->is_timed ? row->timed_text : row->text;
}

question question_of(const network *n, const char *name) {
  const question_name *row = question_named(name);
  question q = {.kind = row->kind, .name = row->name, .template_ = NET_NONE};
  q.errors = n->is_timed ? row->timed_errors : row->errors;
  q.cycle = strcmp(name, "progress") == 0 ? CYCLE_NO_PROGRESS : CYCLE_ACCEPTANCE;
  return q;
}

bool question_stops_at(const question *q, fault f) {
  switch (f) {
  case FAULT_NONE:
    return false;
  case FAULT_ASSERT:
    return q->errors & ERROR_ASSERTION;
  case FAULT_DEADLOCK:
    return q->errors & ERROR_DEADLOCK;
  case FAULT_INVARIANT:
    return q->errors & ERROR_INVARIANT;
  case FAULT_CLAIM:
    return q->errors & ERROR_CLAIM;
  default:
    return q->errors & ERROR_RUNTIME;
  }
}

bool question_seeks_deadlock(const question *q) { return question_stops_at(q, FAULT_DEADLOCK); }
