#include "model/copy_internal.h"

#include <assert.h>

static bool *selection(const copier *k, const bool *of, uint32_t count) {
  bool *out = ARENA_ARRAY(k->memory, bool, count + 1);
  for (uint32_t i = 0; of && i < count; i++)
    out[i] = of[i];
  return out;
}

static bool has_committed(const net_flow *flow) {
  for (uint32_t i = 0; i < flow->locations.count; i++)
    if (flow->locations.at[i].flags & LOC_COMMITTED)
      return true;
  return false;
}

static void start_channels(copier *k) {
  const network *n = k->from;
  k->channels = selection(k, k->change->channels, n->channels.count);
  k->channel_use = net_channel_use_find(k->memory, n);
  k->has_all_channels_out = true;
  for (uint32_t i = 0; i < n->channels.count; i++) {
    k->channels[i] &= n->channels.at[i].capacity > 0; // nothing else has contents
    k->has_channels_out |= k->channels[i];
    k->has_all_channels_out &= k->channels[i];
  }
}

static void start(copier *k) {
  const network *n = k->from;
  const net_change *c = k->change;
  k->vars = selection(k, c->vars, n->vars.count);
  k->clocks = selection(k, c->clocks, n->clocks.count);
  k->labels = selection(k, c->labels, n->labels.count);
  k->templates = selection(k, c->templates, n->templates.count);
  start_channels(k);
  k->blocks = selection(k, k->special ? k->special->blocks : NULL, n->blocks.count);
  k->loses_part = selection(k, NULL, n->blocks.count);
  k->faults = ARENA_ARRAY(k->memory, uint8_t, n->edges.count + 1);
  for (uint32_t i = 0; i < n->edges.count; i++) {
    const net_sync *s = &n->edges.at[i]->sync;
    uint32_t count = s->fields.count > s->patterns.count ? s->fields.count : s->patterns.count;
    k->field_count = count > k->field_count ? count : k->field_count;
  }
  for (uint32_t i = 0; i < n->channels.count; i++)
    if (n->channels.at[i].fields.count > k->field_count)
      k->field_count = n->channels.at[i].fields.count;
  k->fields = selection(k, NULL, k->field_count);
  for (uint32_t i = 0; i < n->templates.count; i++) {
    if (k->special)
      continue;
    k->loses_locations |= k->templates[i];
    k->loses_committed |= k->templates[i] && has_committed(&n->templates.at[i]->flow);
  }
}

static void copy_types(copier *k) {
  const network *n = k->from;
  for (uint32_t i = 0; i < n->channels.count; i++)
    vec_push(k->m, &k->net->channels, n->channels.at[i]);
  for (uint32_t i = 0; i < n->enums.count; i++)
    vec_push(k->m, &k->net->enums, n->enums.at[i]);
}

static void add_template(copier *k, const net_template *from) {
  net_template *t = net_add_template(k->net, from->kind, from->name);
  t->is_deterministic = from->is_deterministic && !k->is_weak;
  t->at = from->at;
}

static void add_var(copier *k, const net_var *from) {
  net_var *v = net_add_var(k->net, from->template_);
  uint32_t index = v->index, slot = v->slot;
  *v = *from; // parts and names are borrowed
  v->index = index;
  v->slot = slot;
  v->init.at = NULL;
  v->init.count = v->init.room = 0;
  if (copy_map_of(k, from))
    v->type = net_map_type(k->net, k->maps[from->index]);
  k->var[from->index] = (int32_t)index;
  if (from->is_parameter && from->template_ != NET_NONE)
    k->net->templates.at[from->template_]->parameters++;
}

// An initial value may read any variable, so initial values are copied after all variables are added.
static void copy_vars(copier *k) {
  const network *n = k->from;
  for (uint32_t i = 0; i < n->vars.count; i++) {
    k->var[i] = NET_NONE;
    if (!k->vars[i])
      add_var(k, n->vars.at[i]);
  }
  for (uint32_t i = 0; i < n->vars.count; i++) {
    const net_var *v = n->vars.at[i];
    for (uint32_t c = 0; !k->vars[i] && c < v->init.count; c++)
      vec_push(k->m, &k->net->vars.at[k->var[i]]->init,
               copy_map_of(k, v) ? copy_class(k, v, v->init.at[c], 0) : copy_expr(k, v->init.at[c]));
  }
}

