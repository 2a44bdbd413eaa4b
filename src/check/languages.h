// The languages that models can be written in. Adding one = its front end under lang/ and a row in the table.
#ifndef CHECK_LANGUAGES_H
#define CHECK_LANGUAGES_H

#include "model/network.h"

typedef struct check_language {
  const char *name, *summary;
  const char *endings; // ".pml .promela"
  // These return NULL, or false, on errors, which are in d then.
  network *(*load)(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count);
  expr *(*condition)(network *n, diags *d, const char *text); // over globals and remote references
  // What the language may have besides; NULL = it has not.
  bool (*property)(network *n, diags *d, const char *text, net_property *out); // a property in its own syntax
  bool (*query_file)(network *n, diags *d, const char *file); // adds all of a file to the network's properties
} check_language;

extern const check_language *const check_languages[]; // ends with NULL

const check_language *check_language_named(const char *name); // NULL if there is none

// By the file's ending and, where that does not tell, its content ("-" = standard input is not looked at). NULL with a
// diagnostic if it cannot be told or the language is not supported (yet).
const check_language *check_language_of(diags *d, const char *file);

#endif
