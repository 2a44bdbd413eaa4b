// Traces for the terminal: per step only what changed (text), or everything (full).
#include "trace/explain.h"
#include "trace/show.h"
#include "trace/show_claim.h"
#include "trace/write_timed.h"

#include <string.h>

enum { NAME_WIDTH = 20, PLACE_WIDTH = 30, TEXT_WIDTH = 36 }; // columns grow to these; longer entries stick out
enum { MOST_TEXT = 100 };                                    // characters of a statement, unless all are wanted

typedef struct page {
  const trace_job *job;
  bool full;
  text_buffer line;
  int digits, name, place, text; // widths of the columns
  uint32_t head, tail;           // steps shown at the start, and first step of those shown at the end
  show_claim claim;              // full: what the claim does
} page;

typedef enum { PLAIN, DIM, BOLD, RED, GREEN, CYAN } ink;

static const char *paint(const page *p, ink color) {
  static const char *const codes[] = {"\033[0m", "\033[2m", "\033[1m", "\033[1;31m", "\033[32m", "\033[36m"};
  return p->job->format.color ? codes[color] : "";
}

static int wider(int width, size_t entry, int most) {
  int length = entry > (size_t)most ? most : (int)entry;
  return length > width ? length : width;
}

static void measure_edge(page *p, const net_edge *e) {
  text_clear(&p->line);
  show_place(&p->line, e->at);
  p->place = wider(p->place, p->line.length, PLACE_WIDTH);
  p->text = wider(p->text, strlen(e->text), TEXT_WIDTH);
}

static void measure(page *p) {
  const answer *t = p->job->answer;
  const network *n = p->job->net;
  p->digits = snprintf(NULL, 0, "%u", answer_length(t, n));
  p->digits = p->digits < 3 ? 3 : p->digits;
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (n->templates.at[i]->kind == TEMPLATE_PROCESS)
      p->name = wider(p->name, strlen(n->templates.at[i]->name) + 3, NAME_WIDTH);
  for (uint32_t i = 0; i < t->steps.count; i++) {
    measure_edge(p, n->edges.at[t->steps.at[i].edge]);
    if (t->steps.at[i].partner_edge != NET_ALONE)
      measure_edge(p, n->edges.at[t->steps.at[i].partner_edge]);
  }
}

// Marks the steps of an atomic sequence: { is its first, | is inside, } is its last.
static char bracket(const trace_event *e) {
  bool inside = e->before->control != NET_NONE, stays = e->after->control != NET_NONE;
  return stays ? (inside ? '|' : '{') : (inside ? '}' : ' ');
}

static void put_line(page *p, uint32_t number, char mark, const ref_state *s, int32_t pid, bool receives,
                     const net_edge *edge, const char *changes) {
  FILE *out = p->job->out;
  text_clear(&p->line);
  if (receives)
    text_add(&p->line, "-> ");
  show_process(&p->line, s, pid);
  fprintf(out, "%s%*u%s %c %s%-*s%s ", paint(p, DIM), p->digits, number, paint(p, PLAIN), mark, paint(p, CYAN),
          p->name + 3, p->line.at, paint(p, PLAIN));
  text_clear(&p->line);
  show_place(&p->line, edge->at);
  fprintf(out, "%s%-*s%s  ", paint(p, DIM), p->place, p->line.at, paint(p, PLAIN));
  text_clear(&p->line);
  if (!p->full && strlen(edge->text) > MOST_TEXT)
    text_add(&p->line, "%.*s...", MOST_TEXT - 3, edge->text);
  else
    text_add(&p->line, "%s", edge->text);
  if (changes[0])
    fprintf(out, "%-*s   %s%s%s\n", p->text, p->line.at, paint(p, GREEN), changes, paint(p, PLAIN));
  else
    fprintf(out, "%s\n", p->line.at);
}

static void put_output(page *p, const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    fprintf(p->job->out, "%*s   > %.*s\n", p->digits, "", (int)length, text);
    text += length + (text[length] == '\n');
  }
}

static void put_entry(page *p, const char *name) {
  fprintf(p->job->out, "%*s     %s = %s\n", p->digits, "", name, text_string(&p->line));
  text_clear(&p->line);
}

static void put_everything(page *p, const ref_state *s) {
  const network *n = s->net;
  text_buffer name = {.memory = p->job->m};
  text_clear(&p->line);
  for (uint32_t i = 0; i < n->globals.count; i++) {
    const net_var *v = n->vars.at[n->globals.at[i]];
    if (v->channel >= 0)
      continue;
    show_variable(&p->line, s, v, s->globals[i]);
    put_entry(p, v->name);
  }
  for (uint32_t c = 1; c <= s->channels.count; c++) {
    text_clear(&name);
    show_channel_name(&name, s, c);
    show_messages(&p->line, s, &s->channels.at[c - 1]);
    put_entry(p, name.at);
  }
  for (uint32_t pid = 0; pid < s->processes.count; pid++) {
    const ref_process *process = &s->processes.at[pid];
    const net_template *t = n->templates.at[process->template_];
    for (uint32_t i = 0; i < t->vars.count; i++) {
      const net_var *v = n->vars.at[t->vars.at[i]];
      if (v->channel >= 0)
        continue;
      text_clear(&name);
      show_process(&name, s, (int32_t)pid);
      text_add(&name, ".%s", v->name);
      show_variable(&p->line, s, v, process->values[i]);
      put_entry(p, name.at);
    }
  }
  text_free(&name);
}

