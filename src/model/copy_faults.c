// Faults of the original that the copy loses, because the parts that cause them are left out or weakened. What is lost
// of an edge is shown to the caller as an edge of its own; if it may fault, the copy gets a twin of the edge that does.
#include "model/copy_internal.h"

typedef struct {
  const copier *k;
  bool is_found;
} call_search;

// An argument of a parameter that is left out is not evaluated.
static void note_call(const expr *e, void *context) {
  call_search *s = context;
  if (e->op != EXPR_CALL)
    return;
  const net_function *f = &s->k->from->functions.at[e->value];
  s->is_found |= s->k->loses_part[f->block];
  for (uint32_t i = 0; i < f->parameters.count; i++)
    s->is_found |= s->k->vars[f->parameters.at[i]->index];
}

// Does the value depend on what is left out, or does a function that it calls have parts that are left out?
static bool is_changed(const copier *k, const expr *e) {
  call_search s = {.k = k};
  expr_walk(e, note_call, &s);
  return s.is_found || copy_is_unknown(k, e);
}

static bool is_changed_bound(const copier *k, const net_bound *b) {
  call_search s = {.k = k};
  net_walk_bound(b, note_call, &s);
  return s.is_found || copy_is_unknown_bound(k, b);
}

static bool is_changed_match(const copier *k, const net_sync *s) {
  if (copy_is_sync_out(k, s))
    return true;
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH && (k->fields[i] || is_changed(k, s->patterns.at[i].value)))
      return true;
  return s->label.count && (k->labels[s->label.first] || is_changed(k, s->label.offset));
}

bool copy_changes_test(const copier *k, const net_edge *e) {
  for (uint32_t i = 0; i < e->bounds.count; i++)
    if (is_changed_bound(k, &e->bounds.at[i]))
      return true;
  return is_changed(k, e->guard) || is_changed_match(k, &e->sync);
}

// Has a process of the template, when it starts, an initial value that is left out?
static bool loses_initial_value(const copier *k, const net_template *t) {
  for (uint32_t i = 0; i < t->vars.count; i++)
    if (k->vars[t->vars.at[i]] && k->from->vars.at[t->vars.at[i]]->init.count)
      return true;
  return false;
}

// Where only the class of a value is set, the value need not be evaluated. A value outside the range is a fault still.
static bool loses_value(const copier *k, const net_var *v, const expr *value) {
  return is_changed(k, value) || (copy_map_of(k, v) && copy_may_fail(value));
}

static bool is_changed_target(const copier *k, const expr *target) {
  bool is_any = k->vars[target->var->index];
  for (uint32_t i = 0; i < target->indices.count; i++)
    is_any |= is_changed(k, target->indices.at[i]);
  return is_any;
}

static bool loses_argument(const copier *k, const net_stmt *s, uint32_t i) {
  if (s->kind != STMT_RUN)
    return is_changed(k, s->args.at[i]);
  return loses_value(k, k->from->vars.at[k->from->templates.at[s->template_]->vars.at[i]], s->args.at[i]);
}

static bool loses_stmt(const copier *k, const net_stmt *s) {
  bool is_lost = copy_leaves_out(k, s) || (s->target && is_changed_target(k, s->target)) || is_changed(k, s->value) ||
                 is_changed(k, s->clock.offset) || is_changed(k, s->from.offset) ||
                 (s->kind == STMT_ASSIGN && loses_value(k, s->target->var, s->value));
  for (uint32_t i = 0; i < s->args.count; i++)
    is_lost |= loses_argument(k, s, i);
  return is_lost || (s->kind == STMT_BLOCK && k->loses_part[s->block]) ||
         (s->kind == STMT_RUN && loses_initial_value(k, k->from->templates.at[s->template_]));
}

static bool loses_effect(const copier *k, const net_stmt *first) {
  const net_stmt *s = first;
  while (s && !loses_stmt(k, s))
    s = s->next;
  return s != NULL;
}

