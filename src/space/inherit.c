#include "space/space.h"

#include <assert.h>

static void initial(space *s, space_visit visit, void *context) { s->inner->initial(s->inner, visit, context); }

static expansion expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  return s->inner->expand(s->inner, state, size, visit, context);
}

static bool is_inside(space *s, const uint8_t *state) { return s->inner->is_inside(s->inner, state); }

static bool is_passed(space *s, const uint8_t *state, uint32_t size) {
  return s->inner->is_passed(s->inner, state, size);
}

static bool may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  return s->inner->may_be(s->inner, state, size, condition, value, f);
}

static const state_view *view(space *s, const uint8_t *state, uint32_t size) {
  return s->inner->view(s->inner, state, size);
}

void space_inherit(space *s, space *inner) {
  assert(inner && inner != s);
  *s = (space){.name = inner->name,
               .is_exact = inner->is_exact,
               .has_free_steps = inner->has_free_steps,
               .net = inner->net,
               .cover = inner->cover,
               .inner = inner,
               .initial = initial,
               .expand = expand,
               .is_inside = is_inside,
               .is_passed = is_passed,
               .may_be = may_be,
               .view = view};
}
