// Search for strongly connected components with an accepting cycle, after Couvreur: a depth-first search that merges
// the components on its stack when an edge leads back to one of them. It ends as soon as a component has all marks.
#include "search/cycle_search.h"

extern const search_method search_scc;

enum { NOT_VISITED = 0, FINISHED = 0xffffffff };

typedef struct component { // on the stack
  uint32_t first;          // its states are live[first], up to the first of the next component
  uint32_t marks;          // of the edges inside
  uint32_t entry;          // marks of the edge that leads to it from the component before
} component;

typedef struct scc {
  cycle_search search;
  cycle_stack stack;
  uint32_t *position; // by state: NOT_VISITED, FINISHED (its component is complete), or 1 + its position in live
  uint32_t room;
  VEC(uint32_t) live; // visited states whose component is not complete, in the order of their visit
  VEC(component) components;
  uint32_t found; // position in live of the first state of the component that has all marks
} scc;

static bool is_member(const void *context, uint32_t state) {
  const scc *s = context;
  uint32_t at = state < s->room ? s->position[state] : NOT_VISITED;
  return at != NOT_VISITED && at != FINISHED && at > s->found;
}

static void note_found(scc *s, component *c) {
  cycle_search *q = &s->search;
  s->found = c->first;
  q->has_found = true;
  cycle_search_take_frames(q, &s->stack, 0, cycle_stack_find(&s->stack, s->live.at[c->first]) + 1);
  q->lasso.loop_at = q->lasso.path.count - 1;
  q->lasso.is_open = true;
  c->marks = CYCLE_MARKS_NONE; // if this lasso is too long, the search goes on
}

// An edge from the state on top of the stack to one that was visited before.
static void close_cycle(scc *s, uint32_t to, uint32_t marks) {
  cycle_marks *sets = &s->search.graph.marks;
  uint32_t at = s->position[to];
  if (at == FINISHED)
    return;
  component *c = &s->components.at[s->components.count - 1];
  for (; c->first >= at; c--) {
    marks = cycle_marks_join(sets, marks, cycle_marks_join(sets, c->marks, c->entry));
    s->components.count--;
  }
  c->marks = cycle_marks_join(sets, c->marks, marks);
  if (c->marks == CYCLE_MARKS_ALL && !s->search.has_found)
    note_found(s, c);
}

static void reserve(scc *s, uint32_t state) {
  if (state < s->room)
    return;
  uint64_t room = (uint64_t)state + state / 4 + 4096;
  room = room < UINT32_MAX ? room : UINT32_MAX;
  s->position = mem_realloc(s->search.m, s->position, room * sizeof *s->position);
  s->room = (uint32_t)room;
}

// The edges of the graph become those of the frame on top. Edges to states visited before are done with at once, so
// that a cycle is found as early as possible.
static void take_edges(scc *s) {
  cycle_graph *g = &s->search.graph;
  for (uint32_t i = 0; i < g->edges.count; i++) {
    reserve(s, g->edges.at[i].to);
    if (s->position[g->edges.at[i].to] != NOT_VISITED)
      close_cycle(s, g->edges.at[i].to, g->edges.at[i].marks);
  }
  for (uint32_t i = g->edges.count; i-- > 0;) {
    const cycle_edge *e = &g->edges.at[i];
    if (s->position[e->to] != NOT_VISITED)
      continue;
    cycle_stack_add(s->search.m, &s->stack, e->to);
    if (!g->is_plain)
      vec_push(s->search.m, &s->stack.marks, e->marks);
  }
}

// In a plain graph the marks of a state stand for those of its edges.
static void enter(scc *s, uint32_t state, uint32_t marks) {
  cycle_search *q = &s->search;
  cycle_graph *g = &q->graph;
  bool is_sound = cycle_graph_expand(g, state, CYCLE_IN_ORDER);
  q->base.stats.expanded++;
  cycle_search_count(q);
  component c = {.first = s->live.count, .entry = marks};
  c.marks = g->is_plain && g->is_accepting ? CYCLE_MARKS_ALL : CYCLE_MARKS_NONE;
  vec_push(q->m, &s->components, c);
  vec_push(q->m, &s->live, state);
  s->position[state] = s->live.count;
  cycle_stack_push(q->m, &s->stack, state);
  if (s->stack.frames.count - 2 > q->base.stats.max_depth)
    q->base.stats.max_depth = s->stack.frames.count - 2;
  if (!is_sound)
    cycle_search_note_fault(q, &s->stack);
  take_edges(s);
}

static void leave(scc *s) {
  uint32_t state = s->stack.frames.at[--s->stack.frames.count].state;
  uint32_t first = s->components.at[s->components.count - 1].first;
  if (s->position[state] != first + 1)
    return;
  s->components.count--;
  while (s->live.count > first)
    s->position[s->live.at[--s->live.count]] = FINISHED;
}

static void follow_edge(scc *s, uint32_t *work) {
  cycle_stack *k = &s->stack;
  uint32_t to = cycle_stack_take(k);
  uint32_t marks = s->search.graph.is_plain ? CYCLE_MARKS_NONE : k->marks.at[--k->marks.count];
  if (s->position[to] != NOT_VISITED) {
    close_cycle(s, to, marks);
  } else {
    enter(s, to, marks);
    --*work;
  }
}

static search_status advance(scc *s, uint32_t work) {
  cycle_search *q = &s->search;
  if (!q->has_started) {
    q->has_started = true;
    cycle_search_begin(q, &s->stack);
    take_edges(s);
  }
  while (work > 0) {
    if (q->has_found) {
      search_status status = cycle_search_conclude(q, work, is_member);
      if (status == SEARCH_FOUND || q->has_found)
        return status;
      work--;
    } else if (cycle_stack_top(&s->stack)->left) {
      follow_edge(s, &work);
    } else if (s->stack.frames.count > 1) {
      leave(s);
    } else {
      return SEARCH_EXHAUSTED;
    }
  }
  return SEARCH_RUNNING;
}

static search_status step(search *base, uint32_t work) {
  scc *s = (scc *)base;
  search_status status = advance(s, work);
  cycle_search_measure(&s->search, &s->stack, sizeof *s->position);
  return status;
}

static void close_search(search *base) {
  scc *s = (scc *)base;
  mem *m = s->search.m;
  cycle_search_close(&s->search);
  cycle_stack_close(m, &s->stack);
  vec_free(m, &s->live);
  vec_free(m, &s->components);
  mem_free(m, s->position);
  mem_free(m, s);
}

static search *start(const search_setup *setup) {
  scc *s = mem_alloc(setup->m, sizeof *s);
  s->search.base = (search){.method = &search_scc, .step = step, .close = close_search};
  cycle_search_open(&s->search, setup);
  return &s->search.base;
}

const search_method search_scc = {
    .name = "scc",
    .summary = "strongly connected components: the earliest acceptance cycle of a depth-first search; fairness",
    .is_complete = true,
    .is_optimal = false,
    .uses_estimate = true,
    .only_orders = true,
    .counts_transitions = true,
    .start = start,
};
