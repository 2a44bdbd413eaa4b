// The state of the reference interpreter: making it, copying it, starting and ending processes.
#include "trace/ref_internal.h"

#include <string.h>

// Pointers by slot and the cells they point to, in one block.
static size_t cells_size(const network *net, const uint32_t *vars, uint32_t count) {
  size_t cells = 0;
  for (uint32_t i = 0; i < count; i++)
    cells += net->vars.at[vars[i]]->cells;
  return count * sizeof(int32_t *) + cells * sizeof(int32_t);
}

static int32_t **cells_new(mem *m, const network *net, const uint32_t *vars, uint32_t count) {
  int32_t **slots = mem_alloc(m, cells_size(net, vars, count) + 1);
  int32_t *next = (int32_t *)(slots + count);
  for (uint32_t i = 0; i < count; i++) {
    slots[i] = next;
    next += net->vars.at[vars[i]]->cells;
  }
  return slots;
}

static int32_t **cells_copy(mem *m, const network *net, const uint32_t *vars, uint32_t count, int32_t *const *from) {
  int32_t **slots = cells_new(m, net, vars, count);
  for (uint32_t i = 0; i < count; i++)
    memcpy(slots[i], from[i], net->vars.at[vars[i]]->cells * sizeof(int32_t));
  return slots;
}

const net_template *ref_template(const ref_state *s, int32_t pid) {
  return s->net->templates.at[s->processes.at[pid].template_];
}

const net_location *ref_location(const ref_state *s, int32_t pid) {
  return &ref_template(s, pid)->flow.locations.at[s->processes.at[pid].location];
}

static size_t clocks_size(const network *net) { return (net->clocks.count + 1) * sizeof(int64_t); }

void ref_state_copy(mem *m, ref_state *to, const ref_state *from) {
  const network *net = from->net;
  *to = (ref_state){.net = net, .control = from->control, .last = from->last, .time = from->time, .unit = from->unit};
  if (from->clocks) {
    to->clocks = mem_alloc(m, clocks_size(net));
    memcpy(to->clocks, from->clocks, clocks_size(net));
  }
  to->globals = cells_copy(m, net, net->globals.at, net->globals.count, from->globals);
  vec_reserve(m, &to->processes, from->processes.count);
  for (uint32_t i = 0; i < from->processes.count; i++) {
    ref_process p = from->processes.at[i];
    const net_template *t = net->templates.at[p.template_];
    p.values = cells_copy(m, net, t->vars.at, t->vars.count, p.values);
    vec_push(m, &to->processes, p);
  }
  vec_reserve(m, &to->channels, from->channels.count);
  for (uint32_t i = 0; i < from->channels.count; i++) {
    const ref_channel *old = &from->channels.at[i];
    ref_channel c = {.type = old->type};
    if (old->cells.count > 0) {
      vec_reserve(m, &c.cells, old->cells.count);
      memcpy(c.cells.at, old->cells.at, old->cells.count * sizeof(int32_t));
      c.cells.count = old->cells.count;
    }
    vec_push(m, &to->channels, c);
  }
}

void ref_state_free(mem *m, ref_state *s) {
  mem_free(m, s->globals);
  mem_free(m, s->clocks);
  for (uint32_t i = 0; i < s->processes.count; i++)
    mem_free(m, s->processes.at[i].values);
  for (uint32_t i = 0; i < s->channels.count; i++)
    vec_free(m, &s->channels.at[i].cells);
  vec_free(m, &s->processes);
  vec_free(m, &s->channels);
  *s = (ref_state){0};
}

static bool has_same_shape(const ref_state *a, const ref_state *b) {
  if (a->net != b->net || a->processes.count != b->processes.count || a->channels.count != b->channels.count)
    return false;
  for (uint32_t i = 0; i < a->processes.count; i++)
    if (a->processes.at[i].template_ != b->processes.at[i].template_)
      return false;
  return true;
}

static void cells_assign(const network *net, const uint32_t *vars, uint32_t count, int32_t **to, int32_t *const *from) {
  for (uint32_t i = 0; i < count; i++)
    memcpy(to[i], from[i], net->vars.at[vars[i]]->cells * sizeof(int32_t));
}

static void channel_assign(mem *m, ref_channel *to, const ref_channel *from) {
  to->type = from->type;
  to->cells.count = 0;
  if (from->cells.count == 0)
    return;
  vec_reserve(m, &to->cells, from->cells.count);
  memcpy(to->cells.at, from->cells.at, from->cells.count * sizeof(int32_t));
  to->cells.count = from->cells.count;
}

