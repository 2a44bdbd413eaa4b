#include "base/keys.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const option_key table[] = {
    {.name = "w", .summary = "a weight", .least = 1, .most = 10, .usual = 3},
    {.name = "ties", .summary = "an order", .words = "lifo fifo g", .usual = 1},
    {.name = "file", .summary = "a file", .is_text = true},
    {0},
};

static void check_read(const char *text, double w, double ties) {
  char why[128] = "";
  key_values values = keys_usual(table);
  if (!keys_read(table, text, &values, why, sizeof why))
    fail_msg("%s: %s", text, why);
  assert_true(values.value[0] == w);
  assert_true(values.value[1] == ties);
}

static void values_are_read(void **state) {
  (void)state;
  check_read("", 3, 1);
  check_read("w=5", 5, 1);
  check_read("w=2.5,ties=g", 2.5, 2);
  check_read("ties=lifo,w=10", 10, 0);
}

static void texts_are_read(void **state) {
  (void)state;
  char why[128];
  key_values values = keys_usual(table);
  assert_int_equal(values.text[2].length, 0);
  assert_true(keys_read(table, "file=a b=c.txt,w=2", &values, why, sizeof why));
  assert_int_equal(values.text[2].length, 9);
  assert_memory_equal(values.text[2].at, "a b=c.txt", 9);
  assert_true(values.value[0] == 2);
}

static void check_refused(const option_key *keys, const char *text, const char *message) {
  char why[128] = "";
  key_values values = keys_usual(keys);
  assert_false(keys_read(keys, text, &values, why, sizeof why));
  assert_string_equal(why, message);
}

static void what_is_wrong_is_told(void **state) {
  (void)state;
  check_refused(table, "w=11", "'w' must be a number from 1 to 10");
  check_refused(table, "w=", "'w' must be a number from 1 to 10");
  check_refused(table, "w=nan", "'w' must be a number from 1 to 10");
  check_refused(table, "w=2x", "'w' must be a number from 1 to 10");
  check_refused(table, "w", "'w' needs a value: w=...");
  check_refused(table, "ties=h", "'ties' must be one of: lifo fifo g");
  check_refused(table, "w=2,k=3", "there is no option 'k'; the options are: w, ties, file");
  check_refused(table, "file=,w=2", "'file' needs a value: file=...");
  check_refused(NULL, "k=3", "there is no option 'k'");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_read), cmocka_unit_test(texts_are_read),
                                     cmocka_unit_test(what_is_wrong_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
