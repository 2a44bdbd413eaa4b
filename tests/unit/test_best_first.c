#include "check/engines.h"
#include "test_estimate_net.h"

static const search_method *const guided[] = {&search_astar, &search_wastar, &search_greedy, &search_kbest};
enum { GUIDED = sizeof guided / sizeof *guided };

// A chain of locations that ends in a step which goes wrong. Returns the template, whose last location is count - 1.
static net_template *chain(net_fixture *f, uint32_t count) {
  net_template *p = test_active(f, "P", count);
  for (uint32_t i = 0; i + 1 < count; i++)
    test_edge(f, p, i, i + 1, "on", NULL);
  test_assert(f, test_edge(f, p, count - 1, count - 1, "wrong", NULL), test_number(f, 0), "false");
  return p;
}

static void counter(net_fixture *f, const char *name) {
  net_var *x = test_var(f, NULL, name, 0);
  test_count_up(f, test_active(f, "Q", 1), 0, 0, x);
}

NET_TEST(errors_of_all_kinds) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3);
  test_count_up(f, p, 0, 0, x);
  test_edge(f, p, 0, 1, "leave", test_is(f, x, 7));
  test_assert(f, test_edge(f, p, 0, 0, "fail", test_is(f, x, 20)), test_number(f, 0), "false");
  expr *below = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 9));
  for (uint32_t i = 0; i < GUIDED; i++) {
    found r = find(f, guided[i], (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL);
    assert_int_equal(r.fault, FAULT_DEADLOCK);
    r = find(f, guided[i], (question){.errors = ERROR_ASSERTION | ERROR_RUNTIME}, NULL);
    assert_int_equal(r.fault, FAULT_ASSERT);
    assert_int_equal(r.cost, 21);
    r = find(f, guided[i], (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, below);
    assert_int_equal(r.fault, FAULT_INVARIANT);
    assert_int_equal(r.cost, 9);
    r = find(f, guided[i], (question){.errors = ERROR_RUNTIME}, NULL);
    assert_int_equal(r.status, SEARCH_EXHAUSTED);
    assert_int_equal(r.stats.stored, 257);
    assert_int_equal(r.stats.expanded, 257);
    assert_int_equal(r.stats.open, 0);
  }
}

NET_TEST(the_start_is_an_error) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "never", test_is(f, x, 1));
  net_var *y = test_var(f, NULL, "y", 0);
  for (uint32_t i = 0; i < GUIDED; i++) {
    found r = find(f, guided[i], safety, NULL);
    assert_int_equal(r.fault, FAULT_DEADLOCK);
    assert_int_equal(r.cost, 0);
    r = find(f, guided[i], (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME}, test_is(f, x, 1));
    assert_int_equal(r.fault, FAULT_INVARIANT);
    assert_int_equal(r.steps, 0);
  }
  vec_push(f->m, &y->init, test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, x)));
  for (uint32_t i = 0; i < GUIDED; i++)
    assert_int_equal(find(f, guided[i], (question){.errors = ERROR_RUNTIME}, NULL).fault, FAULT_DIVISION);
}

