#include "exec/layout_plan.h"

#include <assert.h>

static void add_queue_types(layout_plan *plan) {
  const network *net = plan->net;
  plan->queue_types = ARENA_ARRAY(plan->memory, queue_type, net->channels.count);
  for (uint32_t i = 0; i < net->channels.count; i++) {
    const net_channel *channel = &net->channels.at[i];
    queue_field *fields = ARENA_ARRAY(plan->memory, queue_field, channel->fields.count);
    uint32_t offset = 0;
    for (uint32_t k = 0; k < channel->fields.count; k++) {
      net_type type = channel->fields.at[k];
      fields[k] = (queue_field){.offset = offset, .width = cell_width_of(type), .type = type};
      offset += cell_bytes(fields[k].width);
    }
    queue_type *queue = &plan->queue_types[i];
    *queue = (queue_type){
        .capacity = channel->capacity, .fields = channel->fields.count, .message = offset, .field = fields};
    queue->length = channel->capacity > UINT8_MAX ? CELL_U16 : CELL_U8;
    queue->head = cell_bytes(queue->length);
    if ((uint64_t)queue->head + (uint64_t)queue->capacity * queue->message > INT32_MAX / 512)
      mem_exhausted(arena_mem(plan->memory));
    queue->size = queue->capacity ? queue->head + queue->capacity * queue->message : 0;
  }
}

// The values of a variable that is never written; NULL if they are not constant expressions.
static const int32_t *constant_values(layout_plan *plan, const net_var *v, uint32_t first_queue) {
  int32_t *values = ARENA_ARRAY(plan->memory, int32_t, v->cells);
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

static uint32_t take(layout_plan *plan, uint32_t *end, uint64_t bytes) {
  uint32_t offset = *end;
  if (offset + bytes > INT32_MAX / 2)
    mem_exhausted(arena_mem(plan->memory));
  *end += (uint32_t)bytes;
  return offset;
}

static void add_var(layout_plan *plan, scope *s, const net_var *v, const layout_needs *needs) {
  var_place *p = &plan->vars[v->index];
  bool is_written = needs->is_written[v->index];
  *p = (var_place){.home = HOME_STATE, .width = cell_width_of(v->type), .queue = s->queues.count};
  p->is_fixed = v->channel >= 0 && !is_written;
  if (v->is_scratch)
    p->home = HOME_SCRATCH;
  else if (v->is_ghost || (needs->is_left_out && needs->is_left_out[v->index]))
    p->home = HOME_GHOST;
  else if (v->template_ == NET_NONE && !is_written && (p->values = constant_values(plan, v, p->queue)))
    p->home = HOME_CONSTANT;
  if (p->home == HOME_STATE || p->home == HOME_SCRATCH)
    p->offset = take(plan, v->is_scratch ? &plan->scratch : &s->offset, (uint64_t)v->cells * cell_bytes(p->width));
  if (v->channel >= 0)
    for (uint32_t i = 0; i < v->cells && s->queues.count <= NET_MAX_CHANNELS; i++) {
      queue_place made = {.type = &plan->queue_types[v->channel]};
      vec_push(arena_mem(plan->memory), &s->queues, made);
    }
}

static const queue_place *finish_scope(layout_plan *plan, scope *s) {
  assert(s->queues.count <= NET_MAX_CHANNELS + 1);
  queue_place *places = ARENA_ARRAY(plan->memory, queue_place, s->queues.count);
  for (uint32_t i = 0; i < s->queues.count; i++) {
    places[i] = s->queues.at[i];
    places[i].offset = take(plan, &s->offset, places[i].type->size);
  }
  vec_free(arena_mem(plan->memory), &s->queues);
  return places;
}

static void add_shape(layout_plan *plan, const net_template *t, const layout_needs *needs) {
  frame_shape *shape = &plan->shapes[t->index];
  scope s = {0};
  shape->template_ = t;
  take(plan, &s.offset, cell_bytes(shape->location));
  shape->priority = plan->has_priority ? take(plan, &s.offset, sizeof(int32_t)) : LAYOUT_ABSENT;
  for (uint32_t i = 0; i < t->vars.count; i++)
    add_var(plan, &s, plan->net->vars.at[t->vars.at[i]], needs);
  assert(s.offset >= cell_bytes(shape->location));
  shape->queues = s.queues.count;
  shape->queue = finish_scope(plan, &s);
  shape->size = s.offset;
}

static bool is_start(const net_stmt *s, bool blocks_start) {
  return s->kind == STMT_RUN || (s->kind == STMT_BLOCK && blocks_start);
}

static bool flow_starts(const network *net, const net_flow *flow, bool blocks_start) {
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++)
      for (const net_stmt *s = net->edges.at[flow->locations.at[i].edges.at[k]]->effect; s; s = s->next)
        if (is_start(s, blocks_start))
          return true;
  return false;
}

// A process ends only after those that were started later. So a process that reuses a number was started by one with a
// smaller number, and the processes up to the first that can start others are always the initial ones.
static uint32_t count_fixed(const network *net) {
  bool blocks_start = false;
  for (uint32_t i = 0; i < net->blocks.count && net->starts_processes; i++)
    blocks_start |= flow_starts(net, &net->blocks.at[i], false);
  for (uint32_t i = 0; i < net->processes.count && net->starts_processes; i++)
    if (flow_starts(net, &net->templates.at[net->processes.at[i].template_]->flow, blocks_start))
      return i + 1;
  return net->processes.count;
}

