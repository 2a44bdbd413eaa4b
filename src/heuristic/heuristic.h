// Estimates of how much it costs to get from a state to an error. Adding one = one file with a heuristic_kind, one line
// in the table, one test.
//
// Costs are those of the search: a step costs 1, a rendezvous 2; the failing step counts. The question says what is an
// error.
//  - admissible: never more than it costs;
//  - consistent: never more than the cost of a step plus the estimate after it (and 0 where the state is an error);
//  - safe: what it calls a dead end is one.
#ifndef HEURISTIC_HEURISTIC_H
#define HEURISTIC_HEURISTIC_H

#include "base/keys.h"
#include "base/mem.h"
#include "model/question.h"
#include "space/view.h"

enum { HEURISTIC_DEAD_END = UINT32_MAX }; // no error can be reached from here

typedef struct heuristic heuristic;

// What is being prepared at present, for those who show progress. Whoever prepares something writes it; others only
// read it, from the function of mem_set_stop().
typedef struct heuristic_progress {
  const char *name; // of the estimate; NULL = nothing is being prepared
  const char *what; // is counted, in the plural; NULL = nothing
  uint64_t count;   // of these, so far
} heuristic_progress;

static inline void heuristic_tell(heuristic_progress *p, const char *what, uint64_t count) { // NULL = nobody listens
  if (p) {
    p->what = what;
    p->count = count;
  }
}

typedef struct heuristic_setup { // everything is borrowed
  mem *m;
  const network *net;
  struct facts *facts; // of the network; NULL = the estimate makes its own
  struct tasks *tasks; // of the network and the question; NULL = the estimate makes its own
  struct pdb_pool
      *databases; // the pattern databases of the network and the question; NULL = the estimate makes its own
  question asked;
  const state_view *known; // a state that is known to be an error, for those that need one; NULL = none. Copied.
  const struct expr *term; // of an estimate with takes_term; NULL = 0
  key_values keys;
  heuristic_progress *progress; // where preparing says how far it is; NULL = nobody listens
} heuristic_setup;

typedef struct heuristic_kind {
  const char *name, *summary;
  const option_key *keys;                     // NULL = none
  bool is_admissible, is_consistent, is_safe; // whatever the network and the question
  bool needs_known;                           // it estimates the distance to a known state (shorten)
  bool uses_tasks;                            // it reads the tasks of the relaxation
  bool takes_term;  // NAME:KEY=VALUE,EXPR: the user gives it an expression, and may say by the first key, "admissible",
                    // that it is admissible
  bool is_abstract; // it asks an abstract model: only about errors and reachable states
  bool is_constant; // the same for every state, so that it need not be asked
  // NULL, or why the options cannot be used with the network and the question, in memory: a file that is not there, or
  // wrong. It may itself be NULL.
  const char *(*refuses)(struct arena *memory, const heuristic_setup *setup);
  heuristic *(*open)(const heuristic_setup *setup);
} heuristic_kind;

struct heuristic {
  const heuristic_kind *kind;
  bool is_admissible, is_consistent, is_safe; // for this network and question: at least what the kind says
  bool is_cut_off;                            // a limit has ended its preparation: with more it would know more
  const char *note;                           // what it has prepared, in words; NULL = nothing worth telling
  bool sees_zone; // it depends on the zone of a state of a timed network, and not on the discrete part alone
  uint32_t (*estimate)(heuristic *h, const state_view *state);
  // Is the step, from the state estimated last, a preferred one: the first of the relaxed trace? NULL = it has none.
  bool (*prefers)(const heuristic *h, const net_action *step);
  // Useless steps (search/preference.h). May the estimate of the state estimated last depend on the step? NULL = no.
  bool (*uses)(heuristic *h, const net_action *step);
  // estimate() in the model without the step, which may be asked for where uses() says yes. NULL = it cannot tell.
  uint32_t (*without)(heuristic *h, const state_view *state, const net_action *step);
  void (*close)(heuristic *h);
};

#endif
