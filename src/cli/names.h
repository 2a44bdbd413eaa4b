// The names that can be used on the command line, by kind, out of the tables of the library.
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include "base/keys.h"
#include <stdbool.h>
#include <stdint.h>

enum { NAME_TRAITS = 4 };

typedef struct cli_trait {
  const char *name; // "complete"; NULL = no more
  bool value;
} cli_trait;

typedef struct cli_name {
  const char *name, *summary;
  const char *ending; // of files, "" = none
  cli_trait traits[NAME_TRAITS];
  const option_key *keys; // NULL = none
} cli_name;

typedef struct cli_kind {
  const char *name, *singular;
  bool (*at)(uint32_t index, cli_name *out); // false when there are no more
} cli_kind;

extern const cli_kind cli_kinds[];
extern const uint32_t cli_kind_count;
const cli_kind *cli_kind_named(const char *name); // also by the singular; NULL if there is none

#endif
