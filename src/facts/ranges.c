// The fixed-point iteration: edges are visited again until no range grows.
#include "facts/ranges_internal.h"

#include <string.h>

static void visit_block(range_maker *k, const net_flow *f);

static void run(range_maker *k, const net_stmt *s) {
  const net_template *t = k->r->net->templates.at[s->template_];
  values set;
  for (uint32_t i = 0; i < t->parameters; i++) {
    const net_var *parameter = k->r->net->vars.at[t->vars.at[i]];
    values_set_one(&set, 0);
    if (i < s->args.count)
      values_of(&k->known, s->args.at[i], &set);
    if (i < s->args.count)
      range_join(k, parameter, &set);
    else
      range_join_initial(k, parameter, &set);
  }
  k->has_changed |= !k->r->is_started[t->index];
  k->r->is_started[t->index] = true;
  values_set_interval(&set, (interval){0, NET_MAX_PROCESSES - 1});
  if (s->target)
    range_write(k, s->target, &set);
}

static void visit_effect(range_maker *k, const net_stmt *s) {
  values set;
  for (; s; s = s->next)
    if (s->kind == STMT_ASSIGN) {
      values_of(&k->known, s->value, &set);
      range_write(k, s->target, &set);
    } else if (s->kind == STMT_RUN) {
      run(k, s);
    } else if (s->kind == STMT_BLOCK) {
      visit_block(k, &k->r->net->blocks.at[s->block]);
    }
}

static void visit_edge(range_maker *k, const net_edge *e) {
  range_forget_called(k, e);
  if (k->setup->uses_guards && e->guard && !range_narrow(k, e->guard))
    return;
  range_forget_called(k, e);
  if (e->sync.kind == SYNC_ANSWER) // effects of other processes run between the guard and this effect
    range_forget_shared(k);
  if (e->sync.kind == SYNC_SEND)
    range_send(k, &e->sync);
  else if (e->sync.kind == SYNC_RECEIVE)
    range_receive(k, &e->sync);
  visit_effect(k, e->effect);
}

static bool is_due(const range_maker *k, const range_flow *f, const net_edge *e) {
  if (!f->is_block)
    return range_must_revisit(k, e);
  return !f->is_shared || k->seen[e->id] != k->pass;
}

// The narrowed ranges on arrival are the same for all edges of a location.
static void visit_location(range_maker *k, const range_flow *f, uint32_t location) {
  const net_location *l = &f->flow->locations.at[location];
  bool has_arrived = !k->setup->uses_guards, is_reached = true;
  uint32_t count = 0;
  values_narrowed arrived[MOST_NARROWED];
  for (uint32_t n = 0; n < l->edges.count; n++) {
    const net_edge *e = k->r->net->edges.at[l->edges.at[n]];
    if (!is_due(k, f, e))
      continue;
    if (!has_arrived) {
      is_reached = range_arrive(k, f, location);
      has_arrived = true;
      count = k->known.narrowed_count;
      memcpy(arrived, k->narrowed, sizeof *arrived * count);
    }
    memcpy(k->narrowed, arrived, sizeof *arrived * count);
    k->known.narrowed_count = count;
    k->seen[e->id] = k->pass;
    k->visited_at[e->id] = ++k->clock;
    mem_poll(k->r->m);
    if (is_reached)
      visit_edge(k, e);
  }
}

static void visit_flow(range_maker *k, const range_flow *f) {
  for (uint32_t i = 0; i < f->flow->locations.count; i++)
    visit_location(k, f, i);
  k->known.narrowed_count = 0;
}

