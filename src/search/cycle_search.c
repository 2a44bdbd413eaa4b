#include "search/cycle_search.h"

// Expansions for a short lasso: in any case, as a part of those of the search, and at most.
enum { LEAST_EFFORT = 4000, EFFORT_PART = 2, MOST_EFFORT = 1000000 };

void cycle_search_open(cycle_search *s, const search_setup *setup) {
  s->m = setup->m;
  s->bound = setup->bound;
  cycle_graph_open(&s->graph, setup);
}

void cycle_search_close(cycle_search *s) {
  cycle_lasso_close(&s->lasso);
  cycle_graph_close(&s->graph);
  vec_free(s->m, &s->base.found.answer.steps);
}

void cycle_search_begin(cycle_search *s, cycle_stack *k) {
  cycle_graph *g = &s->graph;
  cycle_graph_initial(g);
  cycle_search_count(s);
  cycle_stack_push(s->m, k, CYCLE_NO_STATE);
  if (g->fault.is_there)
    cycle_search_note_fault(s, k);
}

void cycle_search_count(cycle_search *s) {
  search_stats *stats = &s->base.stats;
  const cycle_graph *g = &s->graph;
  for (uint32_t i = 0; i < g->edges.count; i++)
    stats->stored += g->edges.at[i].is_new;
  stats->duplicates = g->generated > stats->stored ? g->generated - stats->stored : 0;
  stats->generated = g->generated;
}

void cycle_search_measure(cycle_search *s, const cycle_stack *k, uint32_t bytes) {
  const store *visited = s->graph.visited;
  uint64_t states = visited->count(visited);
  s->base.stats.open = k->todo.count;
  s->base.stats.bytes_per_state = states ? (double)visited->bytes(visited) / (double)states + bytes : 0;
}

void cycle_search_take_frames(cycle_search *s, const cycle_stack *k, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (k->frames.at[i].state != CYCLE_NO_STATE)
      vec_push(s->m, &s->lasso.path, k->frames.at[i].state);
}

void cycle_search_note_fault(cycle_search *s, const cycle_stack *k) {
  s->has_found = true;
  cycle_lasso_note_fault(&s->lasso, &s->graph);
  cycle_search_take_frames(s, k, 0, k->frames.count);
}

static void drop(cycle_search *s) {
  cycle_lasso_clear(&s->lasso);
  s->has_found = false;
  s->base.is_incomplete = true;
}

search_status cycle_search_conclude(cycle_search *s, uint32_t work, cycle_is_member is_member) {
  cycle_lasso *l = &s->lasso;
  uint64_t effort = LEAST_EFFORT + s->base.stats.expanded / EFFORT_PART;
  effort = effort < MOST_EFFORT ? effort : MOST_EFFORT;
  if (!l->is_running) {
    if (s->spent > effort) { // lassos that are too long must not take more time than the search
      drop(s);
      return SEARCH_RUNNING;
    }
    l->effort = effort;
    cycle_lasso_start(l, &s->graph, is_member, s);
  }
  search_finding found = {0};
  if (!cycle_lasso_advance(l, work, &found))
    return SEARCH_RUNNING;
  s->spent += l->spent;
  if (found.cost < s->bound) {
    s->base.found = found;
    return SEARCH_FOUND;
  }
  vec_free(s->m, &found.answer.steps);
  drop(s);
  return SEARCH_RUNNING;
}
