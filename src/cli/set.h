// Setters of options: see `set` in cli_option. Strings are borrowed from the command line.
#ifndef CLI_SET_H
#define CLI_SET_H

#include "cli/options.h"

// Prints what the option expects instead of the value, and returns false.
bool cli_bad_value(cli_request *request, const cli_option *option, const char *value, const char *expected);

typedef bool cli_setter(cli_request *request, const cli_option *option, const char *value);

// Setters of a field at the option's place: a bool, a string, an element appended to a list of strings, a number from
// 1, a number of bytes such as 512M, a number of seconds, an export to a file or standard output.
cli_setter cli_set_flag, cli_set_text, cli_set_texts, cli_set_count, cli_set_bytes;
cli_setter cli_set_seconds, cli_set_export;

// Setters of single options.
cli_setter cli_set_search, cli_set_heuristic, cli_set_order; // each adds to the list for compare
cli_setter cli_set_first, cli_set_shortest, cli_set_fastest, cli_set_census,
    cli_set_trace_kind; // they exclude each other
cli_setter cli_set_ltl, cli_set_trace, cli_set_output, cli_set_color;
cli_setter cli_set_define, cli_set_undefine, cli_set_include;

#endif
