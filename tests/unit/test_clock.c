#include "base/clock.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void both_advance(void **state) {
  (void)state;
  double wall = clock_wall(), cpu = clock_cpu(), give_up = wall + 10;
  while (clock_cpu() < cpu + 0.01)
    assert_true(clock_wall() < give_up);
  assert_true(clock_wall() > wall);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_advance)};
  return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
