// Inside check: the check of an abstract model instead of the model itself.
#ifndef CHECK_ABSTRACT_H
#define CHECK_ABSTRACT_H

#include "check/check.h"

// Replaces the model of the check by an abstraction that keeps what the pattern chooses for the questions, and the
// questions by those about it. A question that cannot be asked about an abstraction gets a reason why_not. Returns
// BEELINE_OK, or _USAGE with a diagnostic. Must be called inside a mem_try of the check's memory.
beeline_status check_make_abstract(beeline_check *check, const beeline_options *options, check_questions *questions);

#endif
