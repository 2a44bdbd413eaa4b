// Blocks: a whole block is part of one step. There is a fact for each location of the block that is reached, and one
// for each edge that is taken.
#include "relaxation/task_internal.h"

typedef struct {
  task_taking *t; // the edge whose effect contains the block
  const net_flow *flow;
  task_changes changes;
  uint32_t *ways_in; // by location, and for the exit: the number of incoming edges
  uint32_t *here;    // by location, and for the exit: the fact that it is reached; 0 = not visited yet
  task_list todo;
} block;

static uint32_t place_of(const block *k, uint32_t location) {
  return location == NET_BLOCK_EXIT ? k->flow->locations.count : location;
}

// A location is reached if one of its incoming edges is taken.
static void reach(block *k, const net_edge *e, uint32_t inside) {
  task_builder *b = k->t->b;
  uint32_t where = place_of(k, e->to);
  bool is_only = k->ways_in[where] == 1 && e->sync.kind == SYNC_NONE;
  if (k->here[where] == 0) {
    k->here[where] = is_only ? inside : task_fact_new(b);
    if (e->to != NET_BLOCK_EXIT)
      vec_push(b->m, &k->todo, where);
  }
  if (!is_only)
    task_rule_simple(b, k->here[where], inside, FACT_TRUE);
}

// A part of the block, at the location where the edge begins.
static task_taking taking_at(const block *k, const net_edge *e, uint32_t inside) {
  const task_changes *c = &k->changes;
  task_taking t = {.b = k->t->b, .who = k->t->who, .edge = e, .step = k->t->step, .inside = inside, .also = k->t->also};
  t.from = k->t->from;
  t.is_inside_late = c->is_late[e->from] || c->is_late[place_of(k, e->to)];
  t.changed = c->changed + (size_t)e->from * c->vars;
  t.are_channels_changed = c->are_channels_changed[e->from];
  t.are_processes_changed = c->are_processes_changed;
  return t;
}

static void take_way(block *k, const net_edge *e, const task_body *body, uint32_t channel) {
  task_builder *b = k->t->b;
  task_ways all = {0};
  if (body->is_impossible)
    return;
  task_ways_add(b, &all, body->facts.at, body->facts.count);
  task_taking t = taking_at(k, e, task_ways_fact(b, &all));
  task_take_sync(&t, channel);
  task_take_effect(&t);
  reach(k, e, t.inside);
  task_taking_free(&t);
}

// These facts together cause a fault in the block.
static void add_fault(block *k, const task_body *body) {
  task_builder *b = k->t->b;
  task_body with = {.is_impossible = body->is_impossible};
  task_taken(k->t, &with);
  for (uint32_t i = 0; i < body->facts.count; i++)
    task_body_add_late(b, &with, body->facts.at[i]);
  task_give(k->t, b->wrong, &with);
  task_body_free(b, &with);
}

static void take_end(block *k, const net_edge *e, const task_body *body, const task_end *end) {
  task_builder *b = k->t->b;
  bool is_send = e->sync.kind == SYNC_SEND;
  task_body with = {.is_impossible = body->is_impossible};
  for (uint32_t i = 0; i < body->facts.count; i++)
    task_body_add(b, &with, body->facts.at[i]);
  task_body_add(b, &with, end->condition);
  if (is_send && task_end_may_be(b, end, true))
    add_fault(k, &with);
  if (task_end_may_be(b, end, false)) {
    if (end->channel != CHANNEL_ELSEWHERE)
      task_body_add(b, &with, is_send ? task_not_full(b, end->channel) : task_has_message(b, end));
    take_way(k, e, &with, end->channel);
  }
  task_body_free(b, &with);
}

// In a block the first enabled edge is taken. So an edge without a condition requires that the edges before it are not
// enabled.
static void add_remaining(block *k, const net_location *l, uint32_t which, task_body *body) {
  task_builder *b = k->t->b;
  const net_edge *e = b->net->edges.at[l->edges.at[which]];
  if (e->guard || e->sync.kind != SYNC_NONE)
    return;
  for (uint32_t i = 0; i < which; i++)
    task_body_add(b, body, task_cannot(b, k->t->who, b->net->edges.at[l->edges.at[i]], true));
}

