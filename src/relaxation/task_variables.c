// The variables of a task, and which of their facts hold in a state.
#include "model/claim.h"
#include "relaxation/task_internal.h"

#include <assert.h>

enum { MOST_CELL_FACTS = 8192 }; // of one variable of the network: larger arrays have no facts

static uint32_t declare(task_builder *b, task_var v) {
  task *t = b->t;
  v.first = t->first_derived;
  t->first_derived += v.count;
  vec_push(b->m, &t->vars, v);
  return t->vars.count - 1;
}

static task_process *process_of(task_builder *b, uint32_t pid, uint32_t template_) {
  task_process *p = &b->processes[b->count++];
  p->pid = pid;
  p->template_ = b->net->templates.at[template_];
  p->cells = ARENA_ARRAY(b->scratch, task_cell, p->template_->cells + 1);
  task_var location = {.kind = TASK_LOCATION, .pid = pid, .template_ = template_};
  location.count = p->template_->flow.locations.count + 1;
  p->location = declare(b, location);
  return p;
}

static bool can_be_there(const task_builder *b, uint32_t pid, uint32_t template_) {
  const network *net = b->net;
  return b->ranges->is_started[template_] ||
         (pid < net->processes.count && (uint32_t)net->processes.at[pid].template_ == template_);
}

static void declare_processes(task_builder *b, const state_view *state) {
  const network *net = b->net;
  b->cast = net->starts_processes ? state->processes : net->processes.count;
  b->processes = ARENA_ARRAY(b->scratch, task_process, b->cast + net->templates.count + 1);
  b->started_as = ARENA_ARRAY(b->scratch, uint32_t, net->templates.count + 1);
  for (uint32_t pid = 0; pid < b->cast; pid++) {
    uint32_t first = pid < net->processes.count ? (uint32_t)net->processes.at[pid].template_ : 0;
    uint32_t template_ = net->starts_processes ? state->process[pid].template_ : first;
    assert(can_be_there(b, pid, template_));
    process_of(b, pid, template_);
  }
  for (uint32_t i = 0; i < net->templates.count; i++) {
    b->started_as[i] = TASK_NONE;
    if (b->ranges->is_started[i]) {
      b->started_as[i] = b->count;
      process_of(b, TASK_ANYBODY, i);
    }
  }
}

// Channels are numbered in the order of variables and their cells.
static void number_channels_of(task_builder *b, uint32_t owner, const uint32_t *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = b->net->vars.at[vars[i]];
    for (uint32_t c = 0; c < v->cells && v->channel >= 0 && b->full->channel_count < NET_MAX_CHANNELS; c++) {
      task_channel *ch = &b->full->channels[++b->full->channel_count];
      uint32_t capacity = b->net->channels.at[v->channel].capacity;
      *ch = (task_channel){.type = (uint32_t)v->channel, .capacity = capacity, .owner = owner, .length = TASK_NONE};
    }
  }
}

static void number_channels(task_builder *b) {
  b->full->channels = mem_alloc(b->m, sizeof *b->full->channels * (NET_MAX_CHANNELS + 1));
  number_channels_of(b, TASK_NONE, b->net->globals.at, b->net->globals.count);
  for (uint32_t i = 0; i < b->cast; i++) {
    const net_template *t = b->processes[i].template_;
    b->processes[i].first_channel = b->full->channel_count + 1;
    number_channels_of(b, i, t->vars.at, t->vars.count);
  }
}

static void declare_channels(task_builder *b) {
  for (uint32_t i = 1; i <= b->full->channel_count; i++) {
    task_channel *c = &b->full->channels[i];
    if (c->capacity > 0 && c->capacity < VALUES_MOST)
      c->length = declare(b, (task_var){.kind = TASK_LENGTH, .count = c->capacity + 1, .channel = i});
  }
}

static void declare_messages(task_builder *b) {
  b->full->first_message = b->t->vars.count;
  for (uint32_t i = 1; i <= b->full->channel_count; i++) {
    task_channel *c = &b->full->channels[i];
    const range_messages *messages = &b->ranges->messages[c->type];
    if (c->capacity == 0 || (messages->are_unknown && messages->field[0].is_interval))
      continue;
    c->has_messages = true;
    c->messages = b->t->vars.count;
    c->count = messages->are_unknown ? messages->field[0].count : messages->count;
    for (uint32_t k = 0; k < c->count; k++)
      declare(b, (task_var){.kind = TASK_MESSAGE, .count = 1, .channel = i});
  }
}

