#include "space/space.h"

#include <assert.h>
#include <string.h>

typedef struct from_space {
  space base;
  mem *m;
  uint8_t *state;
  uint32_t size;
} from_space;

static void initial(space *base, space_visit visit, void *context) {
  from_space *f = (from_space *)base;
  successor first = {.state = f->state, .size = f->size, .by = {.partner_edge = NET_ALONE}};
  visit(context, &first);
}

static void close_space(space *base) {
  from_space *f = (from_space *)base;
  mem_free(f->m, f->state);
  mem_free(f->m, f);
}

space *space_from(mem *m, space *inner, const uint8_t *state, uint32_t size) {
  assert(state && size > 0);
  from_space *f = mem_alloc(m, sizeof *f);
  f->m = m;
  f->state = mem_alloc(m, size);
  f->size = size;
  memcpy(f->state, state, size);
  space_inherit(&f->base, inner);
  f->base.name = "from";
  f->base.initial = initial;
  f->base.close = close_space;
  return &f->base;
}
