// The symbol table, and the diagnostics of the lowering.
#include "lang/uppaal/lower.h"

#include <string.h>

// A template is lowered once for each of its processes, but its errors are reported once.
static void add(upp *p, place at, const char *hint, const char *text) {
  for (const diag *d = p->d->first; d; d = d->next)
    if (d->at.line == at.line && d->at.column == at.column && d->at.file == at.file && strcmp(d->message, text) == 0)
      return;
  diag_add(p->d, DIAG_ERROR, at, hint, "%s", text);
}

void upp_error(upp *p, place at, const char *hint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(p, at, hint, arena_vprintf(p->d->memory, format, arguments));
  va_end(arguments);
}

scope *upp_scope_new(upp *p, scope *parent) {
  scope *s = ARENA_NEW(p->memory, scope);
  s->parent = parent;
  s->template_ = parent ? parent->template_ : NET_NONE;
  return s;
}

symbol *upp_symbol_here(const scope *s, const char *name) {
  for (symbol *at = s->symbols; at; at = at->next)
    if (strcmp(at->name, name) == 0)
      return at;
  return NULL;
}

symbol *upp_symbol_find(const scope *s, const char *name) {
  for (; s; s = s->parent) {
    symbol *found = upp_symbol_here(s, name);
    if (found)
      return found;
  }
  return NULL;
}

void upp_try_symbols(nearest *n, const scope *s, const scope *end) {
  for (; s != end; s = s->parent)
    for (const symbol *at = s->symbols; at; at = at->next)
      nearest_try(n, at->name);
}

symbol *upp_symbol_add(upp *p, scope *s, symbol_kind kind, const char *name, place at) {
  if (upp_symbol_here(s, name))
    upp_error(p, at, NULL, "'%s' is declared twice", name);
  symbol *added = ARENA_NEW(p->memory, symbol);
  *added = (symbol){.kind = kind, .name = name, .scope = s, .at = at, .next = s->symbols};
  s->symbols = added;
  return added;
}

void upp_symbol_number(upp *p, scope *s, const char *name, const shape *of, int32_t value, place at) {
  symbol *added = upp_symbol_add(p, s, SYMBOL_VALUE, name, at);
  added->shape = of;
  added->value = value;
}
