#include "heuristic/heuristic.h"
#include "search/open.h"
#include "search/open_queue.h"
#include "search/rows.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct call {
  mem *m;
  void (*body)(mem *m);
} call;

static void work(void *argument) {
  call *c = argument;
  size_t before = mem_used(c->m);
  c->body(c->m);
  assert_int_equal(mem_used(c->m), before);
}

static void run(void (*body)(mem *m)) {
  call c = {mem_new(0), body};
  assert_int_equal(mem_try(c.m, work, &c), MEM_OK);
  mem_delete(c.m);
}

#define OPEN_TEST(name)                                                                                                \
  static void name##_body(mem *m);                                                                                     \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    run(name##_body);                                                                                                  \
  }                                                                                                                    \
  static void name##_body(mem *m)

static uint32_t draw(uint32_t *random, uint32_t limit) {
  *random = *random * 1664525 + 1013904223;
  return (*random >> 8) % limit;
}

// The place, among those that are there, of what must come out next: least key, then by arrival.
static uint32_t expected(const uint64_t *keys, const bool *is_there, uint32_t count, bool is_first_in) {
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < count; i++)
    if (is_there[i] && (best == UINT32_MAX || keys[i] < keys[best] || (keys[i] == keys[best] && !is_first_in)))
      best = i;
  return best;
}

enum { MANY = 1500 };

// Keys that are few, keys that are all different, keys beyond 32 bits.
static void agrees_with_sorting(mem *m, bool is_first_in, uint32_t different, uint64_t apart) {
  uint64_t keys[MANY];
  bool is_there[MANY] = {false};
  uint32_t random = 7, inserted = 0, there = 0;
  open_queue q;
  open_queue_open(&q, m, is_first_in);
  while (inserted < MANY || there) {
    uint64_t key;
    assert_int_equal(open_queue_least(&q, &key), there > 0);
    if (inserted < MANY && (!there || draw(&random, 5) < 3)) {
      keys[inserted] = draw(&random, different) * apart;
      is_there[inserted] = true;
      open_queue_insert(&q, inserted, keys[inserted]);
      inserted++;
      there++;
    } else {
      uint32_t next = expected(keys, is_there, inserted, is_first_in);
      assert_int_equal(key, keys[next]);
      assert_int_equal(open_queue_remove(&q), next);
      is_there[next] = false;
      there--;
    }
  }
  open_queue_close(&q);
}

OPEN_TEST(queue_sorts) {
  for (int is_first_in = 0; is_first_in < 2; is_first_in++) {
    agrees_with_sorting(m, is_first_in, 1, 1);
    agrees_with_sorting(m, is_first_in, 10, 1);
    agrees_with_sorting(m, is_first_in, 100000, 1);
    agrees_with_sorting(m, is_first_in, 300, (uint64_t)1 << 40);
  }
}

OPEN_TEST(great_keys_take_no_room) {
  open_queue q;
  open_queue_open(&q, m, false);
  size_t before = mem_used(m);
  for (uint32_t i = 0; i < 100; i++)
    open_queue_insert(&q, i, (uint64_t)i << 56 | 12345);
  assert_true(mem_used(m) - before < 40000);
  open_queue_close(&q);
}

static void insert(open_list *o, uint32_t id, uint32_t cost, uint32_t estimate) {
  o->insert(o, &(open_state){.id = id, .cost = cost, .estimate = estimate, .estimates = &estimate});
}

static void comes_out(open_list *o, const uint32_t *ids, uint32_t count) {
  uint32_t key;
  for (uint32_t i = 0; i < count; i++) {
    assert_true(o->least(o, &key));
    assert_int_equal(o->remove(o), ids[i]);
  }
  assert_false(o->least(o, &key));
  o->close(o);
}

static void ties_come_out(mem *m, open_ties ties, const uint32_t *ids) {
  open_list *o = open_sorted(m, (open_order){.cost_weight = 1, .estimate_weight = 1, .ties = ties});
  insert(o, 0, 9, HEURISTIC_DEAD_END);
  insert(o, 1, 5, 5);
  insert(o, 2, 3, 7);
  insert(o, 3, 3, 7);
  insert(o, 4, 7, 3);
  insert(o, 5, 0, 9);
  comes_out(o, ids, 6);
}

OPEN_TEST(ties) {
  ties_come_out(m, OPEN_LESS_ESTIMATE, (const uint32_t[]){5, 4, 1, 3, 2, 0});
  ties_come_out(m, OPEN_LESS_COST, (const uint32_t[]){5, 3, 2, 1, 4, 0});
  ties_come_out(m, OPEN_LAST_IN, (const uint32_t[]){5, 4, 3, 2, 1, 0});
  ties_come_out(m, OPEN_FIRST_IN, (const uint32_t[]){5, 1, 2, 3, 4, 0});
}

OPEN_TEST(weights_and_great_numbers) {
  open_list *o = open_sorted(m, (open_order){.cost_weight = 2, .estimate_weight = 5, .ties = OPEN_FIRST_IN});
  uint32_t key;
  insert(o, 0, 3, 4);
  assert_true(o->least(o, &key));
  assert_int_equal(key, 26);
  insert(o, 1, 0, HEURISTIC_DEAD_END);
  insert(o, 2, 4000000000u, 4000000000u);
  insert(o, 3, 12, 0);
  comes_out(o, (const uint32_t[]){3, 0, 2, 1}, 4);
}

OPEN_TEST(arrival) {
  open_list *o = open_arrival(m);
  uint32_t key;
  for (uint32_t i = 0; i < 6; i++)
    insert(o, i, i / 2 * 3, 0);
  for (uint32_t i = 0; i < 6; i++) {
    assert_true(o->least(o, &key));
    assert_int_equal(key, i / 2 * 3);
    assert_int_equal(o->remove(o), i);
  }
  assert_false(o->least(o, &key));
  o->close(o);
}

