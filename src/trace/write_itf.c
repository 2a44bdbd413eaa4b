// The Informal Trace Format (ADR 15 of Apalache): a JSON document with one object per state, each on a line of its own.
// What a replay needs is in the #meta of each state.
#include "trace/json_value.h"
#include "trace/show.h"
#include "trace/writer.h"

#include <inttypes.h>
#include <string.h>

typedef struct document {
  const trace_job *job;
  text_buffer processes, clocks; // the names of the variables that hold the processes, and the clocks
  int64_t time;                  // of the last step
  text_buffer scratch;
  VEC(bool) repeats; // by variable: its scope has an earlier one of the same name
} document;

// The cells of a variable as nested lists, one level for each part that is an array. Returns the next cell.
static const int32_t *put_cells(document *d, const ref_state *s, const net_var *v, uint32_t part, const int32_t *cell) {
  while (part < v->parts.count && v->parts.at[part].length == 0)
    part++;
  if (part == v->parts.count) {
    json_put_value(d->job->out, s, v->type, *cell);
    return cell + 1;
  }
  fputc('[', d->job->out);
  for (uint32_t i = 0; i < v->parts.at[part].length; i++) {
    if (i > 0)
      fputc(',', d->job->out);
    cell = put_cells(d, s, v, part + 1, cell);
  }
  fputc(']', d->job->out);
  return cell;
}

static void put_variable(document *d, const ref_state *s, const net_var *v, const int32_t *cells) {
  if (d->repeats.at[v->index]) {
    text_clear(&d->scratch);
    text_add(&d->scratch, "%s@%u", v->name, v->slot);
    json_put_string(d->job->out, d->scratch.at);
  } else {
    json_put_string(d->job->out, v->name);
  }
  fputc(':', d->job->out);
  put_cells(d, s, v, 0, cells);
}

static void put_process(document *d, const ref_state *s, uint32_t pid) {
  const ref_process *p = &s->processes.at[pid];
  const net_template *t = s->net->templates.at[p->template_];
  FILE *out = d->job->out;
  fputs(pid > 0 ? ",{\"process\":" : "{\"process\":", out);
  json_put_string(out, t->name);
  fprintf(out, ",\"location\":%u", p->location);
  if (t->flow.locations.at[p->location].name) {
    fputs(",\"at\":", out);
    json_put_string(out, t->flow.locations.at[p->location].name);
  }
  fputs(",\"vars\":{", out);
  for (uint32_t i = 0; i < t->vars.count; i++) {
    if (i > 0)
      fputc(',', out);
    put_variable(d, s, s->net->vars.at[t->vars.at[i]], p->values[i]);
  }
  fputs("}}", out);
}

static void put_time(document *d, int64_t parts, int64_t unit) {
  text_clear(&d->scratch);
  show_time(&d->scratch, parts, unit);
  json_put_string(d->job->out, d->scratch.at);
}

static void put_clocks(document *d, const ref_state *s) {
  fprintf(d->job->out, ",\"%s\":{", d->clocks.at);
  for (uint32_t i = 1; i <= s->net->clocks.count; i++) {
    fputs(i > 1 ? "," : "", d->job->out);
    json_put_string(d->job->out, s->net->clocks.at[i - 1].name);
    fputc(':', d->job->out);
    put_time(d, s->clocks[i], s->unit);
  }
  fputc('}', d->job->out);
}

// The time at which the state is reached: as a decimal number, and exactly.
static void put_moment(document *d, const ref_state *s, int64_t delay) {
  fputs(",\"delay\":", d->job->out);
  put_time(d, delay, s->unit);
  fputs(",\"time\":", d->job->out);
  put_time(d, s->time, s->unit);
  fprintf(d->job->out, ",\"parts\":\"%" PRId64 "\"", s->time);
}

static bool is_hidden(const net_var *v) { return v->is_scratch || v->is_constant; }

static void put_state(document *d, const ref_state *s) {
  FILE *out = d->job->out;
  const network *n = s->net;
  for (uint32_t i = 0; i < n->globals.count; i++) {
    if (is_hidden(n->vars.at[n->globals.at[i]]))
      continue;
    fputc(',', out);
    put_variable(d, s, n->vars.at[n->globals.at[i]], s->globals[i]);
  }
  fprintf(out, ",\"%s\":[", d->processes.at);
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    put_process(d, s, pid);
  fputc(']', out);
  if (n->is_timed)
    put_clocks(d, s);
  fputc('}', out);
}

static void put_action(document *d, const ref_state *s, int32_t pid, const net_edge *e) {
  FILE *out = d->job->out;
  fprintf(out, "{\"pid\":%d,\"process\":", pid);
  json_put_string(out, s->net->templates.at[s->processes.at[pid].template_]->name);
  fprintf(out, ",\"edge\":%u,\"origin\":%d,\"text\":", e->id, e->origin);
  json_put_string(out, e->text);
  text_clear(&d->scratch);
  show_place(&d->scratch, e->at);
  fputs(",\"place\":", out);
  json_put_string(out, d->scratch.at);
  fputc('}', out);
}

static void on_start(void *context, reference *r) {
  document *d = context;
  fputs("{\"#meta\":{\"index\":0", d->job->out);
  if (d->job->net->is_timed)
    fprintf(d->job->out, ",\"unit\":\"%" PRId64 "\"", ref_now(r)->unit);
  fputc('}', d->job->out);
  put_state(d, ref_now(r));
}