// The templates of processes that are not among the fixed ones. Returns how many there are.
static uint32_t find_needing_id(layout_plan *plan) {
  const network *net = plan->net;
  uint32_t count = 0;
  for (uint32_t i = plan->fixed; i < net->processes.count; i++)
    plan->shapes[net->processes.at[i].template_].needs_id = true;
  for (uint32_t i = 0; i < net->edges.count; i++)
    for (const net_stmt *s = net->edges.at[i]->effect; s; s = s->next)
      if (s->kind == STMT_RUN)
        plan->shapes[s->template_].needs_id = true;
  for (uint32_t i = 0; i < net->templates.count; i++)
    count += plan->shapes[i].needs_id;
  return count;
}

static cell_width width_for(uint32_t numbers) {
  return numbers <= 1 << 8 ? CELL_U8 : numbers <= 1 << 16 ? CELL_U16 : CELL_I32;
}

// The smallest template with a tag whose locations can be numbered instead; NULL = none. room: unused numbers.
static frame_shape *next_without_tag(layout_plan *plan, uint32_t room) {
  frame_shape *smallest = NULL;
  for (uint32_t i = 0; i < plan->net->templates.count; i++) {
    frame_shape *shape = &plan->shapes[i];
    if (shape->tag_size && shape->locations <= room + 1 && (!smallest || shape->locations < smallest->locations))
      smallest = shape;
  }
  return smallest;
}

// At first each template has a tag. While there are numbers left for the locations of one, they replace its tag.
static void find_tags(layout_plan *plan, uint32_t templates) {
  uint32_t room = (plan->id_width == CELL_U8 ? 1u << 8 : 1u << 16) - templates;
  for (uint32_t i = 0; i < plan->net->templates.count; i++)
    plan->shapes[i].tag_size = plan->shapes[i].needs_id ? cell_bytes(plan->id_width) : 0;
  for (frame_shape *shape; (shape = next_without_tag(plan, room));) {
    shape->tag_size = 0;
    room -= shape->locations - 1;
  }
}

// Assigns the numbers that identify templates.
static void number_templates(layout_plan *plan) {
  uint32_t *template_of = ARENA_ARRAY(plan->memory, uint32_t, plan->id_width == CELL_U8 ? 1 << 8 : 1 << 16);
  for (uint32_t i = 0; i < plan->net->templates.count; i++) {
    frame_shape *shape = &plan->shapes[i];
    bool has_tag = shape->tag_size > 0;
    shape->location = shape->needs_id && !has_tag ? plan->id_width : width_for(shape->locations);
    if (!shape->needs_id)
      continue;
    *(has_tag ? &shape->tag : &shape->first_location) = plan->id_count;
    for (uint32_t k = 0; k < (has_tag ? 1 : shape->locations); k++)
      template_of[plan->id_count++] = i;
  }
  plan->template_of = template_of;
}

static void assign_ids(layout_plan *plan) {
  for (uint32_t i = 0; i < plan->net->templates.count; i++)
    plan->shapes[i].locations = plan->net->templates.at[i]->flow.locations.count;
  uint32_t templates = find_needing_id(plan);
  plan->id_width = width_for(templates);
  if (plan->id_width == CELL_I32)
    mem_exhausted(arena_mem(plan->memory));
  find_tags(plan, templates);
  number_templates(plan);
}

static bool some_edge_keeps_control(const network *net) {
  for (uint32_t i = 0; i < net->edges.count; i++)
    if (net->edges.at[i]->keeps_control)
      return true;
  return false;
}

static void add_globals(layout_plan *plan, const layout_needs *needs) {
  const network *net = plan->net;
  scope s = {.offset = 1};
  plan->control = some_edge_keeps_control(net) ? take(plan, &s.offset, 1) : LAYOUT_ABSENT;
  plan->last = needs->last ? take(plan, &s.offset, 1) : LAYOUT_ABSENT;
  for (uint32_t i = 0; i < net->globals.count; i++)
    add_var(plan, &s, net->vars.at[net->globals.at[i]], needs);
  plan->queues = s.queues.count;
  plan->queue = finish_scope(plan, &s);
  plan->globals_end = s.offset;
}

layout_plan *layout_plan_new(arena *memory, const network *net, const layout_needs *needs) {
  layout_plan *plan = ARENA_NEW(memory, layout_plan);
  plan->memory = memory;
  plan->net = net;
  plan->has_priority = needs->priority;
  plan->vars = ARENA_ARRAY(memory, var_place, net->vars.count);
  plan->shapes = ARENA_ARRAY(memory, frame_shape, net->templates.count);
  plan->fixed = count_fixed(net);
  assign_ids(plan);
  add_queue_types(plan);
  add_globals(plan, needs);
  for (uint32_t i = 0; i < net->templates.count; i++)
    add_shape(plan, net->templates.at[i], needs);
  return plan;
}
