// The lexer. Names are interned: there is one pml_word for each spelling, which also records what the parser knows
// about the name.
#ifndef LANG_PROMELA_LEXER_H
#define LANG_PROMELA_LEXER_H

#include "lang/promela/columns.h"
#include "lang/promela/parse.h"

typedef enum {
  TOK_NONE,
  TOK_EOF,
  TOK_INLINE_END, // the end of an inline's text, made by the parser
  TOK_BAD,        // an error; text is the message
  TOK_NAME,
  TOK_NUMBER,
  TOK_STRING,
  // signs
  TOK_LPAREN,
  TOK_RPAREN,
  TOK_LBRACKET,
  TOK_RBRACKET,
  TOK_LBRACE,
  TOK_RBRACE,
  TOK_SEMI,
  TOK_ARROW,
  TOK_COMMA,
  TOK_COLON,
  TOK_SEP,
  TOK_DOT,
  TOK_DOTDOT,
  TOK_AT,
  TOK_ASSIGN,
  TOK_INCR,
  TOK_DECR,
  TOK_SEND,
  TOK_SORTED_SEND,
  TOK_RECEIVE,
  TOK_RANDOM_RECEIVE,
  TOK_OR,
  TOK_AND,
  TOK_BIT_OR,
  TOK_BIT_XOR,
  TOK_BIT_AND,
  TOK_EQ,
  TOK_NE,
  TOK_LT,
  TOK_GT,
  TOK_LE,
  TOK_GE,
  TOK_SHL,
  TOK_SHR,
  TOK_PLUS,
  TOK_MINUS,
  TOK_TIMES,
  TOK_DIVIDE,
  TOK_MODULO,
  TOK_TILDE,
  // temporal operators: only where lexer.ltl is set
  TOK_IMPLIES,
  TOK_EQUIV,
  TOK_UNTIL,
  TOK_RELEASE,
  TOK_WEAK_UNTIL,
  TOK_NEXT,
  TOK_ALWAYS,
  TOK_EVENTUALLY,
  // keywords
  TOK_ACTIVE,
  TOK_ASSERT,
  TOK_ATOMIC,
  TOK_BREAK,
  TOK_C_CODE,
  TOK_C_DECL,
  TOK_C_EXPR,
  TOK_C_STATE,
  TOK_C_TRACK,
  TOK_D_PROCTYPE,
  TOK_D_STEP,
  TOK_DO,
  TOK_ELSE,
  TOK_EMPTY,
  TOK_ENABLED,
  TOK_EVAL,
  TOK_FI,
  TOK_FOR,
  TOK_FULL,
  TOK_GET_PRIORITY,
  TOK_GOTO,
  TOK_HIDDEN,
  TOK_IF,
  TOK_INIT,
  TOK_INLINE,
  TOK_LEN,
  TOK_LOCAL,
  TOK_LTL,
  TOK_NEMPTY,
  TOK_NEVER,
  TOK_NFULL,
  TOK_NOTRACE,
  TOK_NP,
  TOK_OD,
  TOK_OF,
  TOK_PC_VALUE,
  TOK_PRINTF,
  TOK_PRINTM,
  TOK_PRIORITY,
  TOK_PROCTYPE,
  TOK_PROVIDED,
  TOK_RETURN,
  TOK_RUN,
  TOK_SELECT,
  TOK_SET_PRIORITY,
  TOK_SHOW,
  TOK_TIMEOUT,
  TOK_TRACE,
  TOK_TYPE, // value: ast_type_kind
  TOK_TYPEDEF,
  TOK_UNLESS,
  TOK_XU, // xr, xs
  TOK_COUNT
} token_kind;

typedef struct pml_word {
  const char *text;
  uint32_t length;
  uint64_t hash;
  token_kind kind;     // of a keyword; TOK_NUMBER for true, false and skip; else TOK_NAME
  token_kind ltl_kind; // inside an LTL formula; TOK_NONE = kind
  int32_t value;
  bool is_proctype, is_typedef;  // declared so far
  struct pml_inline *definition; // of the inline with this name, NULL = none so far
} pml_word;

typedef struct token {
  token_kind kind;
  bool newline;     // a line break precedes it
  bool adjacent;    // nothing, not even a blank, separates it from the token before
  bool is_decimal;  // TOK_NUMBER: written in digits
  int32_t value;    // TOK_NUMBER, TOK_TYPE
  pml_word *word;   // names and keywords, else NULL
  const char *text; // TOK_STRING: between the quotes, as written; TOK_BAD: a message
  place at;
} token;

typedef struct lexer {
  arena *memory;
  diags *d;
  const char *at, *end, *line_start;
  const char *file;
  uint32_t line;
  bool ltl;              // inside an LTL formula
  uint32_t warnings;     // numbers out of range
  VEC(pml_word *) words; // a hash table: room is a power of two, NULL = free
  uint32_t word_count;
  columns *columns; // NULL: places are those in the text itself
  bool line_known;  // columns_set_line() has been called for the current line
} lexer;

// Borrows the text. is_whole_model false: the text is not from a file, and places are those in the text itself.
void lexer_open(lexer *l, arena *memory, diags *d, const pml_text *source, bool is_whole_model);
void lexer_close(lexer *l);
token lexer_next(lexer *l);
const char *token_sign(token_kind kind); // "&&"; NULL if the kind has no fixed sign

#endif
