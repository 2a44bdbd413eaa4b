// Graphviz: accepting states have two circles.
#include "omega/writer.h"

#include <inttypes.h>

static void put_text(text_buffer *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      text_add(out, "\\");
    text_add_bytes(out, text, 1);
  }
}

static void put_edge(const omega_job *job, uint32_t from, const claim_edge *e) {
  text_add(job->out, "  s%" PRIu32 " -> s%" PRIu32 " [label=\"", from, e->to);
  for (uint32_t i = 0; i < e->label.count; i++) {
    uint32_t atom = claim_atom(e->label.at[i]);
    text_add(job->out, "%s", i ? " && " : "");
    put_text(job->out, claim_is_negated(e->label.at[i]) ? job->negations[atom] : job->atoms[atom]);
  }
  text_add(job->out, "%s\"];\n", e->label.count ? "" : "true");
}

static void write(const omega_job *job) {
  const claim *c = job->claim;
  text_add(job->out, "digraph automaton {\n  label=\"");
  put_text(job->out, job->title);
  text_add(job->out, "\";\n  rankdir=LR;\n  start [shape=point];\n  start -> s%" PRIu32 ";\n", c->initial);
  for (uint32_t s = 0; s < c->states.count; s++)
    text_add(job->out, "  s%" PRIu32 " [label=\"%" PRIu32 "\", shape=%s];\n", s, s,
             c->states.at[s].is_accepting || c->states.at[s].is_bad ? "doublecircle" : "circle");
  for (uint32_t s = 0; s < c->states.count; s++)
    for (uint32_t i = 0; i < c->states.at[s].edges.count; i++)
      put_edge(job, s, &c->states.at[s].edges.at[i]);
  text_add(job->out, "}\n");
}

const omega_writer omega_writer_dot = {"dot", "automaton as a graph for Graphviz", ".dot", write};
