#include "trace/show_claim.h"

#include "model/print.h"
#include "trace/show.h"

enum { NOT_READ = 0xffffffff, MOST_REST = 20 };

static void read_state(show_claim *s, reference *r) {
  uint32_t before = s->word.length;
  if (s->job->answer->loop_length && s->position.count == answer_loop_start(s->job->answer))
    s->word.loop = before;
  word_read(&s->word, r);
  vec_push(s->job->m, &s->position, s->word.length > before ? before : NOT_READ);
}

static void on_start(void *context, reference *r) { read_state(context, r); }

// After its last step a loop is where it began.
static void on_step(void *context, reference *r, const trace_event *e) {
  show_claim *s = context;
  if (!s->job->answer->loop_length || e->index + 1 < s->job->answer->steps.count)
    read_state(s, r);
}

void show_claim_open(show_claim *s, const trace_job *job) {
  const answer *a = job->answer;
  bool is_bad = a->end.fault == FAULT_CLAIM;
  *s = (show_claim){.job = job};
  if (!a->claim || job->net->is_timed || !(is_bad || answer_is_lasso(a)))
    return;
  s->memory = arena_new(job->m);
  word_open(&s->word, job->m, a->claim, NULL);
  trace_visitor v = {.context = s, .start = on_start, .step = on_step};
  trace_replay(job->m, job->net, a, &v);
  if (!a->loop_length)
    s->word.loop = s->word.length - 1;
  if (!claim_run_find(&s->run, &s->word, a->claim, is_bad))
    s->run.moves.count = 0;
}

void show_claim_close(show_claim *s) {
  if (!s->memory)
    return;
  word_close(&s->word);
  claim_run_free(s->job->m, &s->run);
  vec_free(s->job->m, &s->position);
  arena_delete(s->memory);
}

const claim_state *show_claim_bad(const show_claim *s) {
  uint32_t count = s->run.moves.count;
  const claim_state *last = count ? &s->job->answer->claim->states.at[s->run.moves.at[count - 1].by->to] : NULL;
  return last && last->is_bad ? last : NULL;
}

static void add_state(const show_claim *s, text_buffer *t, uint32_t state) {
  const claim_state *at = &s->job->answer->claim->states.at[state];
  if (at->is_bad)
    text_add(t, "violated");
  else if (at->name)
    text_add(t, "%s", at->name);
  else
    text_add(t, "%u", state);
}

static void add_condition(const show_claim *s, text_buffer *t, const claim_edge *e) {
  const claim *c = s->job->answer->claim;
  for (uint32_t i = 0; !e->text && i < e->label.count; i++) {
    const char *atom = net_expr_text(s->memory, s->job->net, c->atoms.at[claim_atom(e->label.at[i])]);
    bool is_negated = claim_is_negated(e->label.at[i]);
    text_add(t, "%s%s%s%s", i ? " && " : "", is_negated ? "!(" : "", atom, is_negated ? ")" : "");
  }
  text_add(t, "%s", e->text ? e->text : "");
  if (e->at.file && e->at.line) {
    text_add(t, "   ");
    show_place(t, e->at);
  }
}

static void add_move(const show_claim *s, text_buffer *t, const claim_move *m) {
  add_state(s, t, m->from);
  text_add(t, " -> ");
  add_state(s, t, m->by->to);
  if (s->job->answer->claim->states.at[m->from].is_accepting)
    text_add(t, ", accepting");
  text_add(t, "%s", m->by->label.count || m->by->text ? "   " : "");
  add_condition(s, t, m->by);
}

void show_claim_state(const show_claim *s, text_buffer *t, uint32_t state) {
  uint32_t position = state < s->position.count ? s->position.at[state] : NOT_READ;
  if (position == NOT_READ || position >= s->run.moves.count)
    return;
  text_add(t, "claim: ");
  add_move(s, t, &s->run.moves.at[position]);
}

void show_claim_rest(const show_claim *s, text_buffer *t) {
  uint32_t shown = s->word.length, count = s->run.moves.count;
  if (count <= shown)
    return;
  text_add(t, "then the claim: ");
  for (uint32_t i = shown; i < count && i < shown + MOST_REST; i++) {
    text_add(t, "%s", i > shown ? ", " : "");
    add_state(s, t, s->run.moves.at[i].from);
    text_add(t, " -> ");
    add_state(s, t, s->run.moves.at[i].by->to);
  }
  text_add(t, "%s\n", count > shown + MOST_REST ? ", ..." : "");
}