// 0 -> 1 -> 4 is shorter than 0 -> 2 -> 3 -> 4, but looks dear: 4 and what follows is expanded by the longer way first.
NET_TEST(reopening_matters) {
  net_template *p = test_active(f, "P", 10);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 0, 2, "b", NULL);
  test_edge(f, p, 2, 3, "c", NULL);
  test_edge(f, p, 3, 4, "d", NULL);
  test_edge(f, p, 1, 4, "e", NULL);
  for (uint32_t i = 4; i < 9; i++)
    test_edge(f, p, i, i + 1, "on", NULL);
  const uint32_t true_but_uneven[10] = {0, 6};
  test_estimate e = test_by_location(true_but_uneven, true);
  found r = seek(f, &(quest){.method = &search_astar, .estimates = {&e}, .goal = safety});
  assert_int_equal(r.fault, FAULT_DEADLOCK);
  assert_int_equal(r.cost, 7);
  assert_int_equal(r.cost, find(f, &search_bfs, safety, NULL).cost);
  assert_true(r.stats.reopened >= 4);
  assert_int_equal(e.asked, r.stats.stored); // never again for one that is reopened
  // A greedy search is content with the longer way, unless it is told to do better.
  e.asked = 0;
  r = seek(f, &(quest){.method = &search_greedy, .keys = "explore=none", .estimates = {&e}, .goal = safety});
  assert_int_equal(r.cost, 8);
  assert_int_equal(r.stats.reopened, 0);
  r = seek(f,
           &(quest){.method = &search_greedy, .keys = "explore=none", .estimates = {&e}, .goal = safety, .bound = 8});
  assert_int_equal(r.cost, 7);
  assert_true(r.stats.reopened >= 1);
}

NET_TEST(a_good_estimate_saves_work) {
  chain(f, 8);
  counter(f, "x");
  counter(f, "y");
  uint32_t left[8];
  for (uint32_t i = 0; i < 8; i++)
    left[i] = 8 - i;
  test_estimate e = test_by_location(left, true);
  found blind = find(f, &search_bfs, safety, NULL);
  assert_int_equal(blind.cost, 8);
  for (uint32_t i = 0; i < GUIDED; i++) {
    found r = seek(f, &(quest){.method = guided[i], .estimates = {&e}, .goal = safety});
    assert_int_equal(r.cost, 8);
    assert_int_equal(r.stats.h_initial, 8);
    assert_int_equal(r.stats.h_best, 1);
    assert_true(r.stats.expanded * 2 < blind.stats.expanded);
  }
}

// All ways to the error are equally long, so the estimate is right everywhere and only ties are left.
NET_TEST(ties_of_astar) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  x->type.bits = y->type.bits = 4;
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  net_edge *e = test_count_up(f, p, 0, 0, x);
  e->guard = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 8));
  e = test_count_up(f, q, 0, 0, y);
  e->guard = test_two(f, EXPR_LT, test_read(f, y), test_number(f, 8));
  test_estimate zero = test_by_location((const uint32_t[]){0}, true);
  const char *const ties[] = {"ties=h", "ties=g", "ties=lifo", "ties=fifo"};
  uint64_t expanded[4];
  for (uint32_t i = 0; i < 4; i++) {
    found r = seek(f, &(quest){.method = &search_astar, .keys = ties[i], .estimates = {&zero}, .goal = safety});
    assert_int_equal(r.cost, 16);
    expanded[i] = r.stats.expanded;
    r = seek(f, &(quest){.method = &search_wastar, .keys = ties[i], .estimates = {&zero}, .goal = safety});
    assert_int_equal(r.cost, 16);
  }
  assert_int_equal(expanded[3], 81);
  expr *both = test_two(f, EXPR_AND, test_is(f, x, 8), test_is(f, y, 8));
  test_assert(f, test_edge(f, p, 0, 0, "wrong", both), test_number(f, 0), "false");
  zero = test_by_location((const uint32_t[]){1}, false);
  found last = seek(f, &(quest){.method = &search_greedy, .keys = "ties=lifo,explore=none", .estimates = {&zero}});
  assert_int_equal(last.status, SEARCH_EXHAUSTED);
  question goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME};
  quest seeks = {.method = &search_greedy, .keys = "ties=lifo,explore=none", .estimates = {&zero}, .goal = goal};
  last = seek(f, &seeks);
  seeks.keys = "ties=fifo,explore=none";
  found first = seek(f, &seeks);
  seeks.keys = "ties=g,explore=none";
  found cheap = seek(f, &seeks);
  assert_int_equal(last.stats.expanded, 17); // straight on
  assert_int_equal(first.stats.expanded, 81);
  assert_int_equal(cheap.stats.expanded, 81);
}

