#include "test_cg_task.h"

// compute-costs as it stands in the paper (Fig. 4), bottom up and with whole contexts, on random processes each of
// which looks only at earlier ones.
enum { PROCESSES = 5, LOCATIONS = 4, MOVES = 9 };

typedef struct random_move {
  uint32_t from, to, wanted[PROCESSES]; // LOCATIONS: nothing is asked of that process
} random_move;

typedef struct random_system {
  random_move move[PROCESSES][MOVES];
  uint32_t at[PROCESSES], cost[PROCESSES][LOCATIONS][LOCATIONS], seed, finite, far;
} random_system;

static uint32_t random_below(random_system *r, uint32_t limit) {
  r->seed = r->seed * 1664525 + 1013904223;
  return (r->seed >> 16) % limit;
}

static void make_move(task_fixture *f, random_system *r, uint32_t p, random_move *move) {
  uint32_t body[PROCESSES + 1], count = 0;
  move->from = random_below(r, LOCATIONS);
  move->to = (move->from + 1 + random_below(r, LOCATIONS - 1)) % LOCATIONS;
  body[count++] = p * LOCATIONS + move->from;
  for (uint32_t q = 0; q < PROCESSES; q++) {
    move->wanted[q] = q < p && random_below(r, 3) == 0 ? random_below(r, LOCATIONS) : LOCATIONS;
    if (move->wanted[q] < LOCATIONS)
      body[count++] = q * LOCATIONS + move->wanted[q];
  }
  test_rule(f, p * LOCATIONS + move->to, test_add_step(f, 1, body, count), TASK_NONE);
}

static void make_random(task_fixture *f, random_system *r) {
  for (uint32_t p = 0; p < PROCESSES; p++)
    test_variable(f, TASK_LOCATION, LOCATIONS);
  for (uint32_t p = 0; p < PROCESSES; p++)
    for (uint32_t i = 0; i < MOVES; i++)
      make_move(f, r, p, &r->move[p][i]);
}

static void follow_moves(random_system *r, uint32_t p, uint32_t l, uint32_t *cost, uint32_t context[][PROCESSES]) {
  for (uint32_t i = 0; i < MOVES; i++) {
    const random_move *move = &r->move[p][i];
    uint32_t sum = cg_sum(cost[l], 1), after[PROCESSES];
    if (move->from != l)
      continue;
    for (uint32_t q = 0; q < PROCESSES; q++) {
      after[q] = move->wanted[q] < LOCATIONS ? move->wanted[q] : context[l][q];
      sum = cg_sum(sum, q < p ? r->cost[q][context[l][q]][after[q]] : 0);
    }
    if (sum >= cost[move->to])
      continue;
    cost[move->to] = sum;
    for (uint32_t q = 0; q < PROCESSES; q++)
      context[move->to][q] = after[q];
  }
}

static void compute_costs(random_system *r, uint32_t p, uint32_t start) {
  uint32_t *cost = r->cost[p][start], context[LOCATIONS][PROCESSES];
  bool reached[LOCATIONS] = {false};
  for (uint32_t l = 0; l < LOCATIONS; l++)
    cost[l] = l == start ? 0 : CG_INFINITE;
  for (uint32_t q = 0; q < PROCESSES; q++)
    context[start][q] = r->at[q];
  for (;;) {
    uint32_t best = LOCATIONS;
    for (uint32_t l = 0; l < LOCATIONS; l++)
      if (!reached[l] && cost[l] < CG_INFINITE && (best == LOCATIONS || cost[l] < cost[best]))
        best = l;
    if (best == LOCATIONS)
      return;
    reached[best] = true;
    follow_moves(r, p, best, cost, context);
  }
}

static void compare(random_system *r, uint32_t found, uint32_t expected) {
  assert_int_equal(found, expected);
  r->finite += expected < CG_INFINITE;
  r->far += expected >= LOCATIONS && expected < CG_INFINITE; // more than its own moves
}

static random_system random_one;

TASK_TEST(as_the_paper_computes_costs) {
  random_system *r = &random_one;
  make_random(f, r);
  cg_goal *e = cg_goal_open(f->m, &f->t);
  for (uint32_t round = 0; round < 50; round++) {
    uint32_t facts[PROCESSES];
    for (uint32_t p = 0; p < PROCESSES; p++)
      facts[p] = p * LOCATIONS + (r->at[p] = random_below(r, LOCATIONS));
    cg_goal_estimate(e, facts, PROCESSES);
    for (uint32_t p = 0; p < PROCESSES; p++)
      for (uint32_t l = 0; l < LOCATIONS; l++)
        compute_costs(r, p, l);
    for (uint32_t p = 0; p < PROCESSES; p++)
      for (uint32_t l = 0; l < LOCATIONS; l++)
        compare(r, cg_goal_cost(e, p * LOCATIONS + l), r->cost[p][r->at[p]][l]);
  }
  cg_goal_close(e);
}

static void as_the_paper_computes_costs_often(void **state) {
  for (uint32_t seed = 1; seed <= 200; seed++) {
    random_one.seed = seed;
    as_the_paper_computes_costs(state);
  }
  assert_true(random_one.finite > 100000);
  assert_true(random_one.far > 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_paper_computes_costs_often),
  };
  return cmocka_run_group_tests_name("cg as in the paper", tests, NULL, NULL);
}
