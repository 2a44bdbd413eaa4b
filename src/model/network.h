// The network: the language-independent model that all engines, heuristics, reductions and reports use. Its semantics
// is defined in docs/network.md.
//
// A network consists of global variables, templates (automata with local variables), and a list of instances
// (processes) that exist at the start; effects may start more. Everything is allocated in the network's arena. A front
// end builds a network with the net_add functions. Its caller then calls net_finish(), and from then on the network is
// read-only. Conditions that are parsed later are not part of it; their caller owns them.
#ifndef MODEL_NETWORK_H
#define MODEL_NETWORK_H

#include "base/diag.h"
#include "base/vec.h"
#include "model/expr.h"
#include "model/question.h"

enum {
  NET_MAX_PROCESSES = 255, // of a network that is not timed, as in SPIN: process numbers 0..254
  NET_MAX_TIMED = 65535,   // of a timed network, in which all processes exist from the start: numbers 0..65534
  NET_MAX_CHANNELS = 255,  // channel numbers 1..255, 0 = no channel
  NET_MAX_CLOCKS = 1000,   // clock numbers 1..1000, 0 = the constant 0
  NET_NONE = -1,
};

// The meaning of a value, which determines how it is printed.
typedef enum { KIND_INT, KIND_BOOL, KIND_ENUM, KIND_CHANNEL, KIND_PID } net_kind;

typedef struct net_type {
  net_kind kind;
  uint8_t bits;      // 1..32: an assigned value is truncated to this number of bits...
  bool is_signed;    // ...and then sign- or zero-extended
  int16_t set;       // KIND_ENUM: index into network.enums, else -1
  bool is_checked;   // a value outside low..high is FAULT_RANGE, not truncated; bits and is_signed fit the range
  int32_t low, high; // if is_checked
} net_type;

net_type net_type_range(int32_t low, int32_t high); // a checked KIND_INT with the fewest bits
bool net_type_holds(net_type type, int32_t value);  // is the value in range? True if the type is not checked

int32_t net_cut(net_type type, int32_t value); // the value truncated to the type, as a variable stores it
int32_t net_type_min(net_type type);
int32_t net_type_max(net_type type);

typedef struct net_enum { // a set of named constants; values may be sparse
  const char *name;       // "" for the unnamed set
  VEC(const char *) names;
  VEC(int32_t) values;
} net_enum;
const char *net_enum_name(const net_enum *set, int32_t value); // NULL = the value has no name

// A variable is an array of cells of one type. Records and arrays of records become one variable per leaf field:
// `struct {byte b[3]} x[4]` is the variable x.b with parts {"x",4},{"b",3} and 12 cells.
typedef struct net_part {
  const char *name; // "" = a further dimension of the part before it
  uint32_t length;  // 0 = not an array
  int32_t low;      // the index of the first element in the source; expressions always count from 0
} net_part;

typedef struct net_var {
  const char *name; // "x.b"
  VEC(net_part) parts;
  net_type type;
  uint32_t index;      // its index in network.vars
  int32_t template_;   // the template it is local to, or NET_NONE for a global one
  uint32_t slot;       // its number among the variables of its scope, in order of declaration
  uint32_t cells;      // product of the lengths of the parts
  uint32_t first_cell; // its first cell among the cells of its scope; filled in by net_finish()
  bool is_parameter;   // gets its value from the arguments of a run, in the order of slots
  bool is_scratch;     // global, but not part of the state: its value is defined only during one effect or call, which
                       // must assign it before reading it
  bool is_constant;    // never assigned: a table of constants, not counted as a variable in reports
  bool is_unread;      // only written, see model/unread.h; filled in by net_finish()
  bool is_ghost;       // never part of the state: it is_unread, and hidden in the source
  int32_t channel;     // >= 0: each cell holds a channel of this type, made when the scope is entered
  VEC(expr *) init;    // empty: zero; one: for every cell; else one per cell. Evaluated in order of declaration.
  place at;
} net_var;

typedef struct net_channel { // a type of channel
  const char *name;
  uint32_t capacity; // 0 = rendezvous
  VEC(net_type) fields;
  place at;
} net_channel;

