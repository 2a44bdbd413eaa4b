#include "search/state_stack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { STATES = 400, LARGEST = 700 };

static uint64_t seed = 7;
static uint32_t any(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

// A child: the same size mostly, a few bytes changed, now and then all of them.
static uint32_t make_child(uint8_t *child, const uint8_t *parent, uint32_t size) {
  memcpy(child, parent, size);
  uint32_t changes = any(10) ? any(8) : size;
  for (uint32_t i = 0; i < changes; i++)
    child[any(size)] = (uint8_t)any(256);
  return any(12) ? size : 1 + any(size);
}

static void random_work(void *argument) {
  mem *m = argument;
  store *visited = store_hash.open(m, NULL);
  state_stack s;
  stack_open(&s, m, visited);
  static uint8_t states[STATES][LARGEST];
  static stack_entry entries[STATES];
  uint32_t count = 0, popped = 0;
  for (uint32_t round = 0; round < 20000; round++) {
    if (count == STATES || (count && any(5) < 2)) {
      stack_entry e;
      count--;
      const uint8_t *state = stack_pop(&s, &e);
      assert_int_equal(e.size, entries[count].size);
      assert_int_equal(e.parent, entries[count].parent);
      assert_int_equal(e.depth, entries[count].depth);
      assert_memory_equal(state, states[count], e.size);
      popped++;
      continue;
    }
    uint8_t parent[LARGEST];
    uint32_t size = any(3) ? 300 + any(LARGEST - 300) : 1 + any(200);
    for (uint32_t i = 0; i < size; i++)
      parent[i] = (uint8_t)any(3);
    bool is_new;
    stack_entry e = {.parent = any(9) ? visited->put(visited, parent, size, &is_new) : STACK_NO_PARENT, .depth = round};
    e.size = make_child(states[count], parent, size);
    entries[count++] = e;
    stack_push(&s, states[count - 1], e, parent, size);
  }
  assert_true(popped > 5000);
  assert_int_equal(s.count, count);
  stack_close(&s);
  visited->close(visited);
  assert_int_equal(mem_used(m), 0);
}

static void small_work(void *argument) {
  mem *m = argument;
  store *visited = store_hash.open(m, NULL);
  state_stack s;
  stack_open(&s, m, visited);
  uint8_t parent[LARGEST] = {0}, child[LARGEST] = {[600] = 1};
  bool is_new;
  stack_entry e = {.parent = visited->put(visited, parent, LARGEST, &is_new), .size = LARGEST};
  stack_push(&s, child, e, parent, LARGEST);
  assert_true(s.top < 40);
  stack_close(&s);
  visited->close(visited);
}

static void run(void (*work)(void *argument)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  mem_delete(m);
}

static void random_states(void **state) {
  (void)state;
  run(random_work);
}
static void differences_are_small(void **state) {
  (void)state;
  run(small_work);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_states), cmocka_unit_test(differences_are_small)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
