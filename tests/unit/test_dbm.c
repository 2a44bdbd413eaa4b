// Every operation on small random zones, compared with what it means for each point; on larger ones, with plain
// closing.
#include "test_dbm.h"

typedef struct {
  const char *name;
  uint32_t n, rounds;
  int32_t constant;
} sizes;
static const sizes all_sizes[] = {{"one clock", 2, 100, 4}, {"two", 3, 150, 4}, {"three", 4, 20, 2}, {"four", 5, 1, 1}};

static void on_grids(void (*check)(grid *g)) {
  for (uint32_t i = 0; i < sizeof all_sizes / sizeof *all_sizes; i++) {
    grid g = grid_of(all_sizes[i].n, all_sizes[i].constant, 11);
    for (uint32_t round = 0; round < all_sizes[i].rounds; round++)
      check(&g);
  }
}

#define GRID_TEST(name)                                                                                                \
  static void name##_check(grid *g);                                                                                   \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    on_grids(name##_check);                                                                                            \
  }                                                                                                                    \
  static void name##_check(grid *g)

static void copy(const grid *g, dbm_bound *to, const dbm_bound *from) { memcpy(to, from, sizeof *to * g->n * g->n); }

static void bounds_are_numbers(void **state) {
  (void)state;
  assert_true(dbm_lt(3) < dbm_le(3) && dbm_le(3) < dbm_lt(4) && dbm_le(-4) < dbm_lt(-3));
  assert_int_equal(dbm_constant(dbm_lt(-3)), -3);
  assert_int_equal(dbm_constant(dbm_le(-3)), -3);
  assert_int_equal(dbm_sum(dbm_le(-3), dbm_le(5)), dbm_le(2));
  assert_int_equal(dbm_sum(dbm_lt(-3), dbm_le(5)), dbm_lt(2));
  assert_int_equal(dbm_sum(dbm_lt(-3), dbm_lt(-5)), dbm_lt(-8));
  assert_int_equal(dbm_sum(dbm_lt(-3), DBM_INFINITY), DBM_INFINITY);
  assert_int_equal(dbm_negate(dbm_lt(3)), dbm_le(-3));
  assert_int_equal(dbm_negate(dbm_le(3)), dbm_lt(-3));
}

GRID_TEST(first_zones) {
  dbm_bound zero[MOST_BOUNDS], all[MOST_BOUNDS];
  dbm_zero(zero, g->n);
  dbm_all(all, g->n);
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    assert_int_equal(holds(g, zero, p), memcmp(&p, &(point){{0}}, sizeof p) == 0);
    assert_true(holds(g, all, p));
  }
  check_canonical(g, zero);
  check_canonical(g, all);
}

GRID_TEST(close_keeps_points) {
  dbm_bound z[MOST_BOUNDS], closed[MOST_BOUNDS];
  bool is_there = false;
  dbm_all(z, g->n);
  for (uint32_t k = 0; k < g->n + 2; k++)
    z[random_below(g, g->n * g->n)] = random_bound(g);
  for (uint32_t j = 0; j < g->n; j++)
    z[j] = z[j] < DBM_LE_ZERO ? z[j] : DBM_LE_ZERO;
  copy(g, closed, z);
  bool is_closed = dbm_close(closed, g->n);
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    is_there |= holds(g, z, p);
    if (is_closed)
      assert_int_equal(holds(g, closed, p), holds(g, z, p));
  }
  assert_int_equal(is_closed, is_there);
  if (is_closed)
    check_canonical(g, closed);
}

GRID_TEST(constrain_takes_points_out) {
  dbm_bound z[MOST_BOUNDS], after[MOST_BOUNDS], b = random_bound(g);
  uint32_t i = random_below(g, g->n), j = random_below(g, g->n);
  bool is_there = false;
  random_zone(g, z);
  copy(g, after, z);
  bool is_left = dbm_constrain(after, g->n, i, j, b);
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    bool expected = holds(g, z, p) && is_within(g, b, p.at[i] - p.at[j]);
    is_there |= expected;
    if (is_left)
      assert_int_equal(holds(g, after, p), expected);
  }
  assert_int_equal(is_left, is_there);
  if (is_left)
    check_canonical(g, after);
}

