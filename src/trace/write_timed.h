// The text formats for timed networks.
#ifndef TRACE_WRITE_TIMED_H
#define TRACE_WRITE_TIMED_H

#include "trace/writer.h"

void write_timed(const trace_job *job, bool full);

#endif
