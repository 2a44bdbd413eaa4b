#include "cli/options.h"

#include "cli/commands.h"
#include "cli/set.h"
#include <stddef.h>
#include <string.h>

#define ANY (MODEL | VERB_LIST | VERB_HELP)
#define MODEL (VERB_CHECK | VERB_COMPARE | VERB_REPLAY | VERB_SHORTEN | VERB_INFO | VERB_CONVERT)
#define SEARCHES (VERB_CHECK | VERB_COMPARE)
#define LIMITED (SEARCHES | VERB_SHORTEN)
#define ASKED (LIMITED | VERB_REPLAY)

// The functions that set plain fields. A field whose type is not the function's is a compile error.
#define FIELD(set, type, field)                                                                                        \
  set, offsetof(cli_request, field) + 0 * sizeof(&((cli_request *)NULL)->field == (type *)NULL)
#define FLAG(field) FIELD(cli_set_flag, bool, field)
#define TEXT(field) FIELD(cli_set_text, const char *, field)
#define TEXTS(field) FIELD(cli_set_texts, cli_texts, field)
#define COUNT(field) FIELD(cli_set_count, uint64_t, field)
#define BYTES(field) FIELD(cli_set_bytes, uint64_t, field)
#define SECONDS(field) FIELD(cli_set_seconds, double, field)
#define EXPORT(field) FIELD(cli_set_export, cli_export, field)
#define SPECIAL(set) set, 0

