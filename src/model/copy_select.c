// The closure of what is left out: which variables, clocks, labels, blocks and fields become unknown, and whether some
// condition becomes weaker. Computed as a fixed point.
#include "model/copy_internal.h"

static void drop(copier *k, bool *of, uint32_t i) {
  k->has_changed |= !of[i];
  of[i] = true;
}

void copy_weaken(copier *k) {
  k->has_changed |= !k->is_weak;
  k->is_weak = true;
}

static void drop_clocks(copier *k, const net_pick *p) {
  for (uint32_t i = 0; i < copy_pick_count(p); i++)
    drop(k, k->clocks, p->first - 1 + i);
}

// A pick selects one of several clocks by a value: if one of them is left out, all are.
static void keep_clocks_together(copier *k, const net_pick *p) {
  for (uint32_t i = 0; i < copy_pick_count(p); i++)
    if (k->clocks[p->first - 1 + i]) {
      drop_clocks(k, p);
      return;
    }
}

static void keep_labels_together(copier *k, const net_pick *p) {
  bool is_any = copy_is_unknown(k, p->offset);
  for (uint32_t i = 0; i < copy_pick_count(p); i++)
    is_any |= k->labels[p->first + i];
  for (uint32_t i = 0; is_any && i < copy_pick_count(p); i++)
    drop(k, k->labels, p->first + i);
}

static void drop_target(copier *k, const expr *target) {
  if (target)
    drop(k, k->vars, target->var->index);
}

// A parameter that gets an unknown argument is left out.
static void close_call(const expr *e, void *context) {
  copier *k = context;
  if (e->op == EXPR_BOUND) {
    keep_clocks_together(k, &e->bound->x);
    keep_clocks_together(k, &e->bound->y);
  }
  if (e->op != EXPR_CALL)
    return;
  const net_function *f = &k->from->functions.at[e->value];
  uint32_t argument = 0;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t cell = 0; cell < f->parameters.at[i]->cells; cell++, argument++)
      if (copy_is_unknown(k, e->indices.at[argument]))
        drop(k, k->vars, f->parameters.at[i]->index);
}

// Is the value not known that the variable gets? If it is mapped, only its class must be.
static bool gets_unknown(const copier *k, const net_var *v, const expr *value) {
  return copy_map_of(k, v) ? copy_choices(k, v, value) > 1 : copy_is_unknown(k, value);
}

static void close_run(copier *k, const net_stmt *s) {
  const net_template *t = k->from->templates.at[s->template_];
  for (uint32_t i = 0; i < s->args.count; i++)
    if (gets_unknown(k, k->from->vars.at[t->vars.at[i]], s->args.at[i]))
      drop(k, k->vars, t->vars.at[i]);
  if (s->target && (copy_map_of(k, s->target->var) || copy_has_unknown_index(k, s->target)))
    drop_target(k, s->target);
}

static void close_stmt(copier *k, const net_stmt *s) {
  switch (s->kind) {
  case STMT_ASSIGN:
    if (copy_has_unknown_index(k, s->target) || (!copy_map_of(k, s->target->var) && copy_is_unknown(k, s->value)))
      drop_target(k, s->target);
    break;
  case STMT_RUN:
    close_run(k, s);
    break;
  case STMT_SET_PRIORITY:
    for (uint32_t i = 0; i < s->args.count; i++)
      if (copy_is_unknown(k, s->args.at[i]))
        copy_weaken(k);
    break;
  case STMT_SET_CLOCK:
    keep_clocks_together(k, &s->clock);
    keep_clocks_together(k, &s->from);
    if (copy_is_unknown(k, s->clock.offset) || copy_is_unknown(k, s->value) || copy_is_unknown_clock(k, &s->from))
      drop_clocks(k, &s->clock);
    break;
  default:
    break;
  }
}

// Is it unknown whether the synchronisation is possible?
static bool is_sync_unknown(const copier *k, const net_sync *s) {
  if (copy_is_sync_out(k, s))
    return true;
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (copy_is_unknown_pattern(k, &s->patterns.at[i], i))
      return true;
  return false;
}

static void close_sync(copier *k, const net_sync *s) {
  bool is_out = copy_is_sync_out(k, s);
  keep_labels_together(k, &s->label);
  for (uint32_t i = 0; i < s->fields.count && !is_out; i++)
    if (copy_is_unknown(k, s->fields.at[i]))
      drop(k, k->fields, i);
  for (uint32_t i = 0; i < s->patterns.count; i++) {
    const net_pattern *p = &s->patterns.at[i];
    if (p->kind == PATTERN_BIND &&
        (is_out || k->fields[i] || copy_map_of(k, p->value->var) || copy_has_unknown_index(k, p->value)))
      drop_target(k, p->value);
  }
}

