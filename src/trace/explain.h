// Why a trace ends where it ends, with the values that matter.
#ifndef TRACE_EXPLAIN_H
#define TRACE_EXPLAIN_H

#include "base/text.h"
#include "trace/writer.h"

// One line: the error or other end, where it is, and after how many steps.
void explain_headline(const trace_job *job, text_buffer *t);
// The lines after the last step; each ends with a newline. r is in the last state of the trace.
void explain_end(const trace_job *job, reference *r, text_buffer *t);

#endif
