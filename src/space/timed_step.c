#include "space/timed.h"

#include "base/work.h"

enum { WORK_OF_MOVE = WORK_STEP / 4, BOUNDS_OF_WORK = 8 };

bool timed_constrain(const timed *t, dbm_bound *zone, const timed_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++)
    if (!dbm_constrain(zone, t->n, bounds->at[i].x, bounds->at[i].y, bounds->at[i].b))
      return false;
  return true;
}

// Executes the effects of w->move in w->step and w->resets. False after a fault.
static bool execute(timed_work *w) {
  timed *t = w->t;
  machine *m = t->machine;
  exec_reserve(m, &w->step, t->size + t->zone_size);
  memcpy(w->step.bytes, w->state, t->size);
  m->buffer = &w->step;
  m->assertion_failed = m->has_ended = false;
  m->fault_at = NULL;
  m->resets.count = w->resets.count = 0;
  for (uint32_t i = 0; i < w->move.count; i++) {
    const timed_part *part = &w->move.part[i];
    exec_enter(m, w->step.bytes, t->layout, part->pid);
    if (part->edge->effect && exec_run(m, part->edge->effect) == EXEC_FAULT)
      return false;
  }
  for (uint32_t i = 0; i < w->move.count; i++) {
    const timed_part *part = &w->move.part[i];
    frame_set_number(t->layout->shape[part->pid], w->step.bytes + t->layout->frame[part->pid], part->edge->to);
  }
  for (uint32_t i = 0; i < m->resets.count; i++)
    vec_push(t->m, &w->resets, m->resets.at[i]);
  w->assertion = m->assertion_failed ? m->assertion : NULL;
  return true;
}

bool timed_invariant(timed_work *w, fault *f) {
  timed *t = w->t;
  w->invariant.count = 0;
  t->base.work += t->processes;
  *f = FAULT_NONE;
  for (uint32_t pid = 0; pid < t->processes && *f == FAULT_NONE; pid++) {
    const exec_location *l = exec_location_of(t->layout, w->step.bytes, pid);
    if (l->invariant) {
      exec_enter(t->machine, w->step.bytes, t->layout, pid);
      exec_result result = exec_run(t->machine, l->invariant);
      if (result == EXEC_FALSE)
        return false;
      *f = result == EXEC_FAULT ? t->machine->fault : FAULT_NONE;
    }
    if (l->bound_count && *f == FAULT_NONE)
      *f = timed_evaluate(t, w->step.bytes, pid, l->bounds, l->bound_count, &w->invariant);
  }
  return *f == FAULT_NONE;
}

static void reset(const timed_work *w, dbm_bound *zone) {
  for (uint32_t i = 0; i < w->resets.count; i++) {
    const exec_reset *r = &w->resets.at[i];
    if (r->from)
      dbm_copy_clock(zone, w->t->n, r->clock, r->from, r->value);
    else
      dbm_set(zone, w->t->n, r->clock, r->value);
  }
}

// The values from which the resets lead into the zone. False if there are none.
static bool undo_resets(const timed_work *w, dbm_bound *zone) {
  uint32_t n = w->t->n;
  for (uint32_t i = w->resets.count; i-- > 0;) {
    const exec_reset *r = &w->resets.at[i];
    if (r->from == r->clock) { // x = x + 2 is undone by x = x - 2
      if (!dbm_constrain(zone, n, 0, r->clock, dbm_le(-r->value)))
        return false;
      dbm_copy_clock(zone, n, r->clock, r->clock, -r->value);
      continue;
    }
    if (!dbm_constrain(zone, n, r->clock, r->from, dbm_le(r->value)) ||
        !dbm_constrain(zone, n, r->from, r->clock, dbm_le(-r->value)))
      return false;
    dbm_free(zone, n, r->clock);
  }
  return true;
}

bool timed_possible(timed_work *w) {
  timed *t = w->t;
  if (!timed_constrain(t, timed_copy(t, w->zone, w->source), &w->move.bounds))
    return false;
  if (w->move.fault != FAULT_NONE)
    return true;
  if (!execute(w))
    return !t->base.net->faults_block;
  fault f;
  if (!timed_invariant(w, &f))
    return f != FAULT_NONE && !t->base.net->faults_block;
  dbm_all(w->spare, t->n);
  return timed_constrain(t, w->spare, &w->invariant) && undo_resets(w, w->spare) &&
         dbm_intersect(w->zone, w->spare, t->n);
}

static bool rank(void *context, timed_work *w) {
  (void)context;
  if (!timed_possible(w))
    return true;
  timed_rank r = {.priority = w->move.priority, .process_priority = w->move.process_priority};
  dbm_union_add(&w->possible, w->zone);
  vec_push(w->t->m, &w->ranks, r);
  return true;
}

void timed_rank_moves(timed_work *w) {
  dbm_union_clear(&w->possible);
  w->ranks.count = 0;
  timed_moves(w, rank, NULL);
}

static bool is_outranked_by(const timed_move *move, timed_rank to) {
  return move->priority != to.priority ? move->priority < to.priority : move->process_priority < to.process_priority;
}

static void emit_fault(timed_scan *s, fault f, const net_stmt *at) {
  if (s->w->t->base.net->faults_block)
    return;
  const net_action *by = &s->w->move.by;
  successor next = {.by = *by, .cost = net_step_cost(s->w->t->base.net, by), .fault = f, .fault_at = at};
  s->count++;
  s->stopped = !s->visit(s->context, &next);
}

// The move from the values in w->zone.
static void take(timed_scan *s) {
  timed_work *w = s->w;
  machine *m = w->t->machine;
  fault f;
  if (w->move.fault != FAULT_NONE) {
    emit_fault(s, w->move.fault, w->move.at);
  } else if (!execute(w)) {
    emit_fault(s, m->fault, m->fault_at);
  } else if (!timed_invariant(w, &f)) {
    if (f != FAULT_NONE)
      emit_fault(s, f, NULL);
  } else {
    reset(w, w->zone);
    if (timed_constrain(w->t, w->zone, &w->invariant))
      timed_arrive(s, w->zone, &w->move.by);
  }
}

void timed_take(timed_scan *s) {
  timed_work *w = s->w;
  timed *t = w->t;
  t->base.work += WORK_OF_MOVE + t->n * t->n / BOUNDS_OF_WORK;
  if (!timed_constrain(t, timed_copy(t, w->zone, w->source), &w->move.bounds))
    return;
  if (!t->base.net->orders_steps) {
    take(s);
    return;
  }
  dbm_union left;
  dbm_union_open(&left, t->m, t->n);
  dbm_union_add(&left, w->zone);
  for (uint32_t i = 0; i < w->ranks.count; i++)
    if (is_outranked_by(&w->move, w->ranks.at[i]))
      dbm_union_subtract(&left, dbm_union_zone(&w->possible, i));
  for (uint32_t i = 0; i < left.count && !s->stopped; i++) {
    timed_copy(t, w->zone, dbm_union_zone(&left, i));
    take(s);
  }
  dbm_union_close(&left);
}
