#include "search/lasso_record.h"

#include "search/state_set.h"

#include <assert.h>
#include <string.h>

enum { NOTHING = 0xffffffff, TAIL = 5 }; // bytes: the number of the recorded state, and the marks seen

typedef struct record_tail {
  uint32_t recorded; // NOTHING = none yet
  uint8_t seen;
} record_tail;

typedef struct record_space {
  space base;
  mem *m;
  const claim *claim;
  lasso_record_options options;
  uint8_t needs;
  state_set *states; // that were recorded
  uint8_t *next;     // the successor being made
  uint32_t next_room;
  uint32_t claim_width; // bytes of the claim's state, the last ones of a state of the product
  record_tail viewed;   // of the state that view() was called for last
  // The state being expanded:
  record_tail now;
  uint32_t component; // of its claim state
  space_visit visit;
  void *context;
  uint32_t count;
  bool stopped;
} record_space;

static record_tail read_tail(const uint8_t *state, uint32_t size) {
  record_tail t;
  memcpy(&t.recorded, state + size - TAIL, sizeof t.recorded);
  t.seen = state[size - 1];
  return t;
}

static void emit(record_space *r, const successor *s, record_tail tail) {
  successor next = *s;
  if (s->state) {
    next.size = s->size + TAIL;
    if (next.size > r->next_room) {
      r->next = mem_realloc(r->m, r->next, next.size * 2);
      r->next_room = next.size * 2;
    }
    memcpy(r->next, s->state, s->size);
    memcpy(r->next + s->size, &tail.recorded, sizeof tail.recorded);
    r->next[s->size + TAIL - 1] = tail.seen;
    next.state = r->next;
  }
  r->count++;
  r->stopped = !r->visit(r->context, &next);
}

static const claim_state *claim_state_of(const record_space *r, const uint8_t *state, uint32_t size) {
  return &r->claim->states.at[product_claim_state(r->base.inner, state, size)];
}

static bool is_recorded_state(const record_space *r, const successor *s) {
  uint32_t size;
  const uint8_t *recorded = r->states->base.get(&r->states->base, r->now.recorded, &size);
  return s->size == size && memcmp(s->state, recorded, size) == 0;
}

static bool on_successor(void *context, const successor *s) {
  record_space *r = context;
  record_tail tail = r->now;
  if (tail.recorded == NOTHING) {
    if (s->state || question_stops_at(&r->options.asked, s->fault))
      emit(r, s, tail);
    return !r->stopped;
  }
  if (!s->state || claim_state_of(r, s->state, s->size)->component != r->component)
    return true;
  tail.seen |= (uint8_t)s->marks[0] & r->needs;
  if (tail.seen == r->needs && is_recorded_state(r, s))
    emit(r, &(successor){.by = s->by, .cost = s->cost, .fault = FAULT_CLAIM}, tail);
  else
    emit(r, s, tail);
  return !r->stopped;
}

static net_action record_step(void) { return (net_action){.edge = NET_ALONE, .partner_edge = 0}; }

bool lasso_record_is_step(const net_action *a) { return net_is_stutter(a) && a->partner_edge != NET_ALONE; }

static void record(record_space *r, const uint8_t *state, uint32_t size) {
  bool is_new;
  record_tail tail = {.recorded = r->states->base.put(&r->states->base, state, size, &is_new)};
  emit(r, &(successor){.state = state, .size = size, .by = record_step()}, tail);
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  record_space *r = (record_space *)base;
  const claim_state *now = claim_state_of(r, state, size - TAIL);
  r->now = read_tail(state, size);
  r->component = now->component;
  r->visit = visit;
  r->context = context;
  r->count = 0;
  r->stopped = false;
  bool can_record = r->now.recorded == NOTHING && now->class_ != CLAIM_NONE;
  if (can_record && !(r->options.only_outside && base->inner->is_inside(base->inner, state)))
    record(r, state, size - TAIL);
  if (!r->stopped)
    base->inner->expand(base->inner, state, size - TAIL, on_successor, r);
  return (expansion){.count = r->count, .stopped = r->stopped};
}

