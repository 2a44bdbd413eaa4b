#include "exec/layout.h"

#include <assert.h>

static void add_queue_types(layouts *l) {
  const network *net = l->net;
  l->queue_types = ARENA_ARRAY(l->memory, queue_type, net->channels.count);
  for (uint32_t i = 0; i < net->channels.count; i++) {
    const net_channel *channel = &net->channels.at[i];
    queue_field *fields = ARENA_ARRAY(l->memory, queue_field, channel->fields.count);
    uint32_t offset = 0;
    for (uint32_t k = 0; k < channel->fields.count; k++) {
      net_type type = channel->fields.at[k];
      fields[k] = (queue_field){.offset = offset, .width = cell_width_of(type), .type = type};
      offset += cell_bytes(fields[k].width);
    }
    queue_type *queue = &l->queue_types[i];
    *queue = (queue_type){
        .capacity = channel->capacity, .fields = channel->fields.count, .message = offset, .field = fields};
    queue->length = channel->capacity > UINT8_MAX ? CELL_U16 : CELL_U8;
    queue->head = cell_bytes(queue->length);
    if ((uint64_t)queue->head + (uint64_t)queue->capacity * queue->message > INT32_MAX / 512)
      mem_exhausted(arena_mem(l->memory));
    queue->size = queue->capacity ? queue->head + queue->capacity * queue->message : 0;
  }
}

// The values of a variable that nothing changes, if they can be told beforehand.
static const int32_t *constant_values(layouts *l, const net_var *v, uint32_t first_queue) {
  int32_t *values = ARENA_ARRAY(l->memory, int32_t, v->cells);
  for (uint32_t i = 0; i < v->cells; i++) {
    if (v->channel >= 0) {
      values[i] = net_cut(v->type, (int32_t)(first_queue + i + 1));
    } else if (v->init.count) {
      int32_t value;
      if (!expr_is_const(v->init.at[v->init.count == 1 ? 0 : i], &value) || !net_type_holds(v->type, value))
        return NULL;
      values[i] = net_cut(v->type, value);
    }
  }
  return values;
}

typedef struct scope { // variables and channels being laid out, one after the other
  uint32_t offset;
  VEC(queue_place) queues;
} scope;

static uint32_t take(layouts *l, uint32_t *end, uint64_t bytes) {
  uint32_t offset = *end;
  if (offset + bytes > INT32_MAX / 2)
    mem_exhausted(arena_mem(l->memory));
  *end += (uint32_t)bytes;
  return offset;
}

static void add_var(layouts *l, scope *s, const net_var *v, bool is_written) {
  var_place *p = &l->vars[v->index];
  *p = (var_place){.home = HOME_STATE, .width = cell_width_of(v->type), .queue = s->queues.count};
  p->is_fixed = v->channel >= 0 && !is_written;
  if (v->is_scratch)
    p->home = HOME_SCRATCH;
  else if (v->is_ghost)
    p->home = HOME_GHOST;
  else if (v->template_ == NET_NONE && !is_written && (p->values = constant_values(l, v, p->queue)))
    p->home = HOME_CONSTANT;
  if (p->home == HOME_STATE || p->home == HOME_SCRATCH)
    p->offset = take(l, v->is_scratch ? &l->scratch : &s->offset, (uint64_t)v->cells * cell_bytes(p->width));
  if (v->channel >= 0)
    for (uint32_t i = 0; i < v->cells && s->queues.count <= NET_MAX_CHANNELS; i++) {
      queue_place made = {.type = &l->queue_types[v->channel]};
      vec_push(arena_mem(l->memory), &s->queues, made);
    }
}

static const queue_place *finish_scope(layouts *l, scope *s) {
  queue_place *places = ARENA_ARRAY(l->memory, queue_place, s->queues.count);
  for (uint32_t i = 0; i < s->queues.count; i++) {
    places[i] = s->queues.at[i];
    places[i].offset = take(l, &s->offset, places[i].type->size);
  }
  vec_free(arena_mem(l->memory), &s->queues);
  return places;
}

