// Which search, heuristic, store and reductions a check uses.
#ifndef CHECK_ENGINE_H
#define CHECK_ENGINE_H

#include "beeline.h"
#include "search/search.h"

typedef struct check_heuristic {
  const char *name, *summary;
  bool is_admissible, is_consistent, is_safe;
} check_heuristic;

extern const check_heuristic *const check_heuristics[]; // ends with NULL

typedef struct check_engine {
  const search_method *method;
  const check_heuristic *heuristic;
  const store_kind *store;
  const space_reduction *reduction; // NULL = none
} check_engine;

// Picks what the options name, or what is best for their aim. False with a diagnostic if there is no such thing, or if
// one option asks for what another does not honour.
bool check_choose_engine(diags *d, const beeline_options *options, check_engine *out);

#endif
