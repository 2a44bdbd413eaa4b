#include "model/formula_text.h"

#include <ctype.h>
#include <string.h>

typedef struct formula_reader {
  diags *d;
  const char *text;
  formula_atom atom;
  const void *language;
  uint32_t depth;
} formula_reader;

enum { MOST_DEPTH = 500 };

// The binary operators: those of a lower level bind less; -> and <-> are one level below.
typedef struct operator_name {
  const char *name;
  ltl_op op;
  uint8_t level;
  bool is_temporal;
} operator_name;

static const operator_name binary[] = {
    {"<->", LTL_EQUIV, 1, false}, {"->", LTL_IMPLIES, 1, false}, {"imply", LTL_IMPLIES, 1, false},
    {"||", LTL_OR, 2, false},     {"or", LTL_OR, 2, false},      {"&&", LTL_AND, 3, false},
    {"and", LTL_AND, 3, false},   {"U", LTL_UNTIL, 4, true},     {"W", LTL_WEAK_UNTIL, 4, true},
    {"V", LTL_RELEASE, 4, true},  {"R", LTL_RELEASE, 4, true},
};
enum { BINARY_COUNT = sizeof binary / sizeof *binary, LEVELS = 4 };

static const operator_name unary[] = {
    {"[]", LTL_ALWAYS, 0, true}, {"<>", LTL_EVENTUALLY, 0, true}, {"!", LTL_NOT, 0, false},
    {"not", LTL_NOT, 0, false},  {"X", LTL_NEXT, 0, true},
};
enum { UNARY_COUNT = sizeof unary / sizeof *unary };

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Does the operator stand at this place? A word is not part of a longer one, nor a member (a.U).
static bool stands_at(const char *text, const char *at, const char *end, const char *name) {
  size_t length = strlen(name);
  if ((size_t)(end - at) < length || strncmp(at, name, length) != 0)
    return false;
  if (!is_word(name[0]))
    return !(name[0] == '!' && at[1] == '=') && !(name[0] == '-' && at > text && at[-1] == '-');
  return !is_word(at[length]) && at[length] != '.' && (at == text || (!is_word(at[-1]) && at[-1] != '.'));
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    at++;
  return at;
}

static const char *last_used(const char *start, const char *end) {
  while (end > start && isspace((unsigned char)end[-1]))
    end--;
  return end;
}

static const operator_name *unary_at(const formula_reader *r, const char *at, const char *end) {
  for (uint32_t i = 0; i < UNARY_COUNT; i++) {
    if (!stands_at(r->text, at, end, unary[i].name))
      continue;
    const char *next = skip_blanks(at + strlen(unary[i].name), end);
    bool has_operand = next < end && (is_word(*next) || strchr("([<!", *next));
    if (unary[i].op != LTL_NEXT || (has_operand && !(next == at + 1 && *next == '[' && next[1] != ']')))
      return &unary[i];
  }
  return NULL;
}

// A word between two operands is an operator; at the beginning or the end of a comparison it is a name.
static bool is_between(const char *start, const char *at, const char *after, const char *end) {
  const char *before = last_used(start, at), *next = skip_blanks(after, end);
  return before > start && (is_word(before[-1]) || strchr(")]", before[-1])) && next < end &&
         (is_word(*next) || strchr("([<!-", *next));
}

static const operator_name *binary_at(const formula_reader *r, const char *start, const char *at, const char *end) {
  for (uint32_t i = 0; i < BINARY_COUNT; i++)
    if (stands_at(r->text, at, end, binary[i].name) &&
        (!is_word(binary[i].name[0]) || is_between(start, at, at + strlen(binary[i].name), end)))
      return &binary[i];
  return NULL;
}

static int nesting(char c) { return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0; }

// Is there an operator that conditions do not have?
static bool is_temporal(const formula_reader *r, const char *start, const char *end) {
  for (const char *at = start; at < end; at++) {
    const operator_name *one = unary_at(r, at, end), *two = binary_at(r, start, at, end);
    if ((one && one->is_temporal) || (two && two->is_temporal) || stands_at(r->text, at, end, "->"))
      return true;
  }
  return false;
}

