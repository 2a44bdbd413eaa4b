// The syntax tree of a UPPAAL model, the same for XML files, .xta and the old .ta syntax. Names are not resolved. Lists
// keep the order of the text. Everything is in one arena.
#ifndef UPPAAL_AST_H
#define UPPAAL_AST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

typedef struct upp_expr upp_expr;
typedef struct upp_type upp_type;
typedef struct upp_stmt upp_stmt;
typedef struct upp_decl upp_decl;
typedef VEC(upp_expr *) upp_exprs;
typedef VEC(upp_decl *) upp_decls;
typedef VEC(upp_stmt *) upp_stmts;

typedef enum {
  UPP_NUMBER, // value; true and false are numbers with is_bool
  UPP_OPAQUE, // a floating-point number or a string, as written in name: the network has no such values
  UPP_BARRED, // a construct that is not supported: name says which
  UPP_NAME,   // name
  UPP_INDEX,  // a[b]
  UPP_FIELD,  // a.name
  UPP_CALL,   // a(args): a function, or a process of a template with parameters
  UPP_NEGATE, // - a
  UPP_NOT,    // ! or not
  UPP_POWER,  // binary operators: a, b
  UPP_MUL,
  UPP_DIV,
  UPP_MOD,
  UPP_ADD,
  UPP_SUB,
  UPP_SHL,
  UPP_SHR,
  UPP_MIN, // a <? b
  UPP_MAX, // a >? b
  UPP_LT,
  UPP_LE,
  UPP_GT,
  UPP_GE,
  UPP_EQ,
  UPP_NE,
  UPP_BIT_AND,
  UPP_BIT_XOR,
  UPP_BIT_OR,
  UPP_AND, // &&, and, and the comma between guards in the old syntax
  UPP_OR,
  UPP_XOR, // the word xor
  UPP_IMPLY,
  UPP_COND,      // a ? b : c
  UPP_ASSIGN,    // a = b, a := b
  UPP_ASSIGN_OP, // a op= b, op in `op`
  UPP_PRE_INC,   // ++a
  UPP_PRE_DEC,
  UPP_POST_INC,
  UPP_POST_DEC,
  UPP_COMMA,  // a, b
  UPP_FORALL, // name : type, over a
  UPP_EXISTS,
  UPP_SUM,
  UPP_DEADLOCK,
  UPP_RATE, // a': only in a' == b in an invariant
} upp_expr_kind;

struct upp_expr {
  upp_expr_kind kind;
  upp_expr_kind op; // UPP_ASSIGN_OP: the operator
  int32_t value;
  bool is_bool; // UPP_NUMBER
  const char *name;
  upp_expr *a, *b, *c;
  upp_exprs args;
  upp_type *type; // quantifiers
  place at;
};

typedef enum {
  UPP_INT, // low, high: NULL = the default range
  UPP_BOOL,
  UPP_DOUBLE,
  UPP_STRING,
  UPP_CLOCK,
  UPP_CHAN,
  UPP_VOID,
  UPP_SCALAR, // size in high
  UPP_STRUCT, // fields
  UPP_NAMED,  // name of a typedef
} upp_type_kind;

struct upp_type {
  upp_type_kind kind;
  bool is_const, is_meta, is_urgent, is_broadcast, is_hybrid;
  upp_expr *low, *high;
  const char *name;
  upp_decls fields;
  place at;
};

typedef struct upp_dimension { // of an array: by size, or by a type (int[0,4], a scalar type, a typedef)
  upp_expr *size;
  upp_type *type;
} upp_dimension;
typedef VEC(upp_dimension) upp_dimensions;

typedef struct upp_init { // one expression, or a list { a, b, {c, d} } in which fields may have names
  upp_expr *value;        // NULL: a list
  VEC(struct upp_init *) list;
  const char *field; // NULL = none
  place at;
} upp_init;

typedef struct upp_function {
  upp_decls parameters;
  upp_stmt *body; // UPP_BLOCK; NULL: a function of an external library
} upp_function;

typedef enum { UPP_VARIABLE, UPP_TYPEDEF, UPP_FUNCTION, UPP_PRIORITY } upp_decl_kind;

typedef struct upp_chan_level { // the channels of one level of chan priority; NULL = `default`
  upp_exprs channels;
} upp_chan_level;

struct upp_decl { // of one name: `int a, b[2];` is two declarations that share a type
  upp_decl_kind kind;
  const char *name;
  upp_type *type; // of a function: its return type. NULL: a parameter `const x` of the old syntax, an int constant
  upp_dimensions dimensions;
  bool is_reference; // a parameter &x
  upp_init *init;    // NULL = none
  upp_function *function;
  VEC(upp_chan_level) levels; // UPP_PRIORITY, the lowest first
  place at;
};

