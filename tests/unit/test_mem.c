#include "base/mem.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// What a piece of work under mem_try gets and leaves behind.
typedef struct {
  mem *m;
  size_t size;
  uint8_t *block;
  int reached;
} job;

static void allocate(void *argument) {
  job *j = argument;
  j->block = mem_alloc(j->m, j->size);
  j->reached++;
}

static mem_status try_allocate(job *j, size_t size) {
  j->size = size;
  return mem_try(j->m, allocate, j);
}

static void is_zero(const uint8_t *bytes, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (bytes[i])
      fail_msg("byte %zu is %d", i, bytes[i]);
}

static void is_pattern(const uint8_t *bytes, size_t to) {
  for (size_t i = 0; i < to; i++)
    if (bytes[i] != (uint8_t)(i * 7 + 1))
      fail_msg("byte %zu is %d", i, bytes[i]);
}

static void fill(uint8_t *bytes, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    bytes[i] = (uint8_t)(i * 7 + 1);
}

static void accounts(void **state) {
  (void)state;
  job j = {.m = mem_new(0)};
  assert_int_equal(mem_used(j.m), 0);
  assert_int_equal(try_allocate(&j, 1000), MEM_OK);
  size_t one = mem_used(j.m);
  assert_in_range(one, 1000, 1100);
  uint8_t *first = j.block;
  assert_int_equal(try_allocate(&j, 1000), MEM_OK);
  assert_int_equal(mem_used(j.m), 2 * one);
  assert_int_equal(mem_peak(j.m), 2 * one);
  mem_free(j.m, first);
  assert_int_equal(mem_used(j.m), one);
  assert_int_equal(mem_peak(j.m), 2 * one);
  mem_free(j.m, j.block);
  mem_free(j.m, NULL);
  assert_int_equal(mem_used(j.m), 0);
  assert_int_equal(mem_calls(j.m), 2);
  mem_delete(j.m);
}

static void zeroed_and_aligned(void *argument) {
  job *j = argument;
  for (size_t size = 0; size < 200; size++) {
    uint8_t *bytes = mem_alloc(j->m, size);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
    is_zero(bytes, 0, size);
    memset(bytes, 0xff, size);
    if (size % 3)
      mem_free(j->m, bytes);
  }
}

static void allocates_zero(void **state) {
  (void)state;
  job j = {.m = mem_new(0)};
  assert_int_equal(mem_try(j.m, zeroed_and_aligned, &j), MEM_OK);
  mem_delete(j.m);
}

// Sizes on both sides of where a block gets pages of its own, upwards and downwards.
static void resize(void *argument) {
  static const size_t sizes[] = {0,       1,       100,     5000,    100,      1 << 20, (1 << 20) + 5, 3 << 20, 5000,
                                 5 << 20, 2 << 20, 6000000, 6000001, 12345678, 6000002, 7000000,       10,      0};
  job *j = argument;
  uint8_t *between = mem_alloc(j->m, 8), *bytes = NULL, *after;
  size_t old = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    bytes = mem_realloc(j->m, bytes, sizes[i]);
    after = mem_alloc(j->m, 8);
    size_t kept = old < sizes[i] ? old : sizes[i];
    is_pattern(bytes, kept);
    is_zero(bytes, kept, sizes[i]);
    fill(bytes, 0, sizes[i]);
    old = sizes[i];
    mem_free(j->m, after);
  }
  mem_free(j->m, between);
  mem_free(j->m, bytes);
  assert_int_equal(mem_used(j->m), 0);
}

static void resizes(void **state) {
  (void)state;
  job j = {.m = mem_new(0)};
  assert_int_equal(mem_try(j.m, resize, &j), MEM_OK);
  mem_delete(j.m);
}

