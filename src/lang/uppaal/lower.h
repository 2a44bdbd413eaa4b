// What the files of the lowering share. A parsed model becomes a network in this order: types (shapes.c), names
// (scope.c), declarations (storage.c, initial.c, declare.c, compute.c), processes (instances.c), and for each process
// its edges (edges.c), with expressions (lower_expr.c ...), functions (routines.c, lower_stmt.c) and clock constraints
// (time.c, split.c). Queries (queries.c) come last.
#ifndef UPPAAL_LOWER_H
#define UPPAAL_LOWER_H

#include "base/nearest.h"
#include "lang/uppaal/ast.h"
#include "model/network.h"

typedef struct shape shape;
typedef struct scope scope;

typedef enum {
  SHAPE_ERROR, // after an error; compatible with every other shape
  SHAPE_VOID,
  SHAPE_INT,
  SHAPE_BOOL,
  SHAPE_SCALAR,
  SHAPE_OPAQUE, // the network has no value for it: see opaque.c
  SHAPE_CLOCK,
  SHAPE_CHANNEL,
  SHAPE_RECORD,
  SHAPE_ARRAY,
} shape_kind;

typedef struct field {
  const char *name;
  const shape *shape;
} field;

struct shape { // a type whose ranges and sizes are computed
  shape_kind kind;
  bool is_const, is_urgent, is_broadcast;
  int32_t low, high;    // the values of an INT or SCALAR, the indices of an ARRAY
  const shape *element; // ARRAY
  VEC(field) fields;    // RECORD
  const char *what;     // OPAQUE: "a floating-point number"
  uint32_t leaves; // number of fields that are not records, recursively; an array counts as one element: 1 if no RECORD
};

// A declared object has, for each leaf of its shape, a variable, an array of clocks or labels, or constant values. The
// cells of a leaf are in row-major order over all arrays that contain it.
typedef struct leaf {
  const shape *shape; // of one cell
  net_var *var;
  const int32_t *values; // of a constant, or 0 if it is opaque: var is added only if an index is not constant
  uint32_t first;        // clock or label number of the first cell
  VEC(net_part) parts;
  uint32_t cells;
} leaf;

typedef struct object {
  const char *name; // with the name of its process, if it is local
  leaf *leaves;
  bool is_const;               // may not be assigned
  int32_t template_;           // the template it is local to, or NET_NONE
  const struct choice *choice; // it is one of two others, and has no leaves; NULL = it is not
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
  subscripts indices;   // into the arrays that contain it
} reference;

typedef struct choice { // condition ? yes : no, between structs or arrays
  expr *condition;
  reference yes, no;
} choice;

typedef struct operand { // the result of translating an expression
  const shape *shape;
  reference ref;        // if it denotes an object or a part of one
  expr *value;          // if it is a single cell of data; for clocks, the number that is added to them
  net_pick plus, minus; // clocks: plus - minus + value
} operand;

typedef enum { SYMBOL_VALUE, SYMBOL_OBJECT, SYMBOL_TYPE, SYMBOL_FUNCTION } symbol_kind;

#define WRITES_OUTSIDE (UINT64_C(1) << 63)

typedef struct symbol {
  symbol_kind kind;
  const char *name;
  const shape *shape; // of a function: its return type
  int32_t value;
  reference ref;
  const upp_decl *function;
  scope *scope;     // of its declaration
  uint64_t writes;  // write set of a function: bit i for its parameter i, WRITES_OUTSIDE for anything else
  bool is_analysed; // writes is known
  bool is_open;     // its body is being lowered
  place at;
  struct symbol *next;
} symbol;

struct scope {
  scope *parent;
  symbol *symbols; // the newest first
  int32_t template_;
};

// Sequential code under construction. The current position is on an edge that is not added yet: it starts at `from`,
// and has this guard and these statements so far.
typedef struct path {
  net_flow flow;
  uint32_t from;
  expr *guard;
  net_stmt *first, *last;
  bool is_dead; // unreachable: after a return
} path;

typedef struct routine { // a function specialised for the arguments of its reference parameters
  symbol *function;
  int32_t inside;            // the process whose local variables it accesses, or NET_NONE
  VEC(reference) bound;      // by parameter; object NULL = by value
  VEC(object *) arguments;   // by parameter; NULL = bound
  VEC(const shape *) shapes; // likewise
  const object *result;      // NULL = void
  uint32_t block;
  int32_t number;      // of the net_function, or -1
  const char *why_not; // what calls it cannot be checked: why; NULL = it can
} routine;

