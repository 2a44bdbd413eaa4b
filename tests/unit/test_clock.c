#include "base/clock.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

static void advances(void **state) {
  (void)state;
  double wall = clock_wall(), give_up = wall + 10;
  for (clock_t start = clock(); clock() < start + CLOCKS_PER_SEC / 100;)
    assert_true(clock_wall() < give_up);
  assert_true(clock_wall() > wall);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(advances)};
  return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
