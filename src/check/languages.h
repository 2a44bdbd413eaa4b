// The languages that models can be written in. Adding one = its front end under lang/ and a row in the table.
#ifndef CHECK_LANGUAGES_H
#define CHECK_LANGUAGES_H

#include "model/network.h"

typedef struct check_language {
  const char *name, *summary;
  const char *endings; // ".pml .promela"
  // These return NULL, or false, on errors, which are in d then.
  //
  // The network is complete, but the caller calls net_finish(): a query file may be read before. *front_end is what the
  // front end keeps for parsing conditions and properties later; it is allocated in memory, as the network is.
  network *(*load)(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                   void **front_end);
  // Of a finished network, which does not change, nor does the front end. The result lies in the arena of d.
  expr *(*condition)(const void *front_end, diags *d, const char *text); // over globals and remote references
  // An expression over the same with a number as its value. NULL = condition() returns it as it is.
  expr *(*number)(const void *front_end, diags *d, const char *text);
  bool (*property)(const void *front_end, diags *d, const char *text, net_property *out); // in its own syntax
  // A model for a formula without one: the names in the formula are its variables. NULL = there is none.
  network *(*load_names)(arena *memory, diags *d, const char *formula, void **front_end);
  // Adds all of a file to the network's properties; before it is finished. NULL = the language has no such files.
  bool (*query_file)(void *front_end, diags *d, const char *file);
} check_language;

extern const check_language *const check_languages[]; // ends with NULL

const check_language *check_language_named(const char *name); // NULL if there is none

// By the file's ending and, where that is not enough, its content ("-" = standard input; the content of a pipe is not
// looked at: see check/input.h). NULL with a diagnostic if the language is not recognised or not supported.
const check_language *check_language_of(diags *d, const char *file);

#endif
