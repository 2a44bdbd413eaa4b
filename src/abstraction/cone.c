// --reduce cone: what cannot influence the answer is left out. Automata outside of the cone can stay where they start,
// so every execution of the cone is one of the network; and every execution of the network is one of the cone, once the
// steps of the others are left out. So the verdict is the same, and so are the lengths of shortest traces.
#include "abstraction/cone.h"

#include "model/specialise.h"

// Does a process of the template do anything?
static bool is_active(const network *n, uint32_t template_) {
  const net_template *t = n->templates.at[template_];
  bool has_process = false;
  for (uint32_t i = 0; i < n->processes.count; i++)
    has_process |= n->processes.at[i].template_ == (int32_t)template_;
  for (uint32_t i = 0; has_process && i < t->flow.locations.count; i++)
    if (t->flow.locations.at[i].edges.count)
      return true;
  return false;
}

// May a step with the edge change what the cone reads?
static bool has_influence(const cone *c, uint32_t edge) {
  const access_sets *s = access_of_edge(c->sets, edge);
  for (uint32_t i = 0; i < s->writes[ACCESS_VARS].count; i++)
    if (c->vars[s->writes[ACCESS_VARS].at[i]])
      return true;
  for (uint32_t i = 0; i < s->writes[ACCESS_CLOCKS].count; i++)
    if (c->clocks[s->writes[ACCESS_CLOCKS].at[i] - 1])
      return true;
  for (uint32_t i = 0; i < s->writes[ACCESS_CHANNELS].count; i++)
    if (c->channels[s->writes[ACCESS_CHANNELS].at[i]])
      return true;
  const access_set called = s->writes[ACCESS_LABELS], answered = s->reads[ACCESS_LABELS];
  for (uint32_t i = 0; i < called.count + answered.count; i++)
    if (c->labels[i < called.count ? called.at[i] : answered.at[i - called.count]])
      return true;
  return false;
}

static bool is_needed(const cone *c, uint32_t template_, bool is_timed) {
  const net_flow *flow = &c->net->templates.at[template_]->flow;
  if (c->may_fault[template_] || !cone_can_idle(c, template_, is_timed))
    return true;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
      if (has_influence(c, flow->locations.at[i].edges.at[n]))
        return true;
  return false;
}

static void grow(cone *c) {
  cone_start(c);
  do {
    c->has_grown = false;
    bool is_timed = cone_reads_clocks(c);
    for (uint32_t t = 0; t < c->net->templates.count; t++)
      if (!c->templates[t] && is_needed(c, t, is_timed))
        cone_add(c, t);
    cone_add_written(c);
  } while (c->has_grown);
}

static bool *outside(const cone *c, const bool *of, uint32_t count) {
  bool *out = ARENA_ARRAY(c->memory, bool, count + 1);
  for (uint32_t i = 0; i < count; i++)
    out[i] = !of[i];
  return out;
}

static bool is_out(const cone *c, const net_var *v) {
  if (v->template_ != NET_NONE)
    return !c->templates[v->template_];
  return !v->is_scratch && v->channel == NET_NONE && !c->keeps_var[v->index];
}

static net_special *specialise(const cone *c) {
  const network *n = c->net;
  net_special *s = ARENA_NEW(c->memory, net_special);
  net_version *versions = ARENA_ARRAY(c->memory, net_version, n->edges.count + 1);
  *s = (net_special){.joined = NET_NONE, .versions = versions, .label_sets = 1};
  s->blocks = outside(c, c->keeps_block, n->blocks.count);
  for (uint32_t t = 0; t < n->templates.count; t++) {
    const net_flow *flow = &n->templates.at[t]->flow;
    for (uint32_t i = 0; c->templates[t] && i < flow->locations.count; i++)
      for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++)
        versions[s->version_count++] = (net_version){.edge = flow->locations.at[i].edges.at[k]};
  }
  return s;
}

static const reduced *leave_out(const cone *c, const reduced *before) {
  const network *n = c->net;
  bool *vars = ARENA_ARRAY(c->memory, bool, n->vars.count + 1);
  reduced *r = ARENA_NEW(c->memory, reduced);
  bool is_smaller = false;
  const question *asked = c->asked;
  r->before = before;
  r->left_out = before ? before->left_out : 0;
  r->safe = before ? before->safe : 0;
  r->ends = reduce_ends(before);
  for (uint32_t t = 0; t < n->templates.count; t++)
    if (!c->templates[t] && is_active(n, t)) {
      is_smaller = true;
      r->left_out++;
    }
  if (!is_smaller)
    return NULL;
  for (uint32_t i = 0; i < n->vars.count; i++) {
    vars[i] = is_out(c, n->vars.at[i]);
    r->left_out += vars[i] && !n->vars.at[i]->is_constant;
  }
  net_change change = {.vars = vars,
                       .clocks = outside(c, c->keeps_clock, n->clocks.count),
                       .templates = outside(c, c->templates, n->templates.count),
                       .special = specialise(c)};
  net_copy *copy;
  if (net_copy_make(c->memory, n, &change, &copy))
    return NULL;
  r->copy = copy;
  r->asked = *asked;
  r->asked.condition = asked->condition ? net_copy_condition(copy, asked->condition, false) : NULL;
  return r;
}

static const reduced *make(const reduce_setup *setup, const reduced *before) {
  arena *memory = setup->memory;
  const network *n = setup->net;
  cone c = {.memory = memory,
            .net = n,
            .known = setup->known,
            .sets = facts_accesses(setup->known),
            .asked = &setup->asked,
            .templates = ARENA_ARRAY(memory, bool, n->templates.count + 1),
            .vars = ARENA_ARRAY(memory, bool, n->vars.count + 1),
            .clocks = ARENA_ARRAY(memory, bool, n->clocks.count + 1),
            .channels = ARENA_ARRAY(memory, bool, n->channels.count + 1),
            .labels = ARENA_ARRAY(memory, bool, n->labels.count + 1),
            .keeps_var = ARENA_ARRAY(memory, bool, n->vars.count + 1),
            .keeps_clock = ARENA_ARRAY(memory, bool, n->clocks.count + 1),
            .keeps_block = ARENA_ARRAY(memory, bool, n->blocks.count + 1)};
  if (cone_is_all(&c))
    return NULL;
  c.may_fault = cone_find_faults(&c);
  grow(&c);
  return leave_out(&c, before);
}

const reduce_kind reduce_cone = {.name = "cone",
                                 .summary = "leaves out automata and variables that cannot influence the answer",
                                 .keeps_lengths = true,
                                 .make = make};
