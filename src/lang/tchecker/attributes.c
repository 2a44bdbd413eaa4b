#include "lang/tchecker/tck.h"

#include <string.h>

bool tck_is_at_value_end(const tck *t) { return !*t->at || *t->at == ':' || *t->at == '}'; }

void tck_skip_value(tck *t) {
  for (tck_skip_blanks(t); !tck_is_at_value_end(t); tck_skip_blanks(t))
    t->at++;
}

static void read_attribute(tck *t, const tck_attribute *rows, void *declaration, uint64_t *seen) {
  place at = tck_here(t);
  const char *key = tck_identifier(t, "the name of an attribute");
  if (!key || !tck_expect(t, ":"))
    return;
  for (uint32_t i = 0; rows && rows[i].key; i++) {
    if (strcmp(rows[i].key, key) != 0)
      continue;
    if (*seen >> i & 1)
      tck_error(t, at, NULL, "attribute '%s' is given twice", key);
    *seen |= (uint64_t)1 << i;
    rows[i].read(t, declaration);
    return;
  }
  diag_add(t->d, DIAG_WARNING, at, NULL, "unknown attribute '%s' is ignored", key);
  tck_skip_value(t);
}

void tck_attributes(tck *t, const tck_attribute *rows, void *declaration) {
  uint64_t seen = 0;
  if (!tck_accept(t, "{"))
    return;
  t->in_braces = true;
  tck_skip_blanks(t);
  while (!t->has_failed && *t->at && *t->at != '}') {
    read_attribute(t, rows, declaration, &seen);
    tck_skip_blanks(t);
    if (*t->at && *t->at != '}')
      tck_expect(t, ":");
    tck_skip_blanks(t);
  }
  tck_expect(t, "}");
  t->in_braces = false;
}

const char *tck_new_name(tck *t, name_space space, uint32_t scope, const char *what, place *at) {
  *at = tck_here(t);
  const char *name = tck_identifier(t, "a name");
  if (name && names_find(&t->names, space, scope, name) != NAME_UNKNOWN)
    tck_error(t, *at, NULL, "%s '%s' is declared twice", what, name);
  return t->has_failed ? NULL : name;
}

uint32_t tck_known_name(tck *t, name_space space, uint32_t scope, const char *what) {
  place at = tck_here(t);
  const char *name = tck_identifier(t, what);
  uint32_t found = name ? names_find(&t->names, space, scope, name) : NAME_UNKNOWN;
  if (name && found == NAME_UNKNOWN) {
    nearest like = {.wanted = name};
    names_try(&t->names, space, scope, &like);
    tck_error(t, at, like.name ? nearest_hint(&like, t->memory) : "declare it before it is used", "unknown %s '%s'",
              strchr(what, ' ') + 1, // without the article
              name);
  }
  return found;
}