NET_TEST(dead_ends) {
  const uint32_t none = HEURISTIC_DEAD_END;
  const uint32_t numbers[] = {3, none, 1};
  chain(f, 3);
  for (uint32_t i = 0; i < GUIDED; i++) {
    test_estimate e = test_by_location(numbers, false);
    quest seeks = {.method = guided[i], .estimates = {&e}, .goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}};
    found r = seek(f, &seeks);
    assert_int_equal(r.status, SEARCH_EXHAUSTED); // it is told that there is nothing
    assert_int_equal(r.stats.stored, 2);
    assert_int_equal(r.stats.expanded, 1);
    e.base.is_safe = false;
    r = seek(f, &seeks);
    assert_int_equal(r.fault, FAULT_ASSERT);
    assert_int_equal(r.cost, 3);
    e.base.is_safe = true;
    seeks.goal.kind = QUESTION_CENSUS;
    r = seek(f, &seeks);
    assert_int_equal(r.stats.census, 3);
  }
}

// What the unsafe estimate calls a dead end comes after everything else.
NET_TEST(unsafe_dead_ends_come_last) {
  net_template *p = test_active(f, "P", 6);
  test_edge(f, p, 0, 1, "dead", NULL);
  test_assert(f, test_edge(f, p, 1, 1, "wrong", NULL), test_number(f, 0), "false");
  for (uint32_t i = 2; i < 6; i++)
    test_edge(f, p, i == 2 ? 0 : i - 1, i, "on", NULL);
  test_estimate e = test_by_location((const uint32_t[]){3, HEURISTIC_DEAD_END, 50, 60, 70, 80}, false);
  e.base.is_safe = false;
  for (uint32_t i = 0; i < GUIDED; i++) {
    const char *keys = guided[i] == &search_greedy ? "explore=none" : guided[i] == &search_kbest ? "k=1" : NULL;
    found r = seek(f, &(quest){.method = guided[i],
                               .keys = keys,
                               .estimates = {&e},
                               .goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}});
    assert_int_equal(r.cost, 2);
    assert_int_equal(r.stats.expanded, 6);
  }
}

// One estimate knows the next step, though not how far it is; the other one has its mind on counting.
NET_TEST(estimates_in_turn) {
  counter(f, "x");
  chain(f, 6);
  test_estimate misled = test_by_location(NULL, false), vague = test_by_location((const uint32_t[]){0}, false);
  quest alone = {.method = &search_greedy, .keys = "explore=none", .goal = safety, .estimates = {&misled}};
  found r = seek(f, &alone);
  assert_int_equal(r.fault, FAULT_ASSERT);
  assert_true(r.stats.expanded > 100);
  vague.prefers = "on";
  vague.base.prefers = test_prefers;
  quest both = {.method = &search_greedy, .keys = "explore=none,preferred=yes", .goal = safety};
  both.estimates[0] = &misled;
  both.estimates[1] = &vague;
  r = seek(f, &both);
  assert_true(r.stats.expanded < 50);
}

NET_TEST(astar_takes_the_greatest) {
  chain(f, 6);
  counter(f, "x");
  test_estimate first = test_by_location((const uint32_t[]){6, 5, 0, 0, 2, 1}, true);
  test_estimate second = test_by_location((const uint32_t[]){0, 0, 4, 3, 0, 1}, true);
  quest seeks = {.method = &search_astar, .goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}, .estimates = {&first}};
  found one = seek(f, &seeks);
  seeks.estimates[1] = &second;
  found both = seek(f, &seeks);
  assert_int_equal(one.cost, 6);
  assert_int_equal(both.cost, 6);
  assert_int_equal(both.stats.expanded, 6);
  assert_true(one.stats.expanded > 6);
  assert_int_equal(both.stats.h_initial, 6);
  assert_int_equal(both.stats.h_best, 0);
}

