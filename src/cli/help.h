// Help, manual page and completions, generated from the tables of verbs, options and names.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/options.h"

// "-D NAME[=VALUE]", "--trace FORMAT[=FILE]", "-q, --quiet"; written to the buffer, which is returned.
char *help_spelling(const cli_option *option, char buffer[static 64]);
// The values of the option's argument that one of the verbs takes, separated by blanks ("" = not known); written to the
// buffer, which is returned.
char *help_values(const cli_option *option, unsigned verbs, char *buffer, size_t size);

void help_print(const cli_verb *verb); // NULL = the program as a whole
// what: "man", "bash", "zsh" or "fish"; returns false for anything else.
bool help_generate(const char *what);
void help_manual(void);
void help_bash(void);
void help_zsh(void);
void help_fish(void);

#endif
