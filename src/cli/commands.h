// The verbs. Each runs a parsed request and returns the exit status. Results go to standard output, messages to
// standard error.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/options.h"

beeline_status command_check(cli_request *request);
beeline_status command_compare(cli_request *request);
beeline_status command_shorten(cli_request *request);
beeline_status command_replay(cli_request *request);
beeline_status command_info(cli_request *request);
beeline_status command_convert(cli_request *request);
// convert, if the request asks for an automaton instead of a trace.
bool command_is_for_automaton(const cli_request *request);
beeline_status command_convert_automaton(cli_request *request);
beeline_status command_list(cli_request *request);
beeline_status command_help(cli_request *request);

#endif
