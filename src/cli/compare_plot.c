// A comparison as a plot: length of the trace against expanded states. The colour of a mark is the search, its shape
// the heuristic.
#include "cli/compare.h"

#include "base/text.h"
#include "cli/plot.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LEFT = 76, RIGHT = 790, TOP = 48, LEGEND = 812, WIDTH = 980, LEAST_HEIGHT = 560, ROW = 17, LEGEND_TEXT = 20 };

typedef struct { // runs whose marks are at the same place
  svg_place at;
  VEC(const compare_run *) runs;
  uint32_t better; // number of spots that are at least as good in both respects
} spot;

typedef struct {
  const comparison *c;
  mem *memory;
  FILE *out;
  VEC(spot) spots;
  VEC(const char *) searches, heuristics; // in the order of the legend
  plot_axis x, y;
  plot_box frame;
  plot_boxes taken;
  double height;
} plot;

static uint32_t number_of(const char *const *at, uint32_t count, const char *name) {
  uint32_t i = 0;
  while (i < count && strcmp(at[i], name) != 0)
    i++;
  return i;
}

static void gather_names(plot *p) {
  for (uint32_t i = 0; i < p->c->finished; i++) {
    const compare_run *run = &p->c->runs.at[i];
    if (!run->result->has_trace)
      continue;
    if (number_of(p->searches.at, p->searches.count, run->search) == p->searches.count)
      vec_push(p->memory, &p->searches, run->search);
    if (!run->is_blind && number_of(p->heuristics.at, p->heuristics.count, run->heuristic) == p->heuristics.count)
      vec_push(p->memory, &p->heuristics, run->heuristic);
  }
}

static void lay_out(plot *p) {
  double least_x = INFINITY, most_x = 0, least_y = INFINITY, most_y = 0;
  for (uint32_t i = 0; i < p->c->finished; i++) {
    const beeline_result *r = p->c->runs.at[i].result;
    if (!r->has_trace)
      continue;
    least_x = fmin(least_x, (double)r->stats.expanded);
    most_x = fmax(most_x, (double)r->stats.expanded);
    least_y = fmin(least_y, (double)r->trace_length);
    most_y = fmax(most_y, (double)r->trace_length);
  }
  double rows = (p->searches.count + p->heuristics.count + 5) * (double)ROW + TOP;
  p->height = rows > LEAST_HEIGHT ? rows : LEAST_HEIGHT;
  p->frame = (plot_box){LEFT, TOP, RIGHT, p->height - 64};
  p->x = plot_axis_for(least_x, most_x, true, LEFT, RIGHT);
  p->y = plot_axis_for(least_y, most_y, least_y >= 1 && most_y > 8 * least_y, p->frame.bottom, TOP);
}

static void gather_spots(plot *p) {
  const double near = 2;
  for (uint32_t i = 0; i < p->c->finished; i++) {
    const compare_run *run = &p->c->runs.at[i];
    if (!run->result->has_trace)
      continue;
    svg_place at = {plot_at(&p->x, (double)run->result->stats.expanded),
                    plot_at(&p->y, (double)run->result->trace_length)};
    spot *found = NULL;
    for (uint32_t j = 0; j < p->spots.count && !found; j++)
      if (fabs(p->spots.at[j].at.x - at.x) < near && fabs(p->spots.at[j].at.y - at.y) < near)
        found = &p->spots.at[j];
    if (!found) {
      vec_push(p->memory, &p->spots, (spot){.at = at});
      found = &p->spots.at[p->spots.count - 1];
    }
    vec_push(p->memory, &found->runs, run);
  }
  for (uint32_t i = 0; i < p->spots.count; i++)
    for (uint32_t j = 0; j < p->spots.count; j++)
      p->spots.at[i].better +=
          i != j && p->spots.at[j].at.x <= p->spots.at[i].at.x && p->spots.at[j].at.y >= p->spots.at[i].at.y;
}

