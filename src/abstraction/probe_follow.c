// Follows the execution of an abstract model in the model itself, and finds out why it is none.
#include "abstraction/pattern_internal.h"
#include "abstraction/probe.h"

#include <string.h>

typedef struct {
  const probe *p;
  const pattern_setup *setup;
  pattern_set *kept;
  space *space; // of the model
  const int32_t *owners;
  uint8_t *state; // reached so far; NULL = none
  uint32_t size;
  const net_action *step; // to be taken next; NULL = none: every step is one that the model can take
  bool is_found, is_fault;
  bool has_added;
} follower;

static void add(follower *f, bool *kept, const bool *left_out, uint32_t i) {
  f->has_added |= left_out[i] && !kept[i];
  kept[i] = true;
}

static bool is_var_left_out(const follower *f, uint32_t i) { return f->p->about->copy->var[i] == NET_NONE; }

static void blame(follower *f, const access_set *reads) {
  const net_copy *c = f->p->about->copy;
  for (uint32_t kind = ACCESS_VARS; kind <= ACCESS_REMOTE; kind++)
    for (uint32_t i = 0; i < reads[kind].count; i++) {
      uint32_t var = reads[kind].at[i];
      f->has_added |= is_var_left_out(f, var) && !f->kept->vars[var];
      f->kept->vars[var] = true;
    }
  for (uint32_t i = 0; i < reads[ACCESS_CLOCKS].count; i++) {
    uint32_t clock = reads[ACCESS_CLOCKS].at[i] - 1;
    f->has_added |= c->clock[clock] == NET_NONE && !f->kept->clocks[clock];
    f->kept->clocks[clock] = true;
  }
  accesses *a = facts_accesses(f->setup->facts);
  for (uint32_t t = 0; t < f->setup->net->templates.count; t++)
    for (uint32_t i = 0; i < reads[ACCESS_LOCATIONS].count; i++)
      if (reads[ACCESS_LOCATIONS].at[i] >= access_location(a, t, 0) &&
          reads[ACCESS_LOCATIONS].at[i] < access_location(a, t, f->setup->net->templates.at[t]->flow.locations.count))
        add(f, f->kept->templates, c->is_left_out, t);
}

// What decides whether the edge is possible.
static void blame_edge(follower *f, uint32_t edge) {
  const network *net = f->setup->net;
  accesses *a = facts_accesses(f->setup->facts);
  int32_t owner = edge < net->edges.count ? f->owners[edge] : NET_NONE;
  if (owner == NET_NONE)
    return;
  const net_template *t = net->templates.at[owner];
  const net_edge *e = net->edges.at[edge];
  add(f, f->kept->templates, f->p->about->copy->is_left_out, (uint32_t)owner);
  if (f->p->about->copy->is_left_out[owner])
    return; // its location says enough for now
  blame(f, access_of_guard(a, edge)->reads);
  blame(f, access_of_expr(a, t->provided)->reads);
  blame(f, access_of_invariant(a, &t->flow.locations.at[e->to])->reads);
  const net_location *from = &t->flow.locations.at[e->from];
  for (uint32_t i = 0; e->is_else && i < from->edges.count; i++)
    blame(f, access_of_guard(a, from->edges.at[i])->reads);
}

// Anything that may keep a step from being possible: the steps of others, where they stand.
static void blame_all(follower *f) {
  const network *net = f->setup->net;
  const state_view *v = f->space->view(f->space, f->state, f->size);
  for (uint32_t i = 0; i < v->processes; i++) {
    const net_location *l = &net->templates.at[v->process[i].template_]->flow.locations.at[v->process[i].location];
    blame(f, access_of_invariant(facts_accesses(f->setup->facts), l)->reads);
    for (uint32_t n = 0; n < l->edges.count; n++)
      blame_edge(f, l->edges.at[n]);
  }
}

// The edge of the original that the edge of the copy stands for.
static uint32_t origin(const net_copy *c, uint32_t edge) {
  if (edge >= c->net->edges.count)
    return NET_ALONE;
  return (uint32_t)(c->edge_from[edge] != NET_NONE ? c->edge_from[edge] : c->fault_of[edge]);
}

