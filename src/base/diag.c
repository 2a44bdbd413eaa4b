#include "base/diag.h"

#include <stdarg.h>

#define DEFAULT_LIMIT 20

bool diag_add(diags *d, diag_kind kind, place at, const char *hint, const char *format, ...) {
  uint32_t limit = d->limit ? d->limit : DEFAULT_LIMIT;
  if (d->errors >= limit)
    return false;
  diag *entry = ARENA_NEW(d->memory, diag);
  va_list arguments;
  va_start(arguments, format);
  entry->message = arena_vprintf(d->memory, format, arguments);
  va_end(arguments);
  entry->kind = kind;
  entry->at = at;
  entry->hint = hint ? arena_string(d->memory, hint) : NULL;
  if (d->last)
    d->last->next = entry;
  else
    d->first = entry;
  d->last = entry;
  if (kind != DIAG_WARNING)
    d->errors++;
  if (kind == DIAG_UNSUPPORTED)
    d->unsupported++;
  return d->errors < limit;
}
