// From text to syntax tree.
#ifndef LANG_PROMELA_PARSE_H
#define LANG_PROMELA_PARSE_H

#include "lang/promela/ast.h"

// Text that went through the preprocessor: `# 12 "file.pml"` lines say where each line comes from.
typedef struct pml_text {
  const char *text; // ends with 0
  size_t length;
  const char *file; // the name of the model, for places before the first such line
} pml_text;

// Runs the system's cpp on the file ("-" = standard input), with arguments such as -DN=3 -UX -Idir. On failure adds a
// diagnostic and returns false. Where there is no cpp, a text without # lines is read as it is.
bool pml_preprocess(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                    pml_text *out);

// Returns NULL if there were errors (all of them in d).
ast_model *pml_parse(arena *memory, diags *d, const pml_text *source);
// An expression on its own: --invariant, or an LTL formula. The text stands for itself in places (file = name).
ast_expr *pml_parse_expression(arena *memory, diags *d, const char *name, const char *text, bool ltl);

#endif
