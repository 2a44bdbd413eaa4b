// Synchronisation: edges alone, pairs, and broadcasts in all their ways, as docs/network.md numbers them.
#include "space/timed.h"

#include <assert.h>

typedef struct enumeration {
  timed_work *w;
  timed_visit visit;
  void *context;
  bool stopped;
  const timed_candidate *caller;
} enumeration;

static bool is_at_committed(const timed_work *w, uint32_t pid) {
  const timed *t = w->t;
  return exec_location_of(t->layout, w->state, pid)->flags & LOC_COMMITTED;
}

static bool has_committed_part(const timed_work *w) {
  for (uint32_t i = 0; i < w->move.count; i++)
    if (is_at_committed(w, w->move.part[i].pid))
      return true;
  return false;
}

static void add_part(timed_work *w, const timed_candidate *c) {
  timed_move *move = &w->move;
  int32_t priority = w->t->base.net->processes.at[c->pid].priority;
  if (move->count == 0 || priority > move->process_priority)
    move->process_priority = priority;
  assert(move->count < w->t->processes);
  move->part[move->count++] = (timed_part){.pid = c->pid, .edge = c->edge};
  for (uint32_t i = 0; i < c->count; i++)
    vec_push(w->t->m, &move->bounds, w->bounds.at[c->first + i]);
}

static void start(enumeration *m, const timed_candidate *caller) {
  timed_move *move = &m->w->move;
  move->by = (net_action){.edge = caller->edge->id, .pid = (uint16_t)caller->pid, .partner_edge = NET_ALONE};
  move->count = move->bounds.count = 0;
  move->fault = caller->fault;
  move->at = caller->at;
  move->priority = caller->edge->sync == SYNC_CALL ? m->w->t->base.net->labels.at[caller->label].priority : 0;
  m->caller = caller;
  add_part(m->w, caller);
}

static void report(enumeration *m) {
  if (m->w->is_committed && m->w->move.fault == FAULT_NONE && !has_committed_part(m->w))
    return;
  m->stopped = !m->visit(m->context, m->w);
}

static void visit_pairs(enumeration *m, const timed_candidate *caller) {
  timed_work *w = m->w;
  const timed_candidate *answer;
  for (uint32_t i = w->first_answer[caller->label]; i != TIMED_NONE && !m->stopped; i = answer->next_answer) {
    answer = &w->candidates.at[i];
    if (answer->pid == caller->pid)
      continue;
    start(m, caller);
    add_part(w, answer);
    w->move.by.partner = (uint16_t)answer->pid;
    w->move.by.partner_edge = answer->edge->id;
    report(m);
  }
}

static bool answers(const timed_candidate *c, uint32_t label) {
  return c->edge->sync == SYNC_ANSWER && c->fault == FAULT_NONE && c->label == label;
}

static bool is_required(const net_label *label, uint32_t pid) {
  for (uint32_t i = 0; i < label->required.count; i++)
    if (label->required.at[i] == pid)
      return true;
  return false;
}

// The number of ways in which the process does not answer: one bound of each of its answering edges does not hold.
static uint64_t count_refusals(const enumeration *m, uint32_t pid) {
  const timed_work *w = m->w;
  if (is_required(&w->t->base.net->labels.at[m->caller->label], pid))
    return 0;
  uint64_t ways = 1;
  for (uint32_t i = w->first[pid]; i < w->first[pid + 1] && ways <= UINT32_MAX; i++)
    if (answers(&w->candidates.at[i], m->caller->label))
      ways *= w->candidates.at[i].count;
  return ways;
}

static uint64_t count_options(const enumeration *m, uint32_t pid) {
  uint64_t count = count_refusals(m, pid);
  for (uint32_t i = m->w->first[pid]; i < m->w->first[pid + 1]; i++)
    count += answers(&m->w->candidates.at[i], m->caller->label);
  return count;
}

// Adds the bounds of the way-th way in which the process does not answer.
static void add_refusal(enumeration *m, uint32_t pid, uint64_t way) {
  timed_work *w = m->w;
  for (uint32_t i = w->first[pid + 1]; i-- > w->first[pid];) {
    const timed_candidate *c = &w->candidates.at[i];
    if (!answers(c, m->caller->label))
      continue;
    timed_bound failing = w->bounds.at[c->first + way % c->count];
    way /= c->count;
    timed_bound opposite = {.x = failing.y, .y = failing.x, .b = dbm_negate(failing.b)};
    vec_push(w->t->m, &w->move.bounds, opposite);
  }
}

static void visit_options(enumeration *m, uint32_t pid, uint64_t way);

static void choose(enumeration *m, uint32_t pid, uint64_t way) {
  timed_work *w = m->w;
  timed_move *move = &w->move;
  uint32_t parts = move->count, bounds = move->bounds.count;
  int32_t priority = move->process_priority;
  uint64_t all = count_options(m, pid), option = 0;
  for (uint32_t i = w->first[pid]; i < w->first[pid + 1] && !m->stopped; i++) {
    if (!answers(&w->candidates.at[i], m->caller->label))
      continue;
    add_part(w, &w->candidates.at[i]);
    visit_options(m, pid + 1, way * all + option++);
    move->count = parts;
    move->bounds.count = bounds;
    move->process_priority = priority;
  }
  for (uint64_t k = 0; option < all && !m->stopped; option++, k++) {
    add_refusal(m, pid, k);
    visit_options(m, pid + 1, way * all + option);
    move->bounds.count = bounds;
  }
}

// The processes before pid have chosen; their choices make up `way`.
static void visit_options(enumeration *m, uint32_t pid, uint64_t way) {
  timed_work *w = m->w;
  if (!timed_constrain(w->t, timed_copy(w->t, w->spare, w->source), &w->move.bounds))
    return;
  // Skips processes with a single option and no edge.
  while (pid < w->t->processes &&
         (pid == m->caller->pid || (w->first[pid] == w->first[pid + 1] && count_options(m, pid) == 1)))
    pid++;
  if (pid < w->t->processes) {
    choose(m, pid, way);
    return;
  }
  w->move.by.partner = NET_BROADCAST;
  w->move.by.partner_edge = (uint32_t)way;
  report(m);
}

static void visit_broadcasts(enumeration *m, const timed_candidate *caller) {
  uint64_t ways = 1;
  start(m, caller);
  for (uint32_t pid = 0; pid < m->w->t->processes && ways < UINT32_MAX; pid++)
    if (pid != caller->pid)
      ways *= count_options(m, pid);
  if (ways >= UINT32_MAX) {
    m->w->move.fault = FAULT_PROCESSES;
    report(m);
  } else if (ways > 0) {
    visit_options(m, 0, 0);
  }
}

void timed_moves(timed_work *w, timed_visit visit, void *context) {
  enumeration m = {.w = w, .visit = visit, .context = context};
  for (uint32_t i = 0; i < w->candidates.count && !m.stopped; i++) {
    const timed_candidate *c = &w->candidates.at[i];
    if (c->fault != FAULT_NONE || c->edge->sync == SYNC_NONE) {
      start(&m, c);
      report(&m);
    } else if (c->edge->sync == SYNC_CALL) {
      if (w->t->base.net->labels.at[c->label].is_broadcast)
        visit_broadcasts(&m, c);
      else
        visit_pairs(&m, c);
    }
  }
}