static void close_bounds(copier *k, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    net_walk_bound(&bounds->at[i], close_call, k);
    keep_clocks_together(k, &bounds->at[i].x);
    keep_clocks_together(k, &bounds->at[i].y);
    if (copy_is_unknown_bound(k, &bounds->at[i]))
      copy_weaken(k);
  }
}

static void close_edge(copier *k, const net_edge *e) {
  net_walk_edge(e, close_call, k);
  close_sync(k, &e->sync);
  for (const net_stmt *s = e->effect; s; s = s->next)
    close_stmt(k, s);
}

// What an edge, or a block, sets in more ways than it may.
static void drop_choices(copier *k, const net_edge *e) {
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (copy_stmt_choices(k, s) > 1)
      drop_target(k, s->target);
}

// The versions of an edge must not exclude each other. In a timed network, whether a step is possible can depend on
// what it sets.
static void close_versions(copier *k, const net_template *t, const net_edge *e) {
  uint32_t count = k->maps ? copy_count_versions(k, e) : 1;
  if (count > COPY_MOST_VERSIONS)
    drop_choices(k, e);
  else if (count > 1 && (k->from->is_timed || e->is_else || e->choice || t->is_deterministic))
    copy_weaken(k);
}

static void close_flow(copier *k, const net_template *t) {
  const net_flow *flow = &t->flow;
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    close_bounds(k, &l->bounds);
    expr_walk(l->invariant, close_call, k);
    if (copy_is_unknown(k, l->invariant))
      copy_weaken(k);
    for (uint32_t n = 0; n < l->edges.count; n++) {
      const net_edge *e = k->from->edges.at[l->edges.at[n]];
      close_edge(k, e);
      close_bounds(k, &e->bounds);
      close_versions(k, t, e);
      if (copy_is_unknown(k, e->guard) || is_sync_unknown(k, &e->sync))
        copy_weaken(k);
    }
  }
}

// The control flow of the block is unknown, so each of its effects may or may not have been executed.
static void drop_writes(copier *k, const net_edge *e) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND)
      drop_target(k, e->sync.patterns.at[i].value);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    drop_target(k, s->target);
    if (s->kind == STMT_SET_CLOCK)
      drop_clocks(k, &s->clock);
    if (s->kind == STMT_BLOCK)
      drop(k, k->blocks, s->block);
    if (s->kind == STMT_SET_PRIORITY)
      copy_weaken(k);
  }
}

static void close_block(copier *k, uint32_t number) {
  const net_flow *flow = &k->from->blocks.at[number];
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->from->edges.at[flow->locations.at[i].edges.at[n]];
      close_edge(k, e);
      drop_choices(k, e);
      if (copy_is_unknown(k, e->guard) || is_sync_unknown(k, &e->sync))
        drop(k, k->blocks, number);
      if (k->blocks[number])
        drop_writes(k, e);
    }
}

static void close_vars(copier *k) {
  for (uint32_t i = 0; i < k->from->vars.count; i++) {
    const net_var *v = k->from->vars.at[i];
    if (v->template_ != NET_NONE && k->templates[v->template_])
      drop(k, k->vars, i);
    for (uint32_t n = 0; n < v->init.count; n++) {
      expr_walk(v->init.at[n], close_call, k);
      if (gets_unknown(k, v, v->init.at[n]))
        drop(k, k->vars, i);
    }
  }
}

static bool has_any(const bool *of, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (of[i])
      return true;
  return false;
}

static void close_templates(copier *k) {
  for (uint32_t i = 0; i < k->from->templates.count; i++) {
    const net_template *t = k->from->templates.at[i];
    close_flow(k, t);
    expr_walk(t->provided, close_call, k);
    if (k->templates[i] || copy_is_unknown(k, t->provided))
      copy_weaken(k);
  }
}

void copy_select(copier *k) {
  const network *n = k->from;
  for (uint32_t i = 0; i < n->clocks.count; i++)
    if (n->clocks.at[i].template_ != NET_NONE && k->templates[n->clocks.at[i].template_])
      k->clocks[i] = true;
  do {
    k->has_changed = false;
    close_vars(k);
    close_templates(k);
    for (uint32_t i = 0; i < n->blocks.count; i++)
      close_block(k, i);
    if (has_any(k->labels, n->labels.count))
      copy_weaken(k);
    // a fault in an effect makes the step impossible, and such an effect may have been left out
    if (n->faults_block && (k->maps || has_any(k->vars, n->vars.count) || has_any(k->clocks, n->clocks.count)))
      copy_weaken(k);
    if (!k->has_changed)
      copy_find_faults(k);
  } while (k->has_changed);
}
