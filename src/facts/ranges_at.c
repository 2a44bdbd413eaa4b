// Ranges at one point of the network, for questions after the fixed point was found.
#include "facts/ranges_internal.h"

struct ranges_at {
  range_maker k;
  ranges_setup setup;
};

ranges_at *ranges_at_open(const ranges *r) {
  mem *m = r->m;
  ranges_at *a = mem_alloc(m, sizeof *a);
  a->setup = (ranges_setup){.m = m, .net = r->net, .uses_guards = true};
  a->k = (range_maker){.r = (ranges *)r, .setup = &a->setup, .template_ = WRITERS_SEVERAL};
  a->k.flows = mem_alloc(m, sizeof *a->k.flows * (r->net->templates.count + 1));
  ranges_at_anywhere(a);
  return a;
}

void ranges_at_close(ranges_at *a) {
  mem *m = a->setup.m;
  for (uint32_t i = 0; i < a->setup.net->templates.count; i++)
    mem_free(m, a->k.flows[i].incoming);
  mem_free(m, a->k.flows);
  mem_free(m, a);
}

void ranges_at_anywhere(ranges_at *a) {
  range_know(a->k.r, &a->k.known);
  a->k.known.narrowed = a->k.narrowed;
  a->k.known.narrowed_count = 0;
  a->k.template_ = WRITERS_SEVERAL;
}

bool ranges_at_location(ranges_at *a, const net_template *t, uint32_t location) {
  range_flow *f = &a->k.flows[t->index];
  if (!f->flow)
    *f = (range_flow){.flow = &t->flow, .incoming = range_find_incoming(&a->k, &t->flow)};
  ranges_at_anywhere(a);
  range_enter(&a->k, t);
  return range_arrive(&a->k, f, location);
}

bool ranges_at_guard(ranges_at *a, const net_edge *e, const expr *guard) {
  range_forget_called(&a->k, e);
  bool can_hold = range_narrow(&a->k, guard);
  range_forget_called(&a->k, e);
  return can_hold;
}

void ranges_at_block(ranges_at *a) { a->k.known.narrowed_count = 0; }

void ranges_at_others(ranges_at *a) { range_forget_shared(&a->k); }

void ranges_at_write(ranges_at *a, const net_var *v) { range_forget(&a->k, v); }

interval ranges_at_hull(const ranges_at *a, const expr *e) {
  values all;
  values_of(&a->k.known, e, &all);
  return values_hull(&all);
}
