// The causal graph of a model, as the heuristic cg sees it in the initial state: its variables in their order, and its
// arcs.
#ifndef CLI_CAUSAL_H
#define CLI_CAUSAL_H

#include "cli/options.h"
#include "model/network.h"
#include <jansson.h>

typedef struct cli_causal_var {
  const char *name; // "P" (the location of a process), "x[2]", "P.x", "length of c", "message 3 of c"
  bool is_location;
  bool is_independent; // no other variable counts for its costs
} cli_causal_var;

typedef struct cli_causal_arc {
  uint32_t from, to; // in cli_causal.vars
  uint32_t steps;    // that change `to` and require or change `from`
  bool is_ignored;   // it points backwards in the order
} cli_causal_arc;

typedef struct cli_causal {
  mem *memory;              // everything lies in it
  const char *model;        // borrowed
  VEC(cli_causal_var) vars; // in their order
  VEC(cli_causal_arc) arcs; // by from, then to
  uint32_t property;        // number of the property that the order is for; 0 = for run-time errors
} cli_causal;

// Returns NULL if there is no initial state, the relaxation is too large, memory ran out, or the work was interrupted.
cli_causal *cli_causal_open(const cli_request *request, const network *n);
void cli_causal_close(cli_causal *c); // may be NULL
void cli_causal_print(const cli_causal *c, bool is_verbose);
void cli_causal_dot(const cli_causal *c, FILE *out); // for Graphviz
json_t *cli_causal_json(const cli_causal *c);        // c may be NULL

#endif
