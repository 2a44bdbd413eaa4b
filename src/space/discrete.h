// Inside space: the explicit space of a network, split over discrete.c (who may move), step.c (taking an edge) and
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
  bool asks_leave;   // some template has a provided, or priorities are in use
  bool **is_private; // by template and location: a process that can move there may be moved alone; NULL = no reduction
  exec_buffer step, partner, probe;
  int32_t *message, *probe_message;
  view_maker *views; // NULL until one is asked for
} discrete;

// A look at a state: its steps go to visit, one after the other.
typedef struct scan {
  discrete *d;
  uint8_t *state; // only read
  layout *layout;
  space_visit visit; // NULL: only whether there is a step is asked, and the first one is enough
  void *context;
  exec_buffer *sent; // the state between the two halves of a rendezvous
  int32_t *message;
  uint32_t count; // steps so far
  bool stopped;
} scan;

// discrete.c. may: as far as provided and priorities go; can: it may, and has a possible edge (timeout counting as 0).
bool discrete_is_provided(discrete *d, uint8_t *state, layout *l, uint32_t pid);
bool discrete_may_move(discrete *d, uint8_t *state, layout *l, uint32_t pid);
bool discrete_can_move(discrete *d, uint8_t *state, layout *l, uint32_t pid);

// step.c
void step_take(scan *s, uint32_t pid, const exec_edge *e);
// The step by ends in the fault that the machine is in.
void step_fault(scan *s, const net_action *by, fault f);
// The effect of the step by has run into a fault, perhaps after an assertion that failed.
void step_fail(scan *s, const net_action *by);
// The state after a step is in b; the machine's layout is its layout. mover: who moved last.
void step_finish(scan *s, exec_buffer *b, uint32_t mover, const exec_edge *e, const net_action *by);
// Makes b a copy of a state in which the machine is process pid, ready to run an effect.
void step_prepare(discrete *d, exec_buffer *b, const uint8_t *state, layout *l, uint32_t pid);
void step_move(machine *m, uint32_t to); // the moving process goes to a location, if it has not died

// rendezvous.c. Process pid offers a message on channel machine.channel; each way to receive it is a step.
void rendezvous_offer(scan *s, uint32_t pid, const exec_edge *e);

// view.c
view_maker *view_open(mem *m, layouts *all); // borrows both
void view_close(view_maker *v);
const state_view *view_make(view_maker *v, const uint8_t *state, uint32_t size); // borrowed until the next call

#endif
