// The questions of a check. Each is answered separately and gives one result.
#ifndef CHECK_QUESTIONS_H
#define CHECK_QUESTIONS_H

#include "check/model.h"

typedef struct check_question {
  const char *kind; // as in reports: the name of the question
  const char *name; // "" = none; of a property of the model without a name: its number
  const char *text;
  place at;
  question asked;
  const char *why_not;                // it cannot be checked: why; NULL = it can
  bool is_wrong;                      // because it has an error
  const struct abstraction *abstract; // it is a question about an abstract model; NULL = about the model itself
} check_question;

typedef VEC(check_question) check_questions;

// What the options say in the model's language.
typedef struct check_parsed {
  expr **invariants;      // of options->invariants
  net_property *formulas; // of options->formulas
  bool keeps_formulas;    // LTL formulas that are invariants stay formulas, for a search that answers nothing else
  bool takes_sets;        // claims may have several acceptance sets, for such a search
} check_parsed;

// False with diagnostics. Everything is allocated in the arena of d.
bool check_parse_questions(diags *d, beeline_model *model, const beeline_options *options, check_parsed *out);

// Adds the questions that the options name; without properties and formulas among them, first those of the model.
// Everything is allocated in the arena of d. Returns BEELINE_OK, or _USAGE with a diagnostic: there is no such
// property, or nothing to check. Questions that cannot be answered are added as such (why_not).
beeline_status check_choose_questions(diags *d, beeline_model *model, const beeline_options *options,
                                      const check_parsed *parsed, check_questions *out);

#endif