static void insert_two(open_list *o, uint32_t id, uint32_t first, uint32_t second, uint32_t preferred) {
  uint32_t estimates[] = {first, second};
  o->insert(o, &(open_state){.id = id, .estimates = estimates, .preferred = preferred});
}

OPEN_TEST(lists_in_turn) {
  open_order order = {.estimate_weight = 1, .ties = OPEN_FIRST_IN};
  open_order other = order;
  other.estimate = 1;
  open_sublist lists[] = {{.list = open_sorted(m, order)}, {.list = open_sorted(m, other)}};
  open_list *o = open_alternate(m, lists, 2, 2);
  for (uint32_t i = 0; i < 3; i++)
    insert_two(o, i, i, 10 - i, 0);
  // Every state comes out of each list: the search skips those it has expanded.
  comes_out(o, (const uint32_t[]){0, 2, 1, 1, 2, 0}, 6);
}

OPEN_TEST(progress_boosts_preferred_steps) {
  open_order order = {.estimate_weight = 1, .ties = OPEN_FIRST_IN};
  open_order preferred = order;
  preferred.only_preferred = true;
  open_sublist lists[] = {{.list = open_sorted(m, order)}, {.list = open_sorted(m, preferred), .is_boosted = true}};
  open_list *o = open_alternate(m, lists, 2, 1);
  insert_two(o, 0, 5, 0, 0);
  insert_two(o, 1, 6, 0, 1);
  insert_two(o, 2, 6, 0, 1);
  insert_two(o, 3, 6, 0, 2); // another estimate prefers it
  insert_two(o, 4, 4, 0, 0); // progress
  comes_out(o, (const uint32_t[]){1, 2, 4, 0, 1, 2, 3}, 7);
}

OPEN_TEST(types_give_everything_once) {
  uint32_t order[2][200];
  for (uint32_t round = 0; round < 3; round++) {
    open_list *o = open_types(m, round == 2 ? 11 : 10);
    bool is_out[200] = {false}, is_same = true;
    uint32_t key;
    for (uint32_t i = 0; i < 200; i++)
      insert(o, i, i % 7, i % 5);
    for (uint32_t i = 0; i < 200; i++) {
      assert_true(o->least(o, &key));
      uint32_t id = o->remove(o);
      assert_false(is_out[id]);
      is_out[id] = true;
      is_same &= round == 0 || order[0][i] == id;
      order[round > 0][i] = id;
    }
    assert_false(o->least(o, &key));
    assert_int_equal(is_same, round < 2); // the seed decides
    o->close(o);
  }
}

// A type of one state comes up as often as one of a thousand.
OPEN_TEST(types_are_drawn_not_states) {
  uint32_t early = 0;
  for (uint32_t seed = 0; seed < 20; seed++) {
    open_list *o = open_types(m, seed);
    for (uint32_t i = 0; i < 1000; i++)
      insert(o, i, 3, 3);
    insert(o, 1000, 4, 3);
    for (uint32_t i = 0; i < 10; i++)
      early += o->remove(o) == 1000;
    o->close(o);
  }
  assert_true(early >= 18);
}

OPEN_TEST(novel_states_only) {
  network net = {.global_cells = 2};
  int32_t globals[2] = {0, 0};
  view_process process = {0};
  state_view view = {.net = &net, .globals = globals, .processes = 1, .process = &process};
  uint32_t estimate = 4;
  open_list *o = open_novel(m);
  open_state s = {.estimates = &estimate, .view = &view};
  o->insert(o, &s); // everything is new
  s.id = 1;
  o->insert(o, &s); // nothing is
  s.id = 2;
  globals[1] = 1;
  estimate = 3;
  o->insert(o, &s);
  s.id = 3;
  process.location = 1;
  o->insert(o, &s);
  s.id = 4;
  globals[1] = 0;
  o->insert(o, &s); // only the pair is new
  s.id = 5;
  globals[0] = -1;
  s.view = NULL;
  o->insert(o, &s);
  comes_out(o, (const uint32_t[]){2, 3, 0}, 3);
}

OPEN_TEST(rows_widen) {
  rows r;
  rows_open(&r, m, 2);
  rows_reserve(&r, 400);
  const uint32_t numbers[] = {0, 7, 254, 255, 256, 65534, 65535, 65536, UINT32_MAX - 1, UINT32_MAX};
  const uint32_t bytes[] = {2, 2, 2, 4, 4, 4, 8, 8, 8, 8};
  for (uint32_t i = 0; i < 10; i++) {
    rows_set(&r, i, (const uint32_t[]){numbers[i], UINT32_MAX});
    assert_int_equal(rows_bytes(&r), bytes[i]);
    for (uint32_t k = 0; k <= i; k++) {
      uint32_t back[2];
      rows_get(&r, k, back);
      assert_int_equal(back[0], numbers[k]);
      assert_int_equal(back[1], UINT32_MAX);
    }
  }
  rows_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queue_sorts),
      cmocka_unit_test(great_keys_take_no_room),
      cmocka_unit_test(ties),
      cmocka_unit_test(weights_and_great_numbers),
      cmocka_unit_test(arrival),
      cmocka_unit_test(lists_in_turn),
      cmocka_unit_test(progress_boosts_preferred_steps),
      cmocka_unit_test(types_give_everything_once),
      cmocka_unit_test(types_are_drawn_not_states),
      cmocka_unit_test(novel_states_only),
      cmocka_unit_test(rows_widen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
