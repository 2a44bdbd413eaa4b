#include "facts/access.h"

#include <stdlib.h>

typedef VEC(uint32_t) numbers;

struct accesses {
  mem *m;
  const network *net;
  arena *memory;
  bool *is_written;
  uint32_t *first_location; // by template
  const access_sets **edges, **guards;
  // While one is gathered:
  numbers reads[ACCESS_KINDS], writes[ACCESS_KINDS];
  uint32_t flags, round;
  uint32_t *block_seen, *function_seen; // the round in which it was followed
};

void access_find_written(const network *net, bool *is_written) {
  for (uint32_t i = 0; i < net->edges.count; i++) {
    const net_edge *e = net->edges.at[i];
    for (uint32_t k = 0; k < e->sync.patterns.count; k++)
      if (e->sync.patterns.at[k].kind == PATTERN_BIND)
        is_written[e->sync.patterns.at[k].value->var->index] = true;
    for (const net_stmt *s = e->effect; s; s = s->next)
      if (s->target)
        is_written[s->target->var->index] = true;
  }
  for (uint32_t i = 0; i < net->functions.count; i++)
    for (uint32_t k = 0; k < net->functions.at[i].parameters.count; k++)
      is_written[net->functions.at[i].parameters.at[k]->index] = true;
}

bool access_is_same(const expr *a, const expr *b) {
  if (!a || !b)
    return a == b;
  if (a->op != b->op || a->value != b->value || a->var != b->var || a->indices.count != b->indices.count)
    return false;
  if (a->op > EXPR_CONST && a->op != EXPR_VAR && a->op != EXPR_PID)
    return false;
  for (uint32_t i = 0; i < a->indices.count; i++)
    if (!access_is_same(a->indices.at[i], b->indices.at[i]))
      return false;
  return access_is_same(a->a, b->a) && access_is_same(a->b, b->b);
}

bool access_holds(access_set set, uint32_t one) {
  for (uint32_t i = 0; i < set.count && set.at[i] <= one; i++)
    if (set.at[i] == one)
      return true;
  return false;
}

bool access_meet(access_set a, access_set b) {
  for (uint32_t i = 0, k = 0; i < a.count && k < b.count;) {
    if (a.at[i] == b.at[k])
      return true;
    if (a.at[i] < b.at[k])
      i++;
    else
      k++;
  }
  return false;
}

uint32_t access_location(const accesses *a, uint32_t template_, uint32_t location) {
  return a->first_location[template_] + location;
}

const bool *access_written(const accesses *a) { return a->is_written; }

accesses *access_open(mem *m, const network *net) {
  accesses *a = mem_alloc(m, sizeof *a);
  *a = (accesses){.m = m, .net = net, .memory = arena_new(m)};
  a->is_written = ARENA_ARRAY(a->memory, bool, net->vars.count + 1);
  access_find_written(net, a->is_written);
  a->first_location = ARENA_ARRAY(a->memory, uint32_t, net->templates.count + 1);
  for (uint32_t t = 0; t < net->templates.count; t++)
    a->first_location[t + 1] = a->first_location[t] + net->templates.at[t]->flow.locations.count;
  a->edges = ARENA_ARRAY(a->memory, const access_sets *, net->edges.count + 1);
  a->guards = ARENA_ARRAY(a->memory, const access_sets *, net->edges.count + 1);
  a->block_seen = ARENA_ARRAY(a->memory, uint32_t, net->blocks.count + 1);
  a->function_seen = ARENA_ARRAY(a->memory, uint32_t, net->functions.count + 1);
  return a;
}

void access_close(accesses *a) {
  for (uint32_t i = 0; i < ACCESS_KINDS; i++) {
    vec_free(a->m, &a->reads[i]);
    vec_free(a->m, &a->writes[i]);
  }
  arena_delete(a->memory);
  mem_free(a->m, a);
}

static void add_read(accesses *a, access_kind kind, uint32_t one) { vec_push(a->m, &a->reads[kind], one); }
static void add_written(accesses *a, access_kind kind, uint32_t one) { vec_push(a->m, &a->writes[kind], one); }

static void add_pick(accesses *a, numbers *to, const net_pick *p) {
  int32_t offset = 0;
  bool is_known = !p->offset || expr_is_const(p->offset, &offset);
  for (uint32_t i = 0; i < p->count; i++)
    if (!is_known || i == (uint32_t)offset)
      vec_push(a->m, to, p->first + i);
}

// The types that a channel may be of, with so many fields (UINT32_MAX: any number; with others there is a fault).
static void add_channels(accesses *a, numbers *to, const expr *channel, uint32_t fields) {
  bool is_own = channel->op == EXPR_VAR && channel->var->channel >= 0 && !a->is_written[channel->var->index];
  for (uint32_t type = 0; type < a->net->channels.count; type++)
    if (is_own ? type == (uint32_t)channel->var->channel
               : fields == UINT32_MAX || a->net->channels.at[type].fields.count == fields)
      vec_push(a->m, to, type);
}

static void gather_flow(accesses *a, const net_flow *f);

// Its block writes only scratch variables, which nobody relies on afterwards, but they are written.
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
  case EXPR_NO_PROGRESS:
    return ACCESS_PROGRESS;
  case EXPR_ENABLED:
    return ACCESS_ENABLED;
  case EXPR_PC:
    return ACCESS_PC;
  case EXPR_PRIORITY:
    return ACCESS_PRIORITY;
  case EXPR_PROCESSES:
    return ACCESS_PROCESSES;
  case EXPR_DEADLOCK:
    return ACCESS_DEADLOCK;
  default:
    return 0;
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
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
    add_channels(a, &a->reads[ACCESS_CHANNELS], e->a, UINT32_MAX);
    break;
  case EXPR_POLL:
    add_channels(a, &a->reads[ACCESS_CHANNELS], e->a, e->patterns.count);
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

