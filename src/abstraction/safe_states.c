// The private steps of a part: those that change it. It is independent if they do nothing else, and safe if they lead
// from each of its states to every other.
#include "abstraction/local.h"
#include "abstraction/safe.h"

#include <string.h>

static bool writes_member(const safe_part *p, const net_edge *e) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND && p->member[e->sync.patterns.at[i].value->var->index] != NET_NONE)
      return true;
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->target && p->member[s->target->var->index] != NET_NONE)
      return true;
  return false;
}

// Does the process stand still? Then a step that does not move it needs no particular location.
static bool has_one_location(const safe_network *n, uint32_t template_) {
  const net_flow *flow = &n->net->templates.at[template_]->flow;
  uint32_t count = 0;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    count += n->reached[template_][i];
  return count == 1;
}

// Can a process of the template take such a step at any time? Order, atomic sequences and death would depend on more.
static bool is_free(const safe_network *n, const safe_part *p, const net_edge *e) {
  uint32_t template_ = n->owner[e->id];
  const net_template *t = n->net->templates.at[template_];
  const net_location *l = &t->flow.locations.at[e->from];
  bool is_part = p->template_ == (int32_t)template_;
  if (e->keeps_control || n->inside[template_][e->from] || t->provided || (l->flags & LOC_COMMITTED))
    return false;
  for (uint32_t i = 0; i < l->edges.count; i++)
    if (n->net->edges.at[l->edges.at[i]]->is_end)
      return false;
  if (!safe_is_unordered(n, template_, e->from))
    return false;
  return is_part || (e->from == e->to && has_one_location(n, template_) && n->pid[template_] != NET_NONE);
}

// Where the process of the part is must not matter to time, nor to what others may do.
static bool are_locations_free(const safe_network *n, const safe_part *p) {
  const net_flow *flow = &n->net->templates.at[p->template_]->flow;
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    if (n->reached[p->template_][i] &&
        (l->bounds.count || l->invariant || (l->flags & (LOC_URGENT | LOC_COMMITTED)) || n->inside[p->template_][i]))
      return false;
  }
  return true;
}

static bool find_private_edges(const safe_network *n, safe_part *p) {
  p->is_private = ARENA_ARRAY(p->memory, bool, n->net->edges.count + 1);
  for (uint32_t i = 0; i < n->net->edges.count; i++) {
    const net_edge *e = n->net->edges.at[i];
    uint32_t template_ = n->owner[i];
    bool is_block = template_ == UINT32_MAX;
    bool moves = !is_block && p->template_ == (int32_t)template_ && (e->from != e->to || e->is_end);
    if (!is_block && !n->reached[template_][e->from])
      continue;
    p->is_private[i] = writes_member(p, e) || moves;
    if (p->is_private[i] && (is_block || !is_free(n, p, e)))
      return false;
  }
  return true;
}

// The number of the state with these cells, which is added if it is new; SAFE_MOST_STATES if there are too many.
static uint32_t number_of(safe_part *p, const int32_t *cells) {
  for (uint32_t i = 0; i < p->state_count; i++)
    if (memcmp(safe_state(p, i), cells, p->width * sizeof *cells) == 0)
      return i;
  if (p->state_count == SAFE_MOST_STATES)
    return SAFE_MOST_STATES;
  for (uint32_t i = 0; i < p->width; i++)
    vec_push(arena_mem(p->memory), &p->values, cells[i]);
  return p->state_count++;
}

static void add_initial(const safe_network *n, safe_part *p, int32_t *cells) {
  if (p->template_ != NET_NONE)
    cells[0] = (int32_t)n->net->templates.at[p->template_]->flow.initial;
  for (uint32_t i = 0; i < n->net->vars.count; i++) {
    const net_var *v = n->net->vars.at[i];
    int32_t value = 0;
    if (p->member[i] == NET_NONE)
      continue;
    if (v->init.count)
      expr_is_const(v->init.at[0], &value);
    cells[p->member[i]] = net_cut(v->type, value);
  }
  number_of(p, cells);
}

// Takes the edge in a state. False if it does more than change the part.
static bool take(const safe_network *n, safe_part *p, const net_edge *e, uint32_t state, int32_t *cells) {
  bool is_part = p->template_ == (int32_t)n->owner[e->id];
  local_state at = {.index = p->member, .values = cells};
  memcpy(cells, safe_state(p, state), p->width * sizeof *cells);
  if (is_part && cells[0] != (int32_t)e->from)
    return true;
  local_status status = local_take(&at, e);
  if (status == LOCAL_BLOCKED || (status == LOCAL_FAULT && n->net->faults_block))
    return true;
  if (is_part)
    cells[0] = (int32_t)e->to;
  uint32_t to = status == LOCAL_TAKEN ? number_of(p, cells) : SAFE_MOST_STATES;
  safe_step step = {.from = state, .to = to, .edge = e->id, .pid = (uint16_t)n->pid[n->owner[e->id]]};
  if (to != SAFE_MOST_STATES)
    vec_push(arena_mem(p->memory), &p->steps, step);
  return to != SAFE_MOST_STATES;
}

// Does every state lead back to the initial one, from which all are reached?
static bool is_connected(const safe_part *p) {
  bool leads[SAFE_MOST_STATES] = {true}, has_grown = true;
  while (has_grown) {
    has_grown = false;
    for (uint32_t i = 0; i < p->steps.count; i++)
      if (leads[p->steps.at[i].to] && !leads[p->steps.at[i].from])
        leads[p->steps.at[i].from] = has_grown = true;
  }
  for (uint32_t i = 0; i < p->state_count; i++)
    if (!leads[i])
      return false;
  return true;
}

bool safe_explore(const safe_network *n, safe_part *p) {
  if ((p->template_ != NET_NONE && !are_locations_free(n, p)) || !find_private_edges(n, p))
    return false;
  int32_t *cells = ARENA_ARRAY(p->memory, int32_t, p->width);
  add_initial(n, p, cells);
  for (uint32_t state = 0; state < p->state_count; state++)
    for (uint32_t i = 0; i < n->net->edges.count; i++)
      if (p->is_private[i] && !take(n, p, n->net->edges.at[i], state, cells))
        return false;
  return p->state_count > 1 && is_connected(p);
}
