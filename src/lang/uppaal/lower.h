// What the parts of the lowering share. A parsed model becomes a network in this order: types (shapes.c), names
// (scope.c), what is declared (storage.c, initial.c, declare.c), processes (instances.c), and for each process its
// edges (edges.c), with expressions (lower_expr.c ...), functions (routines.c, lower_stmt.c) and clock constraints
// (time.c, split.c). Queries (queries.c) come last.
#ifndef UPPAAL_LOWER_H
#define UPPAAL_LOWER_H

#include "lang/uppaal/ast.h"
#include "model/network.h"

typedef struct shape shape;
typedef struct scope scope;

typedef enum {
  SHAPE_ERROR, // of what could not be understood; goes with everything
  SHAPE_VOID,
  SHAPE_INT,
  SHAPE_BOOL,
  SHAPE_SCALAR,
  SHAPE_CLOCK,
  SHAPE_CHANNEL,
  SHAPE_RECORD,
  SHAPE_ARRAY,
} shape_kind;

typedef struct field {
  const char *name;
  const shape *shape;
} field;

struct shape { // a type with all its numbers known
  shape_kind kind;
  bool is_const, is_urgent, is_broadcast;
  int32_t low, high;    // values of an INT or SCALAR, indices of an ARRAY
  const shape *element; // ARRAY
  VEC(field) fields;    // RECORD
  uint32_t leaves;      // fields that are no records, arrays not counted: 1 but for records
};

// What a declaration sets up: for each leaf of its shape a variable, a row of clocks or labels, or known values. A
// leaf's cells are row-major over all arrays on the way to it.
typedef struct leaf {
  const shape *shape; // of one cell
  net_var *var;
  const int32_t *values; // a constant: var is made only where an index is not known
  uint32_t first;        // clock or label number of the first cell
  VEC(net_part) parts;
  uint32_t cells;
} leaf;

typedef struct object {
  const char *name; // with its process, where it has one
  leaf *leaves;
  bool is_const;     // may not be assigned
  int32_t template_; // that it is local to, or NET_NONE
  place at;
} object;

typedef struct subscript {
  expr *at; // counted from 0
  uint32_t length;
} subscript;
typedef VEC(subscript) subscripts;

typedef struct reference { // an object or a part of it
  const shape *shape;
  const object *object; // NULL = none
  uint32_t leaf;        // the first of its leaves
  subscripts indices;   // of the arrays on the way to it
} reference;

typedef struct operand { // what an expression comes to
  const shape *shape;
  reference ref;        // where it is something that can be referred to...
  expr *value;          // ...and the value, where it has one cell of data; of clocks what is added to them
  net_pick plus, minus; // clocks: plus - minus + value
} operand;

typedef enum { SYMBOL_VALUE, SYMBOL_OBJECT, SYMBOL_TYPE, SYMBOL_FUNCTION } symbol_kind;

#define WRITES_OUTSIDE (UINT64_C(1) << 63)

typedef struct symbol {
  symbol_kind kind;
  const char *name;
  const shape *shape; // of a function: what it returns
  int32_t value;
  reference ref;
  const upp_decl *function;
  scope *scope;    // that it was declared in
  uint64_t writes; // a function: bit i for its parameter i, WRITES_OUTSIDE for anything else
  bool is_judged;  // writes is known
  bool is_open;    // its body is being lowered
  place at;
  struct symbol *next;
} symbol;

struct scope {
  scope *parent;
  symbol *symbols; // the newest first
  int32_t template_;
};

// The way through a piece of sequential code: the position is on an edge that has not been made yet.
typedef struct path {
  net_flow flow;
  uint32_t from;
  expr *guard;
  net_stmt *first, *last;
  bool is_dead; // behind a return
} path;

typedef struct routine { // a function made ready for calls: what its references stand for is fixed
  symbol *function;
  int32_t inside;            // the process whose variables it sees as its own
  VEC(reference) bound;      // by parameter; object NULL = by value
  VEC(object *) arguments;   // by parameter; NULL = bound
  VEC(const shape *) shapes; // likewise
  const object *result;      // NULL = void
  uint32_t block;
  int32_t number; // of the net_function, or -1
} routine;

