// What an automaton of the cone, or the question, reads and uses.
#include "abstraction/cone.h"

static void mark(cone *c, bool *of, uint32_t i) {
  c->has_grown |= !of[i];
  of[i] = true;
}

static void read_var(cone *c, uint32_t v);

static void keep_clocks(cone *c, const net_pick *p) {
  for (uint32_t i = 0; i < p->count; i++)
    c->keeps_clock[p->first - 1 + i] = true;
}

static void keep_block(cone *c, uint32_t block);

static void keep_parts(const expr *e, void *context) {
  cone *c = context;
  if (e->op == EXPR_CALL)
    keep_block(c, c->net->functions.at[e->value].block);
  if (e->op == EXPR_BOUND) {
    keep_clocks(c, &e->bound->x);
    keep_clocks(c, &e->bound->y);
  }
}

static void keep_bounds(cone *c, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    net_walk_bound(&bounds->at[i], keep_parts, c);
    keep_clocks(c, &bounds->at[i].x);
    keep_clocks(c, &bounds->at[i].y);
  }
}

static void keep_flow(cone *c, const net_flow *flow) {
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    keep_bounds(c, &l->bounds);
    expr_walk(l->invariant, keep_parts, c);
    for (uint32_t n = 0; n < l->edges.count; n++) {
      const net_edge *e = c->net->edges.at[l->edges.at[n]];
      net_walk_edge(e, keep_parts, c);
      keep_bounds(c, &e->bounds);
      for (const net_stmt *s = e->effect; s; s = s->next) {
        keep_clocks(c, &s->clock);
        keep_clocks(c, &s->from);
        if (s->kind == STMT_BLOCK)
          keep_block(c, s->block);
      }
    }
  }
}

static void keep_block(cone *c, uint32_t block) {
  if (c->keeps_block[block])
    return;
  c->keeps_block[block] = true;
  keep_flow(c, &c->net->blocks.at[block]);
}

static void add_sets(cone *c, const access_sets *s) {
  for (access_kind kind = ACCESS_VARS; kind <= ACCESS_REMOTE; kind++)
    for (uint32_t i = 0; i < s->reads[kind].count; i++)
      read_var(c, s->reads[kind].at[i]);
  for (uint32_t i = 0; i < s->writes[ACCESS_VARS].count; i++)
    c->keeps_var[s->writes[ACCESS_VARS].at[i]] = true;
  for (uint32_t i = 0; i < s->reads[ACCESS_CLOCKS].count; i++)
    mark(c, c->clocks, s->reads[ACCESS_CLOCKS].at[i] - 1);
  for (uint32_t i = 0; i < 2; i++) {
    const access_set *of = i ? s->writes : s->reads;
    for (uint32_t k = 0; k < of[ACCESS_CHANNELS].count; k++)
      mark(c, c->channels, of[ACCESS_CHANNELS].at[k]);
    for (uint32_t k = 0; k < of[ACCESS_LABELS].count; k++)
      mark(c, c->labels, of[ACCESS_LABELS].at[k]);
  }
  for (uint32_t i = 0; i < s->reads[ACCESS_LOCATIONS].count; i++) {
    uint32_t t = access_template_of(c->sets, s->reads[ACCESS_LOCATIONS].at[i]);
    if (!c->templates[t])
      cone_add(c, t);
  }
}

static void add_expr(cone *c, const expr *e) {
  expr_walk(e, keep_parts, c);
  if (e)
    add_sets(c, access_of_expr(c->sets, e));
}

// A local variable of another process can only be changed by that process.
static void read_var(cone *c, uint32_t v) {
  const net_var *var = c->net->vars.at[v];
  c->keeps_var[v] = true;
  if (c->vars[v])
    return;
  mark(c, c->vars, v);
  for (uint32_t i = 0; i < var->init.count; i++)
    add_expr(c, var->init.at[i]);
  if (var->template_ != NET_NONE && !c->templates[var->template_])
    cone_add(c, (uint32_t)var->template_);
}

void cone_add(cone *c, uint32_t template_) {
  const net_template *t = c->net->templates.at[template_];
  mark(c, c->templates, template_);
  keep_flow(c, &t->flow);
  add_expr(c, t->provided);
  for (uint32_t i = 0; i < t->vars.count; i++)
    read_var(c, t->vars.at[i]);
  for (uint32_t i = 0; i < t->flow.locations.count; i++) {
    const net_location *l = &t->flow.locations.at[i];
    add_sets(c, access_of_invariant(c->sets, l));
    for (uint32_t n = 0; n < l->edges.count; n++)
      add_sets(c, access_of_edge(c->sets, l->edges.at[n]));
  }
}

void cone_add_written(cone *c) {
  for (uint32_t v = 0; v < c->net->vars.count; v++) {
    const net_var *var = c->net->vars.at[v];
    bool is_kept = c->keeps_var[v] || var->is_scratch || (var->channel != NET_NONE && var->template_ == NET_NONE);
    for (uint32_t i = 0; is_kept && i < var->init.count; i++)
      add_expr(c, var->init.at[i]);
  }
}

void cone_start(cone *c) { add_expr(c, c->asked->condition); }

bool cone_reads_clocks(const cone *c) {
  for (uint32_t i = 0; i < c->net->clocks.count; i++)
    if (c->clocks[i])
      return true;
  return false;
}
