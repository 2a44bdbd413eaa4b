// A network as bytecode. exec_compile() turns every guard, synchronisation and effect into instructions once; the
// program is read-only from then on, so that any number of machines, each in a memory (and thread) of its own, can run
// it on packed states. Which processes may move, and in which order, is decided in space/.
#ifndef EXEC_EXEC_H
#define EXEC_EXEC_H

#include "exec/code.h"
#include "exec/layout.h"
#include <stdatomic.h>

// EXPR_ENABLED nested deeper than this is a fault of the model.
enum { EXEC_MAX_DEPTH = 16 };

// A comparison of one byte that most guards begin with, tested before any code runs: the guard does not hold if
// (byte - low) modulo 256 is at most span. A guard without such a test has none of the flags.
typedef struct exec_filter {
  bool is_there, is_local, is_all; // is_all: the test is the whole guard
  uint8_t low, span;
  uint32_t offset;
} exec_filter;

// A constant, or the value of a piece of code.
typedef struct exec_number {
  const insn *code; // NULL: value
  int32_t value;
} exec_number;

typedef struct exec_bound { // see net_bound; x and y are clock numbers, checked to be in their rows
  const insn *when;         // NULL = always
  exec_number x, y, constant;
  bool is_strict;
} exec_bound;

typedef struct exec_reset { // clock = from + value
  uint32_t clock, from;
  int32_t value;
} exec_reset;

typedef struct exec_edge {
  const insn *guard;  // and the test whether the synchronisation is enabled; NULL = always enabled
  exec_filter filter; // of the guard
  uint32_t rank, choice;
  bool is_else, is_end, keeps_control;
  bool is_bare; // no effect beyond the synchronisation, and evaluating its fields cannot end in a fault
  uint32_t id;
  uint32_t to;        // as a number in a frame
  const insn *effect; // after the synchronisation; NULL = none
  const insn *hand;   // a send that may be a rendezvous: evaluates the message, then the effect; else NULL
  const insn *meet;   // a receive that may be a rendezvous: the test; else NULL
  const insn *accept; // likewise: binds variables, then the effect
  int32_t channel;    // a receive that is from this channel in every state; 0 = not known
  // Timed networks: the guard excludes bounds and synchronisation; the effect adds its resets to machine.resets.
  sync_kind sync;
  exec_number label; // a CALL or ANSWER: label number
  const exec_bound *bounds;
  uint32_t bound_count;
} exec_edge;

typedef struct exec_location {
  exec_edge *edges;
  uint32_t count;
  uint32_t flags; // LOC_END ...
  int32_t origin;
  bool can_meet;            // some edge may receive in a rendezvous
  bool always_moves;        // some edge is enabled in every state
  const exec_bound *bounds; // of the invariant
  uint32_t bound_count;
  const insn *invariant; // the rest of it; NULL = true
} exec_location;

typedef struct exec_template {
  exec_location *locations;
  const insn *provided; // NULL = true
  const insn *init;     // of the local variables except parameters; NULL = all zero
} exec_template;

typedef struct exec_start { // of a process
  uint32_t template_, arguments;
  int32_t priority;
} exec_start;

typedef struct program {
  arena *memory;
  const network *net;
  const layout_plan *plan;
  exec_template *templates; // by index
  const insn *init;         // of the globals
  const insn **conditions;
  uint32_t condition_count, bound_count;
  exec_bound *bounds;            // those of the setup
  const insn **blocks;           // OP_CALL: by index in network.blocks; NULL if none is called
  const insn *code;              // all of it
  const net_stmt **statements;   // by instruction: the statement it is part of, NULL = none
  const uint8_t **location_sets; // OP_AT: by location of the template
  const uint8_t **pattern_lists; // OP_FIND: by field, whether it must match
  exec_start *starts;            // OP_RUN
  const net_stmt **assertions;   // OP_ASSERT...
  uint32_t assertion_count;
  atomic_bool *is_reached; // ...which some machine has executed: the only thing here that changes
  uint32_t registers;      // the most that any piece of code needs
  uint32_t fields;         // the most that any message has
} program;

