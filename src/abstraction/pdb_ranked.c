#include "abstraction/pdb_ranked.h"

#include "base/work.h"

#include <string.h>

typedef uint32_t rank;
enum { WORK_OF_LOOKUP = WORK_STEP, BYTES_OF_WORK = 2 };

typedef struct {
  space base;
  mem *m;
  const pdb *before;
  pdb_work work;
  cover order;
  space_visit visit; // of the expansion that is under way
  void *context;
  uint8_t *source;        // the state of the inner space that is being expanded
  uint8_t *plain, *other; // others
  uint8_t *ranked;        // a state of this space
  uint32_t room;
} ranked_space;

static uint32_t discrete_size(const ranked_space *r, const uint8_t *state, uint32_t size) {
  const cover *own = r->base.inner->cover;
  return own->head(own->context, state, size);
}

static void make_room(ranked_space *r, uint32_t size) {
  if (size <= r->room)
    return;
  r->room = size * 2;
  r->source = mem_realloc(r->m, r->source, r->room);
  r->plain = mem_realloc(r->m, r->plain, r->room);
  r->other = mem_realloc(r->m, r->other, r->room);
  r->ranked = mem_realloc(r->m, r->ranked, r->room);
}

// The state of the inner space. All states have the same size, so there is room for others after this.
static void strip_into(uint8_t *out, ranked_space *r, const uint8_t *state, uint32_t *size) {
  uint32_t discrete = discrete_size(r, state, *size);
  memcpy(out, state, discrete);
  memcpy(out + discrete, state + discrete + sizeof(rank), *size - discrete - sizeof(rank));
  *size -= (uint32_t)sizeof(rank);
}

static const uint8_t *strip(ranked_space *r, const uint8_t *state, uint32_t *size) {
  strip_into(r->plain, r, state, size);
  return r->plain;
}

static bool pass_on(void *context, const successor *s) {
  ranked_space *r = context;
  successor next = *s;
  if (s->state) {
    space *inner = r->base.inner;
    r->base.work += WORK_OF_LOOKUP + s->size / BYTES_OF_WORK;
    rank distance = pdb_ask_copy(r->before, &r->work, inner->view(inner, s->state, s->size));
    uint32_t discrete = discrete_size(r, s->state, s->size);
    make_room(r, s->size + (uint32_t)sizeof distance);
    memcpy(r->ranked, s->state, discrete);
    memcpy(r->ranked + discrete, &distance, sizeof distance);
    memcpy(r->ranked + discrete + sizeof distance, s->state + discrete, s->size - discrete);
    next.state = r->ranked;
    next.size += (uint32_t)sizeof distance;
  }
  return r->visit(r->context, &next);
}

static void initial(space *base, space_visit visit, void *context) {
  ranked_space *r = (ranked_space *)base;
  r->visit = visit;
  r->context = context;
  base->inner->initial(base->inner, pass_on, r);
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  ranked_space *r = (ranked_space *)base;
  r->visit = visit;
  r->context = context;
  strip_into(r->source, r, state, &size);
  return base->inner->expand(base->inner, r->source, size, pass_on, r);
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  const uint8_t *plain = strip((ranked_space *)base, state, &size);
  return base->inner->may_be(base->inner, plain, size, condition, value, f);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  const uint8_t *plain = strip((ranked_space *)base, state, &size);
  return base->inner->view(base->inner, plain, size);
}

static uint32_t head(void *context, const uint8_t *state, uint32_t size) {
  return discrete_size(context, state, size) + (uint32_t)sizeof(rank);
}

static bool covers(void *context, const uint8_t *large, const uint8_t *small, uint32_t size) {
  ranked_space *r = context;
  const cover *own = r->base.inner->cover;
  uint32_t plain_size = size;
  strip_into(r->other, r, small, &size);
  const uint8_t *plain = strip(r, large, &plain_size);
  return own->covers(own->context, plain, r->other, plain_size);
}

static void least(void *context, const uint8_t *state, uint32_t size, int32_t *numbers) {
  ranked_space *r = context;
  const cover *own = r->base.inner->cover;
  const uint8_t *plain = strip(r, state, &size);
  own->least(own->context, plain, size, numbers);
}

static void most(void *context, const uint8_t *state, uint32_t size, int32_t *numbers) {
  ranked_space *r = context;
  const cover *own = r->base.inner->cover;
  const uint8_t *plain = strip(r, state, &size);
  own->most(own->context, plain, size, numbers);
}

static void close_space(space *base) {
  ranked_space *r = (ranked_space *)base;
  pdb_work_close(&r->work);
  mem_free(r->m, r->source);
  mem_free(r->m, r->plain);
  mem_free(r->m, r->other);
  mem_free(r->m, r->ranked);
  mem_free(r->m, r);
}

space *pdb_ranked(mem *m, space *inner, const pdb *before) {
  ranked_space *r = mem_alloc(m, sizeof *r);
  r->m = m;
  r->before = before;
  space_inherit(&r->base, inner);
  r->base.name = "ranked";
  r->base.initial = initial;
  r->base.expand = expand;
  r->base.may_be = may_be;
  r->base.view = view;
  r->base.close = close_space;
  r->order = (cover){.context = r, .head = head, .covers = covers, .least = least, .most = most};
  r->base.cover = &r->order;
  pdb_work_open(&r->work, m, before);
  return &r->base;
}