static void enforces_limit(void **state) {
  (void)state;
  job j = {.m = mem_new(10000)};
  assert_int_equal(try_allocate(&j, 6000), MEM_OK);
  size_t used = mem_used(j.m);
  assert_int_equal(try_allocate(&j, 6000), MEM_EXHAUSTED);
  assert_int_equal(j.reached, 1);
  assert_int_equal(mem_used(j.m), used);
  assert_int_equal(try_allocate(&j, SIZE_MAX), MEM_EXHAUSTED);
  assert_int_equal(try_allocate(&j, SIZE_MAX - 40), MEM_EXHAUSTED);
  assert_int_equal(try_allocate(&j, 3000), MEM_OK);
  mem_set_limit(j.m, 1);
  assert_int_equal(try_allocate(&j, 0), MEM_EXHAUSTED);
  mem_set_limit(j.m, 0);
  assert_int_equal(try_allocate(&j, 100000), MEM_OK);
  mem_delete(j.m);
}

static void grow(void *argument) {
  job *j = argument;
  j->block = mem_realloc(j->m, j->block, j->size);
  j->reached++;
}

static void refused_realloc_keeps_the_block(void **state) {
  (void)state;
  job j = {.m = mem_new(10000)};
  assert_int_equal(try_allocate(&j, 6000), MEM_OK);
  fill(j.block, 0, 6000);
  size_t used = mem_used(j.m);
  j.size = 20000;
  assert_int_equal(mem_try(j.m, grow, &j), MEM_EXHAUSTED);
  assert_int_equal(mem_used(j.m), used);
  is_pattern(j.block, 6000);
  j.size = 9000; // more than half of the limit: the old size must not count twice
  assert_int_equal(mem_try(j.m, grow, &j), MEM_OK);
  is_pattern(j.block, 6000);
  is_zero(j.block, 6000, 9000);
  mem_set_limit(j.m, 1000);
  j.size = 5000; // over the limit still, but less than before
  assert_int_equal(mem_try(j.m, grow, &j), MEM_OK);
  is_pattern(j.block, 5000);
  mem_delete(j.m);
}

static void impossible_size(void **state) {
  (void)state;
  job j = {.m = mem_new(0)};
  assert_int_equal(try_allocate(&j, SIZE_MAX / 4), MEM_EXHAUSTED);
  assert_int_equal(mem_used(j.m), 0);
  assert_int_equal(try_allocate(&j, 10), MEM_OK);
  mem_delete(j.m);
}

static void many(void *argument) {
  job *j = argument;
  uint8_t *grown = NULL;
  for (size_t i = 1; i <= 10; i++, j->reached++) {
    grown = mem_realloc(j->m, grown, i * 1000);
    mem_alloc(j->m, i);
  }
}

static void fails_where_told(void **state) {
  (void)state;
  for (uint64_t call = 1; call <= 20; call++) {
    job j = {.m = mem_new(0)};
    mem_fail_at(j.m, call);
    assert_int_equal(mem_try(j.m, many, &j), MEM_EXHAUSTED);
    assert_int_equal(j.reached, (int)((call - 1) / 2));
    assert_int_equal(mem_calls(j.m), call);
    mem_fail_at(j.m, 0);
    assert_int_equal(mem_try(j.m, many, &j), MEM_OK);
    mem_delete(j.m);
  }
  job j = {.m = mem_new(0)};
  mem_fail_at(j.m, 21);
  assert_int_equal(mem_try(j.m, many, &j), MEM_OK);
  assert_int_equal(mem_try(j.m, many, &j), MEM_EXHAUSTED); // counted from when it was asked for
  assert_int_equal(mem_calls(j.m), 21);
  assert_int_equal(mem_try(j.m, many, &j), MEM_OK); // once only
  mem_delete(j.m);
}

static void outer(void *argument) {
  job *j = argument;
  mem_fail_at(j->m, 1);
  assert_int_equal(mem_try(j->m, allocate, j), MEM_EXHAUSTED);
  j->reached += 10;
  assert_int_equal(mem_try(j->m, allocate, j), MEM_OK);
  j->reached += 10;
  mem_fail_at(j->m, 1);
  mem_alloc(j->m, 1);
  j->reached += 1000;
}

