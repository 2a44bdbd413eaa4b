#include "search/lasso_graph.h"

#include <assert.h>
#include <string.h>

void lasso_graph_open(lasso_graph *g, mem *m, const space *product) {
  *g = (lasso_graph){.m = m, .last_number = LASSO_NONE};
  product_needs(product, g->needs);
  g->marks = state_set_open(m);
}

void lasso_graph_close(lasso_graph *g) {
  g->marks->base.close(&g->marks->base);
  vec_free(g->m, &g->sources);
  vec_free(g->m, &g->edges);
  mem_free(g->m, g->rank);
}

uint32_t lasso_graph_marks(lasso_graph *g, const uint64_t marks[PRODUCT_MARK_WORDS]) {
  uint64_t needed[PRODUCT_MARK_WORDS];
  for (uint32_t i = 0; i < PRODUCT_MARK_WORDS; i++)
    needed[i] = marks[i] & g->needs[i];
  if (g->last_number == LASSO_NONE || memcmp(needed, g->last, sizeof needed) != 0) {
    bool is_new;
    g->last_number = g->marks->base.put(&g->marks->base, (const uint8_t *)needed, sizeof needed, &is_new);
    memcpy(g->last, needed, sizeof needed);
    assert(g->last_number < LASSO_NO_MARKS);
  }
  return g->last_number;
}

void lasso_graph_set(const lasso_graph *g, uint32_t number, uint64_t marks[PRODUCT_MARK_WORDS]) {
  uint32_t size;
  memcpy(marks, g->marks->base.get(&g->marks->base, number, &size), sizeof *marks * PRODUCT_MARK_WORDS);
}

void lasso_graph_make_room(lasso_graph *g, uint32_t states) {
  if (states <= g->room)
    return;
  uint64_t room = (uint64_t)states + states / 4 + 1024;
  room = room < UINT32_MAX ? room : UINT32_MAX;
  g->rank = mem_realloc(g->m, g->rank, room * sizeof *g->rank);
  memset(g->rank + g->room, 0xff, (room - g->room) * sizeof *g->rank);
  g->room = (uint32_t)room;
}

void lasso_graph_add(lasso_graph *g, uint32_t state, uint32_t distance, lasso_edge e) {
  uint32_t count = g->sources.count;
  if (count == 0 || g->sources.at[count - 1].state != state) {
    assert(count == 0 || g->sources.at[count - 1].distance <= distance);
    lasso_source source = {.state = state, .distance = distance, .first = g->edges.count};
    lasso_graph_make_room(g, state + 1);
    vec_push(g->m, &g->sources, source);
    g->rank[state] = count;
  }
  vec_push(g->m, &g->edges, e);
}
