// The format of a packed state, fixed when the network is compiled: the same bytes mean the same state in every space
// of the network.
//
//   number of processes (1 byte; cut off in a timed network, where it never changes) | control (process + 1, or 0) |
//   last | globals | global channels | frame of process 0 | frame of process 1 | ...
//
// control and last exist only where some edge keeps control, or the model reads the process that moved last. A frame
// is: location, priority (where used), local variables, the process's own channels. A channel is: length, then capacity
// messages; unused ones are zero. Rendezvous channels, ghosts, scratch variables, and globals that never change take no
// bytes.
//
// Processes form a stack, so the first of them, up to the first that starts others, are always the network's initial
// ones: the number of processes determines their templates. Processes that are started later may be of any template,
// which the first number of the frame identifies; with it, the start of the next frame is known. The locations of small
// templates have numbers of their own, which identify the template too. Where this would take more numbers than a byte
// has, large templates have a tag instead, one number each, before the location.
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
  bool needs_id;                    // the number of processes may not determine it...
  uint32_t tag_size, tag;           // ...but the tag, in tag_size bytes before the frame, or if that is 0 its location
  uint32_t first_location;          // the number of its location 0 in a frame
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
  uint32_t scratch; // bytes of the scratch variables in a machine
  uint32_t queues;  // global channels...
  const queue_place *queue;
  queue_type *queue_types; // by index in network.channels
  var_place *vars;         // by index in network.vars
  frame_shape *shapes;     // by template
  uint32_t fixed;          // processes below this number, if they exist, are those of network.processes
  cell_width id_width;     // of the numbers that identify the templates of all others: 0 .. id_count - 1
  uint32_t id_count;
  const uint32_t *template_of; // by such a number
} layout_plan;

typedef struct layout_needs {
  const bool *is_written;  // by variable
  const bool *is_left_out; // by variable: nothing reads it, so it is treated as a ghost; NULL = none
  bool last, priority;     // the network or a condition uses them
} layout_needs;

layout_plan *layout_plan_new(arena *memory, const network *net, const layout_needs *needs);

// The number of the location in a frame, and the location itself.
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
// The priority of a process; 1 where priorities are not part of the state.
static inline int32_t frame_priority(const frame_shape *shape, const uint8_t *frame) {
  return shape->priority == LAYOUT_ABSENT ? 1 : cell_load(frame + shape->priority, CELL_I32);
}

#endif
