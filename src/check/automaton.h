// Writing the automaton of a property: what must never happen.
#ifndef CHECK_AUTOMATON_H
#define CHECK_AUTOMATON_H

#include "beeline.h"
#include "omega/writer.h"

typedef struct check_automaton {
  // A property of the model as for beeline_options.properties, or a formula in its language. Both NULL: the only
  // property of the model that has an automaton.
  const char *property, *formula;
  const omega_writer *writer;
} check_automaton;

// Returns a check with the status and the diagnostics, which the caller deletes; NULL = out of memory. *text is the
// automaton, which lives as long as the check, if the status is BEELINE_OK.
beeline_check *check_automaton_new(beeline_model *model, const check_automaton *wanted, const char **text);

#endif
