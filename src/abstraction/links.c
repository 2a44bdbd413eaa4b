#include "abstraction/links.h"

void links_find_leaves(mem *m, expr *e, bool wanted, bool are_all_needed, links_leaves *out) {
  bool is_split = e->op == (wanted == are_all_needed ? EXPR_AND : EXPR_OR);
  if (e->op == EXPR_NOT) {
    links_find_leaves(m, e->a, !wanted, are_all_needed, out);
  } else if (is_split) {
    links_find_leaves(m, e->a, wanted, are_all_needed, out);
    links_find_leaves(m, e->b, wanted, are_all_needed, out);
  } else {
    vec_push(m, out, ((links_leaf){e, wanted}));
  }
}

uint32_t links_root(const links *l, uint32_t node) {
  while (l->parent[node] != node)
    node = l->parent[node] = l->parent[l->parent[node]];
  return node;
}

void links_join(links *l, uint32_t a, uint32_t b) { l->parent[links_root(l, a)] = links_root(l, b); }

static void join_processes(links *l, uint32_t node, uint32_t template_) {
  for (uint32_t i = l->of_template[template_]; i != LINKS_NONE; i = l->next[i])
    links_join(l, node, i);
}

static void list_processes(links *l, arena *memory) {
  const network *n = l->net;
  uint32_t *first = ARENA_ARRAY(memory, uint32_t, n->templates.count + 1);
  uint32_t *next = ARENA_ARRAY(memory, uint32_t, n->processes.count + 1);
  for (uint32_t i = 0; i < n->templates.count; i++)
    first[i] = LINKS_NONE;
  for (uint32_t i = n->processes.count; i-- > 0;) {
    next[i] = first[n->processes.at[i].template_];
    first[n->processes.at[i].template_] = i;
  }
  l->of_template = first;
  l->next = next;
}

// What is local to a process is linked with it only where others read it.
static void join_vars(links *l, uint32_t node, access_set vars, bool is_remote) {
  for (uint32_t i = 0; i < vars.count; i++) {
    const net_var *v = l->net->vars.at[vars.at[i]];
    if (v->template_ != NET_NONE && is_remote)
      join_processes(l, node, (uint32_t)v->template_);
    else if (l->is_shared[v->index])
      links_join(l, node, l->first_var + v->index);
  }
}

static void join_all(links *l, uint32_t node, access_set set, uint32_t first) {
  for (uint32_t i = 0; i < set.count; i++)
    links_join(l, node, first + set.at[i]);
}

static void join_sets(links *l, uint32_t node, const access_sets *s) {
  join_vars(l, node, s->reads[ACCESS_VARS], node >= l->first_leaf);
  join_vars(l, node, s->writes[ACCESS_VARS], false);
  join_vars(l, node, s->reads[ACCESS_REMOTE], true);
  for (uint32_t i = 0; i < 2; i++) {
    const access_set *of = i ? s->writes : s->reads;
    join_all(l, node, of[ACCESS_CHANNELS], l->first_channel);
    join_all(l, node, of[ACCESS_LABELS], l->first_label);
    for (uint32_t k = 0; k < of[ACCESS_CLOCKS].count; k++)
      links_join(l, node, l->first_clock + of[ACCESS_CLOCKS].at[k] - 1);
  }
  for (uint32_t i = 0; i < s->reads[ACCESS_LOCATIONS].count; i++)
    join_processes(l, node, access_template_of(l->sets, s->reads[ACCESS_LOCATIONS].at[i]));
}

typedef struct usage { // by variable, and by clock
  bool *is_read, *is_written, *uses_clock;
} usage;

static void note_sets(const usage *u, const access_sets *s) {
  for (uint32_t i = 0; i < s->reads[ACCESS_VARS].count; i++)
    u->is_read[s->reads[ACCESS_VARS].at[i]] = true;
  for (uint32_t i = 0; i < s->writes[ACCESS_VARS].count; i++)
    u->is_written[s->writes[ACCESS_VARS].at[i]] = true;
  for (uint32_t i = 0; i < s->reads[ACCESS_CLOCKS].count; i++)
    u->uses_clock[s->reads[ACCESS_CLOCKS].at[i] - 1] = true;
  for (uint32_t i = 0; i < s->writes[ACCESS_CLOCKS].count; i++)
    u->uses_clock[s->writes[ACCESS_CLOCKS].at[i] - 1] = true;
}

// Notes what is used (u), or links the node with it (u NULL).
static void use(links *l, const usage *u, uint32_t node, const access_sets *s) {
  if (u)
    note_sets(u, s);
  else
    join_sets(l, node, s);
}

static void use_process(links *l, const usage *u, uint32_t pid) {
  const net_template *t = l->net->templates.at[l->net->processes.at[pid].template_];
  use(l, u, pid, access_of_expr(l->sets, t->provided));
  for (uint32_t i = 0; i < t->flow.locations.count; i++) {
    const net_location *at = &t->flow.locations.at[i];
    use(l, u, pid, access_of_invariant(l->sets, at));
    for (uint32_t k = 0; k < at->edges.count; k++)
      use(l, u, pid, access_of_edge(l->sets, at->edges.at[k]));
  }
}

static void use_everything(links *l, const usage *u, const links_leaves *leaves) {
  for (uint32_t i = 0; i < l->net->processes.count; i++)
    use_process(l, u, i);
  for (uint32_t i = 0; i < leaves->count; i++)
    use(l, u, l->first_leaf + i, access_of_expr(l->sets, leaves->at[i].e));
}

static const bool *find_shared(arena *memory, const network *n, const usage *u) {
  bool *is_shared = ARENA_ARRAY(memory, bool, n->vars.count + 1);
  for (uint32_t i = 0; i < n->vars.count; i++) {
    const net_var *v = n->vars.at[i];
    is_shared[i] = v->template_ == NET_NONE && !v->is_scratch && u->is_read[i] && u->is_written[i];
  }
  return is_shared;
}

links links_open(arena *memory, const network *net, accesses *sets, const links_leaves *leaves) {
  links l = {.net = net, .sets = sets};
  usage u = {.is_read = ARENA_ARRAY(memory, bool, net->vars.count + 1),
             .is_written = ARENA_ARRAY(memory, bool, net->vars.count + 1),
             .uses_clock = ARENA_ARRAY(memory, bool, net->clocks.count + 1)};
  l.first_var = net->processes.count;
  l.first_channel = l.first_var + net->vars.count;
  l.first_label = l.first_channel + net->channels.count;
  l.first_clock = l.first_label + net->labels.count;
  l.first_leaf = l.first_clock + net->clocks.count;
  l.count = l.first_leaf + leaves->count;
  l.parent = ARENA_ARRAY(memory, uint32_t, l.count + 1);
  for (uint32_t i = 0; i < l.count; i++)
    l.parent[i] = i;
  list_processes(&l, memory);
  use_everything(&l, &u, leaves);
  l.is_shared = find_shared(memory, net, &u);
  l.uses_clock = u.uses_clock;
  use_everything(&l, NULL, leaves);
  for (uint32_t i = 0; i < net->labels.count; i++)
    for (uint32_t k = 0; k < net->labels.at[i].required.count; k++)
      links_join(&l, l.first_label + i, net->labels.at[i].required.at[k]);
  return l;
}
