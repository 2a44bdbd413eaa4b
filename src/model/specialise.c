#include "model/copy_internal.h"

#include <assert.h>

static bool is_listed(const expr *at, int32_t location) {
  for (uint32_t i = 0; i < at->locations.count; i++)
    if (at->locations.at[i] == (uint32_t)location)
      return true;
  return false;
}

bool copy_is_member(const copier *k, const expr *e, int32_t *value) {
  const net_special *s = k->special;
  bool is_var = (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && s->member && s->member[e->var->index] != NET_NONE;
  bool is_at = e->op == EXPR_AT && e->value == s->joined;
  if (is_var)
    *value = k->known[s->member[e->var->index]];
  else if (is_at)
    *value = is_listed(e, k->known[0]);
  return is_var || is_at;
}

static bool is_truth(const expr *e) {
  return (e->op >= EXPR_LT && e->op <= EXPR_NE) || e->op == EXPR_AND || e->op == EXPR_OR || e->op == EXPR_NOT ||
         e->op == EXPR_AT;
}

static expr *truth_of(copier *k, expr *e) {
  return is_truth(e) ? e : expr_binary(k->memory, EXPR_NE, e, expr_const(k->memory, 0, e->at));
}

// a && b, a || b where one side is constant. If it is b, a is still evaluated, and may fault.
static expr *fold_short(copier *k, expr *e) {
  int32_t value;
  bool is_and = e->op == EXPR_AND;
  if (expr_is_const(e->a, &value))
    return !value == is_and ? expr_const(k->memory, !is_and, e->at) : truth_of(k, e->b);
  if (!expr_is_const(e->b, &value))
    return e;
  if (!value != is_and)
    return truth_of(k, e->a);
  return copy_may_fail(e->a) ? e : expr_const(k->memory, !is_and, e->at);
}

expr *copy_fold(copier *k, expr *e) {
  int32_t value;
  if (e->op == EXPR_COND && expr_is_const(e->a, &value))
    return value ? e->b : e->c;
  if (e->op >= EXPR_OPERATOR_COUNT)
    return e;
  if (expr_arity(e->op) == 1)
    return expr_unary(k->memory, e->op, e->a);
  expr *folded = expr_binary(k->memory, e->op, e->a, e->b);
  return folded->op == EXPR_AND || folded->op == EXPR_OR ? fold_short(k, folded) : folded;
}

void copy_label_sets(copier *k) {
  for (uint32_t set = 1; set < k->special->label_sets; set++)
    for (uint32_t i = 0; i < k->from->labels.count; i++)
      vec_push(k->m, &k->net->labels, k->from->labels.at[i]);
}

static net_edge *add_edge(copier *k, net_flow *flow, uint32_t from, uint32_t to, const net_edge *filled) {
  net_edge *e = net_add_edge(k->net, flow, from, to);
  uint32_t id = e->id;
  *e = *filled;
  e->id = id;
  e->from = from;
  e->to = to;
  return e;
}

static void add_block(copier *k, uint32_t number) {
  const net_flow *from = &k->from->blocks.at[number];
  if (k->blocks[number]) {
    copy_add_empty_block(k, &k->net->blocks.at[number]);
    return;
  }
  copy_add_locations(k, from, &k->net->blocks.at[number], false);
  for (uint32_t i = 0; i < from->locations.count; i++)
    for (uint32_t n = 0; n < from->locations.at[i].edges.count; n++) {
      const net_edge *e = k->from->edges.at[from->locations.at[i].edges.at[n]];
      net_edge filled = {0};
      copy_fill_edge(k, e, &filled, true);
      k->edge[e->id] = (int32_t)add_edge(k, &k->net->blocks.at[number], i, e->to, &filled)->id;
    }
}

// Earlier versions of the same edge: the edge of the copy that does the same; NULL = none.
static const net_edge *same_version(const copier *k, uint32_t version, const net_edge *filled) {
  const net_version *all = k->special->versions;
  for (uint32_t v = version; v > 0 && all[v - 1].edge == all[version].edge; v--) {
    int32_t id = k->version_edge[v - 1];
    if (id != NET_NONE && copy_is_same_edge(k->net->edges.at[id], filled))
      return k->net->edges.at[id];
  }
  return NULL;
}

static void add_version(copier *k, uint32_t version, uint32_t template_) {
  const net_version *v = &k->special->versions[version];
  const net_edge *from = k->from->edges.at[v->edge];
  bool is_joined = k->special->joined == (int32_t)template_;
  net_flow *flow = &k->net->templates.at[template_]->flow;
  net_edge filled = {0};
  int32_t value = 1;
  k->known = v->known;
  k->label_shift = v->label_set * k->from->labels.count;
  copy_fill_edge(k, from, &filled, false);
  k->known = NULL;
  k->label_shift = 0;
  k->version_edge[version] = NET_NONE;
  if (filled.guard && expr_is_const(filled.guard, &value) && !value)
    return;
  const net_edge *e = same_version(k, version, &filled);
  if (!e)
    e = add_edge(k, flow, is_joined ? 0 : from->from, is_joined ? 0 : from->to, &filled);
  k->version_edge[version] = (int32_t)e->id;
  if (k->edge[from->id] == NET_NONE)
    k->edge[from->id] = (int32_t)e->id;
}

static uint32_t *owners_of(copier *k) {
  uint32_t *owners = ARENA_ARRAY(k->memory, uint32_t, k->from->edges.count + 1);
  for (uint32_t t = 0; t < k->from->templates.count; t++) {
    const net_flow *flow = &k->from->templates.at[t]->flow;
    for (uint32_t i = 0; i < flow->locations.count; i++)
      for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++)
        owners[flow->locations.at[i].edges.at[n]] = t;
  }
  return owners;
}