// What the guard before a block has tested still holds at the initial location of the block, unless the block returns
// there, or other processes run it as well.
static void visit_block(range_maker *k, const net_flow *flow) {
  bool is_shared = k->r->net->is_timed || k->r->net->functions.count > 0;
  range_flow f = {.flow = flow, .is_block = true, .is_shared = is_shared};
  f.entry_count = is_shared ? 0 : k->known.narrowed_count;
  values pid = k->known.pid;
  if (flow->initial == NET_BLOCK_EXIT)
    return;
  if (is_shared)
    k->known.pid = k->known.last; // of any process
  f.incoming = range_find_incoming(k, flow);
  f.entry_count = f.incoming && f.incoming[flow->initial].count == 0 ? f.entry_count : 0;
  for (uint32_t i = 0; i < f.entry_count; i++)
    f.entry[i] = k->narrowed[i];
  visit_flow(k, &f);
  k->known.pid = pid;
  mem_free(k->r->m, f.incoming);
}

// A process that is started later may have any number, and so may its channels: all edges must be visited again.
static void revisit_all(range_maker *k, const net_template *t) {
  for (uint32_t l = 0; l < t->flow.locations.count; l++)
    for (uint32_t i = 0; i < t->flow.locations.at[l].edges.count; i++)
      if (k->visited_at[t->flow.locations.at[l].edges.at[i]] != UINT64_MAX)
        k->visited_at[t->flow.locations.at[l].edges.at[i]] = 0;
  k->was_started[t->index] = k->r->is_started[t->index];
}

void range_enter(range_maker *k, const net_template *t) {
  const ranges *r = k->r;
  k->template_ = t->index;
  values_clear(&k->known.pid);
  for (uint32_t i = 0; i < r->net->processes.count; i++)
    if ((uint32_t)r->net->processes.at[i].template_ == t->index)
      values_add(&k->known.pid, (int32_t)i);
  if (r->is_started[t->index])
    k->known.pid = k->known.last; // of any process
}

static void visit_template(range_maker *k, const net_template *t) {
  const ranges *r = k->r;
  bool is_started = r->is_started[t->index];
  if (!is_started && !k->instances[t->index])
    return;
  range_enter(k, t);
  if (is_started != k->was_started[t->index])
    revisit_all(k, t);
  values later;
  values_set_interval(&later, (interval){(int32_t)r->global_channels + 1, NET_MAX_CHANNELS});
  k->known.narrowed_count = 0;
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = r->net->vars.at[t->vars.at[i]];
    if (!v->is_parameter || k->instances[t->index])
      range_initialise(k, v);
    if (v->channel >= 0 && is_started)
      range_join(k, v, &later);
  }
  visit_flow(k, &k->flows[t->index]);
}

// Visited in every pass, as its parameters, or what its block reads, may have grown.
static void visit_function(range_maker *k, const net_function *f) {
  values anything;
  values_set_interval(&anything, interval_all);
  for (uint32_t i = 0; i < f->parameters.count && !k->setup->knows_conditions; i++)
    range_join(k, f->parameters.at[i], &anything);
  k->known.pid = k->known.last; // of any process
  k->template_ = WRITERS_SEVERAL;
  k->known.narrowed_count = 0;
  visit_block(k, &k->r->net->blocks.at[f->block]);
}

static void iterate(range_maker *k) {
  const network *net = k->r->net;
  do {
    k->pass++;
    k->has_changed = false;
    if (k->setup->knows_conditions)
      range_join_arguments(k);
    range_know(k->r, &k->known);
    k->known.narrowed = k->narrowed;
    values_set_one(&k->known.pid, 0);
    k->template_ = WRITERS_SEVERAL;
    for (uint32_t i = 0; i < net->globals.count; i++)
      range_initialise(k, net->vars.at[net->globals.at[i]]);
    for (uint32_t t = 0; t < net->templates.count; t++)
      visit_template(k, net->templates.at[t]);
    for (uint32_t f = 0; f < net->functions.count; f++)
      visit_function(k, &net->functions.at[f]);
  } while (k->has_changed);
}

static void open_flow(range_maker *k, accesses *a, const net_template *t) {
  range_flow *f = &k->flows[t->index];
  *f = (range_flow){.flow = &t->flow, .incoming = range_find_incoming(k, &t->flow)};
  for (uint32_t l = 0; l < t->flow.locations.count; l++)
    for (uint32_t i = 0; i < t->flow.locations.at[l].edges.count; i++)
      range_find_sources(k, a, f, k->r->net->edges.at[t->flow.locations.at[l].edges.at[i]]);
}