static void put_claim(page *p, uint32_t state) {
  text_clear(&p->line);
  show_claim_state(&p->claim, &p->line, state);
  if (p->line.length)
    fprintf(p->job->out, "%*s     %s\n", p->digits, "", p->line.at);
}

static void put_omission(page *p) {
  fprintf(p->job->out, "%*s   %s... %u steps left out; --trace full shows all ...%s\n", p->digits, "", paint(p, BOLD),
          p->tail - p->head, paint(p, PLAIN));
}

static void on_start(void *context, reference *r) {
  page *p = context;
  if (!p->full)
    return;
  fprintf(p->job->out, "%*u   initial state\n", p->digits, 0u);
  put_everything(p, ref_now(r));
  put_claim(p, 0);
}

static void on_step(void *context, reference *r, const trace_event *e) {
  (void)r;
  page *p = context;
  const network *n = p->job->net;
  const net_action *by = e->by;
  if (e->index == p->head && p->tail > p->head)
    put_omission(p);
  if (p->job->answer->loop_length && e->index == answer_loop_start(p->job->answer))
    fprintf(p->job->out, "%*s   %sfor ever:%s\n", p->digits, "", paint(p, BOLD), paint(p, PLAIN));
  if (e->index >= p->head && e->index < p->tail)
    return;
  bool alone = by->partner_edge == NET_ALONE;
  char mark = bracket(e);
  const net_edge *edge = n->edges.at[by->edge];
  text_buffer changes = {.memory = p->job->m};
  show_changes(&changes, e->before, e->after, by->pid, alone);
  put_line(p, e->number, mark, e->before, by->pid, false, edge, text_string(&changes));
  if (!alone) {
    text_clear(&changes);
    show_changes(&changes, e->before, e->after, by->partner, true);
    put_line(p, e->number + 1, mark, e->before, by->partner, true, n->edges.at[by->partner_edge],
             text_string(&changes));
  }
  text_free(&changes);
  put_output(p, e->output);
  if (p->full) {
    put_everything(p, e->after);
    put_claim(p, e->index + 1);
  }
}

static void on_finish(void *context, reference *r, const trace_result *result) {
  (void)result;
  page *p = context;
  text_clear(&p->line);
  show_claim_rest(&p->claim, &p->line);
  explain_end(p->job, r, &p->line);
  fputs(text_string(&p->line), p->job->out);
}

static void write_page(const trace_job *job, bool full) {
  page p = {.job = job, .full = full, .line = {.memory = job->m}};
  uint32_t steps = job->answer->steps.count, shown = full ? 0 : job->format.limit;
  p.head = p.tail = steps;
  if (shown > 0 && steps > shown) {
    p.head = shown / 2;
    p.tail = steps - (shown - p.head);
  }
  measure(&p);
  if (full)
    show_claim_open(&p.claim, job);
  text_clear(&p.line);
  explain_headline(job, &p.line);
  fprintf(job->out, "%s%s%s\n", paint(&p, job->result.end.kind == OUTCOME_ERROR ? RED : BOLD), p.line.at,
          paint(&p, PLAIN));
  trace_visitor v = {.context = &p, .start = on_start, .step = on_step, .finish = on_finish};
  trace_replay(job->m, job->net, job->answer, &v);
  show_claim_close(&p.claim);
  text_free(&p.line);
}

static void write_text(const trace_job *job) {
  if (job->net->is_timed)
    write_timed(job, false);
  else
    write_page(job, false);
}

static void write_full(const trace_job *job) {
  if (job->net->is_timed)
    write_timed(job, true);
  else
    write_page(job, true);
}

#define TRACE_HEADLINE "^[^\n]*, (after|of) [0-9]+ step" // see explain_headline()

const trace_writer trace_writer_text = {.name = "text",
                                        .summary = "one line per step with what it changed",
                                        .extension = "txt",
                                        .write = write_text,
                                        .opening = TRACE_HEADLINE,
                                        .shows = TRACE_TIMES | TRACE_UNTIMED | TRACE_LOOPS};
const trace_writer trace_writer_full = {.name = "full",
                                        .summary = "one line per step, and all variables after it",
                                        .extension = "txt",
                                        .write = write_full,
                                        .opening = TRACE_HEADLINE,
                                        .shows = TRACE_TIMES | TRACE_UNTIMED | TRACE_LOOPS};