NET_TEST(exploration_gets_off_a_plateau) {
  chain(f, 4);
  counter(f, "x");
  counter(f, "y");
  test_estimate e = test_by_location((const uint32_t[]){1, 2, 2, 0}, false);
  quest seeks = {.method = &search_greedy,
                 .goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME},
                 .estimates = {&e},
                 .keys = "explore=none"};
  found none = seek(f, &seeks);
  assert_true(none.stats.expanded > 60000); // all that the counters can be, before location 1 is left
  const char *const ways[] = {"explore=type", "explore=novelty"};
  for (uint32_t i = 0; i < 2; i++) {
    seeks.keys = ways[i];
    found r = seek(f, &seeks);
    assert_int_equal(r.fault, FAULT_ASSERT);
    assert_true(r.stats.expanded < 6000);
    found again = seek(f, &seeks);
    assert_int_equal(r.stats.expanded, again.stats.expanded);
    assert_int_equal(r.cost, again.cost);
  }
  seeks.keys = "explore=type";
  found one = seek(f, &seeks);
  seeks.seed = 5;
  assert_int_not_equal(one.stats.expanded, seek(f, &seeks).stats.expanded);
}

// With all that is open expanded together, the order is breadth-first.
NET_TEST(k_best_together) {
  net_template *p = test_active(f, "P", 12);
  test_edge(f, p, 0, 1, "short", NULL);
  test_edge(f, p, 1, 2, "short", NULL);
  test_assert(f, test_edge(f, p, 2, 2, "wrong", NULL), test_number(f, 0), "false");
  test_edge(f, p, 0, 3, "long", NULL);
  for (uint32_t i = 3; i < 11; i++)
    test_edge(f, p, i, i + 1, "on", NULL);
  test_assert(f, test_edge(f, p, 11, 11, "wrong", NULL), test_number(f, 0), "false");
  test_estimate e = test_by_location((const uint32_t[]){5, 5, 5, 4, 4, 3, 3, 3, 2, 2, 1, 1}, false);
  quest seeks = {
      .method = &search_kbest, .keys = "k=1", .estimates = {&e}, .goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}};
  assert_int_equal(seek(f, &seeks).cost, 10);
  seeks.keys = "k=2";
  found r = seek(f, &seeks);
  assert_int_equal(r.cost, 3);
  assert_int_equal(r.stats.expanded, 4 + 1); // the start, two and two
}

// An atomic sequence of three steps, the second of which may fail its assertion.
NET_TEST(atomic_sequences) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4);
  test_count_up(f, p, 0, 1, x)->keeps_control = true;
  net_edge *e = test_count_up(f, p, 1, 2, x);
  e->keeps_control = true;
  test_assert(f, e, test_two(f, EXPR_NE, test_read(f, x), test_number(f, 6)), "x != 6");
  test_count_up(f, p, 2, 0, x);
  test_edge(f, p, 2, 3, "stop", test_is(f, x, 12));
  test_count_up(f, test_active(f, "Q", 2), 0, 1, x);
  for (uint32_t i = 0; i < GUIDED; i++) {
    found r = find(f, guided[i], (question){.errors = ERROR_ASSERTION | ERROR_RUNTIME}, NULL);
    assert_int_equal(r.fault, FAULT_ASSERT);
    assert_int_equal(r.cost, 6);
    r = find(f, guided[i], (question){.errors = ERROR_DEADLOCK | ERROR_RUNTIME}, NULL);
    assert_int_equal(r.fault, FAULT_DEADLOCK);
  }
  found wide = find(f, &search_bfs, (question){.errors = ERROR_RUNTIME}, NULL),
        deep = find(f, &search_greedy, (question){.errors = ERROR_RUNTIME}, NULL);
  assert_int_equal(deep.stats.census, wide.stats.census);
  assert_true(deep.stats.stored < wide.stats.stored);
  assert_int_equal(find(f, &search_astar, (question){.errors = ERROR_RUNTIME}, NULL).stats.stored, wide.stats.stored);
}

