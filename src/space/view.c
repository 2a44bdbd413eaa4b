#include "exec/queue.h"
#include "space/discrete.h"

#include <assert.h>

struct view_maker {
  mem *m;
  layouts *all;
  const layout_plan *plan;
  state_view view;
  view_process *process;
  view_channel *channel;
  int32_t *cells, *messages;
  uint32_t cell_room, message_room, channel_room;
};

view_maker *view_open(mem *m, layouts *all) {
  view_maker *v = mem_alloc(m, sizeof *v);
  v->m = m;
  v->all = all;
  v->plan = all->plan;
  v->process = mem_alloc(m, sizeof *v->process * (net_most_processes(all->plan->net) + 1));
  v->view = (state_view){.net = all->plan->net, .process = v->process};
  return v;
}

void view_close(view_maker *v) {
  mem_free(v->m, v->process);
  mem_free(v->m, v->channel);
  mem_free(v->m, v->cells);
  mem_free(v->m, v->messages);
  mem_free(v->m, v);
}

void view_set_zone(view_maker *v, const int32_t *zone, uint32_t dimension) {
  v->view.zone = zone;
  v->view.dimension = dimension;
}

static void make_room(view_maker *v, const layout *l) {
  uint32_t cells = v->plan->net->global_cells + 1, messages = 1; // never none: parts start at an offset
  for (uint32_t pid = 0; pid < l->processes; pid++)
    cells += l->shape[pid]->template_->cells;
  for (uint32_t i = 1; i <= l->queues; i++)
    messages += l->queue[i].type->capacity * l->queue[i].type->fields;
  if (cells > v->cell_room) {
    v->cells = mem_realloc(v->m, v->cells, cells * sizeof *v->cells);
    v->cell_room = cells;
  }
  if (messages > v->message_room) {
    v->messages = mem_realloc(v->m, v->messages, messages * sizeof *v->messages);
    v->message_room = messages;
  }
  if (l->queues + 1 > v->channel_room) {
    v->channel = mem_realloc(v->m, v->channel, (l->queues + 1) * sizeof *v->channel);
    v->channel_room = l->queues + 1;
  }
}

static void read_vars(const view_maker *v, const uint32_t *vars, uint32_t count, const uint8_t *at, int32_t *out) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *var = v->plan->net->vars.at[vars[i]];
    const var_place *p = &v->plan->vars[vars[i]];
    uint32_t bytes = cell_bytes(p->width);
    for (uint32_t k = 0; k < var->cells; k++)
      *out++ = p->home == HOME_STATE      ? cell_load(at + p->offset + k * bytes, p->width)
               : p->home == HOME_CONSTANT ? p->values[k]
                                          : 0;
  }
}

static void read_channels(view_maker *v, const layout *l, const uint8_t *state) {
  int32_t *out = v->messages;
  for (uint32_t i = 1; i <= l->queues; i++) {
    const queue_type *t = l->queue[i].type;
    const uint8_t *at = state + l->queue[i].offset;
    uint32_t length = t->capacity ? queue_length(t, at) : 0;
    v->channel[i] = (view_channel){.type = (uint32_t)(t - v->plan->queue_types), .length = length, .messages = out};
    for (uint32_t message = 0; message < length; message++)
      for (uint32_t field = 0; field < t->fields; field++)
        *out++ = queue_field_value(t, at, message, field);
  }
}

const state_view *view_make(view_maker *v, const uint8_t *state, uint32_t size) {
  const network *net = v->plan->net;
  const layout *l = layout_of(v->all, state, size);
  state_view *out = &v->view;
  make_room(v, l);
  out->bytes = state;
  out->size = size;
  out->cast = l->id;
  out->control = v->plan->control != LAYOUT_ABSENT && state[v->plan->control] ? state[v->plan->control] - 1 : NET_NONE;
  out->last = v->plan->last != LAYOUT_ABSENT ? state[v->plan->last] : 0;
  out->processes = l->processes;
  out->globals = v->cells;
  read_vars(v, net->globals.at, net->globals.count, state, v->cells);
  int32_t *cells = v->cells + net->global_cells;
  for (uint32_t pid = 0; pid < l->processes; pid++) {
    const frame_shape *shape = l->shape[pid];
    const uint8_t *frame = state + l->frame[pid];
    v->process[pid] = (view_process){.template_ = shape->template_->index,
                                     .location = frame_location(shape, frame),
                                     .priority = frame_priority(shape, frame),
                                     .cells = cells,
                                     .first_channel = l->first_queue[pid]};
    read_vars(v, shape->template_->vars.at, shape->template_->vars.count, frame, cells);
    cells += shape->template_->cells;
  }
  assert(cells <= v->cells + v->cell_room);
  read_channels(v, l, state);
  out->channels = l->queues;
  out->channel = v->channel;
  return out;
}