static void innermost_catches(void **state) {
  (void)state;
  job j = {.m = mem_new(0), .size = 5};
  assert_int_equal(mem_try(j.m, outer, &j), MEM_EXHAUSTED);
  assert_int_equal(j.reached, 21);
  mem_delete(j.m);
}

static void exhaust(void *argument) {
  job *j = argument;
  mem_exhausted(j->m);
}

static void leaves_by_hand(void **state) {
  (void)state;
  job j = {.m = mem_new(0)};
  assert_int_equal(mem_try(j.m, exhaust, &j), MEM_EXHAUSTED);
  mem_delete(j.m);
}

static void two_are_independent(void **state) {
  (void)state;
  job a = {.m = mem_new(1000)}, b = {.m = mem_new(0)};
  assert_int_equal(try_allocate(&a, 2000), MEM_EXHAUSTED);
  assert_int_equal(try_allocate(&b, 2000), MEM_OK);
  assert_int_equal(mem_used(a.m), 0);
  mem_delete(a.m);
  memset(b.block, 1, 2000);
  mem_delete(b.m);
  mem_delete(NULL);
}

typedef struct {
  mem *m;
  uint32_t asked, due_after;
  bool allocates;
} stopping;

static bool is_due(void *context) {
  stopping *s = context;
  return ++s->asked > s->due_after;
}

static void work_for_ever(void *argument) {
  stopping *s = argument;
  for (;;)
    if (s->allocates)
      mem_free(s->m, mem_alloc(s->m, 8));
    else
      mem_poll(s->m);
}

static void stops_when_told(void **state) {
  (void)state;
  for (int allocates = 0; allocates < 2; allocates++) {
    stopping s = {.m = mem_new(0), .due_after = 3, .allocates = allocates};
    mem_set_stop(s.m, is_due, &s);
    assert_int_equal(mem_try(s.m, work_for_ever, &s), MEM_STOPPED);
    assert_int_equal(s.asked, 4);
    assert_int_equal(mem_try(s.m, work_for_ever, &s), MEM_STOPPED); // at once
    assert_int_equal(s.asked, 5);
    mem_set_stop(s.m, NULL, NULL);
    mem_fail_at(s.m, 10);
    s.allocates = true;
    assert_int_equal(mem_try(s.m, work_for_ever, &s), MEM_EXHAUSTED);
    mem_delete(s.m);
  }
}

typedef struct {
  mem *outer, *inner;
  uint32_t reached;
} pair;

static void fail_outside(void *argument) {
  pair *p = argument;
  p->reached++;
  mem_exhausted(p->outer);
}

static void try_inside(void *argument) {
  pair *p = argument;
  mem_try(p->inner, fail_outside, p);
  p->reached = 100; // it must not come back here
}

static void allocate_inside(void *argument) { mem_alloc(((pair *)argument)->inner, 1000); }

static void leaving_one_leaves_those_inside(void **state) {
  (void)state;
  pair p = {.outer = mem_new(0), .inner = mem_new(0)};
  assert_int_equal(mem_try(p.outer, try_inside, &p), MEM_EXHAUSTED);
  assert_int_equal(p.reached, 1);
  assert_int_equal(mem_try(p.inner, allocate_inside, &p), MEM_OK); // its own frames are as before
  mem_delete(p.inner);
  mem_delete(p.outer);
}

static void parts_of_a_whole(void **state) {
  (void)state;
  pair p = {.outer = mem_new(1500)};
  p.inner = mem_new_within(p.outer);
  assert_int_equal(mem_try(p.inner, allocate_inside, &p), MEM_OK);
  assert_true(mem_used(p.outer) >= 1000 && mem_used(p.outer) == mem_used(p.inner));
  assert_int_equal(mem_try(p.inner, allocate_inside, &p), MEM_EXHAUSTED); // the limit of the whole
  mem_delete(p.inner);
  assert_int_equal(mem_used(p.outer), 0);
  p.inner = mem_new_within(p.outer);
  mem_fail_at(p.outer, 1);
  assert_int_equal(mem_try(p.inner, allocate_inside, &p), MEM_EXHAUSTED);
  stopping s = {.m = p.inner};
  mem_set_stop(p.outer, is_due, &s);
  assert_int_equal(mem_try(p.inner, work_for_ever, &s), MEM_STOPPED);
  mem_delete(p.inner);
  mem_delete(p.outer);
}

