// The store of states that cover one another, beside the plainest thing that does the same; and narrow rows of numbers
// with their bounds.
#include "store/narrow.h"
#include "store/row_bounds.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

// A state is a head of one to three bytes, of which the first says how many, and an interval as two numbers, how far it
// reaches down and up; a box of two intervals if the head is long. It covers what it includes.
enum { STATES = 4000, LONGEST = 3 + 16 };

static uint32_t head_size(void *context, const uint8_t *state, uint32_t size) {
  (void)context;
  assert_true(size > state[0]);
  return state[0];
}

static bool includes(void *context, const uint8_t *large, const uint8_t *small, uint32_t size) {
  assert_memory_equal(large, small, large[0]);
  ++*(uint64_t *)context;
  for (uint32_t at = large[0]; at < size; at += 8) {
    int32_t a[2], b[2];
    memcpy(a, large + at, sizeof a);
    memcpy(b, small + at, sizeof b);
    if (a[0] < b[0] || a[1] < b[1])
      return false;
  }
  return true;
}

static void reach(void *context, const uint8_t *state, uint32_t size, int32_t *numbers) {
  (void)context;
  memcpy(numbers, state + state[0], size - state[0]);
}

typedef struct naive { // what the store should do
  uint32_t count, live;
  uint32_t sizes[STATES], costs[STATES];
  bool is_covered[STATES];
  uint8_t states[STATES][LONGEST];
} naive;

static bool naive_covers(const uint8_t *large, uint32_t large_size, const uint8_t *small, uint32_t small_size) {
  uint64_t asked = 0;
  return large_size == small_size && large[0] == small[0] && memcmp(large, small, large[0]) == 0 &&
         includes(&asked, large, small, large_size);
}

// Does the store's answer make sense? Then does the same to the naive one.
static void naive_put(naive *n, const store_item *item, uint32_t cost) {
  bool has_cover = false;
  uint32_t same = UINT32_MAX;
  for (uint32_t i = 0; i < n->count; i++) {
    if (n->is_covered[i])
      continue;
    bool is_same = n->sizes[i] == item->size && memcmp(n->states[i], item->state, item->size) == 0;
    same = is_same ? i : same;
    has_cover |= n->costs[i] <= cost && naive_covers(n->states[i], n->sizes[i], item->state, item->size);
  }
  if (has_cover) {
    assert_false(item->is_new || n->is_covered[item->id] || n->costs[item->id] > cost);
    assert_true(naive_covers(n->states[item->id], n->sizes[item->id], item->state, item->size));
    assert_int_equal(item->is_covered, memcmp(n->states[item->id], item->state, item->size) != 0);
    return;
  }
  assert_int_equal(item->is_new, same == UINT32_MAX);
  assert_false(item->is_covered);
  assert_int_equal(item->id, same == UINT32_MAX ? n->count : same);
  if (item->is_new) {
    n->sizes[n->count] = item->size;
    memcpy(n->states[n->count++], item->state, item->size);
    n->live++;
  }
  n->costs[item->id] = cost;
  for (uint32_t i = 0; i < n->count; i++)
    if (i != item->id && !n->is_covered[i] && cost <= n->costs[i] &&
        naive_covers(item->state, item->size, n->states[i], n->sizes[i])) {
      n->is_covered[i] = true;
      n->live--;
    }
}

static int32_t any_bound(uint64_t *seed) {
  static const int32_t scale[] = {1, 1, 1, 20, 2000, 200000};
  if (next_random(seed) % 8 == 0)
    return INT32_MAX;
  return ((int32_t)(next_random(seed) % 13) - 6) * scale[next_random(seed) % 6];
}

static uint32_t make_state(uint64_t *seed, uint8_t *state) {
  state[0] = (uint8_t)(1 + next_random(seed) % 3);
  for (uint32_t i = 1; i < state[0]; i++)
    state[i] = (uint8_t)(next_random(seed) % 3);
  uint32_t size = state[0];
  for (uint32_t k = 0; k < (state[0] == 3 ? 2 : 1); k++, size += 8) {
    int32_t ends[2] = {any_bound(seed), any_bound(seed)};
    memcpy(state + size, ends, sizeof ends);
  }
  return size;
}

