// The order of the variables (sections 4.3 and 5.1 of the paper). Conditions on a variable that comes later are
// ignored, so arcs that point backwards should be few and be induced by few steps. Strongly connected components are in
// topological order. Inside a component, the variables that are farthest from those of the goal come first, so that
// conditions are ignored far away from the goal; among these, the variable with the least weight of ignored arcs comes
// next. Locations, and the state of a claim, which reads them, come after all other variables.
#include "causal/causal_graph.h"
#include "causal/causal_queue.h"

// Conditions on conditions are evaluated recursively; longer chains are cut.
enum { MOST_DEPTH = 200, UNRELATED = UINT32_MAX };

typedef VEC(uint32_t) numbers;

typedef struct visit {
  uint32_t var, next; // next: its first arc that was not followed yet
} visit;

typedef struct sorter {
  causal_graph *g;
  bool locations;       // the class being sorted: locations and claims, or all other variables
  causal_lists out, in; // by variable: arcs
  bool *done;
  VEC(visit) stack;
  causal_queue queue; // variables of a component by the weight of ignored arcs; outdated entries stay
  uint32_t *part;     // by variable: the number of its strongly connected component, from 1 on; 0 = ranked
  uint32_t *lost;     // by variable: weight of the arcs from variables of its component that are not ranked yet
  uint32_t *far;      // by variable: length of the shortest way along arcs to a variable of the goal; or UNRELATED
  uint32_t ranked;
} sorter;

static bool is_location(const sorter *s, uint32_t var) {
  task_var_kind kind = s->g->t->vars.at[var].kind;
  return kind == TASK_LOCATION || kind == TASK_CLAIM;
}

// Depth-first search from a variable along arcs (or, with s->in, against them) within the class. Adds the variables
// that are not done to *out in postorder.
static void walk(sorter *s, const causal_lists *along, uint32_t root, numbers *out) {
  mem *m = s->g->m;
  visit start = {root, along->first[root]};
  s->done[root] = true;
  vec_push(m, &s->stack, start);
  while (s->stack.count) {
    visit *top = &s->stack.at[s->stack.count - 1];
    if (top->next == along->first[top->var + 1]) {
      vec_push(m, out, top->var);
      s->stack.count--;
      continue;
    }
    const causal_arc *arc = &s->g->arcs.at[along->item[top->next++]];
    uint32_t other = along == &s->out ? arc->to : arc->from;
    if (s->done[other] || is_location(s, other) != s->locations)
      continue;
    s->done[other] = true;
    visit more = {other, along->first[other]};
    vec_push(m, &s->stack, more);
  }
}

// Adds the variables of the fact to *out, also through derived facts and steps.
static void add_variables(sorter *s, uint32_t fact, bool *seen, numbers *out) {
  const task *t = s->g->t;
  const causal_lists *rules = &s->g->rules;
  if (fact == TASK_NONE || seen[fact])
    return;
  seen[fact] = true;
  if (fact < t->first_derived) {
    if (s->far[t->var_of[fact]] != 0)
      vec_push(s->g->m, out, t->var_of[fact]);
    s->far[t->var_of[fact]] = 0;
    return;
  }
  for (uint32_t i = rules->first[fact]; i < rules->first[fact + 1]; i++) {
    const task_rule *r = &t->rules.at[rules->item[i]];
    for (uint32_t k = 0; k < r->count; k++)
      add_variables(s, t->bodies.at[r->body + k], seen, out);
  }
}

// Breadth-first search against the arcs from the variables of the goal.
static void find_distances(sorter *s) {
  mem *m = s->g->m;
  numbers reached = {0};
  bool *seen = mem_alloc(m, (s->g->t->facts + 1) * sizeof *seen);
  for (uint32_t var = 0; var < s->g->t->vars.count; var++)
    s->far[var] = UNRELATED;
  add_variables(s, s->g->t->goal, seen, &reached);
  for (uint32_t i = 0; i < reached.count; i++)
    for (uint32_t var = reached.at[i], k = s->in.first[var]; k < s->in.first[var + 1]; k++) {
      uint32_t from = s->g->arcs.at[s->in.item[k]].from;
      if (s->far[from] != UNRELATED)
        continue;
      s->far[from] = s->far[var] + 1;
      vec_push(m, &reached, from);
    }
  vec_free(m, &reached);
  mem_free(m, seen);
}

static void rank_one(sorter *s, uint32_t var, uint32_t part) {
  s->part[var] = 0;
  s->g->vars[var].rank = s->ranked++;
  for (uint32_t k = s->out.first[var]; k < s->out.first[var + 1]; k++) {
    const causal_arc *arc = &s->g->arcs.at[s->out.item[k]];
    if (s->part[arc->to] != part)
      continue;
    s->lost[arc->to] -= arc->weight;
    if (s->far[arc->to] == s->far[var])
      causal_queue_put(s->g->m, &s->queue, 0, s->lost[arc->to], arc->to);
  }
}