static void poll_now(void *argument) {
  stopping *s = argument;
  mem_poll_now(s->m); // is_due() may answer from the first call on
  mem_poll_now(s->m);
  mem_poll_now(s->m);
  mem_poll_now(s->m);
}

static void leave_again(void *argument) {
  stopping *s = argument;
  mem_status status = mem_try(s->m, poll_now, s);
  assert_int_equal(status, MEM_STOPPED);
  mem_leave(s->m, status);
}

static void leaving_again_keeps_the_reason(void **state) {
  (void)state;
  stopping s = {.m = mem_new(0), .due_after = 3};
  mem_set_stop(s.m, is_due, &s);
  assert_int_equal(mem_try(s.m, leave_again, &s), MEM_STOPPED);
  mem_delete(s.m);
}

static void allocate_odd_sizes(void *argument) {
  mem *m = *(mem **)argument;
  size_t before = mem_used(m);
  mem_alloc(m, ((size_t)1 << 20) + 1);
  assert_true(mem_used(m) - before > (size_t)1 << 20);
#ifndef __SANITIZE_ADDRESS__
  assert_int_equal((mem_used(m) - before) % 4096, 0); // whole pages
#endif
  before = mem_used(m);
  void *small = mem_alloc(m, 1);
  assert_int_equal((mem_used(m) - before) % 16, 0); // as malloc rounds it
  size_t with_small = mem_used(m);
  small = mem_realloc(m, small, 100001);
  mem_free(m, mem_realloc(m, small, 1));
  assert_true(mem_used(m) == before && with_small > before);
}

static void what_blocks_really_take_is_counted(void **state) {
  (void)state;
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, allocate_odd_sizes, &m), MEM_OK);
  mem_delete(m);
}

static void take_a_block(void *argument) { mem_alloc(*(mem **)argument, 1000); }

// What is not freed, a build with sanitizers notices.
static void parts_are_freed_with_the_whole(void **state) {
  (void)state;
  mem *outer = mem_new(0), *inner[3];
  for (int i = 0; i < 3; i++) {
    inner[i] = mem_new_within(outer);
    assert_int_equal(mem_try(inner[i], take_a_block, &inner[i]), MEM_OK);
  }
  mem *innermost = mem_new_within(inner[2]);
  assert_int_equal(mem_try(innermost, take_a_block, &innermost), MEM_OK);
  size_t all = mem_used(outer);
  mem_delete(inner[1]);
  assert_true(mem_used(outer) < all && mem_used(outer) > 0);
  mem_delete(inner[2]);
  size_t one = mem_used(inner[0]);
  assert_true(mem_used(outer) == one);
  mem_delete(outer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accounts),
      cmocka_unit_test(allocates_zero),
      cmocka_unit_test(resizes),
      cmocka_unit_test(enforces_limit),
      cmocka_unit_test(fails_where_told),
      cmocka_unit_test(refused_realloc_keeps_the_block),
      cmocka_unit_test(innermost_catches),
      cmocka_unit_test(impossible_size),
      cmocka_unit_test(stops_when_told),
      cmocka_unit_test(leaving_one_leaves_those_inside),
      cmocka_unit_test(parts_of_a_whole),
      cmocka_unit_test(parts_are_freed_with_the_whole),
      cmocka_unit_test(leaves_by_hand),
      cmocka_unit_test(two_are_independent),
      cmocka_unit_test(leaving_again_keeps_the_reason),
      cmocka_unit_test(what_blocks_really_take_is_counted),
  };
  return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
