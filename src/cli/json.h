// JSON documents for scripts. Values are jansson's; NULL where there is no memory.
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli/options.h"
#include <jansson.h>

json_t *cli_json_text(const char *text);  // null for NULL; bytes that are not UTF-8 become '?'
json_t *cli_json_place(beeline_place at); // "file:line", or null

json_t *cli_json_result(const cli_request *request, const beeline_result *result); // as in the documents of check

// Both end with a document on standard output.
beeline_status cli_json_finish(const cli_request *request, json_t *document, beeline_status status); // takes document
// The document of check and replay. model and check may be NULL; status is that of the whole.
beeline_status cli_json_report(const cli_request *request, const beeline_model *model, const beeline_check *check,
                               beeline_status status);

#endif