static void draw_axes(const plot *p) {
  double ticks[PLOT_TICKS];
  char text[32];
  uint32_t count = plot_ticks(&p->x, ticks);
  for (uint32_t i = 0; i < count; i++) {
    double x = plot_at(&p->x, ticks[i]);
    svg_line(p->out, (svg_place){x, TOP}, (svg_place){x, p->frame.bottom}, 0.3, "");
    svg_text(p->out, (svg_place){x, p->frame.bottom + 18}, "middle", SVG_INK, 32, cli_number((uint64_t)ticks[i], text));
  }
  count = plot_ticks(&p->y, ticks);
  for (uint32_t i = 0; i < count; i++) {
    double y = plot_at(&p->y, ticks[i]);
    svg_line(p->out, (svg_place){LEFT, y}, (svg_place){RIGHT, y}, 0.3, "");
    svg_text(p->out, (svg_place){LEFT - 8, y + 4}, "end", SVG_INK, 32, cli_number((uint64_t)ticks[i], text));
  }
  svg_line(p->out, (svg_place){LEFT, TOP}, (svg_place){LEFT, p->frame.bottom}, 1, "");
  svg_line(p->out, (svg_place){LEFT, p->frame.bottom}, (svg_place){RIGHT, p->frame.bottom}, 1, "");
  svg_text(p->out, (svg_place){(LEFT + RIGHT) / 2.0, p->frame.bottom + 38}, "middle", SVG_INK, 99, "expanded states");
  svg_text(p->out, (svg_place){LEFT - 60, TOP - 12}, "start", SVG_INK, 99, "steps of the trace");
}

static void draw_shortest(plot *p) {
  for (uint32_t i = 0; i < p->c->finished; i++) {
    const beeline_result *r = p->c->runs.at[i].result;
    if (!r->has_trace || !compare_has_proof(r))
      continue;
    char text[64], number[32];
    double y = plot_at(&p->y, (double)r->trace_length);
    snprintf(text, sizeof text, "shortest: %s", cli_number(r->trace_length, number));
    svg_line(p->out, (svg_place){LEFT, y}, (svg_place){RIGHT, y}, 1, "5 4");
    svg_text(p->out, (svg_place){RIGHT - 4, y + 15}, "end", SVG_INK, 99, text);
    plot_box box = {RIGHT - 4 - SVG_CHARACTER * (double)strlen(text), y + 2, RIGHT, y + 18};
    vec_push(p->memory, &p->taken, box);
    plot_box line = {LEFT, y - 1, RIGHT, y + 1};
    vec_push(p->memory, &p->taken, line);
    return;
  }
}

static double mark_size(uint32_t ring) { return 5 + 2.2 * (ring < 4 ? ring : 4); }

static void draw_mark(const plot *p, svg_place at, const compare_run *run, uint32_t ring) {
  char name[128], number[32], title[256];
  uint32_t color = number_of(p->searches.at, p->searches.count, run->search);
  uint32_t shape = run->is_blind ? 0 : number_of(p->heuristics.at, p->heuristics.count, run->heuristic) + 1;
  snprintf(title, sizeof title, "%s: %" PRIu64 " steps, %s expanded", compare_name(run, name, sizeof name),
           run->result->trace_length, cli_number(run->result->stats.expanded, number));
  svg_mark(p->out, at, shape, svg_color(color), mark_size(ring), title);
}

// Marks at the same place are concentric; the largest is drawn first.
static void draw_marks(plot *p) {
  for (uint32_t i = 0; i < p->spots.count; i++) {
    const spot *s = &p->spots.at[i];
    for (uint32_t ring = s->runs.count; ring-- > 0;)
      draw_mark(p, s->at, s->runs.at[ring], ring);
    double size = mark_size(s->runs.count - 1);
    plot_box box = {s->at.x - size, s->at.y - size, s->at.x + size, s->at.y + size};
    vec_push(p->memory, &p->taken, box);
  }
}

// "astar zero, ff, wastar ff": at most the first four, without repeating a search.
static void name_spot(const spot *s, text_buffer *label) {
  char name[128];
  uint32_t shown = s->runs.count > 4 ? 3 : s->runs.count;
  for (uint32_t i = 0; i < shown; i++) {
    const compare_run *run = s->runs.at[i];
    bool is_same = i && !run->is_blind && strcmp(run->search, s->runs.at[i - 1]->search) == 0;
    text_add(label, "%s%s", i ? ", " : "", is_same ? run->heuristic : compare_name(run, name, sizeof name));
  }
  if (shown < s->runs.count)
    text_add(label, ", %u more", s->runs.count - shown);
}

