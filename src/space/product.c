#include "space/product.h"

#include <assert.h>
#include <string.h>

typedef struct product {
  space base;
  mem *m;
  const claim *claim;
  bool is_fair;
  uint32_t width;  // bytes of the claim's state
  uint32_t *known; // by atom: the round in which it was evaluated...
  bool *value;     // ...and its value then
  uint32_t round;  // number of the evaluation of a state
  uint8_t *next;   // the successor being made
  uint32_t next_room;
  state_view seen;
  VEC(const claim_edge *) moves;        // of the claim, in the current expansion
  bool is_accepting;                    // the state being expanded
  uint64_t blocked[PRODUCT_MARK_WORDS]; // marks of the processes that cannot move in it
  uint64_t marks[PRODUCT_MARK_WORDS];   // of the successor
  bool is_inside;                       // the state being expanded is inside an atomic sequence
  uint32_t from;                        // its claim state
  // Of the caller:
  space_visit visit;
  void *context;
  uint32_t count;
  bool stopped;
} product;

static uint32_t read_claim(const product *p, const uint8_t *state, uint32_t size) {
  const uint8_t *at = state + size - p->width;
  return p->width == 1 ? at[0] : (uint32_t)(at[0] | at[1] << 8);
}

// Passes on the successor of the model, with the claim in state `to`.
static void emit(product *p, const successor *s, uint32_t to) {
  successor next = *s;
  if (s->state) {
    next.size = s->size + p->width;
    if (next.size > p->next_room) {
      p->next = mem_realloc(p->m, p->next, next.size * 2);
      p->next_room = next.size * 2;
    }
    memcpy(p->next, s->state, s->size);
    p->next[s->size] = (uint8_t)to;
    if (p->width > 1)
      p->next[s->size + 1] = (uint8_t)(to >> 8);
    next.state = p->next;
  }
  next.marks = p->marks;
  p->count++;
  p->stopped = !p->visit(p->context, &next);
}

static void set_mark(uint64_t *marks, uint32_t pid) { marks[1 + pid / 64] |= 1ull << pid % 64; }

static void add_movers(uint64_t *marks, const net_action *by) {
  set_mark(marks, by->pid);
  if (by->partner_edge != NET_ALONE)
    set_mark(marks, by->partner);
}

static bool note_mover(void *context, const successor *s) {
  uint64_t *movers = context;
  add_movers(movers, &s->by);
  return true;
}

// Weak fairness: a process is not treated unfairly as long as it cannot move from time to time. Inside an atomic
// sequence nothing is said about the others.
static void find_blocked(product *p, const uint8_t *state, uint32_t size) {
  memset(p->blocked, 0, sizeof p->blocked);
  if (!p->is_fair || p->is_inside)
    return;
  uint64_t movers[PRODUCT_MARK_WORDS] = {0};
  p->base.inner->expand(p->base.inner, state, size, note_mover, movers);
  for (uint32_t i = 1; i < PRODUCT_MARK_WORDS; i++)
    p->blocked[i] = ~movers[i];
}

static void mark(product *p, const claim_edge *e, const net_action *by) {
  memcpy(p->marks, p->blocked, sizeof p->marks);
  p->marks[0] = e ? e->marks | p->is_accepting : p->is_accepting;
  if (p->is_fair && !net_is_stutter(by))
    add_movers(p->marks, by);
}

static bool on_successor(void *context, const successor *s) {
  product *p = context;
  if (p->is_inside) {
    mark(p, NULL, &s->by);
    emit(p, s, p->from);
  }
  for (uint32_t i = 0; i < p->moves.count && !p->stopped; i++) {
    mark(p, p->moves.at[i], &s->by);
    emit(p, s, p->moves.at[i]->to);
    if (!s->state) // a fault: once is enough
      break;
  }
  return !p->stopped;
}

