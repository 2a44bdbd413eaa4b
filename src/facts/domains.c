// The fixed point: every edge is looked at again and again, until no set grows any more.
#include "facts/domains_internal.h"

static void join_uncut(domain_maker *k, const net_var *var, const values *more) {
  if (!values_join(&k->d->vars[var->index], more))
    return;
  k->has_changed = true;
  k->grown[var->index] = ++k->clock;
}

static void join(domain_maker *k, const net_var *var, const values *more) {
  values cut = *more;
  values_cut(&cut, var->type);
  join_uncut(k, var, &cut);
}

void domain_grew(domain_maker *k, bool has_grown) {
  if (!has_grown)
    return;
  k->has_changed = true;
  k->other = ++k->clock;
}

void domain_write(domain_maker *k, const expr *target, const values *more) {
  join(k, target->var, more);
  domain_forget(k, target->var);
}

static void look_at_block(domain_maker *k, const net_flow *f);

static void run(domain_maker *k, const net_stmt *s) {
  const net_template *t = k->d->net->templates.at[s->template_];
  values set;
  for (uint32_t i = 0; i < t->parameters; i++) {
    const net_var *parameter = k->d->net->vars.at[t->vars.at[i]];
    set = (values){.count = 1};
    if (i < s->args.count)
      values_of(&k->known, s->args.at[i], &set);
    if (i < s->args.count)
      join(k, parameter, &set);
    else
      join_uncut(k, parameter, &set);
  }
  domain_grew(k, !k->d->is_started[t->index]);
  k->d->is_started[t->index] = true;
  set = (values){.is_unknown = true};
  if (s->target)
    domain_write(k, s->target, &set);
}

static void look_at_effect(domain_maker *k, const net_stmt *s) {
  values set;
  for (; s; s = s->next)
    if (s->kind == STMT_ASSIGN) {
      values_of(&k->known, s->value, &set);
      domain_write(k, s->target, &set);
    } else if (s->kind == STMT_RUN) {
      run(k, s);
    } else if (s->kind == STMT_BLOCK) {
      look_at_block(k, &k->d->net->blocks.at[s->block]);
    }
}

static void look_at_edge(domain_maker *k, const domain_flow *f, const net_edge *e) {
  if (!domain_arrive(k, f, e->from))
    return;
  domain_forget_called(k, e);
  if (e->guard && !domain_narrow(k, e->guard))
    return;
  domain_forget_called(k, e);
  if (e->sync.kind == SYNC_ANSWER) // the effects of others come between the guard and the effect
    domain_forget_globals(k);
  if (e->sync.kind == SYNC_SEND)
    domain_send(k, &e->sync);
  else if (e->sync.kind == SYNC_RECEIVE)
    domain_receive(k, &e->sync);
  look_at_effect(k, e->effect);
}

static void look_at_flow(domain_maker *k, const domain_flow *f) {
  for (uint32_t i = 0; i < f->flow->locations.count; i++)
    for (uint32_t n = 0; n < f->flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->d->net->edges.at[f->flow->locations.at[i].edges.at[n]];
      bool is_new = k->seen[e->id] != k->pass; // blocks may share edges
      k->seen[e->id] = k->pass;
      if (is_new || (i == f->flow->initial && f->entry_count))
        look_at_edge(k, f, e);
    }
  k->known.narrowed_count = 0;
}

// What the guard before a block has seen is so where the block begins, unless the block comes back there, or others run
// it as well.
static void look_at_block(domain_maker *k, const net_flow *flow) {
  bool is_shared = k->d->net->is_timed || k->d->net->functions.count > 0;
  domain_flow f = {.flow = flow, .is_block = true, .entry_count = is_shared ? 0 : k->known.narrowed_count};
  values pid = k->known.pid;
  if (flow->initial == NET_BLOCK_EXIT)
    return;
  if (is_shared)
    k->known.pid = (values){.is_unknown = true};
  f.ways = domain_ways_in(k, flow);
  f.entry_count = f.ways[flow->initial].count == 0 ? f.entry_count : 0;
  for (uint32_t i = 0; i < f.entry_count; i++)
    f.entry[i] = k->narrowed[i];
  look_at_flow(k, &f);
  k->known.pid = pid;
  mem_free(k->d->m, f.ways);
}

static uint32_t instances(const domains *d, const net_template *t) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < d->net->processes.count; i++)
    count += (uint32_t)d->net->processes.at[i].template_ == t->index;
  return count;
}

