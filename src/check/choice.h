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
  uint32_t heuristic_count;
  const store_kind *store;
  const space_reduction *reduction; // NULL = none
  bool is_reduction_free;           // it was not named by the user: auto may choose
  const char *cost;                 // name of the cost; NULL = the number of steps
  step_costs costs;                 // if cost is not NULL; the caller fills in by_edge
  bool is_fastest;                  // steps of a timed network cost the time they take
} check_choice;

static inline bool choice_is_auto(const check_choice *choice) { return choice->engine == &check_engines[0]; }

// Picks what the options name, or the default for their aim. False with a diagnostic if a name is unknown, or if one
// part does not support what another needs.
bool check_choose(diags *d, const network *n, const beeline_options *options, check_choice *out);
// Does the choice support the question as well?
bool check_choice_answers(diags *d, const network *n, const check_choice *choice, const question *asked);

// Is there a question of the check that the engine answers, whatever the options?
bool check_has_question_for(const beeline_check *check, const check_engine *engine);

// Its reduction for the question: NULL where that does not support it, and so was not named by the user.
const space_reduction *check_choice_reduction(const check_choice *choice, const question *asked);

// The search auto, with the store and the reduction of the choice.
check_choice check_choice_auto(diags *d, const check_choice *choice);

// The same for making a trace shorter: auto unless a heuristic is named.
bool check_choose_shortening(diags *d, const beeline_options *options, check_choice *out);

// The choice with these names, which must exist.
check_choice check_choice_named(diags *d, const char *method, const char *estimate, const store_kind *kind,
                                const space_reduction *reduction);

#endif
