// Timed traces for the terminal: delays and steps, each step with all processes that take part and with what it changed
// (text), or with the whole state (full).
#include "trace/write_timed.h"

#include "trace/explain.h"
#include "trace/show.h"

typedef struct page {
  const trace_job *job;
  bool full;
  text_buffer line;
  int digits;
  uint32_t head, tail; // steps shown at the start, and first step of those shown at the end
  int64_t time;        // of the last step
} page;

typedef enum { PLAIN, DIM, BOLD, RED, GREEN } ink;

static const char *paint(const page *p, ink color) {
  static const char *const codes[] = {"\033[0m", "\033[2m", "\033[1m", "\033[1;31m", "\033[32m"};
  return p->job->format.color ? codes[color] : "";
}

static void put_delay(page *p, int64_t delay, const ref_state *s) {
  if (delay <= 0)
    return;
  text_clear(&p->line);
  show_time(&p->line, delay, s->unit);
  text_add(&p->line, "%s   time ", paint(p, DIM));
  show_time(&p->line, s->time, s->unit);
  fprintf(p->job->out, "%*s   delay %s%s\n", p->digits, "", p->line.at, paint(p, PLAIN));
}

static void put_entry(page *p, const char *name) {
  fprintf(p->job->out, "%*s     %s%s%s\n", p->digits, "", name, *name ? " = " : "", text_string(&p->line));
  text_clear(&p->line);
}

static void put_locations(page *p, const ref_state *s) {
  text_clear(&p->line);
  for (uint32_t pid = 0; pid < s->processes.count; pid++) {
    text_add(&p->line, "%s", pid > 0 ? " " : "");
    show_location(&p->line, s, (int32_t)pid, s->processes.at[pid].location);
  }
  put_entry(p, "");
}

static void put_locals(page *p, const ref_state *s, int32_t pid) {
  const net_template *t = s->net->templates.at[s->processes.at[pid].template_];
  text_buffer name = {.memory = p->job->m};
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = s->net->vars.at[t->vars.at[i]];
    text_clear(&name);
    show_process(&name, s, pid);
    text_add(&name, ".%s", v->name);
    show_variable(&p->line, s, v, s->processes.at[pid].values[i]);
    put_entry(p, name.at);
  }
  text_free(&name);
}

static void put_everything(page *p, const ref_state *s) {
  const network *n = s->net;
  put_locations(p, s);
  for (uint32_t i = 0; i < n->globals.count; i++) {
    const net_var *v = n->vars.at[n->globals.at[i]];
    if (v->is_scratch || v->is_constant)
      continue;
    show_variable(&p->line, s, v, s->globals[i]);
    put_entry(p, v->name);
  }
  for (uint32_t pid = 0; pid < s->processes.count; pid++)
    put_locals(p, s, (int32_t)pid);
  for (uint32_t i = 1; i <= n->clocks.count; i++) {
    show_clock(&p->line, s, i);
    put_entry(p, "");
  }
}

static void on_start(void *context, reference *r) {
  page *p = context;
  if (!p->full)
    return;
  fprintf(p->job->out, "%*u   initial state\n", p->digits, 0u);
  put_everything(p, ref_now(r));
}

static void put_step(page *p, const trace_event *e) {
  FILE *out = p->job->out;
  ref_participants who = {0};
  char with[64];
  ref_participants_of(p->job->m, e->before, e->by, &who);
  snprintf(with, sizeof with, "\n%*s     with ", p->digits, "");
  text_clear(&p->line);
  show_step(&p->line, e->before, &who, with, p->full ? 0 : SHOW_WIDTH);
  fprintf(out, "%s%*u%s   %s", paint(p, DIM), p->digits, e->number, paint(p, PLAIN), p->line.at);
  text_clear(&p->line);
  show_participants_changes(&p->line, e->before, e->after, &who);
  if (p->line.length > 0)
    fprintf(out, "   %s%s%s", paint(p, GREEN), p->line.at, paint(p, PLAIN));
  fputc('\n', out);
  if (p->full)
    put_everything(p, e->after);
  vec_free(p->job->m, &who);
}

static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  page *p = context;
  p->time = e->before->time;
  if (e->index == p->head && p->tail > p->head)
    fprintf(p->job->out, "%*s   %s... %u steps left out; --trace full shows all ...%s\n", p->digits, "", paint(p, BOLD),
            p->tail - p->head, paint(p, PLAIN));
  bool is_shown = e->index < p->head || e->index >= p->tail;
  if (is_shown)
    put_delay(p, e->delay, e->before);
  if (p->job->answer->loop_length && e->index == answer_loop_start(p->job->answer)) // at the moment of its first step
    fprintf(p->job->out, "%*s   %sfor ever:%s\n", p->digits, "", paint(p, BOLD), paint(p, PLAIN));
  if (is_shown)
    put_step(p, e);
}

static void on_finish(void *context, reference *r, const trace_result *result) {
  page *p = context;
  const ref_state *now = ref_now(r);
  put_delay(p, now->time - p->time, now);
  if (p->full && now->time > p->time)
    put_everything(p, now);
  text_clear(&p->line);
  explain_end(p->job, r, &p->line);
  fputs(text_string(&p->line), p->job->out);
  if (result->stops_time)
    fprintf(p->job->out, "note: time %s\n",
            p->job->answer->loop_length ? "does not diverge in this loop"
                                        : "stops in the last state: no step is possible");
}

void write_timed(const trace_job *job, bool full) {
  page p = {.job = job, .full = full, .line = {.memory = job->m}};
  uint32_t steps = job->answer->steps.count, shown = full ? 0 : job->format.limit;
  bool is_error = job->result.end.kind == OUTCOME_ERROR;
  p.head = p.tail = steps;
  if (shown > 0 && steps > shown) {
    p.head = shown / 2;
    p.tail = steps - (shown - p.head);
  }
  p.digits = snprintf(NULL, 0, "%u", steps);
  p.digits = p.digits < 3 ? 3 : p.digits;
  text_clear(&p.line);
  explain_headline(job, &p.line);
  fprintf(job->out, "%s%s%s\n", paint(&p, is_error ? RED : BOLD), p.line.at, paint(&p, PLAIN));
  trace_visitor v = {.context = &p, .start = on_start, .step = on_step, .finish = on_finish};
  trace_replay(job->m, job->net, job->answer, &v);
  text_free(&p.line);
}
