// SPIN's trails. A line says step:process:statement; a negative step marks something else:
//   -2  the verifier ran a never claim: it is process 0 in the trail, and all others count from 1
//   -4  statements were merged: a line may be a sequence of local statements
//   -1  the steps that follow are repeated forever
//   -5 to -8  the verifier tried processes or statements in another order, which only it can repeat
#include "trace/read_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct trail_line {
  uint32_t number; // of the line in the file
  int32_t pid, origin;
  uint32_t next; // index of the next line of this process, UINT32_MAX = none
} trail_line;

typedef struct trail {
  VEC(trail_line) lines;
  bool has_claim, merged, has_loop;
  bool has_rest; // the last line follows one of the claim: if the claim ended there, it is a left-over of the verifier
  uint32_t loop; // if it has one: the first line of it
} trail;

static bool parse_number(const char **text, long *value) {
  char *end;
  *value = strtol(*text, &end, 10);
  bool ok = end != *text && *value >= INT32_MIN && *value <= INT32_MAX;
  *text = end;
  return ok;
}

static bool parse_line(const char *text, long field[3]) {
  for (int i = 0; i < 3; i++) {
    if (i > 0 && *text++ != ':')
      return false;
    if (!parse_number(&text, &field[i]))
      return false;
  }
  return text[strspn(text, " \t\r\n")] == 0;
}

static void begin_loop(trail *t) {
  t->has_loop = true;
  t->loop = t->lines.count;
}

static bool marker(trace_reader *r, trail *t, uint32_t number, long step) {
  if (step == -2)
    t->has_claim = true;
  else if (step == -4)
    t->merged = true;
  else if (step <= -5 && step >= -8)
    return trace_reader_error(r, number, NULL,
                              "the verifier used a search permutation; only that verifier can replay its trail");
  else if (step == -1)
    begin_loop(t);
  else
    return trace_reader_error(r, number, NULL, "unknown mark %ld in the trail", step);
  return true;
}

static bool read_lines(trace_reader *r, trail *t) {
  char text[256];
  for (uint32_t number = 1; fgets(text, sizeof text, r->in); number++) {
    long field[3];
    if (text[strspn(text, " \t\r\n")] == 0)
      continue;
    if (!parse_line(text, field))
      return trace_reader_error(r, number, NULL, "expected step:process:statement");
    if (field[0] < 0) {
      if (!marker(r, t, number, field[0]))
        return false;
      continue;
    }
    trail_line line = {.number = number, .pid = (int32_t)field[1], .origin = (int32_t)field[2], .next = UINT32_MAX};
    if (line.pid < 0 || line.pid > NET_MAX_PROCESSES)
      return trace_reader_error(r, number, NULL, "process number %d is out of range", line.pid);
    vec_push(r->m, &t->lines, line);
  }
  return true;
}

static void drop_claim(trail *t) {
  uint32_t kept = 0, loop = t->loop, count = t->lines.count;
  t->has_rest = count > 1 && t->lines.at[count - 2].pid == 0 && t->lines.at[count - 1].pid > 0;
  for (uint32_t i = 0; i < t->lines.count; i++) {
    t->loop -= i < loop && t->lines.at[i].pid == 0;
    if (t->lines.at[i].pid > 0) {
      t->lines.at[kept] = t->lines.at[i];
      t->lines.at[kept++].pid--;
    }
  }
  t->lines.count = kept;
}

static void link_lines(trail *t) {
  uint32_t next[NET_MAX_PROCESSES + 1];
  for (int i = 0; i <= NET_MAX_PROCESSES; i++)
    next[i] = UINT32_MAX;
  for (uint32_t i = t->lines.count; i-- > 0;) {
    t->lines.at[i].next = next[t->lines.at[i].pid];
    next[t->lines.at[i].pid] = i;
  }
}

typedef struct wanted {
  const network *net;
  const trail_line *line, *next; // next is NULL after the last
  bool found;
  net_action step;
} wanted;

static void compare(void *context, const net_action *step) {
  wanted *w = context;
  if (w->found || step->pid != w->line->pid || w->net->edges.at[step->edge]->origin != w->line->origin)
    return;
  if (step->partner_edge != NET_ALONE &&
      (!w->next || step->partner != w->next->pid || w->net->edges.at[step->partner_edge]->origin != w->next->origin))
    return;
  w->found = true;
  w->step = *step;
}

static const net_location *location_of(trace_reader *r, int32_t pid) {
  const ref_state *s = ref_now(r->r);
  const ref_process *p = &s->processes.at[pid];
  return &r->net->templates.at[p->template_]->flow.locations.at[p->location];
}

static bool has_origin(trace_reader *r, const net_location *l, int32_t origin) {
  for (uint32_t i = 0; i < l->edges.count; i++)
    if (r->net->edges.at[l->edges.at[i]]->origin == origin)
      return true;
  return false;
}

// Takes the only edge of the process's location, if there is only one and it has no synchronisation.
static bool take_only_edge(trace_reader *r, int32_t pid) {
  const net_location *l = location_of(r, pid);
  const net_edge *e = l->edges.count == 1 ? r->net->edges.at[l->edges.at[0]] : NULL;
  const char *why;
  if (!e || e->sync.kind != SYNC_NONE || e->is_end)
    return false;
  net_action step = {.edge = e->id, .partner_edge = NET_ALONE, .pid = (uint16_t)pid};
  return trace_reader_step(r, &step, &why);
}

static bool exists(trace_reader *r, int32_t pid) { return (uint32_t)pid < ref_now(r->r)->processes.count; }

