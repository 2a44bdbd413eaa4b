#include "facts/range.h"

#include "facts/domains.h"

enum { PATIENCE = 4 }; // a variable that grows more often may have every value of its type

static const range nothing = {1, 0}, truth = {0, 1}, anything = {INT32_MIN, INT32_MAX};

static bool is_empty(range r) { return r.least > r.most; }

static range hull(range a, range b) {
  if (is_empty(a) || is_empty(b))
    return is_empty(a) ? b : a;
  return (range){a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
}

static range of_type(net_type t) {
  return t.bits >= 32 && !t.is_checked ? anything : (range){net_type_min(t), net_type_max(t)};
}

static range common(range a, range b) {
  return (range){a.least > b.least ? a.least : b.least, a.most < b.most ? a.most : b.most};
}

static range cut(net_type t, range r) {
  range all = of_type(t);
  if (t.is_checked)
    return is_empty(common(r, all)) ? nothing : common(r, all);
  return r.least < all.least || r.most > all.most ? all : r;
}

// Values wrap around: what does not fit may be anything.
static range fitting(int64_t least, int64_t most) {
  return least < INT32_MIN || most > INT32_MAX ? anything : (range){least, most};
}

static range product(range a, range b) {
  int64_t corner[] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
  range r = {corner[0], corner[0]};
  for (int i = 1; i < 4; i++)
    r = hull(r, (range){corner[i], corner[i]});
  return fitting(r.least, r.most);
}

static range remainder_of(range a, range b) {
  if (b.least < 1)
    return anything;
  int64_t most = b.most - 1;
  if (a.least < 0)
    return (range){-most, most};
  return (range){0, a.most < most ? a.most : most};
}

static range masked(range a, range b) {
  if (a.least < 0 && b.least < 0)
    return anything;
  if (a.least < 0 || b.least < 0)
    return (range){0, a.least < 0 ? b.most : a.most};
  return (range){0, a.most < b.most ? a.most : b.most};
}

static range operator_range(expr_op op, range a, range b) {
  switch (op) {
  case EXPR_NEG:
    return fitting(-a.most, -a.least);
  case EXPR_ADD:
    return fitting(a.least + b.least, a.most + b.most);
  case EXPR_SUB:
    return fitting(a.least - b.most, a.most - b.least);
  case EXPR_MUL:
    return product(a, b);
  case EXPR_MOD:
    return remainder_of(a, b);
  case EXPR_DIV:
    return a.least >= 0 && b.least >= 1 ? (range){0, a.most} : anything;
  case EXPR_SHR:
    return a.least >= 0 ? (range){0, a.most} : anything;
  case EXPR_BIT_AND:
    return masked(a, b);
  case EXPR_COMPLEMENT:
  case EXPR_SHL:
  case EXPR_BIT_OR:
  case EXPR_BIT_XOR:
    return anything;
  default: // comparisons and logic
    return truth;
  }
}

static range longest(const ranges *r) {
  range all = {0, 0};
  for (uint32_t i = 0; i < r->net->channels.count; i++)
    all = hull(all, (range){0, r->net->channels.at[i].capacity});
  return all;
}

static range process_number(const ranges *r) {
  uint32_t count = r->net->starts_processes ? NET_MAX_PROCESSES : r->net->processes.count;
  return (range){0, count ? count - 1 : 0};
}

static range of_var(const ranges *r, const net_var *v) {
  range is = r->vars[v->index];
  const values *domain = r->domains ? &r->domains->vars[v->index] : NULL;
  if (!domain || domain->is_unknown || domain->count == 0)
    return is;
  return common(is, (range){domain->at[0], domain->at[domain->count - 1]});
}

range range_of(const ranges *r, const expr *e) {
  if (e->op < EXPR_OPERATOR_COUNT) {
    range a = range_of(r, e->a), b = expr_arity(e->op) == 2 ? range_of(r, e->b) : a;
    return is_empty(a) || is_empty(b) ? nothing : operator_range(e->op, a, b);
  }
  switch ((expr_op)e->op) {
  case EXPR_CONST:
    return (range){e->value, e->value};
  case EXPR_VAR:
    return of_var(r, e->var);
  case EXPR_REMOTE_VAR:
    return hull(of_var(r, e->var), (range){0, 0});
  case EXPR_CALL:
    return of_var(r, r->net->functions.at[e->value].result);
  case EXPR_COND:
    return hull(range_of(r, e->b), range_of(r, e->c));
  case EXPR_PID:
  case EXPR_LAST:
    return process_number(r);
  case EXPR_PROCESSES:
    return (range){0, NET_MAX_PROCESSES};
  case EXPR_LEN:
    return longest(r);
  case EXPR_PC:
  case EXPR_PRIORITY:
    return anything;
  default:
    return truth;
  }
}

bool range_channel(const ranges *r, const expr *channel, void (*may_be)(uint32_t type, void *context), void *context) {
  if (channel->op == EXPR_VAR && channel->var->channel >= 0 && !r->is_written[channel->var->index]) {
    may_be((uint32_t)channel->var->channel, context);
    return true;
  }
  range numbers = range_of(r, channel);
  bool is_fixed = is_empty(numbers) || (numbers.least >= 1 && numbers.most <= r->fixed);
  if (is_fixed)
    for (int64_t number = numbers.least; number <= numbers.most; number++)
      may_be((uint32_t)r->fixed_type[number], context);
  else
    for (uint32_t type = 0; type < r->net->channels.count; type++)
      may_be(type, context);
  return is_fixed;
}

static void grow(ranges *r, const net_var *v, range by) {
  range *old = &r->vars[v->index], grown = hull(*old, cut(v->type, by));
  if (grown.least == old->least && grown.most == old->most)
    return;
  r->has_changed = true;
  *old = r->growth[v->index]++ < PATIENCE ? grown : of_type(v->type);
}

static void write_var(ranges *r, const net_var *v, range by) {
  r->has_changed |= !r->is_written[v->index];
  r->is_written[v->index] = true;
  grow(r, v, by);
}

typedef struct {
  ranges *r;
  const net_edge *edge;
} transfer;

static void send_to(uint32_t type, void *context) {
  const transfer *t = context;
  ranges *r = t->r;
  const net_channel *c = &r->net->channels.at[type];
  for (uint32_t k = 0; k < c->fields.count && k < t->edge->sync.fields.count; k++) {
    range *old = &r->fields[r->first[type] + k];
    range grown = hull(*old, cut(c->fields.at[k], range_of(r, t->edge->sync.fields.at[k])));
    if (grown.least == old->least && grown.most == old->most)
      continue;
    r->has_changed = true;
    *old = is_empty(*old) ? grown : of_type(c->fields.at[k]); // its second growth: no patience is needed here
  }
}

static void receive_from(uint32_t type, void *context) {
  const transfer *t = context;
  const net_channel *c = &t->r->net->channels.at[type];
  for (uint32_t k = 0; k < c->fields.count && k < t->edge->sync.patterns.count; k++) {
    const net_pattern *p = &t->edge->sync.patterns.at[k];
    if (p->kind == PATTERN_BIND)
      write_var(t->r, p->value->var, t->r->fields[t->r->first[type] + k]);
  }
}

static void start_process(ranges *r, const net_stmt *s) {
  const net_template *t = r->net->templates.at[s->template_];
  for (uint32_t i = 0; i < t->parameters; i++)
    write_var(r, r->net->vars.at[t->vars.at[i]], i < s->args.count ? range_of(r, s->args.at[i]) : (range){0, 0});
  if (s->target)
    write_var(r, s->target->var, process_number(r));
}

static void follow_edge(ranges *r, const net_edge *e) {
  transfer t = {r, e};
  if (e->sync.kind == SYNC_SEND)
    range_channel(r, e->sync.channel, send_to, &t);
  else if (e->sync.kind == SYNC_RECEIVE)
    range_channel(r, e->sync.channel, receive_from, &t);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    if (s->kind == STMT_ASSIGN)
      write_var(r, s->target->var, range_of(r, s->value));
    else if (s->kind == STMT_RUN)
      start_process(r, s);
  }
}