typedef struct exec_setup {
  const network *net;
  expr *const *conditions; // over globals and remote references, without EXPR_BOUND and EXPR_DEADLOCK
  uint32_t condition_count;
  const net_bound *const *bounds; // compiled to program.bounds
  uint32_t bound_count;
  const bool *is_left_out; // by variable: it is not part of the state, as nothing reads it; NULL = none
} exec_setup;
program *exec_compile(mem *m, const exec_setup *q); // borrows the network and m
void exec_free(program *p);

typedef struct exec_buffer { // a state vector that can be written, and grows as processes start
  uint8_t *bytes;
  uint32_t room;
} exec_buffer;

typedef enum {
  EXEC_FALSE,
  EXEC_TRUE,
  EXEC_OFFER, // a send to the rendezvous channel machine.channel
  EXEC_FAULT, // machine.fault
} exec_result;

// The context that code runs in. Guards only read; for effects the state must be in a buffer.
typedef struct machine {
  mem *memory; // for everything that is allocated while it runs
  const program *program;
  layouts *layouts;
  uint8_t *state, *frame;
  layout *layout;
  uint32_t pid; // the moving process
  bool timeout;
  exec_buffer *buffer; // effects: holds state
  int32_t channel;     // of a rendezvous
  int32_t *message;    // of a rendezvous: room for program.fields, owned by the caller
  fault fault;
  const net_stmt *fault_at;
  bool assertion_failed; // an assertion has failed, after which the effect continues...
  const net_stmt *assertion;
  bool has_ended;         // the moving process has ended
  VEC(exec_reset) resets; // of clocks, in the order of execution; emptied by the caller
  int32_t value;          // of an expression
  int32_t *registers;
  uint8_t *scratch; // cells of the scratch variables
  uint32_t depth;   // of nested EXPR_ENABLED
  uint32_t calls;   // of nested blocks
  uint32_t steps;   // in a block
} machine;

machine *exec_machine(mem *m, const program *p); // borrows both
void exec_machine_free(machine *m);
void exec_grow(machine *m, exec_buffer *b, uint32_t size);
static inline void exec_reserve(machine *m, exec_buffer *b, uint32_t size) {
  if (size > b->room)
    exec_grow(m, b, size);
}

exec_result exec_run(machine *m, const insn *code);
// The value of a number in the machine's process. False after a fault (machine.fault).
static inline bool exec_number_value(machine *m, const exec_number *n, int32_t *value) {
  if (n->code && exec_run(m, n->code) == EXEC_FAULT)
    return false;
  *value = n->code ? m->value : n->value;
  return true;
}
static inline exec_result exec_test(machine *m, const insn *code) { return code ? exec_run(m, code) : EXEC_TRUE; }

// Does the filter show that the guard does not hold?
static inline bool exec_is_filtered(exec_filter f, const uint8_t *state, const uint8_t *frame) {
  return f.is_there && (uint8_t)((f.is_local ? frame : state)[f.offset] - f.low) <= f.span;
}

// Makes pid the process that code runs as, in this state.
static inline void exec_enter(machine *m, uint8_t *state, layout *l, uint32_t pid) {
  m->state = state;
  m->layout = l;
  m->pid = pid;
  m->frame = state + l->frame[pid];
}

static inline const exec_location *exec_location_of(const layout *l, const uint8_t *state, uint32_t pid) {
  const frame_shape *shape = l->shape[pid];
  return &shape->code[frame_number(shape, state + l->frame[pid])];
}

// Has the process an enabled edge? A rendezvous send counts, a receive does not; provided and priorities are ignored.
// The machine's own process, which may be none, does not change.
bool exec_is_enabled(machine *m, uint32_t pid);

// Adds a process to the state in the buffer. FAULT_NONE, or the fault that prevents it.
fault exec_start_process(machine *m, const exec_start *start, const int32_t *arguments);
// Makes the initial state in the buffer.
fault exec_initial(machine *m, exec_buffer *b);

#endif
