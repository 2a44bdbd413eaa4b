#include "search/cycle_lasso.h"

#include <assert.h>

enum { MOST_TRIES = 256 }; // of states on a cycle

void cycle_lasso_note_fault(cycle_lasso *l, const cycle_graph *g) {
  assert(g->fault.is_there);
  l->fault = g->fault;
  l->before.count = 0;
  for (uint32_t i = 0; i < g->fault.before_count; i++)
    vec_push(g->m, &l->before, g->fault.before[i]);
}

void cycle_lasso_start(cycle_lasso *l, cycle_graph *g, cycle_is_member is_member, const void *context) {
  assert((l->fault.is_there || l->loop_at < l->path.count) && !l->is_running);
  l->graph = g;
  l->cost = UINT32_MAX;
  l->tries = 0;
  l->stem.count = l->loop.count = 0;
  cycle_path_open(&l->stems, g);
  l->is_member = is_member;
  cycle_loop_open(&l->loops, g, g->is_plain ? NULL : is_member, context);
  l->loops.left = l->effort;
  cycle_graph_initial(g);
  for (uint32_t i = 0; i < g->edges.count; i++)
    cycle_path_reach(&l->stems, g->edges.at[i].to, CYCLE_PATH_NONE, CYCLE_MARKS_NONE, g->edges.at[i].cost);
  l->is_running = true;
}

static void stop(cycle_lasso *l) {
  l->spent = l->stems.expanded + l->loops.path.expanded;
  cycle_path_close(&l->stems);
  cycle_loop_close(&l->loops);
  l->is_running = false;
}

void cycle_lasso_clear(cycle_lasso *l) {
  l->path.count = l->before.count = 0;
  l->fault.is_there = false;
}

void cycle_lasso_close(cycle_lasso *l) {
  if (!l->graph)
    return;
  if (l->is_running)
    stop(l);
  vec_free(l->graph->m, &l->path);
  vec_free(l->graph->m, &l->stem);
  vec_free(l->graph->m, &l->loop);
  vec_free(l->graph->m, &l->before);
}

static void reverse(cycle_hop *at, uint32_t count) {
  for (uint32_t i = 0; i < count / 2; i++) {
    cycle_hop other = at[i];
    at[i] = at[count - 1 - i];
    at[count - 1 - i] = other;
  }
}

static void take_stem(cycle_lasso *l, uint32_t node) {
  l->stem.count = 0;
  for (uint32_t i = node; i != CYCLE_PATH_NONE; i = l->stems.nodes.at[i].parent) {
    const cycle_path_node *n = &l->stems.nodes.at[i];
    vec_push(l->graph->m, &l->stem, ((cycle_hop){.state = n->state, .marks = CYCLE_MARKS_ANY}));
  }
  reverse(l->stem.at, l->stem.count);
}

// The cycle found last, from its hop `first` on. The hop before it is where it starts.
static void take_loop(cycle_lasso *l, uint32_t first) {
  uint32_t count = l->loops.hops.count;
  l->loop.count = 0;
  for (uint32_t i = 0; i < count; i++)
    vec_push(l->graph->m, &l->loop, l->loops.hops.at[(first + i) % count]);
}

// The cycle found last is entered where the stem is cheapest.
static void consider_loop(cycle_lasso *l, uint32_t loop_cost) {
  uint32_t best = CYCLE_PATH_NONE, entry = 0;
  for (uint32_t i = 0; i < l->loops.hops.count; i++) {
    uint32_t node = cycle_path_settled(&l->stems, l->loops.hops.at[i].state);
    if (node != CYCLE_PATH_NONE &&
        (best == CYCLE_PATH_NONE || l->stems.nodes.at[node].cost < l->stems.nodes.at[best].cost)) {
      best = node;
      entry = i;
    }
  }
  uint32_t cost = l->stems.nodes.at[best].cost + loop_cost;
  if (cost >= l->cost)
    return;
  l->cost = cost;
  take_stem(l, best);
  take_loop(l, entry + 1);
}

static bool may_start(const cycle_lasso *l, uint32_t state) {
  if (l->tries >= MOST_TRIES || l->loops.left == 0)
    return false;
  if (l->loops.is_member && !l->loops.is_member(l->loops.context, state))
    return false;
  if (!l->graph->is_plain)
    return true;
  const claim_state *q = &l->graph->claim->states.at[cycle_graph_claim_state(l->graph, state)];
  return q->class_ != CLAIM_NONE && cycle_graph_is_accepting(l->graph, state);
}

