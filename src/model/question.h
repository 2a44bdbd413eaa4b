// The question to check on a model: one type for all engines, heuristics and reports. check/ chooses the engine.
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
  QUESTION_STATE,   // can this state be reached?
  QUESTION_CYCLE,   // is there an infinite execution that the claim accepts, or one without progress?
  QUESTION_EXTREME, // what are the greatest (or least) values of the terms?
  QUESTION_CENSUS,  // how many states are there?
} question_kind;

enum { // kinds of errors, as a set of bits
  ERROR_ASSERTION = 1,
  ERROR_DEADLOCK = 2,  // an invalid end state; in a timed network: no step is possible, now or after a delay
  ERROR_INVARIANT = 4, // the condition does not hold
  ERROR_RUNTIME = 8,   // every other fault: index, division ...
  ERROR_CLAIM = 16,    // the claim is in a bad state
};

typedef enum { CYCLE_ACCEPTANCE, CYCLE_NO_PROGRESS } cycle_kind;

typedef struct question {
  question_kind kind;
  const char *name; // of this kind of question: see question_names
  unsigned errors;  // ERROR: the errors to search for. REACH: errors that end an execution and leave the question open
  // ERROR_INVARIANT: must hold in every state that is not inside an atomic sequence; REACH: must hold in one such
  // state; EXTREME: the terms are evaluated where it holds. NULL = true. Over globals and remote references.
  expr *condition;
  const uint8_t *target; // STATE: the packed state
  uint32_t target_size;
  cycle_kind cycle;                  // CYCLE...
  bool is_fair;                      // ...under weak fairness
  const struct net_formula *formula; // of an LTL property, which must hold; NULL = none
  bool is_existential;               // CYCLE...: satisfied if some execution violates the formula (E[] p for ! [] p)
  int32_t template_;                 // of a never claim; NET_NONE = none
  // CYCLE, and ERROR with ERROR_CLAIM: the claim made of these, or of what the cycle is about. NULL until check/ makes
  // it.
  const struct claim *claim;
  const struct net_term *terms; // EXTREME
  uint32_t term_count;
  bool is_least; // EXTREME: the least values instead of the greatest
} question;

// The named questions, with the text for reports if a question has none of its own.
typedef struct question_name {
  const char *name;  // "assertion", as in reports
  const char *words; // that users may write for it, separated by blanks; "" = it needs a condition or formula
  const char *text, *timed_text;
  question_kind kind;
  unsigned errors, timed_errors;
} question_name;
extern const question_name question_names[];           // ends with a row without name
const question_name *question_named(const char *name); // the name must exist
const question_name *question_asked(const char *word); // by one of its words; NULL = none
const char *question_text(const struct network *n, const char *name);

// The question with this name, which must exist, for a network. The caller fills in condition, terms ...
question question_of(const struct network *n, const char *name);

bool question_stops_at(const question *q, fault f); // is the fault among q->errors?
bool question_seeks_deadlock(const question *q);
// Does it search for states in which its condition has the truth value question_sought()?
static inline bool question_seeks_condition(const question *q) {
  return q->kind == QUESTION_REACH || (q->kind == QUESTION_ERROR && (q->errors & ERROR_INVARIANT));
}
static inline bool question_sought(const question *q) { return q->kind == QUESTION_REACH; }

// How an execution ends, with respect to a question.
typedef enum {
  OUTCOME_OPEN,    // in a state that does not decide the question
  OUTCOME_ERROR,   // in an error
  OUTCOME_REACHED, // in a state that satisfies the condition
  OUTCOME_CYCLE,   // it does not end: it repeats a loop that answers the question
} outcome_kind;
typedef struct outcome {
  outcome_kind kind;
  fault fault;               // ERROR; else FAULT_NONE
  const struct net_stmt *at; // ERROR: the statement, if the error is in an effect; else NULL
} outcome;

static inline outcome outcome_error(fault f, const struct net_stmt *at) {
  return (outcome){f == FAULT_NONE ? OUTCOME_OPEN : OUTCOME_ERROR, f, at};
}
static inline outcome outcome_reached(void) { return (outcome){.kind = OUTCOME_REACHED}; }

#endif
