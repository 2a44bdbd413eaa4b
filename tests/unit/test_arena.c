#include "base/arena.h"
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

static void pieces_work(void *argument) {
  mem *m = argument;
  arena *a = arena_new(m);
  assert_ptr_equal(arena_mem(a), m);
  enum { COUNT = 3000 };
  unsigned char *piece[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    size_t size = i * 37 % 500 + (i % 100 == 0 ? 20000 : 0);
    piece[i] = arena_alloc(a, size);
    assert_int_equal((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
    for (size_t k = 0; k < size; k++)
      assert_int_equal(piece[i][k], 0);
    memset(piece[i], (int)(i % 251 + 1), size);
  }
  for (size_t i = 0; i < COUNT; i++) {
    size_t size = i * 37 % 500 + (i % 100 == 0 ? 20000 : 0);
    for (size_t k = 0; k < size; k++)
      assert_int_equal(piece[i][k], i % 251 + 1);
  }
  arena_delete(a);
  assert_int_equal(mem_used(m), 0);
}

static void pieces_are_apart(void **state) { assert_int_equal(mem_try(*state, pieces_work, *state), MEM_OK); }

static void thrift_work(void *argument) {
  mem *m = argument;
  arena *a = arena_new(m);
  for (int i = 0; i < 100000; i++)
    arena_alloc(a, 32);
  assert_true(mem_calls(m) < 30);
  assert_true(mem_used(m) < 2 * 3200000);
  // Something large in between must not waste the chunk that is being filled.
  uint64_t calls = mem_calls(m);
  for (int i = 0; i < 10; i++) {
    arena_alloc(a, 2000000);
    arena_alloc(a, 16);
  }
  assert_in_range(mem_calls(m) - calls, 10, 11);
  // Nor may something middling leave most of a chunk unused.
  size_t used = mem_used(m);
  for (int i = 0; i < 20; i++)
    arena_alloc(a, 600000);
  assert_true(mem_used(m) - used < 20 * 660000);
  arena_delete(a);
  arena_delete(NULL);
}

static void is_thrifty(void **state) { assert_int_equal(mem_try(*state, thrift_work, *state), MEM_OK); }

static void text_work(void *argument) {
  arena *a = arena_new(argument);
  assert_string_equal(arena_copy(a, "abcdef", 3), "abc");
  assert_string_equal(arena_copy(a, NULL, 0), "");
  assert_string_equal(arena_string(a, "whole"), "whole");
  assert_string_equal(arena_string(a, ""), "");
  assert_string_equal(arena_printf(a, "%s-%d", "x", 42), "x-42");
  char *wide = arena_printf(a, "%*d", 100000, 7);
  assert_int_equal(strlen(wide), 100000);
  assert_int_equal(wide[99999], '7');
  int *numbers = ARENA_ARRAY(a, int, 3);
  numbers[2] = 5;
  assert_int_equal(numbers[0] + numbers[1], 0);
  arena_delete(a);
}

static void makes_text(void **state) { assert_int_equal(mem_try(*state, text_work, *state), MEM_OK); }

static void huge_work(void *argument) { arena_alloc(arena_new(argument), SIZE_MAX - 8); }

static void large_work(void *argument) {
  arena *a = arena_new(argument);
  for (;;)
    arena_alloc(a, 100);
}

static void leaves_when_exhausted(void **state) {
  assert_int_equal(mem_try(*state, huge_work, *state), MEM_EXHAUSTED);
  mem_set_limit(*state, 100000);
  assert_int_equal(mem_try(*state, large_work, *state), MEM_EXHAUSTED);
  assert_in_range(mem_used(*state), 40000, 100000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(pieces_are_apart, setup, teardown),
      cmocka_unit_test_setup_teardown(is_thrifty, setup, teardown),
      cmocka_unit_test_setup_teardown(makes_text, setup, teardown),
      cmocka_unit_test_setup_teardown(leaves_when_exhausted, setup, teardown),
  };
  return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
