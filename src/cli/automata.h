// Prints the automata of a model for `beeline info`. Locations have the numbers of the language's own tools (`pan -d`).
#ifndef CLI_AUTOMATA_H
#define CLI_AUTOMATA_H

#include "model/network.h"
#include <jansson.h>

void cli_print_automaton(const network *n, const net_template *t);
json_t *cli_automaton_json(const network *n, const net_template *t); // a list of edges

#endif
