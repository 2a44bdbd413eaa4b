// The fixed point: every edge is looked at again and again, until nothing grows any more.
#include "facts/ranges_internal.h"

static void look_at_block(range_maker *k, const net_flow *f);

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
  range_grew(k, !k->r->is_started[t->index]);
  k->r->is_started[t->index] = true;
  values_set_interval(&set, (interval){0, NET_MAX_PROCESSES - 1});
  if (s->target)
    range_write(k, s->target, &set);
}

static void look_at_effect(range_maker *k, const net_stmt *s) {
  values set;
  for (; s; s = s->next)
    if (s->kind == STMT_ASSIGN) {
      values_of(&k->known, s->value, &set);
      range_write(k, s->target, &set);
    } else if (s->kind == STMT_RUN) {
      run(k, s);
    } else if (s->kind == STMT_BLOCK) {
      look_at_block(k, &k->r->net->blocks.at[s->block]);
    }
}

static void look_at_edge(range_maker *k, const range_flow *f, const net_edge *e) {
  bool sees_guards = k->setup->looks_at_guards;
  if (sees_guards && !range_arrive(k, f, e->from))
    return;
  range_forget_called(k, e);
  if (sees_guards && e->guard && !range_narrow(k, e->guard))
    return;
  range_forget_called(k, e);
  if (e->sync.kind == SYNC_ANSWER) // the effects of others come between the guard and the effect
    range_forget_globals(k);
  if (e->sync.kind == SYNC_SEND)
    range_send(k, &e->sync);
  else if (e->sync.kind == SYNC_RECEIVE)
    range_receive(k, &e->sync);
  look_at_effect(k, e->effect);
}

static void look_at_flow(range_maker *k, const range_flow *f) {
  for (uint32_t i = 0; i < f->flow->locations.count; i++)
    for (uint32_t n = 0; n < f->flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->r->net->edges.at[f->flow->locations.at[i].edges.at[n]];
      bool is_new = k->seen[e->id] != k->pass; // blocks may share edges
      k->seen[e->id] = k->pass;
      mem_poll(k->r->m);
      if (is_new || (i == f->flow->initial && f->entry_count))
        look_at_edge(k, f, e);
    }
  k->known.narrowed_count = 0;
}

// What the guard before a block has seen is so where the block begins, unless the block comes back there, or others run
// it as well.
static void look_at_block(range_maker *k, const net_flow *flow) {
  bool is_shared = k->r->net->is_timed || k->r->net->functions.count > 0;
  range_flow f = {.flow = flow, .is_block = true, .entry_count = is_shared ? 0 : k->known.narrowed_count};
  values pid = k->known.pid;
  if (flow->initial == NET_BLOCK_EXIT)
    return;
  if (is_shared)
    k->known.pid = k->known.last; // anybody's
  f.ways = range_ways_in(k, flow);
  f.entry_count = f.ways && f.ways[flow->initial].count == 0 ? f.entry_count : 0;
  for (uint32_t i = 0; i < f.entry_count; i++)
    f.entry[i] = k->narrowed[i];
  look_at_flow(k, &f);
  k->known.pid = pid;
  mem_free(k->r->m, f.ways);
}

static void note_reads(bool *is_read, access_set reads) {
  for (uint32_t i = 0; i < reads.count; i++)
    is_read[reads.at[i]] = true;
}

static void note_access(bool *is_read, const access_sets *a) {
  note_reads(is_read, a->reads[ACCESS_VARS]);
  note_reads(is_read, a->reads[ACCESS_REMOTE]);
}

// By variable: whether an edge of the template, or an initialiser, reads it.
static bool *reads_of(const ranges *r, accesses *a, const net_template *t) {
  const network *net = r->net;
  bool *is_read = mem_alloc(r->m, net->vars.count + 1);
  for (uint32_t l = 0; l < t->flow.locations.count; l++)
    for (uint32_t i = 0; i < t->flow.locations.at[l].edges.count; i++)
      note_access(is_read, access_of_edge(a, t->flow.locations.at[l].edges.at[i]));
  for (uint32_t i = 0; i < t->vars.count; i++)
    for (uint32_t n = 0; n < net->vars.at[t->vars.at[i]]->init.count; n++)
      note_access(is_read, access_of_expr(a, net->vars.at[t->vars.at[i]]->init.at[n]));
  return is_read;
}

static bool has_news(const range_maker *k, const net_template *t) {
  uint64_t looked = k->looked[t->index];
  bool is_new = !looked || k->other >= looked;
  for (uint32_t i = 0; i < k->r->net->vars.count && !is_new; i++)
    is_new = k->is_read[t->index][i] && k->grown[i] >= looked;
  return is_new;
}