static bool on_initial(void *context, const successor *s) {
  record_space *r = context;
  emit(r, s, (record_tail){.recorded = NOTHING});
  return !r->stopped;
}

static void initial(space *base, space_visit visit, void *context) {
  record_space *r = (record_space *)base;
  r->visit = visit;
  r->context = context;
  r->stopped = false;
  base->inner->initial(base->inner, on_initial, r);
}

static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  return base->inner->is_passed(base->inner, state, size - TAIL);
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  return base->inner->may_be(base->inner, state, size - TAIL, condition, value, f);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  ((record_space *)base)->viewed = read_tail(state, size);
  return base->inner->view(base->inner, state, size - TAIL);
}

static void close_space(space *base) {
  record_space *r = (record_space *)base;
  r->states->base.close(&r->states->base);
  mem_free(r->m, r->next);
  mem_free(r->m, r);
}

space *lasso_record_open(mem *m, space *product, const lasso_record_options *options) {
  record_space *r = mem_alloc(m, sizeof *r);
  uint64_t needs[PRODUCT_MARK_WORDS];
  product_needs(product, needs);
  assert(needs[0] < 1u << LASSO_RECORD_MOST_MARKS && !needs[1]);
  space_inherit(&r->base, product);
  r->base.name = "record";
  r->base.initial = initial;
  r->base.expand = expand;
  r->base.is_passed = is_passed;
  r->base.may_be = may_be;
  r->base.view = view;
  r->base.close = close_space;
  r->m = m;
  r->claim = product_claim(product);
  r->options = *options;
  r->needs = (uint8_t)needs[0];
  r->claim_width = r->claim->states.count > 256 ? 2 : 1;
  r->states = state_set_open(m);
  return &r->base;
}

typedef struct phase_estimate {
  heuristic base;
  mem *m;
  record_space *space;
  heuristic *before;
  bool is_bold;
} phase_estimate;

static const heuristic_kind phase_kind = {.name = "phases", .summary = "to accept, and back"};

// Of the model's part of the state.
static uint32_t differing_bits(const record_space *r, const state_view *v) {
  uint32_t size, bits = 0;
  const uint8_t *to = r->states->base.get(&r->states->base, r->viewed.recorded, &size);
  if (v->size != size)
    return 8;
  for (uint32_t i = 0; i < size - r->claim_width; i++)
    bits += (uint32_t)__builtin_popcount(v->bytes[i] ^ to[i]);
  return bits;
}

// As long as the model is in another state, it must take a step.
static uint32_t estimate(heuristic *h, const state_view *v) {
  phase_estimate *p = (phase_estimate *)h;
  const record_space *r = p->space;
  bool is_recorded = r->viewed.recorded != NOTHING;
  uint32_t accepting = is_recorded && r->viewed.seen == r->needs ? 0 : p->before->estimate(p->before, v);
  if (!is_recorded || accepting == HEURISTIC_DEAD_END)
    return accepting;
  uint32_t back = differing_bits(r, v);
  if (p->is_bold)
    return accepting < HEURISTIC_DEAD_END - 1 - back ? accepting + back : HEURISTIC_DEAD_END - 1;
  return accepting ? accepting : back > 0;
}

static void close_estimate(heuristic *h) { mem_free(((phase_estimate *)h)->m, h); }

heuristic *lasso_record_estimate(mem *m, space *record, heuristic *before, bool is_bold) {
  phase_estimate *p = mem_alloc(m, sizeof *p);
  p->base = (heuristic){.kind = &phase_kind, .estimate = estimate, .close = close_estimate};
  p->base.is_admissible = before->is_admissible && !is_bold;
  p->base.is_safe = before->is_safe;
  p->m = m;
  p->space = (record_space *)record;
  p->before = before;
  p->is_bold = is_bold;
  return &p->base;
}
