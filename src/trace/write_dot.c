// Graphviz: the states in a row, with what changed on the arrows between them.
#include "trace/show.h"
#include "trace/writer.h"

typedef struct graph {
  const trace_job *job;
  text_buffer text;
} graph;

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', out);
    if (*text == '\n')
      fputs("\\n", out);
    else
      fputc(*text, out);
  }
}

static void put_timed_step(graph *g, const trace_event *e) {
  ref_participants who = {0};
  ref_participants_of(g->job->m, e->before, e->by, &who);
  text_clear(&g->text);
  if (e->delay > 0) {
    text_add(&g->text, "delay ");
    show_time(&g->text, e->delay, e->before->unit);
    text_add(&g->text, "\n");
  }
  show_step(&g->text, e->before, &who, "\nwith ", SHOW_WIDTH);
  fprintf(g->job->out, "  s%u -> s%u [label=\"", e->index, e->index + 1);
  put_text(g->job->out, g->text.at);
  text_clear(&g->text);
  show_participants_changes(&g->text, e->before, e->after, &who);
  fprintf(g->job->out, "\"];\n  s%u [label=\"%u\\n", e->index + 1, e->index + 1);
  put_text(g->job->out, text_string(&g->text));
  fputs("\"];\n", g->job->out);
  vec_free(g->job->m, &who);
}

static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  graph *g = context;
  const network *n = g->job->net;
  if (n->is_timed) {
    put_timed_step(g, e);
    return;
  }
  text_clear(&g->text);
  show_process(&g->text, e->before, e->by->pid);
  text_add(&g->text, "  %s", n->edges.at[e->by->edge]->text);
  if (e->by->partner_edge != NET_ALONE) {
    text_add(&g->text, "\n-> ");
    show_process(&g->text, e->before, e->by->partner);
    text_add(&g->text, "  %s", n->edges.at[e->by->partner_edge]->text);
  }
  fprintf(g->job->out, "  s%u -> s%u [label=\"", e->index, e->index + 1);
  put_text(g->job->out, g->text.at);
  text_clear(&g->text);
  show_changes(&g->text, e->before, e->after, e->by->partner_edge == NET_ALONE ? e->by->pid : e->by->partner, true);
  fprintf(g->job->out, "\"];\n  s%u [label=\"%u\\n", e->index + 1, e->index + 1);
  put_text(g->job->out, text_string(&g->text));
  fputs("\"];\n", g->job->out);
}

static void write_dot(const trace_job *job) {
  graph g = {.job = job, .text = {.memory = job->m}};
  fputs("digraph trace {\n  node [shape=box];\n  s0 [label=\"0\"];\n", job->out);
  trace_visitor v = {.context = &g, .step = on_step};
  trace_replay(job->m, job->net, job->answer, &v);
  uint32_t last = job->answer->steps.count;
  if (answer_is_lasso(job->answer))
    fprintf(job->out, "  s%u -> s%u [style=dashed, label=\"for ever\"];\n", last, answer_loop_start(job->answer));
  if (job->result.end.kind == OUTCOME_ERROR)
    fprintf(job->out, "  s%u [color=red, xlabel=\"%s\"];\n", last, fault_message(job->result.end.fault));
  else if (job->result.end.kind == OUTCOME_REACHED)
    fprintf(job->out, "  s%u [color=green, xlabel=\"target state\"];\n", last);
  fputs("}\n", job->out);
  text_free(&g.text);
}

const trace_writer trace_writer_dot = {.name = "dot",
                                       .summary = "Graphviz graph of the states",
                                       .extension = "dot",
                                       .write = write_dot,
                                       .opening = "^digraph trace \\{\n",
                                       .is_document = true,
                                       .shows = TRACE_TIMES | TRACE_UNTIMED | TRACE_LOOPS};
