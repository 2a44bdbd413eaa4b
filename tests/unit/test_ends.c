// Ends beyond what four bytes can say.
#include "store/ends.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const uint64_t four = UINT64_C(1) << 32;

static void check(mem *m, const uint64_t *given, uint32_t count) {
  ends e;
  ends_open(&e, m);
  for (uint32_t i = 0; i < count; i++) {
    ends_add(&e, given[i]);
    for (uint32_t k = 0; k <= i; k++)
      assert_true(ends_at(&e, k) == given[k]);
  }
  assert_int_equal(e.count, count);
  ends_close(&e);
  assert_int_equal(mem_used(m), 0);
}

static void work(void *m) {
  check(m, (uint64_t[]){0, 0, 7, 9}, 4);
  check(m, (uint64_t[]){5, four - 1, four, four + 1, four + 5, 2 * four - 1, 2 * four}, 7);
  check(m, (uint64_t[]){four - 1, four + 3}, 2);
  check(m, (uint64_t[]){0, 3 * four + 1, 3 * four + 1, 7 * four, 7 * four + 2}, 5);
}

static void many_work(void *m) {
  enum { MANY = 30000 };
  const uint64_t step = four / 1000 + 1;
  ends e;
  ends_open(&e, m);
  for (uint64_t i = 1; i <= MANY; i++)
    ends_add(&e, i * step);
  for (uint64_t i = 1; i <= MANY; i++)
    assert_true(ends_at(&e, (uint32_t)i - 1) == i * step);
  ends_close(&e);
}

static void run(void (*what)(void *m)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, what, m), MEM_OK);
  mem_delete(m);
}

static void around_each_four_gigabytes(void **state) {
  (void)state;
  run(work);
}

static void many(void **state) {
  (void)state;
  run(many_work);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(around_each_four_gigabytes), cmocka_unit_test(many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