// A state that may be on a cycle or not has a small share of the effort: enough for a short cycle.
static uint32_t try_loop(cycle_lasso *l, uint32_t state) {
  bool is_sure = l->is_member(l->loops.context, state);
  uint64_t left = l->loops.left, share = left;
  if (!is_sure)
    share = left <= l->effort / 4 ? 0 : 24;
  l->tries++;
  l->loops.left = share;
  uint32_t cost =
      l->graph->is_plain ? cycle_loop_cheapest(&l->loops, state, l->cost) : cycle_loop_round(&l->loops, state, l->cost);
  l->loops.left += left - share;
  return cost;
}

static void consider(cycle_lasso *l, uint32_t node) {
  uint32_t state = l->stems.nodes.at[node].state;
  if (l->fault.is_there || !may_start(l, state))
    return;
  uint32_t cost = try_loop(l, state);
  if (cost != UINT32_MAX)
    consider_loop(l, cost);
}

// What the search has on its stack.
static void take_path(cycle_lasso *l) {
  mem *m = l->graph->m;
  l->stem.count = l->loop.count = 0;
  uint32_t stem_end = l->fault.is_there ? l->path.count : l->loop_at + 1;
  for (uint32_t i = 0; i < stem_end; i++)
    vec_push(m, &l->stem, ((cycle_hop){.state = l->path.at[i], .marks = CYCLE_MARKS_ANY}));
  if (l->fault.is_there)
    return;
  if (l->is_open) {
    l->loops.left = UINT64_MAX;
    l->loops.is_member = l->is_member;
    uint32_t cost = cycle_loop_round(&l->loops, l->path.at[l->loop_at], UINT32_MAX);
    assert(cost != UINT32_MAX && "the component has an accepting cycle");
    (void)cost;
    take_loop(l, 0);
    return;
  }
  for (uint32_t i = l->loop_at + 1; i < l->path.count; i++)
    vec_push(m, &l->loop, ((cycle_hop){.state = l->path.at[i]}));
  vec_push(m, &l->loop, ((cycle_hop){.state = l->path.at[l->loop_at]}));
}

static void add_steps(cycle_lasso *l, uint32_t *from, const cycle_hop *to, search_finding *found) {
  mem_poll(l->graph->m);
  found->cost += cycle_graph_steps(l->graph, *from, to->state, to->marks, &found->answer);
  *from = to->state;
}

static void add_fault(const cycle_lasso *l, search_finding *found) {
  const judge_finding *f = &l->fault;
  found->answer.end = f->end;
  if (!f->is_step)
    return;
  for (uint32_t i = 0; i < l->before.count; i++)
    vec_push(l->graph->m, &found->answer.steps, l->before.at[i]);
  vec_push(l->graph->m, &found->answer.steps, f->by);
  found->cost += f->step_cost;
}

static void write_down(cycle_lasso *l, search_finding *to) {
  search_finding fresh = {.answer = {.end = {.kind = OUTCOME_CYCLE}}, .is_there = true};
  uint32_t at = l->stem.count ? l->stem.at[0].state : (uint32_t)CYCLE_NO_STATE;
  for (uint32_t i = 1; i < l->stem.count; i++)
    add_steps(l, &at, &l->stem.at[i], &fresh);
  uint32_t stem_steps = fresh.answer.steps.count;
  for (uint32_t i = 0; i < l->loop.count; i++)
    add_steps(l, &at, &l->loop.at[i], &fresh);
  fresh.answer.loop_length = fresh.answer.steps.count - stem_steps;
  if (l->fault.is_there)
    add_fault(l, &fresh);
  vec_free(l->graph->m, &to->answer.steps);
  *to = fresh;
}

static bool is_over(cycle_lasso *l, uint32_t node) {
  return node == CYCLE_PATH_NONE || l->stems.cost >= l->cost || l->stems.expanded >= l->effort;
}

static void extend(cycle_lasso *l, uint32_t node) {
  cycle_path_expand(&l->stems, node, CYCLE_ALL_EDGES);
  if (l->fault.is_there && l->graph->fault.is_there && l->graph->fault.end.fault == l->fault.end.fault) {
    cycle_lasso_note_fault(l, l->graph);
    take_stem(l, node);
    l->cost = l->stems.nodes.at[node].cost;
    return;
  }
  for (uint32_t i = 0; i < l->graph->edges.count; i++) {
    const cycle_edge *e = &l->graph->edges.at[i];
    cycle_path_reach(&l->stems, e->to, node, e->marks, l->stems.nodes.at[node].cost + e->cost);
  }
}

bool cycle_lasso_advance(cycle_lasso *l, uint32_t work, search_finding *found) {
  while (work-- > 0) {
    uint32_t node = cycle_path_next(&l->stems);
    if (!is_over(l, node)) {
      consider(l, node);
      extend(l, node);
      continue;
    }
    if (l->cost == UINT32_MAX)
      take_path(l);
    write_down(l, found);
    stop(l);
    return true;
  }
  return false;
}
