// A Mermaid sequence diagram: processes as lifelines, messages as arrows, everything else as a note.
#include "trace/show.h"
#include "trace/writer.h"

enum { MERMAID_STEPS = 500 }; // a longer diagram is not readable

typedef struct diagram {
  const trace_job *job;
  text_buffer text;
  uint32_t processes; // lifelines that have been declared
  bool channels[NET_MAX_CHANNELS + 1];
} diagram;

// Mermaid ends a text at a newline or semicolon and reads # as the start of an entity.
static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == ';' || *text == '#')
      fprintf(out, "#%d;", *text);
    else
      fputc(*text == '\n' ? ' ' : *text, out);
  }
  fputc('\n', out);
}

// Each process number is one lifeline, also if several processes have it one after the other.
static void declare_processes(diagram *d, const ref_state *s) {
  for (; d->processes < s->processes.count; d->processes++) {
    text_clear(&d->text);
    if (s->net->is_timed)
      show_process(&d->text, s, (int32_t)d->processes);
    else
      text_add(&d->text, "%s %u", s->net->templates.at[s->processes.at[d->processes].template_]->name, d->processes);
    fprintf(d->job->out, "  participant p%u as %s\n", d->processes, d->text.at);
  }
}

// A buffered channel has a lifeline too: messages go into it and come out of it.
static void declare_channel(diagram *d, const ref_state *s, uint32_t number) {
  if (d->channels[number])
    return;
  d->channels[number] = true;
  text_clear(&d->text);
  show_channel_name(&d->text, s, number);
  fprintf(d->job->out, "  participant c%u as %s\n", number, d->text.at);
}

static void on_start(void *context, reference *r) {
  diagram *d = context;
  fputs("sequenceDiagram\n", d->job->out);
  declare_processes(d, ref_now(r));
}

static void put_arrow(diagram *d, reference *r, const trace_event *e, const net_edge *edge) {
  FILE *out = d->job->out;
  uint32_t pid = e->by->pid;
  fault f = FAULT_NONE;
  int32_t channel = edge->sync.kind == SYNC_NONE ? 0 : ref_eval_as(r, e->before, (int32_t)pid, edge->sync.channel, &f);
  if (e->by->partner_edge != NET_ALONE) {
    fprintf(out, "  p%u->>p%u: ", pid, e->by->partner);
  } else if (channel < 1 || channel > NET_MAX_CHANNELS) {
    fprintf(out, "  Note over p%u: ", pid);
  } else {
    declare_channel(d, e->before, (uint32_t)channel);
    if (edge->sync.kind == SYNC_SEND)
      fprintf(out, "  p%u-)c%d: ", pid, channel);
    else
      fprintf(out, "  c%d-)p%u: ", channel, pid);
  }
}

// An arrow from the caller to each process that answers.
static void put_timed_step(diagram *d, const trace_event *e) {
  FILE *out = d->job->out;
  ref_participants who = {0};
  ref_participants_of(d->job->m, e->before, e->by, &who);
  text_clear(&d->text);
  if (e->delay > 0) {
    text_add(&d->text, "delay ");
    show_time(&d->text, e->delay, e->before->unit);
    fprintf(out, "  Note over p0,p%u: %s\n", d->processes - 1, d->text.at);
  }
  for (uint32_t i = who.count > 1; i < who.count; i++) {
    if (i == 0)
      fprintf(out, "  Note over p%u: ", e->by->pid);
    else
      fprintf(out, "  p%u->>p%d: ", e->by->pid, who.at[i].pid);
    text_clear(&d->text);
    text_add(&d->text, "%u. %s", e->number, who.at[0].edge->text);
    put_text(out, d->text.at);
  }
  vec_free(d->job->m, &who);
}

static void on_step(void *context, reference *r, const trace_event *e) {
  diagram *d = context;
  const net_edge *edge = d->job->net->edges.at[e->by->edge];
  if (e->index >= MERMAID_STEPS)
    return;
  declare_processes(d, e->after);
  if (d->job->answer->loop_length && e->index == answer_loop_start(d->job->answer))
    fputs("  loop for ever\n", d->job->out);
  if (d->job->net->is_timed) {
    put_timed_step(d, e);
    return;
  }
  put_arrow(d, r, e, edge);
  text_clear(&d->text);
  text_add(&d->text, "%u. %s", e->number, edge->text);
  put_text(d->job->out, d->text.at);
}

static void write_mermaid(const trace_job *job) {
  diagram d = {.job = job, .text = {.memory = job->m}};
  trace_visitor v = {.context = &d, .start = on_start, .step = on_step};
  trace_replay(job->m, job->net, job->answer, &v);
  if (job->answer->loop_length && answer_loop_start(job->answer) < MERMAID_STEPS)
    fputs("  end\n", job->out);
  if (job->answer->steps.count > MERMAID_STEPS)
    fprintf(job->out, "  %%%% %u more steps are left out\n", job->answer->steps.count - MERMAID_STEPS);
  if (job->result.end.kind == OUTCOME_ERROR && job->answer->steps.count > 0) {
    fprintf(job->out, "  Note over p%u: ", job->answer->steps.at[job->answer->steps.count - 1].pid);
    put_text(job->out, fault_message(job->result.end.fault));
  }
  if (answer_is_lasso(job->answer) && !job->answer->loop_length && d.processes)
    fprintf(job->out, "  Note over p0,p%u: stays in this state for ever\n", d.processes - 1);
  text_free(&d.text);
}

const trace_writer trace_writer_mermaid = {.name = "mermaid",
                                           .summary = "Mermaid sequence diagram",
                                           .extension = "mmd",
                                           .write = write_mermaid,
                                           .opening = "^sequenceDiagram\n",
                                           .is_document = true,
                                           .shows = TRACE_TIMES | TRACE_UNTIMED | TRACE_LOOPS};
