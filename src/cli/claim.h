// The claim of a property, in numbers.
#ifndef CLI_CLAIM_H
#define CLI_CLAIM_H

#include "cli/options.h"
#include "model/network.h"

typedef struct cli_claim {
  bool is_there; // the property has a claim, and there was enough memory and time to make it
  uint32_t states, edges, conditions;
  bool is_safety; // it accepts only by bad states, so every search can answer it
} cli_claim;

cli_claim cli_claim_of(const cli_request *request, const network *n, const question *asked);

#endif
