// JSON documents for scripts. Values are owned by the caller; NULL = out of memory (jansson's functions accept it).
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli/options.h"
#include <jansson.h>

json_t *
cli_json_text(const char *text); // JSON null for NULL; bytes that are not ASCII become '?' if the text is not UTF-8
json_t *cli_json_place(beeline_place at); // "file:line"; JSON null if there is none

json_t *cli_json_result(const cli_request *request, const beeline_result *result); // one element of "results"

// Both print a document to standard output and return the status, or BEELINE_EXIT_IO or _MEMORY.
beeline_status cli_json_finish(const cli_request *request, json_t *document,
                               beeline_status status); // takes the document
// The document of check, shorten and replay. model may be NULL; check NULL = nothing was run, so there are no results;
// status is the exit status so far. The diagnostics are all messages printed so far.
beeline_status cli_json_report(const cli_request *request, const beeline_model *model, beeline_check *check,
                               beeline_status status);
// The same for a request that is refused before its model is read; without --json, or for wrong usage, it prints
// nothing.
beeline_status cli_json_refusal(const cli_request *request, beeline_status status);

#endif
