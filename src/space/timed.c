#include "space/timed.h"

#include "base/work.h"

#include <assert.h>

static const dbm_bound *zone_of(timed *t, const uint8_t *state, dbm_bound *into) {
  memcpy(into, state + t->size, t->zone_size);
  return into;
}

static bool take(void *context, timed_work *w) {
  timed_scan *s = context;
  (void)w;
  timed_take(s);
  return !s->stopped;
}

enum { WORK_OF_EXPANSION = WORK_STEP, WORK_OF_CANDIDATE = WORK_STEP / 8 };

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  timed *t = (timed *)base;
  timed_work *w = &t->steps;
  timed_scan s = {.w = w, .visit = visit, .context = context};
  assert(size == t->size + t->zone_size && state[0] == (uint8_t)t->processes);
  w->state = (uint8_t *)state;
  zone_of(t, state, w->source);
  assert(dbm_is_plausible(w->source, t->n));
  s.time = timed_least_time(t, w->source);
  timed_find_candidates(w);
  base->work += WORK_OF_EXPANSION + WORK_OF_CANDIDATE * (uint64_t)w->candidates.count + t->processes;
  if (base->net->orders_steps)
    timed_rank_moves(w);
  timed_moves(w, take, &s);
  if (t->is_for_claim) {
    bool can_stay = !s.stopped && timed_pass_time(&s);
    return (expansion){.count = s.count, .stopped = s.stopped, .can_stay = can_stay};
  }
  expansion result = {.count = s.count, .stopped = s.stopped};
  result.is_stuck = t->asks_deadlocks ? !s.stopped && timed_has_deadlock(t, state, w->source) : s.count == 0;
  result.is_end = result.is_stuck && !t->asks_deadlocks;
  return result;
}

static void initial(space *base, space_visit visit, void *context) {
  timed *t = (timed *)base;
  timed_work *w = &t->steps;
  timed_scan s = {.w = w, .visit = visit, .context = context};
  successor first = {.by = {.partner_edge = NET_ALONE}};
  t->machine->resets.count = 0;
  t->machine->assertion_failed = false;
  first.fault = exec_initial(t->machine, &w->step);
  exec_reserve(t->machine, &w->step, t->size + t->zone_size);
  bool holds = first.fault == FAULT_NONE && timed_invariant(w, &first.fault);
  if (first.fault != FAULT_NONE) {
    visit(context, &first);
    return;
  }
  dbm_zero(w->zone, t->n);
  if (holds && timed_constrain(t, w->zone, &w->invariant))
    timed_arrive(&s, w->zone, NULL);
}

static bool is_inside(space *base, const uint8_t *state) {
  (void)base;
  (void)state;
  return false;
}

static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  (void)size;
  return is_inside(base, state);
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  timed *t = (timed *)base;
  assert(size == t->size + t->zone_size && condition < t->code->asked.condition_count);
  const timed_where *c = t->code->conditions[condition];
  // A condition without clocks needs no zone.
  return timed_may_be(t, state, c->kind == WHERE_CODE ? NULL : zone_of(t, state, t->large), c, value, f);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  timed *t = (timed *)base;
  (void)size;
  if (!t->views)
    t->views = view_open(t->m, t->machine->layouts);
  if (t->zone_size)
    view_set_zone(t->views, zone_of(t, state, t->shown), t->n);
  return view_make(t->views, state, t->size);
}

static dbm_bound *zone_new(timed *t) {
  dbm_bound *zone = mem_alloc(t->m, sizeof *zone * t->n * t->n);
  dbm_zero(zone, t->n);
  return zone;
}

static void open_work(timed *t, timed_work *w) {
  w->t = t;
  w->first = ARENA_ARRAY(t->memory, uint32_t, t->processes + 1);
  w->first_answer = ARENA_ARRAY(t->memory, uint32_t, t->base.net->labels.count + 1);
  w->move.part = ARENA_ARRAY(t->memory, timed_part, t->processes + 1);
  w->source = zone_new(t);
  w->zone = zone_new(t);
  w->spare = zone_new(t);
  dbm_union_open(&w->pieces, t->m, t->n);
  dbm_union_open(&w->possible, t->m, t->n);
}