// Selects one element of an array of clocks or labels: number first + offset. An offset outside 0 .. count - 1 is
// FAULT_INDEX. count 0 = none.
typedef struct net_pick {
  uint32_t first, count;
  expr *offset; // NULL = 0
} net_pick;

typedef struct net_clock { // clock number i + 1 is network.clocks[i]
  const char *name;        // "x[2]"; local ones with their process: "Train(0).x"
  int32_t template_;       // the template it is local to, or NET_NONE
  place at;
} net_clock;

// A clock constraint x - y <= limit, or < if strict, that applies only if `when` holds. A pick with count 0 is the
// constant 0, so a lower bound y >= 3 is 0 - y <= -3. The value of limit must be within +-NET_MAX_TIME, else
// FAULT_RANGE.
enum { NET_MAX_TIME = 1 << 28 };
typedef struct net_bound {
  expr *when; // NULL = always
  net_pick x, y;
  bool is_strict;
  expr *limit;
  place at;
} net_bound;
typedef VEC(net_bound) net_bounds; // all of them must hold

// A label on which processes synchronise without passing values: a channel of UPPAAL, a vector of TChecker.
typedef struct net_label {
  const char *name;       // "go[2]"
  bool is_broadcast;      // every process that can answer does; else exactly one process answers
  bool is_urgent;         // no delay is possible while a step by it is
  int32_t priority;       // see docs/network.md; 0 = the default
  VEC(uint16_t) required; // broadcast: processes that must answer
} net_label;

// SEND and RECEIVE are on a channel, CALL (the sender) and ANSWER (a receiver) on a label.
typedef enum { SYNC_NONE, SYNC_SEND, SYNC_RECEIVE, SYNC_CALL, SYNC_ANSWER } sync_kind;

// Whether a channel is rendezvous or buffered is known only at run time, so both have the same form.
typedef struct net_sync {
  sync_kind kind;
  net_pick label; // CALL and ANSWER; they use no other member
  expr *channel;
  VEC(expr *) fields;        // send: the values
  VEC(net_pattern) patterns; // receive
  bool sorted;               // send: insert before the first greater message
  bool random;               // receive: the first message that matches, not only the oldest
  bool peek;                 // receive: leave the message in the channel
} net_sync;

typedef enum {
  STMT_ASSIGN,       // target = value
  STMT_ASSERT,       // error if value is 0
  STMT_PRINT,        // format with args (C-like: %d %u %x %o %c %e (name of an enum constant) %%)
  STMT_RUN,          // target (may be NULL) = new process of template_ with args
  STMT_END,          // the process dies; only the youngest process can
  STMT_SET_PRIORITY, // args[0] = process, args[1] = priority
  STMT_BLOCK,        // run a block to its end
  STMT_SET_CLOCK,    // clock = value, or clock = from + value; value is within 0 .. NET_MAX_TIME, else FAULT_RANGE
} stmt_kind;

typedef struct net_stmt {
  stmt_kind kind;
  expr *target; // EXPR_VAR or NULL
  expr *value;
  VEC(expr *) args;
  const char *format;
  int32_t template_;    // STMT_RUN
  int32_t priority;     // STMT_RUN
  uint32_t block;       // STMT_BLOCK: index into network.blocks
  net_pick clock, from; // STMT_SET_CLOCK
  const char *text;     // STMT_ASSERT: the condition as written
  place at;
  struct net_stmt *next;
} net_stmt;

// The text of an edge in parts, for languages that separate them; NULL = none.
typedef struct net_words {
  const char *guard, *sync, *effect;
} net_words;