typedef struct instance { // a process of the system
  const char *family;     // as the system line calls it...
  VEC(int32_t) values;    // ...and which one of those it is
  const upp_template *source;
  scope *parameters, *scope;
} instance;

typedef struct upp {
  arena *memory;
  mem *m;
  diags *d;
  network *net;
  const upp_model *model;
  scope *globals, *scope;
  int32_t inside;         // the process that is being lowered; NET_NONE: outside of all
  path *out;              // where statements go; NULL: side effects are not allowed here
  const routine *routine; // whose body is being lowered
  bool is_query;
  VEC(routine *) routines;
  VEC(instance) instances; // by process number, which is also the number of its template
  uint32_t expansions;     // how many bodies quantifiers were spread out to, in this process or query
  uint32_t temporaries;
} upp;

void upp_error(upp *p, place at, const char *hint, const char *format, ...) __attribute__((format(printf, 4, 5)));
void upp_refuse(upp *p, place at, const char *format, ...)
    __attribute__((format(printf, 3, 4))); // what it is, in the plural: "... are not supported"

// scope.c
scope *upp_scope_new(upp *p, scope *parent);
symbol *upp_symbol_add(upp *p, scope *s, symbol_kind kind, const char *name, place at); // diagnoses a second one
symbol *upp_symbol_here(const scope *s, const char *name);                              // NULL
symbol *upp_symbol_find(const scope *s, const char *name);                              // outwards; NULL
void upp_symbol_number(upp *p, scope *s, const char *name, const shape *of, int32_t value, place at);

// shapes.c
extern const shape upp_shape_error, upp_shape_void, upp_shape_int, upp_shape_bool, upp_shape_number, upp_shape_clock;
const shape *upp_shape(upp *p, const upp_type *type);
const shape *upp_shape_declared(upp *p, const upp_decl *d);                      // with its dimensions
bool upp_shape_range(upp *p, const upp_type *type, int32_t *low, int32_t *high); // of what is counted through
bool upp_shape_is_data(const shape *s);                                          // one cell of it is a number
bool upp_shape_same(const shape *a, const shape *b);
net_type upp_shape_type(const shape *s);
int32_t upp_shape_default(const shape *s);
const char *upp_shape_text(upp *p, const shape *s);
uint32_t upp_shape_length(const shape *array);

// storage.c
typedef enum { STORE_GLOBAL, STORE_LOCAL, STORE_SCRATCH, STORE_CONSTANT } storage;
object *upp_object_new(upp *p, storage how, const char *name, const shape *s, place at);
net_var *upp_leaf_var(upp *p, const object *o, uint32_t leaf); // of constants, it is made now
expr *upp_temporary(upp *p, expr *value);                      // a scratch variable that holds the value
reference upp_reference_to(const object *o, const shape *s);

// references.c
reference upp_element(upp *p, const reference *array, expr *at);
reference upp_member(upp *p, const reference *record, uint32_t field);
operand upp_operand_of(upp *p, const reference *r, place at);
net_pick upp_pick(upp *p, const reference *r, place at);
uint32_t upp_cell_count(const reference *r);
reference upp_cell(upp *p, const reference *r, uint32_t number); // all cells of its first leaf come first, and so on
void upp_settle(upp *p, reference *r);                           // what its indices are now stays

// initial.c: a value for each cell, in the order of upp_cell(); init NULL = the default.
expr **upp_initial(upp *p, const shape *s, const upp_init *init, uint32_t *count);
bool upp_initial_values(upp *p, object *o, const shape *s, expr **cells, place at);

// declare.c
void upp_lower_decl(upp *p, const upp_decl *d);
void upp_lower_decls(upp *p, const upp_decls *decls);

