#include "cli/options.h"

#include "cli/commands.h"
#include "cli/set.h"
#include <stddef.h>
#include <string.h>

#define ANY (MODEL | VERB_LIST)
#define MODEL (VERB_CHECK | VERB_COMPARE | VERB_REPLAY | VERB_SHORTEN | VERB_INFO | VERB_CONVERT)
#define SEARCHES (VERB_CHECK | VERB_COMPARE)
#define LIMITED (SEARCHES | VERB_SHORTEN)

// The functions that set plain fields. A field of another type than the function's does not compile.
#define FIELD(set, type, field)                                                                                        \
  set, offsetof(cli_request, field) + 0 * sizeof(&((cli_request *)NULL)->field == (type *)NULL)
#define FLAG(field) FIELD(cli_set_flag, bool, field)
#define TEXT(field) FIELD(cli_set_text, const char *, field)
#define TEXTS(field) FIELD(cli_set_texts, cli_texts, field)
#define COUNT(field) FIELD(cli_set_count, uint64_t, field)
#define SMALL_COUNT(field) FIELD(cli_set_small_count, uint32_t, field)
#define BYTES(field) FIELD(cli_set_bytes, uint64_t, field)
#define SECONDS(field) FIELD(cli_set_seconds, double, field)
#define SHEET(field) FIELD(cli_set_sheet, cli_sheet, field)
#define SPECIAL(set) set, 0

