// Shared by the two halves of reading a command line: which option it is, and what its value means.
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include "cli/options.h"

// "--name" or "-D"; into the buffer, which is returned.
const char *cli_spelling(const cli_option *option, char buffer[static 32]);

// Puts the value of an option into the request; NULL = it has none. False after having printed what is wrong with it.
bool cli_apply(cli_request *request, const cli_option *option, const char *value);

#endif
