// The network without a part. Each edge that reads it becomes one version for each state of the part.
#include "abstraction/safe.h"

typedef VEC(net_version) versions;

typedef struct {
  const safe_network *n;
  safe_part *part;
  mem *m;
  versions all;
  VEC(const bool *) need; // by version: the states it stands for; NULL = all
  bool *is_read;          // by member: the edge at hand reads it
  uint32_t most;          // versions
} builder;

static void note_read(const expr *e, void *context) {
  builder *b = context;
  const safe_part *p = b->part;
  if ((e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && p->member[e->var->index] != NET_NONE)
    b->is_read[p->member[e->var->index]] = true;
  if (e->op == EXPR_AT && e->value == p->template_)
    b->is_read[0] = true;
}

static void find_read(builder *b, const net_edge *e, bool is_own) {
  for (uint32_t i = 0; i < b->part->width; i++)
    b->is_read[i] = false;
  net_walk_edge(e, note_read, b);
  if (is_own)
    b->is_read[0] = true;
}

static void find_asked(builder *b) {
  for (uint32_t i = 0; i < b->part->width; i++)
    b->is_read[i] = false;
  expr_walk(b->part->asked->condition, note_read, b);
}

static bool looks_the_same(const builder *b, uint32_t state, uint32_t other) {
  const int32_t *x = safe_state(b->part, state), *y = safe_state(b->part, other);
  for (uint32_t i = 0; i < b->part->width; i++)
    if (b->is_read[i] && x[i] != y[i])
      return false;
  return true;
}

static void add(builder *b, const net_edge *e, const int32_t *known, uint32_t label_set, const bool *need) {
  net_version v = {.edge = e->id, .known = known, .label_set = label_set};
  vec_push(b->m, &b->all, v);
  vec_push(b->m, &b->need, need);
}

static bool *only(const builder *b, uint32_t state) {
  bool *need = ARENA_ARRAY(b->part->memory, bool, b->part->state_count);
  need[state] = true;
  return need;
}

// Of a label on which participants must agree there is one for each state. Who answers a broadcast is not known here,
// so its caller needs the state even if it does not read it.
static void add_agreeing(builder *b, const net_edge *e, bool is_own) {
  const safe_part *p = b->part;
  bool is_broadcast = b->n->net->labels.at[e->sync.label.first].is_broadcast && e->sync.kind == SYNC_CALL;
  for (uint32_t state = 0; state < p->state_count; state++) {
    bool reads = p->reads[e->id];
    if (!is_own || safe_state(p, state)[0] == (int32_t)e->from)
      add(b, e, reads ? safe_state(p, state) : NULL, state + 1, reads || is_broadcast ? only(b, state) : NULL);
  }
}

// The states that look the same as this one; NULL if there is an earlier one among them.
static const bool *like(const builder *b, uint32_t state) {
  for (uint32_t other = 0; other < state; other++)
    if (looks_the_same(b, state, other))
      return NULL;
  bool *same = only(b, state);
  for (uint32_t other = state + 1; other < b->part->state_count; other++)
    same[other] = looks_the_same(b, state, other);
  return same;
}

// One version for all states that look the same to the edge.
static void add_reading(builder *b, const net_edge *e, bool is_own) {
  const safe_part *p = b->part;
  find_read(b, e, is_own);
  for (uint32_t state = 0; state < p->state_count; state++) {
    bool is_elsewhere = is_own && safe_state(p, state)[0] != (int32_t)e->from;
    const bool *need = is_elsewhere ? NULL : like(b, state);
    if (need)
      add(b, e, safe_state(p, state), 0, need);
  }
}

// False if there are too many.
static bool find_ends(builder *b) {
  safe_part *p = b->part;
  p->end_count = p->is_asked_for ? 0 : 1;
  find_asked(b);
  for (uint32_t state = 0; p->is_asked_for && state < p->state_count; state++) {
    const bool *same = like(b, state);
    if (same && p->end_count == SAFE_MOST_ENDS)
      return false;
    if (same)
      p->ends[p->end_count++] = same;
  }
  return true;
}

expr *safe_condition(const safe_part *p, const net_copy *copy) {
  const expr *asked = p->asked->condition;
  expr *all = NULL;
  if (!p->is_asked_for)
    return asked ? net_copy_condition(copy, asked, false) : NULL;
  for (uint32_t i = 0; i < p->end_count; i++) {
    uint32_t state = 0;
    while (!p->ends[i][state])
      state++;
    expr *one = net_special_condition(copy, asked, safe_state(p, state));
    expr_op op = question_sought(p->asked) ? EXPR_OR : EXPR_AND;
    all = all ? expr_binary(p->memory, op, all, one) : one;
  }
  return all;
}

static void add_edge(builder *b, const net_edge *e, uint32_t template_) {
  const safe_part *p = b->part;
  bool is_own = p->template_ == (int32_t)template_;
  if (p->is_private[e->id] || !b->n->reached[template_][e->from])
    return;
  if (e->sync.label.count && p->agrees[e->sync.label.first])
    add_agreeing(b, e, is_own);
  else if (p->reads[e->id])
    add_reading(b, e, is_own);
  else
    add(b, e, NULL, 0, NULL);
}

static void add_all(builder *b) {
  const network *n = b->n->net;
  for (uint32_t t = 0; t < n->templates.count; t++) {
    const net_flow *flow = &n->templates.at[t]->flow;
    for (uint32_t i = 0; i < flow->locations.count && b->all.count <= b->most; i++)
      for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++)
        add_edge(b, n->edges.at[flow->locations.at[i].edges.at[k]], t);
  }
}

// Equal versions have become one edge, which is possible wherever one of them is.
static void join_needs(builder *b, const net_copy *copy) {
  safe_part *p = b->part;
  const bool **by_edge = ARENA_ARRAY(p->memory, const bool *, copy->net->edges.count + 1);
  const int32_t *edge = net_special_edges(copy);
  for (uint32_t v = 0; v < b->all.count; v++) {
    if (edge[v] == NET_NONE || !b->need.at[v])
      continue;
    bool *need = ARENA_ARRAY(p->memory, bool, p->state_count);
    for (uint32_t state = 0; state < p->state_count; state++)
      need[state] = b->need.at[v][state] || (by_edge[edge[v]] && by_edge[edge[v]][state]);
    by_edge[edge[v]] = need;
  }
  p->need = by_edge;
}

const net_copy *safe_leave_out(const safe_network *n, safe_part *p) {
  const network *net = n->net;
  builder b = {.n = n, .part = p, .m = arena_mem(p->memory), .most = net->edges.count + SAFE_MOST_VERSIONS};
  b.is_read = ARENA_ARRAY(p->memory, bool, p->width);
  add_all(&b);
  if (b.all.count > b.most || !find_ends(&b))
    return NULL;
  bool *vars = ARENA_ARRAY(p->memory, bool, net->vars.count + 1), has_agreement = false;
  for (uint32_t i = 0; i < net->vars.count; i++)
    vars[i] = p->member[i] != NET_NONE;
  for (uint32_t i = 0; i < net->labels.count; i++)
    has_agreement |= p->agrees[i];
  net_special *s = ARENA_NEW(p->memory, net_special);
  *s = (net_special){.member = p->member,
                     .joined = p->template_,
                     .versions = b.all.at,
                     .version_count = b.all.count,
                     .label_sets = has_agreement ? p->state_count + 1 : 1};
  net_change change = {.vars = vars, .special = s};
  net_copy *copy;
  if (net_copy_make(p->memory, net, &change, &copy))
    return NULL;
  join_needs(&b, copy);
  return copy;
}