static void copy_clocks(copier *k) {
  for (uint32_t i = 0; i < k->from->clocks.count; i++) {
    k->clock[i] = k->clocks[i] ? NET_NONE : (int32_t)k->net->clocks.count;
    if (!k->clocks[i])
      vec_push(k->m, &k->net->clocks, k->from->clocks.at[i]);
  }
}

static void add_label(copier *k, net_label label) {
  if (k->is_weak) {
    label.is_urgent = false;
    label.priority = 0;
  }
  vec_push(k->m, &k->net->labels, label);
}

static void copy_labels(copier *k) {
  const network *n = k->from;
  k->merged[0] = k->merged[1] = NET_NONE;
  for (uint32_t i = 0; i < n->labels.count; i++) {
    k->label[i] = k->labels[i] ? NET_NONE : (int32_t)k->net->labels.count;
    if (!k->labels[i])
      add_label(k, n->labels.at[i]);
  }
  for (uint32_t i = 0; i < n->labels.count; i++) {
    int32_t *merged = &k->merged[n->labels.at[i].is_broadcast];
    if (!k->labels[i] || *merged != NET_NONE)
      continue;
    *merged = (int32_t)k->net->labels.count;
    add_label(k, (net_label){.name = "any label", .is_broadcast = n->labels.at[i].is_broadcast});
  }
  if (k->special)
    copy_label_sets(k);
}

static void copy_processes(copier *k) {
  for (uint32_t i = 0; i < k->from->processes.count; i++) {
    net_process p = k->from->processes.at[i];
    if (k->is_weak)
      p.priority = k->from->is_timed || p.priority < 1 ? 0 : 1;
    vec_push(k->m, &k->net->processes, p);
  }
}

// A function whose result is left out is never called. It keeps its number, and every net_function needs a result.
static const net_var *copy_result(copier *k, const net_var *result) {
  if (!k->vars[result->index])
    return k->net->vars.at[k->var[result->index]];
  net_var *v = net_add_var(k->net, NET_NONE);
  v->name = result->name;
  v->type = result->type;
  v->is_scratch = true;
  vec_push(k->m, &v->parts, ((net_part){.name = result->name}));
  return v;
}

static void copy_functions(copier *k) {
  for (uint32_t i = 0; i < k->from->functions.count; i++) {
    const net_function *from = &k->from->functions.at[i];
    net_function f = {.name = from->name, .block = from->block, .result = copy_result(k, from->result)};
    for (uint32_t p = 0; p < from->parameters.count; p++)
      if (!k->vars[from->parameters.at[p]->index])
        vec_push(k->m, &f.parameters, k->net->vars.at[k->var[from->parameters.at[p]->index]]);
    vec_push(k->m, &k->net->functions, f);
  }
}

static void build(copier *k) {
  const network *n = k->from;
  k->net = net_new(k->memory, n->file, n->language);
  k->net->is_timed = n->is_timed;
  k->net->faults_block = n->faults_block;
  k->var = ARENA_ARRAY(k->memory, int32_t, n->vars.count + 1);
  k->clock = ARENA_ARRAY(k->memory, int32_t, n->clocks.count + 1);
  k->label = ARENA_ARRAY(k->memory, int32_t, n->labels.count + 1);
  k->edge = ARENA_ARRAY(k->memory, int32_t, n->edges.count + 1);
  k->twin = ARENA_ARRAY(k->memory, int32_t, n->edges.count + 1);
  k->versions = ARENA_ARRAY(k->memory, uint32_t, n->edges.count + 1);
  for (uint32_t i = 0; i < n->edges.count; i++) {
    k->twin[i] = NET_NONE;
    k->versions[i] = 1;
  }
  copy_types(k);
  for (uint32_t i = 0; i < n->templates.count; i++)
    add_template(k, n->templates.at[i]);
  copy_vars(k);
  copy_clocks(k);
  copy_labels(k);
  copy_processes(k);
  copy_functions(k);
  if (k->special)
    copy_versions(k);
  else
    copy_flows(k);
  copy_idle_answers(k);
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (!k->special || !k->templates[i])
      k->net->templates.at[i]->provided = copy_condition(k, n->templates.at[i]->provided, true);
  if (!k->special) // else nobody asks for deadlocks
    k->net->end_condition = copy_condition(k, n->end_condition, false);
  net_finish(k->net);
}

static int32_t *inverse(const copier *k, const int32_t *map, uint32_t count, uint32_t to_count) {
  int32_t *back = ARENA_ARRAY(k->memory, int32_t, to_count + 1);
  for (uint32_t i = 0; i < to_count; i++)
    back[i] = NET_NONE;
  for (uint32_t i = 0; i < count; i++)
    if (map[i] != NET_NONE)
      back[map[i]] = (int32_t)i;
  return back;
}

