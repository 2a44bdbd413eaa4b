// What the files of the parser share: the token stream with one token of lookahead, and error recovery.
//
// After an error the parser is in panic mode: further errors are not reported, accept and expect fail, and all
// functions return, until the parser of a sequence or of the list of units recovers at a token where it can continue.
// Nodes are never NULL, even after an error.
#ifndef LANG_PROMELA_PARSER_H
#define LANG_PROMELA_PARSER_H

#include "lang/promela/lexer.h"

typedef struct pml_inline { // inline name(parameters) tokens
  const pml_word *name;
  VEC(const pml_word *) parameters;
  VEC(token) tokens; // from { to }
} pml_inline;

typedef struct expansion { // an inline whose text is being read
  const pml_inline *definition;
  VEC(token) tokens;
  uint32_t next;
  struct expansion *outer;
} expansion;

typedef struct parser {
  arena *memory;
  mem *m;
  diags *d;
  lexer lex;
  token tok;  // the next token
  token held; // if is_held: the token after tok, where tok is an implied separator
  bool is_held;
  token_kind last;   // the token before tok
  bool last_implied; // it was a separator implied by a line break
  place last_at;
  uint32_t parens, braces; // open
  bool in_sequence;        // line breaks end statements
  bool in_model;           // false: a separate expression
  bool panic, stop;        // stop: too many errors, tok stays TOK_EOF
  uint32_t depth;          // of nested constructs
  uint32_t height;         // of the last expression tree
  uint32_t choices;        // number of (c -> a : b) whose : is not yet read, since the last open parenthesis
  expansion *expansion;
  uint32_t inline_id, inline_count;
  uint64_t expanded; // tokens read from expansions so far
  ast_ref *result;   // what `return` assigns to
  ast_model *model;
} parser;

// parse.c
void pml_advance(parser *p);
bool pml_accept(parser *p, token_kind kind);
bool pml_expect(parser *p, token_kind kind, const char *hint); // reports an error for any other token; hint may be NULL
const pml_word *pml_expect_name(parser *p, const char *what);  // what: "a label"; an empty word after an error
void pml_unexpected(parser *p, const char *expected, const char *hint); // "expected ..., found ..."
void pml_syntax_error(parser *p, place at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
const char *pml_quote(parser *p, const char *name); // 'name', truncated if it is very long
void pml_unsupported_c(parser *p);                  // at one of the c_... keywords: reports it and skips the construct
bool pml_enter(parser *p);                          // one nesting level deeper; false, with an error, beyond the limit
void pml_leave(parser *p);
void pml_recover(parser *p); // ends panic mode: skips to where the next statement may start
bool pml_starts_unit(token_kind kind);

// Moves a complete list to the arena.
void *pml_keep_list(parser *p, void *at, uint32_t count, uint32_t *room, size_t element);
#define KEEP_LIST(p, v) ((v)->at = pml_keep_list((p), (v)->at, (v)->count, &(v)->room, sizeof *(v)->at))

#define MOVE_LIST(to, from) ((to)->at = (from)->at, (to)->count = (from)->count, (to)->room = (from)->room)

// parse_expr.c
ast_expr *pml_parse_expr(parser *p);  // inside ltl: a formula
ast_expr *pml_parse_value(parser *p); // never a formula
ast_ref *pml_parse_ref(parser *p);
ast_expr *pml_parse_rest(parser *p, ast_expr *left);            // the operators after a first operand
ast_expr *pml_parse_operand(parser *p, ast_ref *ref);           // the rest of an operand that starts with this name
ast_expr *pml_parse_poll(parser *p, ast_ref *ref, bool random); // at the [
typedef VEC(ast_expr *) ast_expr_list;
void pml_parse_arguments(parser *p, ast_expr_list *out, token_kind end); // up to the end token, which is not read
void pml_parse_patterns(parser *p, ast_expr_list *out);                  // arguments of a receive

// parse_decl.c
bool pml_starts_decl(const parser *p);
// A declaration of variables. mtype constants go into the unit, and NULL is returned; if unit is NULL, they are an
// error.
ast_decl *pml_parse_decl(parser *p, ast_unit *unit);
void pml_parse_decl_list(parser *p, ast_unit *unit, token_kind end); // parameters or fields, up to the end token

// parse_stmt.c
void pml_parse_sequence(parser *p, ast_seq *seq);
ast_stmt *pml_new_stmt(parser *p, ast_stmt_kind kind); // at the next token
void pml_parse_block(parser *p, ast_stmt *s);          // { ... } into options[0]

// parse_unit.c
void pml_parse_units(parser *p);

// inline.c
void pml_parse_inline(parser *p);                     // at the name of the definition
ast_stmt *pml_parse_call(parser *p, ast_ref *result); // at the name; result may be NULL

#endif
