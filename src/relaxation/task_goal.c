// Rules for the goal: deadlock, condition, given state. Those for failed assertions are added in task_effects.c, those
// for a claim in task_claim.c.
#include "relaxation/task_internal.h"

static uint32_t blocked_at(task_builder *b, const task_process *p, uint32_t location) {
  const net_location *l = &p->template_->flow.locations.at[location];
  task_body all = {0};
  task_ways w = {0};
  for (uint32_t i = 0; i < l->edges.count && !all.is_impossible; i++)
    task_body_add(b, &all, task_cannot(b, p, b->net->edges.at[l->edges.at[i]], false));
  task_ways_add(b, &w, all.facts.at, all.facts.count);
  task_body_free(b, &all);
  task_ways_add_one(b, &w, task_not_provided(b, p));
  return task_ways_fact(b, &w);
}

static uint32_t blocked(task_builder *b, const task_process *p) {
  task_ways w = {0};
  task_ways_add_one(b, &w, task_fact_died(b, p));
  for (uint32_t i = 0; i < p->template_->flow.locations.count && !b->is_too_large; i++)
    task_ways_add(b, &w, (uint32_t[]){task_fact_at(b, p, i), blocked_at(b, p, i)}, 2);
  return task_ways_fact(b, &w);
}

// Some process is not at a valid end state.
static uint32_t not_at_end(task_builder *b) {
  task_ways w = {0};
  for (uint32_t i = 0; i < b->count; i++) {
    const net_flow *f = &b->processes[i].template_->flow;
    for (uint32_t l = 0; l < f->locations.count; l++)
      if (!(f->locations.at[l].flags & LOC_END))
        task_ways_add_one(b, &w, task_fact_at(b, &b->processes[i], l));
  }
  if (b->net->end_condition) { // a condition whose evaluation causes a fault does not hold
    task_ways_add_one(b, &w, task_truth(b, NULL, b->net->end_condition, false));
    task_ways_add_one(b, &w, task_fault(b, NULL, b->net->end_condition));
  }
  return task_ways_fact(b, &w);
}

// With priorities, a process that is not blocked cannot move while a process of higher priority is enabled, and that
// process may be unable to move itself. So with priorities the processes need not be blocked.
uint32_t task_deadlock(task_builder *b) {
  task_body body = {0};
  task_ways w = {0};
  b->is_timeout = true; // in a deadlock, timeout is true
  for (uint32_t i = 0; i < b->cast && !b->net->uses_priority; i++)
    task_body_add(b, &body, blocked(b, &b->processes[i]));
  b->is_timeout = false;
  if (!b->net->is_timed) // a timed network has no valid end states
    task_body_add(b, &body, not_at_end(b));
  task_ways_add(b, &w, body.facts.at, body.facts.count);
  task_body_free(b, &body);
  return task_ways_fact(b, &w);
}

static void add_condition(task_builder *b, const expr *condition, bool sought) {
  task_rule_simple(b, b->t->goal, task_truth(b, NULL, condition, sought), FACT_TRUE);
  task_rule_simple(b, b->t->doubt, task_fault(b, NULL, condition), FACT_TRUE);
}

// A given state. The oldest processes, as long as their templates are the same, may be the same ones. The younger
// processes of the cast have to die, and new ones must be started, perhaps of the same templates.

static uint32_t shared_processes(const task_builder *b, const state_view *known) {
  uint32_t count = 0;
  while (count < b->cast && count < known->processes &&
         b->processes[count].template_->index == known->process[count].template_)
    count++;
  return count;
}

static uint32_t cell_fact(const task_builder *b, const task_cell *c, int32_t value) {
  if (c->is_fixed)
    return c->value == value ? FACT_TRUE : FACT_FALSE;
  if (c->var == TASK_NONE)
    return FACT_TRUE;
  const task_var *v = &b->t->vars.at[c->var];
  for (uint32_t i = 0; i < v->count; i++)
    if (v->values[i] == value)
      return v->first + i;
  return FACT_FALSE;
}

