// A loop begins as early as possible: the same execution can be written with several stems.
#ifndef TRACE_ROTATE_H
#define TRACE_ROTATE_H

#include "model/answer.h"

// Makes the stem of an answer with a loop shorter without changing the execution: as long as the stem and the loop end
// with the same step from the same state, that step begins the loop. Timed answers are left as
// they are. The answer must be an execution.
void trace_rotate(mem *m, const network *n, answer *a);

#endif
