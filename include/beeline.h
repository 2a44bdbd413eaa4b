// Beeline: a directed model checker. The public C interface: load a model, check it, read the result.
//
//   beeline_model *model = beeline_load("m.pml", NULL);
//   if (beeline_model_status(model) == BEELINE_OK) {
//     beeline_check *check = beeline_check_new(model, NULL);
//     if (beeline_check_run(check) == BEELINE_EXIT_VIOLATED)
//       beeline_trace_write(check, 0, "text", stdout, 0);
//     beeline_check_delete(check);
//   }
//   beeline_model_delete(model);
//
// Handles are opaque. There are no globals, so two checks in one process are independent. A handle may be used by one
// thread at a time. A check uses its model, so a model and its checks must be used by the same thread; only
// beeline_stop() may be called from any thread or signal handler. The library never exits and never prints. Running out
// of memory is a result (BEELINE_EXIT_MEMORY), never an abort.
//
// Strings in results and diagnostics are owned by the handle they were read from and live as long as it does. Strings
// in options are borrowed during the call only. Functions that take a handle accept NULL and then return the failure
// value (BEELINE_EXIT_MEMORY, 0 or NULL), so the caller need not check for a handle that could not be allocated.
#ifndef BEELINE_H
#define BEELINE_H

#include "beeline_stats.h" // struct beeline_stats: the statistics of a result
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BEELINE_VERSION "0.1.0"

typedef struct beeline_model beeline_model;
typedef struct beeline_check beeline_check;

typedef enum { BEELINE_SATISFIED, BEELINE_VIOLATED, BEELINE_UNDECIDED } beeline_verdict;

// Why a verdict is undecided, or why a trace was not made shorter until it is proved shortest.
typedef enum {
  BEELINE_REASON_NONE,        // neither
  BEELINE_REASON_TIME,        // the time limit
  BEELINE_REASON_MEMORY,      // the memory limit
  BEELINE_REASON_STATES,      // the limit on stored states
  BEELINE_REASON_INTERRUPTED, // beeline_stop()
  BEELINE_REASON_LOSSY,       // a store or reduction that is not exact may have dropped states
  BEELINE_REASON_INCOMPLETE,  // the search does not visit all states, or a census found errors and did not stop
  BEELINE_REASON_FAULT,       // the model has a run-time error, which ends an execution before the property is decided
  BEELINE_REASON_UNSUPPORTED, // properties of this kind are not supported yet
  BEELINE_REASON_INPUT,       // the property has an error, such as an unknown name
  BEELINE_REASON_ABSTRACT     // the abstract model has an error, which the model itself may not have
} beeline_reason;

// Exit statuses of the program, which are also the status codes of the library.
typedef enum {
  BEELINE_OK = 0,
  BEELINE_EXIT_VIOLATED = 10,
  BEELINE_EXIT_UNDECIDED = 20,
  BEELINE_EXIT_TIME = 21,
  BEELINE_EXIT_MEMORY = 22,
  BEELINE_EXIT_INTERRUPTED = 23,
  BEELINE_EXIT_UNSUPPORTED = 24,
  BEELINE_EXIT_USAGE = 64,
  BEELINE_EXIT_INPUT = 65,
  BEELINE_EXIT_INTERNAL = 70,
  BEELINE_EXIT_IO = 74
} beeline_status;

// "satisfied", ...; "time", ... (NULL for BEELINE_REASON_NONE). Static strings.
const char *beeline_verdict_name(beeline_verdict verdict);
const char *beeline_reason_name(beeline_reason reason);

// A place in a source file. file NULL = none; line and column count from 1, 0 = unknown.
typedef struct beeline_place {
  const char *file;
  uint32_t line, column;
} beeline_place;

typedef enum { BEELINE_ERROR, BEELINE_WARNING, BEELINE_UNSUPPORTED } beeline_diagnostic_kind;

typedef struct beeline_diagnostic {
  beeline_diagnostic_kind kind;
  beeline_place at;
  const char *message;
  const char *hint;   // NULL = none
  const char *source; // the condition or property of the options that the place is in; NULL = it is in a file
} beeline_diagnostic;

// Models