static void gather_expr(accesses *a, const expr *e) { expr_walk(e, gather_one, a); }

static void gather_target(accesses *a, const expr *target) {
  if (!target)
    return;
  add_written(a, ACCESS_VARS, target->var->index);
  for (uint32_t i = 0; i < target->indices.count; i++)
    gather_expr(a, target->indices.at[i]);
}

static void gather_bounds(accesses *a, const net_bounds *bounds) {
  for (uint32_t i = 0; i < bounds->count; i++) {
    net_walk_bound(&bounds->at[i], gather_one, a);
    add_pick(a, &a->reads[ACCESS_CLOCKS], &bounds->at[i].x);
    add_pick(a, &a->reads[ACCESS_CLOCKS], &bounds->at[i].y);
  }
}

// What decides whether it is possible; with is_taken what it does as well.
static void gather_sync(accesses *a, const net_sync *s, bool is_taken) {
  gather_expr(a, s->label.offset);
  gather_expr(a, s->channel);
  if (s->kind == SYNC_CALL || s->kind == SYNC_ANSWER)
    add_pick(a, s->kind == SYNC_CALL ? &a->writes[ACCESS_LABELS] : &a->reads[ACCESS_LABELS], &s->label);
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind != PATTERN_BIND)
      gather_expr(a, s->patterns.at[i].value);
    else if (is_taken)
      gather_target(a, s->patterns.at[i].value);
  for (uint32_t i = 0; i < s->fields.count; i++)
    gather_expr(a, s->fields.at[i]); // of a rendezvous they decide who can receive
  if (!s->channel)
    return;
  uint32_t fields = s->kind == SYNC_SEND ? s->fields.count : s->patterns.count;
  add_channels(a, &a->reads[ACCESS_CHANNELS], s->channel, fields);
  if (is_taken && !s->peek)
    add_channels(a, &a->writes[ACCESS_CHANNELS], s->channel, fields);
}

// The initialisers of its variables are evaluated.
static void gather_start(accesses *a, const net_template *t) {
  a->flags |= ACCESS_STARTS;
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const net_var *v = a->net->vars.at[t->vars.at[i]];
    for (uint32_t k = 0; k < v->init.count; k++)
      gather_expr(a, v->init.at[k]);
  }
}

static void gather_stmt(accesses *a, const net_stmt *s) {
  gather_target(a, s->target);
  gather_expr(a, s->value);
  gather_expr(a, s->clock.offset);
  gather_expr(a, s->from.offset);
  for (uint32_t i = 0; i < s->args.count; i++)
    gather_expr(a, s->args.at[i]);
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

static void gather_edge(accesses *a, const net_edge *e) {
  gather_expr(a, e->guard);
  gather_bounds(a, &e->bounds);
  gather_sync(a, &e->sync, true);
  for (const net_stmt *s = e->effect; s; s = s->next)
    gather_stmt(a, s);
}

static void gather_flow(accesses *a, const net_flow *f) {
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t k = 0; k < f->locations.at[i].edges.count; k++)
      gather_edge(a, a->net->edges.at[f->locations.at[i].edges.at[k]]);
}

static int by_number(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

static access_set finish_set(accesses *a, numbers *from) {
  access_set set = {0};
  if (from->count == 0)
    return set;
  qsort(from->at, from->count, sizeof *from->at, by_number);
  uint32_t *at = ARENA_ARRAY(a->memory, uint32_t, from->count);
  for (uint32_t i = 0; i < from->count; i++)
    if (i == 0 || from->at[i] != from->at[i - 1])
      at[set.count++] = from->at[i];
  set.at = at;
  return set;
}

// Gathering may have been left half way, when there was no memory.
static void begin(accesses *a) {
  for (uint32_t i = 0; i < ACCESS_KINDS; i++)
    a->reads[i].count = a->writes[i].count = 0;
  a->flags = 0;
  a->round++;
}

static const access_sets *finish(accesses *a) {
  access_sets *made = ARENA_NEW(a->memory, access_sets);
  made->flags = a->flags;
  for (uint32_t i = 0; i < ACCESS_KINDS; i++) {
    made->reads[i] = finish_set(a, &a->reads[i]);
    made->writes[i] = finish_set(a, &a->writes[i]);
  }
  return made;
}

const access_sets *access_of_edge(accesses *a, uint32_t edge) {
  if (!a->edges[edge]) {
    mem_poll(a->m);
    begin(a);
    gather_edge(a, a->net->edges.at[edge]);
    a->edges[edge] = finish(a);
  }
  return a->edges[edge];
}

const access_sets *access_of_guard(accesses *a, uint32_t edge) {
  if (!a->guards[edge]) {
    const net_edge *e = a->net->edges.at[edge];
    begin(a);
    gather_expr(a, e->guard);
    gather_bounds(a, &e->bounds);
    gather_sync(a, &e->sync, false);
    a->guards[edge] = finish(a);
  }
  return a->guards[edge];
}

const access_sets *access_of_expr(accesses *a, const expr *e) {
  begin(a);
  gather_expr(a, e);
  return finish(a);
}

const access_sets *access_of_invariant(accesses *a, const net_location *l) {
  begin(a);
  gather_expr(a, l->invariant);
  gather_bounds(a, &l->bounds);
  return finish(a);
}