static void check_recall(store *s, const naive *n) {
  assert_int_equal(s->count(s), n->count);
  assert_int_equal(s->live(s), n->live);
  for (uint32_t id = 0; id < n->count; id++) {
    uint32_t size;
    const uint8_t *state = s->get(s, id, &size);
    assert_int_equal(size, n->sizes[id]);
    assert_memory_equal(state, n->states[id], size);
    assert_int_equal(s->is_covered(s, id), n->is_covered[id]);
  }
}

static void random_states(mem *m, uint64_t seed, bool compares_cost, bool knows_bounds) {
  enum { BATCH = 7 };
  uint64_t asked = 0;
  cover order = {.context = &asked, .head = head_size, .covers = includes};
  if (knows_bounds)
    order.least = order.most = reach;
  naive *n = mem_alloc(m, sizeof *n);
  store *s = store_hash.open(m, &order);
  s->compares_cost = compares_cost;
  uint64_t covered = 0, reopened = 0;
  for (uint32_t round = 0; round < STATES / BATCH; round++) {
    uint8_t states[BATCH][LONGEST];
    store_item items[BATCH];
    for (uint32_t i = 0; i < BATCH; i++) {
      items[i] = (store_item){.state = states[i], .size = make_state(&seed, states[i])};
      items[i].cost = (uint32_t)(next_random(&seed) % 5);
    }
    if (round % 3) {
      s->put_all(s, items, BATCH);
    } else {
      for (uint32_t i = 0; i < BATCH; i++)
        s->put_all(s, &items[i], 1);
    }
    for (uint32_t i = 0; i < BATCH; i++) {
      uint32_t cost = compares_cost ? items[i].cost : 0;
      reopened += !items[i].is_new && !items[i].is_covered && cost < n->costs[items[i].id];
      naive_put(n, &items[i], cost);
      covered += items[i].is_covered;
    }
  }
  check_recall(s, n);
  assert_true(covered > STATES / 10 && n->live < n->count && n->live > 10 && asked > 0);
  assert_int_equal(reopened > 0, compares_cost);
  s->close(s);
  mem_free(m, n);
  assert_int_equal(mem_used(m), 0);
}

static void random_work(void *argument) {
  for (uint64_t seed = 1; seed <= 8; seed++)
    random_states(argument, seed, seed % 2, seed > 4);
}

static store_item put_interval(store *s, int32_t from, int32_t to, uint32_t cost) {
  static uint8_t state[9];
  state[0] = 1;
  from = -from;
  memcpy(state + 1, &from, sizeof from);
  memcpy(state + 5, &to, sizeof to);
  store_item item = {.state = state, .size = sizeof state, .cost = cost};
  s->put_all(s, &item, 1);
  return item;
}

static void by_hand_work(void *argument) {
  uint64_t asked = 0;
  cover order = {.context = &asked, .head = head_size, .covers = includes};
  store *s = store_hash.open(argument, &order);
  s->compares_cost = true;
  store_item a = put_interval(s, 3, 4, 5);
  assert_true(a.is_new && a.id == 0);
  store_item b = put_interval(s, 2, 4, 6); // costs more: both stay
  assert_true(b.is_new && b.id == 1);
  assert_false(s->is_covered(s, a.id));
  store_item c = put_interval(s, 3, 4, 6); // the same as the first, whichever is asked
  assert_true(!c.is_new && (c.is_covered ? c.id == b.id : c.id == a.id));
  store_item d = put_interval(s, 2, 4, 5); // the same at less cost: now the first one gives way
  assert_true(!d.is_new && !d.is_covered && d.id == b.id);
  assert_true(s->is_covered(s, a.id));
  assert_int_equal(s->live(s), 1);
  store_item e = put_interval(s, 3, 4, 4); // nobody stands for it at this cost: another number
  assert_true(e.is_new && e.id == 2);
  store_item f = put_interval(s, 0, INT32_MAX, 0);
  assert_true(f.is_new && s->is_covered(s, b.id) && s->is_covered(s, e.id));
  assert_int_equal(s->live(s), 1);
  store_item g = put_interval(s, 2, 4, 5);
  assert_true(!g.is_new && g.is_covered && g.id == f.id);
  s->close(s);
  assert_int_equal(mem_used(argument), 0);
}