// The values that are sent, and the indices of variables that are received, if they are left out.
static net_stmt *lost_values(copier *k, const net_sync *s) {
  net_stmt *out = ARENA_NEW(k->memory, net_stmt);
  bool is_out = copy_is_sync_out(k, s);
  out->kind = STMT_PRINT;
  for (uint32_t i = 0; i < s->fields.count; i++)
    if (is_out || k->fields[i] || is_changed(k, s->fields.at[i]))
      vec_push(k->m, &out->args, s->fields.at[i]);
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind == PATTERN_BIND && is_changed_target(k, s->patterns.at[i].value))
      vec_push(k->m, &out->args, s->patterns.at[i].value);
  return out->args.count ? out : NULL;
}

static net_edge lost_test(copier *k, const net_edge *e) {
  net_edge lost = {.id = e->id, .from = e->from, .to = e->to, .effect = lost_values(k, &e->sync), .at = e->at};
  if (is_changed(k, e->guard))
    lost.guard = e->guard;
  for (uint32_t i = 0; i < e->bounds.count; i++)
    if (is_changed_bound(k, &e->bounds.at[i]))
      vec_push(k->m, &lost.bounds, e->bounds.at[i]);
  if (is_changed_match(k, &e->sync))
    lost.sync = e->sync;
  return lost;
}

static net_edge lost_effect(copier *k, const net_edge *e) {
  net_edge lost = {.id = e->id, .from = e->from, .to = e->to, .at = e->at};
  net_stmt **end = &lost.effect;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (loses_stmt(k, s)) {
      *end = ARENA_NEW(k->memory, net_stmt);
      **end = *s;
      bool is_mapped = s->kind == STMT_ASSIGN && copy_map_of(k, s->target->var);
      // an assertion fails in the copy, too, and so does a value outside its range: only the evaluation may fault
      if (is_mapped || (s->kind == STMT_ASSERT && !copy_leaves_out(k, s))) {
        **end = (net_stmt){.kind = STMT_PRINT, .at = s->at};
        vec_push(k->m, &(*end)->args, s->value);
        if (is_mapped)
          vec_push(k->m, &(*end)->args, s->target);
      }
      (*end)->next = NULL;
      end = &(*end)->next;
    }
  return lost;
}

static bool asks(const copier *k) { return k->change->may_fault && !(k->from->is_timed && k->from->faults_block); }

static bool may_fault(const copier *k, net_edge lost) { return k->change->may_fault(k->change->context, &lost); }

static bool loses_in_block(const copier *k, const net_flow *flow) {
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->from->edges.at[flow->locations.at[i].edges.at[n]];
      bool is_lost = copy_changes_test(k, e) || loses_effect(k, e->effect);
      for (uint32_t f = 0; f < e->sync.fields.count; f++)
        is_lost |= k->fields[f] || is_changed(k, e->sync.fields.at[f]);
      for (uint32_t p = 0; p < e->sync.patterns.count; p++) {
        const net_pattern *own = &e->sync.patterns.at[p];
        is_lost |= own->kind == PATTERN_BIND ? is_changed_target(k, own->value) : is_changed(k, own->value);
      }
      if (is_lost)
        return true;
    }
  return false;
}

static void find_blocks(copier *k) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = 0; i < k->from->blocks.count; i++)
      if (!k->loses_part[i] && (k->blocks[i] || loses_in_block(k, &k->from->blocks.at[i])))
        has_changed = k->loses_part[i] = true;
  }
}

// In a weak copy two possible edges are no fault: see is_deterministic.
static bool loses_choice(const copier *k, const net_template *t, const net_location *l) {
  return k->is_weak && t->is_deterministic && l->edges.count > 1;
}

