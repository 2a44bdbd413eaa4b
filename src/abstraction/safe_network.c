// What safe abstraction needs to know of a network, whatever the part.
#include "abstraction/safe.h"

// Whether these hold depends on which steps are possible, or which was taken last, so private steps would change them.
static void note_global(const expr *e, void *context) {
  switch (e->op) {
  case EXPR_LAST:
  case EXPR_TIMEOUT:
  case EXPR_UNLABELLED:
  case EXPR_ENABLED:
  case EXPR_PC:
  case EXPR_PRIORITY:
  case EXPR_DEADLOCK:
    *(bool *)context = true;
    break;
  default:
    break;
  }
}

static bool is_global(const network *n) {
  bool found = n->orders_steps || n->uses_priority;
  for (uint32_t i = 0; i < n->edges.count && !found; i++)
    net_walk_edge(n->edges.at[i], note_global, &found);
  for (uint32_t t = 0; t < n->templates.count; t++)
    expr_walk(n->templates.at[t]->provided, note_global, &found);
  return found;
}

bool safe_is_unordered(const safe_network *n, uint32_t template_, uint32_t location) {
  const net_template *t = n->net->templates.at[template_];
  const net_location *l = &t->flow.locations.at[location];
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *e = n->net->edges.at[l->edges.at[i]];
    if (e->rank || e->choice || e->is_else)
      return false;
  }
  return !t->is_deterministic;
}

// By location: does some path lead there?
static const bool *find_reached(arena *memory, const network *n, const net_flow *flow) {
  bool *reached = ARENA_ARRAY(memory, bool, flow->locations.count + 1);
  uint32_t *queue = ARENA_ARRAY(memory, uint32_t, flow->locations.count + 1), count = 0;
  if (!flow->locations.count)
    return reached;
  reached[flow->initial] = true;
  queue[count++] = flow->initial;
  for (uint32_t next = 0; next < count; next++) {
    const net_location *l = &flow->locations.at[queue[next]];
    for (uint32_t i = 0; i < l->edges.count; i++) {
      uint32_t to = n->edges.at[l->edges.at[i]]->to;
      if (!reached[to])
        queue[count++] = to;
      reached[to] = true;
    }
  }
  return reached;
}

typedef struct {
  uint32_t *owner, *processes;
  int32_t *pid, *writer;
  bool *is_started, *is_driven;
} tables;

static void note_write(tables *t, const net_edge *e, const expr *target, uint32_t template_) {
  uint32_t var = target->var->index;
  bool acts_alone = e->sync.kind == SYNC_NONE && !e->bounds.count && e->from == e->to;
  t->is_driven[var] = acts_alone && (t->writer[var] == NET_NONE || t->is_driven[var]);
  t->writer[var] =
      t->writer[var] == NET_NONE || t->writer[var] == (int32_t)template_ ? (int32_t)template_ : SAFE_SEVERAL;
}

static void note_writes(tables *t, const net_edge *e, uint32_t template_) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND)
      note_write(t, e, e->sync.patterns.at[i].value, template_);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    if (s->target)
      note_write(t, e, s->target, template_);
    if (s->kind == STMT_RUN)
      t->is_started[s->template_] = true;
  }
}

// Blocks are parts of edges of any template.
static void note_blocks(tables *t, const network *n) {
  for (uint32_t b = 0; b < n->blocks.count; b++)
    for (uint32_t i = 0; i < n->blocks.at[b].locations.count; i++)
      for (uint32_t k = 0; k < n->blocks.at[b].locations.at[i].edges.count; k++)
        note_writes(t, n->edges.at[n->blocks.at[b].locations.at[i].edges.at[k]], n->templates.count);
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (t->writer[i] == (int32_t)n->templates.count)
      t->writer[i] = SAFE_SEVERAL;
}

static void note_template(tables *t, const network *n, uint32_t template_, bool *inside) {
  const net_flow *flow = &n->templates.at[template_]->flow;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++) {
      const net_edge *e = n->edges.at[flow->locations.at[i].edges.at[k]];
      t->owner[e->id] = template_;
      inside[e->to] |= e->keeps_control;
      note_writes(t, e, template_);
    }
}

static void note_processes(tables *t, const network *n) {
  for (uint32_t i = 0; i < n->templates.count; i++)
    t->pid[i] = NET_NONE;
  for (uint32_t i = 0; i < n->processes.count; i++) {
    int32_t template_ = n->processes.at[i].template_;
    if (t->pid[template_] == NET_NONE)
      t->pid[template_] = (int32_t)i;
    t->processes[template_]++;
  }
}

const safe_network *safe_look_at(arena *memory, const network *net) {
  if (is_global(net))
    return NULL;
  uint32_t count = net->templates.count;
  tables t = {.owner = ARENA_ARRAY(memory, uint32_t, net->edges.count + 1),
              .processes = ARENA_ARRAY(memory, uint32_t, count + 1),
              .pid = ARENA_ARRAY(memory, int32_t, count + 1),
              .writer = ARENA_ARRAY(memory, int32_t, net->vars.count + 1),
              .is_started = ARENA_ARRAY(memory, bool, count + 1),
              .is_driven = ARENA_ARRAY(memory, bool, net->vars.count + 1)};
  const bool **reached = ARENA_ARRAY(memory, const bool *, count + 1);
  const bool **inside = ARENA_ARRAY(memory, const bool *, count + 1);
  for (uint32_t i = 0; i < net->edges.count; i++)
    t.owner[i] = UINT32_MAX;
  for (uint32_t i = 0; i < net->vars.count; i++)
    t.writer[i] = NET_NONE;
  note_processes(&t, net);
  for (uint32_t i = 0; i < count; i++) {
    const net_flow *flow = &net->templates.at[i]->flow;
    bool *in = ARENA_ARRAY(memory, bool, flow->locations.count + 1);
    note_template(&t, net, i, in);
    reached[i] = find_reached(memory, net, flow);
    inside[i] = in;
  }
  note_blocks(&t, net);
  safe_network *n = ARENA_NEW(memory, safe_network);
  *n = (safe_network){.net = net,
                      .owner = t.owner,
                      .pid = t.pid,
                      .processes = t.processes,
                      .is_started = t.is_started,
                      .reached = reached,
                      .inside = inside,
                      .is_driven = t.is_driven,
                      .writer = t.writer};
  return n;
}
