// The verbs and options of the program, as tables. Parsing, --help, the manual page and the completions use them.
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
  VERB_SHORTEN = 128,
  VERB_HELP = 256
};

typedef struct cli_request cli_request;

// A plain option is a line in the table and a field of the request, or of the library's options inside it: `set` is the
// function for the field's type. Any other option has a function of its own. See cli/set.h.
typedef struct cli_option {
  char letter;          // 0 = none
  const char *name;     // NULL = only the letter
  const char *argument; // NULL = none; "[=WHEN]" = optional
  const char *help;
  unsigned verbs;
  // Completions of the argument: words, of which the first may be "@KIND" (the names that `beeline list KIND` prints);
  // or "%file"; NULL = none. The names of a kind are also shown in the help.
  const char *values;
  // Stores the value in the request; value NULL = no argument. Returns false after printing an error.
  bool (*set)(cli_request *request, const struct cli_option *option, const char *value);
  size_t place; // offset of the field in the request
} cli_option;

extern const cli_option cli_options[];
extern const uint32_t cli_option_count;
// "--name" or "-D", written to the buffer, which is returned.
const char *cli_spelling(const cli_option *option, char buffer[static 32]);

typedef VEC(const char *) cli_texts;

typedef struct cli_trace {
  const char *format, *file; // file NULL = standard output
} cli_trace;

typedef struct cli_export { // the result in another format: CSV, SVG
  bool is_wanted;
  const char *file; // NULL = standard output
} cli_export;

typedef struct cli_verb {
  const char *name;
  const char *arguments; // "MODEL [PROPERTY...]"
  const char *summary;
  const char *examples; // lines "command  # comment"
  unsigned bit;
  uint32_t least, most; // number of arguments
  uint32_t files;       // how many of them are files: a model, a trace
  beeline_status (*run)(cli_request *request);
} cli_verb;

extern const cli_verb cli_verbs[];
extern const uint32_t cli_verb_count;
const cli_verb *cli_verb_named(const char *name); // NULL if there is none

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } cli_color;

struct cli_request { // the parsed command line; strings are borrowed from argv
  mem *memory;
  const cli_verb *verb;
  cli_texts arguments, cpp;
  cli_texts searches, heuristics; // all that were given, for compare; check.search is the last one
  cli_texts properties, invariants;
  VEC(cli_trace) traces;
  cli_export csv, svg, dot;
  beeline_options check;
  beeline_load_options load;
  double started; // on clock_wall()
  const char *to, *output, *formula, *generate;
  cli_color color;
  bool json, progress, quiet, verbose, help, version;
  FILE *text;              // of verdicts and statistics: standard output, unless a document is written to that
  struct json_t *messages; // everything that was said on standard error, for --json
};

// Fills in the request. Returns false after printing an error.
bool cli_parse(cli_request *request, int argc, char **argv);

#endif
