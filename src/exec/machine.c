#include "exec/exec.h"

#include <assert.h>

machine *exec_machine(mem *memory, const program *p) {
  machine *m = mem_alloc(memory, sizeof *m);
  m->memory = memory;
  m->program = p;
  m->layouts = layouts_new(memory, p->plan);
  // exec_run() is nested only for EXPR_ENABLED, when a process starts, and when a block is called.
  uint32_t calls = p->blocks ? p->net->blocks.count : 0;
  m->registers = mem_alloc(memory, sizeof *m->registers * p->registers * (EXEC_MAX_DEPTH + 3 + (size_t)calls));
  m->scratch = mem_alloc(memory, p->plan->scratch + 1);
  return m;
}

void exec_machine_free(machine *m) {
  mem *memory = m->memory;
  layouts_free(m->layouts);
  vec_free(memory, &m->resets);
  mem_free(memory, m->registers);
  mem_free(memory, m->scratch);
  mem_free(memory, m);
}

void exec_grow(machine *m, exec_buffer *b, uint32_t size) {
  assert(size > b->room && size <= INT32_MAX);
  b->bytes = mem_realloc(m->memory, b->bytes, size + size / 2);
  b->room = size + size / 2;
}

static bool has_possible_edge(machine *m) {
  const exec_location *l = exec_location_of(m->layout, m->state, m->pid);
  for (uint32_t i = 0; i < l->count; i++) {
    const exec_edge *e = &l->edges[i];
    // An else edge is reached only if no edge before it is enabled.
    if (e->is_end ? m->pid == m->layout->processes - 1 : e->is_else || exec_test(m, e->guard) != EXEC_FALSE)
      return true;
  }
  return false;
}

bool exec_is_enabled(machine *m, uint32_t pid) {
  assert(pid < m->layout->processes && m->depth <= EXEC_MAX_DEPTH);
  uint8_t *frame = m->frame;
  uint32_t self = m->pid;
  int32_t channel = m->channel;
  m->pid = pid;
  m->frame = m->state + m->layout->frame[pid];
  m->depth++;
  bool result = has_possible_edge(m);
  m->depth--;
  m->pid = self;
  m->frame = frame;
  m->channel = channel;
  return result;
}

static fault set_parameters(machine *m, uint8_t *frame, const exec_start *start, const int32_t *arguments) {
  const program *p = m->program;
  const net_template *t = p->net->templates.at[start->template_];
  assert(t->parameters <= t->vars.count);
  for (uint32_t i = 0; i < t->parameters && i < start->arguments; i++) {
    const net_var *v = p->net->vars.at[t->vars.at[i]];
    const var_place *home = &p->plan->vars[v->index];
    if (!net_type_holds(v->type, arguments[i]))
      return FAULT_RANGE;
    if (home->home == HOME_STATE)
      cell_store(frame + home->offset, home->width, net_cut(v->type, arguments[i]));
  }
  return FAULT_NONE;
}

fault exec_start_process(machine *m, const exec_start *start, const int32_t *arguments) {
  const program *p = m->program;
  uint32_t old_pid = m->pid, number = m->layout->processes, end = m->layout->size;
  if (number == net_process_limit(p->net))
    return FAULT_PROCESSES;
  layout *grown = layout_child(m->layouts, m->layout, start->template_);
  if (!grown)
    return FAULT_CHANNELS;
  assert(m->buffer && grown->processes == number + 1);
  exec_reserve(m, m->buffer, grown->size);
  const frame_shape *shape = grown->shape[number];
  uint8_t *state = m->buffer->bytes, *frame = state + grown->frame[number];
  if (shape->tag_size)
    cell_store(state + end, p->plan->id_width, (int32_t)shape->tag);
  memset(frame, 0, shape->size);
  frame_set_number(shape, frame, shape->first_location + shape->template_->flow.initial);
  if (shape->priority != LAYOUT_ABSENT)
    cell_store(frame + shape->priority, CELL_I32, start->priority);
  fault wrong = set_parameters(m, frame, start, arguments);
  if (wrong != FAULT_NONE)
    return wrong;
  exec_enter(m, state, grown, number);
  exec_result result = exec_test(m, p->templates[start->template_].init);
  m->pid = old_pid;
  m->frame = state + (old_pid < number ? grown->frame[old_pid] : end);
  return result == EXEC_FAULT ? m->fault : FAULT_NONE;
}

fault exec_initial(machine *m, exec_buffer *b) {
  const program *p = m->program;
  layout *root = m->layouts->root;
  if (root->queues > NET_MAX_CHANNELS)
    return FAULT_CHANNELS;
  exec_reserve(m, b, root->size);
  memset(b->bytes, 0, root->size);
  m->buffer = b;
  m->state = m->frame = b->bytes;
  m->layout = root;
  m->pid = 0;
  assert(root->processes == 0 && root->size >= 1);
  if (exec_test(m, p->init) == EXEC_FAULT)
    return m->fault;
  for (uint32_t i = 0; i < p->net->processes.count; i++) {
    const net_process *process = &p->net->processes.at[i];
    exec_start start = {.template_ = (uint32_t)process->template_, .priority = process->priority};
    fault f = exec_start_process(m, &start, NULL);
    if (f != FAULT_NONE)
      return f;
  }
  layout_write(m->layout, b->bytes);
  return FAULT_NONE;
}
