// SPIN's trail: one line step:process:statement for each statement executed. A model that has a claim or an LTL formula
// needs nothing else, as long as no line starts the claim: spin -t then counts processes as we do.
#include "trace/writer.h"

static void put(const trace_job *job, uint32_t *number, uint8_t pid, uint32_t edge) {
  int32_t origin = job->net->edges.at[edge]->origin;
  if (origin >= 0)
    fprintf(job->out, "%u:%u:%d\n", ++*number, pid, origin);
}

static void write_trail(const trace_job *job) {
  uint32_t number = 0;
  for (uint32_t i = 0; i < job->trace->steps.count; i++) {
    const net_action *a = &job->trace->steps.at[i];
    if (job->trace->loop_length && i == job->trace->steps.count - job->trace->loop_length)
      fputs("-1:-1:-1\n", job->out);
    put(job, &number, a->pid, a->edge);
    if (a->partner_edge != NET_ALONE)
      put(job, &number, a->partner, a->partner_edge);
  }
}

const trace_writer trace_writer_trail = {"trail", "SPIN's trail, for spin -t", "trail", write_trail,
                                         .shows = TRACE_UNTIMED | TRACE_LOOPS};
