// Writing JSON incrementally, so that a trace of any length need not fit into memory.
#ifndef TRACE_JSON_H
#define TRACE_JSON_H

#include <stdio.h>

// A string with its quotes. Bytes that are not UTF-8 become U+FFFD, so that the result is always valid.
void json_put_string(FILE *out, const char *text);

#endif
