// Collects reads and writes of expressions, synchronisations and statements.
#include "facts/access_internal.h"

static void add_read(accesses *a, access_kind kind, uint32_t one) { vec_push(a->m, &a->reads[kind], one); }
static void add_written(accesses *a, access_kind kind, uint32_t one) { vec_push(a->m, &a->writes[kind], one); }

static void add_pick(accesses *a, access_list *to, const net_pick *p) {
  int32_t offset = 0;
  bool is_known = !p->offset || expr_is_const(p->offset, &offset);
  for (uint32_t i = 0; i < p->count; i++)
    if (!is_known || i == (uint32_t)offset)
      vec_push(a->m, to, p->first + i);
}

// The types that the channel may have. fields: the number of fields, where any other is a fault; UINT32_MAX = any
// number. Whether the fault occurs depends on the channel, so it is read whatever its number of fields.
static void add_channels(accesses *a, access_list *to, const expr *channel, uint32_t fields) {
  bool is_own = channel->op == EXPR_VAR && channel->var->channel >= 0 && !a->is_written[channel->var->index];
  for (uint32_t type = 0; type < a->net->channels.count; type++)
    if (is_own ? type == (uint32_t)channel->var->channel
               : fields == UINT32_MAX || a->net->channels.at[type].fields.count == fields)
      vec_push(a->m, to, type);
}

static void gather_flow(accesses *a, const net_flow *f);

// The block of a function writes only scratch variables. No step depends on them afterwards, but they are in the write
// set.
static void gather_call(accesses *a, uint32_t function) {
  const net_function *f = &a->net->functions.at[function];
  a->flags |= ACCESS_CALLS;
  if (a->function_seen[function] == a->round)
    return;
  a->function_seen[function] = a->round;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    add_written(a, ACCESS_VARS, f->parameters.at[i]->index);
  add_read(a, ACCESS_VARS, f->result->index);
  gather_flow(a, &a->net->blocks.at[f->block]);
}

static uint32_t flag_of(expr_op op) {
  switch (op) {
  case EXPR_LAST:
    return ACCESS_LAST;
  case EXPR_TIMEOUT:
    return ACCESS_TIMEOUT;
  case EXPR_ENABLED:
    return ACCESS_ENABLED;
  case EXPR_PC:
    return ACCESS_PC;
  case EXPR_PRIORITY:
    return ACCESS_PRIORITY;
  case EXPR_PROCESSES:
  case EXPR_FIRST:
  case EXPR_UNLABELLED:
    return ACCESS_PROCESSES;
  case EXPR_DEADLOCK:
    return ACCESS_DEADLOCK;
  default:
    return 0;
  }
}

// The locations with one of the flags, of all templates.
static void add_flagged(accesses *a, uint32_t flags) {
  for (uint32_t t = 0; t < a->net->templates.count; t++) {
    const net_flow *f = &a->net->templates.at[t]->flow;
    for (uint32_t i = 0; i < f->locations.count; i++)
      if (f->locations.at[i].flags & flags)
        add_read(a, ACCESS_LOCATIONS, access_location(a, t, i));
  }
}

static void gather_one(const expr *e, void *context) {
  accesses *a = context;
  a->flags |= flag_of((expr_op)e->op);
  switch ((expr_op)e->op) {
  case EXPR_VAR:
    add_read(a, ACCESS_VARS, e->var->index);
    break;
  case EXPR_REMOTE_VAR:
    add_read(a, ACCESS_REMOTE, e->var->index);
    break;
  case EXPR_AT:
    for (uint32_t i = 0; i < e->locations.count; i++)
      add_read(a, ACCESS_LOCATIONS, access_location(a, (uint32_t)e->value, e->locations.at[i]));
    break;
  case EXPR_UNLABELLED:
    add_flagged(a, (uint32_t)e->value);
    break;
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
  case EXPR_POLL:
    add_channels(a, &a->reads[ACCESS_CHANNELS], e->a, UINT32_MAX);
    break;
  case EXPR_CALL:
    gather_call(a, (uint32_t)e->value);
    break;
  case EXPR_BOUND:
    add_pick(a, &a->reads[ACCESS_CLOCKS], &e->bound->x);
    add_pick(a, &a->reads[ACCESS_CLOCKS], &e->bound->y);
    break;
  default:
    break;
  }
}