static void take_edge(block *k, const net_location *l, uint32_t here, uint32_t which) {
  task_builder *b = k->t->b;
  const net_edge *e = b->net->edges.at[l->edges.at[which]];
  task_body body = {0}, wrong = {0};
  task_ends ends = {0};
  task_body_add(b, &body, here);
  task_body_add(b, &wrong, here);
  task_body_add(b, &wrong, task_test_fault(b, k->t->who, e));
  add_fault(k, &wrong);
  task_body_free(b, &wrong);
  add_remaining(k, l, which, &body);
  if (!e->is_else)
    task_guard(b, k->t->who, e->guard, &body);
  if (e->sync.kind == SYNC_NONE)
    take_way(k, e, &body, CHANNEL_ELSEWHERE);
  else
    task_find_ends(b, k->t->who, e, &ends);
  for (uint32_t i = 0; i < ends.count; i++)
    take_end(k, e, &body, &ends.at[i]);
  vec_free(b->m, &ends);
  task_body_free(b, &body);
}

static void take_location(block *k, uint32_t location) {
  task_builder *b = k->t->b;
  const net_location *l = &k->flow->locations.at[location];
  uint32_t here = k->here[location];
  task_body stuck = {0};
  task_body_add(b, &stuck, here);
  for (uint32_t i = 0; i < l->edges.count && !b->is_too_large; i++) {
    take_edge(k, l, here, i);
    task_body_add(b, &stuck, task_cannot(b, k->t->who, b->net->edges.at[l->edges.at[i]], true));
  }
  add_fault(k, &stuck);
  task_body_free(b, &stuck);
}

static void count_ways_in(block *k) {
  const network *net = k->t->b->net;
  for (uint32_t i = 0; i < k->flow->locations.count; i++)
    for (uint32_t n = 0; n < k->flow->locations.at[i].edges.count; n++)
      k->ways_in[place_of(k, net->edges.at[k->flow->locations.at[i].edges.at[n]]->to)]++;
}

// The facts inside do not contain the step: task_taken() adds it to the body of every rule that leads out of the block.
void task_take_block(task_taking *t, uint32_t number) {
  task_builder *b = t->b;
  block k = {.t = t, .flow = &b->net->blocks.at[number]};
  if (k.flow->initial == NET_BLOCK_EXIT) // it is empty
    return;
  uint32_t count = k.flow->locations.count, first = k.flow->initial;
  k.ways_in = mem_alloc(b->m, sizeof *k.ways_in * (count + 1));
  k.here = mem_alloc(b->m, sizeof *k.here * (count + 1));
  count_ways_in(&k);
  k.changes = task_find_changes(t, k.flow);
  k.here[first] = k.ways_in[first] == 0 ? t->inside : task_fact_new(b);
  if (k.ways_in[first]++ > 0)
    task_rule_simple(b, k.here[first], t->inside, FACT_TRUE);
  vec_push(b->m, &k.todo, first);
  if (!ranges_block_ends(b->ranges, number))
    add_fault(&k, &(task_body){0});
  while (k.todo.count > 0 && !b->is_too_large) {
    take_location(&k, k.todo.at[--k.todo.count]);
  }
  t->inside = k.here[count] ? k.here[count] : FACT_FALSE;
  task_note_changes(t, &k.changes, count);
  task_changes_free(b, &k.changes);
  vec_free(b->m, &k.todo);
  mem_free(b->m, k.ways_in);
  mem_free(b->m, k.here);
}

static void set_anything(task_taking *t, const net_var *v, const task_body *taken) {
  task_builder *b = t->b;
  for (uint32_t i = 0; i < v->cells; i++) {
    const task_cell *c = task_cell_at(b, t->who, v, i);
    const task_var *var = c->is_fixed || c->var == TASK_NONE ? NULL : &b->t->vars.at[c->var];
    for (uint32_t k = 0; var && k < var->count; k++)
      task_give(t, var->first + k, taken);
  }
}

void task_take_anything(task_taking *t, const net_flow *flow) {
  task_builder *b = t->b;
  task_body taken = {0};
  task_taken(t, &taken);
  task_give(t, b->wrong, &taken);
  for (uint32_t l = 0; l < flow->locations.count; l++)
    for (uint32_t i = 0; i < flow->locations.at[l].edges.count; i++)
      for (const net_stmt *s = b->net->edges.at[flow->locations.at[l].edges.at[i]]->effect; s; s = s->next)
        if (s->kind == STMT_BLOCK)
          task_take_anything(t, &b->net->blocks.at[s->block]);
        else if (s->kind == STMT_ASSIGN)
          set_anything(t, s->target->var, &taken);
  task_body_free(b, &taken);
  t->is_all_written = true;
}