// lower_expr.c
operand upp_operand(upp *p, const upp_expr *e);
operand upp_number(upp *p, const shape *s, expr *value);
operand upp_nothing(upp *p, place at);
operand upp_arithmetic(upp *p, const upp_expr *e, const operand *a, const operand *b); // by the operator of e
expr *upp_value(upp *p, const upp_expr *e);                                            // of data; diagnosed otherwise
expr *upp_condition_of(upp *p, const upp_expr *e);                 // 0 or 1; bounds are only under &&, || and !
bool upp_constant(upp *p, const upp_expr *e, int32_t *value);      // diagnosed otherwise
expr *upp_data(upp *p, const operand *o, place at);                // its value; diagnosed if it has none
expr *upp_fit(upp *p, const shape *s, const operand *o, place at); // its value as it is stored in a variable of s

// logic.c: expressions with what is known taken out of them.
bool upp_has_time(const expr *e);
bool upp_may_fail(const expr *e); // evaluating it may be a fault
expr *upp_boolean(upp *p, expr *e);
expr *upp_not(upp *p, expr *a);
expr *upp_and(upp *p, expr *a, expr *b);
expr *upp_or(upp *p, expr *a, expr *b);
expr *upp_choose(upp *p, expr *a, expr *b, expr *c); // a ? b : c

// members.c: names with a dot.
operand upp_field_operand(upp *p, const upp_expr *e);
int32_t upp_instance_named(upp *p, const upp_expr *e); // the process that e denotes, NET_NONE if it is no such name
symbol *upp_callee(upp *p, const upp_expr *call);      // NULL: it would have to be
                                                       // added to a finished network

// quantify.c
operand upp_quantified(upp *p, const upp_expr *e);

// time.c
bool upp_is_time(const operand *o);
operand upp_time_sum(upp *p, const upp_expr *e, const operand *a, const operand *b); // a + b or a - b
expr *upp_time_compare(upp *p, const upp_expr *e, const operand *a, const operand *b);

// assign.c
operand upp_assignment(upp *p, const upp_expr *e);
void upp_store(upp *p, const reference *to, const operand *from, place at);
void upp_effect(upp *p, const upp_expr *e); // for what it does, not for its value

// purity.c
bool upp_has_effect(upp *p, const upp_expr *e);
bool upp_is_pure(upp *p, symbol *function);
bool upp_is_assigned(upp *p, const upp_template *t, const char *name); // a parameter

// calls.c, routines.c
operand upp_call(upp *p, const upp_expr *e);
// NULL: none is there yet, and the network is finished.
routine *upp_routine(upp *p, symbol *function, const reference *bound, uint32_t count);

// callable.c: what conditions may use that are given when the network is finished, and nothing can be added to it.
void upp_lower_callable(upp *p);

// path.c
path upp_path_new(upp *p);
void upp_emit(upp *p, net_stmt stmt);
void upp_emit_assign(upp *p, expr *target, expr *value, place at);
uint32_t upp_path_location(upp *p);                   // the position, as a location
uint32_t upp_path_join(upp *p);                       // a new location
void upp_path_go(upp *p, uint32_t to);                // ends here and goes on there
void upp_path_at(upp *p, uint32_t from, expr *guard); // goes on from there
net_stmt *upp_path_close(upp *p);                     // all of it as statements

// lower_stmt.c
void upp_statement(upp *p, const upp_stmt *s);

// split.c
typedef struct way { // one of several ways to meet a condition
  expr *guard;       // NULL = true
  net_bounds bounds;
} way;
typedef VEC(way) ways;
bool upp_split(upp *p, expr *condition, place at, ways *out); // false with a diagnostic

// edges.c, instances.c, queries.c
void upp_lower_template(upp *p, uint32_t process);
void upp_lower_system(upp *p);
void upp_lower_priorities(upp *p, const upp_decl *d);
void upp_lower_queries(upp *p, const upp_queries *queries);
bool upp_lower_query(upp *p, const upp_query *q, net_property *out);

// print.c
const char *upp_text(arena *memory, const upp_expr *e);

#endif
