// The syntax tree of a Promela model. Inlines are expanded, names are not resolved, and only the grammar is checked.
// Everything is in one arena.
#ifndef LANG_PROMELA_AST_H
#define LANG_PROMELA_AST_H

#include "base/diag.h"
#include "model/network.h"

typedef struct ast_expr ast_expr;
typedef struct ast_ref ast_ref;
typedef struct ast_stmt ast_stmt;

struct ast_ref { // name[index].next
  const char *name;
  ast_expr *index; // NULL = none
  ast_ref *next;   // NULL = none
  place at;
};

typedef enum {
  AX_CONST,    // value (numbers, 'c', true, false, skip)
  AX_REF,      // ref: variable, mtype constant, or a predefined name (_pid, _nr_pr, _last, _priority, _)
  AX_OPERATOR, // op (expr_op) with a and b
  AX_COND,     // (a -> b : c)
  AX_RUN,      // run name(args) priority value (0 = not given)
  AX_LEN,
  AX_FULL,
  AX_EMPTY,
  AX_NFULL,
  AX_NEMPTY, // ref
  AX_ENABLED,
  AX_PC_VALUE,
  AX_GET_PRIORITY, // a
  AX_POLL,         // ref ? [args]; value 1: ??
  AX_TIMEOUT,
  AX_NP,
  AX_REMOTE_LABEL, // name[a]@label; a may be NULL
  AX_REMOTE_VAR,   // name[a]:ref; a may be NULL
  AX_EVAL,         // eval(a): only as an argument of a receive or a poll
  AX_LTL,          // ltl (ltl_op) with a and b: only in an ltl block or in a separate LTL formula
} ast_expr_kind;

struct ast_expr {
  ast_expr_kind kind;
  int32_t value;
  expr_op op;
  ltl_op ltl;
  ast_expr *a, *b, *c;
  ast_ref *ref;
  const char *name, *label;
  VEC(ast_expr *) args;
  bool in_parentheses;
  place at, label_at;
};

typedef enum {
  PT_BIT,
  PT_BOOL,
  PT_BYTE,
  PT_SHORT,
  PT_INT,
  PT_UNSIGNED,
  PT_PID,
  PT_CHAN,
  PT_MTYPE,
  PT_NAMED
} ast_type_kind;

typedef struct ast_type {
  ast_type_kind kind;
  const char *name; // PT_NAMED: the typedef; PT_MTYPE: the set, or NULL
  place at;
} ast_type;

typedef struct ast_chan { // [capacity] of { types }
  ast_expr *capacity;
  VEC(ast_type) types;
  place at;
} ast_chan;

typedef struct ast_declarator {
  const char *name;
  ast_expr *bits;       // unsigned x : bits; NULL = none
  ast_expr *length;     // x[length]; NULL = no array
  ast_expr *init;       // NULL = none
  VEC(ast_expr *) list; // = { 1, 2, 3 }
  ast_chan *chan;       // = [n] of { ... }
  place at;
} ast_declarator;

enum { VIS_HIDDEN = 1, VIS_SHOW = 2, VIS_LOCAL = 4 };

typedef struct ast_decl {
  uint32_t visibility;
  ast_type type;
  VEC(ast_declarator) declarators;
  place at;
} ast_decl;

typedef struct ast_seq {
  VEC(ast_stmt *) stmts; // in order; declarations are AS_DECL among them
  place at;
} ast_seq;

typedef enum {
  AS_DECL,   // decl
  AS_XU,     // xr / xs ref: a hint for SPIN's partial-order reduction, ignored
  AS_ASSIGN, // ref = a
  AS_INCR,
  AS_DECR,    // ref
  AS_SEND,    // ref ! args; sorted: !!
  AS_RECEIVE, // ref ? args (AX_REF = variable or mtype constant, AX_EVAL, AX_CONST); random: ??; peek: <>
  AS_IF,
  AS_DO,     // options
  AS_FOR,    // for (ref : a .. b) options[0]
  AS_FOR_IN, // for (ref in source) options[0]
  AS_SELECT, // select (ref : a .. b)
  AS_BREAK,
  AS_GOTO,  // name
  AS_LABEL, // name: body   (body NULL: a label at the end of a sequence; SPIN adds a skip)
  AS_EXPR,  // a
  AS_ELSE,
  AS_ATOMIC,
  AS_D_STEP,
  AS_BLOCK,        // options[0]; AS_BLOCK of an inline call has inline_id > 0
  AS_UNLESS,       // body unless escape
  AS_PRINTF,       // name = the format (without the quotes, escapes not decoded), args
  AS_PRINTM,       // a
  AS_ASSERT,       // a
  AS_SET_PRIORITY, // a, b
} ast_stmt_kind;

struct ast_stmt {
  ast_stmt_kind kind;
  ast_ref *ref, *source;
  ast_expr *a, *b;
  VEC(ast_expr *) args;
  VEC(ast_seq) options;
  ast_stmt *body, *escape;
  ast_decl *decl;
  const char *name;
  uint32_t
      inline_id; // the expansion of an inline that contains it (one for each call, 0 = none): labels are local to it
  bool sorted, random, peek;
  bool is_plain; // AS_SELECT: SPIN's lexer expands it, see parse_select()
  place at;
  place end; // AS_IF, AS_DO, AS_ATOMIC, AS_D_STEP, AS_BLOCK: the closing token
};

typedef enum {
  UNIT_PROCTYPE,
  UNIT_INIT,
  UNIT_NEVER,
  UNIT_LTL,
  UNIT_TRACE,
  UNIT_NOTRACE,
  UNIT_DECL,
  UNIT_TYPEDEF,
  UNIT_MTYPE
} ast_unit_kind;

typedef struct ast_unit {
  ast_unit_kind kind;
  const char *name;                 // proctype, never, ltl, typedef, mtype set; NULL = not given
  bool is_active, is_deterministic; // active, D_proctype
  ast_expr *instances;              // active [instances]; NULL = 1
  ast_expr *priority;               // NULL = not given
  ast_expr *provided;               // NULL = none
  VEC(ast_decl *) decls;            // parameters; fields of a typedef; UNIT_DECL: one
  ast_seq body;
  VEC(const char *) names; // UNIT_MTYPE, in the order written
  ast_expr *formula;       // UNIT_LTL
  place at, end;           // end: the closing brace
} ast_unit;

typedef struct ast_model {
  arena *memory;
  VEC(ast_unit *) units; // in the order of the text
} ast_model;

#endif
