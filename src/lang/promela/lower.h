// What the files of the lowering share. A syntax tree becomes a network in this order: names and types (symbols.c),
// expressions (lower_expr.c), single statements (lower_stmt.c), control flow as elements in the sense of SPIN (flow.c),
// and from these the locations and edges of an automaton (automaton.c).
#ifndef LANG_PROMELA_LOWER_H
#define LANG_PROMELA_LOWER_H

#include "lang/promela/ast.h"

typedef struct record { // a typedef
  const char *name;
  VEC(ast_decl *) fields;
  bool is_open; // being laid out: a use of it is a recursion
  place at;
} record;

typedef struct symbol { // a declared variable
  const char *name;
  const record *record;  // NULL: a plain variable
  net_var *var;          // plain
  VEC(net_var *) leaves; // of a record, in order
  uint32_t length;       // 0 = no array
  bool is_hidden;
  const ast_chan *chan; // its initialiser, for `for (x in channel)`
  const expr *init;     // for the use of an initialised scalar as an array bound
  struct symbol *next;
  place at;
} symbol;

typedef struct scope { // the names declared between a pair of braces
  struct scope *parent;
  symbol *symbols;
  net_var *for_counter; // hidden counter of `for (x in channel)`; as in SPIN, the loops of a scope share it
} scope;

typedef struct pending { // a remote reference: resolved when all proctypes are known
  expr *target;
  const char *proctype, *label; // label: proctype@label
  place label_at;
  const ast_ref *variable; // or proctype:variable
} pending;

typedef struct pending_run {
  const net_stmt *stmt;
  place at;
} pending_run;

struct label;
struct flow;

typedef struct pml {
  arena *memory;
  mem *m;
  diags *d;
  network *net;
  scope *globals, *scope;
  net_template *template_; // being lowered, NULL outside
  bool is_claim;           // inside never, trace or notrace
  bool is_event_trace;     // inside trace or notrace: sends have patterns
  VEC(record *) records;
  VEC(symbol *) locals;  // all local symbols, in order of declaration
  VEC(int32_t) local_of; // the template of locals[i]
  VEC(pending) pendings;
  VEC(pending_run) runs;
  VEC(struct label *) labels; // of all proctypes
  VEC(struct flow *) flows;   // by template
  int32_t unique;             // SPIN's number of the next statement
  net_var *sink;              // the write-only variable _
} pml;

void pml_error(pml *p, place at, const char *hint, const char *format, ...) __attribute__((format(printf, 4, 5)));

// symbols.c
scope *pml_open_scope(pml *p);
void pml_close_scope(pml *p);
symbol *pml_lookup(const pml *p, const char *name);      // from the current scope outwards; NULL
const char *pml_similar(const pml *p, const char *name); // a hint with a variable or constant of a similar name; NULL
const net_enum *pml_constant(const pml *p, const char *name, int32_t *value, int16_t *set); // an mtype constant; NULL
typedef VEC(symbol *) symbol_list;
typedef enum {
  DECLARE_START,
  DECLARE_LATER,
  DECLARE_PARAMETER
} declare_how; // later: initialised by a step, not at the start
void pml_declare(pml *p, const ast_decl *d, declare_how how, symbol_list *added); // added may be NULL
void pml_declare_record(pml *p, const ast_unit *u);
void pml_declare_mtype(pml *p, const ast_unit *u);
net_var *pml_new_counter(pml *p, bool wide); // the hidden counter of this scope
net_var *pml_sink(pml *p);
bool pml_const_value(pml *p, const ast_expr *e, int32_t *value); // false, with an error, if it is not constant

// lower_expr.c
expr *pml_expr(pml *p, const ast_expr *e);   // never NULL: the constant 0 after an error
expr *pml_target(pml *p, const ast_ref *r);  // the target of an assignment; NULL after an error
expr *pml_channel(pml *p, const ast_ref *r); // a channel expression
typedef VEC(expr *) expr_list;
typedef VEC(net_pattern) pattern_list;
void pml_arguments(pml *p, const ast_expr *const *args, uint32_t count, expr_list *out); // records become their cells
void pml_patterns(pml *p, const ast_expr *const *args, uint32_t count, pattern_list *out, bool is_poll);
const net_formula *pml_formula(pml *p, const ast_expr *e);

// lower_stmt.c: a basic statement (not control flow) as the guard, synchronisation and effect of an edge.
typedef struct basic {
  expr *guard;
  net_sync sync;
  net_stmt *effect;
  bool is_else, is_skip;
  bool is_false; // the constant 0: SPIN removes such an option
  const char *text;
  place at;
} basic;
void pml_leaf(pml *p, const ast_stmt *s, basic *out);

// remote.c: remote references, in two passes: before the automata are built (adds control states where labels need
// them), and after.
void pml_resolve_names(pml *p);
void pml_resolve_locations(pml *p);

// hidden.c: marks hidden variables that are never read as ghosts; warns of the others.
void pml_leave_out_hidden(pml *p);
void pml_refuse_hidden(pml *p, const net_formula *f); // an error if it reads a ghost

// print.c: statements and expressions in Promela's syntax.
const char *pml_stmt_text(arena *memory, const ast_stmt *s);
const char *pml_expr_text(arena *memory, const ast_expr *e);

#endif
