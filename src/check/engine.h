// Which search, heuristic, store and reductions a check uses.
#ifndef CHECK_ENGINE_H
#define CHECK_ENGINE_H

#include "beeline.h"
#include "search/search.h"

enum { ENGINE_MOST_ESTIMATES = 8 };

typedef struct check_engine {
  const search_method *method;
  key_values method_keys;
  const heuristic_kind *heuristics[ENGINE_MOST_ESTIMATES]; // as many as count; never none
  key_values heuristic_keys[ENGINE_MOST_ESTIMATES];
  uint32_t heuristic_count;
  const store_kind *store;
  const space_reduction *reduction; // NULL = none
  const char *cost;                 // name of what steps cost together; NULL = they are counted
  step_costs costs;                 // unless cost is NULL; by_edge is still to be filled in
  bool is_fastest;                  // steps of a timed network cost the time they take
  bool is_auto; // several searches, by a plan: see auto.c; of the rest only the store and the reduction count...
  bool is_reduction_free; // ...and the reduction only if it was asked for
} check_engine;

// Picks what the options name, or what is best for their aim. False with a diagnostic if there is no such thing, or if
// one option asks for what another does not honour.
bool check_choose_engine(diags *d, const network *n, const beeline_options *options, check_engine *out);

// The same for making a trace shorter: is_auto unless a heuristic is named.
bool check_choose_shortening(diags *d, const beeline_options *options, check_engine *out);

// The engine with these names, which must exist.
check_engine check_engine_named(diags *d, const char *method, const char *estimate, const store_kind *kind,
                                const space_reduction *reduction);

#endif
