// The abstractions, held against their definition: a value v is simulated by a value w if for every clock, w less than
// v implies w > L, and w greater than v implies v > U.
#include "test_dbm.h"

typedef struct {
  int32_t lower[MOST_CLOCKS], upper[MOST_CLOCKS];
} constants;

static int32_t random_constant(grid *g) {
  uint32_t c = random_below(g, (uint32_t)g->constant + 2);
  return c ? (int32_t)c - 1 : DBM_NEVER;
}

static void random_constants(grid *g, constants *c) {
  *c = (constants){{0}, {0}};
  for (uint32_t i = 1; i < g->n; i++) {
    c->lower[i] = random_constant(g);
    c->upper[i] = random_constant(g);
  }
}

static void tighten(dbm_bound *z, dbm_bound b) { *z = b < *z ? b : *z; }

// Is the point simulated by one of the zone? For each clock these are the points of an interval, so what is asked is
// whether a zone in units of the grid is empty.
static bool is_simulated(const grid *g, const dbm_bound *zone, const constants *c, point v) {
  dbm_bound z[MOST_BOUNDS];
  uint32_t n = g->n;
  for (uint32_t i = 0; i < n * n; i++)
    z[i] = zone[i] == DBM_INFINITY ? zone[i] : zone[i] + (2 * g->unit - 2) * dbm_constant(zone[i]);
  for (uint32_t i = 1; i < n; i++) {
    if (c->lower[i] != DBM_NEVER) {
      int32_t lower = c->lower[i] * g->unit;
      tighten(&z[i], v.at[i] <= lower ? dbm_le(-v.at[i]) : dbm_lt(-lower));
    }
    if (c->upper[i] != DBM_NEVER && v.at[i] <= c->upper[i] * g->unit)
      tighten(&z[i * n], dbm_le(v.at[i]));
  }
  return plain_close(z, n);
}

static bool is_less_somewhere(const dbm_bound *a, const dbm_bound *b, uint32_t n) { return !dbm_includes(a, b, n); }

static void check_limits(const grid *g, const dbm_bound *large, const dbm_bound *small, const constants *c, bool is_in,
                         uint32_t *told) {
  dbm_bound least[MOST_BOUNDS], most[MOST_BOUNDS];
  dbm_least_around_lu(small, g->n, c->lower, c->upper, least);
  assert_int_equal(is_less_somewhere(large, least, g->n), !is_in);
  dbm_most_within_lu(large, g->n, c->lower, c->upper, most);
  bool is_told = is_less_somewhere(most, small, g->n);
  assert_false(is_told && is_in);
  *told += is_told;
}

static void check_inclusion(grid *g, uint32_t *included, uint32_t *told) {
  dbm_bound large[MOST_BOUNDS], small[MOST_BOUNDS];
  constants c;
  random_zone(g, large);
  random_zone(g, small);
  random_constants(g, &c);
  bool expected = true;
  for (point p = {{0}}; p.at[0] == 0 && expected; next_point(g, &p))
    expected = !holds(g, small, p) || is_simulated(g, large, &c, p);
  assert_int_equal(dbm_includes_lu(large, small, g->n, c.lower, c.upper), expected);
  if (dbm_includes(large, small, g->n))
    assert_true(expected);
  check_limits(g, large, small, &c, expected, told);
  *included += expected;
}

static void check_finite(const grid *g, const dbm_bound *z) {
  int32_t most = g->constant * (int32_t)g->n;
  for (uint32_t i = 0; i < g->n * g->n; i++)
    assert_true(z[i] == DBM_INFINITY || (-most <= dbm_constant(z[i]) && dbm_constant(z[i]) <= most));
}

static bool is_over(dbm_bound b, int32_t constant) { return b > (constant == DBM_NEVER ? constant : dbm_le(constant)); }

static bool is_past(dbm_bound below, int32_t constant) { return constant == DBM_NEVER || below < dbm_le(-constant); }

// The definition of the paper, bound by bound.
static void plain_extra_lu_plus(const grid *g, const dbm_bound *z, const constants *c, dbm_bound *out) {
  for (uint32_t i = 0; i < g->n; i++)
    for (uint32_t j = 0; j < g->n; j++) {
      dbm_bound *b = &out[i * g->n + j];
      *b = z[i * g->n + j];
      if (i == j)
        continue;
      if (i > 0 && (is_over(*b, c->lower[i]) || is_past(z[i], c->lower[i]) || (j > 0 && is_past(z[j], c->upper[j]))))
        *b = DBM_INFINITY;
      else if (i == 0 && is_past(*b, c->upper[j]))
        *b = c->upper[j] == DBM_NEVER ? DBM_LE_ZERO : dbm_lt(-c->upper[j]);
    }
  assert_true(plain_close(out, g->n));
}

