#include "cli/options.h"

#include "cli/commands.h"
#include <string.h>

#define ANY (MODEL | VERB_LIST)
#define MODEL (VERB_CHECK | VERB_COMPARE | VERB_REPLAY | VERB_SHORTEN | VERB_INFO | VERB_CONVERT)
#define SEARCHES (VERB_CHECK | VERB_COMPARE)
#define LIMITED (SEARCHES | VERB_SHORTEN)

const cli_option cli_options[] = {
    {0, "search", "NAME",
     "how to search; auto: several by turns, with estimates; compare takes several, repeated or with commas",
     OPTION_SEARCH, LIMITED, "@searches"},
    {0, "heuristic", "NAME", "estimate of the distance to an error; compare takes several", OPTION_HEURISTIC, LIMITED,
     "@heuristics"},
    {0, "store", "NAME", "how visited states are kept", OPTION_STORE, SEARCHES, "@stores"},
    {0, "reduce", "NAME,...|none",
     "reductions of the state space; auto: por where the length of a trace does not matter", OPTION_REDUCE, SEARCHES,
     "por none"},
    {0, "cost", "NAME|lex:NAME,NAME",
     "what the steps of a trace cost together; lex: by the first, among equals by the second", OPTION_COST, VERB_CHECK,
     "@costs"},
    {0, "weights", "FILE",
     "what single steps cost: lines PATTERN WEIGHT, the pattern for 'process: statement' as in 'P: x = *'",
     OPTION_WEIGHTS, VERB_CHECK, "%file"},
    {0, "first", NULL, "stop at the first error, however long its trace", OPTION_FIRST, VERB_CHECK, NULL},
    {0, "shortest", NULL, "want a shortest trace, proved", OPTION_SHORTEST, VERB_CHECK, NULL},
    {0, "fastest", NULL, "of a timed model: want a trace that takes the least time, proved", OPTION_FASTEST, VERB_CHECK,
     NULL},
    {'t', NULL, "0|1|2", "as in verifyta: some trace (--first), a shortest one, a fastest one", OPTION_SOME_TRACE,
     VERB_CHECK, "0 1 2"},
    {'o', NULL, "0|1", "as in verifyta: breadth first (--search bfs), depth first (--search dfs)", OPTION_ORDER,
     VERB_CHECK, "0 1"},
    {0, "census", NULL, "explore everything, stop at no error, and count the states (stats.census)", OPTION_CENSUS,
     VERB_CHECK, NULL},
    {0, "property", "NAME|NUMBER|KIND",
     "check this property of the model, or assertions (assert) or invalid end states (deadlock) "
     "alone; repeatable. Default: the queries of a timed model, else assertions and invalid end states",
     OPTION_PROPERTY, LIMITED, "safety assert deadlock"},
    {0, "invariant", "EXPR", "check that the condition always holds (inside atomic sequences it need not); repeatable",
     OPTION_INVARIANT, LIMITED, NULL},
    {0, "query", "FILE",
     "check the queries of the file (UPPAAL's .q) instead of those in the model; a PROPERTY that names such a file "
     "does "
     "the same",
     OPTION_QUERY, LIMITED | VERB_INFO, "%file"},
    {0, "ltl", "NAME", "check the ltl formula of this name", OPTION_LTL, SEARCHES, NULL},
    {0, "time-limit", "SECONDS", "give up after so long (undecided); compare: for each run, 10 if not given",
     OPTION_TIME_LIMIT, LIMITED, NULL},
    {0, "memory-limit", "BYTES[K|M|G]",
     "give up rather than use more memory; default: 80 % of what the machine or control group "
     "gives",
     OPTION_MEMORY_LIMIT, MODEL, NULL},
    {0, "max-states", "N", "give up after so many states", OPTION_MAX_STATES, SEARCHES, NULL},
    {0, "seed", "N", "start of the random numbers, for searches that use them", OPTION_SEED, VERB_CHECK, NULL},
    {0, "threads", "N", "how many threads may search", OPTION_THREADS, VERB_CHECK, NULL},
    {0, "trace", "FORMAT[=FILE]", "write the trace in this format, to the file or standard output; repeatable",
     OPTION_TRACE, VERB_CHECK | VERB_REPLAY | VERB_SHORTEN, "@formats"},
    {0, "csv", "[=FILE]", "write the table as comma-separated values, to the file or instead of the text", OPTION_CSV,
     VERB_COMPARE, NULL},
    {0, "svg", "[=FILE]", "draw lengths of traces against expanded states, to the file or instead of the text",
     OPTION_SVG, VERB_COMPARE, NULL},
    {0, "to", "FORMAT", "the format to convert to", OPTION_TO, VERB_CONVERT, "@formats"},
    {'o', "output", "FILE", "write there instead of standard output", OPTION_OUTPUT, VERB_CONVERT, "%file"},
    {0, "lang", "NAME", "the language of the model; default: from the file's ending and content", OPTION_LANG, MODEL,
     "@languages"},
    {'D', NULL, "NAME[=VALUE]", "define a macro for the preprocessor", OPTION_DEFINE, MODEL, NULL},
    {'U', NULL, "NAME", "undefine a macro for the preprocessor", OPTION_UNDEFINE, MODEL, NULL},
    {'I', NULL, "DIR", "look for included files there too", OPTION_INCLUDE, MODEL, "%file"},
    {0, "json", NULL, "print one JSON document instead of text", OPTION_JSON,
     LIMITED | VERB_REPLAY | VERB_INFO | VERB_LIST, NULL},
    {0, "color", "[=WHEN]", "colour: auto (on a terminal, unless NO_COLOR is set), always, never", OPTION_COLOR, ANY,
     "auto always never"},
    {0, "progress", NULL, "show progress on standard error even if it is no terminal", OPTION_PROGRESS, LIMITED, NULL},
    {'q', "quiet", NULL, "print the verdict only; compare: no table", OPTION_QUIET, LIMITED | VERB_REPLAY, NULL},
    {'v', "verbose", NULL, "print more: statistics of a check, automata of a model", OPTION_VERBOSE,
     VERB_CHECK | VERB_SHORTEN | VERB_INFO, NULL},
    {'h', "help", NULL, "print this help", OPTION_HELP, ANY | VERB_NONE, NULL},
    {'V', "version", NULL, "print the version", OPTION_VERSION, ANY | VERB_NONE, NULL},
    {0, "generate", "man|bash|zsh|fish", "print the manual page or the completions for a shell", OPTION_GENERATE,
     VERB_NONE, "man bash zsh fish"},
};
const uint32_t cli_option_count = sizeof cli_options / sizeof *cli_options;

