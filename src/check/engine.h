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
} check_engine;

// Picks what the options name, or what is best for their aim. False with a diagnostic if there is no such thing, or if
// one option asks for what another does not honour.
bool check_choose_engine(diags *d, const beeline_options *options, check_engine *out);

#endif
