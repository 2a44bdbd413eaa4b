// UPPAAL's own traces (.xtr): numbers only. A state is a line of locations, the bounds of its zone, and a line of
// variables; each step is written after the state that it leads to. Everything ends with a line of one dot.
#include "trace/numbering.h"
#include "trace/symbolic.h"
#include "trace/writer.h"

#include <inttypes.h>

typedef struct document {
  const trace_job *job;
  symbolic symbolic;
  numbered_cells cells;
  bool *needed; // bounds of a zone
} document;

// The file's bounds are 2 * constant for <=, and one more for <.
static void put_zone(document *d) {
  const zone *z = &d->symbolic.zone;
  zone_core(z, d->needed);
  for (uint32_t i = 0; i < z->clocks * z->clocks; i++)
    if (d->needed[i])
      fprintf(d->job->out, "%u %u %" PRId64 "\n.\n", i / z->clocks, i % z->clocks,
              2 * zone_constant(z->at[i]) + zone_is_strict(z->at[i]));
  fputs(".\n", d->job->out);
}

static void put_state(document *d, const ref_state *s) {
  FILE *out = d->job->out;
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    fprintf(out, "%u ", s->processes.at[pid].location);
  fputs("\n.\n", out);
  put_zone(d);
  for (uint32_t i = 0; i < d->cells.count; i++)
    fprintf(out, "%d ", numbering_value(s, &d->cells.at[i]));
  fputs("\n.\n", out);
}

static void on_start(void *context, reference *r) { put_state(context, ref_now(r)); }

static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  document *d = context;
  fault f;
  ref_participants who = {0};
  symbolic_step(&d->symbolic, e->by, &f);
  put_state(d, e->after);
  ref_participants_of(d->job->m, e->before, e->by, &who);
  for (uint32_t i = 0; i < who.count; i++) {
    const ref_participant *p = &who.at[i];
    fprintf(d->job->out, "%d %u ", p->pid, numbering_edge(e->before, p->pid, p->edge));
    for (uint32_t k = 0; k < p->edge->chosen.count; k++)
      fprintf(d->job->out, "%d ", p->edge->chosen.at[k]);
    fputs("; ", d->job->out);
  }
  fputs(".\n", d->job->out);
  vec_free(d->job->m, &who);
}

static void write_xtr(const trace_job *job) {
  document d = {.job = job, .symbolic = symbolic_start(job->m, job->net)};
  d.needed = mem_alloc(job->m, (size_t)d.symbolic.zone.clocks * d.symbolic.zone.clocks);
  numbering_cells(job->m, job->net, &d.cells);
  trace_visitor v = {.context = &d, .start = on_start, .step = on_step};
  trace_replay(job->m, job->net, job->answer, &v);
  fputs(".\n", job->out);
  vec_free(job->m, &d.cells);
  mem_free(job->m, d.needed);
  symbolic_free(&d.symbolic);
}

const trace_writer trace_writer_xtr = {.name = "xtr",
                                       .summary = "UPPAAL's symbolic traces (.xtr), by number",
                                       .extension = "xtr",
                                       .write = write_xtr,
                                       .opening = "^[0-9 ]+\n\\.\n",
                                       .is_document = true,
                                       .shows = TRACE_TIMES};
