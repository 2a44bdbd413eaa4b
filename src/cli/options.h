// The verbs and options of the program, as tables: parsing, --help, the manual page and the completions all come from
// them.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/vec.h"
#include "beeline.h"

enum {
  VERB_CHECK = 1,
  VERB_REPLAY = 2,
  VERB_INFO = 4,
  VERB_CONVERT = 8,
  VERB_LIST = 16,
  VERB_NONE = 32,
  VERB_COMPARE = 64,
  VERB_SHORTEN = 128
};

typedef enum {
  OPTION_SEARCH,
  OPTION_HEURISTIC,
  OPTION_STORE,
  OPTION_REDUCE,
  OPTION_COST,
  OPTION_WEIGHTS,
  OPTION_FIRST,
  OPTION_SHORTEST,
  OPTION_FASTEST,
  OPTION_SOME_TRACE,
  OPTION_ORDER,
  OPTION_CENSUS,
  OPTION_PROPERTY,
  OPTION_INVARIANT,
  OPTION_LTL,
  OPTION_QUERY,
  OPTION_TIME_LIMIT,
  OPTION_MEMORY_LIMIT,
  OPTION_MAX_STATES,
  OPTION_SEED,
  OPTION_THREADS,
  OPTION_TRACE,
  OPTION_CSV,
  OPTION_SVG,
  OPTION_TO,
  OPTION_OUTPUT,
  OPTION_LANG,
  OPTION_DEFINE,
  OPTION_UNDEFINE,
  OPTION_INCLUDE,
  OPTION_JSON,
  OPTION_COLOR,
  OPTION_PROGRESS,
  OPTION_QUIET,
  OPTION_VERBOSE,
  OPTION_HELP,
  OPTION_VERSION,
  OPTION_GENERATE
} cli_option_id;

typedef struct cli_option {
  char letter;          // 0 = none
  const char *name;     // NULL = only the letter
  const char *argument; // NULL = none; "[=WHEN]" = may be left out
  const char *help;
  cli_option_id id;
  unsigned verbs;
  // What completes the argument: words, "@KIND" for the names that `beeline list KIND` prints, "%file"; NULL = nothing.
  const char *values;
} cli_option;

extern const cli_option cli_options[];
extern const uint32_t cli_option_count;

typedef struct cli_trace {
  const char *format, *file; // file NULL = standard output
} cli_trace;

typedef struct cli_sheet { // an output that may be asked for beside the text
  bool is_wanted;
  const char *file; // NULL = standard output
} cli_sheet;

typedef struct cli_request cli_request;

typedef struct cli_verb {
  const char *name;
  const char *arguments; // "MODEL [PROPERTY...]"
  const char *summary;
  const char *examples; // lines "command  # what it does"
  unsigned bit;
  uint32_t least, most; // how many arguments
  beeline_status (*run)(cli_request *request);
} cli_verb;

extern const cli_verb cli_verbs[];
extern const uint32_t cli_verb_count;
const cli_verb *cli_verb_named(const char *name); // NULL if there is none

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } cli_color;

struct cli_request { // what the command line asks for; strings are borrowed from argv
  mem *memory;
  const cli_verb *verb;
  VEC(const char *) arguments;
  VEC(const char *) cpp;
  VEC(const char *) searches; // all that were named; check takes the last, which is in its options as well
  VEC(const char *) heuristics;
  VEC(const char *) properties;
  VEC(const char *) invariants;
  VEC(cli_trace) traces;
  cli_sheet csv, svg;
  beeline_options check;
  beeline_load_options load;
  double started; // on clock_wall()
  const char *to, *output, *generate;
  cli_color color;
  bool json, progress, quiet, verbose, help, version;
};

// Fills in the request. False after having printed what is wrong.
bool cli_parse(cli_request *request, int argc, char **argv);

#endif
