#include "check/watch.h"

typedef struct {
  space base;
  mem *memory;
  space_visit visit; // of the caller, during a call
  void *context;
  bool has_seen_errors;
} watch;

static bool look(void *context, const successor *s) {
  watch *w = context;
  w->has_seen_errors |= s->fault != FAULT_NONE;
  return w->visit(w->context, s);
}

static void initial(space *s, space_visit visit, void *context) {
  watch *w = (watch *)s;
  w->visit = visit;
  w->context = context;
  w->base.inner->initial(w->base.inner, look, w);
}

static expansion expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  watch *w = (watch *)s;
  w->visit = visit;
  w->context = context;
  expansion e = w->base.inner->expand(w->base.inner, state, size, look, w);
  w->has_seen_errors |= e.is_stuck && !e.is_end;
  return e;
}

static void close(space *s) {
  watch *w = (watch *)s;
  w->base.inner->close(w->base.inner);
  mem_free(w->memory, w);
}

space *watch_space(mem *m, space *inner) {
  watch *w = mem_alloc(m, sizeof *w);
  space_inherit(&w->base, inner);
  w->base.name = "watch";
  w->base.initial = initial;
  w->base.expand = expand;
  w->base.close = close;
  w->memory = m;
  return &w->base;
}

bool watch_has_seen_errors(const space *s) { return ((const watch *)s)->has_seen_errors; }
