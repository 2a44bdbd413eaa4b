#include "trace/filter.h"

#include "facts/access.h"

typedef struct filter {
  mem *m;
  const network *n;
  accesses *accesses;
  // What the steps that stay, and the error, look at or change:
  bool *vars;                    // globals
  bool *channels;                // by type
  bool moves[NET_MAX_PROCESSES]; // processes that take such a step
  bool looks_at_processes;       // at where they stand, or at their variables
  bool keeps;                    // asking whether a step may go: it may not
  bool is_asking;                // else: noting what a step touches
} filter;

static void touch(filter *f, bool *mark) {
  if (f->is_asking)
    f->keeps |= *mark;
  else
    *mark = true;
}

// Local variables are those of the processes that take the steps.
static void touch_all(filter *f, const access_set *sets) {
  for (uint32_t i = 0; i < sets[ACCESS_VARS].count; i++)
    if (f->n->vars.at[sets[ACCESS_VARS].at[i]]->template_ == NET_NONE)
      touch(f, &f->vars[sets[ACCESS_VARS].at[i]]);
  for (uint32_t i = 0; i < sets[ACCESS_CHANNELS].count; i++)
    touch(f, &f->channels[sets[ACCESS_CHANNELS].at[i]]);
}

static void look(filter *f, const access_sets *of) {
  const uint32_t at_processes =
      ACCESS_PC | ACCESS_ENABLED | ACCESS_PRIORITY | ACCESS_PROCESSES | ACCESS_LAST | ACCESS_TIMEOUT | ACCESS_PROGRESS;
  touch_all(f, of->reads);
  touch_all(f, of->writes);
  if (!f->is_asking)
    f->looks_at_processes |=
        of->reads[ACCESS_REMOTE].count || of->reads[ACCESS_LOCATIONS].count || of->flags & at_processes;
  // Others have their numbers by it.
  f->keeps |= (of->flags & (ACCESS_STARTS | ACCESS_ENDS | ACCESS_SETS_PRIORITY)) != 0;
}

static void look_at_edge(filter *f, uint32_t id) { look(f, access_of_edge(f->accesses, id)); }

static void look_at_step(filter *f, const net_action *a) {
  touch(f, &f->moves[a->pid]);
  look_at_edge(f, a->edge);
  if (a->partner_edge != NET_ALONE) {
    touch(f, &f->moves[a->partner]);
    look_at_edge(f, a->partner_edge);
  }
}

// Steps of one atomic sequence go together: the first of those that end before `end`.
static uint32_t first_of_unit(const filter *f, const answer *t, uint32_t end) {
  uint32_t first = end - 1;
  while (first > 0) {
    const net_action *a = &t->steps.at[first - 1];
    uint32_t last_edge = a->partner_edge == NET_ALONE ? a->edge : a->partner_edge;
    if (!f->n->edges.at[last_edge]->keeps_control)
      break;
    first--;
  }
  return first;
}

static bool may_go(filter *f, const answer *t, uint32_t first, uint32_t end) {
  f->is_asking = true;
  f->keeps = f->looks_at_processes;
  for (uint32_t i = first; i < end && !f->keeps; i++)
    look_at_step(f, &t->steps.at[i]);
  f->is_asking = false;
  return !f->keeps;
}

static uint32_t mark_irrelevant(filter *f, const answer *t, bool *is_gone) {
  uint32_t gone = 0, end = t->steps.count;
  while (end > 0) {
    uint32_t first = first_of_unit(f, t, end);
    bool goes = end < t->steps.count && may_go(f, t, first, end);
    for (uint32_t i = first; i < end; i++) {
      is_gone[i] = goes;
      gone += goes;
      if (!goes)
        look_at_step(f, &t->steps.at[i]);
    }
    end = first;
  }
  return gone;
}

static void keep_the_rest(answer *t, const bool *is_gone) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->steps.count; i++)
    if (!is_gone[i])
      t->steps.at[kept++] = t->steps.at[i];
  t->steps.count = kept;
}

uint32_t trace_filter(mem *m, const network *n, answer *t) {
  if (n->is_timed || t->loop_length || t->end.fault == FAULT_DEADLOCK ||
      t->end.kind == OUTCOME_OPEN) // the whole state is the error
    return 0;
  filter f = {.m = m, .n = n, .accesses = access_open(m, n)};
  f.vars = mem_alloc(m, n->vars.count + 1);
  f.channels = mem_alloc(m, n->channels.count + 1);
  if (t->end.kind == OUTCOME_REACHED || t->end.fault == FAULT_INVARIANT)
    look(&f, access_of_expr(f.accesses, t->condition));
  bool *is_gone = mem_alloc(m, t->steps.count + 1);
  uint32_t gone = mark_irrelevant(&f, t, is_gone);
  keep_the_rest(t, is_gone);
  mem_free(m, is_gone);
  mem_free(m, f.vars);
  mem_free(m, f.channels);
  access_close(f.accesses);
  return gone;
}
