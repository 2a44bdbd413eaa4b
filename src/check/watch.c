#include "check/watch.h"

typedef struct {
  space base;
  mem *memory;
  space *inner;
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
  w->inner->initial(w->inner, look, w);
}

static expansion expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  watch *w = (watch *)s;
  w->visit = visit;
  w->context = context;
  expansion e = w->inner->expand(w->inner, state, size, look, w);
  w->has_seen_errors |= e.is_stuck && !e.is_end;
  return e;
}

static bool is_inside(space *s, const uint8_t *state) {
  watch *w = (watch *)s;
  return w->inner->is_inside(w->inner, state);
}

static bool is_passed(space *s, const uint8_t *state, uint32_t size) {
  watch *w = (watch *)s;
  return w->inner->is_passed(w->inner, state, size);
}

static bool may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  watch *w = (watch *)s;
  return w->inner->may_be(w->inner, state, size, condition, value, f);
}

static const state_view *view(space *s, const uint8_t *state, uint32_t size) {
  watch *w = (watch *)s;
  return w->inner->view(w->inner, state, size);
}

static void close(space *s) {
  watch *w = (watch *)s;
  w->inner->close(w->inner);
  mem_free(w->memory, w);
}

space *watch_space(mem *m, space *inner) {
  watch *w = mem_alloc(m, sizeof *w);
  w->base = (space){.name = "watch",
                    .is_exact = inner->is_exact,
                    .net = inner->net,
                    .cover = inner->cover,
                    .initial = initial,
                    .expand = expand,
                    .is_inside = is_inside,
                    .is_passed = is_passed,
                    .may_be = may_be,
                    .view = view,
                    .close = close};
  w->memory = m;
  w->inner = inner;
  return &w->base;
}

bool watch_has_seen_errors(const space *s) { return ((const watch *)s)->has_seen_errors; }