const cli_option cli_options[] = {
    {0, "search", "NAME",
     "how to search; auto: several by turns, with estimates; compare takes several, repeated or with commas", LIMITED,
     "@searches", SPECIAL(cli_set_search)},
    {0, "heuristic", "NAME", "estimate of the distance to an error; compare takes several", LIMITED, "@heuristics",
     SPECIAL(cli_set_heuristic)},
    {0, "store", "NAME", "how visited states are kept", SEARCHES, "@stores", TEXT(check.store)},
    {0, "reduce", "NAME,...|none",
     "reductions of the state space; auto: por where the length of a trace does not matter", SEARCHES, "por none",
     TEXT(check.reduce)},
    {0, "cost", "NAME|lex:NAME,NAME",
     "what the steps of a trace cost together; lex: by the first, among equals by the second", VERB_CHECK, "@costs",
     TEXT(check.cost)},
    {0, "weights", "FILE",
     "what single steps cost: lines PATTERN WEIGHT, the pattern for 'process: statement' as in 'P: x = *'", VERB_CHECK,
     "%file", TEXT(check.weights)},
    {0, "first", NULL, "stop at the first error, however long its trace", VERB_CHECK, NULL, SPECIAL(cli_set_first)},
    {0, "shortest", NULL, "want a shortest trace, proved", VERB_CHECK, NULL, SPECIAL(cli_set_shortest)},
    {0, "fastest", NULL, "of a timed model: want a trace that takes the least time, proved", VERB_CHECK, NULL,
     SPECIAL(cli_set_fastest)},
    {'t', NULL, "0|1|2", "as in verifyta: some trace (--first), a shortest one, a fastest one", VERB_CHECK, "0 1 2",
     SPECIAL(cli_set_trace_kind)},
    {'o', NULL, "0|1", "as in verifyta: breadth first (--search bfs), depth first (--search dfs)", VERB_CHECK, "0 1",
     SPECIAL(cli_set_order)},
    {0, "census", NULL, "explore everything, stop at no error, and count the states (stats.census)", VERB_CHECK, NULL,
     SPECIAL(cli_set_census)},
    {0, "property", "NAME|NUMBER|KIND",
     "check this property of the model, or assertions (assert) or invalid end states (deadlock) "
     "alone; repeatable. Default: the queries of a timed model, else assertions and invalid end states",
     LIMITED, "safety assert deadlock", TEXTS(properties)},
    {0, "invariant", "EXPR", "check that the condition always holds (inside atomic sequences it need not); repeatable",
     LIMITED, NULL, TEXTS(invariants)},
    {0, "query", "FILE",
     "check the queries of the file (UPPAAL's .q) instead of those in the model; a PROPERTY that names such a file "
     "does "
     "the same",
     LIMITED | VERB_INFO, "%file", TEXT(load.query_file)},
    {0, "ltl", "NAME", "check the ltl formula of this name", SEARCHES, NULL, SPECIAL(cli_set_ltl)},
    {0, "time-limit", "SECONDS", "give up after so long (undecided); compare: for each run, 10 if not given", LIMITED,
     NULL, SECONDS(check.time_limit)},
    {0, "memory-limit", "BYTES[K|M|G]",
     "give up rather than use more memory; default: 80 % of what the machine or control group "
     "gives",
     MODEL, NULL, BYTES(load.memory_limit)},
    {0, "max-states", "N", "give up after so many states", SEARCHES, NULL, COUNT(check.max_states)},
    {0, "seed", "N", "start of the random numbers, for searches that use them", VERB_CHECK, NULL, COUNT(check.seed)},
    {0, "threads", "N", "how many threads may search", VERB_CHECK, NULL, SMALL_COUNT(check.threads)},
    {0, "trace", "FORMAT[=FILE]", "write the trace in this format, to the file or standard output; repeatable",
     VERB_CHECK | VERB_REPLAY | VERB_SHORTEN, "@formats", SPECIAL(cli_set_trace)},
    {0, "csv", "[=FILE]", "write the table as comma-separated values, to the file or instead of the text", VERB_COMPARE,
     NULL, SHEET(csv)},
    {0, "svg", "[=FILE]", "draw lengths of traces against expanded states, to the file or instead of the text",
     VERB_COMPARE, NULL, SHEET(svg)},
    {0, "to", "FORMAT", "the format to convert to", VERB_CONVERT, "@formats", TEXT(to)},
    {'o', "output", "FILE", "write there instead of standard output", VERB_CONVERT, "%file", SPECIAL(cli_set_output)},
    {0, "lang", "NAME", "the language of the model; default: from the file's ending and content", MODEL, "@languages",
     TEXT(load.language)},
    {'D', NULL, "NAME[=VALUE]", "define a macro for the preprocessor", MODEL, NULL, SPECIAL(cli_set_define)},
    {'U', NULL, "NAME", "undefine a macro for the preprocessor", MODEL, NULL, SPECIAL(cli_set_undefine)},
    {'I', NULL, "DIR", "look for included files there too", MODEL, "%file", SPECIAL(cli_set_include)},
    {0, "json", NULL, "print one JSON document instead of text", LIMITED | VERB_REPLAY | VERB_INFO | VERB_LIST, NULL,
     FLAG(json)},
    {0, "color", "[=WHEN]", "colour: auto (on a terminal, unless NO_COLOR is set), always, never", ANY,
     "auto always never", SPECIAL(cli_set_color)},
    {0, "progress", NULL, "show progress on standard error even if it is no terminal", LIMITED, NULL, FLAG(progress)},
    {'q', "quiet", NULL, "print the verdict only; compare: no table", LIMITED | VERB_REPLAY, NULL, FLAG(quiet)},
    {'v', "verbose", NULL, "print more: statistics of a check, automata of a model",
     VERB_CHECK | VERB_SHORTEN | VERB_INFO, NULL, FLAG(verbose)},
    {'h', "help", NULL, "print this help", ANY | VERB_NONE, NULL, FLAG(help)},
    {'V', "version", NULL, "print the version", ANY | VERB_NONE, NULL, FLAG(version)},
    {0, "generate", "man|bash|zsh|fish", "print the manual page or the completions for a shell", VERB_NONE,
     "man bash zsh fish", TEXT(generate)},
};
const uint32_t cli_option_count = sizeof cli_options / sizeof *cli_options;

const char *cli_spelling(const cli_option *o, char buffer[static 32]) {
  snprintf(buffer, 32, o->name ? "--%s" : "-%.0s%c", o->name ? o->name : "", o->letter);
  return buffer;
}

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