void ref_state_assign(mem *m, ref_state *to, const ref_state *from) {
  const network *net = from->net;
  if (!has_same_shape(to, from)) {
    ref_state_free(m, to);
    ref_state_copy(m, to, from);
    return;
  }
  to->control = from->control;
  to->last = from->last;
  to->time = from->time;
  to->unit = from->unit;
  if (from->clocks)
    memcpy(to->clocks, from->clocks, clocks_size(net));
  cells_assign(net, net->globals.at, net->globals.count, to->globals, from->globals);
  for (uint32_t i = 0; i < from->processes.count; i++) {
    int32_t **values = to->processes.at[i].values;
    const net_template *t = net->templates.at[from->processes.at[i].template_];
    to->processes.at[i] = from->processes.at[i];
    to->processes.at[i].values = values;
    cells_assign(net, t->vars.at, t->vars.count, values, from->processes.at[i].values);
  }
  for (uint32_t i = 0; i < from->channels.count; i++)
    channel_assign(m, &to->channels.at[i], &from->channels.at[i]);
}

static int32_t new_channel(ref_actor *a, int32_t type) {
  if (a->state->channels.count >= NET_MAX_CHANNELS) {
    ref_fail(a, FAULT_CHANNELS);
    return 0;
  }
  vec_push(a->m, &a->state->channels, (ref_channel){.type = type});
  return (int32_t)a->state->channels.count;
}

// The actor is the process that the variable belongs to, or none. A scratch variable is not initialised: 0 may be
// outside of its range.
static void initialise(ref_actor *a, const net_var *v, int32_t *cells) {
  if (v->is_scratch)
    return;
  for (uint32_t i = 0; i < v->cells && a->fault == FAULT_NONE; i++) {
    int32_t value = 0;
    if (v->channel >= 0)
      value = new_channel(a, v->channel);
    else if (v->init.count > 0)
      value = ref_value(a, v->init.count == 1 ? v->init.at[0] : v->init.at[i]);
    ref_store(a, v->type, &cells[i], value);
  }
}

int32_t ref_start_process(ref_actor *a, int32_t template_, int32_t priority, const ref_values *arguments) {
  ref_state *s = a->state;
  const net_template *t = s->net->templates.at[template_];
  if (s->processes.count >= net_process_limit(s->net)) {
    ref_fail(a, FAULT_PROCESSES);
    return 0;
  }
  int32_t pid = (int32_t)s->processes.count;
  ref_process p = {.template_ = template_,
                   .location = t->flow.initial,
                   .priority = priority,
                   .values = cells_new(a->m, s->net, t->vars.at, t->vars.count),
                   .first_channel = s->channels.count};
  vec_push(a->m, &s->processes, p);
  ref_actor born = *a;
  born.pid = pid;
  for (uint32_t i = 0; i < t->vars.count && born.fault == FAULT_NONE; i++) {
    const net_var *v = s->net->vars.at[t->vars.at[i]];
    if (v->is_parameter)
      ref_store(&born, v->type, p.values[i], arguments && i < arguments->count ? arguments->at[i] : 0);
    else
      initialise(&born, v, p.values[i]);
  }
  a->fault = born.fault;
  return pid;
}

void ref_end_process(ref_actor *a) {
  ref_state *s = a->state;
  ref_process *p = &s->processes.at[s->processes.count - 1];
  while (s->channels.count > p->first_channel) {
    s->channels.count--;
    vec_free(a->m, &s->channels.at[s->channels.count].cells);
  }
  mem_free(a->m, p->values);
  s->processes.count--;
}

fault ref_state_constants(mem *m, ref_state *s, const network *net) {
  *s = (ref_state){.net = net, .control = NET_NONE, .unit = 1};
  s->globals = cells_new(m, net, net->globals.at, net->globals.count);
  ref_actor no_process = ref_actor_of(m, s, NET_NONE, false);
  for (uint32_t i = 0; i < net->globals.count; i++)
    if (net->vars.at[net->globals.at[i]]->is_constant)
      initialise(&no_process, net->vars.at[net->globals.at[i]], s->globals[i]);
  return no_process.fault;
}

fault ref_state_initial(mem *m, ref_state *s, const network *net) {
  *s = (ref_state){.net = net, .control = NET_NONE, .unit = 1};
  if (net->is_timed)
    s->clocks = mem_alloc(m, clocks_size(net));
  s->globals = cells_new(m, net, net->globals.at, net->globals.count);
  ref_actor no_process = ref_actor_of(m, s, NET_NONE, false);
  for (uint32_t i = 0; i < net->globals.count && no_process.fault == FAULT_NONE; i++)
    initialise(&no_process, net->vars.at[net->globals.at[i]], s->globals[i]);
  for (uint32_t i = 0; i < net->processes.count && no_process.fault == FAULT_NONE; i++)
    ref_start_process(&no_process, net->processes.at[i].template_, net->processes.at[i].priority, NULL);
  return no_process.fault;
}
