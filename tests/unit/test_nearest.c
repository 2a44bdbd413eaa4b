#include "base/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *among(const char *wanted, const char *const *names) {
  nearest n = {.wanted = wanted};
  for (; *names; names++)
    nearest_try(&n, *names);
  return n.name ? n.name : "";
}

static void finds_the_nearest(void **state) {
  (void)state;
  static const char *const names[] = {"id", "idle", "critical", "counter", "x", "Waiting", NULL};
  assert_string_equal(among("critcal", names), "critical");
  assert_string_equal(among("critical2", names), "critical");
  assert_string_equal(among("conuter", names), "counter");
  assert_string_equal(among("idel", names), "idle");
  assert_string_equal(among("waiting", names), "Waiting");
  assert_string_equal(among("CRITICAL", names), "critical");
}

static void finds_nothing_far_away(void **state) {
  (void)state;
  static const char *const names[] = {"idle", "critical", "x", NULL};
  assert_string_equal(among("y", names), "");
  assert_string_equal(among("ab", names), "");
  assert_string_equal(among("unrelated", names), "");
  assert_string_equal(among("", names), "");
  nearest n = {.wanted = "idle"};
  nearest_try(&n, NULL);
  assert_null(n.name);
}

// The first of equals is kept, and very long words are never near.
static void prefers_the_first(void **state) {
  (void)state;
  static const char *const names[] = {"abcx", "abcy", NULL};
  assert_string_equal(among("abcd", names), "abcx");
  char longer[100];
  memset(longer, 'a', sizeof longer - 1);
  longer[sizeof longer - 1] = 0;
  const char *const long_names[] = {longer, NULL};
  assert_string_equal(among("aaaa", long_names), "");
  assert_string_equal(among(longer, long_names), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_nearest),
      cmocka_unit_test(finds_nothing_far_away),
      cmocka_unit_test(prefers_the_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
