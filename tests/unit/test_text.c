#include "base/text.h"
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

static void grow_work(void *argument) {
  text_buffer t = {.memory = argument};
  assert_string_equal(text_string(&t), "");
  text_clear(&t);
  for (int i = 0; i < 1000; i++)
    text_add(&t, "%03d,", i);
  assert_int_equal(t.length, 4000);
  assert_int_equal(strlen(text_string(&t)), 4000);
  assert_memory_equal(t.at + 4 * 567, "567,", 4);
  text_clear(&t);
  assert_string_equal(text_string(&t), "");
  text_add(&t, "%s", "");
  text_add_bytes(&t, "abcdef", 4);
  text_add_bytes(&t, NULL, 0);
  text_add(&t, "%c", 'x');
  assert_string_equal(text_string(&t), "abcdx");
  text_free(&t);
  assert_int_equal(mem_used(argument), 0);
  text_add(&t, "again");
  assert_string_equal(t.at, "again");
}

static void grows(void **state) { assert_int_equal(mem_try(*state, grow_work, *state), MEM_OK); }

static void huge_work(void *argument) {
  text_buffer t = {.memory = argument};
  text_add_bytes(&t, "", SIZE_MAX - 1);
}

static void refuses_what_cannot_be(void **state) {
  assert_int_equal(mem_try(*state, huge_work, *state), MEM_EXHAUSTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(grows, setup, teardown),
      cmocka_unit_test_setup_teardown(refuses_what_cannot_be, setup, teardown),
  };
  return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
