// Parts of an SVG drawing: text, lines and marks. The colours are of medium brightness, readable on light and dark
// pages.
#ifndef CLI_SVG_H
#define CLI_SVG_H

#include <stdint.h>
#include <stdio.h>

#define SVG_INK "#808080"
#define SVG_CHARACTER 6.6 // approximate width of a character

typedef struct svg_place {
  double x, y;
} svg_place;

const char *svg_color(uint32_t index); // repeats after the last colour

void svg_open(FILE *out, double width, double height, const char *title);
void svg_close(FILE *out);
// anchor: "start", "middle" or "end". The text is cut after `most` characters.
void svg_text(FILE *out, svg_place at, const char *anchor, const char *color, uint32_t most, const char *text);
void svg_line(FILE *out, svg_place from, svg_place to, double width, const char *dashes); // dashes "" = none
// A mark; shapes repeat after the last, size is the radius, title the tooltip.
void svg_mark(FILE *out, svg_place at, uint32_t shape, const char *color, double size, const char *title);

#endif