// The text is anchored at the end next to its mark, because its width is only an estimate.
static void write_label(const plot *p, const spot *s, const plot_box *box, const char *text) {
  const char *color = SVG_INK, *anchor = "middle";
  svg_place at = {(box->left + box->right) / 2, (box->top + box->bottom) / 2 + 4};
  svg_place end = {fmin(fmax(s->at.x, box->left), box->right), fmin(fmax(s->at.y, box->top), box->bottom)};
  if (box->left > s->at.x) {
    at.x = box->left;
    anchor = "start";
  } else if (box->right < s->at.x) {
    at.x = box->right;
    anchor = "end";
  }
  if (s->runs.count == 1)
    color = svg_color(number_of(p->searches.at, p->searches.count, s->runs.at[0]->search));
  if (hypot(end.x - s->at.x, end.y - s->at.y) > mark_size(s->runs.count - 1) + 8)
    svg_line(p->out, s->at, end, 0.6, "");
  svg_text(p->out, at, anchor, color, 99, text);
}

static void draw_label(plot *p, const spot *s) {
  text_buffer label = {.memory = p->memory};
  plot_box box;
  name_spot(s, &label);
  if (plot_place_label(p->memory, &p->taken, &p->frame, s->at, SVG_CHARACTER * (double)label.length, &box))
    write_label(p, s, &box, text_string(&label));
  text_free(&label);
}

// Good spots get their labels first. Without room for a label, the legend and the tooltip still identify a mark.
static void draw_labels(plot *p) {
  for (uint32_t better = 0; better < p->spots.count; better++)
    for (uint32_t i = 0; i < p->spots.count; i++)
      if (p->spots.at[i].better == better)
        draw_label(p, &p->spots.at[i]);
}

static void draw_legend(const plot *p) {
  double y = TOP;
  svg_text(p->out, (svg_place){LEGEND, y}, "start", SVG_INK, LEGEND_TEXT, "searches");
  for (uint32_t i = 0; i < p->searches.count; i++) {
    y += ROW;
    svg_mark(p->out, (svg_place){LEGEND + 6, y - 4}, 0, svg_color(i), 5, p->searches.at[i]);
    svg_text(p->out, (svg_place){LEGEND + 18, y}, "start", svg_color(i), LEGEND_TEXT, p->searches.at[i]);
  }
  if (!p->heuristics.count)
    return;
  y += 2 * ROW;
  svg_text(p->out, (svg_place){LEGEND, y}, "start", SVG_INK, LEGEND_TEXT, "heuristics");
  for (uint32_t i = 0; i < p->heuristics.count; i++) {
    y += ROW;
    svg_mark(p->out, (svg_place){LEGEND + 6, y - 4}, i + 1, SVG_INK, 5, p->heuristics.at[i]);
    svg_text(p->out, (svg_place){LEGEND + 18, y}, "start", SVG_INK, LEGEND_TEXT, p->heuristics.at[i]);
  }
}

static void draw_missing(const plot *p) {
  uint32_t missing = p->c->runs.count;
  for (uint32_t i = 0; i < p->spots.count; i++)
    missing -= p->spots.at[i].runs.count;
  char text[96];
  snprintf(text, sizeof text, "%u of %u runs gave no trace", missing, p->c->runs.count);
  if (missing)
    svg_text(p->out, (svg_place){LEFT, p->height - 6}, "start", SVG_INK, 99, text);
}

void compare_write_svg(const comparison *c, FILE *out) {
  plot p = {.c = c, .memory = c->request->memory, .out = out, .height = LEAST_HEIGHT};
  const char *title = c->request->arguments.at[0];
  gather_names(&p);
  if (p.searches.count)
    lay_out(&p);
  svg_open(out, WIDTH, p.height, title);
  svg_text(out, (svg_place){LEFT - 60, 18}, "start", SVG_INK, 110, title);
  if (p.searches.count) {
    gather_spots(&p);
    draw_axes(&p);
    draw_shortest(&p);
    draw_marks(&p);
    draw_labels(&p);
    draw_legend(&p);
  }
  draw_missing(&p);
  svg_close(out);
}