typedef struct beeline_load_options { // all zero = the default
  const char *language;               // a name of `beeline list languages`; NULL = by file extension and content
  const char *const *arguments;       // of the preprocessor: -DNAME=VALUE -UNAME -IDIR
  uint32_t argument_count;
  // A query file (UPPAAL's .q). Its queries replace those of the model. NULL: if the model has no queries, MODEL.q for
  // a model file MODEL.xta or MODEL.xml, if that file exists.
  const char *query_file;
  uint64_t memory_limit; // bytes, for the model and its checks; 0 = 80 % of the memory of the machine or control group
  double time_limit;     // seconds, for loading; 0 = none
  // Asked from time to time, while the model is loaded and while its checks run, whether to stop. NULL = never.
  bool (*stop)(void *context);
  void *stop_context;
  uint64_t fail_at; // for tests: the fail_at-th allocation fails; 0 = none
} beeline_load_options;

// Reads a model; file "-" is standard input (if that is a pipe, a copy takes its place, so that the language can be
// recognised by content), options may be NULL. The caller owns the handle; NULL = not even the handle could be
// allocated. beeline_model_status() tells whether the model can be used: BEELINE_OK, or _INPUT,
// _UNSUPPORTED, _USAGE (no such language), with the reasons in the diagnostics, or _MEMORY, _TIME or _INTERRUPTED.
beeline_model *beeline_load(const char *file, const beeline_load_options *options);
void beeline_model_delete(beeline_model *model); // delete its checks first; NULL is allowed
beeline_status beeline_model_status(const beeline_model *model);
const char *beeline_model_file(const beeline_model *model);
const char *beeline_model_language(const beeline_model *model); // NULL = unknown
double beeline_model_seconds(const beeline_model *model);       // time of loading
// Diagnostics of loading, in order. False if index is past the last one.
bool beeline_model_diagnostic(const beeline_model *model, uint32_t index, beeline_diagnostic *out);

// Checks

typedef enum {
  BEELINE_AIM_DEFAULT,  // the first trace of the chosen search; search auto: any error, then shorter traces
  BEELINE_AIM_FIRST,    // any error, as soon as possible
  BEELINE_AIM_SHORTEST, // an error with a shortest trace, with proof
  BEELINE_AIM_CENSUS,   // count all states, do not stop at errors
  BEELINE_AIM_FASTEST   // timed models: an error with a trace of least time, with proof
} beeline_aim;

// All zero = the default. An option that the chosen search does not support is an error (BEELINE_EXIT_USAGE).
typedef struct beeline_options {
  // Names of `beeline list`; NULL or "auto" = chosen by model and aim. reduce may be "none".
  const char *search, *heuristic, *store, *reduce;
  // Check an abstract model instead: a name of `beeline list patterns`, NAME[:KEY=VALUE]. NULL = the model itself.
  const char *abstract;
  beeline_aim aim;
  const char *cost;    // cost of a trace: a name of `beeline list costs` or lex:NAME,NAME; NULL = "sum"
  const char *weights; // file with the cost of each step, lines PATTERN WEIGHT; NULL = every step costs 1
  // What to check; each element gives one result. Without properties and formulas, what the model asks for is checked
  // as well: the queries of a timed model, which must have one then; of every other model its claims, ltl blocks,
  // accept and progress labels, and that there is no failing assertion and no invalid end state. A property that cannot
  // be checked yet gives a result, too: undecided, with reason _UNSUPPORTED.
  //
  // "safety", "assert", "deadlock", "fault", "ltl:NAME", or a property of the model by its name, number (from 1) or
  // kind.
  const char *const *properties;
  uint32_t property_count;
  // Conditions in the model's language that must hold in every state outside atomic sequences.
  const char *const *invariants;
  uint32_t invariant_count;
  // Properties in the model's language, such as "E<> P.crash".
  const char *const *formulas;
  uint32_t formula_count;
  bool only_named; // invariants are checked instead of what the model asks for, not with it
  // Properties of infinite executions are checked under weak fairness: a process that can move all the time does so at
  // some time. An error (_USAGE) if nothing that is checked is such a property.
  bool fair;
  double time_limit;   // seconds, 0 = none
  uint64_t max_states; // limit on stored states, 0 = none
  uint64_t seed;       // of random numbers, 0 = the default
  // Called about every progress_seconds (0 = 0.5) while a search runs, or is prepared (beeline_check_preparing()), with
  // the current statistics.
  void (*progress)(void *context, const beeline_stats *so_far);
  void *progress_context;
  double progress_seconds;
  // Called when an error or a state that a property asks for was found and its trace replayed, and again for each
  // better trace. The callback may read the result of this index and write its trace.
  void (*found)(void *context, beeline_check *check, uint32_t index);
  // Called when the work on a result is over: it does not change any more.
  void (*finished)(void *context, beeline_check *check, uint32_t index);
  // Called with a line of text for each search that `auto` starts, with the reason.
  void (*explain)(void *context, const char *line);
  void *context; // of found, finished and explain
} beeline_options;

