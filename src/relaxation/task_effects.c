// Effects of a step. What it reads must hold before the step, and the effect costs one step more. A statement may also
// read what an earlier one has written (task_changes.c): the rules of the earlier one give these facts, and the later
// one can use them at no further cost.
#include "relaxation/task_internal.h"

typedef struct { // a part of the effect, evaluated on each path
  task_taking *t;
  const expr *value, *target;
  const task_process *reader; // the process that evaluates the value
  const net_var *var;         // instead of target: a variable of the process `writer`
  const task_process *writer;
  const net_edge *send; // whose message is received
  uint32_t channel, field;
  const net_stmt *stmt;
} piece;

// The guard must hold on the path, as long as no variable that the path depends on has been written.
static bool is_possible(task_path *x, const task_taking *t) {
  if (t->is_all_written)
    return true;
  for (uint32_t i = 0; i < x->vars.count; i++) {
    const task_var *v = &x->b->t->vars.at[x->vars.at[i]];
    if (v->kind != TASK_CELL)
      return true;
    for (uint32_t k = 0; k < t->written.count; k++)
      if (t->written.at[k] == v->var->index)
        return true;
  }
  return !task_contradicts(x, t->who, t->edge->guard);
}

void task_taken(const task_taking *t, task_body *body) {
  task_body_add(t->b, body, t->step);
  for (uint32_t i = 0; t->also && i < t->also->facts.count; i++)
    task_body_add(t->b, body, t->also->facts.at[i]);
  if (t->is_inside_late)
    task_body_add_late(t->b, body, t->inside);
  else
    task_body_add(t->b, body, t->inside);
}

void task_give(const task_taking *t, uint32_t head, const task_body *body) {
  task_rule_add(t->b, head, task_cost_of(t->b, t->step), body);
}

static void give(task_path *x, const task_taking *t, uint32_t head) {
  task_body body = {0};
  task_taken(t, &body);
  for (uint32_t i = 0; i < x->path.count; i++)
    if (task_has_changed(t, x->path.at[i]))
      task_body_add_late(x->b, &body, x->path.at[i]);
    else
      task_body_add_read(x->b, &body, x->path.at[i], task_refined(t, x->path.at[i]));
  task_give(t, head, &body);
  task_body_free(x->b, &body);
}

// Ends a path: adds the rule for its head (TASK_NONE = none), and one for a fault if there may be one.
static void conclude(task_path *x, const task_taking *t, uint32_t head) {
  if (x->is_counting || !is_possible(x, t))
    return;
  if (x->may_fault || x->must_fault)
    give(x, t, x->b->wrong);
  if (!x->must_fault && head != TASK_NONE)
    give(x, t, head);
}

// Branches over the values of the set that are in the range; false if there is none.
static bool choose(task_path *x, const values *set, interval *r) {
  uint32_t first = 0, count = 0;
  if (interval_is_one(*r))
    return values_hold(set, r->low);
  for (uint32_t i = 0; i < set->count; i++) {
    first += set->at[i] < r->low;
    count += interval_holds(*r, set->at[i]);
  }
  if (count == 0)
    return false;
  r->low = r->high = set->at[first + task_split(x, count)];
  return true;
}

static void store_in_cell(task_path *x, const task_taking *t, const net_var *v, const task_cell *c, interval r) {
  const values *all = &x->b->ranges->vars[v->index];
  if (!x->must_fault)
    r = task_store(x, r, v->type);
  if (x->must_fault || c->is_fixed || c->var == TASK_NONE || !choose(x, all, &r)) {
    conclude(x, t, TASK_NONE);
    return;
  }
  const task_var *var = &x->b->t->vars.at[c->var];
  for (uint32_t i = 0; i < var->count; i++)
    if (var->values[i] == r.low)
      conclude(x, t, var->first + i);
}

static void store(task_path *x, const task_taking *t, const task_process *who, const expr *target, interval r) {
  uint32_t cell = x->must_fault ? TASK_NONE : task_cell_of(x, who, target);
  if (cell == TASK_NONE)
    conclude(x, t, TASK_NONE);
  else
    store_in_cell(x, t, target->var, task_cell_at(x->b, who, target->var, cell), r);
}

static void note_written(task_taking *t, const net_var *v) { vec_push(t->b->m, &t->written, v->index); }

// Statements.

static void assign(task_path *x, void *context) {
  piece *p = context;
  interval r = task_eval(x, p->reader, p->value);
  if (p->var)
    store_in_cell(x, p->t, p->var, task_cell_at(x->b, p->writer, p->var, p->field), r);
  else
    store(x, p->t, p->t->who, p->target, r);
}

