#include "cli/svg.h"

#include <math.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

const char *svg_color(uint32_t index) {
  static const char *const colors[] = {"#2f7fd1", "#d1495b", "#2e9e5b", "#c77700", "#8e5fd6", "#1193a5",
                                       "#c2509f", "#7d8b1f", "#a0643c", "#5a78b8", "#d0602b", "#4d9a8a",
                                       "#b05bc8", "#9a8420", "#cc5f7f", "#5f8f3f", "#6f6fd8", "#7a8288"};
  return colors[index % COUNT(colors)];
}

// Length of the UTF-8 character; 0 for control characters and invalid UTF-8, which XML does not allow.
static size_t character_length(const char *text) {
  unsigned char first = (unsigned char)*text;
  size_t length = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 0;
  if (!length || (first < 0x20 && first != '\t') || first == 0x7f)
    return 0;
  if ((first == 0xe0 && (unsigned char)text[1] < 0xa0) || (first == 0xed && (unsigned char)text[1] >= 0xa0) ||
      (first == 0xef && (unsigned char)text[1] == 0xbf))
    return 0;
  for (size_t i = 1; i < length; i++)
    if (((unsigned char)text[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

static void put_escaped(FILE *out, const char *text, uint32_t most) {
  for (uint32_t count = 0; *text; count++) {
    if (count == most) {
      fputs("\xe2\x80\xa6", out);
      return;
    }
    size_t length = character_length(text);
    if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
      fprintf(out, "&#%d;", *text);
    else if (length)
      fwrite(text, 1, length, out);
    else
      fputc('?', out);
    text += length ? length : 1;
  }
}

static void put_text(FILE *out, const char *text) { put_escaped(out, text, UINT32_MAX); }

void svg_open(FILE *out, double width, double height, const char *title) {
  fprintf(out,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n<title>",
          width, height, width, height);
  put_text(out, title);
  fputs("</title>\n", out);
}

void svg_close(FILE *out) { fputs("</svg>\n", out); }

void svg_text(FILE *out, svg_place at, const char *anchor, const char *color, uint32_t most, const char *text) {
  fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">", at.x, at.y, anchor, color);
  put_escaped(out, text, most);
  fputs("</text>\n", out);
}

void svg_line(FILE *out, svg_place from, svg_place to, double width, const char *dashes) {
  fprintf(out,
          "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\" "
          "stroke-dasharray=\"%s\"/>\n",
          from.x, from.y, to.x, to.y, SVG_INK, width, *dashes ? dashes : "none");
}

// Polygons and stars: number of corners and rotation in degrees. A star has an inner corner between two outer ones. No
// corners = a circle.
static const struct {
  uint32_t corners;
  double turn, inner; // inner: fraction of the radius, 0 = a polygon
} shapes[] = {{0, 0, 0},     {4, 45, 0},   {3, 0, 0},   {4, 0, 0},    {3, 180, 0}, {5, 0, 0.45},
              {6, 0, 0},     {4, 45, 0.4}, {3, 90, 0},  {4, 0, 0.4},  {3, 270, 0}, {5, 180, 0},
              {3, 180, 0.3}, {6, 0, 0.5},  {3, 0, 0.3}, {8, 22.5, 0}, {8, 0, 0.6}, {5, 180, 0.45}};

static void put_points(FILE *out, svg_place at, uint32_t shape, double size) {
  const double degree = 3.14159265358979 / 180;
  uint32_t count = shapes[shape].corners * (shapes[shape].inner > 0 ? 2 : 1);
  for (uint32_t i = 0; i < count; i++) {
    double angle = (shapes[shape].turn + 360.0 * i / count) * degree;
    double radius = shapes[shape].inner > 0 && i % 2 ? size * shapes[shape].inner : size;
    fprintf(out, "%s%.1f,%.1f", i ? " " : "", at.x + radius * sin(angle), at.y - radius * cos(angle));
  }
}

void svg_mark(FILE *out, svg_place at, uint32_t shape, const char *color, double size, const char *title) {
  shape %= (uint32_t)COUNT(shapes);
  if (!shapes[shape].corners) {
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", at.x, at.y, size * 0.85);
  } else {
    fputs("<polygon points=\"", out);
    put_points(out, at, shape, size);
    fputc('"', out);
  }
  fprintf(out, " fill=\"%s\" fill-opacity=\"0.45\" stroke=\"%s\" stroke-width=\"1.3\"><title>", color, color);
  put_text(out, title);
  fprintf(out, "</title></%s>\n", shapes[shape].corners ? "polygon" : "circle");
}
