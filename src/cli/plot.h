// The geometry of a plot: axes with their ticks, and labels that keep clear of each other.
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "base/vec.h"
#include "cli/svg.h"

enum { PLOT_TICKS = 24 };

typedef struct plot_axis {
  bool is_logarithmic;
  double low, high; // values...
  double from, to;  // ...and where they are on the page
} plot_axis;

// An axis on which all values between least and greatest have room. Whole numbers from 0; on a logarithmic axis 0 is
// shown as 1.
plot_axis plot_axis_for(double least, double greatest, bool is_logarithmic, double from, double to);
double plot_at(const plot_axis *axis, double value);
uint32_t plot_ticks(const plot_axis *axis, double ticks[static PLOT_TICKS]); // returns how many

typedef struct plot_box {
  double left, top, right, bottom;
} plot_box;

typedef VEC(plot_box) plot_boxes;

// Finds room for a label near a mark, inside the frame and clear of everything taken; then it is taken as well. False
// if there is none.
bool plot_place_label(mem *m, plot_boxes *taken, const plot_box *frame, svg_place mark, double width, plot_box *out);

#endif
