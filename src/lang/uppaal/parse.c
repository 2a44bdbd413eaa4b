// The entry points for models and conditions.
#include "lang/uppaal/parser.h"

#include <string.h>

static bool is_xml(const char *text, size_t length) {
  size_t i = length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
  if (length >= 2 && (!memcmp(text, "\xFE\xFF", 2) || !memcmp(text, "\xFF\xFE", 2))) // UTF-16
    return true;
  while (i < length && upp_is_blank(text[i]))
    i++;
  return i < length && text[i] == '<';
}

static upp_model *parse(arena *memory, diags *d, const char *file, const char *text, size_t length, bool is_old) {
  upp_parser p;
  uint32_t errors = d->errors;
  upp_open(&p, memory, d, is_old);
  upp_declare_builtin(&p);
  p.model = ARENA_NEW(memory, upp_model);
  p.model->memory = memory;
  if (is_xml(text, length)) {
    const upp_element *root = upp_read_xml(memory, d, file, text, length);
    if (root)
      upp_parse_xml(&p, root);
  } else {
    upp_begin(&p, &(upp_text){.file = file, .text = text, .length = length}, "file");
    upp_parse_section(&p);
  }
  if (!p.has_system && d->errors == errors)
    upp_report(&p, (place){file, 1, 1}, "add: system P, Q;", "the model has no system line, so no process exists");
  return d->errors == errors && !p.stop ? p.model : NULL;
}

// A .ta file is in the syntax of 3.x, or else in that of later versions.
upp_model *upp_parse(arena *memory, diags *d, const char *file, const char *text, size_t length) {
  size_t end = file ? strlen(file) : 0;
  bool is_old = end > 3 && !strcmp(file + end - 3, ".ta");
  diags problems = {.memory = d->memory, .limit = d->limit};
  if (!is_old)
    return parse(memory, d, file, text, length, false);
  upp_model *model = parse(memory, &problems, file, text, length, true);
  diags others = {.memory = d->memory, .limit = d->limit};
  if (!model)
    model = parse(memory, &others, file, text, length, false);
  for (const diag *at = model ? NULL : problems.first; at; at = at->next)
    diag_add(d, at->kind, at->at, at->hint, "%s", at->message);
  return model;
}

upp_expr *upp_parse_condition(arena *memory, diags *d, const char *file, const char *text) {
  upp_parser p;
  uint32_t errors = d->errors;
  upp_open(&p, memory, d, false);
  p.in_query = true;
  upp_begin(&p, &(upp_text){.file = file, .text = text, .length = strlen(text)}, "condition");
  upp_expr *e = upp_parse_expr(&p);
  upp_expect_end(&p);
  return d->errors == errors && !p.stop ? e : NULL;
}
