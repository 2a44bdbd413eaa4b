// The steps as JSON: who does what, where, and what it changes. The values at the start and the changes of the steps so
// far give every state. "--json" has the same members in its trace.
#include "trace/json_value.h"
#include "trace/show.h"
#include "trace/writer.h"

#include <string.h>

typedef struct document {
  const trace_job *job;
  text_buffer text;
  const char *comma; // before the next member or element
} document;

static void put_text(document *d) {
  json_put_string(d->job->out, text_string(&d->text));
  text_clear(&d->text);
}

// The name of a member is in d->text.
static void put_key(document *d) {
  fputs(d->comma, d->job->out);
  put_text(d);
  fputc(':', d->job->out);
  d->comma = ",";
}

static void open_object(document *d, const char *before) {
  fprintf(d->job->out, "%s{", before);
  d->comma = "";
}

static void close_object(document *d) {
  fputc('}', d->job->out);
  d->comma = ",";
}

// Everything below that takes a state before and one after puts what differs; before NULL = all values.

static void put_variable(document *d, const ref_state *after, int32_t pid, const net_var *v, const int32_t *was,
                         const int32_t *is) {
  char name[256];
  if (v->is_scratch || (!was && (v->is_constant || v->channel >= 0)))
    return;
  for (uint32_t i = 0; i < v->cells; i++) {
    if (was && was[i] == is[i])
      continue;
    if (pid != NET_NONE) {
      show_process(&d->text, after, pid);
      text_add(&d->text, ".");
    }
    text_add(&d->text, "%s", net_cell_name(v, i, name, sizeof name));
    put_key(d);
    if (v->type.kind == KIND_CHANNEL) { // its name: the messages are a member of their own
      show_value(&d->text, after, v->type, is[i]);
      put_text(d);
    } else {
      json_put_value(d->job->out, after, v->type, is[i]);
    }
  }
}

static void put_locals(document *d, const ref_state *before, const ref_state *after, int32_t pid) {
  const ref_process *is = &after->processes.at[pid];
  const ref_process *was = before && (uint32_t)pid < before->processes.count ? &before->processes.at[pid] : NULL;
  const net_template *t = after->net->templates.at[is->template_];
  for (uint32_t i = 0; i < t->vars.count; i++)
    put_variable(d, after, pid, after->net->vars.at[t->vars.at[i]], was ? was->values[i] : NULL, is->values[i]);
}

static bool is_same_channel(const ref_channel *a, const ref_channel *b) {
  return a->cells.count == b->cells.count &&
         (a->cells.count == 0 || memcmp(a->cells.at, b->cells.at, a->cells.count * sizeof(int32_t)) == 0);
}

static void put_channels(document *d, const ref_state *before, const ref_state *after) {
  for (uint32_t i = 0; i < after->channels.count; i++) {
    const ref_channel *is = &after->channels.at[i];
    if (before && i < before->channels.count && is_same_channel(&before->channels.at[i], is))
      continue;
    show_channel_name(&d->text, after, i + 1);
    put_key(d);
    json_put_messages(d->job->out, after, is, false);
  }
}

static void put_time(document *d, int64_t parts, int64_t unit) {
  fprintf(d->job->out, "%.10g", (double)parts / (double)unit);
}

static void put_shared(document *d, const ref_state *before, const ref_state *after) {
  const network *n = after->net;
  for (uint32_t i = 0; i < n->globals.count; i++)
    put_variable(d, after, NET_NONE, n->vars.at[n->globals.at[i]], before ? before->globals[i] : NULL,
                 after->globals[i]);
  put_channels(d, before, after);
  for (uint32_t i = 1; after->clocks && i <= n->clocks.count; i++) {
    if (before && before->clocks[i] == after->clocks[i])
      continue;
    text_add(&d->text, "%s", n->clocks.at[i - 1].name);
    put_key(d);
    put_time(d, after->clocks[i], after->unit);
  }
}

// Its name or number, as `beeline info -v` prints it; the end of a process is 0.
static void put_location(document *d, const char *key, const net_flow *flow, uint32_t number, bool is_end) {
  const net_location *l = &flow->locations.at[number];
  text_add(&d->text, "%s", key);
  put_key(d);
  if (l->name)
    text_add(&d->text, "%s", l->name);
  else
    text_add(&d->text, "%d", is_end ? 0 : l->origin >= 0 ? l->origin : (int32_t)number);
  put_text(d);
}