// Statement merging: the line just executed includes all statements up to the process's next line.
static bool take_merged(trace_reader *r, const trail *t, const trail_line *line) {
  if (!t->merged || line->next == UINT32_MAX)
    return true;
  const trail_line *next = &t->lines.at[line->next];
  while (exists(r, line->pid) && !has_origin(r, location_of(r, line->pid), next->origin))
    if (!take_only_edge(r, line->pid))
      return trace_reader_error(r, next->number, NULL, "process %d cannot reach statement %d", next->pid, next->origin);
  return true;
}

static void note_global(const expr *e, void *context) {
  bool *local = context;
  bool fine = e->op < EXPR_OPERATOR_COUNT || e->op == EXPR_CONST || e->op == EXPR_COND || e->op == EXPR_PID ||
              (e->op == EXPR_VAR && e->var->template_ != NET_NONE);
  *local = *local && fine;
}

// Could SPIN have merged this statement with the one before it? Outside of atomic sequences it merges only statements
// that no other process can observe.
static bool is_local(const net_edge *e) {
  bool local = !e->guard && e->sync.kind == SYNC_NONE && !e->is_end;
  for (const net_stmt *s = e->effect; s; s = s->next) {
    local = local && (s->kind == STMT_ASSIGN || s->kind == STMT_ASSERT || s->kind == STMT_PRINT);
    expr_walk(s->target, note_global, &local);
    expr_walk(s->value, note_global, &local);
  }
  return local;
}

static void take_local_edges(trace_reader *r, int32_t pid) {
  enum { MOST_MERGED = 100000 }; // merged statements are never a loop
  for (int i = 0; i < MOST_MERGED && exists(r, pid) && r->last == FAULT_NONE; i++) {
    const net_location *l = location_of(r, pid);
    bool local = l->edges.count == 1 && is_local(r->net->edges.at[l->edges.at[0]]);
    if (!(local || ref_now(r->r)->control == pid) || !take_only_edge(r, pid))
      return;
  }
}

// The last line of a trail does not say how many merged statements followed it. In a deadlock all processes have gone
// as far as they can; and one of the statements may be an assertion that fails. If neither is found, no step is added.
static void finish_merged(trace_reader *r, const trail *t) {
  uint32_t before = r->answer->steps.count;
  if (r->last != FAULT_NONE || t->lines.count == 0)
    return;
  take_local_edges(r, t->lines.at[t->lines.count - 1].pid);
  for (int32_t pid = 0; exists(r, pid); pid++)
    take_local_edges(r, pid);
  if (r->answer->steps.count > before && r->last == FAULT_NONE && !ref_is_deadlock(r->r))
    trace_reader_return(r, before);
}

// The step of the line. If another process is still inside an atomic sequence here, it has left it by a merged
// statement.
static bool find(trace_reader *r, const trail *t, wanted *w) {
  ref_possible(r->r, compare, w);
  while (!w->found && t->merged) {
    int32_t control = ref_now(r->r)->control;
    if (control == NET_NONE || control == w->line->pid || !take_only_edge(r, control))
      break;
    ref_possible(r->r, compare, w);
  }
  return w->found;
}

// When a claim ends, the verifier may write one more line, of a step that it had taken elsewhere.
static bool is_left_over(trace_reader *r, const trail *t, uint32_t line) {
  wanted w = {.net = r->net, .line = &t->lines.at[line]};
  if (!t->has_rest || line + 1 < t->lines.count)
    return false;
  if (exists(r, w.line->pid) && has_origin(r, location_of(r, w.line->pid), w.line->origin))
    ref_possible(r->r, compare, &w);
  return !w.found;
}

static bool follow(trace_reader *r, trail *t) {
  const char *why = "";
  for (uint32_t i = 0; i < t->lines.count; i++) {
    const trail_line *line = &t->lines.at[i];
    if (t->has_loop && i <= t->loop)
      r->loop_from = r->answer->steps.count;
    wanted w = {.net = r->net, .line = line, .next = i + 1 < t->lines.count ? line + 1 : NULL};
    if (is_left_over(r, t, i))
      break;
    if (!exists(r, line->pid))
      return trace_reader_error(r, line->number, NULL, "there is no process %d", line->pid);
    if (!has_origin(r, location_of(r, line->pid), line->origin))
      return trace_reader_error(r, line->number, "replay the trail with the model that it was made from",
                                "process %d is not at statement %d", line->pid, line->origin);
    if (!find(r, t, &w))
      return trace_reader_error(r, line->number, NULL, "statement %d of process %d is not executable here",
                                line->origin, line->pid);
    if (!trace_reader_step(r, &w.step, &why))
      return trace_reader_error(r, line->number, NULL, "statement %d of process %d: %s", line->origin, line->pid, why);
    bool pair = w.step.partner_edge != NET_ALONE;
    if (!take_merged(r, t, line) || (pair && !take_merged(r, t, line + 1)))
      return false;
    i += pair;
  }
  if (t->merged)
    finish_merged(r, t);
  if (t->has_loop && t->loop >= t->lines.count) // only the claim goes on
    r->loop_from = r->answer->steps.count;
  return true;
}

bool trace_read_trail(trace_reader *r) {
  trail t = {0};
  bool ok = read_lines(r, &t);
  if (ok && t.has_claim)
    drop_claim(&t);
  link_lines(&t);
  ok = ok && follow(r, &t);
  r->has_loop = t.has_loop;
  vec_free(r->m, &t.lines);
  return ok;
}
