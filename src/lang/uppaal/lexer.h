// The lexer. Names are interned: there is one upp_word for each spelling in a model, which also records what the parser
// knows about the name.
#ifndef UPPAAL_LEXER_H
#define UPPAAL_LEXER_H

#include "lang/uppaal/ast.h"

typedef enum {
  TOK_EOF,
  TOK_BAD, // an error; text is the message
  TOK_NAME,
  TOK_NUMBER,
  TOK_FLOAT,
  TOK_STRING,
  // signs
  TOK_LPAREN,
  TOK_RPAREN,
  TOK_LBRACKET,
  TOK_RBRACKET,
  TOK_LBRACE,
  TOK_RBRACE,
  TOK_SEMI,
  TOK_COMMA,
  TOK_COLON,
  TOK_DOT,
  TOK_PRIME,
  TOK_ARROW,
  TOK_LEADS_TO,
  TOK_BOX,
  TOK_DIAMOND,
  TOK_HASH,
  TOK_QUESTION,
  TOK_BANG,
  TOK_ASSIGN,
  TOK_ADD_ASSIGN,
  TOK_SUB_ASSIGN,
  TOK_MUL_ASSIGN,
  TOK_DIV_ASSIGN,
  TOK_MOD_ASSIGN,
  TOK_OR_ASSIGN,
  TOK_AND_ASSIGN,
  TOK_XOR_ASSIGN,
  TOK_SHL_ASSIGN,
  TOK_SHR_ASSIGN,
  TOK_INCREMENT,
  TOK_DECREMENT,
  TOK_PLUS,
  TOK_MINUS,
  TOK_POWER,
  TOK_TIMES,
  TOK_DIVIDE,
  TOK_MODULO,
  TOK_SHL,
  TOK_SHR,
  TOK_MIN,
  TOK_MAX,
  TOK_LT,
  TOK_LE,
  TOK_GT,
  TOK_GE,
  TOK_EQ,
  TOK_NE,
  TOK_BIT_AND,
  TOK_BIT_XOR,
  TOK_BIT_OR,
  TOK_AND, // also the words and, or
  TOK_OR,
  // keywords
  TOK_XOR,
  TOK_IMPLY,
  TOK_NOT,
  TOK_TRUE,
  TOK_FALSE,
  TOK_FORALL,
  TOK_EXISTS,
  TOK_CONST,
  TOK_META,
  TOK_URGENT,
  TOK_BROADCAST,
  TOK_INT,
  TOK_BOOL,
  TOK_CLOCK,
  TOK_CHAN,
  TOK_VOID,
  TOK_SCALAR,
  TOK_STRUCT,
  TOK_TYPEDEF,
  TOK_IF,
  TOK_ELSE,
  TOK_WHILE,
  TOK_DO,
  TOK_FOR,
  TOK_RETURN,
  TOK_ASSERT,
  TOK_PROCESS,
  TOK_STATE,
  TOK_COMMIT,
  TOK_INIT,
  TOK_TRANS,
  TOK_SELECT,
  TOK_GUARD,
  TOK_SYNC,
  TOK_ASSIGN_WORD,
  TOK_SYSTEM,
  TOK_COUNT
} upp_token_kind;

typedef enum {
  UPP_UNBOUND,
  UPP_BOUND,
  UPP_BOUND_TYPE,
  UPP_BUILTIN_TYPE
} upp_binding; // what a name denotes in the current scope

typedef struct upp_word {
  const char *text;
  uint32_t length;
  uint64_t hash;
  upp_token_kind kind; // of a keyword; else TOK_NAME
  upp_binding binding;
  uint32_t owner, location; // it names this location of the owner-th template; owner 0 = no location
} upp_word;

typedef struct upp_words { // a hash table: room is a power of two, NULL = free
  arena *memory;
  upp_word **at;
  uint32_t room, count;
} upp_words;

typedef struct upp_token {
  upp_token_kind kind;
  uint32_t value;   // TOK_NUMBER: up to 2147483648, which is valid only after a minus
  upp_word *word;   // names and keywords, else NULL
  const char *text; // TOK_BAD: a message. TOK_FLOAT, TOK_STRING: as written
  size_t offset;    // in the text
  bool newline;     // a line break precedes it, outside of comments and not after a backslash
  place at;
} upp_token;

typedef struct upp_mark { // the character at this offset is at this place in the file
  size_t offset;
  uint32_t line, column;
} upp_mark;

typedef struct upp_text { // a part of a file, with the places of its characters
  const char *file, *text;
  size_t length;
  const upp_mark *marks; // in order; none: it starts at 1:1
  uint32_t mark_count;
} upp_text;

typedef struct upp_lexer {
  upp_words *words;
  upp_text source;
  bool is_old; // =< and => are comparisons
  size_t at;   // offset of the next character
  uint32_t line, mark;
  int64_t line_start; // offset of the line's first character; it may lie before the text
} upp_lexer;

// With is_old, only the keywords of UPPAAL 3.x.
void upp_words_open(upp_words *w, arena *memory, bool is_old);
upp_word *upp_intern(upp_words *w, const char *text, size_t length);

// Borrows the text.
void upp_lexer_open(upp_lexer *l, upp_words *words, const upp_text *source, bool is_old);
upp_token upp_lexer_next(upp_lexer *l);
const char *upp_token_sign(upp_token_kind kind); // "&&"; NULL if the kind has no fixed sign
bool upp_is_identifier(const char *text, size_t length);
bool upp_is_blank(char c);

#endif
