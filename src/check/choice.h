// Which engine, estimates, store, reduction and cost a check uses.
#ifndef CHECK_CHOICE_H
#define CHECK_CHOICE_H

#include "beeline.h"
#include "check/engines.h"

enum { CHOICE_MOST_ESTIMATES = 8 };

typedef struct check_choice {
  const check_engine *engine;
  const search_method *method; // the engine's; of auto: what stands for it where a single search is wanted
  key_values method_keys;
  const heuristic_kind *heuristics[CHOICE_MOST_ESTIMATES]; // as many as count; never none
  key_values heuristic_keys[CHOICE_MOST_ESTIMATES];
  uint32_t heuristic_count;
  const store_kind *store;
  const space_reduction *reduction; // NULL = none
  bool is_reduction_free;           // it was not asked for: auto may choose another
  const char *cost;                 // name of what steps cost together; NULL = they are counted
  step_costs costs;                 // unless cost is NULL; by_edge is still to be filled in
  bool is_fastest;                  // steps of a timed network cost the time they take
} check_choice;

static inline bool choice_is_auto(const check_choice *choice) { return !choice->engine->method; }

// Picks what the options name, or what is best for their aim. False with a diagnostic if there is no such thing, or if
// one part does not support what another asks for.
bool check_choose(diags *d, const network *n, const beeline_options *options, check_choice *out);
// Does the choice support the question as well?
bool check_choice_answers(diags *d, const network *n, const check_choice *choice, const question *asked);

// The same for making a trace shorter: auto unless a heuristic is named.
bool check_choose_shortening(diags *d, const beeline_options *options, check_choice *out);

// The choice of these names, which must exist.
check_choice check_choice_named(diags *d, const char *method, const char *estimate, const store_kind *kind,
                                const space_reduction *reduction);

#endif
