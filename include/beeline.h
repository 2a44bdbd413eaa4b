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
// Handles are opaque; there are no globals, so two checks in one process are independent. A handle belongs to one
// thread at a time, and a check uses its model, so a model and its checks belong to the same thread; but beeline_stop()
// may be called from any thread or signal handler. The library never exits and never prints. Running out of memory is a
// result like any other (BEELINE_EXIT_MEMORY), never an abort.
//
// Strings in results and diagnostics belong to the handle they were read from and live as long as it does. Strings in
// options are borrowed for the duration of the call only. Functions that take a handle accept NULL and then return the
// failure value (BEELINE_EXIT_MEMORY, 0 or NULL), so a handle that could not be had needs no check of its own.
#ifndef BEELINE_H
#define BEELINE_H

#include "beeline_stats.h" // the numbers of a result: struct beeline_stats
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

// Why a verdict is undecided.
typedef enum {
  BEELINE_REASON_NONE,        // it is decided
  BEELINE_REASON_TIME,        // the time limit
  BEELINE_REASON_MEMORY,      // the memory limit
  BEELINE_REASON_STATES,      // the limit of states
  BEELINE_REASON_INTERRUPTED, // beeline_stop()
  BEELINE_REASON_LOSSY,       // a component that is not exact may have dropped states
  BEELINE_REASON_INCOMPLETE,  // the search does not look everywhere, or was told not to stop at errors and met some
  BEELINE_REASON_FAULT,      // the model goes wrong before what was looked for is found: there is an error, and a trace
  BEELINE_REASON_UNSUPPORTED // properties of this kind cannot be checked (yet)
} beeline_reason;

// Exit statuses of the program, also the result codes of the library.
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

// "satisfied"; "time" (NULL for BEELINE_REASON_NONE). Static strings.
const char *beeline_verdict_name(beeline_verdict verdict);
const char *beeline_reason_name(beeline_reason reason);

// A place in a source text. file is NULL where there is none; line and column count from 1, 0 = not known.
typedef struct beeline_place {
  const char *file;
  uint32_t line, column;
} beeline_place;

typedef enum { BEELINE_ERROR, BEELINE_WARNING, BEELINE_UNSUPPORTED } beeline_diagnostic_kind;

typedef struct beeline_diagnostic {
  beeline_diagnostic_kind kind;
  beeline_place at;
  const char *message;
  const char *hint; // NULL = none
} beeline_diagnostic;

// Models

typedef struct beeline_load_options { // all zero is the default
  const char *language;               // a name of `beeline list languages`; NULL = from the file's ending and content
  const char *const *arguments;       // for the preprocessor: -DNAME=VALUE -UNAME -IDIR
  uint32_t argument_count;
  // A file of properties, for languages that have such (UPPAAL's .q); they take the place of those in the model. NULL =
  // the file beside a model that has none itself, with the same name and ending, if there is one.
  const char *query_file;
  uint64_t memory_limit; // bytes, for the model and its checks together; 0 = 80 % of what the machine gives
  uint64_t fail_at;      // for tests: the fail_at-th allocation fails; 0 = none
} beeline_load_options;

// Reads a model; file "-" is standard input, options may be NULL. The caller owns the handle, which is NULL only if
// there is no memory at all. Whether the model can be used is for beeline_model_status() to say: BEELINE_OK, or _INPUT,
// _UNSUPPORTED, _USAGE (no such language) or _MEMORY, with the reasons in the diagnostics.
beeline_model *beeline_load(const char *file, const beeline_load_options *options);
void beeline_model_delete(beeline_model *model); // after its checks; NULL is fine
beeline_status beeline_model_status(const beeline_model *model);
const char *beeline_model_file(const beeline_model *model);
const char *beeline_model_language(const beeline_model *model); // NULL if it was not found out
double beeline_model_seconds(const beeline_model *model);       // what loading took
// Diagnostics of the load, in order. False when index is past the last one.
bool beeline_model_diagnostic(const beeline_model *model, uint32_t index, beeline_diagnostic *out);