const cli_option cli_options[] = {
    {0, "search", "NAME", "search algorithm", VERB_CHECK | VERB_SHORTEN, "@searches", SPECIAL(cli_set_search)},
    {0, "search", "NAME,...", "the searches to compare; default: all but auto", VERB_COMPARE, "@searches",
     SPECIAL(cli_set_search)},
    {0, "heuristic", "NAME", "estimate of the distance to an error", VERB_CHECK | VERB_SHORTEN, "@heuristics",
     SPECIAL(cli_set_heuristic)},
    {0, "heuristic", "NAME,...", "the heuristics to compare; default: all", VERB_COMPARE, "@heuristics",
     SPECIAL(cli_set_heuristic)},
    {0, "store", "NAME", "data structure for the visited states", SEARCHES, "@stores", TEXT(check.store)},
    {0, "reduce", "NAME,...|none", "state space reductions; default: those that keep what is asked for", SEARCHES,
     "@reductions none", TEXT(check.reduce)},
    {0, "abstract", "PATTERN",
     "check an abstract model, which keeps the parts that PATTERN names; if it is satisfied, so is the model",
     VERB_CHECK, "@patterns", TEXT(check.abstract)},
    {0, "abstract", "PATTERN", "print the abstract model that keeps the parts which PATTERN names", VERB_INFO,
     "@patterns", TEXT(check.abstract)},
    {0, "cost", "NAME|lex:NAME,NAME", "cost of a trace; lex:A,B: by A, ties by B", VERB_CHECK, "@costs",
     TEXT(check.cost)},
    {0, "weights", "FILE", "cost of each step: lines PATTERN WEIGHT, as in 'P: x = *  3'", VERB_CHECK, "%file",
     TEXT(check.weights)},
    {0, "first", NULL, "stop at the first error, even if its trace is long", VERB_CHECK, NULL, SPECIAL(cli_set_first)},
    {0, "shortest", NULL, "find a shortest trace and prove that it is one", VERB_CHECK, NULL,
     SPECIAL(cli_set_shortest)},
    {0, "fastest", NULL, "timed models: find a trace of least time and prove that it is one", VERB_CHECK, NULL,
     SPECIAL(cli_set_fastest)},
    {'t', NULL, "0|1|2", "as in verifyta: 0 is --first, 1 is --shortest, 2 is --fastest", VERB_CHECK, "0 1 2",
     SPECIAL(cli_set_trace_kind)},
    {'o', NULL, "0|1", "as in verifyta: 0 is --search bfs, 1 is --search dfs", VERB_CHECK, "0 1",
     SPECIAL(cli_set_order)},
    {0, "census", NULL, "count all states; do not stop at errors", VERB_CHECK, NULL, SPECIAL(cli_set_census)},
    {0, "property", "NAME|NUMBER|KIND|FILE.hoa",
     "check assert, deadlock, fault, never, accept, progress, a property of the model or that no execution is accepted "
     "by an automaton, and nothing else; repeatable",
     ASKED, "safety assert deadlock fault never accept progress", TEXTS(properties)},
    {0, "invariant", "EXPR", "check also that EXPR holds in every state outside atomic sequences; repeatable", ASKED,
     NULL, TEXTS(invariants)},
    {0, "query", "FILE", "check the queries in FILE (UPPAAL's .q) instead of the model's", LIMITED | VERB_INFO, "%file",
     TEXT(load.query_file)},
    {0, "ltl", "NAME", "check the ltl formula NAME of the model; a formula of your own is a PROPERTY", ASKED, NULL,
     SPECIAL(cli_set_ltl)},
    {0, "fair", NULL,
     "weak fairness: a process that can move all the time does so at some time; for properties of infinite executions",
     ASKED, NULL, FLAG(check.fair)},
    {0, "time-limit", "TIME", "time limit: 90 or 90s, 5m, 1.5h; compare: for each run, default 10", LIMITED, NULL,
     SECONDS(check.time_limit)},
    {0, "memory-limit", "BYTES[K|M|G]", "memory limit; default: 80 % of the machine's or control group's", MODEL, NULL,
     BYTES(load.memory_limit)},
    {0, "max-states", "N", "limit on the number of stored states", SEARCHES, NULL, COUNT(check.max_states)},
    {0, "seed", "N", "seed for searches that use random numbers", SEARCHES, NULL, COUNT(check.seed)},
    {0, "trace", "FORMAT[=FILE]",
     "write the trace to FILE, or to standard output and the verdict to standard error; repeatable",
     VERB_CHECK | VERB_REPLAY | VERB_SHORTEN, "@formats", SPECIAL(cli_set_trace)},
    {0, "csv", "[=FILE]", "write the table as CSV to FILE, or to standard output instead of text", VERB_COMPARE,
     "%file", EXPORT(csv)},
    {0, "svg", "[=FILE]", "plot trace length against expanded states; to FILE as with --csv", VERB_COMPARE, "%file",
     EXPORT(svg)},
    {0, "dot", "[=FILE]",
     "write the causal graph for Graphviz to FILE, or to standard output instead of text; dashed: ignored by cg",
     VERB_INFO, "%file", EXPORT(dot)},
    {0, "to", "FORMAT", "format to convert to; an automaton: never, hoa or dot", VERB_CONVERT, "@formats never hoa",
     TEXT(to)},
    {0, "ltl", "NAME", "write the automaton of the ltl formula NAME: what must never happen", VERB_CONVERT, NULL,
     SPECIAL(cli_set_ltl)},
    {0, "property", "NAME|NUMBER", "the same for a property of the model: a formula or a never claim", VERB_CONVERT,
     NULL, TEXTS(properties)},
    {0, "formula", "LTL", "the same for a formula; without MODEL, its names stand for themselves", VERB_CONVERT, NULL,
     TEXT(formula)},
    {'o', "output", "FILE", "write to FILE instead of standard output", VERB_CONVERT, "%file", SPECIAL(cli_set_output)},
    {0, "lang", "NAME", "language of the model; default: by file extension and content", MODEL, "@languages",
     TEXT(load.language)},
    {'D', NULL, "NAME[=VALUE]", "define a preprocessor macro", MODEL, NULL, SPECIAL(cli_set_define)},
    {'U', NULL, "NAME", "undefine a preprocessor macro", MODEL, NULL, SPECIAL(cli_set_undefine)},
    {'I', NULL, "DIR", "add DIR to the search path of included files", MODEL, "%file", SPECIAL(cli_set_include)},
    {0, "json", NULL, "print one JSON document on standard output instead of text",
     LIMITED | VERB_REPLAY | VERB_INFO | VERB_LIST, NULL, FLAG(json)},
    {0, "color", "[=WHEN]", "auto (on a terminal, unless NO_COLOR is set), always or never", ANY, "auto always never",
     SPECIAL(cli_set_color)},
    {0, "progress", NULL, "show progress on standard error even if it is not a terminal", LIMITED, NULL,
     FLAG(progress)},
    {'q', "quiet", NULL, "print only one line per verdict, with the name of the model; no notes and warnings",
     VERB_CHECK | VERB_SHORTEN | VERB_REPLAY, NULL, FLAG(quiet)},
    {'q', "quiet", NULL, "print only the best runs; no notes and warnings", VERB_COMPARE, NULL, FLAG(quiet)},
    {'v', "verbose", NULL, "print more statistics, and why a search was chosen", VERB_CHECK | VERB_SHORTEN, NULL,
     FLAG(verbose)},
    {'v', "verbose", NULL, "print the automata and the arcs of the causal graph", VERB_INFO, NULL, FLAG(verbose)},
    {'h', "help", NULL, "print this help", ANY | VERB_NONE, NULL, FLAG(help)},
    {'V', "version", NULL, "print the version", ANY | VERB_NONE, NULL, FLAG(version)},
    {0, "generate", "man|bash|zsh|fish", "print the manual page or the completions of a shell", VERB_NONE,
     "man bash zsh fish", TEXT(generate)},
};
const uint32_t cli_option_count = sizeof cli_options / sizeof *cli_options;

