// What the files of the parser share: the token stream with two tokens of lookahead, scopes, and error recovery.
//
// After an error the parser is in panic mode: further errors are not reported, accept and expect fail, and all
// functions return, until the parser of a list of declarations or statements recovers at a token where it can continue.
// Nodes are never NULL, even after an error.
#ifndef UPPAAL_PARSER_H
#define UPPAAL_PARSER_H

#include "lang/uppaal/lexer.h"

typedef struct upp_shadow { // the binding of a name outside of the current scope
  upp_word *word;
  upp_binding binding;
} upp_shadow;

typedef struct upp_parser {
  arena *memory;
  diags *d;
  upp_words words;
  upp_lexer lex;
  upp_token tok, next;
  const char *whole; // what the text is, for messages: "file", "label"
  bool is_old;       // a file in the syntax of 3.x
  bool in_query;
  bool panic, stop; // stop: too many errors, tok stays TOK_EOF
  bool has_system;
  uint32_t braces;  // open
  uint32_t depth;   // of nested constructs
  uint32_t height;  // of the last expression tree
  size_t recovered; // where the last recovery ended
  uint32_t owner;   // number of the current template, from 1
  VEC(upp_shadow) shadows;
  upp_model *model;
} upp_parser;

// Lists grow within the arena, so nothing leaks when the parser is left by mem_exhausted().
void *upp_grow(arena *memory, const void *at, uint32_t count, uint32_t *room, size_t element);
#define PUSH(memory, v, x)                                                                                             \
  do {                                                                                                                 \
    if ((v)->count == (v)->room)                                                                                       \
      (v)->at = upp_grow((memory), (v)->at, (v)->count, &(v)->room, sizeof *(v)->at);                                  \
    (v)->at[(v)->count++] = (x);                                                                                       \
  } while (0)

// parser.c
void upp_open(upp_parser *p, arena *memory, diags *d, bool is_old);
void upp_begin(upp_parser *p, const upp_text *text, const char *whole); // starts the next text
void upp_advance(upp_parser *p);
bool upp_accept(upp_parser *p, upp_token_kind kind);
bool upp_expect(upp_parser *p, upp_token_kind kind, const char *hint); // reports an error for any other token
upp_word *upp_expect_name(upp_parser *p, const char *what);            // what: "a state"; an empty word after an error
void upp_expect_end(upp_parser *p);                                    // reports an error unless at the end of the text
bool upp_is_word(const upp_parser *p, const char *word); // the next token is this name, and the name is not declared
void upp_unexpected(upp_parser *p, const char *expected, const char *hint); // "expected ..., found ..."
void upp_syntax_error(upp_parser *p, place at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5))); // an error, followed by panic mode
void upp_report(upp_parser *p, place at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5))); // an error without panic mode
bool upp_enter(upp_parser *p);             // one nesting level deeper; false, with an error, beyond the limit
void upp_leave(upp_parser *p);
void upp_set_height(upp_parser *p, uint32_t height); // of the last tree; an error beyond the limit
void upp_skip_braces(upp_parser *p);                 // { ... }
void upp_recover(upp_parser *p, uint32_t braces);    // ends panic mode where the next declaration may start

uint32_t upp_open_scope(const upp_parser *p);
void upp_close_scope(upp_parser *p, uint32_t opened);
void upp_declare(upp_parser *p, upp_word *word, upp_binding binding);

// parse_expr.c
upp_expr *upp_parse_expr(upp_parser *p);        // without commas
upp_expr *upp_parse_comma(upp_parser *p);       // a, b, c
upp_expr *upp_parse_conjunction(upp_parser *p); // a, b, c as a && b && c, in guards and invariants of the old syntax

upp_expr *upp_new_expr(upp_parser *p, upp_expr_kind kind, place at);
upp_expr *upp_new_unary(upp_parser *p, upp_expr_kind kind, place at, upp_expr *a);
upp_expr *upp_new_binary(upp_parser *p, upp_expr_kind kind, place at, upp_expr *a, upp_expr *b);
uint32_t upp_higher(uint32_t a, uint32_t b);

// parse_operand.c
upp_expr *upp_parse_postfix(upp_parser *p);                                // c[1]
void upp_parse_exprs(upp_parser *p, upp_exprs *out);                       // a, b, c: at least one
void upp_parse_arguments(upp_parser *p, upp_exprs *out);                   // (a, b) or ()
void upp_parse_binding(upp_parser *p, const char **name, upp_type **type); // i : type; declares i

// builtin.c
void upp_declare_builtin(upp_parser *p);
// Both are about the next token, which is not read.
upp_expr *upp_builtin_constant(upp_parser *p);      // NULL = it is not a built-in constant
bool upp_builtin_range(upp_parser *p, upp_type *t); // false = it is not a built-in type

// parse_type.c
bool upp_starts_decl(const upp_parser *p);
bool upp_starts_old_constant(const upp_parser *p); // `const x` of the old syntax, an integer
upp_type *upp_parse_type(upp_parser *p);
upp_type *upp_new_type(upp_parser *p, upp_type_kind kind, place at);
void upp_parse_dimensions(upp_parser *p, upp_dimensions *out);
void upp_parse_parameters(upp_parser *p, upp_decls *out); // up to the ), which is not read

// parse_decl.c
upp_decl *upp_new_decl(upp_parser *p, upp_decl_kind kind, place at);
void upp_parse_decl(upp_parser *p, upp_decls *out);        // of variables, a type or a function
void upp_parse_local_decls(upp_parser *p, upp_decls *out); // of a template or block, up to the first other token

// parse_stmt.c
upp_stmt *upp_parse_block(upp_parser *p);

// parse_process.c
upp_template *upp_new_template(upp_parser *p, upp_word *name, place at);
void upp_name_location(upp_parser *p, upp_word *word, uint32_t location);
void upp_add_branchpoint(upp_parser *p, upp_template *t, upp_word *name, place at);
// Both return false with a report. A location that is found may be a branchpoint.
bool upp_find_location(upp_parser *p, const upp_word *word, place at, uint32_t *location);
bool upp_expect_location(upp_parser *p, uint32_t location, place at);
void upp_parse_selects(upp_parser *p, upp_edge *e);
void upp_parse_sync(upp_parser *p, upp_edge *e);
void upp_parse_process(upp_parser *p);

// parse_section.c
void upp_parse_section(upp_parser *p); // everything outside of templates

// query.c
// From the next token to the end of the text or a closing brace. In panic mode after an error.
void upp_parse_formula(upp_parser *p, upp_query *q);
// Adds a query of the model. A query with an error becomes UPP_OTHER_QUERY, with a warning, so that the other queries
// can be checked.
void upp_add_query(upp_parser *p, const upp_text *text, const char *comment);

// query_text.c
const char *upp_query_text(arena *memory, const char *text, size_t length);   // without comments
const char *upp_comment_text(arena *memory, const char *text, size_t length); // without comment signs and indentation
// The last of the comments between two queries; an empty line separates comments.
const char *upp_last_comment(arena *memory, const char *text, size_t length);

// xml.c
typedef struct upp_element {
  const char *name;
  const char *id, *ref, *kind; // attributes; "" = none
  upp_text text;               // empty if it contains elements
  struct upp_element *parent, *first, *last, *next;
  place at;
} upp_element;
upp_element *upp_read_xml(arena *memory, diags *d, const char *file, const char *text, size_t length); // NULL on errors

// parse_xml.c
void upp_parse_xml(upp_parser *p, const upp_element *root);

#endif