// Checks

typedef enum {
  BEELINE_AIM_DEFAULT,  // whatever the chosen search gives; with search auto: an error soon, then shorter traces of it
  BEELINE_AIM_FIRST,    // any error, soon
  BEELINE_AIM_SHORTEST, // an error with a shortest trace, proved
  BEELINE_AIM_CENSUS,   // count all states, stop at no error
  BEELINE_AIM_FASTEST   // of a timed model: an error that comes as early as possible
} beeline_aim;

// All zero is the default. A choice that the chosen search does not honour is an error (BEELINE_EXIT_USAGE).
typedef struct beeline_options {
  const char *search, *heuristic, *store,
      *reduce; // NULL or "auto" = chosen for the model and the aim; reduce: names, or "none"
  beeline_aim aim;
  const char *cost;    // what steps cost together: a name of `beeline list costs` or lex:NAME,NAME; NULL = "sum"
  const char *weights; // a file of what each step costs, lines PATTERN WEIGHT; NULL = all the same
  // What to check; each gives one result. With none of them: all properties of a timed model, in order; else
  // assertions and invalid end states together (of a timed model only what goes wrong in it), in one result.
  // properties: "safety", "assert", "deadlock", the name, number (from 1) or kind of one in the model, or "ltl:NAME";
  // invariants: conditions that must hold wherever no process is in an atomic sequence, and formulas (properties in
  // full), both in the model's language.
  const char *const *properties;
  uint32_t property_count;
  const char *const *invariants;
  uint32_t invariant_count;
  const char *const *formulas;
  uint32_t formula_count;
  double time_limit;   // seconds for this check, 0 = none
  uint64_t max_states; // 0 = none
  uint64_t seed;       // 0 = not given
  uint32_t threads;    // 0 = not given
  // Called about every progress_seconds (0 = 0.5) while a search runs. The numbers are those so far.
  void (*progress)(void *context, const beeline_stats *so_far);
  void *progress_context;
  double progress_seconds;
  // Called when an error (or what a property asks to be reachable) was found and its trace replayed, and again for each
  // better trace: in it the result of this index and its trace can be read and written. Without it, only the last one
  // is seen.
  void (*found)(void *context, beeline_check *check, uint32_t index);
  // Called with a line of text about each choice that is made, and why.
  void (*explain)(void *context, const char *line);
  void *context; // of both
} beeline_options;

typedef struct beeline_value { // of a term of an "extreme": the greatest or least that it can be
  const char *term;
  bool is_reached;  // else there is no state in which it was asked for
  bool is_infinite; // there is no greatest
  bool is_strict;   // a clock that comes as close as one likes to the value
  double value;
} beeline_value;

typedef struct beeline_result {
  const char *property_kind; // "safety", "assertion", "deadlock", "invariant", "reach" ...
  const char *property_name; // "" = none; a property of the model without a name: its number
  const char *property_text;
  beeline_place property_at;
  beeline_verdict verdict;
  beeline_reason reason;
  beeline_status status; // the exit status that this result alone would give
  // An error has a trace, but not every trace has an error: that of a satisfied "reach" leads to what was looked for
  // (and a violated one has none). An undecided one may have both, if the reason is _FAULT.
  const char *error_kind;    // NULL = no error was found; "assertion", "deadlock", "index" ...
  const char *error_message; // a sentence
  beeline_place error_at;
  bool has_trace; // it was replayed by the reference interpreter: one that was not is never given out
  uint64_t trace_length;
  uint64_t trace_loop;         // so many of its last steps are taken for ever; 0 = it has no loop
  bool trace_shortest;         // proved
  double trace_cost;           // the length, unless `cost` says otherwise...
  double trace_cost_second;    // ...and what counts among equals, where that is a cost of two parts
  const char *cost;            // how the cost is counted: a name of `beeline list costs`; NULL = in steps
  bool trace_cheapest;         // where cost is not NULL: proved that no trace has a better one
  bool is_timed;               // the model knows time: states are symbolic, and a trace takes...
  double trace_time;           // ...so many units of time
  bool trace_fastest;          // proved that none takes less
  const beeline_value *values; // of a satisfied "extreme"
  uint32_t value_count;
  const char *search, *heuristic, *store;
  const char *reduce; // the reductions used, separated by commas; "" = none
  beeline_stats stats;
} beeline_result;

