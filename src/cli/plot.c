#include "cli/plot.h"

#include <math.h>

static double scaled(const plot_axis *a, double value) {
  return a->is_logarithmic ? log10(value > 1 ? value : 1) : value;
}

plot_axis plot_axis_for(double least, double greatest, bool is_logarithmic, double from, double to) {
  plot_axis a = {.is_logarithmic = is_logarithmic, .from = from, .to = to};
  double low = scaled(&a, least), high = scaled(&a, greatest);
  double margin = (high - low) * 0.1, smallest = is_logarithmic ? 0.2 : 1;
  margin = margin > smallest ? margin : smallest;
  a.low = low - margin;
  a.high = high + margin;
  return a;
}

double plot_at(const plot_axis *a, double value) {
  return a->from + (scaled(a, value) - a->low) / (a->high - a->low) * (a->to - a->from);
}

static uint32_t logarithmic_ticks(const plot_axis *a, double ticks[static PLOT_TICKS]) {
  static const double steps[] = {1, 2, 5};
  uint32_t count = 0, each = a->high - a->low < 3 ? 3 : 1;
  for (double decade = floor(a->low) > 0 ? floor(a->low) : 0; decade <= a->high; decade++)
    for (uint32_t i = 0; i < each; i++) {
      double value = steps[i] * pow(10, decade), at = log10(value);
      if (at >= a->low && at <= a->high && count < PLOT_TICKS)
        ticks[count++] = value;
    }
  return count;
}

uint32_t plot_ticks(const plot_axis *a, double ticks[static PLOT_TICKS]) {
  if (a->is_logarithmic)
    return logarithmic_ticks(a, ticks);
  double range = a->high - a->low, step = pow(10, floor(log10(range / 5)));
  step *= range / step > 25 ? 5 : range / step > 10 ? 2 : 1;
  step = step > 1 ? step : 1;
  uint32_t count = 0;
  for (double value = ceil(a->low / step) * step; value <= a->high && count < PLOT_TICKS; value += step)
    if (value >= 0)
      ticks[count++] = value;
  return count;
}

static bool overlap(const plot_box *a, const plot_box *b) {
  return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

static bool is_free(const plot_boxes *taken, const plot_box *frame, const plot_box *box) {
  if (box->left < frame->left || box->right > frame->right || box->top < frame->top || box->bottom > frame->bottom)
    return false;
  for (uint32_t i = 0; i < taken->count; i++)
    if (overlap(&taken->at[i], box))
      return false;
  return true;
}

// Tries right and left of the mark, above and below, then the diagonals; then the same at a greater distance.
bool plot_place_label(mem *m, plot_boxes *taken, const plot_box *frame, svg_place mark, double width, plot_box *out) {
  static const svg_place sides[] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
  const double height = 14;
  for (double away = 9; away <= 150; away *= 1.35)
    for (uint32_t i = 0; i < sizeof sides / sizeof *sides; i++) {
      double x = mark.x + sides[i].x * (away + width / 2), y = mark.y + sides[i].y * (away + height / 2);
      plot_box box = {x - width / 2, y - height / 2, x + width / 2, y + height / 2};
      if (!is_free(taken, frame, &box))
        continue;
      vec_push(m, taken, box);
      *out = box;
      return true;
    }
  return false;
}
