// Where everything lies in a packed state, fixed when the network is compiled: the same bytes mean the same state in
// every space of the network.
//
//   number of processes (1 byte) | control (process + 1, or 0) | last | globals | global channels | frame of process 0
//   |
//   ...
//
// control and last are there only where some edge keeps control or the model looks at the last mover. A frame is:
// location, priority (where used), local variables, the process's own channels. A channel is: length, then capacity
// messages; unused ones are zero. Rendezvous channels, ghosts, scratch variables, and globals that never change take no
// place.
//
// Processes form a stack, so the first of them, up to the first that starts others, are always those of the network's
// start, and their number tells which there are. What is started later may be of any template, which the first number
// of its frame tells, and with it where the next frame begins. Small templates are told by their location itself: these
// locations are numbered through. Where this takes more numbers than a byte has, the large templates have a tag, one
// number each, which lies before the location.
#ifndef EXEC_LAYOUT_PLAN_H
#define EXEC_LAYOUT_PLAN_H

#include "exec/cell.h"

enum { LAYOUT_ABSENT = 0xffffffff };

typedef struct queue_field {
  uint32_t offset; // in a message
  cell_width width;
  net_type type;
} queue_field;

typedef struct queue_type {           // a type of channel
  uint32_t capacity, fields, message; // message: bytes
  cell_width length;                  // CELL_U8 or CELL_U16; the messages follow it
  uint32_t head, size;                // bytes of the length, and in all
  const queue_field *field;
} queue_type;

typedef enum { HOME_STATE, HOME_CONSTANT, HOME_GHOST, HOME_SCRATCH } var_home;

typedef struct var_place {
  var_home home;
  cell_width width;
  uint32_t offset;       // of cell 0, from the start of the vector, frame or scratch cells
  const int32_t *values; // HOME_CONSTANT: by cell
  bool is_fixed;         // a variable that makes channels and is never written: cell i holds the i-th of them
  uint32_t queue;        // that makes channels: number of its first one within its scope
} var_place;

typedef struct queue_place {
  uint32_t offset; // from the start of the vector, frame or state; rendezvous: meaningless
  const queue_type *type;
} queue_place;

typedef struct frame_shape { // of a template's instances
  const net_template *template_;
  cell_width location;
  bool is_told;                     // it may be met where the number of processes does not tell it...
  uint32_t tag_size, tag;           // ...but this, in so many bytes before the frame, or if these are 0 its location
  uint32_t first_location;          // the number that its location 0 has in a frame
  uint32_t locations;               // how many it has
  const struct exec_location *code; // by such a number; filled in by the compiler
  uint32_t priority;                // offset, or LAYOUT_ABSENT
  uint32_t size;
  uint32_t queues;
  const queue_place *queue; // offsets from the start of the frame
} frame_shape;

typedef struct layout_plan {
  arena *memory;
  const network *net;
  uint32_t control, last; // offsets, or LAYOUT_ABSENT
  bool has_priority;
  uint32_t globals_end;
  uint32_t scratch; // bytes that the scratch variables take in a machine
  uint32_t queues;  // global channels...
  const queue_place *queue;
  queue_type *queue_types; // by index in network.channels
  var_place *vars;         // by index in network.vars
  frame_shape *shapes;     // by template
  uint32_t fixed;          // so many processes, if they live, are the first of network.processes
  cell_width teller;       // of the numbers that tell the templates of all others: 0 .. told - 1
  uint32_t told;
  const uint32_t *template_of; // by such a number
} layout_plan;

// is_written: by index in network.vars. The facts of conditions that are asked of states come on top of the network's.
layout_plan *layout_plan_new(arena *memory, const network *net, const bool *is_written, bool uses_last,
                             bool uses_priority);

// The number that a frame has for its location, and the location itself.
static inline uint32_t frame_number(const frame_shape *shape, const uint8_t *frame) {
  return __builtin_expect(shape->location == CELL_U8, 1) ? frame[0] : (uint32_t)cell_load(frame, shape->location);
}
static inline uint32_t frame_location(const frame_shape *shape, const uint8_t *frame) {
  return frame_number(shape, frame) - shape->first_location;
}
static inline void frame_set_number(const frame_shape *shape, uint8_t *frame, uint32_t number) {
  if (__builtin_expect(shape->location == CELL_U8, 1))
    frame[0] = (uint8_t)number;
  else
    cell_store(frame, shape->location, (int32_t)number);
}
// Where priorities are kept in the state; else every process has the same.
static inline int32_t frame_priority(const frame_shape *shape, const uint8_t *frame) {
  return shape->priority == LAYOUT_ABSENT ? 1 : cell_load(frame + shape->priority, CELL_I32);
}

#endif