// Prepares a check of a model; options may be NULL. model must outlive the check and have status BEELINE_OK. The caller
// owns the handle, which is NULL only if there is no memory at all. Bad options show in beeline_check_status():
// BEELINE_OK, _USAGE, _INPUT (a condition or property that does not parse, wrong weights), _IO (weights that cannot be
// read), _UNSUPPORTED or _MEMORY, with the reasons in the diagnostics.
beeline_check *beeline_check_new(beeline_model *model, const beeline_options *options);
// Prepares to run a trace file again instead of a search. The format is recognised by its content. If the file cannot
// be read or is no trace, the status is _IO or _INPUT.
beeline_check *beeline_replay_new(beeline_model *model, const char *trace_file);
// Prepares to replay a trace file and then to make the trace shorter, within the limits of the options; options->found
// is called for the trace itself and for each shorter one. options->search names an optimal search, options->heuristic
// "hamming" (to the very state in which the trace ends) or "fsm" (to any error of its kind); by default both are tried,
// after simpler means. A trace that violates an invariant or reaches a condition does not say so by itself: it is the
// first of those that the options name, or else of the model's queries, that holds at its end. The result is that of
// such a property, _VIOLATED if the trace ends in any other error, else _INPUT.
beeline_check *beeline_shorten_new(beeline_model *model, const char *trace_file, const beeline_options *options);
void beeline_check_delete(beeline_check *check); // NULL is fine
beeline_status beeline_check_status(const beeline_check *check);
bool beeline_check_diagnostic(const beeline_check *check, uint32_t index, beeline_diagnostic *out);

// Runs it to the end or to a limit; on a check that has run, or whose status is not BEELINE_OK, it does nothing but
// return the status. Returns the status of the whole, which beeline_check_status() repeats: BEELINE_EXIT_INTERNAL if a
// trace did not replay, else _VIOLATED if one result is violated, else the status of the first that is undecided, else
// BEELINE_OK. A replay gives _VIOLATED if the trace is an execution that ends in an error, BEELINE_OK if it is one that
// does not, _INPUT if it is no execution (the diagnostics say at which step and why).
beeline_status beeline_check_run(beeline_check *check);
// Makes a running check (or one that has not started) stop soon with what is known. Async-signal-safe.
void beeline_stop(beeline_check *check);

// Results, after the run. The pointer is borrowed; NULL when index is past the last one.
const beeline_result *beeline_check_result(const beeline_check *check, uint32_t index);

enum {
  BEELINE_TRACE_COLOR = 1, // with the escape sequences of terminals
  BEELINE_TRACE_ALL = 2    // all steps, also of a long trace that the format would cut
};
// What traces of a result may have that the format cannot show ("time", "loops" ...); NULL = it can show all. Can be
// asked before the check runs, so that nobody waits for a trace that cannot be written.
const char *beeline_trace_lacks(const beeline_check *check, uint32_t index, const char *format);
// Writes the trace of a result in a format of `beeline list formats` and flushes out. Returns BEELINE_OK, or _USAGE (no
// such format, or no trace), _UNSUPPORTED (beeline_trace_lacks() says what), _IO (writing failed; errno says why, where
// it is not 0) or _MEMORY (a part may have been written).
beeline_status beeline_trace_write(beeline_check *check, uint32_t index, const char *format, FILE *out, unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
