#include "check/engines.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

enum { STATES = 3000, LONGEST = 300 };

typedef struct naive { // what the store should do, in the plainest way
  uint32_t count;
  uint32_t sizes[STATES];
  uint8_t states[STATES][LONGEST];
} naive;

static uint32_t naive_put(naive *n, const uint8_t *state, uint32_t size, bool *is_new) {
  for (uint32_t i = 0; i < n->count; i++)
    if (n->sizes[i] == size && memcmp(n->states[i], state, size) == 0) {
      *is_new = false;
      return i;
    }
  n->sizes[n->count] = size;
  memcpy(n->states[n->count], state, size);
  *is_new = true;
  return n->count++;
}

static uint32_t make_state(uint64_t *seed, uint8_t *state) {
  uint32_t size = next_random(seed) % 4 ? 5 : 1 + (uint32_t)(next_random(seed) % LONGEST);
  for (uint32_t i = 0; i < size; i++)
    state[i] = (uint8_t)(i < 2 ? next_random(seed) % 24 : 0);
  return size;
}

static void check_recall(store *s, const naive *n) {
  assert_int_equal(s->count(s), n->count);
  for (uint32_t id = 0; id < n->count; id++) {
    uint32_t size;
    const uint8_t *state = s->get(s, id, &size);
    assert_int_equal(size, n->sizes[id]);
    assert_memory_equal(state, n->states[id], size);
  }
}

static void one_by_one_work(void *argument) {
  mem *m = argument;
  naive *n = mem_alloc(m, sizeof *n);
  store *s = store_hash.open(m, NULL);
  uint64_t seed = 1;
  for (uint32_t i = 0; i < STATES; i++) {
    uint8_t state[LONGEST];
    bool is_new, should_be_new;
    uint32_t size = make_state(&seed, state);
    uint32_t id = s->put(s, state, size, &is_new);
    assert_int_equal(id, naive_put(n, state, size, &should_be_new));
    assert_int_equal(is_new, should_be_new);
  }
  assert_true(n->count > STATES / 4 && n->count < STATES);
  check_recall(s, n);
  s->close(s);
  mem_free(m, n);
  assert_int_equal(mem_used(m), 0);
}

static void all_at_once_work(void *argument) {
  mem *m = argument;
  naive *n = mem_alloc(m, sizeof *n);
  store *s = store_hash.open(m, NULL);
  uint64_t seed = 2;
  for (uint32_t round = 0; round < STATES / 50; round++) {
    static uint8_t states[50][LONGEST];
    store_item items[50];
    for (uint32_t i = 0; i < 50; i++)
      items[i] = (store_item){.state = states[i], .size = make_state(&seed, states[i])};
    s->put_all(s, items, 50);
    for (uint32_t i = 0; i < 50; i++) {
      bool is_new;
      assert_int_equal(items[i].id, naive_put(n, states[i], items[i].size, &is_new));
      assert_int_equal(items[i].is_new, is_new);
    }
  }
  check_recall(s, n);
  s->close(s);
  mem_free(m, n);
}

static void many_work(void *argument) {
  mem *m = argument;
  store *s = store_hash.open(m, NULL);
  enum { MANY = 300000 };
  bool is_new;
  for (uint32_t i = 0; i < MANY; i++) {
    assert_int_equal(s->put(s, (const uint8_t *)&i, sizeof i, &is_new), i);
    assert_true(is_new);
  }
  for (uint32_t i = 0; i < MANY; i++) {
    assert_int_equal(s->put(s, (const uint8_t *)&i, sizeof i, &is_new), i);
    assert_false(is_new);
  }
  assert_true(s->bytes(s) < MANY * (sizeof(uint32_t) + 20));
  s->close(s);
}

static void run(void (*work)(void *argument)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  mem_delete(m);
}

static void one_by_one(void **state) {
  (void)state;
  run(one_by_one_work);
}
static void all_at_once(void **state) {
  (void)state;
  run(all_at_once_work);
}
static void many(void **state) {
  (void)state;
  run(many_work);
}

static void out_of_memory(void **state) {
  (void)state;
  for (uint64_t call = 1; call < 20; call++) {
    mem *m = mem_new(0);
    mem_fail_at(m, call);
    assert_int_equal(mem_try(m, many_work, m), MEM_EXHAUSTED);
    mem_delete(m);
  }
}

static void table_of_kinds(void **state) {
  (void)state;
  assert_ptr_equal(check_stores[0], &store_hash);
  assert_true(store_hash.is_exact && store_hash.can_recall);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_by_one),    cmocka_unit_test(all_at_once),    cmocka_unit_test(many),
      cmocka_unit_test(out_of_memory), cmocka_unit_test(table_of_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