typedef enum {
  UPP_BLOCK,      // decls, then body
  UPP_EXPRESSION, // condition
  UPP_IF,         // condition, then, otherwise (NULL)
  UPP_WHILE,      // condition, then
  UPP_DO,         // then, while condition
  UPP_FOR,        // start; condition; step (each NULL = none), then
  UPP_FOR_EACH,   // name : type, then
  UPP_RETURN,     // condition (NULL = nothing)
  UPP_ASSERT,
  UPP_EMPTY,
} upp_stmt_kind;

struct upp_stmt {
  upp_stmt_kind kind;
  upp_decls decls;
  upp_stmts body;
  upp_expr *start, *condition, *step;
  upp_stmt *then, *otherwise;
  const char *name;
  upp_type *type;
  place at;
};

typedef struct upp_location {
  const char *name; // NULL = none
  const char *id;   // "id3" in XML, else the name
  upp_expr *invariant;
  bool is_urgent, is_committed;
  place at;
} upp_location;

typedef struct upp_select {
  const char *name;
  upp_type *type;
} upp_select;

typedef enum {
  UPP_NO_SYNC,
  UPP_SEND,
  UPP_RECEIVE,
  UPP_SYNC_ALIKE // without ! and ?: not supported
} upp_sync_kind;

// An edge to a branchpoint and one of the edges from it are taken together, as one edge. The weight of an edge from a
// branchpoint is not kept: as in UPPAAL, the choice is nondeterministic.
#define UPP_BRANCHPOINT (UINT32_C(1) << 31) // added to the number of a branchpoint, to distinguish it from a location

typedef struct upp_edge {
  uint32_t source, target; // locations or branchpoints
  VEC(upp_select) selects;
  upp_expr *guard;
  upp_sync_kind sync;
  upp_expr *channel;
  upp_exprs update;
  place at;
} upp_edge;

typedef struct upp_template {
  const char *name;
  upp_decls parameters, decls;
  VEC(upp_location) locations;
  VEC(place) branchpoints; // by number
  uint32_t initial;
  VEC(upp_edge) edges;
  place at;
} upp_template;

typedef struct upp_instance { // P(params) = T(args);
  const char *name, *template_;
  upp_decls parameters;
  upp_exprs args;
  place at;
} upp_instance;

typedef struct upp_process { // on the system line
  const char *name;          // of an instance or a template...
  upp_exprs args;            // ...with its arguments (`system P(1), P(2);` in some old files)
  uint32_t level;            // 0 for the lowest priority
  place at;
} upp_process;

typedef enum {
  UPP_POSSIBLY,           // E<> a
  UPP_INVARIANTLY,        // A[] a
  UPP_POTENTIALLY_ALWAYS, // E[] a
  UPP_EVENTUALLY,         // A<> a
  UPP_LEADS_TO,           // a --> b
  UPP_SUPREMUM,           // sup{a}: terms (a NULL = true)
  UPP_INFIMUM,
  UPP_OTHER_QUERY, // statistical, games ...: only its text is kept, and its kind in `what`
} upp_query_kind;

typedef struct upp_query {
  upp_query_kind kind;
  upp_expr *a, *b;
  upp_exprs terms;
  const char *text;    // as written, without comments
  const char *comment; // "" = none
  const char *what;    // UPP_OTHER_QUERY: "statistical query", "strategy" ...
  place at;
} upp_query;
typedef VEC(upp_query) upp_queries;

typedef struct upp_barrier { // something in the model that is not supported, so that no query can be answered
  const char *what;
  place at;
} upp_barrier;

typedef struct upp_model {
  arena *memory;
  upp_decls decls; // global ones, and those of the system section: functions, types and constants in one list
  VEC(upp_template) templates;
  VEC(upp_instance) instances;
  VEC(upp_process) processes;
  VEC(upp_barrier) barriers;
  upp_queries queries;
} upp_model;

// parse.c. Parses a model; whether it is XML is detected from its content. NULL on errors, which are in d. What is not
// supported is kept in the tree, by name: it matters only where a process or a query uses it.
upp_model *upp_parse(arena *memory, diags *d, const char *file, const char *text, size_t length);
// query.c. Parses a .q file: one query per line, with // and /* */ comments; a backslash at the end of a line continues
// it. False on errors.
bool upp_parse_queries(arena *memory, diags *d, const char *file, const char *text, size_t length, upp_queries *out);
// Parses one query, for example from the command line. False on errors.
bool upp_parse_query(arena *memory, diags *d, const char *file, const char *text, upp_query *out);
// Parses one condition. NULL on errors.
upp_expr *upp_parse_condition(arena *memory, diags *d, const char *file, const char *text);
// builtin.c. Is this the name of a built-in function of floating-point numbers?
bool upp_is_floating_function(const char *name);

#endif
