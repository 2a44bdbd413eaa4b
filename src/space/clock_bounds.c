// A backward fixed point over the edges of each process. That another process may set a clock is ignored: the
// constants are then greater than necessary, but never too small.
#include "space/clock_bounds_internal.h"

#include <string.h>

typedef struct clock_entry {
  uint32_t clock;
  clock_demand demand;
} clock_entry;

struct clock_bounds {
  mem *m;
  const network *net;
  uint32_t n;
  bool is_exact;            // L = U in every search
  int32_t *lower, *upper;   // by clock: the constants of every location
  VEC(clock_entry) entries; // of all locations, one after the other: where a location has greater ones
  VEC(uint32_t) first;      // by location of all templates: its first entry; and the end of the last
  uint32_t *first_of;       // by process: the index of its location 0 in first
};

static clock_demand *new_demands(clock_finder *k, size_t count) {
  clock_demand *d = mem_alloc(k->m, sizeof *d * (count + 1));
  for (size_t i = 0; i < count; i++)
    d[i] = clock_no_demand;
  return d;
}

static const net_flow *flow_of(const clock_finder *k, uint32_t template_) {
  return &k->net->templates.at[template_]->flow;
}

static void find_clocks(clock_finder *k, uint32_t template_) {
  const net_flow *flow = flow_of(k, template_);
  clock_template *t = &k->templates[template_];
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    clock_ask_location(k, l);
    for (uint32_t n = 0; n < l->edges.count; n++)
      clock_find_sources(k, k->net->edges.at[l->edges.at[n]]->effect);
  }
  for (uint32_t clock = 1; clock < k->n; clock++)
    if (k->now[clock].lower != DBM_NEVER || k->now[clock].upper != DBM_NEVER) {
      vec_push(k->m, &t->clocks, clock);
      k->now[clock] = clock_no_demand;
    }
  t->locations = new_demands(k, (size_t)flow->locations.count * t->clocks.count);
}

static clock_demand *row_of(const clock_template *t, uint32_t location) {
  return t->locations + (size_t)location * t->clocks.count;
}

// Joins the demands in k->now into those of a location, and clears k->now.
static bool join_now(clock_finder *k, const clock_template *t, uint32_t location) {
  bool has_changed = false;
  for (uint32_t i = 0; i < t->clocks.count; i++) {
    uint32_t clock = t->clocks.at[i];
    has_changed |= clock_raise(&row_of(t, location)[i], k->now[clock]);
    clock_raise(&k->anywhere[clock], k->now[clock]);
    k->now[clock] = clock_no_demand;
  }
  return has_changed;
}

static bool propagate_edge(clock_finder *k, const clock_template *t, const net_edge *e) {
  mem_poll(k->m);
  for (uint32_t i = 0; i < t->clocks.count; i++)
    k->now[t->clocks.at[i]] = row_of(t, e->to)[i];
  clock_before_effect(k, e->effect);
  return join_now(k, t, e->from);
}

// Most edges lead from earlier to later locations, so the locations are visited in reverse order.
static bool propagate(clock_finder *k, uint32_t template_) {
  const net_flow *flow = flow_of(k, template_);
  bool has_changed = false;
  for (uint32_t i = flow->locations.count; i-- > 0;)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
      has_changed |= propagate_edge(k, &k->templates[template_], k->net->edges.at[flow->locations.at[i].edges.at[n]]);
  return has_changed;
}

static void find(clock_finder *k) {
  uint32_t templates = k->net->templates.count;
  for (uint32_t t = 0; t < templates; t++)
    find_clocks(k, t);
  for (uint32_t t = 0; t < templates; t++)
    for (uint32_t i = 0; i < flow_of(k, t)->locations.count; i++) {
      clock_ask_location(k, &flow_of(k, t)->locations.at[i]);
      join_now(k, &k->templates[t], i);
    }
  bool has_changed;
  do {
    has_changed = false;
    for (uint32_t t = 0; t < templates; t++)
      has_changed |= propagate(k, t);
  } while (has_changed);
}

static void ask_condition(const expr *e, void *context) {
  clock_finder *k = context;
  if (e->op == EXPR_BOUND)
    clock_ask(k, e->bound, true);
  k->is_exact |= e->op == EXPR_DEADLOCK;
}

static void find_always(clock_finder *k, expr *const *conditions, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    expr_walk(conditions[i], ask_condition, k);
  memcpy(k->always, k->now, sizeof *k->now * k->n);
  memcpy(k->anywhere, k->now, sizeof *k->now * k->n);
  for (uint32_t i = 0; i < k->n; i++)
    k->now[i] = clock_no_demand;
}

