#include "base/bitset.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static int setup(void **state) {
  *state = mem_new(0);
  return *state ? 0 : -1;
}

static int teardown(void **state) {
  mem_delete(*state);
  return 0;
}

// Every size near the borders of words, against an array of bools.
static void mirror_work(void *argument) {
  mem *m = argument;
  uint32_t random = 1;
  for (uint32_t size = 0; size < 200; size++) {
    bool expected[200] = {0};
    bitset s = bitset_new(m, size);
    assert_int_equal(bitset_next(&s, 0), size);
    for (uint32_t k = 0; k < size; k++) {
      random = random * 1664525 + 1013904223;
      uint32_t i = (random >> 8) % size;
      expected[i] = random >> 30;
      if (expected[i])
        bitset_add(&s, i);
      else
        bitset_remove(&s, i);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
      assert_int_equal(bitset_has(&s, i), expected[i]);
      count += expected[i];
    }
    assert_int_equal(bitset_count(&s), count);
    for (uint32_t i = bitset_next(&s, 0); i < size; i = bitset_next(&s, i + 1), count--) {
      assert_true(expected[i]);
      expected[i] = false;
    }
    assert_int_equal(count, 0);
    bitset_clear(&s);
    assert_int_equal(bitset_count(&s), 0);
    bitset_free(m, &s);
  }
  assert_int_equal(mem_used(m), 0);
}

static void mirrors_an_array(void **state) { assert_int_equal(mem_try(*state, mirror_work, *state), MEM_OK); }

static void merge_work(void *argument) {
  arena *a = arena_new(argument);
  bitset s = bitset_in(a, 130), t = bitset_in(a, 130);
  bitset_add(&s, 0);
  bitset_add(&t, 129);
  assert_false(bitset_meets(&s, &t));
  assert_true(bitset_merge(&s, &t));
  assert_false(bitset_merge(&s, &t));
  assert_true(bitset_meets(&s, &t));
  assert_int_equal(bitset_count(&s), 2);
  assert_int_equal(bitset_count(&t), 1);
  assert_int_equal(bitset_next(&s, 1), 129);
}

static void merges(void **state) { assert_int_equal(mem_try(*state, merge_work, *state), MEM_OK); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(mirrors_an_array, setup, teardown),
      cmocka_unit_test_setup_teardown(merges, setup, teardown),
  };
  return cmocka_run_group_tests_name("bitset", tests, NULL, NULL);
}
