// Tasks of all casts, made as they are met.
#include "facts/facts.h"
#include "relaxation/task_internal.h"

#include <string.h>

enum {
  MOST_TASKS = 64,
  MOST_WITH_CONSTANTS = 32, // so many take the arguments of processes for constants; later ones serve whole casts
};

typedef struct {
  uint32_t cast;
  full_task *task; // NULL = too large
  VEC(task_constant) constants;
} entry;

struct tasks {
  tasks_setup setup;
  mem *m;
  facts *own; // facts; NULL = those of the setup are used
  facts *facts;
  bool *block_ends;
  VEC(entry) entries;
  arena *kept; // the state to be reached
  state_view known;
};

// Of nothing there may be no address.
static void copy_cells(int32_t *to, const int32_t *from, uint32_t count) {
  if (count)
    memcpy(to, from, sizeof *to * count);
}

static void copy_known(tasks *t, const state_view *from) {
  const network *net = t->setup.net;
  t->kept = arena_new(t->m);
  t->known = *from;
  int32_t *globals = ARENA_ARRAY(t->kept, int32_t, net->global_cells + 1);
  copy_cells(globals, from->globals, net->global_cells);
  view_process *processes = ARENA_ARRAY(t->kept, view_process, from->processes + 1);
  for (uint32_t i = 0; i < from->processes; i++) {
    uint32_t count = net->templates.at[from->process[i].template_]->cells;
    int32_t *cells = ARENA_ARRAY(t->kept, int32_t, count + 1);
    copy_cells(cells, from->process[i].cells, count);
    processes[i] = from->process[i];
    processes[i].cells = cells;
  }
  view_channel *channels = ARENA_ARRAY(t->kept, view_channel, from->channels + 1);
  for (uint32_t i = 1; i <= from->channels; i++) {
    uint32_t count = from->channel[i].length * net->channels.at[from->channel[i].type].fields.count;
    int32_t *messages = ARENA_ARRAY(t->kept, int32_t, count + 1);
    copy_cells(messages, from->channel[i].messages, count);
    channels[i] = from->channel[i];
    channels[i].messages = messages;
  }
  t->known.globals = globals;
  t->known.process = processes;
  t->known.channel = channels;
  t->known.bytes = NULL;
}

tasks *tasks_open(const tasks_setup *setup) {
  tasks *t = mem_alloc(setup->m, sizeof *t);
  t->setup = *setup;
  t->m = setup->m;
  t->own = setup->facts ? NULL : facts_open(setup->m, setup->net);
  t->facts = t->own ? t->own : setup->facts;
  t->block_ends = mem_alloc(t->m, setup->net->blocks.count + 1);
  for (uint32_t i = 0; i < setup->net->blocks.count; i++)
    t->block_ends[i] = facts_block_ends(t->facts, i);
  if (setup->known && setup->asked.kind == QUESTION_STATE)
    copy_known(t, setup->known);
  return t;
}

static void close_task(full_task *full) {
  mem *m = full->m;
  vec_free(m, &full->base.vars);
  vec_free(m, &full->base.rules);
  vec_free(m, &full->base.bodies);
  vec_free(m, &full->base.steps);
  vec_free(m, &full->constants);
  mem_free(m, full->base.var_of);
  mem_free(m, full->is_dense);
  mem_free(m, full->usual);
  mem_free(m, full->channels);
  mem_free(m, full);
}

void tasks_close(tasks *t) {
  for (uint32_t i = 0; i < t->entries.count; i++) {
    if (t->entries.at[i].task)
      close_task(t->entries.at[i].task);
    vec_free(t->m, &t->entries.at[i].constants);
  }
  vec_free(t->m, &t->entries);
  mem_free(t->m, t->block_ends);
  if (t->own)
    facts_close(t->own);
  if (t->kept)
    arena_delete(t->kept);
  mem_free(t->m, t);
}

static uint32_t count_runs(const net_edge *e) {
  uint32_t runs = 0;
  for (const net_stmt *s = e->effect; s; s = s->next)
    runs += s->kind == STMT_RUN;
  return runs;
}