// An edge is possible if its guard holds and its synchronisation is possible. The order of the edges of a location
// matters:
//  - after a possible edge with rank r > 0, edges of another rank are not possible (escapes come first in the list);
//  - an is_else edge is possible if no edge before it in the list is;
//  - of neighbouring edges with the same choice > 0 only the first possible one is taken.
typedef struct net_edge {
  uint32_t id;       // index in network.edges, which includes the edges of blocks
  uint32_t from, to; // locations of its flow
  expr *guard;       // NULL = true
  net_bounds bounds; // the clock constraints of the guard
  net_sync sync;
  net_stmt *effect; // executed in order, after the synchronisation
  uint32_t rank;
  uint32_t choice;
  bool is_else;
  bool keeps_control;  // afterwards no other process moves until this one has moved again or is blocked (atomic)
  bool is_end;         // its effect is STMT_END
  int32_t origin;      // the statement's number in the language's own tools (SPIN trail, UPPAAL); -1 = none
  VEC(int32_t) chosen; // the selected values, if one edge of the source became one edge for each choice of values
  place at;
  const char *text; // the statement as printed in traces
  net_words words;
} net_edge;

enum { LOC_END = 1, LOC_PROGRESS = 2, LOC_ACCEPT = 4, LOC_URGENT = 8, LOC_COMMITTED = 16 };

typedef struct net_location {
  uint32_t flags;
  int32_t origin;      // the location's number in the language's own tools (pc_value); -1 = none
  VEC(uint32_t) edges; // ids, in order
  VEC(const char *) labels;
  const char *name;  // in the source; NULL = none
  net_bounds bounds; // the clock constraints of its invariant...
  expr *invariant;   // ...and the condition over variables; NULL = true
  place at;
} net_location;

typedef struct net_flow { // locations and the edges between them
  VEC(net_location) locations;
  uint32_t initial;
} net_flow;

// A block is a flow that is executed within one step, from its initial location to NET_BLOCK_EXIT. At each location the
// first possible edge is taken; if there is none, it is a run-time error (FAULT_BLOCKED).
#define NET_BLOCK_EXIT UINT32_MAX

// A function without side effects (its block writes only scratch variables), called by EXPR_CALL.
typedef struct net_function {
  const char *name;
  VEC(const struct net_var *) parameters; // the scratch variables that get the arguments, cell by cell
  uint32_t block;                         // index into network.blocks
  const struct net_var *result;           // a scratch variable with one cell
} net_function;

typedef enum { TEMPLATE_PROCESS, TEMPLATE_NEVER, TEMPLATE_TRACE, TEMPLATE_NOTRACE } template_kind;

typedef struct net_template {
  const char *name;
  uint32_t index;
  template_kind kind;
  VEC(uint32_t) vars; // by slot: indices into network.vars; parameters first
  uint32_t parameters;
  net_flow flow;
  uint32_t cells;        // total number of cells of its variables; filled in by net_finish()
  expr *provided;        // the process may move only while this holds; NULL = true
  bool is_deterministic; // two possible edges at once are an error (D_proctype)
  place at;
} net_template;

typedef struct net_process { // a process that exists at the start; parameters are 0
  int32_t template_;
  int32_t priority;
} net_process;

// One step: process pid takes edge. In a rendezvous (or by a label that is not a broadcast) pid is the sender, and
// partner takes partner_edge in the same step. In a broadcast partner is NET_BROADCAST, and partner_edge is the number
// of the way in which the other processes answer: see docs/network.md.
enum { NET_BROADCAST = NET_MAX_TIMED };
typedef struct net_action {
  uint32_t edge, partner_edge; // edge ids; partner_edge = NET_ALONE if there is no partner
  uint16_t pid, partner;
} net_action;
#define NET_ALONE UINT32_MAX
// Nothing happens: a step of a product with a claim, of cost 0, where the model stays in its state. Not part of
// answers.
static inline net_action net_stutter(void) { return (net_action){.edge = NET_ALONE, .partner_edge = NET_ALONE}; }
static inline bool net_is_stutter(const net_action *a) { return a->edge == NET_ALONE; }
bool net_is_same_action(const net_action *a, const net_action *b);

typedef struct net_term { // a term of QUESTION_EXTREME: a clock (if clock.count > 0), or a value
  net_pick clock;
  expr *value;
  const char *text;
} net_term;

typedef struct net_property { // a question that is part of the model
  const char *name;           // "" = none
  const char *text;
  const char *why_not; // why the question is not supported, only its text is known; NULL = it is supported
  const diag *errors;  // what is wrong with its text, so that only the text is known; NULL = nothing
  question question;
  place at;
} net_property;

