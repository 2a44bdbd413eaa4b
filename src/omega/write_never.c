// A never claim, with the names of states that SPIN gives to its own claims.
#include "omega/writer.h"

#include <inttypes.h>

static void put_state(const omega_job *job, uint32_t state) {
  const claim *c = job->claim;
  const claim_state *s = &c->states.at[state];
  if (s->is_bad)
    text_add(job->out, "accept_all");
  else if (state == c->initial)
    text_add(job->out, "%s_init", s->is_accepting ? "accept" : "T0");
  else
    text_add(job->out, "%s_S%" PRIu32, s->is_accepting ? "accept" : "T0", state);
}

static void put_edge(const omega_job *job, const claim_edge *e) {
  text_add(job->out, "\t:: (");
  for (uint32_t i = 0; i < e->label.count; i++) {
    uint32_t atom = claim_atom(e->label.at[i]);
    text_add(job->out, "%s(%s)", i ? " && " : "",
             claim_is_negated(e->label.at[i]) ? job->negations[atom] : job->atoms[atom]);
  }
  text_add(job->out, "%s) -> goto ", e->label.count ? "" : "1");
  put_state(job, e->to);
  text_add(job->out, "\n");
}

static void put_edges(const omega_job *job, uint32_t state) {
  const claim_state *s = &job->claim->states.at[state];
  put_state(job, state);
  text_add(job->out, ":\n");
  if (!s->edges.count)
    text_add(job->out, "\tfalse;\n"); // blocks: nothing is accepted from here
  else
    text_add(job->out, "\tdo\n");
  for (uint32_t i = 0; i < s->edges.count; i++)
    put_edge(job, &s->edges.at[i]);
  if (s->edges.count)
    text_add(job->out, "\tod;\n");
}

// The initial state comes first. The bad state comes last: the claim ends there.
static void write(const omega_job *job) {
  const claim *c = job->claim;
  bool has_bad = false;
  text_add(job->out, "never { /* %s */\n", job->title);
  if (!c->states.at[c->initial].is_bad)
    put_edges(job, c->initial);
  for (uint32_t s = 0; s < c->states.count; s++) {
    has_bad |= c->states.at[s].is_bad;
    if (s != c->initial && !c->states.at[s].is_bad)
      put_edges(job, s);
  }
  if (has_bad)
    text_add(job->out, "accept_all:\n\tskip\n");
  text_add(job->out, "}\n");
}

const omega_writer omega_writer_never = {"never", "never claim of SPIN", ".pml", write};
