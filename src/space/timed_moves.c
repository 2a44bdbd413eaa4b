// Who moves together: edges alone, pairs, and broadcasts in all their ways, as docs/network.md numbers them.
#include "space/timed.h"

#include <assert.h>

typedef struct moving {
  timed_work *w;
  timed_visit visit;
  void *context;
  bool stopped;
  const timed_look *caller;
} moving;

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

static void add_part(timed_work *w, const timed_look *look) {
  timed_move *move = &w->move;
  int32_t priority = w->t->base.net->processes.at[look->pid].priority;
  if (move->count == 0 || priority > move->process_priority)
    move->process_priority = priority;
  assert(move->count < NET_MAX_PROCESSES);
  move->part[move->count++] = (timed_part){.pid = look->pid, .edge = look->edge};
  for (uint32_t i = 0; i < look->count; i++)
    vec_push(w->t->m, &move->bounds, w->bounds.at[look->first + i]);
}

static void start(moving *m, const timed_look *caller) {
  timed_move *move = &m->w->move;
  move->by = (net_action){.edge = caller->edge->id, .pid = (uint8_t)caller->pid, .partner_edge = NET_ALONE};
  move->count = move->bounds.count = 0;
  move->fault = caller->fault;
  move->at = caller->at;
  move->priority = caller->edge->sync == SYNC_CALL ? m->w->t->base.net->labels.at[caller->label].priority : 0;
  m->caller = caller;
  add_part(m->w, caller);
}

static void give(moving *m) {
  if (m->w->is_committed && m->w->move.fault == FAULT_NONE && !has_committed_part(m->w))
    return;
  m->stopped = !m->visit(m->context, m->w);
}

static void pairs(moving *m, const timed_look *caller) {
  timed_work *w = m->w;
  for (uint32_t i = 0; i < w->looks.count && !m->stopped; i++) {
    const timed_look *answer = &w->looks.at[i];
    if (answer->edge->sync != SYNC_ANSWER || answer->fault != FAULT_NONE || answer->label != caller->label ||
        answer->pid == caller->pid)
      continue;
    start(m, caller);
    add_part(w, answer);
    w->move.by.partner = (uint8_t)answer->pid;
    w->move.by.partner_edge = answer->edge->id;
    give(m);
  }
}

static bool answers(const timed_look *look, uint32_t label) {
  return look->edge->sync == SYNC_ANSWER && look->fault == FAULT_NONE && look->label == label;
}

static bool is_required(const net_label *label, uint32_t pid) {
  for (uint32_t i = 0; i < label->required.count; i++)
    if (label->required.at[i] == pid)
      return true;
  return false;
}

// In how many ways the process may not answer: one bound from each of its answering edges fails.
static uint64_t silences(const moving *m, uint32_t pid) {
  const timed_work *w = m->w;
  if (is_required(&w->t->base.net->labels.at[m->caller->label], pid))
    return 0;
  uint64_t ways = 1;
  for (uint32_t i = w->first[pid]; i < w->first[pid + 1] && ways <= UINT32_MAX; i++)
    if (answers(&w->looks.at[i], m->caller->label))
      ways *= w->looks.at[i].count;
  return ways;
}

static uint64_t options(const moving *m, uint32_t pid) {
  uint64_t count = silences(m, pid);
  for (uint32_t i = m->w->first[pid]; i < m->w->first[pid + 1]; i++)
    count += answers(&m->w->looks.at[i], m->caller->label);
  return count;
}

// Adds the bounds by which the process does not answer, the way-th of all.
static void keep_silent(moving *m, uint32_t pid, uint64_t way) {
  timed_work *w = m->w;
  for (uint32_t i = w->first[pid + 1]; i-- > w->first[pid];) {
    const timed_look *look = &w->looks.at[i];
    if (!answers(look, m->caller->label))
      continue;
    timed_bound failing = w->bounds.at[look->first + way % look->count];
    way /= look->count;
    timed_bound opposite = {.x = failing.y, .y = failing.x, .b = dbm_negate(failing.b)};
    vec_push(w->t->m, &w->move.bounds, opposite);
  }
}

static void broadcast(moving *m, uint32_t pid, uint64_t way);

static void choose(moving *m, uint32_t pid, uint64_t way) {
  timed_work *w = m->w;
  timed_move *move = &w->move;
  uint32_t parts = move->count, bounds = move->bounds.count;
  int32_t priority = move->process_priority;
  uint64_t all = options(m, pid), option = 0;
  for (uint32_t i = w->first[pid]; i < w->first[pid + 1] && !m->stopped; i++) {
    if (!answers(&w->looks.at[i], m->caller->label))
      continue;
    add_part(w, &w->looks.at[i]);
    broadcast(m, pid + 1, way * all + option++);
    move->count = parts;
    move->bounds.count = bounds;
    move->process_priority = priority;
  }
  for (uint64_t k = 0; option < all && !m->stopped; option++, k++) {
    keep_silent(m, pid, k);
    broadcast(m, pid + 1, way * all + option);
    move->bounds.count = bounds;
  }
}

// The processes before pid have chosen; their choices make up `way`.
static void broadcast(moving *m, uint32_t pid, uint64_t way) {
  timed_work *w = m->w;
  if (!timed_constrain(w->t, timed_copy(w->t, w->spare, w->source), &w->move.bounds))
    return;
  // Who has no choice is passed quickly.
  while (pid < w->t->processes &&
         (pid == m->caller->pid || (w->first[pid] == w->first[pid + 1] && options(m, pid) == 1)))
    pid++;
  if (pid < w->t->processes) {
    choose(m, pid, way);
    return;
  }
  w->move.by.partner = NET_BROADCAST;
  w->move.by.partner_edge = (uint32_t)way;
  give(m);
}

static void broadcasts(moving *m, const timed_look *caller) {
  uint64_t ways = 1;
  start(m, caller);
  for (uint32_t pid = 0; pid < m->w->t->processes && ways < UINT32_MAX; pid++)
    if (pid != caller->pid)
      ways *= options(m, pid);
  if (ways >= UINT32_MAX) {
    m->w->move.fault = FAULT_PROCESSES;
    give(m);
  } else if (ways > 0) {
    broadcast(m, 0, 0);
  }
}

void timed_moves(timed_work *w, timed_visit visit, void *context) {
  moving m = {.w = w, .visit = visit, .context = context};
  for (uint32_t i = 0; i < w->looks.count && !m.stopped; i++) {
    const timed_look *look = &w->looks.at[i];
    if (look->fault != FAULT_NONE || look->edge->sync == SYNC_NONE) {
      start(&m, look);
      give(&m);
    } else if (look->edge->sync == SYNC_CALL) {
      if (w->t->base.net->labels.at[look->label].is_broadcast)
        broadcasts(&m, look);
      else
        pairs(&m, look);
    }
  }
}
