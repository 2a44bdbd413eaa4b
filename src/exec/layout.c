#include "exec/layout.h"

static layout *add_layout(layouts *l, layout *parent, uint32_t processes, uint32_t queues, uint32_t size) {
  layout *n = ARENA_NEW(l->memory, layout);
  n->id = l->count++;
  n->parent = parent;
  n->processes = processes;
  n->queues = queues;
  n->size = size;
  if (parent && processes <= l->plan->fixed) { // the first processes are the same in all layouts: the lists are shared
    n->shape = parent->shape;
    n->frame = parent->frame;
    n->first_queue = parent->first_queue;
  } else {
    uint32_t room = processes < l->plan->fixed ? l->plan->fixed : processes;
    n->shape = ARENA_ARRAY(l->memory, const frame_shape *, room);
    n->frame = ARENA_ARRAY(l->memory, uint32_t, room);
    n->first_queue = ARENA_ARRAY(l->memory, uint32_t, room);
  }
  n->queue = ARENA_ARRAY(l->memory, queue_place, queues + 1);
  return n;
}

static void add_tests(layouts *l, layout *child, const layout *parent, const frame_shape *shape) {
  uint32_t count = shape->tag_size ? 1 : shape->locations;
  if (child->processes <= l->plan->fixed || count == l->plan->id_count)
    return;
  child->test_count = parent->test_count + 1;
  child->tests = ARENA_ARRAY(l->memory, layout_test, child->test_count);
  if (parent->test_count)
    memcpy(child->tests, parent->tests, parent->test_count * sizeof *child->tests);
  child->tests[parent->test_count] =
      (layout_test){.at = parent->size, .first = shape->tag_size ? shape->tag : shape->first_location, .count = count};
}

static layout *add_child(layouts *l, layout *parent, const frame_shape *shape) {
  uint32_t n = parent->processes;
  assert(n < net_process_limit(l->plan->net));
  if (parent->queues + shape->queues > NET_MAX_CHANNELS)
    return NULL;
  if ((uint64_t)parent->size + shape->tag_size + shape->size > INT32_MAX / 2)
    mem_exhausted(arena_mem(l->memory));
  uint32_t frame = parent->size + shape->tag_size;
  layout *child = add_layout(l, parent, n + 1, parent->queues + shape->queues, frame + shape->size);
  if (child->shape != parent->shape) {
    memcpy(child->shape, parent->shape, n * sizeof *child->shape);
    memcpy(child->frame, parent->frame, n * sizeof *child->frame);
    memcpy(child->first_queue, parent->first_queue, n * sizeof *child->first_queue);
  }
  memcpy(child->queue, parent->queue, (parent->queues + 1) * sizeof *child->queue);
  child->shape[n] = shape;
  child->frame[n] = frame;
  child->first_queue[n] = parent->queues + 1;
  for (uint32_t i = 0; i < shape->queues; i++) {
    queue_place moved = shape->queue[i];
    moved.offset += frame;
    child->queue[parent->queues + 1 + i] = moved;
  }
  add_tests(l, child, parent, shape);
  child->sibling = parent->children;
  parent->children = child;
  return child;
}

layout *layout_child(layouts *l, layout *parent, uint32_t template_) {
  const frame_shape *shape = &l->plan->shapes[template_];
  for (layout *child = parent->children; child; child = child->sibling)
    if (child->shape[parent->processes] == shape)
      return child;
  return add_child(l, parent, shape);
}

// The template of the process whose frame comes next.
static uint32_t next_template(const layout_plan *plan, const layout *before, const uint8_t *state) {
  if (before->processes < plan->fixed)
    return (uint32_t)plan->net->processes.at[before->processes].template_;
  uint32_t number = (uint32_t)cell_load(state + before->size, plan->id_width);
  assert(number < plan->id_count);
  return plan->template_of[number];
}

layout *layout_find(layouts *l, const uint8_t *state) {
  layout *found = l->root;
  const network *net = l->plan->net;
  uint32_t processes = net->is_timed ? net->processes.count : state[0];
  while (found->processes < processes) {
    found = layout_child(l, found, next_template(l->plan, found, state));
    assert(found && "a state has no more channels than there may be");
  }
  return l->latest[state[0]] = found;
}

layouts *layouts_new(mem *m, const layout_plan *plan) {
  arena *memory = arena_new(m);
  layouts *l = ARENA_NEW(memory, layouts);
  l->memory = memory;
  l->plan = plan;
  l->root = add_layout(l, NULL, 0, plan->queues, plan->globals_end);
  if (plan->queues)
    memcpy(l->root->queue + 1, plan->queue, plan->queues * sizeof *plan->queue);
  return l;
}

void layouts_free(layouts *l) { arena_delete(l->memory); }