GRID_TEST(pairs_of_zones) {
  dbm_bound z[MOST_BOUNDS], other[MOST_BOUNDS], both[MOST_BOUNDS];
  bool meet = false, is_included = true, is_equal = true;
  random_zone(g, z);
  random_zone(g, other);
  copy(g, both, z);
  bool is_left = dbm_intersect(both, other, g->n);
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    bool in_z = holds(g, z, p), in_other = holds(g, other, p);
    meet |= in_z && in_other;
    is_included &= in_z || !in_other;
    is_equal &= in_z == in_other;
    if (is_left)
      assert_int_equal(holds(g, both, p), in_z && in_other);
  }
  assert_int_equal(is_left, meet);
  assert_int_equal(dbm_meets(z, other, g->n), meet);
  assert_int_equal(dbm_includes(z, other, g->n), is_included);
  assert_int_equal(same_zone(z, other, g->n), is_equal);
  assert_true(same_zone(z, z, g->n) && dbm_includes(z, z, g->n));
  if (is_left)
    check_canonical(g, both);
}

// Is the point in the zone after (direction 1) or before (-1) so much delay?
static bool by_delay(const grid *g, const dbm_bound *z, point p, int32_t direction) {
  for (int32_t d = 0; d <= g->top; d++) {
    point q = p;
    bool is_point = true;
    for (uint32_t i = 1; i < g->n; i++) {
      q.at[i] += direction * d;
      is_point &= q.at[i] >= 0;
    }
    if (is_point && holds(g, z, q))
      return true;
  }
  return false;
}

GRID_TEST(delays) {
  dbm_bound z[MOST_BOUNDS], up[MOST_BOUNDS], down[MOST_BOUNDS];
  random_zone(g, z);
  copy(g, up, z);
  copy(g, down, z);
  dbm_up(up, g->n);
  dbm_down(down, g->n);
  check_canonical(g, up);
  check_canonical(g, down);
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    assert_int_equal(holds(g, up, p), by_delay(g, z, p, -1));
    assert_int_equal(holds(g, down, p), by_delay(g, z, p, 1));
  }
}

// Is the point in the zone for some value of the clock?
static bool by_value(const grid *g, const dbm_bound *z, point p, uint32_t clock) {
  for (int32_t value = 0; value <= 2 * g->top + 1; value++)
    if (holds(g, z, with(p, clock, value)))
      return true;
  return false;
}

static bool by_copy(const grid *g, const dbm_bound *z, point p, uint32_t clock, uint32_t from, int32_t plus) {
  int32_t before = p.at[clock] - plus * g->unit;
  if (from == clock)
    return before >= 0 && holds(g, z, with(p, clock, before));
  return p.at[from] == before && by_value(g, z, p, clock);
}

GRID_TEST(clocks_are_set) {
  dbm_bound z[MOST_BOUNDS], freed[MOST_BOUNDS], set[MOST_BOUNDS], copied[MOST_BOUNDS];
  uint32_t clock = 1 + random_below(g, g->n - 1), from = random_below(g, g->n);
  int32_t value = (int32_t)random_below(g, (uint32_t)g->constant + 1);
  random_zone(g, z);
  copy(g, freed, z);
  copy(g, set, z);
  copy(g, copied, z);
  dbm_free(freed, g->n, clock);
  dbm_set(set, g->n, clock, value);
  dbm_copy_clock(copied, g->n, clock, from, value);
  check_canonical(g, freed);
  check_canonical(g, set);
  check_canonical(g, copied);
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    assert_int_equal(holds(g, freed, p), by_value(g, z, p, clock));
    assert_int_equal(holds(g, set, p), by_copy(g, z, p, clock, 0, value));
    assert_int_equal(holds(g, copied, p), by_copy(g, z, p, clock, from, value));
  }
}

