// What the readers share: the reference interpreter takes each step as it is read.
#ifndef TRACE_READ_INTERNAL_H
#define TRACE_READ_INTERNAL_H

#include "trace/reference.h"

typedef struct trace_reader {
  mem *m;
  const network *net;
  diags *d;
  const char *file;
  FILE *in;
  reference *r;
  answer *answer;
  fault last; // of the last step
  bool claims_deadlock;
  bool has_loop;      // the file says that steps are repeated forever...
  uint32_t loop_from; // ...from this one on
} trace_reader;

bool trace_reader_error(trace_reader *r, uint32_t line, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5))); // always false
// Takes the step and adds it to the trace. False, with *why, if it is not possible.
bool trace_reader_step(trace_reader *r, const net_action *step, const char **why);
// Lets time pass up to this time. False, with *why, if that delay is not allowed.
bool trace_reader_wait(trace_reader *r, int64_t time, const char **why);
// Undoes the steps from the count-th on.
void trace_reader_return(trace_reader *r, uint32_t count);

bool trace_read_itf(trace_reader *r);
bool trace_read_trail(trace_reader *r);
bool trace_read_xtr(trace_reader *r);
bool trace_read_uppaal_xml(trace_reader *r);

#endif