static void put_who(document *d, const ref_state *s, int32_t pid, const net_edge *e) {
  const net_flow *flow = &s->net->templates.at[s->processes.at[pid].template_]->flow;
  text_add(&d->text, "process");
  put_key(d);
  show_process(&d->text, s, pid);
  put_text(d);
  put_location(d, "from", flow, e->from, false);
  put_location(d, "to", flow, e->to, e->is_end);
  fputs(",\"action\":", d->job->out);
  json_put_string(d->job->out, e->text);
  fputs(",\"location\":", d->job->out);
  show_place(&d->text, e->at);
  if (e->at.file)
    put_text(d);
  else
    fputs("null", d->job->out);
  text_clear(&d->text);
}

static void open_step(document *d, uint32_t number, const ref_state *s, int32_t pid, const net_edge *e) {
  fputs(number > 1 ? ",\n" : "\n", d->job->out);
  open_object(d, "");
  fprintf(d->job->out, "\"step\":%u", number);
  d->comma = ",";
  put_who(d, s, pid, e);
}

static void put_others(document *d, const trace_event *e, const ref_participants *who) {
  fputs(",\"with\":[", d->job->out);
  for (uint32_t i = 1; i < who->count; i++) {
    open_object(d, i > 1 ? "," : "");
    put_who(d, e->before, who->at[i].pid, who->at[i].edge);
    close_object(d);
  }
  fputs("],\"delay\":", d->job->out);
  put_time(d, e->delay, e->before->unit);
  fputs(",\"time\":", d->job->out);
  put_time(d, e->before->time, e->before->unit);
}

static void put_end(document *d, const trace_event *e) {
  if (e->output[0]) {
    fputs(",\"output\":", d->job->out);
    json_put_string(d->job->out, e->output);
  }
  if (e->fault != FAULT_NONE)
    fprintf(d->job->out, ",\"fault\":\"%s\"", fault_name(e->fault));
}

// All changes of the step but those of the variables of one process; NET_NONE = all.
static void put_changes(document *d, const trace_event *e, int32_t but) {
  open_object(d, ",\"changes\":");
  for (uint32_t pid = 0; pid < e->after->processes.count; pid++)
    if ((int32_t)pid != but)
      put_locals(d, e->before, e->after, (int32_t)pid);
  put_shared(d, e->before, e->after);
  close_object(d);
}

static void on_start(void *context, reference *r) {
  document *d = context;
  const ref_state *now = ref_now(r);
  open_object(d, "");
  open_object(d, "\"initial\":");
  put_shared(d, NULL, now);
  for (uint32_t pid = 0; pid < now->processes.count; pid++)
    put_locals(d, NULL, now, (int32_t)pid);
  close_object(d);
  fputs(",\n\"steps\":[", d->job->out);
}

// A rendezvous is a step for each of the two processes, as in the length of a trace.
static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  document *d = context;
  const network *n = d->job->net;
  bool is_rendezvous = !n->is_timed && e->by->partner_edge != NET_ALONE;
  open_step(d, e->number, e->before, e->by->pid, n->edges.at[e->by->edge]);
  if (is_rendezvous) {
    open_object(d, ",\"changes\":");
    if ((uint32_t)e->by->pid < e->after->processes.count)
      put_locals(d, e->before, e->after, e->by->pid);
    close_object(d);
    close_object(d);
    open_step(d, e->number + 1, e->before, e->by->partner, n->edges.at[e->by->partner_edge]);
  } else if (n->is_timed) {
    ref_participants who = {0};
    ref_participants_of(d->job->m, e->before, e->by, &who);
    put_others(d, e, &who);
    vec_free(d->job->m, &who);
  }
  put_end(d, e);
  put_changes(d, e, is_rendezvous ? e->by->pid : NET_NONE);
  close_object(d);
}

static void write_json(const trace_job *job) {
  document d = {.job = job, .text = {.memory = job->m}, .comma = ""};
  trace_visitor v = {.context = &d, .start = on_start, .step = on_step};
  trace_replay(job->m, job->net, job->answer, &v);
  fputs("]}\n", job->out);
  text_free(&d.text);
}

const trace_writer trace_writer_json = {.name = "json",
                                        .summary = "JSON: the values at the start, and what each step changes",
                                        .extension = "json",
                                        .write = write_json,
                                        .opening = "^\\{\"initial\":",
                                        .is_document = true,
                                        .shows = TRACE_TIMES | TRACE_UNTIMED | TRACE_LOOPS};