static void fix(task_cell *c, int32_t value) {
  c->is_fixed = true;
  c->value = value;
}

// A variable that is never written is constant as long as its process lives. If its value cannot be computed, because
// the process may have been started with any arguments, the value in the state is taken, and the task is valid only for
// states with the same value.
static void fix_unwritten(task_builder *b, const task_process *p, const net_var *v, uint32_t cell, task_cell *c,
                          const state_view *state) {
  if (p && b->net->starts_processes) {
    uint32_t at = v->first_cell + cell;
    if (!state)
      return;
    fix(c, state->process[p->pid].cells[at]);
    vec_push(b->m, &b->full->constants, ((task_constant){p->pid, at, c->value}));
    return;
  }
  interval r = {0, 0};
  if (!v->is_parameter && v->init.count > 0) {
    task_path x = {.b = b, .is_coarse = true, .is_frozen = true};
    r = interval_cut(task_eval(&x, p, v->init.at[v->init.count == 1 ? 0 : cell]), v->type);
    if (x.may_fault || x.must_fault)
      return;
  }
  if (interval_is_one(r))
    fix(c, r.low);
}

static void declare_cell(task_builder *b, const task_process *p, const net_var *v, uint32_t cell, task_cell *c,
                         const state_view *state) {
  const values *all = &b->ranges->vars[v->index];
  c->var = TASK_NONE;
  if (v->is_ghost || v->is_scratch || v->channel >= 0 || b->is_unread[v->index])
    return;
  if (all->count == 1)
    fix(c, all->at[0]);
  else if ((!p || p->pid != TASK_ANYBODY) && !b->ranges->is_written[v->index])
    fix_unwritten(b, p, v, cell, c, state);
  if (c->is_fixed || all->count == 0 || v->cells * all->count > MOST_CELL_FACTS)
    return;
  task_var var = {.kind = TASK_CELL, .count = all->count, .values = all->at, .var = v, .cell = cell};
  var.pid = p ? p->pid : 0;
  c->var = declare(b, var);
}

// A cell with a channel created for it: the channel number is known, unless the process is TASK_ANYBODY.
static void declare_channel_cell(task_builder *b, const task_process *p, const net_var *v, uint32_t number,
                                 task_cell *c) {
  const values *all = &b->ranges->vars[v->index];
  c->var = TASK_NONE;
  if (!b->ranges->is_written[v->index]) {
    if (!p || p->pid != TASK_ANYBODY)
      fix(c, (int32_t)number);
  } else if (all->count > 1) {
    task_var var = {.kind = TASK_CELL, .count = all->count, .values = all->at, .var = v};
    var.pid = p ? p->pid : 0;
    var.cell = (uint32_t)(c - (p ? p->cells : b->global_cells)) - v->first_cell;
    c->var = declare(b, var);
  }
}

static void declare_cells(task_builder *b, const task_process *p, const uint32_t *vars, uint32_t count,
                          task_cell *cells, const state_view *state) {
  uint32_t channel = p ? p->first_channel : 1;
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = b->net->vars.at[vars[i]];
    for (uint32_t c = 0; c < v->cells; c++)
      if (v->channel >= 0)
        declare_channel_cell(b, p, v, channel++, &cells[v->first_cell + c]);
      else
        declare_cell(b, p, v, c, &cells[v->first_cell + c], state);
  }
}

// The fact of TASK_ANYBODY that holds in the state. It has no effect before a process is started, as no step is
// applicable.
static uint32_t usual_fact(const task_builder *b, const task_var *v) {
  if (v->kind == TASK_LOCATION)
    return v->first + v->count - 1;
  const values *all = &b->ranges->vars[v->var->index];
  int32_t value = 0;
  if (v->var->init.count > 0)
    expr_is_const(v->var->init.at[v->var->init.count == 1 ? 0 : v->cell], &value);
  for (uint32_t i = 0; i < all->count; i++)
    if (all->at[i] == value)
      return v->first + i;
  return v->first;
}

static void index_facts(task_builder *b) {
  task *t = b->t;
  t->var_of = mem_alloc(b->m, sizeof *t->var_of * (t->first_derived + 1));
  b->full->is_dense = mem_alloc(b->m, t->vars.count + 1);
  b->full->usual = mem_alloc(b->m, sizeof *b->full->usual * (t->vars.count + 1));
  for (uint32_t i = 0; i < t->vars.count; i++) {
    const task_var *v = &t->vars.at[i];
    for (uint32_t k = 0; k < v->count; k++)
      t->var_of[v->first + k] = i;
    if (v->kind == TASK_CELL)
      b->full->is_dense[i] = v->values[v->count - 1] - v->values[0] + 1 == (int64_t)v->count;
    if ((v->kind == TASK_CELL || v->kind == TASK_LOCATION) && v->pid == TASK_ANYBODY)
      b->full->usual[i] = usual_fact(b, v);
  }
}

