// Inside space: the explicit space of a network: discrete.c (which edges are enabled), step.c (taking an edge) and
// rendezvous.c.
#ifndef SPACE_DISCRETE_H
#define SPACE_DISCRETE_H

#include "space/code.h"

typedef struct view_maker view_maker;

typedef struct discrete {
  space base;
  mem *m;
  const space_code *code;
  space_code *owned; // NULL: the code is only borrowed
  const program *program;
  machine *machine;
  bool restricts_moves; // some template has a provided clause, or priorities are used
  // By template and location: if a process there has an enabled edge, its steps are an ample set. NULL = no reduction.
  bool **is_ample;
  exec_buffer step, partner, probe;
  int32_t *message, *probe_message;
  view_maker *views; // NULL until one is asked for
} discrete;

// The expansion of one state: visit is called for each of its steps.
typedef struct scan {
  discrete *d;
  uint8_t *state; // only read
  layout *layout;
  space_visit visit; // NULL: stop at the first step
  void *context;
  exec_buffer *sent; // the state between the two halves of a rendezvous
  int32_t *message;
  uint32_t count; // steps so far
  bool stopped;
} scan;

// discrete.c
bool discrete_is_provided(discrete *d, uint8_t *state, layout *l, uint32_t pid);
// Do provided and priorities allow the process to move, and is one of its edges enabled (timeout counting as 0)?
bool discrete_can_move(discrete *d, uint8_t *state, layout *l, uint32_t pid);

// step.c
void step_take(scan *s, uint32_t pid, const exec_edge *e);
// The step `by` ends in a fault, at the statement machine.fault_at.
void step_fault(scan *s, const net_action *by, fault f);
// The effect of the step `by` has ended in the machine's fault, perhaps after a failed assertion: reports both.
void step_fail(scan *s, const net_action *by);
// The state after a step is in b; the machine's layout is its layout. mover: the process that moved last.
void step_finish(scan *s, exec_buffer *b, uint32_t mover, const exec_edge *e, const net_action *by);
// Copies the state into b and sets up the machine to run an effect of process pid on it.
void step_prepare(discrete *d, exec_buffer *b, const uint8_t *state, layout *l, uint32_t pid);
void step_move(machine *m, uint32_t to); // moves the machine's process to a location, unless it has ended

// rendezvous.c. Process pid offers a message on channel machine.channel; each edge that can receive it gives a step.
void rendezvous_offer(scan *s, uint32_t pid, const exec_edge *e);

// view.c
view_maker *view_open(mem *m, layouts *all); // borrows both
void view_close(view_maker *v);
void view_set_zone(view_maker *v, const int32_t *zone, uint32_t dimension);      // of the views from now on; borrowed
const state_view *view_make(view_maker *v, const uint8_t *state, uint32_t size); // borrowed until the next call

#endif
