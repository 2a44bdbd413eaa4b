// The network: the one model that all engines, heuristics, reductions and reports see. A front end's job ends when it
// has built one; nothing here knows of any language.
//
// A network is a set of global variables and of templates (automata with local variables), and a list of instances
// (processes) that exist at the start; effects may start more. Everything is allocated in the network's arena.
// A front end builds it with the net_add functions; whoever asked for it calls net_finish(), and from then on nothing
// about it changes: conditions that are parsed later belong to whoever asked for them.
#ifndef MODEL_NETWORK_H
#define MODEL_NETWORK_H

#include "base/diag.h"
#include "base/vec.h"
#include "model/expr.h"
#include "model/question.h"

enum {
  NET_MAX_PROCESSES = 255, // process numbers 0..254
  NET_MAX_CHANNELS = 255,  // channel numbers 1..255, 0 = no channel
  NET_MAX_CLOCKS = 1000,   // clock numbers 1..1000, 0 = the constant 0
  NET_NONE = -1,
};

// What a value means to people, and how it is cut when it is stored.
typedef enum { KIND_INT, KIND_BOOL, KIND_ENUM, KIND_CHANNEL, KIND_PID } net_kind;

typedef struct net_type {
  net_kind kind;
  uint8_t bits;      // 1..32: an assigned value is cut to so many bits...
  bool is_signed;    // ...and then sign- or zero-extended
  int16_t set;       // KIND_ENUM: index into network.enums, else -1
  bool is_checked;   // instead of being cut, a value outside low..high is FAULT_RANGE; bits and is_signed fit the range
  int32_t low, high; // if is_checked
} net_type;

net_type net_type_range(int32_t low, int32_t high); // a checked KIND_INT with the fewest bits
bool net_type_holds(net_type type, int32_t value);  // a checked type: is the value in range? others hold every value

int32_t net_cut(net_type type, int32_t value); // the value as a variable of the type would hold it
int32_t net_type_min(net_type type);
int32_t net_type_max(net_type type);

typedef struct net_enum { // a set of named constants; values may be sparse
  const char *name;       // "" for the unnamed set
  VEC(const char *) names;
  VEC(int32_t) values;
} net_enum;
const char *net_enum_name(const net_enum *set, int32_t value); // NULL if it has none

// A variable is a row of cells of one type. Records and arrays of records are laid out as one variable per leaf field:
// `struct {byte b[3]} x[4]` is the variable x.b with parts {"x",4},{"b",3} and 12 cells.
typedef struct net_part {
  const char *name; // "" = a further dimension of the part before it
  uint32_t length;  // 0 = not an array
  int32_t low;      // what people call its first element; expressions always count from 0
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
  bool is_scratch;  // holds something only while one effect, or one call, runs; it takes no place in a state. Global.
                    // Nothing may rely on what it held before: whoever uses it assigns it first.
  bool is_constant; // nobody assigns it: a table of constants, which people do not count among the variables
  bool is_ghost;    // written but never read: it takes no place in a state; reading it is an error of the front end
  int32_t channel;  // >= 0: each cell holds a channel of this type, made when the scope is entered
  VEC(expr *) init; // empty: zero; one: for every cell; else one per cell. Evaluated in order of declaration.
  place at;
} net_var;

typedef struct net_channel { // a type of channel
  const char *name;
  uint32_t capacity; // 0 = rendezvous
  VEC(net_type) fields;
  place at;
} net_channel;

// One of a row of numbered things (clocks, labels): number first + offset. An offset that is not in 0 .. count - 1 is
// FAULT_INDEX. count 0 = none.
typedef struct net_pick {
  uint32_t first, count;
  expr *offset; // NULL = 0
} net_pick;

typedef struct net_clock { // clock number i + 1 is network.clocks[i]
  const char *name;        // "x[2]"; local ones with their process: "Train(0).x"
  int32_t template_;       // that it is local to, or NET_NONE
  place at;
} net_clock;

// x - y <= limit, or < if strict, where `when` holds; else nothing is asked. A pick of none is the constant 0, so a
// lower bound y >= 3 is 0 - y <= -3. Evaluated, limits are within +-NET_MAX_TIME (else FAULT_RANGE).
enum { NET_MAX_TIME = 1 << 28 };
typedef struct net_bound {
  expr *when; // NULL = always
  net_pick x, y;
  bool is_strict;
  expr *limit;
  place at;
} net_bound;
typedef VEC(net_bound) net_bounds; // all of them must hold

// A label by which processes take a step together without handing anything over.
typedef struct net_label {
  const char *name;      // "go[2]"
  bool is_broadcast;     // everybody who can answer it does (broadcast); else exactly one process does
  bool is_urgent;        // no time passes where a step by it is possible
  int32_t priority;      // see docs/network.md; 0 = the usual one
  VEC(uint8_t) required; // a broadcast: these processes must be among those who answer
} net_label;

// SEND and RECEIVE are by channel, CALL and ANSWER by label.
typedef enum { SYNC_NONE, SYNC_SEND, SYNC_RECEIVE, SYNC_CALL, SYNC_ANSWER } sync_kind;