// Everything but incoming edges and sources is in the arena.
static range_maker *open_maker(const ranges_setup *setup, ranges *r, accesses *a) {
  const network *net = r->net;
  uint32_t things = net->vars.count + net->channels.count + 1;
  arena *memory = arena_new(r->m);
  range_maker *k = ARENA_NEW(memory, range_maker);
  *k = (range_maker){.r = r, .setup = setup, .memory = memory};
  k->seen = ARENA_ARRAY(memory, uint32_t, net->edges.count + 1);
  k->visited_at = ARENA_ARRAY(memory, uint64_t, net->edges.count + 1);
  k->first_source = ARENA_ARRAY(memory, uint32_t, net->edges.count + 1);
  k->source_count = ARENA_ARRAY(memory, uint32_t, net->edges.count + 1);
  k->grown = ARENA_ARRAY(memory, uint64_t, things);
  k->mark = ARENA_ARRAY(memory, uint32_t, things);
  k->growth = ARENA_ARRAY(memory, uint8_t, net->vars.count + 1);
  k->is_initialised = ARENA_ARRAY(memory, bool, net->vars.count + 1);
  k->was_started = ARENA_ARRAY(memory, bool, net->templates.count + 1);
  k->instances = ARENA_ARRAY(memory, uint32_t, net->templates.count + 1);
  k->flows = ARENA_ARRAY(memory, range_flow, net->templates.count + 1);
  k->first_field = ARENA_ARRAY(memory, uint32_t, net->channels.count + 1);
  for (uint32_t i = 0; i < net->channels.count; i++)
    k->first_field[i + 1] = k->first_field[i] + net->channels.at[i].fields.count;
  k->field_growth = ARENA_ARRAY(memory, uint8_t, k->first_field[net->channels.count] + 1);
  for (uint32_t i = 0; i < net->processes.count; i++)
    k->instances[net->processes.at[i].template_]++;
  for (uint32_t t = 0; t < net->templates.count; t++)
    open_flow(k, a, net->templates.at[t]);
  return k;
}

static void close_maker(range_maker *k) {
  for (uint32_t t = 0; t < k->r->net->templates.count; t++)
    mem_free(k->r->m, k->flows[t].incoming);
  vec_free(k->r->m, &k->sources);
  arena_delete(k->memory);
}

ranges *ranges_open(const ranges_setup *setup) {
  const network *net = setup->net;
  mem *m = setup->m;
  ranges *r = mem_alloc(m, sizeof *r);
  *r = (ranges){.m = m, .net = net, .own = setup->accesses ? NULL : access_open(m, net)};
  accesses *known = r->own ? r->own : setup->accesses;
  r->is_written = access_written(known);
  r->writers = writers_find(m, net, known);
  r->vars = mem_alloc(m, sizeof *r->vars * (net->vars.count + 1));
  r->messages = mem_alloc(m, sizeof *r->messages * (net->channels.count + 1));
  r->is_started = mem_alloc(m, sizeof *r->is_started * (net->templates.count + 1));
  r->channel_type = mem_alloc(m, sizeof *r->channel_type * (NET_MAX_CHANNELS + 1));
  r->block_ends = mem_alloc(m, net->blocks.count + 1);
  range_prepare(r);
  range_maker *k = open_maker(setup, r, known);
  iterate(k);
  close_maker(k);
  return r;
}

void ranges_close(ranges *r) {
  for (uint32_t i = 0; i < r->net->channels.count; i++) {
    mem_free(r->m, r->messages[i].tuples);
    mem_free(r->m, r->messages[i].field);
  }
  mem_free(r->m, r->writers);
  mem_free(r->m, r->vars);
  mem_free(r->m, r->messages);
  mem_free(r->m, r->is_started);
  mem_free(r->m, r->channel_type);
  mem_free(r->m, r->block_ends);
  if (r->own)
    access_close(r->own);
  mem_free(r->m, r);
}