// The value of an atom in the state. A fault goes to *f.
static bool evaluate(product *p, const uint8_t *state, uint32_t size, uint32_t atom, fault *f) {
  if (p->known[atom] != p->round) {
    p->value[atom] = p->base.inner->may_be(p->base.inner, state, size, atom, true, f);
    p->known[atom] = p->round;
  }
  return p->value[atom];
}

static bool is_possible(product *p, const uint8_t *state, uint32_t size, const claim_edge *e, fault *f) {
  for (uint32_t i = 0; i < e->label.count && *f == FAULT_NONE; i++)
    if (evaluate(p, state, size, claim_atom(e->label.at[i]), f) == claim_is_negated(e->label.at[i]))
      return false;
  return *f == FAULT_NONE;
}

static bool has_move(const product *p, const claim_edge *e) {
  for (uint32_t i = 0; i < p->moves.count; i++)
    if (p->moves.at[i]->to == e->to && p->moves.at[i]->marks == e->marks)
      return true;
  return false;
}

static void begin_round(product *p) {
  if (++p->round == 0) {
    memset(p->known, 0, sizeof *p->known * (p->claim->atoms.count + 1));
    p->round = 1;
  }
}

// The moves of the claim that the state allows. Bad ones are passed on at once.
static void find_moves(product *p, const uint8_t *state, uint32_t size) {
  const claim_state *from = &p->claim->states.at[p->from];
  fault f = FAULT_NONE;
  begin_round(p);
  p->is_accepting = from->is_accepting;
  if (p->claim->accepting_atom >= 0 && !p->is_accepting)
    p->is_accepting = evaluate(p, state, size, (uint32_t)p->claim->accepting_atom, &f);
  for (uint32_t i = 0; i < from->edges.count && !p->stopped && f == FAULT_NONE; i++) {
    const claim_edge *e = &from->edges.at[i];
    const claim_state *to = &p->claim->states.at[e->to];
    if ((to->to_bad == CLAIM_NEVER && to->to_cycle == CLAIM_NEVER) || !is_possible(p, state, size, e, &f))
      continue;
    if (to->is_bad)
      emit(p, &(successor){.by = net_stutter(), .fault = FAULT_CLAIM}, e->to);
    else if (!has_move(p, e))
      vec_push(p->m, &p->moves, e);
  }
  if (f != FAULT_NONE && !p->stopped)
    emit(p, &(successor){.by = net_stutter(), .fault = f}, p->from);
}

// The model stays in its state for ever.
static void stutter(product *p, const uint8_t *state, uint32_t size) {
  net_action by = net_stutter();
  memset(p->blocked, 0xff, sizeof p->blocked);
  for (uint32_t i = 0; i < p->moves.count && !p->stopped; i++) {
    mark(p, p->moves.at[i], &by);
    emit(p, &(successor){.state = state, .size = size, .by = by}, p->moves.at[i]->to);
  }
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  product *p = (product *)base;
  uint32_t inner_size = size - p->width;
  p->visit = visit;
  p->context = context;
  p->count = 0;
  p->stopped = false;
  p->moves.count = 0;
  p->from = read_claim(p, state, size);
  p->is_inside = base->inner->is_inside(base->inner, state);
  p->is_accepting = false;
  if (!p->is_inside)
    find_moves(p, state, inner_size);
  expansion result = {0};
  if ((p->moves.count || p->is_inside) && !p->stopped) {
    find_blocked(p, state, inner_size);
    result = base->inner->expand(base->inner, state, inner_size, on_successor, p);
    if ((result.is_stuck || result.can_stay) && !p->stopped && !p->claim->needs_steps)
      stutter(p, state, inner_size);
  }
  return (expansion){.count = p->count, .stopped = p->stopped};
}

static bool on_initial(void *context, const successor *s) {
  product *p = context;
  memset(p->marks, 0, sizeof p->marks);
  emit(p, s, p->claim->initial);
  return !p->stopped;
}

static void initial(space *base, space_visit visit, void *context) {
  product *p = (product *)base;
  p->visit = visit;
  p->context = context;
  p->stopped = false;
  base->inner->initial(base->inner, on_initial, p);
}