typedef struct instance { // a process of the system
  const char *family;     // its name on the system line...
  VEC(int32_t) values;    // ...and the values of its parameters: P(0), P(1)
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
  int32_t inside;         // the process that is being lowered; NET_NONE = none
  path *out;              // receives statements; NULL: side effects are not allowed here
  const routine *routine; // the routine whose body is being lowered; NULL = none
  bool is_query;
  VEC(routine *) routines;
  VEC(instance) instances; // by process number, which is also the number of its template
  const char *why_not;     // the model, or the query that is being lowered, cannot be checked: why; NULL = it can
  VEC(place) rated;        // declarations of clocks that run at another rate than 1 somewhere
  uint32_t steps;          // that functions may still take while the model is loaded
  uint32_t expansions;     // number of expanded bodies of quantifiers in this process or query
  uint32_t temporaries;
} upp;

void upp_error(upp *p, place at, const char *hint, const char *format, ...) __attribute__((format(printf, 4, 5)));

// scope.c
scope *upp_scope_new(upp *p, scope *parent);
symbol *upp_symbol_add(upp *p, scope *s, symbol_kind kind, const char *name, place at); // reports a second declaration
symbol *upp_symbol_here(const scope *s, const char *name);                              // NULL
symbol *upp_symbol_find(const scope *s, const char *name);                              // outwards; NULL
void upp_try_symbols(nearest *n, const scope *s, const scope *end); // those of s and outwards, up to but without end
void upp_symbol_number(upp *p, scope *s, const char *name, const shape *of, int32_t value, place at);

// shapes.c
extern const shape upp_shape_error, upp_shape_void, upp_shape_int, upp_shape_bool, upp_shape_number, upp_shape_clock;
const shape *upp_shape(upp *p, const upp_type *type);
const shape *upp_shape_declared(upp *p, const upp_decl *d);                      // with its dimensions
bool upp_shape_range(upp *p, const upp_type *type, int32_t *low, int32_t *high); // its values; false, with an error
bool upp_shape_is_data(const shape *s);                                          // it is a single number
bool upp_shape_same(const shape *a, const shape *b);
net_type upp_shape_type(const shape *s);
int32_t upp_shape_default(const shape *s);
const char *upp_shape_text(upp *p, const shape *s);
uint32_t upp_shape_length(const shape *array);