// Whoever calls a function, conditions that are not part of the network included, may give it anything.
static void start_functions(ranges *r) {
  for (uint32_t i = 0; i < r->net->functions.count; i++)
    for (uint32_t k = 0; k < r->net->functions.at[i].parameters.count; k++) {
      const net_var *v = r->net->functions.at[i].parameters.at[k];
      write_var(r, v, of_type(v->type));
    }
}

static void note_early(const expr *e, void *context) {
  if ((e->op == EXPR_VAR && !e->var->is_parameter) || e->op == EXPR_REMOTE_VAR || e->op >= EXPR_LEN)
    *(bool *)context = true;
}

bool range_is_early(const expr *initialiser) {
  bool is_early = false;
  expr_walk(initialiser, note_early, &is_early);
  return is_early;
}

// Every cell starts at 0 or what it is initialised with; channels made for it have numbers from this one on.
static void initialise(ranges *r, const net_var *v, uint32_t first_channel) {
  if (v->channel >= 0)
    grow(r, v,
         v->template_ == NET_NONE ? (range){first_channel, first_channel + v->cells - 1}
                                  : (range){r->fixed + 1, NET_MAX_CHANNELS});
  else if (!v->is_parameter && !v->init.count)
    grow(r, v, (range){0, 0});
  for (uint32_t i = 0; i < v->init.count; i++)
    grow(r, v, range_is_early(v->init.at[i]) ? of_type(v->type) : range_of(r, v->init.at[i]));
}

