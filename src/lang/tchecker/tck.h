// What the files of the TChecker front end share: the text being read, and the declarations so far. Everything must be
// declared before it is used, so expressions are translated while they are parsed. Only synchronisation vectors are
// translated at the end (sync.c).
#ifndef TCHECKER_TCK_H
#define TCHECKER_TCK_H

#include "lang/tchecker/names.h"
#include "model/network.h"

typedef struct tck_variable { // an integer variable, a clock, or an array of one of them
  net_var *integer;           // NULL = clocks...
  uint32_t clock, size;       // ...with these numbers: clock .. clock + size - 1
} tck_variable;

typedef struct tck_edge {
  uint32_t process, from, to, event;
  expr *guard; // NULL = true
  net_bounds bounds;
  net_stmt *effect;
  const char *text;
  place at;
} tck_edge;

typedef struct tck_part { // of a vector
  uint32_t process, event;
  bool is_weak;
} tck_part;

typedef struct tck_vector {
  VEC(tck_part) parts;
  const char *text;
  place at;
} tck_vector;

typedef struct tck {
  arena *memory;
  mem *m;
  diags *d;
  network *net;
  const char *file;
  const char *at, *line_start; // the current position
  uint32_t line;
  bool in_braces;    // line breaks are blanks
  bool in_condition; // a state condition is read: clocks may be compared anywhere
  bool has_failed;   // the current declaration has an error
  uint32_t depth;    // of expressions
  tck_names names;   // processes by number, events, variables by index into variables, locations by process
  VEC(const char *) events;
  VEC(tck_variable) variables;
  VEC(tck_edge) edges;
  VEC(tck_vector) vectors;
  VEC(bool) has_initial; // by process
} tck;

// reader.c: the scanner. All functions skip blanks and comments first.
void tck_error(tck *t, place at, const char *hint, const char *format, ...) __attribute__((format(printf, 4, 5)));
void tck_unsupported(tck *t, place at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void tck_start(tck *t, const char *file, const char *text);
void tck_skip_blanks(tck *t);
place tck_here(tck *t);
bool tck_is_at_end(tck *t);                // of the text
bool tck_accept(tck *t, const char *sign); // "<" does not match "<="
bool tck_expect(tck *t, const char *sign);
bool tck_is_word(tck *t, const char *word);
const char *tck_identifier(tck *t, const char *what); // NULL with an error
bool tck_integer(tck *t, const char *what, int64_t low, int64_t high, int64_t *out);
void tck_skip_line(tck *t); // including its line break
// The text from `from` to the current position, with each run of blanks replaced by one blank.
const char *tck_slice(tck *t, const char *from);

// attributes.c: attributes and names, for all declarations.
typedef struct tck_attribute { // how to read an attribute of a declaration
  const char *key;             // NULL ends a table
  void (*read)(tck *t, void *declaration);
} tck_attribute;

// {KEY: VALUE : KEY: VALUE ...}, or nothing. Attributes that are not in rows (NULL = none) get a warning.
void tck_attributes(tck *t, const tck_attribute *rows, void *declaration);
bool tck_is_at_value_end(const tck *t);
void tck_skip_value(tck *t);
const char *tck_new_name(tck *t, name_space space, uint32_t scope, const char *what, place *at); // NULL on errors
uint32_t tck_known_name(tck *t, name_space space, uint32_t scope, const char *what);             // "a process"

// automata.c
void tck_parse_location(tck *t);
void tck_parse_edge(tck *t);

// parse.c: all declarations.
void tck_parse(tck *t);

// expr.c
typedef enum {
  TCK_NUMBER,
  TCK_CLOCK,      // x
  TCK_DIFFERENCE, // x - y
  TCK_SHIFTED,    // x + number
  TCK_CONSTRAINT, // number (NULL = true) and bounds
} tck_sort;

typedef struct tck_value {
  tck_sort sort;
  expr *number;
  net_pick x, y;
  net_bounds bounds;
  place at;
} tck_value;

tck_value tck_expression(tck *t);
tck_value tck_sum(tck *t);                        // an expression of numbers, without comparisons
expr *tck_number(tck *t, const tck_value *value); // if it is not a number: an error, and 0
// A variable or clock, with its index if it is an array.
tck_value tck_reference(tck *t);
void tck_constraint(tck *t, expr **data, net_bounds *bounds); // a guard or an invariant
expr *tck_at(tck *t, uint32_t process, place at);             // EXPR_AT without locations yet

// stmt.c: statements up to the end of the attribute.
net_stmt *tck_statements(tck *t);

// sync.c: adds the edges and labels of the network.
void tck_build_edges(tck *t);

#endif