const cli_verb cli_verbs[] = {
    {"check", "MODEL [PROPERTY...]", "find an error, or show that there is none",
     "beeline check model.pml  # assertions and invalid end states, with a shortest trace\n"
     "beeline check --first model.pml  # any error, as soon as possible\n"
     "beeline check -DN=4 --invariant 'count <= N' model.pml  # a condition of your own\n"
     "beeline check --trace trail=model.pml.trail model.pml  # a trail for spin -t\n"
     "beeline check model.xta 'E<> P.crash' -t 2  # a query of UPPAAL, with a fastest trace\n"
     "beeline check model.tck labels=cs1,cs2  # TChecker: can both labels be reached together?\n"
     "beeline check --json --time-limit 60 model.pml  # for scripts\n",
     VERB_CHECK, 1, UINT32_MAX, command_check},
    {"replay", "MODEL TRACE", "run a trace again and print it; says whether it is a real execution",
     "beeline replay model.pml model.pml.trail  # a trail that SPIN or Beeline wrote\n"
     "beeline replay --trace full model.pml error.itf.json  # with all variables at every step\n",
     VERB_REPLAY, 2, 2, command_replay},
    {"shorten", "MODEL TRACE [PROPERTY]", "make a given trace shorter (also one that SPIN wrote)",
     "beeline shorten model.pml model.pml.trail  # a trail that SPIN or Beeline wrote\n"
     "beeline shorten --trace trail=short.trail model.pml model.pml.trail\n"
     "beeline shorten --heuristic hamming model.pml error.itf.json  # to the very same error state\n"
     "beeline shorten model.xml long.xtr 'E<> P.crash'  # a trace that answers a query\n",
     VERB_SHORTEN, 2, 4, command_shorten},
    {"info", "MODEL", "what was read: processes, variables, channels, properties",
     "beeline info model.pml\n"
     "beeline info --json -DN=3 model.pml\n",
     VERB_INFO, 1, 1, command_info},
    {"compare", "MODEL [PROPERTY]", "run several searches and heuristics side by side, print a table",
     "beeline compare model.pml  # all of them, at most 10 s each\n"
     "beeline compare --search bfs,dfs --max-states 100000 model.pml\n"
     "beeline compare --svg=model.svg --csv=model.csv model.pml  # with a plot, and a table for other programs\n",
     VERB_COMPARE, 1, 3, command_compare},
    {"convert", "MODEL TRACE --to FORMAT", "write a trace in another format",
     "beeline convert model.pml model.pml.trail --to itf -o error.itf.json\n"
     "beeline convert model.pml error.itf.json --to trail > model.pml.trail\n",
     VERB_CONVERT, 1, 2, command_convert},
    {"list", "[KIND]", "searches, heuristics, stores, reductions, costs, languages, formats, with their properties",
     "beeline list\n"
     "beeline list formats\n",
     VERB_LIST, 0, 1, command_list},
};
const uint32_t cli_verb_count = sizeof cli_verbs / sizeof *cli_verbs;

const cli_verb *cli_verb_named(const char *name) {
  for (uint32_t i = 0; i < cli_verb_count; i++)
    if (strcmp(cli_verbs[i].name, name) == 0)
      return &cli_verbs[i];
  return NULL;
}
