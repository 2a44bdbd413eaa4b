// Expressions, and the table of their operators. Values are 32-bit integers that wrap around.
#ifndef MODEL_EXPR_H
#define MODEL_EXPR_H

#include "base/diag.h"
#include "base/vec.h"

// Errors of an execution: run-time errors, failed assertions, deadlocks and violated invariants. Reported with a trace.
typedef enum {
  FAULT_NONE,
  FAULT_ASSERT,     // an assertion failed
  FAULT_INDEX,      // array index out of range
  FAULT_RANGE,      // a value outside the range of its variable, or a clock value that is negative or too large
  FAULT_DIVISION,   // division or remainder by zero
  FAULT_NO_CHANNEL, // channel operation on 0 or on a channel that does not exist any more
  FAULT_FIELDS,     // a message with the wrong number of fields
  FAULT_POLL,       // poll or peek on a rendezvous channel
  FAULT_PROCESSES,  // more than NET_MAX_PROCESSES processes
  FAULT_CHANNELS,   // more than NET_MAX_CHANNELS channels
  FAULT_BLOCKED,    // a block (d_step) has no possible edge
  FAULT_RENDEZVOUS, // a rendezvous send inside a block
  FAULT_ENDLESS,    // a block does not terminate
  FAULT_CHOICE,     // two possible edges in a deterministic template
  FAULT_ENABLED,    // enabled() of the process that evaluates it
  FAULT_DEADLOCK,   // not a fault of an edge: no step is possible, and some process is not at an end location
  FAULT_INVARIANT,  // the invariant does not hold
  FAULT_CLAIM,      // not a fault of an edge: the claim is in a bad state, see model/claim.h
  FAULT_COUNT
} fault;
const char *fault_name(fault f);    // "assertion", "deadlock", "index" ... as in the JSON report
const char *fault_message(fault f); // for messages

// Name, arity, C text, precedence (as in C, higher binds tighter), value for operands a (and b). expr_apply() checks /
// and % for zero before it computes the value.
#define EXPR_OPERATORS(X)                                                                                              \
  X(NEG, 1, "-", 12, (int32_t)(0u - (uint32_t)a))                                                                      \
  X(NOT, 1, "!", 12, !a)                                                                                               \
  X(COMPLEMENT, 1, "~", 12, ~a)                                                                                        \
  X(MUL, 2, "*", 11, (int32_t)((uint32_t)a * (uint32_t)b))                                                             \
  X(DIV, 2, "/", 11, b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b)                                                    \
  X(MOD, 2, "%", 11, b == -1 ? 0 : a % b)                                                                              \
  X(ADD, 2, "+", 10, (int32_t)((uint32_t)a + (uint32_t)b))                                                             \
  X(SUB, 2, "-", 10, (int32_t)((uint32_t)a - (uint32_t)b))                                                             \
  X(SHL, 2, "<<", 9, (int32_t)((uint32_t)a << (b & 31)))                                                               \
  X(SHR, 2, ">>", 9, a >> (b & 31))                                                                                    \
  X(LT, 2, "<", 8, a < b)                                                                                              \
  X(LE, 2, "<=", 8, a <= b)                                                                                            \
  X(GT, 2, ">", 8, a > b)                                                                                              \
  X(GE, 2, ">=", 8, a >= b)                                                                                            \
  X(EQ, 2, "==", 7, a == b)                                                                                            \
  X(NE, 2, "!=", 7, a != b)                                                                                            \
  X(BIT_AND, 2, "&", 6, a &b)                                                                                          \
  X(BIT_XOR, 2, "^", 5, a ^ b)                                                                                         \
  X(BIT_OR, 2, "|", 4, a | b)                                                                                          \
  X(AND, 2, "&&", 3, a &&b)                                                                                            \
  X(OR, 2, "||", 2, a || b)

typedef enum {
#define X(name, arity, text, precedence, value) EXPR_##name,
  EXPR_OPERATORS(X)
#undef X
      EXPR_OPERATOR_COUNT,
  EXPR_CONST = EXPR_OPERATOR_COUNT, // value
  EXPR_VAR,                         // var at indices: global, or local to the moving process
  EXPR_REMOTE_VAR,                  // var at indices in process a; 0 if there is no such process of var's template
  EXPR_AT,         // 1 if process a is an instance of template value and is at one of locations[], else 0
  EXPR_COND,       // a ? b : c; AND, OR and COND evaluate only what they need
  EXPR_PID,        // number of the moving process
  EXPR_PROCESSES,  // number of processes
  EXPR_FIRST,      // number of the first process of template value, -1 if there is none
  EXPR_LAST,       // number of the process that moved last (0 at the start)
  EXPR_TIMEOUT,    // 1 if no other step is possible
  EXPR_UNLABELLED, // 1 if no process is at a location with one of the flags in value (LOC_PROGRESS ...)
  EXPR_ENABLED,    // process a has a possible edge
  EXPR_PC,         // origin of the location of process a; 0 if there is no such process
  EXPR_PRIORITY,   // priority of process a
  EXPR_LEN,        // messages in channel a
  EXPR_FULL,
  EXPR_EMPTY,
  EXPR_NOT_FULL,
  EXPR_NOT_EMPTY,
  EXPR_POLL,     // channel a has a message that matches patterns: the oldest message or, with value 1, any message
  EXPR_CALL,     // value of network.functions[value] for the arguments in indices (one for each cell of its parameters)
  EXPR_BOUND,    // the bound holds. Only in state conditions: properties and invariants
  EXPR_DEADLOCK, // no step is possible, now or after a delay. Only in state conditions
  EXPR_KIND_COUNT
} expr_op;

typedef struct expr expr;
struct net_var;
struct net_bound;

typedef enum { PATTERN_BIND, PATTERN_MATCH, PATTERN_ANY } pattern_kind;
typedef struct net_pattern {
  pattern_kind kind;
  expr *value; // bind: the EXPR_VAR that gets the field; match: the value that the field must have
} net_pattern;

struct expr {
  uint8_t op; // expr_op
  int32_t value;
  expr *a, *b, *c;
  const struct net_var *var;
  const struct net_bound *bound; // EXPR_BOUND
  VEC(uint32_t) locations;
  VEC(net_pattern) patterns;
  VEC(expr *)
  indices; // of a call: its arguments; of a variable: one index for each part that is an array, see net_part
  place at;
};

int expr_arity(expr_op op);          // of an operator: 1 or 2
const char *expr_symbol(expr_op op); // of an operator
// The value of an operator. For DIV and MOD with b == 0 sets *f to FAULT_DIVISION and returns 0.
int32_t expr_apply(expr_op op, int32_t a, int32_t b, fault *f);

expr *expr_new(arena *memory, expr_op op, place at);
expr *expr_const(arena *memory, int32_t value, place at);
expr *expr_unlabelled(arena *memory, uint32_t flags, place at); // EXPR_UNLABELLED
expr *expr_unary(arena *memory, expr_op op, expr *a);
expr *expr_binary(arena *memory, expr_op op, expr *a, expr *b);
bool expr_is_const(const expr *e, int32_t *value); // after folding
bool expr_is_same(const expr *a, const expr *b);   // written in the same way; both may be NULL

// Calls visit for e and all its subexpressions, including those of indices, patterns and bounds. e may be NULL.
void expr_walk(const expr *e, void (*visit)(const expr *e, void *context), void *context);

#endif