// Ranks variables of a component at the same distance from the goal.
static void rank_equals(sorter *s, const uint32_t *vars, uint32_t count, uint32_t part) {
  for (uint32_t i = 0; i < count; i++)
    causal_queue_put(s->g->m, &s->queue, 0, s->lost[vars[i]], vars[i]);
  while (s->queue.heap.count) {
    uint32_t lost, var;
    causal_queue_take(&s->queue, 0, &lost, &var);
    if (s->part[var] == part && lost == s->lost[var])
      rank_one(s, var, part);
  }
}

// Sorts the component: farthest from the goal first.
static void sort_by_distance(sorter *s, uint32_t *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    causal_queue_put(s->g->m, &s->queue, 0, UNRELATED - s->far[vars[i]], vars[i]);
  for (uint32_t i = 0, far; i < count; i++)
    causal_queue_take(&s->queue, 0, &far, &vars[i]);
}

static void rank_part(sorter *s, uint32_t *vars, uint32_t count, uint32_t part) {
  const causal_arc *arcs = s->g->arcs.at;
  for (uint32_t i = 0; i < count; i++)
    s->part[vars[i]] = part;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = s->in.first[vars[i]]; k < s->in.first[vars[i] + 1]; k++)
      if (s->part[arcs[s->in.item[k]].from] == part)
        s->lost[vars[i]] += arcs[s->in.item[k]].weight;
  sort_by_distance(s, vars, count);
  for (uint32_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && s->far[vars[next]] == s->far[vars[i]];)
      next++;
    rank_equals(s, vars + i, next - i, part);
  }
}

// Kosaraju's algorithm: finds the strongly connected components in topological order.
static void rank_class(sorter *s) {
  uint32_t vars = s->g->t->vars.count;
  numbers finished = {0}, part = {0};
  for (uint32_t var = 0; var < vars; var++)
    if (!s->done[var] && is_location(s, var) == s->locations)
      walk(s, &s->out, var, &finished);
  for (uint32_t i = 0; i < finished.count; i++)
    s->done[finished.at[i]] = false;
  for (uint32_t i = finished.count; i-- > 0;) {
    if (s->done[finished.at[i]])
      continue;
    part.count = 0;
    walk(s, &s->in, finished.at[i], &part);
    rank_part(s, part.at, part.count, i + 1);
  }
  vec_free(s->g->m, &finished);
  vec_free(s->g->m, &part);
}

static void set_horizons(sorter *s) {
  mem *m = s->g->m;
  uint32_t vars = s->g->t->vars.count;
  uint32_t *depth = mem_alloc(m, (vars + 1) * sizeof *depth), *by_rank = mem_alloc(m, (vars + 1) * sizeof *by_rank);
  for (uint32_t var = 0; var < vars; var++)
    by_rank[s->g->vars[var].rank] = var;
  for (uint32_t rank = 0; rank < vars; rank++) {
    uint32_t var = by_rank[rank];
    for (uint32_t k = s->in.first[var]; k < s->in.first[var + 1]; k++) {
      uint32_t from = s->g->arcs.at[s->in.item[k]].from;
      if (s->g->vars[from].rank < rank && depth[from] + 1 > depth[var])
        depth[var] = depth[from] + 1;
    }
    if (s->g->vars[var].is_free || depth[var] > MOST_DEPTH)
      depth[var] = 0;
    else
      s->g->vars[var].horizon = rank;
    s->g->vars[var].is_independent = !depth[var];
  }
  mem_free(m, depth);
  mem_free(m, by_rank);
}

static causal_lists arcs_by(causal_graph *g, bool by_target) {
  uint32_t *key = mem_alloc(g->m, (g->arcs.count + 1) * sizeof *key);
  for (uint32_t i = 0; i < g->arcs.count; i++)
    key[i] = by_target ? g->arcs.at[i].to : g->arcs.at[i].from;
  causal_lists l = causal_group(g->m, key, g->arcs.count, g->t->vars.count);
  mem_free(g->m, key);
  return l;
}

void causal_order(causal_graph *g) {
  mem *m = g->m;
  size_t vars = g->t->vars.count + 1;
  sorter s = {.g = g, .out = arcs_by(g, false), .in = arcs_by(g, true)};
  s.done = mem_alloc(m, vars * sizeof *s.done);
  s.part = mem_alloc(m, vars * sizeof *s.part);
  s.lost = mem_alloc(m, vars * sizeof *s.lost);
  s.far = mem_alloc(m, vars * sizeof *s.far);
  find_distances(&s);
  rank_class(&s);
  s.locations = true;
  rank_class(&s);
  set_horizons(&s);
  causal_lists_free(m, &s.out);
  causal_lists_free(m, &s.in);
  vec_free(m, &s.stack);
  vec_free(m, &s.queue.heap);
  mem_free(m, s.done);
  mem_free(m, s.part);
  mem_free(m, s.lost);
  mem_free(m, s.far);
}