void task_declare(task_builder *b, const state_view *state, bool with_constants) {
  const network *net = b->net;
  const state_view *constants = with_constants ? state : NULL;
  declare_processes(b, state);
  b->global_cells = ARENA_ARRAY(b->scratch, task_cell, net->global_cells + 1);
  number_channels(b);
  declare_cells(b, NULL, net->globals.at, net->globals.count, b->global_cells, NULL);
  for (uint32_t i = 0; i < b->count; i++) {
    const task_process *p = &b->processes[i];
    declare_cells(b, p, p->template_->vars.at, p->template_->vars.count, p->cells, constants);
  }
  declare_channels(b);
  b->claim = TASK_NONE;
  if (b->setup->asked.claim && b->setup->asked.kind != QUESTION_STATE)
    b->claim = declare(b, (task_var){.kind = TASK_CLAIM, .count = b->setup->asked.claim->states.count});
  declare_messages(b);
  index_facts(b);
}

uint32_t task_fact_at(const task_builder *b, const task_process *p, uint32_t location) {
  return b->t->vars.at[p->location].first + location;
}

uint32_t task_fact_died(const task_builder *b, const task_process *p) {
  const task_var *v = &b->t->vars.at[p->location];
  return v->first + v->count - 1;
}

const net_channel *task_channel_type(const task_builder *b, uint32_t channel) {
  return &b->net->channels.at[b->full->channels[channel].type];
}

// Facts of a state.

static uint32_t position_of(const int32_t *sorted, uint32_t count, int32_t value) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (sorted[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low < count && sorted[low] == value);
  return low;
}

static uint32_t cell_fact(const full_task *full, uint32_t var, const state_view *state) {
  const task_var *v = &full->base.vars.at[var];
  int32_t value = view_cell(state, v->var, v->pid, v->cell);
  if (!full->is_dense[var])
    return v->first + position_of(v->values, v->count, value);
  assert(value >= v->values[0] && value <= v->values[v->count - 1]);
  return v->first + (uint32_t)(value - v->values[0]);
}

// TASK_NONE where the variable belongs to a process that has died.
static uint32_t var_fact(const full_task *full, uint32_t var, const state_view *state) {
  const task_var *v = &full->base.vars.at[var];
  if (v->kind == TASK_LENGTH)
    return v->channel > state->channels ? TASK_NONE : v->first + state->channel[v->channel].length;
  if (v->kind == TASK_CLAIM)
    return v->first + state->claim;
  bool is_global = v->kind == TASK_CELL && v->var->template_ == NET_NONE;
  if (!is_global && v->pid == TASK_ANYBODY)
    return full->usual[var];
  if (!is_global && v->pid >= state->processes)
    return v->kind == TASK_LOCATION ? v->first + v->count - 1 : TASK_NONE;
  return v->kind == TASK_LOCATION ? v->first + state->process[v->pid].location : cell_fact(full, var, state);
}

static uint32_t message_fact(const full_task *full, const task_channel *c, const int32_t *message) {
  const range_messages *messages = &full->ranges->messages[c->type];
  uint32_t where = messages->are_unknown ? position_of(messages->field[0].at, messages->field[0].count, message[0])
                                         : ranges_find_message(messages, message);
  assert(where < c->count);
  return full->base.vars.at[c->messages + where].first;
}

uint32_t task_facts_of(const task *t, const state_view *state, uint32_t *out) {
  const full_task *full = (const full_task *)t;
  uint32_t count = 0;
  for (uint32_t i = 0; i < full->first_message; i++) {
    uint32_t fact = var_fact(full, i, state);
    if (fact != TASK_NONE)
      out[count++] = fact;
  }
  for (uint32_t i = 1; i <= full->channel_count && i <= state->channels; i++) {
    const task_channel *c = &full->channels[i];
    uint32_t start = count, fields = full->ranges->messages[c->type].fields;
    for (uint32_t k = 0; c->has_messages && k < state->channel[i].length; k++) {
      uint32_t fact = message_fact(full, c, state->channel[i].messages + k * fields), old = start;
      while (old < count && out[old] != fact)
        old++;
      if (old == count)
        out[count++] = fact;
    }
  }
  return count;
}
