// Why a trace ends where it ends, in words and current values.
#ifndef TRACE_EXPLAIN_H
#define TRACE_EXPLAIN_H

#include "base/text.h"
#include "trace/writer.h"

// One line: what went wrong, where, and after how many steps.
void explain_headline(const trace_job *job, text_buffer *t);
// The lines after the last step; each ends with a newline. r stands at the end of the trace.
void explain_end(const trace_job *job, reference *r, text_buffer *t);

#endif
