#include "base/vec.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef VEC(uint32_t) numbers;

static int setup(void **state) {
  *state = mem_new(0);
  return *state ? 0 : -1;
}

static int teardown(void **state) {
  mem_delete(*state);
  return 0;
}

static void push_work(void *argument) {
  mem *m = argument;
  numbers v = {0};
  for (uint32_t i = 0; i < 3000000; i++) {
    vec_push(m, &v, i * 3);
    assert_true(v.count <= v.room);
  }
  assert_int_equal(v.count, 3000000);
  for (uint32_t i = 0; i < v.count; i++)
    assert_int_equal(v.at[i], i * 3);
  assert_true(mem_calls(m) < 40);
  assert_true(v.room < 2 * v.count);
  vec_free(m, &v);
  assert_null(v.at);
  assert_int_equal(v.count + v.room, 0);
  assert_int_equal(mem_used(m), 0);
}

static void grows(void **state) { assert_int_equal(mem_try(*state, push_work, *state), MEM_OK); }

static void reserve_work(void *argument) {
  mem *m = argument;
  numbers v = {0};
  vec_reserve(m, &v, 0);
  assert_int_equal(mem_calls(m), 0);
  vec_reserve(m, &v, 1000);
  assert_in_range(v.room, 1000, 2000);
  assert_int_equal(v.count, 0);
  uint32_t *at = v.at;
  uint64_t calls = mem_calls(m);
  for (uint32_t i = 0; i < 1000; i++)
    vec_push(m, &v, i);
  vec_reserve(m, &v, 1000);
  assert_ptr_equal(v.at, at);
  assert_int_equal(mem_calls(m), calls);
  for (uint32_t i = 1000; i < v.room; i++)
    assert_int_equal(v.at[i], 0);
}

static void reserves(void **state) { assert_int_equal(mem_try(*state, reserve_work, *state), MEM_OK); }

static void too_many_work(void *argument) {
  numbers v = {.count = UINT32_MAX - 1, .room = UINT32_MAX - 1};
  vec_push(argument, &v, 1u);
}

static void huge_work(void *argument) {
  VEC(max_align_t) v = {0};
  mem_set_limit(argument, 1 << 20);
  vec_reserve(argument, &v, UINT32_MAX - 1);
}

static void refuses_what_cannot_be(void **state) {
  assert_int_equal(mem_try(*state, too_many_work, *state), MEM_EXHAUSTED);
  assert_int_equal(mem_try(*state, huge_work, *state), MEM_EXHAUSTED);
}

typedef struct {
  mem *m;
  numbers v;
} filling;

static void fill_work(void *argument) {
  filling *f = argument;
  for (uint32_t i = f->v.count;; i++)
    vec_push(f->m, &f->v, i);
}

static void survives_exhaustion(void **state) {
  filling f = {.m = *state};
  mem_set_limit(f.m, 100000);
  assert_int_equal(mem_try(f.m, fill_work, &f), MEM_EXHAUSTED);
  uint32_t count = f.v.count;
  assert_in_range(count, 10000, 25000);
  assert_int_equal(count, f.v.room);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(f.v.at[i], i);
  mem_set_limit(f.m, 1000000);
  assert_int_equal(mem_try(f.m, fill_work, &f), MEM_EXHAUSTED);
  assert_true(f.v.count > count);
  for (uint32_t i = 0; i < f.v.count; i++)
    assert_int_equal(f.v.at[i], i);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(grows, setup, teardown),
      cmocka_unit_test_setup_teardown(reserves, setup, teardown),
      cmocka_unit_test_setup_teardown(refuses_what_cannot_be, setup, teardown),
      cmocka_unit_test_setup_teardown(survives_exhaustion, setup, teardown),
  };
  return cmocka_run_group_tests_name("vec", tests, NULL, NULL);
}