// The operator outside of parentheses that binds least: the last one of its level, or the first one if it is an
// implication. NULL = there is none. As in SPIN, [] and <> bind less than U: [] p U q is [] (p U q).
static const operator_name *find_binary(const formula_reader *r, const char *start, const char *end,
                                        const char **where) {
  const operator_name *found = NULL;
  int depth = 0;
  bool is_under = false; // [] or <>
  for (const char *at = start; at < end; at++) {
    const operator_name *op = depth == 0 ? binary_at(r, start, at, end) : NULL;
    const operator_name *before = depth == 0 && !op ? unary_at(r, at, end) : NULL;
    is_under = (is_under && (!op || op->level == LEVELS)) || (before && before->is_temporal);
    if (op && !is_under && (!found || op->level < found->level || (op->level == found->level && op->level > 1))) {
      found = op;
      *where = at;
    }
    if (op || before)
      at += strlen((op ? op : before)->name) - 1;
    else
      depth += nesting(*at);
  }
  return found;
}

static bool is_enclosed(const char *start, const char *end) {
  int depth = 0;
  if (*start != '(' || end[-1] != ')')
    return false;
  for (const char *at = start; at < end - 1; at++) {
    depth += nesting(*at);
    if (depth == 0)
      return false;
  }
  return true;
}

static const net_formula *fail(const formula_reader *r, const char *at, const char *hint, const char *message) {
  place here = {.file = "formula", .line = 1, .column = (uint32_t)(at - r->text) + 1};
  diag_add(r->d, DIAG_ERROR, here, hint, "%s", message);
  return NULL;
}

static net_formula *new_formula(const formula_reader *r, ltl_op op, const net_formula *left, const net_formula *right) {
  net_formula *f = ARENA_NEW(r->d->memory, net_formula);
  *f = (net_formula){.op = op, .left = left, .right = right};
  return f;
}

static const net_formula *read_atom(const formula_reader *r, const char *start, const char *end) {
  char *text = arena_copy(r->d->memory, r->text, (size_t)(end - r->text));
  for (char *at = text; at < text + (start - r->text); at++)
    *at = ' ';
  expr *condition = r->atom(r->language, r->d, text);
  if (!condition)
    return NULL;
  net_formula *f = new_formula(r, LTL_ATOM, NULL, NULL);
  f->atom = condition;
  return f;
}

static const net_formula *read_formula(formula_reader *r, const char *start, const char *end);

static const net_formula *read_unary(formula_reader *r, const operator_name *op, const char *at, const char *end) {
  if (op->op == LTL_NEXT)
    return fail(r, at, NULL, "X has no meaning here: time passes between steps, and executions are read continuously");
  const net_formula *operand = read_formula(r, at + strlen(op->name), end);
  return operand ? new_formula(r, op->op, operand, NULL) : NULL;
}

static const net_formula *read_inside(formula_reader *r, const char *start, const char *end) {
  const char *where = NULL;
  const operator_name *op = find_binary(r, start, end, &where);
  if (op) {
    const net_formula *left = read_formula(r, start, where);
    const net_formula *right = left ? read_formula(r, where + strlen(op->name), end) : NULL;
    return right ? new_formula(r, op->op, left, right) : NULL;
  }
  op = unary_at(r, start, end);
  if (op)
    return read_unary(r, op, start, end);
  if (is_enclosed(start, end))
    return read_formula(r, start + 1, end - 1);
  return fail(r, start, NULL, "a temporal operator cannot be used inside a condition");
}

static const net_formula *read_formula(formula_reader *r, const char *start, const char *end) {
  start = skip_blanks(start, end);
  end = last_used(start, end);
  if (start == end)
    return fail(r, start, NULL, "an operand is missing");
  if (!is_temporal(r, start, end))
    return read_atom(r, start, end);
  if (++r->depth > MOST_DEPTH)
    return fail(r, start, NULL, "the formula is nested too deeply");
  const net_formula *f = read_inside(r, start, end);
  r->depth--;
  return f;
}

const net_formula *formula_read(diags *d, const char *text, formula_atom atom, const void *language) {
  formula_reader r = {.d = d, .text = text, .atom = atom, .language = language};
  return read_formula(&r, text, text + strlen(text));
}

static bool follows_quantifier(const char *text, const char *at) {
  at = last_used(text, at);
  return at > text && (at[-1] == 'A' || at[-1] == 'E') && (at - 1 == text || (!is_word(at[-2]) && at[-2] != '.'));
}

bool formula_is_ltl(const char *text) {
  formula_reader r = {.text = text};
  const char *end = text + strlen(text);
  if (strstr(text, "-->"))
    return false;
  for (const char *at = text; at < end; at++) {
    const operator_name *one = unary_at(&r, at, end), *two = binary_at(&r, text, at, end);
    if ((two && two->is_temporal) || (one && one->is_temporal && !follows_quantifier(text, at)))
      return true;
  }
  return false;
}
