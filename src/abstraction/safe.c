#include "abstraction/safe.h"

static safe_part *new_part(const reduce_setup *setup) {
  safe_part *p = ARENA_NEW(setup->memory, safe_part);
  *p = (safe_part){.memory = setup->memory, .net = setup->net, .asked = &setup->asked, .template_ = NET_NONE};
  p->member = ARENA_ARRAY(setup->memory, int32_t, setup->net->vars.count + 1);
  for (uint32_t i = 0; i < setup->net->vars.count; i++)
    p->member[i] = NET_NONE;
  return p;
}

static void add_member(safe_part *p, uint32_t var) { p->member[var] = (int32_t)p->width++; }

// A variable whose values can be tracked: one cell with one initial value.
static bool is_plain(const net_var *v) {
  int32_t value;
  return v->cells == 1 && !v->is_scratch && !v->is_parameter && v->channel == NET_NONE && v->init.count <= 1 &&
         (!v->init.count || expr_is_const(v->init.at[0], &value));
}

static bool is_safe(const safe_network *n, safe_part *p) { return safe_explore(n, p) && safe_find_readers(n, p); }

static safe_part *try_variable(const safe_network *n, const reduce_setup *setup, uint32_t var) {
  const net_var *v = n->net->vars.at[var];
  if (v->template_ != NET_NONE || !is_plain(v) || !n->is_driven[var])
    return NULL;
  safe_part *p = new_part(setup);
  add_member(p, var);
  return is_safe(n, p) ? p : NULL;
}

// Does the process move, and always alone?
static bool is_restless(const safe_network *n, uint32_t template_) {
  const net_flow *flow = &n->net->templates.at[template_]->flow;
  bool moves = false;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; n->reached[template_][i] && k < flow->locations.at[i].edges.count; k++) {
      const net_edge *e = n->net->edges.at[flow->locations.at[i].edges.at[k]];
      if (e->from != e->to && (e->sync.kind != SYNC_NONE || e->bounds.count || e->is_end))
        return false;
      moves |= e->from != e->to;
    }
  return moves;
}

// The location of the only process of the template, with the variables that it alone writes.
static safe_part *try_process(const safe_network *n, const reduce_setup *setup, uint32_t template_) {
  if (n->processes[template_] != 1 || n->is_started[template_] || !is_restless(n, template_))
    return NULL;
  safe_part *p = new_part(setup);
  p->template_ = (int32_t)template_;
  p->width = 1;
  for (uint32_t i = 0; i < n->net->vars.count; i++)
    if (n->writer[i] == (int32_t)template_ && is_plain(n->net->vars.at[i]))
      add_member(p, i);
  return is_safe(n, p) ? p : NULL;
}

static const reduced *leave_out(const safe_network *n, safe_part *p, const reduced *before) {
  const net_copy *copy = p ? safe_leave_out(n, p) : NULL;
  uint64_t ends = copy ? (uint64_t)reduce_ends(before) * p->end_count : 0;
  if (!copy || ends > SAFE_MOST_ENDS)
    return NULL;
  reduced *r = ARENA_NEW(p->memory, reduced);
  *r = (reduced){.before = before, .copy = copy, .asked = *p->asked, .part = p};
  r->left_out = (before ? before->left_out : 0) + p->width;
  r->safe = (before ? before->safe : 0) + p->width;
  r->ends = (uint32_t)ends;
  r->asked.condition = safe_condition(p, copy);
  return r;
}

// Leaves out one part.
static const reduced *shrink(const reduce_setup *setup, const reduced *before) {
  const safe_network *n = safe_look_at(setup->memory, setup->net);
  const reduced *r = NULL;
  for (uint32_t i = 0; n && !r && i < setup->net->vars.count; i++)
    r = leave_out(n, try_variable(n, setup, i), before);
  for (uint32_t i = 0; n && !r && i < setup->net->templates.count; i++)
    r = leave_out(n, try_process(n, setup, i), before);
  return r;
}

// Without one part, another may be safe that was not before.
static const reduced *make(const reduce_setup *setup, const reduced *before) {
  const reduced *last = NULL, *r = shrink(setup, before);
  while (r) {
    reduce_setup *next = ARENA_NEW(setup->memory, reduce_setup); // the part borrows it
    *next = (reduce_setup){.memory = setup->memory, .net = r->copy->net, .asked = r->asked};
    last = r;
    r = shrink(next, last);
  }
  return last;
}

const reduce_kind reduce_safe = {
    .name = "safe",
    .summary = "leaves out safe automata and variables: strongly connected, and independent of the others",
    .keeps_lengths = false,
    .make = make};
