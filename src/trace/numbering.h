// How UPPAAL's trace formats number and name the variables and edges of a model. Processes and locations have the
// numbers of the network; clocks those of the zone of trace/symbolic.h.
#ifndef TRACE_NUMBERING_H
#define TRACE_NUMBERING_H

#include "base/text.h"
#include "trace/reference.h"

typedef struct numbered_cell { // one value
  const net_var *var;
  uint32_t cell;
  int32_t pid; // the process that it is local to, or NET_NONE
} numbered_cell;
typedef VEC(numbered_cell) numbered_cells;

// In order of declaration, global ones first, then process by process; arrays and records element by element. Constants
// and scratch variables are left out.
void numbering_cells(mem *m, const network *n, numbered_cells *out);
int32_t numbering_value(const ref_state *s, const numbered_cell *c);
// Counted from 0 among the edges of its process; edges that were made from one edge of the model have one number.
uint32_t numbering_edge(const ref_state *s, int32_t pid, const net_edge *e);

// Names: sys.x, P.x; P.idle, or P._3 where location 3 has no name; P.Edge4, with selected values P.Edge4(1,2).
void numbering_cell_name(text_buffer *t, const ref_state *s, const numbered_cell *c);
void numbering_clock_name(text_buffer *t, const network *n, uint32_t clock); // of the zone
void numbering_location_name(text_buffer *t, const ref_state *s, int32_t pid, uint32_t location);
void numbering_edge_name(text_buffer *t, const ref_state *s, const ref_participant *p);

#endif
