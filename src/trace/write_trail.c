// SPIN's trail: one line step:process:statement for each statement executed. The same for a model with a never claim or
// an LTL formula: as long as no line starts the claim, spin -t numbers processes in the same way.
#include "trace/writer.h"

#define TRAIL_LOOP "-1:-1:-1\n" // the steps that follow are repeated for ever

static void put(const trace_job *job, uint32_t *number, uint16_t pid, uint32_t edge) {
  int32_t origin = job->net->edges.at[edge]->origin;
  if (origin >= 0)
    fprintf(job->out, "%u:%u:%d\n", ++*number, pid, origin);
}

static void write_trail(const trace_job *job) {
  uint32_t number = 0;
  for (uint32_t i = 0; i < job->answer->steps.count; i++) {
    const net_action *a = &job->answer->steps.at[i];
    if (answer_is_lasso(job->answer) && i == answer_loop_start(job->answer))
      fputs(TRAIL_LOOP, job->out);
    put(job, &number, a->pid, a->edge);
    if (a->partner_edge != NET_ALONE)
      put(job, &number, a->partner, a->partner_edge);
  }
  if (answer_is_lasso(job->answer) && !job->answer->loop_length)
    fputs(TRAIL_LOOP, job->out);
}

const trace_writer trace_writer_trail = {"trail",
                                         "SPIN's trail, for spin -t",
                                         "trail",
                                         write_trail,
                                         .opening = "^-?[0-9]+:-?[0-9]+:-?[0-9]+\n",
                                         .is_document = true,
                                         .shows = TRACE_UNTIMED | TRACE_LOOPS};