static void set_clock(task_path *x, void *context) {
  piece *p = context;
  task_set_clock(x, p->t->who, p->stmt);
  conclude(x, p->t, TASK_NONE);
}

static void evaluate(task_path *x, void *context) {
  piece *p = context;
  task_eval(x, p->t->who, p->value);
  conclude(x, p->t, TASK_NONE);
}

static void check(task_path *x, void *context) {
  piece *p = context;
  bool may_fail = interval_holds(task_eval(x, p->t->who, p->value), 0) && (x->b->setup->asked.errors & ERROR_ASSERTION);
  may_fail &= x->b->wrong != FACT_FALSE;
  conclude(x, p->t, may_fail ? x->b->t->goal : TASK_NONE);
}

static void number(task_path *x, void *context) {
  piece *p = context;
  store(x, p->t, p->t->who, p->target, (interval){0, NET_MAX_PROCESSES - 1});
}

static void set_cell(task_taking *t, const task_process *writer, const net_var *v, uint32_t cell, const expr *value,
                     const task_process *reader) {
  static const expr zero = {.op = EXPR_CONST};
  piece p = {.t = t, .value = value ? value : &zero, .reader = reader, .var = v, .writer = writer, .field = cell};
  task_explore(t->b, assign, &p);
}

static void start(task_taking *t, const net_stmt *s) {
  task_builder *b = t->b;
  if (b->started_as[s->template_] == TASK_NONE) // by the ranges the edge is never taken
    return;
  const task_process *born = &b->processes[b->started_as[s->template_]];
  const net_template *template_ = born->template_;
  task_path plain = {.b = b};
  t->are_processes_changed = true;
  for (uint32_t i = 0; i < template_->vars.count; i++)
    note_written(t, b->net->vars.at[template_->vars.at[i]]);
  give(&plain, t, task_fact_at(b, born, template_->flow.initial));
  task_assume(&plain, b->too_many);
  give(&plain, t, b->wrong);
  vec_free(b->m, &plain.path);
  for (uint32_t i = 0; i < template_->vars.count; i++) {
    const net_var *v = b->net->vars.at[template_->vars.at[i]];
    for (uint32_t c = 0; c < v->cells && v->channel < 0; c++)
      if (v->is_parameter)
        set_cell(t, born, v, c, i < s->args.count ? s->args.at[i] : NULL, t->who);
      else
        set_cell(t, born, v, c, v->init.count == 0 ? NULL : v->init.at[v->init.count == 1 ? 0 : c], born);
  }
  piece p = {.t = t, .target = s->target};
  if (s->target) {
    task_explore(b, number, &p);
    note_written(t, s->target->var);
  }
}

static void take_statement(task_taking *t, const net_stmt *s) {
  piece p = {.t = t, .value = s->value, .target = s->target, .reader = t->who, .stmt = s};
  task_path plain = {.b = t->b};
  switch (s->kind) {
  case STMT_ASSIGN:
    task_explore(t->b, assign, &p);
    note_written(t, s->target->var);
    break;
  case STMT_ASSERT:
    task_explore(t->b, check, &p);
    break;
  case STMT_PRINT:
  case STMT_SET_PRIORITY:
    for (uint32_t i = 0; i < s->args.count; i++) {
      p.value = s->args.at[i];
      task_explore(t->b, evaluate, &p);
    }
    break;
  case STMT_RUN:
    start(t, s);
    break;
  case STMT_END:
    give(&plain, t, task_fact_died(t->b, t->who));
    t->are_processes_changed = true;
    break;
  case STMT_SET_CLOCK: // clocks are ignored
    task_explore(t->b, set_clock, &p);
    break;
  case STMT_BLOCK:
    if (t->b->detail == DETAIL_COARSE)
      task_take_anything(t, &t->b->net->blocks.at[s->block]);
    else
      task_take_block(t, s->block);
    break;
  }
}

void task_take_effect(task_taking *t) {
  for (const net_stmt *s = t->edge->effect; s; s = s->next)
    take_statement(t, s);
}

static void arrive_with(task_path *x, void *context) {
  piece *p = context;
  const task_product *to = &x->b->t->products.at[p->field];
  uint32_t fact = task_tell(x, to->var);
  conclude(x, p->t, to->first + (fact - x->b->t->vars.at[to->var].first));
}