// A state that another covers at a greater cost stays until it is expanded: whichever comes first.
static void leaving_work(void *argument) {
  uint64_t asked = 0;
  cover order = {.context = &asked, .head = head_size, .covers = includes};
  store *s = store_hash.open(argument, &order);
  s->compares_cost = true;
  store_item a = put_interval(s, 3, 4, 5), b = put_interval(s, 0, 2, 5);
  s->expanded(s, b.id);
  assert_false(s->is_covered(s, b.id)); // nobody covers it
  store_item c = put_interval(s, 0, 9, 6);
  assert_true(c.is_new && !s->is_covered(s, a.id) && s->is_covered(s, b.id));
  assert_int_equal(s->live(s), 2);
  s->expanded(s, a.id);
  assert_true(s->is_covered(s, a.id) && !s->is_covered(s, c.id));
  assert_int_equal(s->live(s), 1);
  store_item d = put_interval(s, 3, 4, 6); // the first one no longer stands for it
  assert_true(!d.is_new && d.is_covered && d.id == c.id);
  s->expanded(s, a.id); // once more changes nothing
  s->expanded(s, c.id);
  assert_int_equal(s->live(s), 1);
  s->close(s);
}

// Small numbers take little room, and the head is kept once.
static void compact_work(void *argument) {
  uint64_t asked = 0;
  cover order = {.context = &asked, .head = head_size, .covers = includes};
  store *s = store_hash.open(argument, &order);
  enum { MANY = 100, HEAD = 200, NUMBERS = 100 };
  uint8_t state[HEAD + NUMBERS * 4] = {HEAD};
  for (int32_t i = 0; i < MANY; i++) {
    for (int32_t k = 0; k < NUMBERS; k++) {
      int32_t n = k ? 7 : i - 50;
      memcpy(state + HEAD + k * 4, &n, sizeof n);
    }
    int32_t end = 50 - i; // no two cover one another
    memcpy(state + HEAD + 4, &end, sizeof end);
    bool is_new;
    assert_int_equal(s->put(s, state, sizeof state, &is_new), i);
    assert_true(is_new);
  }
  assert_int_equal(s->live(s), MANY);
  assert_true(s->bytes(s) < HEAD + 64 * 65 + MANY * (NUMBERS + 24) + 100);
  s->close(s);
}

static void check_row(const int32_t *numbers, uint32_t count, uint32_t width) {
  uint8_t packed[64], back[64];
  const uint8_t *bytes = (const uint8_t *)numbers;
  assert_int_equal(narrow_width(bytes, count * 4), width);
  assert_int_equal(narrow_size(count * 4, width), count * width);
  narrow_pack(packed, bytes, count * 4, width);
  narrow_unpack(back, packed, count * 4, width);
  assert_memory_equal(back, bytes, count * 4);
}

