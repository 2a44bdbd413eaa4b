// Trace files of earlier runs.
#ifndef CLI_OLD_TRACE_H
#define CLI_OLD_TRACE_H

#include "cli/options.h"

// For a run that has ended without a trace: removes the file that the trace would have been written to, with a note, so
// that no old trace stays beside a new verdict. Only a file that begins like a trace in this format is removed; another
// one is left, with a note. Returns BEELINE_OK, or BEELINE_EXIT_IO after printing an error.
beeline_status cli_remove_old_trace(const cli_request *request, const cli_trace *trace);

// Removes what was written of a trace before writing failed. Devices and pipes are left.
void cli_remove_partial_trace(const char *file);

#endif