// Constants of zones are larger than those that clocks are compared with.
static void check_extrapolations(grid *g) {
  dbm_bound zone[MOST_BOUNDS], grown[3][MOST_BOUNDS], plain[MOST_BOUNDS];
  constants c, greatest;
  random_zone(g, zone);
  g->constant /= 2;
  random_constants(g, &c);
  for (uint32_t i = 0; i < g->n; i++)
    greatest.lower[i] = greatest.upper[i] = c.lower[i] > c.upper[i] ? c.lower[i] : c.upper[i];
  for (uint32_t k = 0; k < 3; k++)
    memcpy(grown[k], zone, sizeof zone);
  dbm_extra_m(grown[0], g->n, greatest.lower);
  dbm_extra_lu(grown[1], g->n, c.lower, c.upper);
  dbm_extra_lu_plus(grown[2], g->n, c.lower, c.upper);
  plain_extra_lu_plus(g, zone, &c, plain);
  assert_true(same_zone(grown[2], plain, g->n));
  assert_true(dbm_includes(grown[1], grown[0], g->n) && dbm_includes(grown[2], grown[1], g->n));
  for (uint32_t k = 0; k < 3; k++) {
    assert_true(dbm_includes(grown[k], zone, g->n));
    assert_true(dbm_includes_lu(zone, grown[k], g->n, k ? c.lower : greatest.lower, k ? c.upper : greatest.upper));
    check_canonical(g, grown[k]);
    check_finite(g, grown[k]);
  }
  for (point p = {{0}}; p.at[0] == 0; next_point(g, &p)) {
    assert_true(!holds(g, grown[0], p) || is_simulated(g, zone, &greatest, p));
    assert_true(!holds(g, grown[2], p) || is_simulated(g, zone, &c, p));
  }
  g->constant *= 2;
}

static void inclusion(void **state) {
  (void)state;
  uint32_t included = 0, told = 0;
  grid one = grid_of(2, 5, 3), two = grid_of(3, 4, 3), three = grid_of(4, 2, 3), four = grid_of(5, 1, 3);
  for (uint32_t round = 0; round < 3000; round++)
    check_inclusion(&one, &included, &told);
  for (uint32_t round = 0; round < 3000; round++)
    check_inclusion(&two, &included, &told);
  for (uint32_t round = 0; round < 200; round++)
    check_inclusion(&three, &included, &told);
  for (uint32_t round = 0; round < 8; round++)
    check_inclusion(&four, &included, &told);
  assert_true(included > 1000 && included < 6000);
  assert_true(told > 1000); // of those that are not
}

static void extrapolations(void **state) {
  (void)state;
  grid one = grid_of(2, 6, 9), two = grid_of(3, 6, 9), three = grid_of(4, 2, 9);
  for (uint32_t round = 0; round < 1000; round++)
    check_extrapolations(&one);
  for (uint32_t round = 0; round < 500; round++)
    check_extrapolations(&two);
  for (uint32_t round = 0; round < 30; round++)
    check_extrapolations(&three);
}

// x <= 5 where only x >= 3 is asked: everything above 3 is the same, and what is below can be waited for.
static void forgets_what_is_not_asked(void **state) {
  (void)state;
  dbm_bound z[4], all[4];
  const int32_t lower[] = {0, 3}, upper[] = {0, DBM_NEVER}, none[] = {0, DBM_NEVER};
  dbm_all(all, 2);
  dbm_all(z, 2);
  dbm_constrain(z, 2, 1, 0, dbm_le(5));
  dbm_extra_lu_plus(z, 2, lower, upper);
  assert_true(same_zone(z, all, 2));
  dbm_zero(z, 2);
  dbm_extra_lu_plus(z, 2, none, none);
  assert_true(same_zone(z, all, 2));
  assert_true(dbm_includes_lu(z, all, 2, none, none));
  dbm_zero(z, 2);
  assert_false(dbm_includes_lu(z, all, 2, lower, upper));
  dbm_set(z, 2, 1, 4);
  assert_true(dbm_includes_lu(z, all, 2, lower, upper));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inclusion),
      cmocka_unit_test(extrapolations),
      cmocka_unit_test(forgets_what_is_not_asked),
  };
  return cmocka_run_group_tests_name("dbm_extra", tests, NULL, NULL);
}
