#include "trace/recover.h"

#include "trace/timing_internal.h"
#include <string.h>

void told_clear(mem *m, told *c) {
  for (uint32_t i = 0; i < c->parts.count; i++)
    vec_free(m, &c->parts.at[i].chosen);
  c->parts.count = 0;
  c->locations.count = 0;
  c->values.count = 0;
  if (c->zone.clocks > 0)
    zone_free(&c->zone);
}

void recovery_open(recovery *w, trace_reader *r) {
  *w = (recovery){.reader = r, .now = symbolic_start(r->m, r->net)};
  numbering_cells(r->m, r->net, &w->cells);
}

void recovery_close(recovery *w) {
  symbolic_free(&w->now);
  vec_free(w->reader->m, &w->cells);
  vec_free(w->reader->m, &w->found.steps);
  vec_free(w->reader->m, &w->found.times);
}

static bool is_chosen(const told_part *c, const net_edge *e) {
  if (!c->says_chosen)
    return true;
  if (c->chosen.count != e->chosen.count)
    return false;
  for (uint32_t i = 0; i < e->chosen.count; i++)
    if (c->chosen.at[i] != e->chosen.at[i])
      return false;
  return true;
}

static bool agrees(int64_t claimed, uint32_t number) { return claimed == TOLD_NOTHING || claimed == number; }

static bool is_part(const recovery *w, const told_part *c, const ref_participant *p) {
  return c->pid == p->pid && agrees(c->from, p->edge->from) && agrees(c->to, p->edge->to) && is_chosen(c, p->edge) &&
         agrees(c->edge, numbering_edge(&w->now.now, p->pid, p->edge));
}

// The caller comes first; the others may be in any order.
static bool are_parts(const recovery *w, const told *c, const ref_participants *who) {
  if (c->parts.count != who->count || !is_part(w, &c->parts.at[0], &who->at[0]))
    return false;
  for (uint32_t i = 1; i < who->count; i++) {
    bool is_claimed = false;
    for (uint32_t k = 1; k < c->parts.count; k++)
      is_claimed = is_claimed || is_part(w, &c->parts.at[k], &who->at[i]);
    if (!is_claimed)
      return false;
  }
  return true;
}

static bool are_named(const recovery *w, const told *c, const ref_participants *who) {
  text_buffer name = {.memory = w->reader->m};
  uint32_t named = 0;
  for (uint32_t i = 0; i < who->count; i++) {
    text_clear(&name);
    numbering_edge_name(&name, &w->now.now, &who->at[i]);
    for (uint32_t k = 0; k < c->parts.count; k++)
      named += c->parts.at[k].name && strcmp(c->parts.at[k].name, name.at) == 0;
  }
  text_free(&name);
  return named == who->count;
}

const char *recovery_differs(const recovery *w, const ref_state *s, const told *c) {
  for (uint32_t pid = 0; pid < c->locations.count; pid++)
    if (!agrees(c->locations.at[pid], s->processes.at[pid].location))
      return "a process is at another location afterwards";
  for (uint32_t i = 0; i < c->values.count; i++)
    if (c->values.at[i].is_said && c->values.at[i].value != numbering_value(s, &w->cells.at[i]))
      return "a variable has another value afterwards";
  return NULL;
}

typedef struct choice {
  recovery *w;
  const told *told;
  bool has_any;
  int score; // of the best so far
  net_action best;
  symbolic after;
  const char *why; // the last candidate does not fit
} choice;

// Several edges may fit. The zone that a step leads to counts more than the names of edges: only files that Beeline
// wrote have names that match.
static bool try_step(void *context, ref_joint *j) {
  choice *c = context;
  recovery *w = c->w;
  fault f;
  if (!are_parts(w, c->told, &j->parts))
    return true;
  symbolic after = symbolic_copy(&w->now);
  const char *why = symbolic_step(&after, &j->by, &f);
  if (!why && f == FAULT_NONE)
    why = recovery_differs(w, &after.now, c->told);
  int score = why ? 0 : 1 + 2 * zone_is_same(&after.zone, &c->told->zone) + are_named(w, c->told, &j->parts);
  if (score > c->score) {
    if (c->has_any)
      symbolic_free(&c->after);
    c->after = after;
    c->best = j->by;
    c->has_any = true;
    c->score = score;
  } else {
    symbolic_free(&after);
    c->why = why;
  }
  return true;
}

const char *recovery_step(recovery *w, const told *step) {
  mem *m = w->reader->m;
  choice c = {.w = w, .told = step, .why = "these processes have no such joint step here"};
  ref_query q = {.m = m, .s = &w->now.now, .which = REF_EVER, .found = try_step, .context = &c};
  if (step->parts.count > 0)
    ref_joints(&q);
  if (!c.has_any)
    return c.why;
  symbolic_free(&w->now);
  w->now = c.after;
  vec_push(m, &w->found.steps, c.best);
  return NULL;
}

static bool report_failure(recovery *w, uint32_t step, const char *why) {
  if (step > w->found.steps.count)
    return trace_reader_error(w->reader, 0, NULL, "the steps are not possible together: %s", why);
  return trace_reader_error(w->reader, 0, NULL, "step %u: %s", step, why);
}

bool recovery_finish(recovery *w) {
  trace_reader *r = w->reader;
  uint32_t step = 0;
  const char *why = timing_solve(r->m, r->net, &w->found, &step);
  if (why)
    return report_failure(w, step, why);
  r->answer->unit = w->found.unit;
  ref_set_unit(r->r, w->found.unit);
  for (uint32_t i = 0; i < w->found.steps.count; i++)
    if (!trace_reader_wait(r, w->found.times.at[i], &why) || !trace_reader_step(r, &w->found.steps.at[i], &why))
      return report_failure(w, i + 1, why);
  vec_push(r->m, &r->answer->times, ref_now(r->r)->time);
  return true;
}
