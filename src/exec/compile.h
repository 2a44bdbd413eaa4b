// Inside exec: a compiler at work. Code is emitted in units, each with labels of its own.
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
  exec_location *numbered; // the code of the locations that are numbered through
  const net_stmt *at;      // the statement being compiled
  uint32_t blocks;         // how many the code is inside of
  VEC(insn) code;
  VEC(const net_stmt *) statements;
  VEC(uint32_t) jumps;  // instructions of the unit whose jump is still a label
  VEC(uint32_t) labels; // of the unit: where they are
  VEC(compile_fix) fixes;
  VEC(const uint8_t *) location_sets, pattern_lists;
  VEC(exec_start) starts;
} compiler;

// compile.c
uint32_t compile_label(compiler *c);
void compile_place(compiler *c, uint32_t label); // the label is here
void compile_emit(compiler *c, code_op op, uint32_t d, int32_t a, int32_t b);
void compile_jump(compiler *c, code_op op, uint32_t d, int32_t a, int32_t b, uint32_t label);
// Ends the unit that began at start; *where will point to it once all code is there.
void compile_finish_unit(compiler *c, uint32_t start, const insn **where);
void compile_test_unit(compiler *c, const expr *e, const insn **where);
void compile_condition(compiler *c, const expr *e, const insn **where); // the same, but NULL if e is, or always holds
void compile_location(compiler *c, const frame_shape *shape, const net_location *from, exec_location *out);

typedef enum {
#define X(name, symbol, unused) COMPARE_##name,
  CODE_COMPARISONS(X, 0)
#undef X
} comparison;

// Where a cell is counted from: G, L and S of exec/code.h, in the order of the families.
typedef enum { SCOPE_GLOBAL, SCOPE_LOCAL, SCOPE_SCRATCH } cell_scope;

// A cell whose place is known beforehand.
typedef struct operand {
  cell_scope scope;
  cell_width width;
  uint32_t offset;
} operand;
// A channel that is known beforehand.
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
bool compile_direct_cell(compiler *c, const expr *e, operand *o); // the place of a variable's cell, if it is known
void compile_index(compiler *c, const expr *e, uint32_t d);       // number of a cell; all but a single index checked

// compile_store.c. from: the type that register d is known to have been cut to or checked for, NULL = none
void compile_fit(compiler *c, net_type to, uint32_t d, const net_type *from); // register d as the type holds it
void compile_store_cell(compiler *c, operand o, net_type type, uint32_t d, const net_type *from);
void compile_store_const(compiler *c, operand o, net_type type, int32_t value);
void compile_store(compiler *c, const expr *target, uint32_t d, const net_type *from);
void compile_assign(compiler *c, const expr *target, const expr *value, uint32_t d);

// compile_channel.c. What can go on falls through.
operand compile_queue_length(const fixed_queue *q);
uint32_t compile_pattern_list(compiler *c, const net_pattern *patterns, uint32_t count);
void compile_poll(compiler *c, const expr *e, uint32_t d);
void compile_length(compiler *c, const expr *channel, uint32_t d);
void compile_sync_test(compiler *c, const net_sync *s, uint32_t fail, bool in_block, uint32_t d);
void compile_sync(compiler *c, const net_sync *s, uint32_t d);
void compile_hand(compiler *c, const net_sync *s, uint32_t d);
void compile_meet(compiler *c, const net_sync *s, uint32_t fail, uint32_t d);
void compile_accept(compiler *c, const net_sync *s, uint32_t d);

// compile_timed.c
bool compile_has_calls(const network *net); // are there blocks that are called?
void compile_call(compiler *c, const expr *e, uint32_t d);
void compile_call_block(compiler *c, uint32_t block, uint32_t d);
void compile_set_clock(compiler *c, const net_stmt *s, uint32_t d);
void compile_pick(compiler *c, const net_pick *p, exec_number *out);
void compile_bound(compiler *c, const net_bound *b, exec_bound *out);
const exec_bound *compile_bounds(compiler *c, const net_bounds *bounds);

// compile_effect.c
void compile_block(compiler *c, const net_flow *flow, uint32_t d);
void compile_effect(compiler *c, const net_stmt *s, uint32_t d);
bool compile_may_fail(const expr *e); // can evaluating it go wrong?

#endif
