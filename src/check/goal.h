// What is to be checked: each goal is one search and gives one result.
#ifndef CHECK_GOAL_H
#define CHECK_GOAL_H

#include "check/model.h"
#include "search/search.h"

typedef struct check_goal {
  const char *kind, *name, *text;
  place at;
  space_goal search;
  expr *condition; // the invariant, or NULL
} check_goal;

typedef VEC(check_goal) check_goals;

// The conditions of options->invariants, or NULL with diagnostics. They become part of the network, so everything is
// allocated in the model's memory: d must be there too, and the call inside a mem_try of it.
expr **check_parse_invariants(diags *d, beeline_model *model, const beeline_options *options);

// Adds the goals that the options name, or the default one; invariants are those parsed. Everything is allocated in the
// arena of d. On failure adds diagnostics and returns what is wrong: _USAGE or _UNSUPPORTED.
beeline_status check_choose_goals(diags *d, beeline_model *model, const beeline_options *options,
                                  expr *const *invariants, check_goals *out);

const char *check_property_kind(property_kind kind); // "assertion", "ltl" ...

#endif