// Whether a channel is a rendezvous or a buffer is known only from the channel's value, so one form serves both.
typedef struct net_sync {
  sync_kind kind;
  net_pick label; // CALL and ANSWER; none of what follows is used then
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
  STMT_END,          // the process dies; only the youngest may
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

// The text of an edge in pieces, where its language keeps them apart; NULL = there is none.
typedef struct net_words {
  const char *guard, *sync, *effect;
} net_words;

// An edge is possible when its guard holds and its synchronisation can happen. Of one process's edges at one location
// the order matters:
//  - once an edge with rank r > 0 was possible, edges of another rank are not (escapes come first in the list);
//  - an is_else edge is possible if no edge before it in the list was possible;
//  - of neighbouring edges with the same choice > 0 only the first possible one is taken.
typedef struct net_edge {
  uint32_t id;       // dense over the whole network (blocks' edges included): network.edges[id]
  uint32_t from, to; // locations of its flow
  expr *guard;       // NULL = true
  net_bounds bounds; // what it asks of clocks
  net_sync sync;
  net_stmt *effect; // executed in order, after the synchronisation
  uint32_t rank;
  uint32_t choice;
  bool is_else;
  bool keeps_control; // afterwards no other process moves until this one has moved again or cannot (atomic)
  bool is_end;        // its effect is STMT_END
  int32_t origin;     // the number by which the language's own tools know the statement (SPIN trail, UPPAAL), -1 = none
  VEC(int32_t) chosen; // of an edge that stands for one choice of values among many with the same origin: these values
  place at;
  const char *text; // the statement as people know it
  net_words words;
} net_edge;

enum { LOC_END = 1, LOC_PROGRESS = 2, LOC_ACCEPT = 4, LOC_URGENT = 8, LOC_COMMITTED = 16 };

typedef struct net_location {
  uint32_t flags;
  int32_t origin;      // the language's own number of the location (pc_value), -1 = none
  VEC(uint32_t) edges; // ids, in order
  VEC(const char *) labels;
  const char *name;  // as people know it; NULL = it has none
  net_bounds bounds; // its invariant: what it asks of clocks...
  expr *invariant;   // ...and of variables; NULL = nothing
  place at;
} net_location;

typedef struct net_flow { // locations and the edges between them; 0 is not special
  VEC(net_location) locations;
  uint32_t initial;
} net_flow;

// A block is a flow that runs to its end inside one step, always taking the first possible edge; standing still before
// NET_BLOCK_EXIT is an error of the model.
#define NET_BLOCK_EXIT UINT32_MAX

// A function without side effects (its block writes only scratch variables), called by EXPR_CALL.
typedef struct net_function {
  const char *name;
  VEC(const struct net_var *) parameters; // scratch variables that get the arguments, cell by cell
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
  uint32_t cells;        // of its variables together; filled in by net_finish()
  expr *provided;        // the process may move only while this holds; NULL = true
  bool is_deterministic; // two possible edges at once are an error (D_proctype)
  place at;
} net_template;

typedef struct net_process { // a process that exists at the start; parameters are 0
  int32_t template_;
  int32_t priority;
} net_process;

// One step: process pid takes edge; in a rendezvous (or by a label that one process answers) pid is the sender, and
// partner takes partner_edge in the same step. By a label that is a broadcast's, partner is NET_BROADCAST and
// partner_edge says in which of the possible ways the others answer: see docs/network.md.
enum { NET_BROADCAST = 255 };
typedef struct net_action {
  uint32_t edge, partner_edge; // edge ids; partner_edge = NET_ALONE if there is no partner
  uint8_t pid, partner;
} net_action;
#define NET_ALONE UINT32_MAX
bool net_is_same_action(const net_action *a, const net_action *b);

typedef struct net_term { // what QUESTION_EXTREME asks for: a clock, or else a value
  net_pick clock;
  expr *value;
  const char *text;
} net_term;

typedef struct net_property { // a question that the model asks itself
  const char *name;           // "" = none
  const char *text;
  const char *why_not; // it is known by its text only: why; NULL = it is known
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
  VEC(net_var *) vars;   // all, globals and locals
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
  bool is_timed;       // it runs by the rules for timed networks, whether it has clocks or not
  bool faults_block;   // timed: a step that would run into a fault is not possible, instead of being an error
  expr *end_condition; // a stuck state is a good end only where this holds as well; NULL = true
  // Facts filled in by net_finish().
  bool uses_timeout, uses_last, uses_priority, uses_enabled, uses_provided, uses_rank;
  bool has_rendezvous;   // some channel has capacity 0
  bool orders_steps;     // timed: labels or processes differ in priority
  bool starts_processes; // some effect is a run
  uint32_t locations;    // of all templates together
  uint32_t global_cells; // of the global variables together
  bool is_finished;      // nothing may be added any more
} network;

network *net_new(arena *memory, const char *file, const char *language);
net_var *net_add_var(network *n, int32_t template_); // numbers and registers it in its scope; name etc. to be filled in
net_template *net_add_template(network *n, template_kind kind, const char *name);
uint32_t net_add_location(network *n, net_flow *flow);
net_edge *net_add_edge(network *n, net_flow *flow, uint32_t from, uint32_t to); // appended to the location's list
// Calls visit for every expression of an edge: guard, synchronisation and effect, with everything under it.
void net_walk_edge(const net_edge *e, void (*visit)(const expr *e, void *context), void *context);
void net_walk_bound(const net_bound *b, void (*visit)(const expr *e, void *context), void *context);
void net_finish(network *n); // computes the facts; once, when the network is complete

// What a step costs, which is also how much longer it makes a trace: 1 for each process that moves, as a SPIN trail
// counts, so that a rendezvous is 2; in a timed network 1, whoever takes part.
static inline uint32_t net_step_cost(const network *n, const net_action *step) {
  return n->is_timed || step->partner_edge == NET_ALONE ? 1 : 2;
}
uint32_t net_edge_cost(const net_edge *e); // its share of that: nothing, if it answers a label

// "x[2].b[1]"; into the buffer, cut if need be. Returns buffer.
char *net_cell_name(const net_var *v, uint32_t cell, char *buffer, size_t size);
// A value as people write it: true/1, an enum constant's name, a number.
char *net_value_text(const network *n, net_type type, int32_t value, char *buffer, size_t size);
const net_template *net_template_named(const network *n, const char *name);

#endif
