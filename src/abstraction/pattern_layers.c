// Layers (Qian, Nymeyer, Susanto: Guided invariant model checking based on abstraction and symbolic pattern databases):
// the symbols of the question are layer 0; layer t + 1 are those that may modify one of layer t: a variable is modified
// by the automata that assign it, by what they assign to it and by what guards these edges; the location of an
// automaton by the guards of its edges and by the automata that it synchronises with. What lies beyond layer d is left
// out.
#include "abstraction/pattern_internal.h"

typedef struct {
  const pattern_setup *setup;
  accesses *accesses;
  const int32_t *owners;
  pattern_set in, next; // up to the last layer; up to the one that is being found
} layering;

static bool meets(const access_set *of, const pattern_set *in) {
  for (uint32_t i = 0; i < of[ACCESS_VARS].count; i++)
    if (in->vars[of[ACCESS_VARS].at[i]])
      return true;
  for (uint32_t i = 0; i < of[ACCESS_CLOCKS].count; i++)
    if (in->clocks[of[ACCESS_CLOCKS].at[i] - 1])
      return true;
  return false;
}

// Does the edge call, or send, what the other answers or receives?
static bool is_partner(const access_sets *a, const access_sets *b) {
  return access_meet(a->writes[ACCESS_LABELS], b->reads[ACCESS_LABELS]) ||
         access_meet(a->reads[ACCESS_LABELS], b->writes[ACCESS_LABELS]) ||
         access_meet(a->writes[ACCESS_CHANNELS], b->writes[ACCESS_CHANNELS]);
}

static void add_partners(layering *l, uint32_t edge) {
  const access_sets *a = access_of_edge(l->accesses, edge);
  for (uint32_t i = 0; i < l->setup->net->edges.count; i++)
    if (l->owners[i] != NET_NONE && l->owners[i] != l->owners[edge] && !l->next.templates[l->owners[i]] &&
        is_partner(a, access_of_edge(l->accesses, i)))
      l->next.templates[l->owners[i]] = true;
}

static void add_starters(layering *l, uint32_t edge) {
  const net_edge *e = l->setup->net->edges.at[edge];
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->kind == STMT_RUN && l->in.templates[s->template_])
      l->next.templates[l->owners[edge]] = true;
}

static void add_modifiers(layering *l, uint32_t edge) {
  const access_sets *a = access_of_edge(l->accesses, edge);
  int32_t owner = l->owners[edge];
  bool is_inside = l->in.templates[owner], writes = meets(a->writes, &l->in);
  if (writes) {
    l->next.templates[owner] = true;
    pattern_mark(&l->next, a->reads);
  } else if (is_inside) {
    pattern_mark(&l->next, access_of_guard(l->accesses, edge)->reads);
  }
  if (writes || is_inside)
    add_partners(l, edge);
  add_starters(l, edge);
}

// Of the automata of the last layer: what they are provided, and where they may stay.
static void add_invariants(layering *l) {
  const network *net = l->setup->net;
  for (uint32_t t = 0; t < net->templates.count; t++) {
    const net_template *of = net->templates.at[t];
    if (!l->in.templates[t])
      continue;
    pattern_mark(&l->next, access_of_expr(l->accesses, of->provided)->reads);
    for (uint32_t i = 0; i < of->flow.locations.count; i++)
      pattern_mark(&l->next, access_of_invariant(l->accesses, &of->flow.locations.at[i])->reads);
  }
}

static void copy_flags(const bool *from, bool *to, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    to[i] |= from[i];
}

static void unite(const network *net, const pattern_set *from, pattern_set *to) {
  copy_flags(from->vars, to->vars, net->vars.count);
  copy_flags(from->clocks, to->clocks, net->clocks.count);
  copy_flags(from->templates, to->templates, net->templates.count);
}

static const char *choose(const pattern_setup *setup, pattern_set *out) {
  const network *net = setup->net;
  layering l = {.setup = setup, .accesses = facts_accesses(setup->facts)};
  l.owners = pattern_owners(setup->memory, net);
  l.in = pattern_goal_symbols(setup);
  l.next = pattern_set_new(setup->memory, net);
  for (uint32_t depth = 0; depth < setup->depth; depth++) {
    unite(net, &l.in, &l.next);
    for (uint32_t i = 0; i < net->edges.count; i++)
      if (l.owners[i] != NET_NONE)
        add_modifiers(&l, i);
    add_invariants(&l);
    unite(net, &l.next, &l.in);
  }
  *out = pattern_set_without(setup->memory, net, &l.in);
  pattern_set_close(setup->memory, net, setup->facts, out);
  return NULL;
}

static const option_key keys[] = {
    {.name = "d", .summary = "the last layer that is kept", .most = 1000, .usual = 1},
    {0},
};

static void set(pattern_setup *setup, const key_values *given) { setup->depth = (uint32_t)given->value[0]; }

const pattern_method pattern_layers = {
    .name = "layers",
    .keys = keys,
    .set = set,
    .summary = "what can influence the question within so many layers",
    .choose = choose,
};
