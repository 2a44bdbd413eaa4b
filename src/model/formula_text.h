// Reads LTL formulas over the conditions of any language: [] <> U W V (or R), with ! && || -> <-> (or not, and, or,
// imply) and parentheses around them. What contains no temporal operator is a condition, in the language's own syntax.
#ifndef MODEL_FORMULA_TEXT_H
#define MODEL_FORMULA_TEXT_H

#include "base/diag.h"
#include "model/network.h"

// Parses a condition. NULL on errors, which are in d.
typedef expr *(*formula_atom)(const void *language, diags *d, const char *text);

// Is it an LTL formula? Not if its only temporal operators follow a path quantifier (A[] p, E<> p) or it has -->.
bool formula_is_ltl(const char *text);

// The formula is allocated in the memory of d. NULL on errors, which are in d. A condition comes at its place in the
// text, after blanks, so that columns in messages are those of the text.
const net_formula *formula_read(diags *d, const char *text, formula_atom atom, const void *language);

#endif