static bool is_it(const follower *f, const successor *s) {
  const net_copy *c = f->p->about->copy;
  const net_action *a = f->step;
  if (!a)
    return true;
  if (s->by.pid != a->pid || s->by.edge != origin(c, a->edge))
    return false;
  if (c->fault_of[a->edge] != NET_NONE || a->partner_edge == NET_ALONE || a->partner == NET_BROADCAST)
    return true;
  return s->by.partner == a->partner && s->by.partner_edge == origin(c, a->partner_edge);
}

static bool visit(void *context, const successor *s) {
  follower *f = context;
  if (!is_it(f, s))
    return true;
  f->is_found = true;
  f->is_fault |= s->fault != FAULT_NONE && question_stops_at(&f->setup->asked, s->fault);
  if (!f->step)
    blame_edge(f, s->by.edge);
  if (!f->step || !s->state)
    return true;
  mem_free(f->setup->m, f->state);
  f->state = memcpy(mem_alloc(f->setup->m, s->size + 1), s->state, s->size);
  f->size = s->size;
  return false;
}

static bool note_start(void *context, const successor *s) {
  follower *f = context;
  if (s->state)
    f->state = memcpy(mem_alloc(f->setup->m, s->size + 1), s->state, s->size);
  f->size = s->size;
  return false;
}

static expansion take(follower *f, const net_action *step) {
  uint8_t *before = memcpy(mem_alloc(f->setup->m, f->size + 1), f->state, f->size);
  f->step = step;
  f->is_found = f->is_fault = false;
  expansion x = f->space->expand(f->space, before, f->size, visit, f);
  mem_free(f->setup->m, before);
  return x;
}

// Is the last state an error of the model? If not, whatever says so is to blame.
static bool is_end(follower *f) {
  const question *asked = &f->setup->asked;
  fault wrong = FAULT_NONE;
  if (question_seeks_condition(asked)) {
    if (f->space->may_be(f->space, f->state, f->size, 0, question_sought(asked), &wrong) || wrong != FAULT_NONE)
      return true;
    blame(f, access_of_expr(facts_accesses(f->setup->facts), asked->condition)->reads);
  }
  if (!question_seeks_deadlock(asked))
    return false;
  expansion x = take(f, NULL);
  return x.is_stuck && !x.is_end;
}

static bool follow(follower *f) {
  const probe *p = f->p;
  for (uint32_t i = 0; i < p->steps.count; i++) {
    bool is_last = i + 1 == p->steps.count && p->is_step;
    take(f, &p->steps.at[i]);
    if (f->is_found && (!is_last || f->is_fault))
      continue;
    uint32_t edge = origin(p->about->copy, p->steps.at[i].edge);
    blame_edge(f, edge);
    if (p->steps.at[i].partner != NET_BROADCAST)
      blame_edge(f, origin(p->about->copy, p->steps.at[i].partner_edge));
    if (is_last)
      blame(f, access_of_edge(facts_accesses(f->setup->facts), edge)->reads);
    if (!f->has_added)
      blame_all(f);
    return false;
  }
  return p->is_step || is_end(f);
}

bool probe_follow_all(const probe *p, const pattern_setup *setup, pattern_set *kept) {
  if (probe_follow(p, setup, kept))
    return true;
  follower f = {.p = p, .setup = setup, .kept = kept, .owners = pattern_owners(setup->memory, setup->net)};
  for (uint32_t i = 0; i < p->steps.count; i++) {
    blame_edge(&f, origin(p->about->copy, p->steps.at[i].edge));
    if (p->steps.at[i].partner != NET_BROADCAST)
      blame_edge(&f, origin(p->about->copy, p->steps.at[i].partner_edge));
  }
  return false;
}

bool probe_follow(const probe *p, const pattern_setup *setup, pattern_set *kept) {
  follower f = {.p = p, .setup = setup, .kept = kept, .owners = pattern_owners(setup->memory, setup->net)};
  question asked = setup->asked;
  space_setup about = {.net = setup->net, .conditions = &asked.condition, .condition_count = asked.condition != NULL};
  f.space = space_new(setup->m, &about, NULL);
  f.space->initial(f.space, note_start, &f);
  bool is_real = !f.state || follow(&f);
  if (f.state)
    mem_free(setup->m, f.state);
  f.space->close(f.space);
  return is_real;
}