static void find_most_set(clock_finder *k) {
  for (uint32_t i = 0; i < k->net->edges.count; i++)
    for (const net_stmt *s = k->net->edges.at[i]->effect; s; s = s->next) {
      int64_t most = s->kind == STMT_SET_CLOCK ? ranges_hull(k->ranges, s->value).high : 0;
      if (most > k->most_set)
        k->most_set = most < NET_MAX_TIME ? (int32_t)most : NET_MAX_TIME;
    }
}

static void write_locations(clock_bounds *b, const clock_finder *k, uint32_t template_) {
  const clock_template *from = &k->templates[template_];
  for (uint32_t i = 0; i < flow_of(k, template_)->locations.count; i++) {
    vec_push(b->m, &b->first, b->entries.count);
    for (uint32_t n = 0; n < from->clocks.count; n++) {
      clock_entry e = {from->clocks.at[n], row_of(from, i)[n]};
      if (e.demand.lower > b->lower[e.clock] || e.demand.upper > b->upper[e.clock])
        vec_push(b->m, &b->entries, e);
    }
  }
}

static void write_result(clock_bounds *b, const clock_finder *k) {
  for (uint32_t i = 1; i < b->n; i++) {
    b->lower[i] = k->always[i].lower;
    b->upper[i] = k->always[i].upper;
  }
  for (uint32_t t = 0; t < b->net->templates.count; t++) {
    for (uint32_t p = 0; p < b->net->processes.count; p++)
      if ((uint32_t)b->net->processes.at[p].template_ == t)
        b->first_of[p] = b->first.count;
    write_locations(b, k, t);
  }
  vec_push(b->m, &b->first, b->entries.count);
}

static void close_finder(clock_finder *k) {
  for (uint32_t t = 0; t < k->net->templates.count; t++) {
    vec_free(k->m, &k->templates[t].clocks);
    mem_free(k->m, k->templates[t].locations);
  }
  vec_free(k->m, &k->effect);
  mem_free(k->m, k->templates);
  mem_free(k->m, k->always);
  mem_free(k->m, k->anywhere);
  mem_free(k->m, k->now);
}

clock_bounds *clock_bounds_new(mem *m, const ranges *r, expr *const *conditions, uint32_t count) {
  const network *net = r->net;
  clock_finder k = {.m = m, .net = net, .ranges = r, .n = net->clocks.count + 1, .is_exact = net->orders_steps};
  k.templates = mem_alloc(m, sizeof *k.templates * (net->templates.count + 1));
  k.always = new_demands(&k, k.n);
  k.anywhere = new_demands(&k, k.n);
  k.now = new_demands(&k, k.n);
  find_most_set(&k);
  find_always(&k, conditions, count);
  find(&k);
  clock_bounds *b = mem_alloc(m, sizeof *b);
  *b = (clock_bounds){.m = m, .net = net, .n = k.n, .is_exact = k.is_exact};
  b->lower = mem_alloc(m, sizeof *b->lower * b->n);
  b->upper = mem_alloc(m, sizeof *b->upper * b->n);
  b->first_of = mem_alloc(m, sizeof *b->first_of * (net->processes.count + 1));
  write_result(b, &k);
  close_finder(&k);
  return b;
}

void clock_bounds_free(clock_bounds *b) {
  vec_free(b->m, &b->entries);
  vec_free(b->m, &b->first);
  mem_free(b->m, b->lower);
  mem_free(b->m, b->upper);
  mem_free(b->m, b->first_of);
  mem_free(b->m, b);
}

void clock_bounds_of(const clock_bounds *b, const uint32_t *locations, bool deadlocks, int32_t *L, int32_t *U) {
  memcpy(L, b->lower, sizeof *L * b->n);
  memcpy(U, b->upper, sizeof *U * b->n);
  for (uint32_t p = 0; p < b->net->processes.count; p++) {
    uint32_t location = b->first_of[p] + locations[p];
    for (uint32_t i = b->first.at[location]; i < b->first.at[location + 1]; i++) {
      const clock_entry *e = &b->entries.at[i];
      L[e->clock] = e->demand.lower > L[e->clock] ? e->demand.lower : L[e->clock];
      U[e->clock] = e->demand.upper > U[e->clock] ? e->demand.upper : U[e->clock];
    }
  }
  for (uint32_t i = 1; i < b->n && (deadlocks || b->is_exact); i++)
    L[i] = U[i] = L[i] > U[i] ? L[i] : U[i];
}