static void narrow(void **state) {
  (void)state;
  check_row((int32_t[]){0, -128, 126, INT32_MAX}, 4, 1);
  check_row((int32_t[]){0, 127, INT32_MAX}, 3, 2);
  check_row((int32_t[]){-129}, 1, 2);
  check_row((int32_t[]){-32768, 32766, INT32_MAX, 127, 255}, 5, 2);
  check_row((int32_t[]){32767, 1}, 2, 4);
  check_row((int32_t[]){-32769, 1}, 2, 4);
  check_row((int32_t[]){INT32_MIN, INT32_MAX, INT32_MAX - 1}, 3, 4);
  check_row(NULL, 0, 1);
  uint8_t odd[7] = {1, 0, 0, 0, 1, 2, 3}, packed[7], back[7];
  assert_int_equal(narrow_width(odd, sizeof odd), 4);
  assert_int_equal(narrow_size(sizeof odd, 4), sizeof odd);
  narrow_pack(packed, odd, sizeof odd, 4);
  narrow_unpack(back, packed, sizeof odd, 4);
  assert_memory_equal(back, odd, sizeof odd);
}

static int32_t near_an_edge(uint64_t *seed) {
  static const int32_t edges[] = {0, -128, 127, -32768, 32767, INT32_MIN + 2, INT32_MAX - 2};
  return edges[next_random(seed) % 7] + ((int32_t)(next_random(seed) % 5) - 2);
}

static void check_bounds(row_bounds *l, uint64_t *seed, uint32_t *broken) {
  enum { MOST = 80 };
  int32_t row[MOST];
  uint8_t packed[MOST * 4 + ROW_SLACK];
  uint32_t count = (uint32_t)(next_random(seed) % MOST), width = 1u << next_random(seed) % 3;
  int32_t *bounds = row_bounds_begin(l, count), edge = (int32_t)((1u << (width * 8 - 1)) - 1);
  bool expected = false, is_told = true;
  for (uint32_t i = 0; i < count; i++) {
    bounds[i] = near_an_edge(seed);
    int64_t n = (int64_t)bounds[i] + (next_random(seed) % 64 ? 0 : 1 - 2 * (int32_t)(next_random(seed) % 2));
    row[i] = (int32_t)(n < -edge - 1 ? -edge - 1 : n >= edge ? INT32_MAX : n);
    bool is_beyond = l->is_least ? row[i] < bounds[i] : row[i] > bounds[i];
    expected |= is_beyond;
    is_told &= !is_beyond || l->is_least || (-edge - 1 <= bounds[i] && bounds[i] < edge);
  }
  memset(packed, (int)next_random(seed), sizeof packed);
  narrow_pack(packed, (const uint8_t *)row, count * 4, width);
  bool is_broken = row_bounds_are_broken(l, packed, width);
  assert_true(expected || !is_broken);
  if (is_told)
    assert_int_equal(is_broken, expected);
  *broken += is_broken;
}

static void bounds_work(void *argument) {
  uint64_t seed = 7;
  for (uint32_t is_least = 0; is_least < 2; is_least++) {
    row_bounds l;
    uint32_t broken = 0;
    row_bounds_open(&l, argument, is_least);
    for (uint32_t round = 0; round < 20000; round++)
      check_bounds(&l, &seed, &broken);
    assert_true(broken > 2000 && broken < 18000);
    row_bounds_close(&l);
  }
  assert_int_equal(mem_used(argument), 0);
}

static void run(void (*work)(void *argument)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  mem_delete(m);
}

static void as_the_naive_one(void **state) {
  (void)state;
  run(random_work);
}
static void by_hand(void **state) {
  (void)state;
  run(by_hand_work);
}
static void leaving(void **state) {
  (void)state;
  run(leaving_work);
}
static void compact(void **state) {
  (void)state;
  run(compact_work);
}

static void bounds(void **state) {
  (void)state;
  run(bounds_work);
}

static void out_of_memory(void **state) {
  (void)state;
  for (uint64_t call = 1; call < 20; call++) {
    mem *m = mem_new(0);
    mem_fail_at(m, call);
    assert_int_equal(mem_try(m, random_work, m), MEM_EXHAUSTED);
    mem_delete(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_naive_one), cmocka_unit_test(by_hand), cmocka_unit_test(leaving),
      cmocka_unit_test(compact),          cmocka_unit_test(narrow),  cmocka_unit_test(bounds),
      cmocka_unit_test(out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