static void map_back(copier *k) {
  const net_special *s = k->special;
  k->edge_from = ARENA_ARRAY(k->memory, int32_t, k->net->edges.count + 1);
  for (uint32_t i = 0; i < k->net->edges.count; i++)
    k->edge_from[i] = NET_NONE;
  for (uint32_t i = 0; i < k->from->edges.count; i++)
    if (k->edge[i] != NET_NONE)
      k->edge_from[k->edge[i]] = (int32_t)i;
  for (uint32_t v = 0; v < s->version_count; v++)
    if (k->version_edge[v] != NET_NONE)
      k->edge_from[k->version_edge[v]] = (int32_t)s->versions[v].edge;
}

void copy_versions(copier *k) {
  const network *n = k->from;
  const net_special *s = k->special;
  const uint32_t *owners = owners_of(k);
  k->version_edge = ARENA_ARRAY(k->memory, int32_t, s->version_count + 1);
  for (uint32_t i = 0; i < n->edges.count; i++)
    k->edge[i] = NET_NONE;
  for (uint32_t i = 0; i < n->blocks.count; i++)
    vec_push(k->m, &k->net->blocks, (net_flow){0});
  for (uint32_t i = 0; i < n->blocks.count; i++)
    add_block(k, i);
  for (uint32_t i = 0; i < n->templates.count; i++) {
    bool is_joined = k->templates[i] || s->joined == (int32_t)i;
    copy_add_locations(k, &n->templates.at[i]->flow, &k->net->templates.at[i]->flow, is_joined);
  }
  for (uint32_t v = 0; v < s->version_count; v++) {
    assert(!k->templates[owners[s->versions[v].edge]]);
    add_version(k, v, owners[s->versions[v].edge]);
  }
  map_back(k);
}

const int32_t *net_special_edges(const net_copy *c) { return c->copier->version_edge; }

expr *net_special_condition(const net_copy *c, const expr *condition, const int32_t *known) {
  copier *k = c->copier;
  k->known = known;
  expr *out = copy_expr(k, condition);
  k->known = NULL;
  return out;
}
