// The names of searches, heuristics, ... for the command line, by kind, from the tables of the library.
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include "base/keys.h"
#include <stdbool.h>
#include <stdint.h>

enum { NAME_TRAITS = 5 };

typedef struct cli_trait {
  const char *name; // "complete"; NULL = end of the list
  bool value;
} cli_trait;

typedef struct cli_name {
  const char *name, *summary;
  const char *ending; // file extensions; NULL or "" = none
  cli_trait traits[NAME_TRAITS];
  const option_key *keys; // NULL = none
  unsigned verbs;         // VERB_CHECK ...: those that take the name; 0 = all
} cli_name;

typedef struct cli_kind {
  const char *name, *singular;
  bool (*at)(uint32_t index, cli_name *out); // false if index is past the last name
} cli_kind;

extern const cli_kind cli_kinds[];
extern const uint32_t cli_kind_count;
const cli_kind *cli_kind_named(const char *name); // plural or singular; NULL if there is none

#endif