void task_take_products(task_taking *t) {
  const task *of = t->b->t;
  uint32_t at = task_fact_at(t->b, t->who, t->edge->to);
  for (uint32_t i = 0; i < of->products.count; i++)
    if (of->products.at[i].at == at) {
      piece p = {.t = t, .field = i};
      task_explore(t->b, arrive_with, &p);
    }
}

void task_taking_free(task_taking *t) { vec_free(t->b->m, &t->written); }

// Messages.

static void send_message(task_path *x, void *context) {
  piece *p = context;
  task_builder *b = x->b;
  const net_sync *s = &p->t->edge->sync;
  const task_channel *c = p->channel == CHANNEL_ELSEWHERE ? NULL : &b->full->channels[p->channel];
  int32_t *tuple = mem_alloc(b->m, sizeof *tuple * (s->fields.count + 1));
  const range_messages *messages = c ? &b->ranges->messages[c->type] : NULL;
  bool is_there = c && c->has_messages;
  for (uint32_t i = 0; i < s->fields.count && !x->must_fault; i++) {
    interval r = task_eval(x, p->t->who, s->fields.at[i]);
    if (!is_there || x->must_fault || (i > 0 && messages->are_unknown))
      continue;
    r = interval_cut(r, b->net->channels.at[c->type].fields.at[i]);
    is_there = choose(x, &messages->field[i], &r);
    tuple[i] = r.low;
  }
  uint32_t which = is_there && !messages->are_unknown ? ranges_find_message(messages, tuple) : 0;
  for (uint32_t i = 0; is_there && messages->are_unknown && i < messages->field[0].count; i++)
    which = messages->field[0].at[i] == tuple[0] ? i : which;
  is_there = is_there && !x->must_fault && which < c->count;
  mem_free(b->m, tuple);
  conclude(x, p->t, is_there ? b->t->vars.at[c->messages + which].first : TASK_NONE);
}

static void receive_field(task_path *x, void *context) {
  piece *p = context;
  const net_sync *s = &p->t->edge->sync;
  interval *fields = task_fields(x, p->channel, s->patterns.count);
  bool is_there = true;
  if (p->channel != CHANNEL_ELSEWHERE)
    is_there = task_some_message(x, p->channel, fields) &&
               task_match(x, p->t->who, s->patterns.at, s->patterns.count, fields) != MATCH_NO;
  if (is_there)
    store(x, p->t, p->t->who, s->patterns.at[p->field].value, fields[p->field]);
  mem_free(x->b->m, fields);
}

static void hand_over(task_path *x, void *context) {
  piece *p = context;
  interval r = task_eval(x, p->reader, p->send->sync.fields.at[p->field]);
  if (p->reader == p->t->who) // two different processes, both represented by TASK_ANYBODY
    task_forget(x);
  if (p->channel == CHANNEL_ELSEWHERE)
    r = interval_all;
  else
    r = interval_cut(r, task_channel_type(x->b, p->channel)->fields.at[p->field]);
  store(x, p->t, p->t->who, p->t->edge->sync.patterns.at[p->field].value, r);
}

static void bind(task_taking *t, piece p, task_path_work work) {
  const net_sync *s = &t->edge->sync;
  for (p.field = 0; p.field < s->patterns.count; p.field++)
    if (s->patterns.at[p.field].kind == PATTERN_BIND) {
      task_explore(t->b, work, &p);
      note_written(t, s->patterns.at[p.field].value->var);
    }
}

static void change_length(task_taking *t, uint32_t channel, bool is_up) {
  const task_channel *c = &t->b->full->channels[channel];
  task_path x = {.b = t->b};
  for (uint32_t i = 0; c->length != TASK_NONE && i < c->capacity; i++) {
    uint32_t less = t->b->t->vars.at[c->length].first + i;
    x.path.count = 0;
    task_assume(&x, is_up ? less : less + 1);
    give(&x, t, is_up ? less + 1 : less);
  }
  vec_free(t->b->m, &x.path);
}

void task_take_sync(task_taking *t, uint32_t channel) {
  const net_sync *s = &t->edge->sync;
  piece p = {.t = t, .channel = channel};
  if (s->kind == SYNC_NONE)
    return;
  if (channel != CHANNEL_ELSEWHERE && !s->peek)
    change_length(t, channel, s->kind == SYNC_SEND);
  if (s->kind == SYNC_SEND)
    task_explore(t->b, send_message, &p);
  else
    bind(t, p, receive_field);
  t->are_channels_changed = true;
}

void task_take_message(task_taking *t, const task_process *sender, const net_edge *send, uint32_t channel) {
  piece p = {.t = t, .send = send, .reader = sender, .channel = channel};
  bind(t, p, hand_over);
}
