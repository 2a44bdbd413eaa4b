#include "search/state_set.h"
#include "search/transposition.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// States of different sizes that are easily told apart: the number, and some more of it.
static uint32_t make(uint32_t number, uint8_t *out) {
  uint32_t size = 4 + number % 7;
  memset(out, (int)(number % 251), size);
  memcpy(out, &number, sizeof number);
  return size;
}

static uint32_t find(const state_set *s, uint32_t number) {
  uint8_t state[16];
  uint32_t size = make(number, state);
  return state_set_find(s, state, size, state_set_hash(state, size));
}

static void in_memory(void (*work)(void *argument)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  assert_int_equal(mem_used(m), 0);
  mem_delete(m);
}

static void cutting_work(void *argument) {
  state_set *s = state_set_open(argument);
  for (uint32_t round = 0; round < 3; round++) {
    uint32_t kept = round * 700;
    for (uint32_t i = kept; i < 3000; i++) {
      uint8_t state[16];
      bool is_new;
      uint32_t size = make(i, state);
      assert_int_equal(s->base.put(&s->base, state, size, &is_new), i);
      assert_true(is_new);
      s->base.put(&s->base, state, size, &is_new);
      assert_false(is_new);
    }
    for (uint32_t i = 0; i < 3000; i++) {
      uint8_t state[16];
      uint32_t size, expected = make(i, state);
      assert_int_equal(find(s, i), i);
      assert_memory_equal(s->base.get(&s->base, i, &size), state, expected);
      assert_int_equal(size, expected);
    }
    state_set_cut(s, kept + 700);
    for (uint32_t i = 0; i < 3000; i++)
      assert_int_equal(find(s, i), i < kept + 700 ? i : STATE_SET_NONE);
  }
  assert_int_equal(s->base.count(&s->base), 2100);
  s->base.close(&s->base);
}

static void cutting(void **state) {
  (void)state;
  in_memory(cutting_work);
}

// Whatever is found is what was noted, there are never too many, and what is asked for again and again stays.
static void forgetting_work(void *argument) {
  enum { MOST = 50 };
  transposition t;
  transposition_open(&t, argument, MOST);
  uint32_t found = 0;
  for (uint32_t i = 0; i < 5000; i++) {
    uint32_t number = i % 10 ? i * 7919 % 400 : 1000;
    uint8_t state[16];
    uint32_t size = make(number, state);
    uint64_t hash = state_set_hash(state, size);
    const transposition_note *note = transposition_find(&t, state, size, hash);
    if (note)
      assert_int_equal(note->estimate, number);
    else
      assert_true(number != 1000 || i == 0);
    found += note != NULL;
    if (!note)
      transposition_add(&t, state, size, hash, (transposition_note){.estimate = number});
    assert_true(transposition_count(&t) <= MOST);
  }
  assert_true(found >= 499 && found < 5000);
  transposition_close(&t);
}

static void forgetting(void **state) {
  (void)state;
  in_memory(forgetting_work);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cutting),
      cmocka_unit_test(forgetting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
