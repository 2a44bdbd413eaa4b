#include "cli/causal.h"

#include "causal/causal_graph.h"
#include "cli/interrupt.h"
#include "space/space.h"
#include "trace/show.h"

typedef struct {
  const network *net;
  mem *memory;
  cli_causal *made;
  space *space;
  tasks *tasks;
  const task *task; // of the initial state; NULL = none
} causal_job;

// The number of the first property that is about single states; 0 = there is none. The others need a claim, which is
// not part of the model.
static uint32_t find_property(const network *n) {
  for (uint32_t i = 0; i < n->properties.count; i++) {
    const question *q = &n->properties.at[i].question;
    if (q->kind == QUESTION_REACH || (q->kind == QUESTION_ERROR && !(q->errors & ERROR_CLAIM)))
      return i + 1;
  }
  return 0;
}

static bool make_task(void *context, const successor *s) {
  causal_job *job = context;
  if (s->state)
    job->task = tasks_for(job->tasks, job->space->view(job->space, s->state, s->size));
  return false;
}

static void add_process(text_buffer *t, const ref_state *s, uint32_t pid, uint32_t template_) {
  if (pid != TASK_ANYBODY)
    show_process(t, s, (int32_t)pid);
  else
    text_add(t, "%s (started later)", s->net->templates.at[template_]->name);
}

static void add_cell(text_buffer *t, const ref_state *s, const task_var *v) {
  char name[256];
  if (v->var->template_ != NET_NONE) {
    add_process(t, s, v->pid, (uint32_t)v->var->template_);
    text_add(t, ".");
  }
  text_add(t, "%s", net_cell_name(v->var, v->cell, name, sizeof name));
}

// Among the messages of its channel, from 1 on.
static uint32_t number_of_message(const task *t, uint32_t var) {
  uint32_t number = 1;
  while (var >= number && t->vars.at[var - number].kind == TASK_MESSAGE &&
         t->vars.at[var - number].channel == t->vars.at[var].channel)
    number++;
  return number;
}

static const char *name_of(mem *m, const ref_state *s, const task *t, uint32_t var) {
  const task_var *v = &t->vars.at[var];
  text_buffer name = {.memory = m};
  if (v->kind == TASK_LOCATION)
    add_process(&name, s, v->pid, v->template_);
  else if (v->kind == TASK_CELL)
    add_cell(&name, s, v);
  else if (v->kind == TASK_LENGTH)
    text_add(&name, "length of ");
  else if (v->kind == TASK_MESSAGE)
    text_add(&name, "message %u of ", number_of_message(t, var));
  if (v->kind == TASK_LENGTH || v->kind == TASK_MESSAGE)
    show_channel_name(&name, s, v->channel);
  return text_string(&name);
}

static void add_vars(causal_job *job, const causal_graph *g) {
  cli_causal *c = job->made;
  reference *names = ref_new(job->memory, job->net);
  vec_reserve(job->memory, &c->vars, g->t->vars.count + 1);
  c->vars.count = g->t->vars.count;
  for (uint32_t var = 0; var < g->t->vars.count; var++) {
    cli_causal_var *v = &c->vars.at[g->vars[var].rank];
    v->name = name_of(job->memory, ref_now(names), g->t, var);
    v->is_location = g->t->vars.at[var].kind == TASK_LOCATION;
    v->is_independent = g->vars[var].is_independent;
  }
  ref_delete(names);
}

static void add_arcs(causal_job *job, const causal_graph *g) {
  for (uint32_t i = 0; i < g->arcs.count; i++) {
    const causal_arc *arc = &g->arcs.at[i];
    cli_causal_arc made = {.from = g->vars[arc->from].rank, .to = g->vars[arc->to].rank, .steps = arc->weight};
    made.is_ignored = !causal_counts(g, arc->to, arc->from);
    vec_push(job->memory, &job->made->arcs, made);
  }
}

static void make(void *argument) {
  causal_job *job = argument;
  cli_causal *c = mem_alloc(job->memory, sizeof *c);
  *c = (cli_causal){.memory = job->memory, .model = job->net->file, .property = find_property(job->net)};
  tasks_setup setup = {.m = job->memory, .net = job->net};
  setup.asked = c->property ? job->net->properties.at[c->property - 1].question : question_of(job->net, "fault");
  job->space = space_new(job->memory, &(space_setup){.net = job->net}, NULL);
  job->tasks = tasks_open(&setup);
  job->made = c;
  job->space->initial(job->space, make_task, job);
  if (job->task) {
    causal_graph *g = causal_graph_open(job->memory, job->task);
    add_vars(job, g);
    add_arcs(job, g);
    causal_graph_close(g);
  }
  tasks_close(job->tasks);
  job->space->close(job->space);
}

cli_causal *cli_causal_open(const cli_request *request, const network *n) {
  causal_job job = {.net = n, .memory = mem_new(request->load.memory_limit)};
  if (!job.memory)
    return NULL;
  mem_set_stop(job.memory, cli_is_interrupted, NULL);
  if (mem_try(job.memory, make, &job) == MEM_OK && job.task)
    return job.made;
  mem_delete(job.memory);
  return NULL;
}

void cli_causal_close(cli_causal *c) {
  if (c)
    mem_delete(c->memory);
}