// opaque.c
extern const shape upp_shape_double, upp_shape_string, upp_shape_hybrid, upp_shape_external, upp_shape_computed;
void upp_declare_predefined(upp *p); // constants such as M_PI, and the cost of UPPAAL CORA
// The model, or the query that is being lowered, cannot be checked: why, and where. The first reason is kept.
void upp_bar(upp *p, place at, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool upp_is_opaque(const operand *o);
operand upp_opaque(upp *p, const shape *s, place at);
// Computed from a and b, with their faults. The shape is that of the one that is opaque, or s.
operand upp_opaque_result(upp *p, const operand *a, const operand *b, place at);
operand upp_opaque_from(upp *p, const shape *s, const operand *a, const operand *b, place at);
operand upp_power(upp *p, const upp_expr *e, const operand *a, const operand *b); // a ** b
operand upp_floating_call(upp *p, const upp_expr *call);                          // of a built-in function
void upp_discard(upp *p, const operand *o); // evaluates it now, if that may be a fault and statements are possible
bool upp_is_rated(const upp *p, place declaration);
void upp_note_rate(upp *p, const operand *clock, place at); // it runs at another rate than 1 here
const shape *upp_without_clocks(upp *p, const shape *s);    // with opaque values instead of clocks

// storage.c
typedef enum { STORE_GLOBAL, STORE_LOCAL, STORE_SCRATCH, STORE_CONSTANT } storage;
object *upp_object_new(upp *p, storage how, const char *name, const shape *s, place at);
net_var *upp_leaf_var(upp *p, const object *o, uint32_t leaf); // added now, if it is a constant
expr *upp_temporary(upp *p, expr *value);                      // assigns the value to a new scratch variable
reference upp_reference_to(const object *o, const shape *s);

// references.c
reference upp_element(upp *p, const reference *array, expr *at);
reference upp_member(upp *p, const reference *record, uint32_t field);
operand upp_operand_of(upp *p, const reference *r, place at);
operand upp_either(upp *p, expr *condition, const operand *yes, const operand *no, place at); // structs or arrays
net_pick upp_pick(upp *p, const reference *r, place at);
uint32_t upp_cell_count(const reference *r);
reference upp_cell(upp *p, const reference *r, uint32_t number); // numbered leaf by leaf
void upp_fix_indices(upp *p, reference *r);                      // evaluates its indices now, into temporaries

// initial.c: a value for each cell, in the order of upp_cell(); init NULL = the default.
expr **upp_initial(upp *p, const shape *s, const upp_init *init, uint32_t *count);
bool upp_initial_values(upp *p, object *o, const shape *s, const net_stmt *before, expr **cells, uint32_t count,
                        place at);

// compute.c: values that are known when the model is loaded.
enum { UPP_MAX_STEPS = 10000000 };
// Is the value known: is it a number, or computed from constants by functions? Reports no error.
bool upp_is_computable(const upp *p, const expr *e);
// Runs the statements and evaluates the expressions. False, with an error, if one of them is not constant or has a side
// effect, or if computing it ends in a fault. at: for expressions without a place.
bool upp_compute(upp *p, const net_stmt *before, expr *const *cells, uint32_t count, place at, int32_t *values);

// declare.c
void upp_lower_decls(upp *p, const upp_decls *decls);

// lower_expr.c
operand upp_operand(upp *p, const upp_expr *e);
operand upp_number(upp *p, const shape *s, expr *value);
operand upp_error_operand(upp *p, place at);
operand upp_arithmetic(upp *p, const upp_expr *e, const operand *a, const operand *b); // by the operator of e
expr *upp_value(upp *p, const upp_expr *e);                                            // a number; else an error
expr *upp_condition_of(upp *p, const upp_expr *e);                 // 0 or 1; bounds are under &&, || and ! only
bool upp_constant(upp *p, const upp_expr *e, int32_t *value);      // false, with an error, if it is not constant
expr *upp_data(upp *p, const operand *o, place at);                // its value; an error if it has none
expr *upp_fit(upp *p, const shape *s, const operand *o, place at); // its value, converted for a variable of shape s

// logic.c: logical operators, simplified where an operand is constant.
bool upp_has_time(const expr *e); // it contains a bound or `deadlock`
bool upp_may_fail(const expr *e); // evaluating it may be a fault
expr *upp_boolean(upp *p, expr *e);
expr *upp_not(upp *p, expr *a);
expr *upp_and(upp *p, expr *a, expr *b);
expr *upp_or(upp *p, expr *a, expr *b);
expr *upp_choose(upp *p, expr *a, expr *b, expr *c); // a ? b : c

// members.c: names with a dot.
operand upp_field_operand(upp *p, const upp_expr *e);
operand upp_unknown_name(upp *p, const upp_expr *name); // reports it
symbol *upp_callee(upp *p, const upp_expr *call);       // the function that is called; NULL, with an error, if none

// quantify.c
operand upp_quantified(upp *p, const upp_expr *e);

// time.c
bool upp_is_time(const operand *o);
operand upp_time_sum(upp *p, const upp_expr *e, const operand *a, const operand *b); // a + b or a - b; else opaque
expr *upp_time_compare(upp *p, const upp_expr *e, const operand *a, const operand *b);

// assign.c
operand upp_assignment(upp *p, const upp_expr *e);
void upp_store(upp *p, const reference *to, const operand *from, place at);
void upp_effect(upp *p, const upp_expr *e); // evaluates it for its effect only

// purity.c
bool upp_has_effect(upp *p, const upp_expr *e);
bool upp_is_pure(upp *p, symbol *function);
bool upp_is_assigned(upp *p, const upp_template *t, const char *name); // does the template assign this parameter?

// calls.c, routines.c
operand upp_call(upp *p, const upp_expr *e);
// The routine for these arguments, which is built if necessary. NULL: the network is finished, so none can be built.
routine *upp_routine(upp *p, symbol *function, const reference *bound, uint32_t count);

// callable.c: adds functions and tables of constants for conditions that are parsed when the network is finished.
void upp_lower_callable(upp *p);

// path.c
path upp_path_new(upp *p);
void upp_emit(upp *p, net_stmt stmt);
void upp_emit_assign(upp *p, expr *target, expr *value, place at);
uint32_t upp_path_location(upp *p);                   // the current position as a location
uint32_t upp_path_join(upp *p);                       // adds a location
void upp_path_go(upp *p, uint32_t to);                // adds the current edge, with this target
void upp_path_at(upp *p, uint32_t from, expr *guard); // starts a new edge
net_stmt *upp_path_close(upp *p);                     // the complete code as statements

// lower_stmt.c
void upp_statement(upp *p, const upp_stmt *s);

// split.c
typedef struct disjunct { // one alternative of a condition
  expr *guard;            // NULL = true
  net_bounds bounds;
} disjunct;
typedef VEC(disjunct) disjuncts;
bool upp_split(upp *p, expr *condition, place at, disjuncts *out); // false on errors

// edges.c, instances.c, queries.c
void upp_lower_template(upp *p, uint32_t process);
void upp_lower_system(upp *p);
void upp_lower_priorities(upp *p, const upp_decl *d);
void upp_lower_queries(upp *p, const upp_queries *queries);
bool upp_lower_query(upp *p, const upp_query *q, net_property *out);

// print.c
const char *upp_text(arena *memory, const upp_expr *e);

#endif
