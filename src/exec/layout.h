// How a state lies in its vector:
//
//   layout number (1 byte) | control (process + 1, or 0) | last | globals | global channels | frame of process 0 | ...
//
// control and last are there only where some edge keeps control or the model looks at the last mover. A frame is:
// location, priority (where used), local variables, the process's own channels. A channel is: length, then capacity
// messages; unused ones are zero. Rendezvous channels, ghosts, scratch variables, and globals that never change take no
// place.
//
// Which templates the processes are instances of, in order, is the state's layout. Layouts form a tree, since processes
// form a stack: starting one goes to a child, the death of the youngest to the parent. Each gets a number when it first
// occurs; those from 255 on are written in 4 bytes at the end of the vector, with 255 in the first byte.
#ifndef EXEC_LAYOUT_H
#define EXEC_LAYOUT_H

#include "exec/cell.h"

enum { LAYOUT_LONG = 255, LAYOUT_ABSENT = 0xffffffff };

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
  uint32_t priority; // offset, or LAYOUT_ABSENT
  uint32_t size;
  uint32_t queues;
  const queue_place *queue; // offsets from the start of the frame
} frame_shape;

typedef struct layout layout;
struct layout {
  uint32_t id;
  uint32_t processes, queues;
  uint32_t end;  // where the next frame would start
  uint32_t size; // of a vector
  layout *parent;
  layout **children;         // by template; NULL where not met yet
  const frame_shape **shape; // by process
  uint32_t *frame;           // by process: offset
  uint32_t *first_queue;     // by process: number of the first of its channels
  queue_place *queue;        // by channel number; [0] is not used
};

typedef struct layouts {
  arena *memory;
  const network *net;
  uint32_t control, last; // offsets, or LAYOUT_ABSENT
  bool has_priority;
  uint32_t globals_end;
  uint32_t scratch; // bytes that the scratch variables take in a machine
  uint32_t queues;  // global channels
  queue_place *queue;
  queue_type *queue_types; // by index in network.channels
  var_place *vars;         // by index in network.vars
  frame_shape *shapes;     // by template
  layout *root;            // no process
  VEC(layout *) all;       // by id
} layouts;

// is_written: by index in network.vars. The facts of conditions that are asked of states come on top of the network's.
layouts *layouts_new(arena *memory, const network *net, const bool *is_written, bool uses_last, bool uses_priority);
void layouts_free(layouts *l); // only what is not in the arena

// The layout with one more process; NULL if the channels would be too many.
layout *layout_child_new(layouts *l, layout *parent, uint32_t template_);
static inline layout *layout_child(layouts *l, layout *parent, uint32_t template_) {
  layout *child = parent->children[template_];
  return child ? child : layout_child_new(l, parent, template_);
}

static inline layout *layout_of(const layouts *l, const uint8_t *state, uint32_t size) {
  uint32_t id = state[0];
  if (__builtin_expect(id == LAYOUT_LONG, 0))
    memcpy(&id, state + size - sizeof id, sizeof id);
  return l->all.at[id];
}

static inline void layout_write(const layout *l, uint8_t *state) {
  state[0] = (uint8_t)(l->id < LAYOUT_LONG ? l->id : LAYOUT_LONG);
  if (__builtin_expect(l->id >= LAYOUT_LONG, 0))
    memcpy(state + l->end, &l->id, sizeof l->id);
}

static inline uint32_t frame_location(const frame_shape *shape, const uint8_t *frame) {
  return __builtin_expect(shape->location == CELL_U8, 1) ? frame[0] : (uint32_t)cell_load(frame, shape->location);
}
static inline void frame_set_location(const frame_shape *shape, uint8_t *frame, uint32_t location) {
  if (__builtin_expect(shape->location == CELL_U8, 1))
    frame[0] = (uint8_t)location;
  else
    cell_store(frame, shape->location, (int32_t)location);
}
// Where priorities are kept in the state; else every process has the same.
static inline int32_t frame_priority(const frame_shape *shape, const uint8_t *frame) {
  return shape->priority == LAYOUT_ABSENT ? 1 : cell_load(frame + shape->priority, CELL_I32);
}

#endif
