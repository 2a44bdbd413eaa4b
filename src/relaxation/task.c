// Tasks of all casts, made as they are met.
#include "facts/facts.h"
#include "model/claim.h"
#include "model/unread.h"
#include "relaxation/task_internal.h"

#include <string.h>

enum {
  MOST_TASKS = 64,
  MOST_WITH_CONSTANTS = 32, // the first ones treat arguments of processes as constants; later ones serve whole casts
};

typedef struct {
  mem *memory;         // of the task
  full_task *task;     // NULL = there is none: it would be too large, or there was no memory
  uint32_t *templates; // by process: the cast, in a network that starts processes
  uint32_t processes;
} entry;

struct tasks {
  tasks_setup setup;
  mem *m;
  facts *own; // facts; NULL = those of the setup are used
  const ranges *ranges;
  accesses *accesses;
  const risk_places *places;
  bool *is_unread; // by variable: see model/unread.h
  VEC(entry) entries;
  arena *kept; // the state to be reached
  state_view known;
};

// memcpy() needs valid pointers even for 0 bytes.
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

// While a task is made, nothing may be allocated in the memory of the facts.
static void find_accesses(tasks *t) {
  for (uint32_t i = 0; i < t->setup.net->edges.count; i++) {
    access_of_edge(t->accesses, i);
    access_of_guard(t->accesses, i);
  }
}

tasks *tasks_open(const tasks_setup *setup) {
  tasks *t = mem_alloc(setup->m, sizeof *t);
  t->setup = *setup;
  t->m = setup->m;
  t->own = setup->facts ? NULL : facts_open(setup->m, setup->net);
  facts *known = t->own ? t->own : setup->facts;
  t->ranges = facts_ranges(known);
  t->accesses = facts_accesses(known);
  find_accesses(t);
  t->places = facts_places(known);
  const claim *c = setup->asked.claim;
  t->is_unread = c ? net_left_out(t->m, setup->net, c->atoms.at, c->atoms.count)
                   : net_left_out(t->m, setup->net, &setup->asked.condition, setup->asked.condition ? 1 : 0);
  if (setup->known && setup->asked.kind == QUESTION_STATE)
    copy_known(t, setup->known);
  return t;
}

void tasks_close(tasks *t) {
  for (uint32_t i = 0; i < t->entries.count; i++) {
    mem_delete(t->entries.at[i].memory);
    mem_free(t->m, t->entries.at[i].templates);
  }
  vec_free(t->m, &t->entries);
  mem_free(t->m, t->is_unread);
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

// A lower bound of the cost until there are too many processes or channels: a step of cost 1 starts at most as many as
// the effect of one edge does.
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
          b->too_many = FACT_TRUE; // a block can do it any number of times
}

typedef struct {
  const tasks *t;
  mem *m;
  const state_view *state;
  bool with_constants;
  task_detail detail;
  full_task *made; // NULL = it would be too large
} building;

static void build(void *argument) {
  building *w = argument;
  const tasks *t = w->t;
  task_builder b = {.m = w->m, .setup = &t->setup, .net = t->setup.net, .ranges = t->ranges, .detail = w->detail};
  full_task *full = mem_alloc(w->m, sizeof *full);
  full->ranges = b.ranges;
  b.full = full;
  b.t = &full->base;
  b.known = t->kept ? &t->known : NULL;
  b.accesses = t->accesses;
  b.places = t->places;
  b.is_unread = t->is_unread;
  b.scratch = arena_new(w->m);
  for (uint32_t i = 0; i < b.net->edges.count; i++)
    b.sends_have_effects |= b.net->edges.at[i]->sync.kind == SYNC_SEND && b.net->edges.at[i]->effect;
  b.t->goal = task_fact_new(&b);
  b.t->doubt = task_fact_new(&b);
  b.wrong = b.net->is_timed && b.net->faults_block ? FACT_FALSE : b.t->doubt;
  b.call_faults = ARENA_ARRAY(b.scratch, uint8_t, b.net->functions.count + 1);
  task_declare(&b, w->state, w->with_constants);
  task_find_products(&b);
  b.too_many = find_too_many(&b);
  note_blocks_that_run(&b);
  task_add_steps(&b);
  task_add_goal(&b);
  task_finish(&b);
  mem_free(w->m, b.slots);
  arena_delete(b.scratch);
  w->made = b.is_too_large ? NULL : full;
}

// One attempt, in a memory of its own, so that a failed one leaves nothing behind.
static mem_status attempt(const tasks *t, const state_view *state, task_detail detail, entry *e) {
  building w = {.t = t, .m = mem_new_within(t->m), .state = state, .detail = detail};
  w.with_constants = t->entries.count < MOST_WITH_CONSTANTS;
  if (!w.m)
    return MEM_EXHAUSTED;
  mem_status status = mem_try(w.m, build, &w);
  e->task = status == MEM_OK ? w.made : NULL;
  e->memory = e->task ? w.m : NULL;
  if (!e->task)
    mem_delete(w.m);
  return status;
}

// The task of the state's cast, in as much detail as its size allows.
static mem_status make(const tasks *t, const state_view *state, entry *e) {
  static const task_detail details[] = {DETAIL_PRODUCTS, DETAIL_PAIRS, DETAIL_HALVES, DETAIL_COARSE};
  uint32_t attempts = t->setup.net->is_timed ? sizeof details / sizeof *details : 2;
  mem_status status = MEM_OK;
  for (uint32_t i = 0; i < attempts && !e->task && status == MEM_OK; i++)
    status = attempt(t, state, details[i], e);
  return status;
}

bool task_stands_for(const net_action *of_task, const net_action *step) {
  if (of_task->partner_edge != TASK_SOMEHOW)
    return net_is_same_action(of_task, step);
  bool calls = step->edge == of_task->edge && step->pid == of_task->pid;
  return calls || (step->partner_edge == of_task->edge && step->partner == of_task->pid);
}

// In a network that starts no processes one task serves all states: a process that is missing has died.
static bool serves(const tasks *t, const entry *e, const state_view *state) {
  if (t->setup.net->starts_processes && e->processes != state->processes)
    return false;
  for (uint32_t i = 0; i < e->processes; i++)
    if (e->templates[i] != state->process[i].template_)
      return false;
  for (uint32_t i = 0; e->task && i < e->task->constants.count; i++) {
    const task_constant *c = &e->task->constants.at[i];
    if (state->process[c->pid].cells[c->cell] != c->value)
      return false;
  }
  return true;
}

static void note_cast(tasks *t, const state_view *state, entry *e) {
  if (!t->setup.net->starts_processes)
    return;
  e->processes = state->processes;
  e->templates = mem_alloc(t->m, sizeof *e->templates * (state->processes + 1));
  for (uint32_t i = 0; i < state->processes; i++)
    e->templates[i] = state->process[i].template_;
}

static const task *task_of(const entry *e) { return e->task ? &e->task->base : NULL; }

const task *tasks_for(tasks *t, const state_view *state) {
  for (uint32_t i = 0; i < t->entries.count; i++)
    if (serves(t, &t->entries.at[i], state))
      return task_of(&t->entries.at[i]);
  if (t->entries.count == MOST_TASKS)
    return NULL;
  entry e = {0};
  note_cast(t, state, &e);
  vec_reserve(t->m, &t->entries, t->entries.count + 1); // nothing may fail once there is a task
  if (make(t, state, &e) == MEM_STOPPED) {              // it will be tried again
    mem_free(t->m, e.templates);
    return NULL;
  }
  vec_push(t->m, &t->entries, e);
  return task_of(&t->entries.at[t->entries.count - 1]);
}