static void find_in_template(copier *k, const net_template *t) {
  for (uint32_t i = 0; i < t->flow.locations.count; i++) {
    const net_location *l = &t->flow.locations.at[i];
    for (uint32_t n = 0; n < l->edges.count; n++) {
      const net_edge *e = k->from->edges.at[l->edges.at[n]];
      bool tests = loses_choice(k, t, l) || may_fault(k, lost_test(k, e));
      bool takes = !tests && loses_effect(k, e->effect) && may_fault(k, lost_effect(k, e));
      k->faults[e->id] = tests ? COPY_LOSES_TEST_FAULT : takes ? COPY_LOSES_EFFECT_FAULT : COPY_KEEPS_FAULTS;
      // the twin is possible where the edge is not (also because of the invariant after it, which counts where steps
      // have priorities), or it is a further way to answer a broadcast
      if (tests || (takes && (e->is_else || e->sync.kind == SYNC_ANSWER || k->from->orders_steps)))
        copy_weaken(k);
    }
  }
}

void copy_find_faults(copier *k) {
  find_blocks(k);
  for (uint32_t i = 0; asks(k) && i < k->from->templates.count; i++)
    find_in_template(k, k->from->templates.at[i]);
}

static const char *refuse_locations(copier *k, uint32_t template_) {
  const net_flow *flow = &k->from->templates.at[template_]->flow;
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    net_edge lost = {.at = l->at};
    if (k->templates[template_] || is_changed(k, l->invariant))
      lost.guard = l->invariant;
    for (uint32_t n = 0; n < l->bounds.count; n++)
      if (k->templates[template_] || is_changed_bound(k, &l->bounds.at[n]))
        vec_push(k->m, &lost.bounds, l->bounds.at[n]);
    if (may_fault(k, lost))
      return "whether an invariant causes a fault would be unknown";
  }
  return NULL;
}

static bool exists_at_start(const network *n, int32_t template_) {
  for (uint32_t i = 0; i < n->processes.count; i++)
    if (n->processes.at[i].template_ == template_)
      return true;
  return template_ == NET_NONE;
}

const char *copy_refuse_faults(copier *k) {
  const network *n = k->from;
  const char *why = NULL;
  for (uint32_t i = 0; asks(k) && i < n->templates.count && !why; i++)
    why = refuse_locations(k, i);
  for (uint32_t i = 0; asks(k) && i < n->vars.count && !why; i++) {
    const net_var *v = n->vars.at[i];
    for (uint32_t c = 0; c < v->init.count; c++)
      if ((k->vars[i] || loses_value(k, v, v->init.at[c])) && exists_at_start(n, v->template_) &&
          may_fault(k, (net_edge){.guard = v->init.at[c], .at = v->at}))
        why = arena_printf(k->memory, "whether the initial value of '%s' causes a fault would be unknown", v->name);
  }
  return why;
}

static expr *fault_expr(copier *k, const net_edge *from) {
  expr *out = expr_new(k->memory, EXPR_DIV, from->at);
  out->a = expr_const(k->memory, 1, from->at);
  out->b = expr_const(k->memory, 0, from->at);
  return out;
}

// An assertion whose evaluation is a fault of its own: a failed assertion may not matter where other faults do.
static net_stmt *fault_stmt(copier *k, const net_edge *from) {
  net_stmt *out = ARENA_NEW(k->memory, net_stmt);
  *out = (net_stmt){.kind = STMT_ASSERT, .at = from->at, .text = from->text};
  out->value = fault_expr(k, from);
  return out;
}

void copy_add_twin(copier *k, const net_edge *from, net_flow *flow, const net_edge *e) {
  bool is_taken = k->faults[from->id] == COPY_LOSES_EFFECT_FAULT;
  net_edge *twin = net_add_edge(k->net, flow, e->from, e->from);
  k->twin[from->id] = (int32_t)twin->id;
  if (is_taken && !e->is_else) {
    twin->guard = e->guard; // shared: nothing changes an expression
    twin->bounds = e->bounds;
    twin->sync = e->sync;
    twin->rank = e->rank;
  }
  if (!is_taken && k->from->is_timed)
    twin->guard = fault_expr(k, from); // like the original's: committed locations of other processes do not prevent it
  else
    twin->effect = fault_stmt(k, from);
  twin->origin = NET_NONE;
  twin->at = from->at;
  twin->text = arena_printf(k->memory, "a fault of: %s", from->text ? from->text : "");
}
