// Claims of never claims, and of labels of processes.
#ifndef MODEL_CLAIM_NEVER_H
#define MODEL_CLAIM_NEVER_H

#include "model/claim.h"
#include "model/network.h"

claim *claim_of_template(arena *memory, const network *net, uint32_t template_, const char **why_not);
claim *claim_of_acceptance(arena *memory);
claim *claim_of_progress(arena *memory);

#endif
