// Inside exec: the state of the compiler. Code is emitted in units, each with labels of its own.
#ifndef EXEC_COMPILE_H
#define EXEC_COMPILE_H

#include "exec/exec.h"

typedef struct compile_fix {
  const insn **where;
  uint32_t start;
} compile_fix;

typedef struct compiler {
  mem *m;
  program *p;
  const network *net;
  layout_plan *plan;
  exec_location *numbered; // the code of the locations whose numbers also identify the template
  const net_stmt *at;      // the statement being compiled
  uint32_t blocks;         // nesting depth of blocks
  VEC(insn) code;
  VEC(const net_stmt *) statements;
  VEC(uint32_t) jumps;  // instructions of the unit whose jump is still a label
  VEC(uint32_t) labels; // of the unit: their positions
  VEC(compile_fix) fixes;
  VEC(const uint8_t *) location_sets, pattern_lists;
  VEC(exec_start) starts;
  VEC(const net_stmt *) assertions;
} compiler;

// compile.c
uint32_t compile_label(compiler *c);
void compile_place(compiler *c, uint32_t label); // at the current position
void compile_emit(compiler *c, code_op op, uint32_t d, int32_t a, int32_t b);
void compile_jump(compiler *c, code_op op, uint32_t d, int32_t a, int32_t b, uint32_t label);
// Ends the unit that began at start; *where is set to it when all code has been compiled.
void compile_finish_unit(compiler *c, uint32_t start, const insn **where);
void compile_test_unit(compiler *c, const expr *e, const insn **where);
void compile_condition(compiler *c, const expr *e, const insn **where); // the same, but NULL if e is, or always holds
void compile_location(compiler *c, const frame_shape *shape, const net_location *from, exec_location *out);

typedef enum {
#define X(name, symbol, unused) COMPARE_##name,
  CODE_COMPARISONS(X, 0)
#undef X
} comparison;

// What the offset of a cell is relative to: G, L and S of exec/code.h, in the order of the families.
typedef enum { SCOPE_GLOBAL, SCOPE_LOCAL, SCOPE_SCRATCH } cell_scope;

// A cell at a constant offset.
typedef struct operand {
  cell_scope scope;
  cell_width width;
  uint32_t offset;
} operand;
// A channel that is known at compile time.
typedef struct fixed_queue {
  bool is_local;
  uint32_t offset; // of its length; rendezvous: meaningless
  int32_t number;  // a global one's number; a local one's number within its frame
  const queue_type *type;
  uint32_t type_index;
} fixed_queue;

// The instruction of a family for the width and scope of an operand.
#define CELL_OP(family, o) ((code_op)(OP_##family##_G_U8 + (o).scope * CELL_WIDTH_COUNT + (o).width))

// compile_expr.c. d: the first free register.
bool compile_constant(compiler *c, const expr *e, int32_t *value);
bool compile_fixed_queue(compiler *c, const expr *channel, fixed_queue *q);
void compile_value(compiler *c, const expr *e, uint32_t d);                             // into register d
void compile_branch(compiler *c, const expr *e, bool when, uint32_t label, uint32_t d); // jump if its truth is `when`
void compile_load(compiler *c, operand o, uint32_t d);
void compile_compare_const(compiler *c, operand o, comparison how, int32_t value, uint32_t label, uint32_t d);
cell_scope compile_scope(compiler *c, const net_var *v);
bool compile_direct_cell(compiler *c, const expr *e, operand *o); // a variable's cell, if its offset is constant
void compile_index(compiler *c, const expr *e, uint32_t d);       // number of a cell; all but a single index checked

// compile_store.c. from: a type that is known to hold the value of register d; NULL = none
void compile_fit(compiler *c, net_type to, uint32_t d, const net_type *from); // cuts or checks register d
void compile_store_cell(compiler *c, operand o, net_type type, uint32_t d, const net_type *from);
void compile_store_const(compiler *c, operand o, net_type type, int32_t value);
void compile_store(compiler *c, const expr *target, uint32_t d, const net_type *from);
void compile_assign(compiler *c, const expr *target, const expr *value, uint32_t d);

// compile_channel.c. Tests jump to fail, or fall through if the synchronisation is enabled.
operand compile_queue_length(const fixed_queue *q);

void compile_poll(compiler *c, const expr *e, uint32_t d);
void compile_length(compiler *c, const expr *channel, uint32_t d);
void compile_sync_test(compiler *c, const net_sync *s, uint32_t fail, bool in_block, uint32_t d);
void compile_sync(compiler *c, const net_sync *s, uint32_t d);
void compile_hand(compiler *c, const net_sync *s, uint32_t d);
void compile_meet(compiler *c, const net_sync *s, uint32_t fail, uint32_t d);
void compile_accept(compiler *c, const net_sync *s, uint32_t d);

// compile_timed.c
bool compile_has_calls(const network *net); // may blocks be called?
void compile_call(compiler *c, const expr *e, uint32_t d);
void compile_call_block(compiler *c, uint32_t block, uint32_t d);
void compile_set_clock(compiler *c, const net_stmt *s, uint32_t d);
void compile_pick(compiler *c, const net_pick *p, exec_number *out);
void compile_bound(compiler *c, const net_bound *b, exec_bound *out);
const exec_bound *compile_bounds(compiler *c, const net_bounds *bounds);

// compile_effect.c
void compile_block(compiler *c, const net_flow *flow, uint32_t d);
void compile_effect(compiler *c, const net_stmt *s, uint32_t d);
bool compile_may_fail(const expr *e); // may evaluating it end in a fault?

#endif