static void put_actions(document *d, const trace_event *e) {
  ref_participants who = {0};
  ref_participants_of(d->job->m, e->before, e->by, &who);
  for (uint32_t i = 0; i < who.count; i++) {
    fputs(i > 0 ? "," : "", d->job->out);
    put_action(d, e->before, who.at[i].pid, who.at[i].edge);
  }
  vec_free(d->job->m, &who);
}

static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  document *d = context;
  FILE *out = d->job->out;
  fprintf(out, ",\n{\"#meta\":{\"index\":%u,\"step\":%u,\"actions\":[", e->index + 1, e->number);
  put_actions(d, e);
  fputc(']', out);
  if (d->job->net->is_timed) {
    put_moment(d, e->before, e->delay);
    d->time = e->before->time;
    if (e->by->partner_edge != NET_ALONE && e->by->partner == NET_BROADCAST)
      fprintf(out, ",\"way\":%u", e->by->partner_edge);
  }
  if (e->output[0]) {
    fputs(",\"output\":", out);
    json_put_string(out, e->output);
  }
  if (e->fault != FAULT_NONE)
    fprintf(out, ",\"fault\":\"%s\"", fault_name(e->fault));
  fputc('}', out);
  put_state(d, e->after);
}

// The end may be some time after the last step.
static void on_finish(void *context, reference *r, const trace_result *result) {
  (void)result;
  document *d = context;
  const ref_state *now = ref_now(r);
  if (!d->job->net->is_timed || now->time == d->time)
    return;
  fprintf(d->job->out, ",\n{\"#meta\":{\"index\":%u", d->job->answer->steps.count + 1);
  put_moment(d, now, now->time - d->time);
  fputc('}', d->job->out);
  put_state(d, now);
}

static void find_repeats(document *d) {
  const network *n = d->job->net;
  for (uint32_t i = 0; i < n->vars.count; i++) {
    const net_var *v = n->vars.at[i];
    bool repeats = false;
    for (uint32_t k = 0; k < i && !repeats; k++)
      repeats = n->vars.at[k]->template_ == v->template_ && strcmp(n->vars.at[k]->name, v->name) == 0;
    vec_push(d->job->m, &d->repeats, repeats);
  }
}

static bool names_a_global(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->globals.count; i++)
    if (strcmp(n->vars.at[n->globals.at[i]]->name, name) == 0)
      return true;
  return false;
}

static void name_variable(const network *n, text_buffer *name, const char *wish) {
  text_add(name, "%s", wish);
  while (names_a_global(n, name->at))
    text_add(name, "_");
}

// The value of "fault", by which readers recognise the end.
static const char *name_of_end(const outcome *end) {
  return end->kind == OUTCOME_REACHED ? "target" : fault_name(end->fault);
}

static const char *description_of_end(const outcome *end) {
  return end->kind == OUTCOME_REACHED ? "target state" : fault_message(end->fault);
}

static void put_head(const document *d) {
  const trace_job *job = d->job;
  FILE *out = job->out;
  fputs("{\"#meta\":{\"format\":\"ITF\",\"format-description\":"
        "\"https://apalache-mc.org/docs/adr/015adr-trace.html\",\"model\":",
        out);
  json_put_string(out, job->net->file ? job->net->file : "");
  fputs(",\"language\":", out);
  json_put_string(out, job->net->language ? job->net->language : "");
  fprintf(out, ",\"fault\":\"%s\",\"description\":", name_of_end(&job->result.end));
  json_put_string(out, description_of_end(&job->result.end));
  fputs("},\n\"vars\":[", out);
  for (uint32_t i = 0; i < job->net->globals.count; i++) {
    if (is_hidden(job->net->vars.at[job->net->globals.at[i]]))
      continue;
    json_put_string(out, job->net->vars.at[job->net->globals.at[i]]->name);
    fputc(',', out);
  }
  fprintf(out, "\"%s\"", d->processes.at);
  if (job->net->is_timed)
    fprintf(out, ",\"%s\"", d->clocks.at);
  if (answer_is_lasso(job->answer))
    fprintf(out, "],\n\"loop\":%u,\n\"states\":[\n", answer_loop_start(job->answer));
  else
    fputs("],\n\"states\":[\n", out);
}

static void write_itf(const trace_job *job) {
  document d = {.job = job, .processes = {.memory = job->m}, .clocks = {.memory = job->m}};
  d.scratch.memory = job->m;
  name_variable(job->net, &d.processes, "processes");
  name_variable(job->net, &d.clocks, "clocks");
  find_repeats(&d);
  put_head(&d);
  trace_visitor v = {.context = &d, .start = on_start, .step = on_step, .finish = on_finish};
  trace_replay(job->m, job->net, job->answer, &v);
  fputs("\n]}\n", job->out);
  text_free(&d.scratch);
  text_free(&d.processes);
  text_free(&d.clocks);
  vec_free(job->m, &d.repeats);
}

const trace_writer trace_writer_itf = {.name = "itf",
                                       .summary = "Informal Trace Format (JSON)",
                                       .extension = "itf.json",
                                       .write = write_itf,
                                       .opening = "^\\{\"#meta\":\\{\"format\":\"ITF\"",
                                       .is_document = true,
                                       .shows = TRACE_TIMES | TRACE_UNTIMED | TRACE_LOOPS};
