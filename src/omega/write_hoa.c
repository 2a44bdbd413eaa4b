// The Hanoi omega-automata format, version 1.
#include "omega/writer.h"

#include <inttypes.h>

static void put_string(text_buffer *out, const char *text) {
  text_add(out, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      text_add(out, "\\");
    text_add_bytes(out, text, 1);
  }
  text_add(out, "\"");
}

static void put_label(const omega_job *job, const claim_edge *e) {
  for (uint32_t i = 0; i < e->label.count; i++)
    text_add(job->out, "%s%s%" PRIu32, i ? "&" : "", claim_is_negated(e->label.at[i]) ? "!" : "",
             claim_atom(e->label.at[i]));
  if (!e->label.count)
    text_add(job->out, "t");
}

// One edge for all edges of the state to the same target: their labels are alternatives.
static void put_target(const omega_job *job, const claim_state *s, uint32_t first) {
  uint32_t to = s->edges.at[first].to;
  for (uint32_t i = 0; i < first; i++)
    if (s->edges.at[i].to == to)
      return;
  text_add(job->out, "[");
  for (uint32_t i = first; i < s->edges.count; i++)
    if (s->edges.at[i].to == to) {
      text_add(job->out, "%s", i > first ? " | " : "");
      put_label(job, &s->edges.at[i]);
    }
  text_add(job->out, "] %" PRIu32 "\n", to);
}

static void write(const omega_job *job) {
  const claim *c = job->claim;
  text_add(job->out, "HOA: v1\nname: ");
  put_string(job->out, job->title);
  text_add(job->out, "\ntool: \"beeline\"\nStates: %" PRIu32 "\nStart: %" PRIu32 "\nAP: %" PRIu32, c->states.count,
           c->initial, c->atoms.count);
  for (uint32_t i = 0; i < c->atoms.count; i++) {
    text_add(job->out, " ");
    put_string(job->out, job->atoms[i]);
  }
  text_add(job->out, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels state-acc%s\n",
           c->is_stutter_invariant ? " stutter-invariant" : "");
  text_add(job->out, "--BODY--\n");
  for (uint32_t s = 0; s < c->states.count; s++) {
    const claim_state *state = &c->states.at[s];
    text_add(job->out, "State: %" PRIu32 "%s\n", s, state->is_accepting || state->is_bad ? " {0}" : "");
    for (uint32_t i = 0; i < state->edges.count && !state->is_bad; i++)
      put_target(job, state, i);
    if (state->is_bad)
      text_add(job->out, "[t] %" PRIu32 "\n", s);
  }
  text_add(job->out, "--END--\n");
}

const omega_writer omega_writer_hoa = {"hoa", "automaton in the format of Spot and LTSmin", ".hoa", write};