static void initialise(domain_maker *k, const net_var *v) {
  values set = {.count = 1};
  if (v->channel >= 0)
    return; // its channels have been numbered
  if (v->is_scratch || v->init.count == 0 ||
      (v->is_parameter && instances(k->d, k->d->net->templates.at[v->template_])))
    join_uncut(k, v, &set); // a checked type need not hold 0
  for (uint32_t i = 0; i < v->init.count && !v->is_parameter; i++) {
    values_of(&k->known, v->init.at[i], &set);
    join(k, v, &set);
  }
}

typedef struct {
  domain_maker *k;
  bool *is_read;  // by variable
  bool *is_noted; // by block
} reading;

static void note_read(const expr *e, void *context) {
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    ((reading *)context)->is_read[e->var->index] = true;
}

static void note_reads(reading *r, const net_flow *f) {
  const network *net = r->k->d->net;
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t n = 0; n < f->locations.at[i].edges.count; n++) {
      const net_edge *e = net->edges.at[f->locations.at[i].edges.at[n]];
      net_walk_edge(e, note_read, r);
      for (const net_stmt *s = e->effect; s; s = s->next)
        if (s->kind == STMT_BLOCK && !r->is_noted[s->block]) {
          r->is_noted[s->block] = true;
          note_reads(r, &net->blocks.at[s->block]);
        }
    }
}

static bool *reads_of(domain_maker *k, const net_template *t) {
  const network *net = k->d->net;
  reading r = {.k = k, .is_read = mem_alloc(k->d->m, net->vars.count + 1)};
  r.is_noted = mem_alloc(k->d->m, net->blocks.count + 1);
  note_reads(&r, &t->flow);
  mem_free(k->d->m, r.is_noted);
  for (uint32_t i = 0; i < t->vars.count; i++)
    for (uint32_t n = 0; n < net->vars.at[t->vars.at[i]]->init.count; n++)
      expr_walk(net->vars.at[t->vars.at[i]]->init.at[n], note_read, &r);
  return r.is_read;
}

static bool has_news(const domain_maker *k, const net_template *t) {
  uint64_t looked = k->looked[t->index];
  bool is_new = !looked || k->other >= looked;
  for (uint32_t i = 0; i < k->d->net->vars.count && !is_new; i++)
    is_new = k->is_read[t->index][i] && k->grown[i] >= looked;
  return is_new;
}

static void look_at_template(domain_maker *k, const net_template *t) {
  const domains *d = k->d;
  if ((!d->is_started[t->index] && !instances(d, t)) || !has_news(k, t))
    return;
  k->looked[t->index] = ++k->clock;
  k->known.pid = (values){.is_unknown = d->is_started[t->index]};
  for (uint32_t i = 0; i < d->net->processes.count; i++)
    if ((uint32_t)d->net->processes.at[i].template_ == t->index)
      values_add(&k->known.pid, (int32_t)i);
  k->known.narrowed_count = 0;
  values unknown = {.is_unknown = true};
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = d->net->vars.at[t->vars.at[i]];
    if (!v->is_parameter || instances(d, t))
      initialise(k, v);
    if (v->channel >= 0 && d->is_started[t->index])
      join(k, v, &unknown);
  }
  domain_flow f = {.flow = &t->flow, .ways = domain_ways_in(k, &t->flow)};
  look_at_flow(k, &f);
  mem_free(d->m, f.ways);
}

// A function may be called with anything: conditions that are asked of states do so as well, and not all are known
// beforehand. What it returns may be anything, so that whoever calls it need not be looked at again.
static void look_at_function(domain_maker *k, const net_function *f) {
  values unknown = {.is_unknown = true};
  for (uint32_t i = 0; i < f->parameters.count; i++)
    join(k, f->parameters.at[i], &unknown);
  k->known.pid = unknown;
  k->known.narrowed_count = 0;
  look_at_block(k, &k->d->net->blocks.at[f->block]);
}

static void iterate(domain_maker *k) {
  const network *net = k->d->net;
  do {
    k->pass++;
    k->has_changed = false;
    k->known.pid = (values){.count = 1};
    for (uint32_t i = 0; i < net->globals.count; i++)
      initialise(k, net->vars.at[net->globals.at[i]]);
    for (uint32_t t = 0; t < net->templates.count; t++)
      look_at_template(k, net->templates.at[t]);
    for (uint32_t f = 0; f < net->functions.count; f++)
      look_at_function(k, &net->functions.at[f]);
  } while (k->has_changed);
}