static void message(net_fixture *f, net_template *t, uint32_t from, uint32_t to, const net_var *c, bool is_sent) {
  net_edge *e = test_edge(f, t, from, to, is_sent ? "send" : "receive", NULL);
  e->keeps_control = true;
  if (is_sent)
    test_send(f, e, c, test_number(f, 1), NULL);
  if (is_sent)
    return;
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
}

// Inside one atomic sequence there is a way of two rendezvous, which cost four, and one of three steps.
NET_TEST(cheapest_way_inside_a_sequence) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *d = test_channel(f, NULL, "d", 0, 1);
  net_template *p = test_active(f, "P", 5), *q = test_active(f, "Q", 2);
  message(f, p, 0, 1, c, true);
  message(f, q, 0, 1, c, false);
  message(f, q, 1, 0, d, true);
  message(f, p, 1, 4, d, false);
  test_edge(f, p, 0, 2, "a", NULL)->keeps_control = true;
  test_edge(f, p, 2, 3, "b", NULL)->keeps_control = true;
  test_edge(f, p, 3, 4, "c", NULL)->keeps_control = true;
  test_assert(f, test_edge(f, p, 4, 4, "wrong", NULL), test_number(f, 0), "false");
  test_estimate zero = test_by_location((const uint32_t[]){0, 0, 0, 0, 0}, true);
  for (uint32_t i = 0; i < GUIDED; i++) {
    quest seeks = {.method = guided[i], .estimates = {&zero}, .goal = {.errors = ERROR_ASSERTION | ERROR_RUNTIME}};
    assert_int_equal(seek(f, &seeks).cost, guided[i] == &search_astar ? 4 : 5);
    seeks.bound = 5;
    assert_int_equal(seek(f, &seeks).cost, 4);
    seeks.bound = 4;
    assert_int_equal(seek(f, &seeks).status, SEARCH_EXHAUSTED);
  }
}

typedef struct hungry {
  net_fixture *f;
  const search_method *method;
} hungry;

static void exhausting_work(void *argument) {
  hungry *h = argument;
  net_fixture *f = h->f;
  space *s = space_discrete(f->m, f->n, NULL, 0);
  test_estimate e = test_by_location((const uint32_t[]){70000}, false);
  heuristic *one = &e.base;
  search_setup setup = {.m = f->m, .space = s, .store = &store_hash, .estimates = &one, .estimate_count = 1};
  setup.keys = keys_usual(h->method->keys);
  setup.bound = SEARCH_NO_BOUND;
  search *q = h->method->start(&setup);
  while (q->step(q, 100) == SEARCH_RUNNING) {
  }
}

NET_TEST(memory_runs_out_cleanly) {
  counter(f, "x");
  counter(f, "y");
  test_finish(f->n);
  for (uint32_t i = 0; i < GUIDED; i++)
    for (uint32_t more = 50000; more < 800000; more *= 2) {
      hungry h = {f, guided[i]};
      mem_set_limit(f->m, mem_used(f->m) + more);
      assert_int_equal(mem_try(f->m, exhausting_work, &h), MEM_EXHAUSTED);
      mem_set_limit(f->m, 0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_of_all_kinds),
      cmocka_unit_test(the_start_is_an_error),
      cmocka_unit_test(reopening_matters),
      cmocka_unit_test(a_good_estimate_saves_work),
      cmocka_unit_test(ties_of_astar),
      cmocka_unit_test(dead_ends),
      cmocka_unit_test(unsafe_dead_ends_come_last),
      cmocka_unit_test(estimates_in_turn),
      cmocka_unit_test(astar_takes_the_greatest),
      cmocka_unit_test(exploration_gets_off_a_plateau),
      cmocka_unit_test(k_best_together),
      cmocka_unit_test(atomic_sequences),
      cmocka_unit_test(cheapest_way_inside_a_sequence),
      cmocka_unit_test(memory_runs_out_cleanly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