static void look_at_template(range_maker *k, const net_template *t) {
  const ranges *r = k->r;
  uint32_t instances = range_instances(r, t);
  if ((!r->is_started[t->index] && !instances) || !has_news(k, t))
    return;
  k->looked[t->index] = ++k->clock;
  values_clear(&k->known.pid);
  for (uint32_t i = 0; i < r->net->processes.count; i++)
    if ((uint32_t)r->net->processes.at[i].template_ == t->index)
      values_add(&k->known.pid, (int32_t)i);
  if (r->is_started[t->index])
    k->known.pid = k->known.last; // anybody's
  k->known.narrowed_count = 0;
  values later;
  values_set_interval(&later, (interval){(int32_t)r->global_channels + 1, NET_MAX_CHANNELS});
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = r->net->vars.at[t->vars.at[i]];
    if (!v->is_parameter || instances)
      range_initialise(k, v);
    if (v->channel >= 0 && r->is_started[t->index])
      range_join(k, v, &later);
  }
  range_flow f = {.flow = &t->flow, .ways = range_ways_in(k, &t->flow)};
  look_at_flow(k, &f);
  mem_free(r->m, f.ways);
}

static void look_at_function(range_maker *k, const net_function *f) {
  values anything;
  values_set_interval(&anything, interval_all);
  for (uint32_t i = 0; i < f->parameters.count && !k->setup->knows_conditions; i++)
    range_join(k, f->parameters.at[i], &anything);
  k->known.pid = k->known.last; // whoever calls it
  k->known.narrowed_count = 0;
  look_at_block(k, &k->r->net->blocks.at[f->block]);
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
    for (uint32_t i = 0; i < net->globals.count; i++)
      range_initialise(k, net->vars.at[net->globals.at[i]]);
    for (uint32_t t = 0; t < net->templates.count; t++)
      look_at_template(k, net->templates.at[t]);
    for (uint32_t f = 0; f < net->functions.count; f++)
      look_at_function(k, &net->functions.at[f]);
  } while (k->has_changed);
}

static range_maker *open_maker(const ranges_setup *setup, ranges *r, accesses *a) {
  const network *net = r->net;
  mem *m = r->m;
  range_maker *k = mem_alloc(m, sizeof *k);
  k->r = r;
  k->setup = setup;
  k->seen = mem_alloc(m, sizeof *k->seen * (net->edges.count + 1));
  k->grown = mem_alloc(m, sizeof *k->grown * (net->vars.count + 1));
  k->growth = mem_alloc(m, net->vars.count + 1);
  k->first_field = mem_alloc(m, sizeof *k->first_field * (net->channels.count + 1));
  for (uint32_t i = 0; i < net->channels.count; i++)
    k->first_field[i + 1] = k->first_field[i] + net->channels.at[i].fields.count;
  k->field_growth = mem_alloc(m, k->first_field[net->channels.count] + 1);
  k->looked = mem_alloc(m, sizeof *k->looked * (net->templates.count + 1));
  k->is_read = mem_alloc(m, sizeof *k->is_read * (net->templates.count + 1));
  for (uint32_t t = 0; t < net->templates.count; t++)
    k->is_read[t] = reads_of(r, a, net->templates.at[t]);
  return k;
}

static void close_maker(range_maker *k) {
  mem *m = k->r->m;
  for (uint32_t t = 0; t < k->r->net->templates.count; t++)
    mem_free(m, k->is_read[t]);
  mem_free(m, k->is_read);
  mem_free(m, k->looked);
  mem_free(m, k->field_growth);
  mem_free(m, k->first_field);
  mem_free(m, k->growth);
  mem_free(m, k->grown);
  mem_free(m, k->seen);
  mem_free(m, k);
}

ranges *ranges_open(const ranges_setup *setup) {
  const network *net = setup->net;
  mem *m = setup->m;
  ranges *r = mem_alloc(m, sizeof *r);
  *r = (ranges){.m = m, .net = net, .own = setup->accesses ? NULL : access_open(m, net)};
  accesses *known = r->own ? r->own : setup->accesses;
  r->is_written = access_written(known);
  r->vars = mem_alloc(m, sizeof *r->vars * (net->vars.count + 1));
  r->messages = mem_alloc(m, sizeof *r->messages * (net->channels.count + 1));
  r->is_started = mem_alloc(m, sizeof *r->is_started * (net->templates.count + 1));
  r->channel_type = mem_alloc(m, sizeof *r->channel_type * (NET_MAX_CHANNELS + 1));
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
  mem_free(r->m, r->vars);
  mem_free(r->m, r->messages);
  mem_free(r->m, r->is_started);
  mem_free(r->m, r->channel_type);
  if (r->own)
    access_close(r->own);
  mem_free(r->m, r);
}
