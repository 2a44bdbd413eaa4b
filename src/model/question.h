// What is asked of a model: one type for every engine, estimate and report. Which engine answers which question is said
// in check/.
#ifndef MODEL_QUESTION_H
#define MODEL_QUESTION_H

#include "model/expr.h"

struct network;
struct net_term;
struct net_stmt;
struct net_formula;

typedef enum {
  QUESTION_ERROR,   // can one of these errors happen?
  QUESTION_REACH,   // can a state be reached in which the condition holds?
  QUESTION_STATE,   // can this very state be reached?
  QUESTION_CYCLE,   // is there an infinite execution that the claim accepts, or one without progress?
  QUESTION_EXTREME, // what are the greatest (or least) values of the terms?
  QUESTION_CENSUS,  // how many states are there?
} question_kind;

enum { // kinds of errors, as a set of bits
  ERROR_ASSERTION = 1,
  ERROR_DEADLOCK = 2,  // an invalid end state; of a timed network: no step is possible, now or later
  ERROR_INVARIANT = 4, // the condition does not hold
  ERROR_RUNTIME = 8,   // every other fault: index, division ...
};

typedef enum { CYCLE_ACCEPTANCE, CYCLE_NO_PROGRESS } cycle_kind;

typedef struct question {
  question_kind kind;
  const char *name; // how people call questions of this kind: see question_names
  unsigned errors;  // ERROR: what is looked for. REACH: what ends an execution and leaves the question open
  // ERROR_INVARIANT: must hold in every state that is not inside an atomic sequence; REACH: is to hold in such a state;
  // EXTREME: where the terms are looked at. NULL = true. Over globals and remote references.
  expr *condition;
  const uint8_t *target; // STATE: the packed state
  uint32_t target_size;
  cycle_kind cycle;                  // CYCLE...
  bool is_fair;                      // ...under weak fairness
  const struct net_formula *formula; // CYCLE: of an LTL property, which must hold...
  int32_t claim;                     // ...or the template of a never claim; NET_NONE = none
  const struct net_term *terms;      // EXTREME
  uint32_t term_count;
  bool is_least; // EXTREME: the least values instead of the greatest
} question;

// The questions that people know by name, and what stands for the text of one that has none.
typedef struct question_name {
  const char *name;  // "assertion", as in reports
  const char *words; // that ask for it, separated by blanks; "" = it needs a condition or formula of its own
  const char *text, *timed_text;
  question_kind kind;
  unsigned errors, timed_errors;
} question_name;
extern const question_name question_names[];           // ends with one without a name
const question_name *question_named(const char *name); // which must exist
const question_name *question_asked(const char *word); // by one of its words; NULL if there is none
const char *question_text(const struct network *n, const char *name);

// The question of a name, which must exist, as it is asked of a network. Condition, terms ... are to be filled in.
question question_of(const struct network *n, const char *name);

bool question_stops_at(const question *q, fault f); // does it look for the fault, or can it not look beyond it?
bool question_seeks_deadlock(const question *q);
// Does it look for states in which its condition has the truth value question_sought()?
static inline bool question_seeks_condition(const question *q) {
  return q->kind == QUESTION_REACH || (q->kind == QUESTION_ERROR && (q->errors & ERROR_INVARIANT));
}
static inline bool question_sought(const question *q) { return q->kind == QUESTION_REACH; }

// How an execution ends, as far as a question is concerned.
typedef enum {
  OUTCOME_OPEN,    // in nothing in particular
  OUTCOME_ERROR,   // in an error
  OUTCOME_REACHED, // in a state that was asked for
  OUTCOME_CYCLE,   // never: it goes round in a loop that was asked for
} outcome_kind;
typedef struct outcome {
  outcome_kind kind;
  fault fault;               // ERROR; else FAULT_NONE
  const struct net_stmt *at; // ERROR: the statement, where it is one of an effect; else NULL
} outcome;

static inline outcome outcome_error(fault f, const struct net_stmt *at) {
  return (outcome){f == FAULT_NONE ? OUTCOME_OPEN : OUTCOME_ERROR, f, at};
}
static inline outcome outcome_reached(void) { return (outcome){.kind = OUTCOME_REACHED}; }

#endif