typedef struct beeline_value { // supremum or infimum of a term of an "extreme" property
  const char *term;
  bool is_reached;  // false = the condition of the property holds in no state, so there is no value
  bool is_infinite; // the term is unbounded
  bool is_strict;   // the value is approached, but not reached
  double value;
} beeline_value;

typedef struct beeline_result {
  const char *property_kind; // "safety", "assertion", "deadlock", "invariant", "reach" ...
  const char *property_name; // "" = none; for a property of the model without a name, its number
  const char *property_text;
  beeline_place property_at;
  bool is_fair; // only weakly fair executions count
  beeline_verdict verdict;
  beeline_reason reason;
  const char *why;       // with reason _UNSUPPORTED or _INPUT: why it is not checked, a sentence; else NULL
  beeline_status status; // the exit status if this were the only result
  // A census that has visited all states: stats.census is their number, and the status is BEELINE_OK. The verdict is
  // still _UNDECIDED if there were errors, at which a census does not stop.
  bool is_counted;
  // Every error has a trace, but not every trace ends in an error: the trace of a satisfied "reach" leads to a state
  // that was asked for (a violated "reach" has no trace). An undecided result may have both, if the reason is
  // _FAULT.
  const char *error_kind;    // "assertion", "deadlock", "index" ...; NULL = no error was found
  const char *error_message; // a sentence
  beeline_place error_at;
  bool has_trace;          // it has been replayed by the reference interpreter
  uint64_t trace_length;   // steps
  uint64_t trace_inserted; // of these, steps that a reduction had left out, and that no search has tried to save
  bool trace_is_lasso;     // it goes on for ever: it repeats a loop, or stays in the last state
  uint64_t trace_loop;     // of a lasso: steps of its loop, the last ones of the trace; 0 = it stays
  bool trace_shortest;     // proved to be shortest
  // With trace_shortest: what that rests on and was taken on trust, a clause ("the estimate 'EXPR' is admissible");
  // NULL = nothing.
  const char *assumes;
  // Of a lasso that is proved shortest: no lasso of the model is shorter. Else: none in which the claim, the automaton
  // of the property, repeats itself together with the model.
  bool trace_is_tight;
  double trace_cost;           // trace_length if cost is NULL
  double trace_cost_second;    // the second cost of lex:NAME,NAME
  double trace_cost_log;       // decimal logarithm of trace_cost, also where that is too small for a double and 0
  const char *cost;            // a name of `beeline list costs` or lex:NAME,NAME; NULL = number of steps
  bool trace_cheapest;         // if cost is not NULL: proved to have the best cost
  bool is_timed;               // the model is timed: states are symbolic
  double trace_time;           // of a timed model: duration of the trace, in units of the model
  bool trace_fastest;          // proved to have the least duration
  const beeline_value *values; // of a satisfied "extreme"; otherwise NULL
  uint32_t value_count;
  // Of a satisfied "safety" or "assertion", if all states were visited: assertions in the model, and the places of
  // those that no execution reaches, so that nothing was checked there.
  uint32_t assertion_count, unreached_count;
  const beeline_place *unreached;
  const char *search, *heuristic, *store;
  const char *reduce; // the reductions used, separated by commas; "" = none
  uint32_t left_out;  // automata and variables that they have left out of the model...
  uint32_t safe;      // ...and of these, those that are safe (reduction "safe")
  beeline_stats stats;
} beeline_result;