static void add_channel(task_builder *b, const state_view *known, uint32_t channel, task_body *body) {
  const task_channel *c = &b->full->channels[channel];
  if (c->length != TASK_NONE)
    task_body_add(b, body, b->t->vars.at[c->length].first + known->channel[channel].length);
  const range_messages *messages = &b->ranges->messages[c->type];
  for (uint32_t i = 0; c->has_messages && !messages->are_unknown && i < known->channel[channel].length; i++) {
    uint32_t which = ranges_find_message(messages, known->channel[channel].messages + i * messages->fields);
    task_body_add(b, body, which < c->count ? b->t->vars.at[c->messages + which].first : FACT_FALSE);
  }
}

static void add_kept(task_builder *b, const state_view *known, uint32_t pid, task_body *body) {
  const task_process *p = &b->processes[pid];
  task_body_add(b, body, task_fact_at(b, p, known->process[pid].location));
  for (uint32_t i = 0; i < p->template_->cells; i++)
    task_body_add(b, body, cell_fact(b, &p->cells[i], known->process[pid].cells[i]));
}

static void add_started(task_builder *b, const state_view *known, uint32_t pid, task_body *body) {
  uint32_t who = b->started_as[known->process[pid].template_];
  uint32_t location = known->process[pid].location;
  task_body_add(b, body, who == TASK_NONE ? FACT_FALSE : task_fact_at(b, &b->processes[who], location));
}

// The state is reached while the first `kept` processes stay alive.
static void add_target_keeping(task_builder *b, const state_view *known, uint32_t kept) {
  task_body body = {0};
  for (uint32_t i = 0; i < b->net->global_cells; i++)
    task_body_add(b, &body, b->net->vars.count ? cell_fact(b, &b->global_cells[i], known->globals[i]) : FACT_TRUE);
  for (uint32_t pid = 0; pid < kept; pid++)
    add_kept(b, known, pid, &body);
  for (uint32_t pid = kept; pid < b->cast; pid++)
    task_body_add(b, &body, task_fact_died(b, &b->processes[pid]));
  for (uint32_t pid = kept; pid < known->processes; pid++)
    add_started(b, known, pid, &body);
  for (uint32_t i = 1; i <= b->full->channel_count && i <= known->channels; i++)
    if (b->full->channels[i].owner == TASK_NONE || b->full->channels[i].owner < kept)
      add_channel(b, known, i, &body);
  task_rule_add(b, b->t->goal, 0, &body);
  task_body_free(b, &body);
}

static void add_target(task_builder *b, const state_view *known) {
  uint32_t kept = shared_processes(b, known);
  add_target_keeping(b, known, kept);
  for (; kept > 0 && b->started_as[known->process[kept - 1].template_] != TASK_NONE; kept--)
    add_target_keeping(b, known, kept - 1);
}

void task_add_goal(task_builder *b) {
  const question *asked = &b->setup->asked;
  if (asked->claim && asked->kind != QUESTION_STATE) {
    task_add_claim(b);
    return;
  }
  if (asked->kind != QUESTION_ERROR && asked->kind != QUESTION_REACH) {
    if (asked->kind != QUESTION_STATE || !b->known)
      task_rule_simple(b, b->t->goal, FACT_TRUE, FACT_TRUE); // not known, so it may hold at once
    else
      add_target(b, b->known);
    b->t->doubt = task_fact_new(b); // other faults do not count
    return;
  }
  if (question_seeks_deadlock(asked))
    task_rule_simple(b, b->t->goal, task_deadlock(b), FACT_TRUE);
  if (question_seeks_condition(asked) && asked->condition)
    add_condition(b, asked->condition, question_sought(asked));
  else if (question_seeks_condition(asked))
    task_rule_simple(b, b->t->goal, FACT_TRUE, FACT_TRUE);
}