// Marks of the steps of an atomic sequence are not joined, so under fairness every state counts.
static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  (void)size;
  return !((product *)base)->is_fair && base->inner->is_inside(base->inner, state);
}

// As find_moves() does: a fault in the label of an edge before it comes first.
static bool reads_bad(product *p, const uint8_t *state, uint32_t size, uint32_t at) {
  const claim_state *from = &p->claim->states.at[at];
  fault f = FAULT_NONE;
  if (from->to_bad != 1 || p->base.inner->is_inside(p->base.inner, state))
    return false;
  begin_round(p);
  for (uint32_t i = 0; i < from->edges.count && f == FAULT_NONE; i++) {
    const claim_edge *e = &from->edges.at[i];
    const claim_state *to = &p->claim->states.at[e->to];
    bool accepts = to->to_bad != CLAIM_NEVER || to->to_cycle != CLAIM_NEVER;
    if (accepts && is_possible(p, state, size, e, &f) && to->is_bad)
      return true;
  }
  return false;
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  product *p = (product *)base;
  if (condition == PRODUCT_BAD)
    return reads_bad(p, state, size - p->width, read_claim(p, state, size)) == value;
  return base->inner->may_be(base->inner, state, size - p->width, condition, value, f);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  product *p = (product *)base;
  p->seen = *base->inner->view(base->inner, state, size - p->width);
  p->seen.size = size;
  p->seen.claim = read_claim(p, state, size);
  return &p->seen;
}

static void close_space(space *base) {
  product *p = (product *)base;
  mem_free(p->m, p->known);
  mem_free(p->m, p->value);
  mem_free(p->m, p->next);
  vec_free(p->m, &p->moves);
  mem_free(p->m, p);
}

space *space_product(mem *m, space *inner, const claim *c, bool is_fair) {
  assert(c->states.count <= 65536 && !(is_fair && inner->net->is_timed));
  product *p = mem_alloc(m, sizeof *p);
  space_inherit(&p->base, inner);
  p->base.name = "product";
  p->base.cover = NULL; // a cycle through a zone that only covers another one proves nothing
  p->base.initial = initial;
  p->base.expand = expand;
  p->base.is_passed = is_passed;
  p->base.may_be = may_be;
  p->base.view = view;
  p->base.close = close_space;
  p->m = m;
  p->claim = c;
  p->is_fair = is_fair;
  p->width = c->states.count > 256 ? 2 : 1;
  p->known = mem_alloc(m, sizeof *p->known * (c->atoms.count + 1));
  p->value = mem_alloc(m, sizeof *p->value * (c->atoms.count + 1));
  return &p->base;
}

void product_needs(const space *s, uint64_t marks[PRODUCT_MARK_WORDS]) {
  const product *p = (const product *)s;
  memset(marks, 0, sizeof *marks * PRODUCT_MARK_WORDS);
  marks[0] = p->claim->mark_count >= 64 ? UINT64_MAX : (1ull << p->claim->mark_count) - 1;
  for (uint32_t pid = 0; p->is_fair && pid < NET_MAX_PROCESSES; pid++)
    set_mark(marks, pid);
}

const claim *product_claim(const space *s) { return ((const product *)s)->claim; }

uint32_t product_claim_state(const space *s, const uint8_t *state, uint32_t size) {
  return read_claim((const product *)s, state, size);
}

bool product_is_accepting(space *s, const uint8_t *state, uint32_t size) {
  product *p = (product *)s;
  assert(p->claim->mark_count == 1 && !p->is_fair);
  if (s->inner->is_inside(s->inner, state))
    return false;
  const claim_state *q = &p->claim->states.at[read_claim(p, state, size)];
  if (q->is_accepting || p->claim->accepting_atom < 0)
    return q->is_accepting;
  fault f = FAULT_NONE;
  return s->inner->may_be(s->inner, state, size - p->width, (uint32_t)p->claim->accepting_atom, true, &f);
}
