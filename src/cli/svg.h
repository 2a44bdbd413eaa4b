// Pieces of a drawing: text and marks. Colours are of middle brightness, so that they can be seen on light and on dark
// pages.
#ifndef CLI_SVG_H
#define CLI_SVG_H

#include <stdint.h>
#include <stdio.h>

#define SVG_INK "#808080"
#define SVG_CHARACTER 6.6 // about the width of one

typedef struct svg_place {
  double x, y;
} svg_place;

const char *svg_color(uint32_t index); // there are many; after the last they come again

void svg_open(FILE *out, double width, double height, const char *title);
void svg_close(FILE *out);
// anchor: "start", "middle" or "end". Cut after so many characters.
void svg_text(FILE *out, svg_place at, const char *anchor, const char *color, uint32_t most, const char *text);
void svg_line(FILE *out, svg_place from, svg_place to, double width, const char *dashes); // dashes "" = none
// A mark of one of many shapes; size is its radius. What it stands for is shown where the pointer rests on it.
void svg_mark(FILE *out, svg_place at, uint32_t shape, const char *color, double size, const char *title);

#endif