// An LTL formula, kept as parsed. Leaves are expressions.
typedef enum {
  LTL_ATOM,
  LTL_NOT,
  LTL_AND,
  LTL_OR,
  LTL_IMPLIES,
  LTL_EQUIV,
  LTL_NEXT,
  LTL_ALWAYS,
  LTL_EVENTUALLY,
  LTL_UNTIL,
  LTL_RELEASE,
  LTL_WEAK_UNTIL
} ltl_op;
typedef struct net_formula {
  ltl_op op;
  const struct net_formula *left, *right;
  expr *atom;
} net_formula;

typedef struct network {
  arena *memory;
  const char *file, *language;
  VEC(net_var *) vars;   // globals and locals
  VEC(uint32_t) globals; // by slot: indices into vars
  VEC(net_channel) channels;
  VEC(net_enum) enums;
  VEC(net_template *) templates;
  VEC(net_flow) blocks;
  VEC(net_function) functions;
  VEC(net_clock) clocks;
  VEC(net_label) labels;      // by number
  VEC(net_edge *) edges;      // by id
  VEC(net_process) processes; // at the start, in order of their numbers
  VEC(net_property) properties;
  const char *why_not; // no question about it can be answered, because it is not complete: why; NULL = it is
  bool is_timed;       // it has the semantics of timed networks, whether it has clocks or not
  bool faults_block;   // timed: a step with a fault is not possible, instead of being an error
  expr *end_condition; // a state without steps is a valid end state only if this holds as well; NULL = true
  // Facts filled in by net_finish().
  bool uses_timeout, uses_last, uses_priority, uses_enabled, uses_provided, uses_rank;
  bool has_rendezvous;   // some channel has capacity 0
  bool orders_steps;     // timed: labels or processes differ in priority
  bool starts_processes; // some effect is a run
  uint32_t locations;    // total number of locations of all templates
  uint32_t global_cells; // total number of cells of the global variables
  bool is_finished;      // the network is read-only
} network;

network *net_new(arena *memory, const char *file, const char *language);
net_var *net_add_var(network *n, int32_t template_); // adds it to its scope; the caller fills in name, type ...
net_template *net_add_template(network *n, template_kind kind, const char *name);
uint32_t net_add_location(network *n, net_flow *flow);
net_edge *net_add_edge(network *n, net_flow *flow, uint32_t from, uint32_t to); // appended to the location's list
// Calls visit for every expression of an edge (guard, bounds, synchronisation, effect) and all their subexpressions.
void net_walk_edge(const net_edge *e, void (*visit)(const expr *e, void *context), void *context);
void net_walk_bound(const net_bound *b, void (*visit)(const expr *e, void *context), void *context);
void net_finish(network *n); // computes the facts and makes it read-only; called once, when the network is complete

static inline uint32_t net_process_limit(const network *n) { return n->is_timed ? NET_MAX_TIMED : NET_MAX_PROCESSES; }

// The greatest number of processes that a state can have.
static inline uint32_t net_most_processes(const network *n) {
  return n->is_timed ? n->processes.count : NET_MAX_PROCESSES;
}

// The cost of a step, which is also its length in a trace: 1 for each process that moves, as in a SPIN trail, so a
// rendezvous costs 2. In a timed network every step costs 1. A step in which nothing happens costs nothing.
static inline uint32_t net_step_cost(const network *n, const net_action *step) {
  if (net_is_stutter(step))
    return 0;
  return n->is_timed || step->partner_edge == NET_ALONE ? 1 : 2;
}
uint32_t net_edge_cost(const net_edge *e); // the edge's part of the cost: 0 if it answers a label, else 1

// Writes "x[2].b[1]" to the buffer, truncated if it is too small. Returns buffer.
char *net_cell_name(const net_var *v, uint32_t cell, char *buffer, size_t size);
// Writes a value to the buffer: the name of an enum constant, or a number. Returns buffer.
char *net_value_text(const network *n, net_type type, int32_t value, char *buffer, size_t size);
const net_template *net_template_named(const network *n, const char *name);

#endif
