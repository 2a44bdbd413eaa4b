// What the verbs that read a model have in common.
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/options.h"

// Loads the model named by the first argument. The caller deletes it; it may be NULL.
beeline_model *cli_load(cli_request *request);

// beeline check m.xta m.q, as with verifyta: an argument that names a file of queries stands for --query. Returns
// BEELINE_OK, or another status after having said what is wrong.
beeline_status cli_take_query_file(cli_request *request);

// Says which properties of the model are not checked: nothing that it asks for is left out silently.
void cli_note_unchecked(const cli_request *request, const beeline_model *model);

// Whether a file could be written, without creating it or touching what is there. Returns BEELINE_OK, or _IO after
// having said what is wrong.
beeline_status cli_check_file(const cli_request *request, const char *file);
// Says that a file could not be written, and why (an errno, or 0 if it is not known). Returns BEELINE_EXIT_IO.
beeline_status cli_cannot_write(const cli_request *request, const char *file, int why);

// Where traces can go is looked at before the work is done: formats that do not exist, files that cannot be written,
// two things on standard output. Returns BEELINE_OK, or another status after having said what is wrong.
beeline_status cli_check_traces(const cli_request *request);

// The same for what the formats can show, once it is known what will be asked of the model.
beeline_status cli_check_formats(const cli_request *request, const beeline_check *check);

// Writes the traces that were asked for: those that go to files, or those that go to standard output. Says what went
// wrong and returns its status.
beeline_status cli_write_traces(const cli_request *request, beeline_check *check, bool to_files);

// Writes one trace; file NULL = standard output.
beeline_status cli_write_trace(const cli_request *request, beeline_check *check, uint32_t index, const char *format,
                               const char *file);

#endif
