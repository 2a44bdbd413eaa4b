// The preprocessor and the parser: from a file to a syntax tree.
#ifndef LANG_PROMELA_PARSE_H
#define LANG_PROMELA_PARSE_H

#include "lang/promela/ast.h"

// Preprocessed text. Line markers `# 12 "file.pml"` give the origin of the lines.
typedef struct pml_text {
  const char *text; // ends with 0
  size_t length;
  const char *file; // the file name for places before the first line marker
} pml_text;

// Runs the system's cpp on the file ("-" = standard input), with arguments such as -DN=3 -UX -Idir. On failure adds a
// diagnostic and returns false. If there is no cpp, a file without directives is used unprocessed.
bool pml_preprocess(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                    pml_text *out);

// The text, such as a formula, with the macros that the file defines. NULL if that is not possible: the model came from
// standard input, or there is no cpp.
char *pml_expand_macros(arena *memory, const char *text, const char *file, const char *const *arguments,
                        uint32_t count);

// Returns NULL on errors, which are in d.
ast_model *pml_parse(arena *memory, diags *d, const pml_text *source);
// Parses a separate expression, such as an invariant or an LTL formula. Places are those in the text, with name as the
// file. Returns NULL on errors.
ast_expr *pml_parse_expression(arena *memory, diags *d, const char *name, const char *text, bool ltl);

#endif