static uint32_t count_zones(const grid *g, const dbm_union *u, point p) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < u->count; i++)
    count += holds(g, dbm_union_zone(u, i), p);
  return count;
}

typedef struct {
  mem *m;
  grid *g;
} union_call;

static void check_unions(void *argument) {
  const union_call *c = argument;
  grid *g = c->g;
  dbm_bound first[MOST_BOUNDS], second[MOST_BOUNDS], out[MOST_BOUNDS], cut[MOST_BOUNDS];
  dbm_union one, two;
  dbm_union_open(&one, c->m, g->n);
  dbm_union_open(&two, c->m, g->n);
  random_zone(g, first);
  random_zone(g, second);
  random_zone(g, out);
  random_zone(g, cut);
  dbm_union_add(&two, first);
  dbm_union_add(&two, second);
  dbm_union_add(&one, second);
  dbm_union_clear(&one);
  dbm_union_add(&one, first);
  dbm_union_subtract(&one, out);
  dbm_union_subtract(&one, cut);
  dbm_union_subtract(&two, out);
  for (uint32_t i = 0; i < two.count; i++)
    check_canonical(g, dbm_union_zone(&two, i));
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    bool in_out = holds(g, out, p), in_cut = holds(g, cut, p), in_first = holds(g, first, p);
    assert_int_equal(count_zones(g, &one, p), in_first && !in_out && !in_cut);
    assert_int_equal(count_zones(g, &two, p) > 0, (in_first || holds(g, second, p)) && !in_out);
  }
  dbm_union_close(&one);
  dbm_union_close(&two);
}

GRID_TEST(unions) {
  union_call c = {mem_new(0), g};
  assert_int_equal(mem_try(c.m, check_unions, &c), MEM_OK);
  assert_int_equal(mem_used(c.m), 0);
  mem_delete(c.m);
}

// Groups of bounds and the rest of a row, in matrices of all sizes.
static void large_zones(void **state) {
  (void)state;
  enum { MOST = 23 };
  static dbm_bound z[MOST * MOST], other[MOST * MOST], expected[MOST * MOST];
  grid g = grid_of(1, 30, 5);
  uint32_t empty = 0, meeting = 0;
  for (uint32_t round = 0; round < 6000; round++) {
    uint32_t n = g.n = 2 + round % (MOST - 1);
    size_t size = n * n * sizeof *z;
    g.constant = round % 3 ? 30 : 1; // small ones make rounds of length 0, of which some are strict
    random_zone(&g, z);
    random_zone(&g, other);
    for (uint32_t i = 0; i < n * n; i++)
      expected[i] = z[i] < other[i] ? z[i] : other[i];
    bool meet = dbm_meets(z, other, n), is_there = plain_close(expected, n);
    assert_int_equal(meet, is_there);
    assert_int_equal(dbm_intersect(z, other, n), is_there);
    empty += !is_there;
    meeting += is_there;
    if (is_there)
      assert_memory_equal(z, expected, size);
    random_zone(&g, z);
    dbm_bound b = random_bound(&g);
    uint32_t i = random_below(&g, n), j = random_below(&g, n);
    memcpy(expected, z, size);
    memcpy(other, z, size);
    expected[i * n + j] = other[i * n + j] = b < z[i * n + j] ? b : z[i * n + j];
    is_there = plain_close(expected, n);
    assert_int_equal(dbm_close(other, n), is_there);
    assert_int_equal(dbm_constrain(z, n, i, j, b), is_there);
    if (is_there)
      assert_memory_equal(z, expected, size);
    if (is_there)
      assert_memory_equal(other, expected, size);
  }
  assert_true(empty > 100 && meeting > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounds_are_numbers), cmocka_unit_test(first_zones),
      cmocka_unit_test(close_keeps_points), cmocka_unit_test(constrain_takes_points_out),
      cmocka_unit_test(pairs_of_zones),     cmocka_unit_test(delays),
      cmocka_unit_test(clocks_are_set),     cmocka_unit_test(unions),
      cmocka_unit_test(large_zones),
  };
  return cmocka_run_group_tests_name("dbm", tests, NULL, NULL);
}