// Before there can be too many processes or channels, so many must have been started; a step of cost 1 starts at most
// as many as an edge can.
static uint32_t find_too_many(task_builder *b) {
  uint32_t runs = 1, channels = 0;
  for (uint32_t i = 0; i < b->net->edges.count; i++)
    runs = count_runs(b->net->edges.at[i]) > runs ? count_runs(b->net->edges.at[i]) : runs;
  for (uint32_t i = b->cast; i < b->count; i++) {
    const net_template *t = b->processes[i].template_;
    uint32_t own = 0;
    for (uint32_t k = 0; k < t->vars.count; k++)
      own += b->net->vars.at[t->vars.at[k]]->channel >= 0 ? b->net->vars.at[t->vars.at[k]]->cells : 0;
    channels = own > channels ? own : channels;
  }
  b->has_elsewhere = channels > 0;
  uint32_t cost = (NET_MAX_PROCESSES + 1 - b->cast + runs - 1) / runs;
  uint32_t rest = NET_MAX_CHANNELS + 1 - b->full->channel_count;
  if (channels > 0 && (rest + runs * channels - 1) / (runs * channels) < cost)
    cost = (rest + runs * channels - 1) / (runs * channels);
  uint32_t fact = task_fact_new(b);
  task_rule_add(b, fact, cost, &(task_body){0});
  return fact;
}

static void note_blocks_that_run(task_builder *b) {
  for (uint32_t i = 0; i < b->net->blocks.count; i++)
    for (uint32_t l = 0; l < b->net->blocks.at[i].locations.count; l++)
      for (uint32_t k = 0; k < b->net->blocks.at[i].locations.at[l].edges.count; k++)
        if (count_runs(b->net->edges.at[b->net->blocks.at[i].locations.at[l].edges.at[k]]))
          b->too_many = FACT_TRUE; // a block can do it as often as it likes
}

static full_task *build_with(tasks *t, const state_view *state, bool with_constants, task_detail detail) {
  task_builder b = {
      .m = t->m, .setup = &t->setup, .net = t->setup.net, .ranges = facts_ranges(t->facts), .detail = detail};
  full_task *full = mem_alloc(t->m, sizeof *full);
  full->m = t->m;
  full->ranges = b.ranges;
  b.full = full;
  b.t = &full->base;
  b.block_ends = t->block_ends;
  b.known = t->kept ? &t->known : NULL;
  b.scratch = arena_new(t->m);
  for (uint32_t i = 0; i < b.net->edges.count; i++)
    b.sends_have_effects |= b.net->edges.at[i]->sync.kind == SYNC_SEND && b.net->edges.at[i]->effect;
  b.t->goal = task_fact_new(&b);
  b.t->doubt = task_fact_new(&b);
  b.wrong = b.net->is_timed && b.net->faults_block ? FACT_FALSE : b.t->doubt;
  b.call_faults = ARENA_ARRAY(b.scratch, uint8_t, b.net->functions.count + 1);
  b.places = facts_places(t->facts);
  task_declare(&b, state, with_constants);
  b.too_many = find_too_many(&b);
  note_blocks_that_run(&b);
  task_add_steps(&b);
  task_add_goal(&b);
  task_finish(&b);
  mem_free(t->m, b.slots);
  arena_delete(b.scratch);
  if (!b.is_too_large)
    return full;
  close_task(full);
  return NULL;
}

static full_task *build(tasks *t, const state_view *state, bool with_constants) {
  full_task *full = build_with(t, state, with_constants, DETAIL_PAIRS);
  if (!full && t->setup.net->is_timed)
    full = build_with(t, state, with_constants, DETAIL_HALVES);
  if (!full && t->setup.net->is_timed)
    full = build_with(t, state, with_constants, DETAIL_COARSE);
  return full;
}

static bool has_constants(const entry *e, const state_view *state) {
  for (uint32_t i = 0; i < e->constants.count; i++) {
    const task_constant *c = &e->constants.at[i];
    if (state->process[c->pid].cells[c->cell] != c->value)
      return false;
  }
  return true;
}

bool task_stands_for(const net_action *of_task, const net_action *step) {
  if (of_task->partner_edge != TASK_SOMEHOW)
    return net_is_same_action(of_task, step);
  bool calls = step->edge == of_task->edge && step->pid == of_task->pid;
  return calls || (step->partner_edge == of_task->edge && step->partner == of_task->pid);
}

static const task *task_of(const entry *e) { return e->task ? &e->task->base : NULL; }

// In a network that starts no processes one task serves all states: who is missing has died.
const task *tasks_for(tasks *t, const state_view *state) {
  uint32_t cast = t->setup.net->starts_processes ? state->cast : 0;
  for (uint32_t i = 0; i < t->entries.count; i++)
    if (t->entries.at[i].cast == cast && has_constants(&t->entries.at[i], state))
      return task_of(&t->entries.at[i]);
  if (t->entries.count == MOST_TASKS)
    return NULL;
  entry e = {.cast = cast, .task = build(t, state, t->entries.count < MOST_WITH_CONSTANTS)};
  for (uint32_t i = 0; e.task && i < e.task->constants.count; i++)
    vec_push(t->m, &e.constants, e.task->constants.at[i]);
  vec_push(t->m, &t->entries, e);
  return task_of(&t->entries.at[t->entries.count - 1]);
}