static const int32_t *edges_back(const copier *k) {
  if (k->special)
    return k->edge_from;
  int32_t *back = inverse(k, k->edge, k->from->edges.count, k->net->edges.count);
  for (uint32_t i = 0; i < k->from->edges.count; i++)
    for (uint32_t v = 1; k->edge[i] != NET_NONE && v < k->versions[i]; v++)
      back[(uint32_t)k->edge[i] + v] = (int32_t)i;
  return back;
}

const char *net_copy_make(arena *memory, const network *from, const net_change *change, net_copy **out) {
  assert(from->is_finished);
  copier *k = ARENA_NEW(memory, copier);
  *k = (copier){.memory = memory, .m = arena_mem(memory), .from = from, .change = change, .special = change->special};
  k->maps = change->maps;
  start(k);
  if (!k->special)
    copy_select(k);
  const char *why = copy_refuse(k);
  if (!why)
    why = copy_refuse_faults(k);
  if (why)
    return why;
  build(k);
  if (k->is_weak && copy_has_too_many_ways(k->net) && !copy_has_too_many_ways(from))
    return "a broadcast could be answered in too many ways";
  k->change = NULL; // borrowed from the caller until here
  net_copy *c = *out = ARENA_NEW(memory, net_copy);
  *c = (net_copy){.from = from,
                  .net = k->net,
                  .var = k->var,
                  .clock = k->clock,
                  .label = k->label,
                  .edge = k->edge,
                  .var_from = inverse(k, k->var, from->vars.count, k->net->vars.count),
                  .clock_from = inverse(k, k->clock, from->clocks.count, k->net->clocks.count),
                  .label_from = inverse(k, k->label, from->labels.count, k->net->labels.count),
                  .edge_from = edges_back(k),
                  .fault_of = inverse(k, k->twin, from->edges.count, k->net->edges.count),
                  .versions = k->versions,
                  .is_left_out = k->templates,
                  .is_weak = k->is_weak,
                  .copier = k};
  return NULL;
}

static bool map_action(const net_copy *c, const int32_t *edges, const net_action *from, net_action *out) {
  *out = *from;
  if (edges[from->edge] == NET_NONE)
    return false;
  out->edge = (uint32_t)edges[from->edge];
  if (from->partner_edge == NET_ALONE)
    return true;
  if (c->from->is_timed && from->partner == NET_BROADCAST)
    return !c->is_weak;
  if (edges[from->partner_edge] == NET_NONE)
    return false;
  out->partner_edge = (uint32_t)edges[from->partner_edge];
  return true;
}

bool net_copy_action(const net_copy *c, const net_action *of_original, net_action *out) {
  return map_action(c, c->edge, of_original, out);
}

bool net_copy_origin(const net_copy *c, const net_action *of_copy, net_action *out) {
  return map_action(c, c->edge_from, of_copy, out);
}

bool net_copy_keeps_test(const net_copy *c, uint32_t template_, const net_edge *e) {
  const copier *k = c->copier;
  return !k->templates[template_] && !copy_changes_test(k, e) &&
         !copy_is_unknown(k, c->from->templates.at[template_]->provided);
}

bool net_copy_keeps(const net_copy *c, const expr *e) { return !copy_is_unknown(c->copier, e); }

uint32_t net_copy_location(const net_copy *c, uint32_t t, uint32_t location) {
  assert(location < c->from->templates.at[t]->flow.locations.count);
  return c->is_left_out[t] ? 0 : location;
}

int32_t net_copy_cell(const net_copy *c, const net_var *of_original, uint32_t cell) {
  assert(cell < of_original->cells);
  int32_t var = c->var[of_original->index];
  return var == NET_NONE ? NET_NONE : (int32_t)(c->net->vars.at[var]->first_cell + cell);
}

const net_map *net_copy_map(const net_copy *c, const net_var *of_original) {
  return copy_map_of(c->copier, of_original);
}

bool net_copy_knows_channel(const net_copy *c, uint32_t type) { return !c->copier->channels[type]; }

bool net_copy_knows_field(const net_copy *c, uint32_t field) {
  assert(field < c->copier->field_count);
  return !c->copier->fields[field];
}

expr *net_copy_condition(const net_copy *c, const expr *condition, bool surely) {
  return copy_condition(c->copier, condition, !surely);
}