static void add_shape(layouts *l, const net_template *t, const bool *is_written) {
  frame_shape *shape = &l->shapes[t->index];
  uint32_t locations = t->flow.locations.count;
  scope s = {0};
  shape->template_ = t;
  shape->location = locations <= 1 << 8 ? CELL_U8 : locations <= 1 << 16 ? CELL_U16 : CELL_I32;
  take(l, &s.offset, cell_bytes(shape->location));
  shape->priority = l->has_priority ? take(l, &s.offset, sizeof(int32_t)) : LAYOUT_ABSENT;
  for (uint32_t i = 0; i < t->vars.count; i++)
    add_var(l, &s, l->net->vars.at[t->vars.at[i]], is_written[t->vars.at[i]]);
  shape->queues = s.queues.count;
  shape->queue = finish_scope(l, &s);
  shape->size = s.offset;
}

static layout *add_layout(layouts *l, layout *parent, uint32_t processes, uint32_t queues, uint32_t end) {
  layout *n = ARENA_NEW(l->memory, layout);
  n->id = l->all.count;
  n->parent = parent;
  n->processes = processes;
  n->queues = queues;
  n->end = end;
  n->size = end + (n->id >= LAYOUT_LONG ? (uint32_t)sizeof n->id : 0);
  n->children = ARENA_ARRAY(l->memory, layout *, l->net->templates.count);
  n->shape = ARENA_ARRAY(l->memory, const frame_shape *, processes);
  n->frame = ARENA_ARRAY(l->memory, uint32_t, processes);
  n->first_queue = ARENA_ARRAY(l->memory, uint32_t, processes);
  n->queue = ARENA_ARRAY(l->memory, queue_place, queues + 1);
  vec_push(arena_mem(l->memory), &l->all, n);
  return n;
}

layout *layout_child_new(layouts *l, layout *parent, uint32_t template_) {
  const frame_shape *shape = &l->shapes[template_];
  uint32_t n = parent->processes;
  assert(n < NET_MAX_PROCESSES);
  if (parent->queues + shape->queues > NET_MAX_CHANNELS)
    return NULL;
  if ((uint64_t)parent->end + shape->size > INT32_MAX / 2)
    mem_exhausted(arena_mem(l->memory));
  layout *child = add_layout(l, parent, n + 1, parent->queues + shape->queues, parent->end + shape->size);
  memcpy(child->shape, parent->shape, n * sizeof *child->shape);
  memcpy(child->frame, parent->frame, n * sizeof *child->frame);
  memcpy(child->first_queue, parent->first_queue, n * sizeof *child->first_queue);
  memcpy(child->queue, parent->queue, (parent->queues + 1) * sizeof *child->queue);
  child->shape[n] = shape;
  child->frame[n] = parent->end;
  child->first_queue[n] = parent->queues + 1;
  for (uint32_t i = 0; i < shape->queues; i++) {
    queue_place moved = shape->queue[i];
    moved.offset += parent->end;
    child->queue[parent->queues + 1 + i] = moved;
  }
  parent->children[template_] = child;
  return child;
}

static bool some_edge_keeps_control(const network *net) {
  for (uint32_t i = 0; i < net->edges.count; i++)
    if (net->edges.at[i]->keeps_control)
      return true;
  return false;
}

layouts *layouts_new(arena *memory, const network *net, const bool *is_written, bool uses_last, bool uses_priority) {
  layouts *l = ARENA_NEW(memory, layouts);
  l->memory = memory;
  l->net = net;
  l->has_priority = uses_priority;
  l->vars = ARENA_ARRAY(memory, var_place, net->vars.count);
  l->shapes = ARENA_ARRAY(memory, frame_shape, net->templates.count);
  add_queue_types(l);
  scope s = {.offset = 1};
  l->control = some_edge_keeps_control(net) ? take(l, &s.offset, 1) : LAYOUT_ABSENT;
  l->last = uses_last ? take(l, &s.offset, 1) : LAYOUT_ABSENT;
  for (uint32_t i = 0; i < net->globals.count; i++)
    add_var(l, &s, net->vars.at[net->globals.at[i]], is_written[net->globals.at[i]]);
  l->queues = s.queues.count;
  const queue_place *global_queues = finish_scope(l, &s);
  l->globals_end = s.offset;
  for (uint32_t i = 0; i < net->templates.count; i++)
    add_shape(l, net->templates.at[i], is_written);
  l->root = add_layout(l, NULL, 0, l->queues, l->globals_end);
  if (l->queues)
    memcpy(l->root->queue + 1, global_queues, l->queues * sizeof *global_queues);
  return l;
}

void layouts_free(layouts *l) { vec_free(arena_mem(l->memory), &l->all); }
