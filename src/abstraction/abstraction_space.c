#include "abstraction/abstraction.h"

typedef struct {
  space base;
  mem *m;
  const abstraction *about;
  space_visit visit; // of the expansion that is under way...
  void *context;
  bool is_sure; // ...which has met a step that the original has, too
} abstract_space;

static bool pass_on(void *context, const successor *s) {
  abstract_space *a = context;
  const bool *is_sure = a->about->is_sure;
  a->is_sure |= is_sure[s->by.edge] && (s->by.partner_edge == NET_ALONE || is_sure[s->by.partner_edge]);
  return a->visit(a->context, s);
}

// Is it a valid end state of the original, if it is a state without steps? The end condition is not evaluated here.
static bool is_end(space *s, const uint8_t *state, uint32_t size) {
  const state_view *v = s->view(s, state, size);
  for (uint32_t i = 0; i < v->processes; i++) {
    const net_template *t = v->net->templates.at[v->process[i].template_];
    if (!(t->flow.locations.at[v->process[i].location].flags & LOC_END))
      return false;
  }
  return !v->net->end_condition;
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  abstract_space *a = (abstract_space *)base;
  a->visit = visit;
  a->context = context;
  a->is_sure = false;
  expansion x = base->inner->expand(base->inner, state, size, pass_on, a);
  if (x.stopped || a->is_sure || x.is_stuck)
    return x;
  x.is_stuck = true;
  x.is_end = is_end(base, state, size);
  return x;
}

static void close_space(space *base) { mem_free(((abstract_space *)base)->m, base); }

space *abstraction_space(mem *m, const abstraction *about, space *inner) {
  abstract_space *a = mem_alloc(m, sizeof *a);
  a->m = m;
  a->about = about;
  space_inherit(&a->base, inner);
  a->base.name = "abstraction";
  if (abstraction_needs_space(about))
    a->base.expand = expand;
  a->base.close = close_space;
  return &a->base;
}

bool abstraction_needs_space(const abstraction *a) { return a->is_sure && question_seeks_deadlock(&a->asked); }
