// The verdict and the statistics as text, to request->text. With --quiet the model is named before the verdict.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/options.h"

void cli_report_verdict(const cli_request *request, const beeline_result *result);
void cli_report_stats(const cli_request *request, const beeline_result *result);

#endif
