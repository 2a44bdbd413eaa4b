// The program's own files are in no library, so the one under test is taken in whole.
#include "cli/plot.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_useful(double least, double greatest, bool is_logarithmic) {
  plot_axis a = plot_axis_for(least, greatest, is_logarithmic, 100, 700);
  double ticks[PLOT_TICKS];
  uint32_t count = plot_ticks(&a, ticks);
  assert_in_range(count, 1, PLOT_TICKS - 1);
  for (uint32_t i = 0; i < count; i++) {
    assert_true(ticks[i] == floor(ticks[i]) && ticks[i] >= 0);
    assert_true(i == 0 || ticks[i] > ticks[i - 1]);
    assert_true(plot_at(&a, ticks[i]) >= 100 && plot_at(&a, ticks[i]) <= 700);
  }
  assert_true(plot_at(&a, least) > 100 && plot_at(&a, greatest) < 700);
  assert_true(plot_at(&a, least) <= plot_at(&a, greatest));
}

static void axes_have_room_and_ticks(void **state) {
  (void)state;
  const double values[] = {0, 1, 2, 3, 7, 10, 24, 99, 169, 1000, 123456, 4e9, 1e15};
  const uint32_t count = sizeof values / sizeof *values;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i; j < count; j++)
      for (int is_logarithmic = 0; is_logarithmic < 2; is_logarithmic++)
        assert_useful(values[i], values[j], is_logarithmic);
}

static void decades_are_equally_long(void **state) {
  (void)state;
  plot_axis a = plot_axis_for(1, 10000, true, 0, 500);
  double ten = plot_at(&a, 10) - plot_at(&a, 1);
  assert_true(ten > 0 && fabs(plot_at(&a, 1000) - plot_at(&a, 100) - ten) < 1e-9);
  assert_true(plot_at(&a, 0) == plot_at(&a, 1));
}

typedef struct {
  mem *m;
  uint32_t placed;
} labels_job;

// Many labels for one mark: each that is placed is in the frame and clear of the others.
static void place_labels(void *argument) {
  labels_job *job = argument;
  plot_boxes taken = {0};
  plot_box frame = {0, 0, 300, 200}, box;
  while (plot_place_label(job->m, &taken, &frame, (svg_place){150, 100}, 60, &box)) {
    job->placed++;
    assert_true(box.left >= 0 && box.top >= 0 && box.right <= 300 && box.bottom <= 200);
    assert_true(fabs(box.right - box.left - 60) < 1e-9);
    for (uint32_t i = 0; i + 1 < taken.count; i++)
      assert_false(overlap(&taken.at[i], &box));
  }
  vec_free(job->m, &taken);
}

static void labels_keep_clear(void **state) {
  (void)state;
  labels_job job = {.m = mem_new(0)};
  assert_int_equal(mem_try(job.m, place_labels, &job), MEM_OK);
  assert_true(job.placed >= 8);
  assert_int_equal(mem_used(job.m), 0);
  mem_delete(job.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axes_have_room_and_ticks),
      cmocka_unit_test(decades_are_equally_long),
      cmocka_unit_test(labels_keep_clear),
  };
  return cmocka_run_group_tests_name("plot", tests, NULL, NULL);
}
