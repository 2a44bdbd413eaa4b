// The geometry of a plot: axes with ticks, and labels that do not overlap.
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "base/vec.h"
#include "cli/svg.h"

enum { PLOT_TICKS = 24 };

typedef struct plot_axis {
  bool is_logarithmic;
  double low, high; // values (their logarithms on a logarithmic axis)...
  double from, to;  // ...and their coordinates on the page
} plot_axis;

// An axis for all values from least to greatest, with a margin. Values are whole numbers from 0; a logarithmic axis
// shows 0 as 1.
plot_axis plot_axis_for(double least, double greatest, bool is_logarithmic, double from, double to);
double plot_at(const plot_axis *axis, double value);                         // the coordinate of a value
uint32_t plot_ticks(const plot_axis *axis, double ticks[static PLOT_TICKS]); // returns their number

typedef struct plot_box {
  double left, top, right, bottom;
} plot_box;

typedef VEC(plot_box) plot_boxes;

// Finds a box for a label near a mark, inside the frame and without overlap with the taken boxes, and adds it to them.
// False if there is no room.
bool plot_place_label(mem *m, plot_boxes *taken, const plot_box *frame, svg_place mark, double width, plot_box *out);

#endif