// Prepares a check of a model; options may be NULL. model must outlive the check and have status BEELINE_OK. The caller
// owns the handle; NULL = not even the handle could be allocated, or the model has another status.
// beeline_check_status() tells whether the check can run: BEELINE_OK, _USAGE, _INPUT (a condition or property that does
// not parse, wrong weights), _IO (the file of weights cannot be read), _UNSUPPORTED or _MEMORY, with the reasons in the
// diagnostics.
beeline_check *beeline_check_new(beeline_model *model, const beeline_options *options);
// Prepares the replay of a trace file. The format is recognised by content. If the file cannot be read or is not a
// trace, the status is _IO or _INPUT. If the options name properties (and ask for fairness), it must violate one of
// them, or be an example that answers it, else the status is _INPUT; the result is that of this property. A trace that
// ends in a loop is matched with the properties of the model. options may be NULL; others of its members do not matter.
beeline_check *beeline_replay_new(beeline_model *model, const char *trace_file, const beeline_options *options);
// Prepares to replay a trace file and then to make the trace shorter, within the limits of the options. options->found
// is called for the trace itself and for each shorter one. options->search names a search that uses an estimate,
// options->heuristic "hamming" (to the same final state) or "fsm" (to any error of the same kind). Steps that are not
// needed are removed first; by default, states near the trace are searched next, and then both heuristics are tried. A
// trace file does not contain its property, so a trace that violates an invariant or answers a query is matched with
// the first property, of the options or else of the model, that fits its end. The result is that of this property, or
// _VIOLATED if the trace ends in another error; otherwise the status is _INPUT.
beeline_check *beeline_shorten_new(beeline_model *model, const char *trace_file, const beeline_options *options);
void beeline_check_delete(beeline_check *check); // NULL is allowed
beeline_status beeline_check_status(const beeline_check *check);
bool beeline_check_diagnostic(const beeline_check *check, uint32_t index, beeline_diagnostic *out);

// Runs the check to its end or to a limit. If it has run before, or its status is not BEELINE_OK, only returns the
// status. The returned status, which beeline_check_status() repeats, is that of all results: BEELINE_EXIT_INTERNAL if a
// trace could not be replayed, else _VIOLATED if a result is violated, else _INPUT if a property has an error, else the
// status of the first undecided result (_UNSUPPORTED only if there are no others), else BEELINE_OK. A replay returns
// _VIOLATED if the trace is an execution that ends in an error, BEELINE_OK if it is another execution, _INPUT if it is
// not an execution (the diagnostics name the step and the reason).
beeline_status beeline_check_run(beeline_check *check);
// Makes a check stop soon, with the results so far; also before it has started. Async-signal-safe.
void beeline_stop(beeline_check *check);

// Results, after the run. The pointer is borrowed; NULL if index is past the last one.
const beeline_result *beeline_check_result(const beeline_check *check, uint32_t index);
// The index of the result that is being worked on: for the callback `progress`.
uint32_t beeline_check_current(const beeline_check *check);

typedef struct beeline_preparation {
  const char *name; // of the heuristic that is prepared, or "the model"
  const char *what; // is counted: "abstract states"; NULL = nothing
  uint64_t count;   // how many there are so far
} beeline_preparation;
// What is being prepared before a search can go on, for the callback `progress`. False = nothing: a search runs.
bool beeline_check_preparing(const beeline_check *check, beeline_preparation *out);

enum {
  BEELINE_TRACE_COLOR = 1, // with escape sequences for terminals
  BEELINE_TRACE_ALL = 2    // all steps, also if the format shortens long traces by default
};
// What the traces of a result may contain that the format cannot show ("time", "loops" ...); NULL = nothing. May be
// called before the check runs.
const char *beeline_trace_lacks(const beeline_check *check, uint32_t index, const char *format);
// Writes the trace of a result in a format of `beeline list formats` and flushes out. Returns BEELINE_OK, or _USAGE (no
// such format, or no trace), _UNSUPPORTED (see beeline_trace_lacks()), _IO (writing failed; see errno, if it is not 0),
// or, after a part may have been written, _MEMORY, _TIME or _INTERRUPTED (a limit was reached, or a stop came, long
// ago).
beeline_status beeline_trace_write(beeline_check *check, uint32_t index, const char *format, FILE *out, unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
