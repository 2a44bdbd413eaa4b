// Assertions that no execution reaches: where they stand, nothing was checked.
#ifndef CHECK_VACUITY_H
#define CHECK_VACUITY_H

#include "check/check.h"

// Fills in the result of a question that was just answered, while the code is still shared. Must run inside a mem_try
// of the check's memory.
void vacuity_note(beeline_check *check, check_item *item);

#endif
