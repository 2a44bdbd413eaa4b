// Sequences of steps as one transition, over a graph of numbered states made by hand.
#include "space/space.h"
#include "test_trace_net.h"

enum { MOST_EDGES = 4000, MOST_SEEN = 8, LONGEST = 4000 };

typedef struct edge {
  uint16_t from, to;
} edge;

typedef struct graph {
  space base;
  const edge *edges;
  uint32_t edge_count;
  uint32_t failing;     // a bit for each edge with a failed assertion
  uint16_t last_passed; // states from 1 to this one are inside a sequence
} graph;

static expansion expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  const graph *g = (const graph *)s;
  expansion result = {.is_stuck = true};
  uint16_t from;
  assert_int_equal(size, sizeof from);
  memcpy(&from, state, sizeof from);
  for (uint32_t i = 0; i < g->edge_count && !result.stopped; i++) {
    if (g->edges[i].from != from)
      continue;
    successor next = {.state = (const uint8_t *)&g->edges[i].to, .size = sizeof from, .cost = 2};
    next.fault = i < 32 && g->failing >> i & 1 ? FAULT_ASSERT : FAULT_NONE;
    next.by = (net_action){.edge = i, .partner_edge = NET_ALONE};
    result.count++;
    result.is_stuck = false;
    result.stopped = !visit(context, &next);
  }
  return result;
}

static bool is_passed(space *s, const uint8_t *state, uint32_t size) {
  uint16_t number;
  assert_int_equal(size, sizeof number);
  memcpy(&number, state, sizeof number);
  return number > 0 && number <= ((const graph *)s)->last_passed;
}

typedef struct seen { // the successors of state 0
  uint32_t count;
  uint32_t most; // stop after so many; 0 = never
  struct {
    uint16_t state;
    bool has_state;
    fault fault;
    uint32_t cost, steps, path[LONGEST];
  } at[MOST_SEEN];
} seen;

static bool see(void *context, const successor *s) {
  seen *to = context;
  assert_true(to->count < MOST_SEEN && s->before_count < LONGEST);
  to->at[to->count].has_state = s->state != NULL;
  if (s->state)
    memcpy(&to->at[to->count].state, s->state, sizeof(uint16_t));
  to->at[to->count].fault = s->fault;
  to->at[to->count].cost = s->cost;
  to->at[to->count].steps = s->before_count + 1;
  for (uint32_t i = 0; i < s->before_count; i++)
    to->at[to->count].path[i] = s->before[i].edge;
  to->at[to->count++].path[s->before_count] = s->by.edge;
  return to->count != to->most;
}

static expansion look(mem *m, graph *g, const question *asked, seen *to) {
  static const uint16_t start = 0;
  g->base = (space){.name = "graph", .expand = expand, .is_passed = is_passed};
  space *s = space_atomic(m, &g->base, asked);
  expansion result = s->expand(s, (const uint8_t *)&start, sizeof start, see, to);
  s->close(s);
  assert_int_equal(result.count, to->count);
  return result;
}

static const question anything = {.errors = ERROR_ASSERTION};
static seen successors;

#define GRAPH(last, ...)                                                                                               \
  (graph) {                                                                                                            \
    .edges = (const edge[]){__VA_ARGS__}, .edge_count = sizeof((const edge[]){__VA_ARGS__}) / sizeof(edge),            \
    .last_passed = last                                                                                                \
  }

NET_TEST(a_sequence_is_one_transition) {
  graph g = GRAPH(2, {0, 1}, {0, 7}, {1, 2}, {2, 5}, {1, 6}, {5, 8});
  successors = (seen){0};
  expansion result = look(f->m, &g, &anything, &successors);
  assert_false(result.is_stuck || result.stopped);
  assert_int_equal(successors.count, 3);
  assert_int_equal(successors.at[0].state, 7);
  assert_int_equal(successors.at[0].steps, 1);
  assert_int_equal(successors.at[1].state, 6);
  assert_int_equal(successors.at[2].state, 5);
  assert_int_equal(successors.at[2].cost, 6);
  assert_int_equal(successors.at[2].steps, 3);
  const uint32_t path[] = {0, 2, 3};
  assert_memory_equal(successors.at[2].path, path, sizeof path);
}

NET_TEST(a_state_inside_is_expanded_once) {
  graph g = GRAPH(4, {0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 1}, {4, 9});
  successors = (seen){0};
  look(f->m, &g, &anything, &successors);
  assert_int_equal(successors.count, 1);
  assert_int_equal(successors.at[0].state, 9);
  assert_int_equal(successors.at[0].steps, 4);
}

NET_TEST(a_failed_assertion_inside_is_reported) {
  graph g = GRAPH(2, {0, 1}, {1, 2}, {2, 9});
  g.failing = 6;
  successors = (seen){0};
  look(f->m, &g, &anything, &successors);
  assert_int_equal(successors.count, 2);
  assert_false(successors.at[0].has_state);
  assert_int_equal(successors.at[0].fault, FAULT_ASSERT);
  assert_int_equal(successors.at[0].steps, 2);
  assert_int_equal(successors.at[0].cost, 4);
  assert_true(successors.at[1].has_state);
  assert_int_equal(successors.at[1].fault, FAULT_ASSERT);
  assert_int_equal(successors.at[1].state, 9);
  successors = (seen){.most = 1};
  assert_true(look(f->m, &g, &anything, &successors).stopped);
  assert_int_equal(successors.count, 1);
}

NET_TEST(the_state_that_is_asked_for_is_seen) {
  graph g = GRAPH(3, {0, 1}, {1, 2}, {2, 3}, {3, 9});
  const uint16_t target = 2;
  question asked = {.kind = QUESTION_STATE, .target = (const uint8_t *)&target, .target_size = sizeof target};
  successors = (seen){0};
  look(f->m, &g, &asked, &successors);
  assert_int_equal(successors.count, 1);
  assert_int_equal(successors.at[0].state, 2);
  assert_int_equal(successors.at[0].steps, 2);
  asked.target_size = 1;
  successors = (seen){0};
  look(f->m, &g, &asked, &successors);
  assert_int_equal(successors.at[0].state, 9);
}

// Of a long sequence the first thousand states are passed; the search goes on from the next.
NET_TEST(an_expansion_returns_soon) {
  edge *line = mem_alloc(f->m, sizeof *line * MOST_EDGES);
  for (uint32_t i = 0; i < MOST_EDGES; i++)
    line[i] = (edge){.from = (uint16_t)i, .to = (uint16_t)(i + 1)};
  graph g = {.edges = line, .edge_count = MOST_EDGES, .last_passed = 3000};
  successors = (seen){0};
  look(f->m, &g, &anything, &successors);
  assert_int_equal(successors.count, 1);
  assert_int_equal(successors.at[0].state, 1001);
  assert_int_equal(successors.at[0].steps, 1001);
  for (uint32_t i = 0; i < 1001; i++)
    assert_int_equal(successors.at[0].path[i], i);
  mem_free(f->m, line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sequence_is_one_transition),
      cmocka_unit_test(a_state_inside_is_expanded_once),
      cmocka_unit_test(a_failed_assertion_inside_is_reported),
      cmocka_unit_test(the_state_that_is_asked_for_is_seen),
      cmocka_unit_test(an_expansion_returns_soon),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
