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
  bool is_reach; // a state where the condition does not hold is what is looked for: the property holds if one is found
  const net_property *extreme; // the extreme values of its terms are asked for; NULL = no
  bool is_unsupported;         // it is not searched for
} check_goal;

typedef VEC(check_goal) check_goals;

// What the options say in the model's language.
typedef struct check_parsed {
  expr **invariants;      // of options->invariants
  net_property *formulas; // of options->formulas, where the language has properties; else NULL
} check_parsed;

// False with diagnostics. Everything is allocated in the arena of d.
bool check_parse_goals(diags *d, beeline_model *model, const beeline_options *options, check_parsed *out);

// Adds the goals that the options name, or those of the model, or the default one. Everything is allocated in the arena
// of d. On failure adds diagnostics and returns what is wrong: _USAGE or _UNSUPPORTED. Goals that cannot be searched
// for are added as such, with a diagnostic.
beeline_status check_choose_goals(diags *d, beeline_model *model, const beeline_options *options,
                                  const check_parsed *parsed, check_goals *out);

const char *check_property_kind(property_kind kind); // "assertion", "ltl" ...

#endif