void access_gather_expr(accesses *a, const expr *e) { expr_walk(e, gather_one, a); }

static void gather_target(accesses *a, const expr *target) {
  if (!target)
    return;
  add_written(a, ACCESS_VARS, target->var->index);
  for (uint32_t i = 0; i < target->indices.count; i++)
    access_gather_expr(a, target->indices.at[i]);
}

void access_gather_bounds(accesses *a, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    net_walk_bound(&bounds->at[i], gather_one, a);
    add_pick(a, &a->reads[ACCESS_CLOCKS], &bounds->at[i].x);
    add_pick(a, &a->reads[ACCESS_CLOCKS], &bounds->at[i].y);
  }
}

void access_gather_sync(accesses *a, const net_sync *s, bool is_taken) {
  access_gather_expr(a, s->label.offset);
  access_gather_expr(a, s->channel);
  if (s->kind == SYNC_CALL || s->kind == SYNC_ANSWER)
    add_pick(a, s->kind == SYNC_CALL ? &a->writes[ACCESS_LABELS] : &a->reads[ACCESS_LABELS], &s->label);
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind != PATTERN_BIND)
      access_gather_expr(a, s->patterns.at[i].value);
    else if (is_taken)
      gather_target(a, s->patterns.at[i].value);
  for (uint32_t i = 0; i < s->fields.count; i++)
    access_gather_expr(a, s->fields.at[i]); // in a rendezvous they decide which processes can receive
  if (!s->channel)
    return;
  uint32_t fields = s->kind == SYNC_SEND ? s->fields.count : s->patterns.count;
  add_channels(a, &a->reads[ACCESS_CHANNELS], s->channel, UINT32_MAX);
  if (is_taken && !s->peek)
    add_channels(a, &a->writes[ACCESS_CHANNELS], s->channel, fields);
}

// The initialisers of its variables are evaluated.
static void gather_start(accesses *a, const net_template *t) {
  a->flags |= ACCESS_STARTS;
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = a->net->vars.at[t->vars.at[i]];
    for (uint32_t k = 0; k < v->init.count; k++)
      access_gather_expr(a, v->init.at[k]);
  }
}

static void gather_stmt(accesses *a, const net_stmt *s) {
  gather_target(a, s->target);
  access_gather_expr(a, s->value);
  access_gather_expr(a, s->clock.offset);
  access_gather_expr(a, s->from.offset);
  for (uint32_t i = 0; i < s->args.count; i++)
    access_gather_expr(a, s->args.at[i]);
  switch (s->kind) {
  case STMT_ASSERT:
    a->flags |= ACCESS_ASSERTS;
    break;
  case STMT_RUN:
    gather_start(a, a->net->templates.at[s->template_]);
    break;
  case STMT_END:
    a->flags |= ACCESS_ENDS;
    break;
  case STMT_SET_PRIORITY:
    a->flags |= ACCESS_SETS_PRIORITY;
    break;
  case STMT_SET_CLOCK:
    add_pick(a, &a->writes[ACCESS_CLOCKS], &s->clock);
    add_pick(a, &a->reads[ACCESS_CLOCKS], &s->from);
    break;
  case STMT_BLOCK:
    if (a->block_seen[s->block] != a->round) {
      a->block_seen[s->block] = a->round;
      gather_flow(a, &a->net->blocks.at[s->block]);
    }
    break;
  default:
    break;
  }
}

void access_gather_edge(accesses *a, const net_edge *e) {
  access_gather_expr(a, e->guard);
  access_gather_bounds(a, &e->bounds);
  access_gather_sync(a, &e->sync, true);
  for (const net_stmt *s = e->effect; s; s = s->next)
    gather_stmt(a, s);
}

static void gather_flow(accesses *a, const net_flow *f) {
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t k = 0; k < f->locations.at[i].edges.count; k++)
      access_gather_edge(a, a->net->edges.at[f->locations.at[i].edges.at[k]]);
}