static void close_work(timed *t, timed_work *w) {
  mem_free(t->m, w->source);
  mem_free(t->m, w->zone);
  mem_free(t->m, w->spare);
  mem_free(t->m, w->step.bytes);
  vec_free(t->m, &w->candidates);
  vec_free(t->m, &w->bounds);
  vec_free(t->m, &w->move.bounds);
  vec_free(t->m, &w->invariant);
  vec_free(t->m, &w->resets);
  vec_free(t->m, &w->ranks);
  dbm_union_close(&w->pieces);
  dbm_union_close(&w->possible);
}

static void close_space(space *base) {
  timed *t = (timed *)base;
  if (t->views)
    view_close(t->views);
  close_work(t, &t->steps);
  close_work(t, &t->asks);
  exec_machine_free(t->machine);
  mem_free(t->m, t->large);
  mem_free(t->m, t->future);
  mem_free(t->m, t->small);
  mem_free(t->m, t->shown);
  arena_delete(t->memory);
  space_code_free(t->owned);
  mem_free(t->m, t);
}

// All processes exist from the start, so all states have the same layout.
static void find_layout(timed *t) {
  t->layout = t->machine->layouts->root;
  t->processes = t->base.net->processes.count;
  for (uint32_t i = 0; i < t->processes; i++)
    t->layout = layout_child(t->machine->layouts, t->layout, (uint32_t)t->base.net->processes.at[i].template_);
  assert(t->layout && t->layout->test_count == 0);
  t->size = t->layout->size;
  t->zone_size = t->n > 1 ? (uint32_t)sizeof(dbm_bound) * t->n * t->n : 0;
}

static const space functions = {
    .name = "timed",
    .is_exact = true,
    .initial = initial,
    .expand = expand,
    .is_inside = is_inside,
    .is_passed = is_passed,
    .may_be = may_be,
    .view = view,
    .close = close_space,
};

static void open_rows(timed *t) {
  t->L = ARENA_ARRAY(t->memory, int32_t, t->n);
  t->U = ARENA_ARRAY(t->memory, int32_t, t->n);
  t->cover_L = ARENA_ARRAY(t->memory, int32_t, t->n);
  t->cover_U = ARENA_ARRAY(t->memory, int32_t, t->n);
  t->cover_head = ARENA_ARRAY(t->memory, uint8_t, t->size);
  t->locations = ARENA_ARRAY(t->memory, uint32_t, t->processes + 1);
  t->extremes = ARENA_ARRAY(t->memory, space_extreme, t->code->asked.term_count + 1);
  t->large = zone_new(t);
  t->future = zone_new(t);
  t->small = zone_new(t);
  t->shown = zone_new(t);
}

space *timed_open(mem *m, const space_code *code, const space_options *options, space_code *owned) {
  assert(code->net->is_timed && (!owned || owned == code));
  timed *t = mem_alloc(m, sizeof *t);
  t->m = m;
  t->memory = arena_new(m);
  t->base = functions;
  t->base.net = code->net;
  t->code = code->timed;
  t->owned = owned;
  t->program = code->program;
  t->time = options->fastest ? code->net->clocks.count + 1 : 0;
  t->n = code->net->clocks.count + 1 + options->fastest;
  t->asks_deadlocks = options->deadlocks;
  t->is_for_claim = options->for_claim;
  t->horizon = options->horizon;
  t->machine = exec_machine(m, t->program);
  find_layout(t);
  open_rows(t);
  open_work(t, &t->steps);
  open_work(t, &t->asks);
  t->order = timed_cover(t);
  t->base.cover = &t->order;
  return &t->base;
}
