// Symbolic traces in XML, of the form that UPPAAL's verifyta writes with -X: the system, then its states in three
// parts, each with a number, and the transitions between them. One line for each element.
#include "trace/numbering.h"
#include "trace/show.h"
#include "trace/symbolic.h"
#include "trace/writer.h"

#include <inttypes.h>
#include <string.h>

typedef struct document {
  const trace_job *job;
  symbolic symbolic;
  numbered_cells cells;
  bool *used; // edges
  text_buffer name;
} document;

static void put_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    const char *name = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : NULL;
    if (*text == '"')
      name = "&quot;";
    if (name)
      fputs(name, out);
    else
      fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
  }
}

static void put_name(document *d) {
  put_escaped(d->job->out, text_string(&d->name));
  text_clear(&d->name);
}

// <tag name="x" id="P.x"/>, with the id from d->name.
static void put_declaration(document *d, const char *tag) {
  const char *dot = strchr(text_string(&d->name), '.');
  fprintf(d->job->out, "<%s name=\"", tag);
  put_escaped(d->job->out, dot ? dot + 1 : text_string(&d->name));
  fputs("\" id=\"", d->job->out);
  put_name(d);
  fputs("\"/>\n", d->job->out);
}

static void put_clocks_of(document *d, int32_t template_) {
  const network *n = d->job->net;
  for (uint32_t i = 0; i < d->symbolic.zone.clocks; i++) {
    int32_t owner = i < SYMBOLIC_FIRST_CLOCK ? NET_NONE : n->clocks.at[i - SYMBOLIC_FIRST_CLOCK].template_;
    if (owner != template_)
      continue;
    numbering_clock_name(&d->name, n, i);
    put_declaration(d, "clock");
  }
}

static void put_cells_of(document *d, const ref_state *s, int32_t pid) {
  for (uint32_t i = 0; i < d->cells.count; i++) {
    if (d->cells.at[i].pid != pid)
      continue;
    numbering_cell_name(&d->name, s, &d->cells.at[i]);
    put_declaration(d, "variable");
  }
}

static void put_words(document *d, const char *tag, const char *text) {
  fprintf(d->job->out, "<%s>", tag);
  put_escaped(d->job->out, text);
  fprintf(d->job->out, "</%s>", tag);
}

static void put_edge(document *d, const ref_state *s, const ref_participant *p) {
  FILE *out = d->job->out;
  const net_words *w = &p->edge->words;
  bool has_words = p->edge->origin >= 0 || w->guard || w->sync || w->effect;
  fputs("<edge id=\"", out);
  numbering_edge_name(&d->name, s, p);
  put_name(d);
  fputs("\" from=\"", out);
  numbering_location_name(&d->name, s, p->pid, p->edge->from);
  put_name(d);
  fputs("\" to=\"", out);
  numbering_location_name(&d->name, s, p->pid, p->edge->to);
  put_name(d);
  fputs("\">", out);
  put_words(d, "guard", w->guard ? w->guard : has_words ? "1" : p->edge->text);
  put_words(d, "sync", w->sync ? w->sync : "tau");
  put_words(d, "update", w->effect ? w->effect : "1");
  fputs("</edge>\n", out);
}

static void put_process(document *d, const ref_state *s, int32_t pid) {
  FILE *out = d->job->out;
  const net_template *t = s->net->templates.at[s->processes.at[pid].template_];
  text_buffer process = {.memory = d->job->m};
  show_process(&process, s, pid);
  fputs("<process id=\"", out);
  put_escaped(out, process.at);
  fputs("\" name=\"", out);
  put_escaped(out, process.at);
  fputs("\">\n", out);
  put_clocks_of(d, (int32_t)t->index);
  put_cells_of(d, s, pid);
  for (uint32_t i = 0; i < t->flow.locations.count; i++) {
    numbering_location_name(&d->name, s, pid, i);
    put_declaration(d, "location");
  }
  for (uint32_t i = 0; i < t->flow.locations.count; i++)
    for (uint32_t k = 0; k < t->flow.locations.at[i].edges.count; k++)
      if (d->used[t->flow.locations.at[i].edges.at[k]])
        put_edge(d, s, &(ref_participant){pid, s->net->edges.at[t->flow.locations.at[i].edges.at[k]]});
  fputs("</process>\n", out);
  text_free(&process);
}

static void put_system(document *d, const ref_state *s) {
  fputs("<system>\n", d->job->out);
  put_clocks_of(d, NET_NONE);
  put_cells_of(d, s, NET_NONE);
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    put_process(d, s, (int32_t)pid);
  fputs("</system>\n", d->job->out);
}

