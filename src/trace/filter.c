#include "trace/filter.h"

#include "facts/access.h"
#include "model/claim.h"

typedef struct filter {
  mem *m;
  const network *n;
  accesses *accesses;
  // What the steps that are kept, and the error, read:
  bool *vars;                    // globals
  bool *channels;                // by type
  bool moves[NET_MAX_PROCESSES]; // processes that take such a step
  bool reads_processes;          // their locations or variables
  bool starts;                   // one starts a process...
  uint32_t oldest_end;           // ...or ends one: the least number of these
  bool keeps;                    // is_testing: the step must be kept
  bool is_testing;               // whether a step must be kept; else: noting what a kept step reads
} filter;

static void touch(filter *f, bool *mark) {
  if (f->is_testing)
    f->keeps |= *mark;
  else
    *mark = true;
}

// A step matters to a later one that reads what it writes. Two steps that read the same do not matter to each other.
// Local variables are those of the processes that take the steps.
static void touch_all(filter *f, const access_sets *of) {
  const access_set *sets = f->is_testing ? of->writes : of->reads;
  for (uint32_t i = 0; i < sets[ACCESS_VARS].count; i++)
    if (f->n->vars.at[sets[ACCESS_VARS].at[i]]->template_ == NET_NONE)
      touch(f, &f->vars[sets[ACCESS_VARS].at[i]]);
  for (uint32_t i = 0; i < sets[ACCESS_CHANNELS].count; i++)
    touch(f, &f->channels[sets[ACCESS_CHANNELS].at[i]]);
}

// The numbers of processes started later depend on which have ended, and an older process cannot end before a younger
// one.
static void apply_end(filter *f, uint32_t pid) {
  if (f->is_testing)
    f->keeps |= f->starts || pid > f->oldest_end;
  else if (pid < f->oldest_end)
    f->oldest_end = pid;
}

static void apply(filter *f, const access_sets *of) {
  const uint32_t at_processes =
      ACCESS_PC | ACCESS_ENABLED | ACCESS_PRIORITY | ACCESS_PROCESSES | ACCESS_LAST | ACCESS_TIMEOUT;
  touch_all(f, of);
  if (!f->is_testing) {
    f->reads_processes |=
        of->reads[ACCESS_REMOTE].count || of->reads[ACCESS_LOCATIONS].count || of->flags & at_processes;
    f->starts |= (of->flags & ACCESS_STARTS) != 0;
  }
  // The numbers of other processes depend on a start.
  f->keeps |= (of->flags & (ACCESS_STARTS | ACCESS_SETS_PRIORITY)) != 0;
}

static void apply_edge(filter *f, uint32_t id, uint32_t pid) {
  const access_sets *of = access_of_edge(f->accesses, id);
  apply(f, of);
  if (of->flags & ACCESS_ENDS)
    apply_end(f, pid);
}

static void apply_step(filter *f, const net_action *a) {
  touch(f, &f->moves[a->pid]);
  apply_edge(f, a->edge, a->pid);
  if (a->partner_edge != NET_ALONE) {
    touch(f, &f->moves[a->partner]);
    apply_edge(f, a->partner_edge, a->partner);
  }
}

// Steps of one atomic sequence are removed together: the first step of the sequence that ends before `end`.
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

static bool is_irrelevant(filter *f, const answer *t, uint32_t first, uint32_t end) {
  f->is_testing = true;
  f->keeps = f->reads_processes;
  for (uint32_t i = first; i < end && !f->keeps; i++)
    apply_step(f, &t->steps.at[i]);
  f->is_testing = false;
  return !f->keeps;
}

static uint32_t mark_irrelevant(filter *f, const answer *t, bool *is_removed) {
  uint32_t removed = 0, end = t->steps.count;
  while (end > 0) {
    uint32_t first = first_of_unit(f, t, end);
    bool is_unit_removed = end < t->steps.count && is_irrelevant(f, t, first, end);
    for (uint32_t i = first; i < end; i++) {
      is_removed[i] = is_unit_removed;
      removed += is_unit_removed;
      if (!is_unit_removed)
        apply_step(f, &t->steps.at[i]);
    }
    end = first;
  }
  return removed;
}

static void remove_marked(answer *t, const bool *is_removed) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->steps.count; i++)
    if (!is_removed[i])
      t->steps.at[kept++] = t->steps.at[i];
  t->steps.count = kept;
}

uint32_t trace_filter(mem *m, const network *n, answer *t) {
  if (n->is_timed || t->end.kind == OUTCOME_CYCLE || t->loop_length || t->end.fault == FAULT_DEADLOCK ||
      t->end.kind == OUTCOME_OPEN) // the whole state is the error
    return 0;
  filter f = {.m = m, .n = n, .accesses = access_open(m, n), .oldest_end = UINT32_MAX};
  f.vars = mem_alloc(m, n->vars.count + 1);
  f.channels = mem_alloc(m, n->channels.count + 1);
  if (t->end.kind == OUTCOME_REACHED || t->end.fault == FAULT_INVARIANT)
    apply(&f, access_of_expr(f.accesses, t->condition));
  for (uint32_t i = 0; t->claim && i < t->claim->atoms.count; i++)
    apply(&f, access_of_expr(f.accesses, t->claim->atoms.at[i]));
  bool *is_removed = mem_alloc(m, t->steps.count + 1);
  uint32_t removed = mark_irrelevant(&f, t, is_removed);
  remove_marked(t, is_removed);
  mem_free(m, is_removed);
  mem_free(m, f.vars);
  mem_free(m, f.channels);
  access_close(f.accesses);
  return removed;
}
