#include "space/space.h"

#include <string.h>

typedef struct from_space {
  space base;
  mem *m;
  space *inner;
  uint8_t *state;
  uint32_t size;
} from_space;

static void initial(space *base, space_visit visit, void *context) {
  from_space *f = (from_space *)base;
  successor first = {.state = f->state, .size = f->size, .by = {.partner_edge = NET_ALONE}};
  visit(context, &first);
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  space *inner = ((from_space *)base)->inner;
  return inner->expand(inner, state, size, visit, context);
}

static bool is_inside(space *base, const uint8_t *state) {
  space *inner = ((from_space *)base)->inner;
  return inner->is_inside(inner, state);
}

static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  space *inner = ((from_space *)base)->inner;
  return inner->is_passed(inner, state, size);
}

static bool may_be(space *base, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  space *inner = ((from_space *)base)->inner;
  return inner->may_be(inner, state, size, condition, value, f);
}

static const state_view *view(space *base, const uint8_t *state, uint32_t size) {
  space *inner = ((from_space *)base)->inner;
  return inner->view(inner, state, size);
}

static void close_space(space *base) {
  from_space *f = (from_space *)base;
  mem_free(f->m, f->state);
  mem_free(f->m, f);
}

space *space_from(mem *m, space *inner, const uint8_t *state, uint32_t size) {
  from_space *f = mem_alloc(m, sizeof *f);
  f->m = m;
  f->inner = inner;
  f->state = mem_alloc(m, size);
  f->size = size;
  memcpy(f->state, state, size);
  f->base = (space){.name = "from", .is_exact = inner->is_exact, .net = inner->net, .cover = inner->cover};
  f->base.initial = initial;
  f->base.expand = expand;
  f->base.is_inside = is_inside;
  f->base.is_passed = is_passed;
  f->base.may_be = may_be;
  f->base.view = view;
  f->base.close = close_space;
  return &f->base;
}