static void put_bound(document *d, uint32_t x, uint32_t y) {
  const zone *z = &d->symbolic.zone;
  int64_t bound = z->at[x * z->clocks + y];
  FILE *out = d->job->out;
  fputs("<clockbound clock1=\"", out);
  numbering_clock_name(&d->name, d->job->net, x);
  put_name(d);
  fputs("\" clock2=\"", out);
  numbering_clock_name(&d->name, d->job->net, y);
  put_name(d);
  if (bound >= ZONE_NO_BOUND)
    fputs("\" bound=\"inf\" comp=\"&lt;\"/>\n", out);
  else
    fprintf(out, "\" bound=\"%" PRId64 "\" comp=\"%s\"/>\n", zone_constant(bound),
            zone_is_strict(bound) ? "&lt;" : "&lt;=");
}

static void put_state(document *d, const ref_state *s, uint32_t number) {
  FILE *out = d->job->out;
  fprintf(out, "<location_vector id=\"LocVec%u\" locations=\"", number);
  for (uint32_t pid = 0; pid < s->processes.count; pid++) {
    numbering_location_name(&d->name, s, (int32_t)pid, s->processes.at[pid].location);
    text_add(&d->name, " ");
  }
  put_name(d);
  fprintf(out, "\"/>\n<variable_vector id=\"varvec.%u\">\n", number);
  for (uint32_t i = 0; i < d->cells.count; i++) {
    fputs("<variable_state variable=\"", out);
    numbering_cell_name(&d->name, s, &d->cells.at[i]);
    put_name(d);
    fprintf(out, "\" value=\"%d\"/>\n", numbering_value(s, &d->cells.at[i]));
  }
  fprintf(out, "</variable_vector>\n<dbm_instance id=\"DBM%u\">\n", number);
  for (uint32_t x = 0; x < d->symbolic.zone.clocks; x++)
    for (uint32_t y = 0; y < d->symbolic.zone.clocks; y++)
      put_bound(d, x, y);
  fprintf(out,
          "</dbm_instance>\n<node id=\"State%u\" location_vector=\"LocVec%u\" dbm_instance=\"DBM%u\" "
          "variable_vector=\"varvec.%u\"/>\n",
          number, number, number, number);
}

static void on_start(void *context, reference *r) {
  document *d = context;
  put_system(d, ref_now(r));
  put_state(d, ref_now(r), 1);
}

static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  document *d = context;
  fault f;
  ref_participants who = {0};
  symbolic_step(&d->symbolic, e->by, &f);
  put_state(d, e->after, e->index + 2);
  fprintf(d->job->out, "<transition from=\"State%u\" to=\"State%u\" edges=\"", e->index + 1, e->index + 2);
  ref_participants_of(d->job->m, e->before, e->by, &who);
  for (uint32_t i = 0; i < who.count; i++) {
    numbering_edge_name(&d->name, e->before, &who.at[i]);
    text_add(&d->name, " ");
  }
  put_name(d);
  fputs("\"/>\n", d->job->out);
  vec_free(d->job->m, &who);
}

static void mark_used(void *context, reference *r, const trace_event *e) {
  (void)r;
  document *d = context;
  ref_participants who = {0};
  ref_participants_of(d->job->m, e->before, e->by, &who);
  for (uint32_t i = 0; i < who.count; i++)
    d->used[who.at[i].edge->id] = true;
  vec_free(d->job->m, &who);
}

static void write_uppaal_xml(const trace_job *job) {
  document d = {.job = job, .symbolic = symbolic_start(job->m, job->net), .name = {.memory = job->m}};
  d.used = mem_alloc(job->m, job->net->edges.count + 1);
  numbering_cells(job->m, job->net, &d.cells);
  trace_visitor marks = {.context = &d, .step = mark_used};
  trace_replay(job->m, job->net, job->answer, &marks);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<trace initial_node=\"State1\" trace_options=\"symbolic\">\n",
        job->out);
  trace_visitor v = {.context = &d, .start = on_start, .step = on_step};
  trace_replay(job->m, job->net, job->answer, &v);
  fputs("</trace>\n", job->out);
  vec_free(job->m, &d.cells);
  mem_free(job->m, d.used);
  text_free(&d.name);
  symbolic_free(&d.symbolic);
}

const trace_writer trace_writer_uppaal_xml = {.name = "uppaal-xml",
                                              .summary = "symbolic traces in XML, as UPPAAL's verifyta -X writes them",
                                              .extension = "trace.xml",
                                              .write = write_uppaal_xml,
                                              .opening = "^<\\?xml[^>]*>\n<trace ",
                                              .is_document = true,
                                              .shows = TRACE_TIMES};
