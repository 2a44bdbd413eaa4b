// What options do with their values: see `set` in cli_option. Names and texts are borrowed from the command line.
#ifndef CLI_SET_H
#define CLI_SET_H

#include "cli/options.h"

// Says what the option wants instead of the value, and returns false.
bool cli_bad_value(cli_request *request, const cli_option *option, const char *value, const char *wanted);

typedef bool cli_setter(cli_request *request, const cli_option *option, const char *value);

// Into a field, at the option's place: a bool; a text; one more of several texts; a number from 1; a number of bytes
// such as 512M; of seconds; a file for an output, or standard output.
cli_setter cli_set_flag, cli_set_text, cli_set_texts, cli_set_count, cli_set_small_count, cli_set_bytes;
cli_setter cli_set_seconds, cli_set_sheet;

// Options that are not plain.
cli_setter cli_set_search, cli_set_heuristic, cli_set_order; // one more for compare, the last for the others
cli_setter cli_set_first, cli_set_shortest, cli_set_fastest, cli_set_census, cli_set_trace_kind; // only one aim
cli_setter cli_set_ltl, cli_set_trace, cli_set_output, cli_set_color;
cli_setter cli_set_define, cli_set_undefine, cli_set_include;

#endif