const char *cli_spelling(const cli_option *o, char buffer[static 32]) {
  snprintf(buffer, 32, o->name ? "--%s" : "-%.0s%c", o->name ? o->name : "", o->letter);
  return buffer;
}

const cli_verb cli_verbs[] = {
    {"check", "MODEL [PROPERTY...]", "find an error, or show that there is none",
     "beeline check model.pml  # Promela: claims, assertions, invalid end states\n"
     "beeline check model.xml  # UPPAAL: all queries of the model\n"
     "beeline check --first model.pml  # any error, as soon as possible\n"
     "beeline check -DN=4 --invariant 'count <= N' model.pml  # a condition of your own\n"
     "beeline check --fair model.pml '[] (sent -> <> received)'  # an LTL formula, under weak fairness\n"
     "beeline check --trace trail=model.pml.trail model.pml  # write a trail for spin -t\n"
     "beeline check model.xta 'E<> P.crash' -t 2  # a query of your own, with a fastest trace\n"
     "beeline check model.tck labels=cs1,cs2  # TChecker: can both labels be reached together?\n"
     "beeline check --json --time-limit 60 model.pml  # for scripts\n",
     VERB_CHECK, 1, UINT32_MAX, 1, command_check},
    {"replay", "MODEL TRACE [PROPERTY]", "check that a trace is an execution of the model, and print it",
     "beeline replay model.pml model.pml.trail  # a trail written by SPIN or Beeline\n"
     "beeline replay --ltl answered model.pml model.pml.trail  # does it violate the formula?\n"
     "beeline replay --trace full model.pml error.itf.json  # show all variables at every step\n",
     VERB_REPLAY, 2, 4, 2, command_replay},
    {"shorten", "MODEL TRACE [PROPERTY]", "make a given trace shorter",
     "beeline shorten model.pml model.pml.trail  # a trail written by SPIN or Beeline\n"
     "beeline shorten --trace trail=short.trail model.pml model.pml.trail\n"
     "beeline shorten --heuristic hamming model.pml error.itf.json  # keep the error state\n"
     "beeline shorten model.xml long.xtr 'E<> P.crash'  # a trace that satisfies a query\n",
     VERB_SHORTEN, 2, 4, 2, command_shorten},
    {"info", "MODEL", "print the processes, variables, channels, properties and causal graph of a model",
     "beeline info model.pml\n"
     "beeline info --verbose model.pml  # with the automata, like pan -d\n"
     "beeline info --json -DN=3 model.pml\n"
     "beeline info --dot model.xta | dot -Tsvg > causal.svg\n",
     VERB_INFO, 1, 1, 1, command_info},
    {"compare", "MODEL [PROPERTY]", "run several searches and heuristics on one model, and print a table",
     "beeline compare model.pml  # all searches and heuristics, at most 10 s each\n"
     "beeline compare --search bfs,dfs --max-states 100000 model.pml\n"
     "beeline compare --search astar,greedy --heuristic hl,ff model.pml  # four runs\n"
     "beeline compare --svg=model.svg --csv=model.csv model.pml  # also a plot and a CSV file\n",
     VERB_COMPARE, 1, 3, 1, command_compare},
    {"convert", "MODEL [TRACE] --to FORMAT", "write a trace in another format, or the automaton of a property",
     "beeline convert model.pml model.pml.trail --to itf -o error.itf.json\n"
     "beeline convert model.pml error.itf.json --to trail > model.pml.trail\n"
     "beeline convert model.pml --ltl answered --to never  # what violates the formula, for SPIN\n"
     "beeline convert --formula '[] (p -> <> q)' --to hoa  # without a model: p and q are names\n",
     VERB_CONVERT, 0, 2, 2, command_convert},
    {"list", "[KIND]", "list searches, heuristics, stores, reductions, costs, languages and formats",
     "beeline list\n"
     "beeline list formats\n",
     VERB_LIST, 0, 1, 0, command_list},
    {"help", "[VERB]", "print the help of the program or of a verb",
     "beeline help\n"
     "beeline help check  # the same as beeline check --help\n",
     VERB_HELP, 0, 1, 0, command_help},
};
const uint32_t cli_verb_count = sizeof cli_verbs / sizeof *cli_verbs;

const cli_verb *cli_verb_named(const char *name) {
  for (uint32_t i = 0; i < cli_verb_count; i++)
    if (strcmp(cli_verbs[i].name, name) == 0)
      return &cli_verbs[i];
  return NULL;
}
