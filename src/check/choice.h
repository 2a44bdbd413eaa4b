// Which engine, estimates, store, reduction and cost a check uses.
#ifndef CHECK_CHOICE_H
#define CHECK_CHOICE_H

#include "beeline.h"
#include "check/engines.h"

enum { CHOICE_MOST_ESTIMATES = 8 };

typedef struct check_choice {
  const check_engine *engine;
  const search_method *method; // the engine's; for auto: the method used where a single search is needed; may be NULL
  key_values method_keys;
  const heuristic_kind *heuristics[CHOICE_MOST_ESTIMATES]; // heuristic_count of them; at least one
  key_values heuristic_keys[CHOICE_MOST_ESTIMATES];
  const char *heuristic_texts[CHOICE_MOST_ESTIMATES]; // of one with takes_term: its expression, as written; else NULL
  expr *heuristic_terms[CHOICE_MOST_ESTIMATES];       // the same, after check_read_terms()
  uint32_t heuristic_count;
  const store_kind *store;
  const space_reduction *reduction; // NULL = none
  unsigned cuts;                    // reductions of the network: CHECK_CUT()s
  bool is_reduction_free;           // it was not named by the user: auto may choose
  const char *cost;                 // name of the cost; NULL = the number of steps
  step_costs costs;                 // if cost is not NULL; the caller fills in by_edge
  bool is_fastest;                  // steps of a timed network cost the time they take
} check_choice;

static inline bool choice_is_auto(const check_choice *choice) { return choice->engine == &check_engines[0]; }

// Picks what the options name, or the default for their aim. False with a diagnostic if a name is unknown, or if one
// part does not support what another needs.
bool check_choose(diags *d, const network *n, const beeline_options *options, check_choice *out);
// Parses the expressions of its estimates in the language of the model. False with diagnostics.
bool check_read_terms(diags *d, const beeline_model *model, check_choice *choice);
// Is an estimate named in the first `length` characters that takes the rest of the text as its expression?
bool check_takes_term(const char *text, size_t length);
// What the user says about an estimate and nobody has checked, as a clause, in memory; NULL = nothing.
const char *check_choice_assumes(const check_choice *choice, arena *memory);
// Does the choice support the question as well?
bool check_choice_answers(diags *d, const network *n, const check_choice *choice, const question *asked);

// Is there a question of the check that a part which supports this can take, whatever the options?
bool check_has_question_for(const beeline_check *check, unsigned supports);

// Its reduction for the question: NULL where that does not support it, and so was not named by the user.
const space_reduction *check_choice_reduction(const check_choice *choice, const question *asked);

// Its reductions of the network for the question: those that support it.
unsigned check_choice_cuts(const check_choice *choice, const question *asked);

// The search auto, with the store and the reduction of the choice, but without reductions of the network.
check_choice check_choice_auto(diags *d, const check_choice *choice);

// The same for making a trace shorter: auto unless a heuristic is named.
bool check_choose_shortening(diags *d, const beeline_options *options, check_choice *out);

// The choice with these names, which must exist.
check_choice check_choice_named(diags *d, const char *method, const char *estimate, const store_kind *kind,
                                const space_reduction *reduction);

#endif
