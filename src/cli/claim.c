#include "cli/claim.h"

#include "check/claims.h"
#include "model/claim.h"

typedef struct {
  const network *net;
  mem *memory;
  question asked;
  cli_claim made;
} claim_job;

static void count(void *argument) {
  claim_job *job = argument;
  arena *memory = arena_new(job->memory);
  bool is_made = !check_make_claim(memory, job->net, &job->asked, false) && job->asked.claim;
  if (is_made) {
    const claim *c = job->asked.claim;
    job->made = (cli_claim){.is_there = true, .states = c->states.count, .conditions = c->atoms.count};
    job->made.is_safety = !c->has_cycles;
    for (uint32_t i = 0; i < c->states.count; i++)
      job->made.edges += c->states.at[i].edges.count;
  }
  arena_delete(memory);
}

cli_claim cli_claim_of(const cli_request *request, const network *n, const question *asked) {
  claim_job job = {.net = n, .memory = mem_new(request->load.memory_limit), .asked = *asked};
  if (job.memory)
    mem_try(job.memory, count, &job); // without memory, nothing is said
  mem_delete(job.memory);
  return job.made;
}