static void note_written(const net_edge *e, bool *is_assigned) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND)
      is_assigned[e->sync.patterns.at[i].value->var->index] = true;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->target)
      is_assigned[s->target->var->index] = true;
}

// The channels of the start, in the order in which they are made.
static void number_channels(domains *d, const uint32_t *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = d->net->vars.at[vars[i]];
    for (uint32_t c = 0; c < v->cells && v->channel >= 0 && d->first_channels < NET_MAX_CHANNELS; c++) {
      d->channel_type[++d->first_channels] = (uint32_t)v->channel;
      values_add(&d->vars[v->index], (int32_t)d->first_channels);
    }
  }
}

static void prepare(domains *d) {
  const network *net = d->net;
  for (uint32_t i = 0; i < net->edges.count; i++)
    note_written(net->edges.at[i], d->is_assigned);
  for (uint32_t i = 0; i < net->functions.count; i++)
    for (uint32_t n = 0; n < net->functions.at[i].parameters.count; n++)
      d->is_assigned[net->functions.at[i].parameters.at[n]->index] = true;
  for (uint32_t i = 0; i < net->channels.count; i++) {
    uint32_t fields = net->channels.at[i].fields.count;
    domain_messages *messages = &d->messages[i];
    messages->fields = fields;
    messages->tuples = mem_alloc(d->m, sizeof *messages->tuples * (VALUES_MOST * fields + 1));
    messages->field = mem_alloc(d->m, sizeof *messages->field * (fields + 1));
    if (net->channels.at[i].capacity > d->capacity)
      d->capacity = net->channels.at[i].capacity;
  }
  number_channels(d, net->globals.at, net->globals.count);
  d->global_channels = d->first_channels;
  for (uint32_t i = 0; i < net->processes.count; i++) {
    const net_template *t = net->templates.at[net->processes.at[i].template_];
    number_channels(d, t->vars.at, t->vars.count);
  }
}

domains *domains_open(mem *m, const network *net) {
  domains *d = mem_alloc(m, sizeof *d);
  *d = (domains){.m = m, .net = net};
  d->vars = mem_alloc(m, sizeof *d->vars * (net->vars.count + 1));
  d->messages = mem_alloc(m, sizeof *d->messages * (net->channels.count + 1));
  d->is_assigned = mem_alloc(m, sizeof *d->is_assigned * (net->vars.count + 1));
  d->is_started = mem_alloc(m, sizeof *d->is_started * (net->templates.count + 1));
  d->channel_type = mem_alloc(m, sizeof *d->channel_type * (NET_MAX_CHANNELS + 1));
  prepare(d);
  domain_maker *k = mem_alloc(m, sizeof *k);
  k->d = d;
  k->seen = mem_alloc(m, sizeof *k->seen * (net->edges.count + 1));
  k->known = (values_known){.net = net, .vars = d->vars, .narrowed = k->narrowed, .capacity = d->capacity};
  k->known.processes.is_unknown = net->starts_processes;
  for (uint32_t i = 0; i <= net->processes.count; i++)
    values_add(&k->known.processes, (int32_t)i);
  k->grown = mem_alloc(m, sizeof *k->grown * (net->vars.count + 1));
  k->looked = mem_alloc(m, sizeof *k->looked * (net->templates.count + 1));
  k->is_read = mem_alloc(m, sizeof *k->is_read * (net->templates.count + 1));
  for (uint32_t t = 0; t < net->templates.count; t++)
    k->is_read[t] = reads_of(k, net->templates.at[t]);
  iterate(k);
  for (uint32_t t = 0; t < net->templates.count; t++)
    mem_free(m, k->is_read[t]);
  mem_free(m, k->is_read);
  mem_free(m, k->looked);
  mem_free(m, k->grown);
  mem_free(m, k->seen);
  mem_free(m, k);
  return d;
}

void domains_close(domains *d) {
  for (uint32_t i = 0; i < d->net->channels.count; i++) {
    mem_free(d->m, d->messages[i].tuples);
    mem_free(d->m, d->messages[i].field);
  }
  mem_free(d->m, d->vars);
  mem_free(d->m, d->messages);
  mem_free(d->m, d->is_assigned);
  mem_free(d->m, d->is_started);
  mem_free(d->m, d->channel_type);
  mem_free(d->m, d);
}