static void follow_all(ranges *r) {
  const network *net = r->net;
  uint32_t channel = 1;
  for (uint32_t i = 0; i < net->globals.count; i++) {
    const net_var *v = net->vars.at[net->globals.at[i]];
    initialise(r, v, channel);
    channel += v->channel >= 0 ? v->cells : 0;
  }
  for (uint32_t i = 0; i < net->vars.count; i++)
    if (net->vars.at[i]->template_ != NET_NONE)
      initialise(r, net->vars.at[i], 0);
  for (uint32_t i = 0; i < net->processes.count; i++) {
    const net_template *t = net->templates.at[net->processes.at[i].template_];
    for (uint32_t k = 0; k < t->parameters; k++)
      grow(r, net->vars.at[t->vars.at[k]], (range){0, 0});
  }
  for (uint32_t i = 0; i < net->edges.count; i++)
    follow_edge(r, net->edges.at[i]);
}

static void number_channels(ranges *r) {
  for (uint32_t i = 0; i < r->net->globals.count; i++) {
    const net_var *v = r->net->vars.at[r->net->globals.at[i]];
    for (uint32_t k = 0; v->channel >= 0 && k < v->cells && r->fixed < NET_MAX_CHANNELS; k++)
      r->fixed_type[++r->fixed] = v->channel;
  }
}

ranges *range_open(mem *m, const network *net) {
  ranges *r = mem_alloc(m, sizeof *r);
  r->m = m;
  r->net = net;
  r->domains = net->is_timed ? domains_open(m, net) : NULL;
  r->call_risk = mem_alloc(m, net->functions.count + 1);
  r->vars = mem_alloc(m, sizeof *r->vars * (net->vars.count + 1));
  r->growth = mem_alloc(m, net->vars.count + 1);
  r->is_written = mem_alloc(m, net->vars.count + 1);
  r->first = mem_alloc(m, sizeof *r->first * (net->channels.count + 1));
  for (uint32_t i = 0; i < net->channels.count; i++)
    r->first[i + 1] = r->first[i] + net->channels.at[i].fields.count;
  uint32_t fields = r->first[net->channels.count];
  r->fields = mem_alloc(m, sizeof *r->fields * (fields + 1));
  for (uint32_t i = 0; i < net->vars.count; i++)
    r->vars[i] = nothing;
  for (uint32_t i = 0; i < fields; i++)
    r->fields[i] = nothing;
  number_channels(r);
  start_functions(r);
  do {
    r->has_changed = false;
    follow_all(r);
  } while (r->has_changed);
  return r;
}

void range_close(ranges *r) {
  mem *m = r->m;
  if (r->domains)
    domains_close(r->domains);
  mem_free(m, r->call_risk);
  mem_free(m, r->vars);
  mem_free(m, r->growth);
  mem_free(m, r->is_written);
  mem_free(m, r->first);
  mem_free(m, r->fields);
  mem_free(m, r);
}
