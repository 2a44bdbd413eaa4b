// Steps by labels. If the pairs of a call and an answer are few, each pair is a step of its own. A broadcast is a step
// of its caller, in which every process that can answer may do so. If the pairs are many, a step of the caller requires
// an answer of any process, and an answer is a step of cost 0 that requires a call of any process.
#include "relaxation/task_internal.h"

enum { MOST_PAIRS = 1024, NONE = UINT32_MAX }; // of one label

typedef struct { // an edge that calls or answers, by a label
  const task_end *end;
  task_body ready; // its location, guard and label
  uint32_t next;   // with the same label; NONE = it is the last
} party;

typedef struct {
  party *at;
  uint32_t *first; // by label
  uint32_t *count;
} side;

typedef struct {
  task_builder *b;
  uint32_t label;
  const side *callers, *answerers;
} meeting;

// The labels that an edge may use, each with the fact that it uses this one.

typedef struct {
  const task_process *who;
  const net_edge *edge;
  task_ways *ways; // by label, from the first of the row on
} search_labels;

static void note_label(task_path *x, void *context) {
  search_labels *s = context;
  uint32_t label = task_pick(x, s->who, &s->edge->sync.label);
  if (!x->is_counting && label != TASK_NONE && !task_contradicts(x, s->who, s->edge->guard))
    task_ways_add(x->b, &s->ways[label - s->edge->sync.label.first], x->path.at, x->path.count);
}

void task_find_labels(task_builder *b, const task_process *who, const net_edge *e, task_ends *out) {
  const net_pick *row = &e->sync.label;
  search_labels s = {.who = who, .edge = e, .ways = mem_alloc(b->m, sizeof *s.ways * (row->count + 1))};
  task_explore(b, note_label, &s);
  for (uint32_t i = 0; i < row->count; i++) {
    task_end end = {.who = who, .edge = e, .channel = row->first + i, .condition = task_ways_fact(b, &s.ways[i])};
    if (end.condition != FACT_FALSE)
      vec_push(b->m, out, end);
  }
  mem_free(b->m, s.ways);
}

static void open_side(task_builder *b, side *s, const task_ends *ends) {
  uint32_t labels = b->net->labels.count;
  s->at = mem_alloc(b->m, sizeof *s->at * (ends->count + 1));
  s->first = mem_alloc(b->m, sizeof *s->first * (labels + 1));
  s->count = mem_alloc(b->m, sizeof *s->count * (labels + 1));
  for (uint32_t i = 0; i < labels; i++)
    s->first[i] = NONE;
  for (uint32_t i = ends->count; i-- > 0;) {
    const task_end *end = &ends->at[i];
    party *p = &s->at[i];
    *p = (party){.end = end, .next = s->first[end->channel]};
    task_body_add(b, &p->ready, task_fact_at(b, end->who, end->edge->from));
    task_guard(b, end->who, end->edge->guard, &p->ready);
    task_body_add(b, &p->ready, end->condition);
    s->first[end->channel] = i;
    s->count[end->channel]++;
  }
}

static void close_side(task_builder *b, side *s, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    task_body_free(b, &s->at[i].ready);
  mem_free(b->m, s->at);
  mem_free(b->m, s->first);
  mem_free(b->m, s->count);
}

static const party *next_of(const side *s, const party *p) { return p->next == NONE ? NULL : &s->at[p->next]; }
static const party *first_of(const side *s, uint32_t label) {
  return s->first[label] == NONE ? NULL : &s->at[s->first[label]];
}

static void copy_body(task_builder *b, task_body *to, const task_body *from) {
  to->is_impossible |= from->is_impossible;
  for (uint32_t i = 0; i < from->facts.count; i++)
    task_body_add(b, to, from->facts.at[i]);
}

static net_action action_of(const party *caller, uint32_t partner_edge, uint32_t partner) {
  net_action a = {.edge = caller->end->edge->id, .pid = (uint16_t)caller->end->who->pid};
  a.partner_edge = partner_edge;
  a.partner = (uint16_t)partner;
  return a;
}

// The guard says nothing about variables that an edge before this one in the same step has written.
static void take(task_builder *b, const party *p, uint32_t step, const task_body *also, task_taking *after) {
  task_taking t = {.b = b, .who = p->end->who, .edge = p->end->edge, .from = p->end->edge->from, .step = step};
  t.inside = FACT_TRUE;
  t.also = also;
  if (after) {
    t.is_all_written = after->is_all_written;
    t.inside = also ? FACT_TRUE : after->inside;
    t.is_inside_late = after->is_inside_late;
    t.are_channels_changed = t.are_processes_changed = after->edge != NULL;
    for (uint32_t i = 0; i < after->written.count; i++)
      vec_push(b->m, &t.written, after->written.at[i]);
  }
  task_take_effect(&t);
  task_arrive(&t);
  if (after)
    task_taking_free(after);
  if (after)
    *after = t;
  else
    task_taking_free(&t);
}

static void take_pair(task_builder *b, const party *caller, const party *answerer) {
  task_body body = {0};
  task_taking written = {.b = b, .inside = FACT_TRUE};
  copy_body(b, &body, &caller->ready);
  copy_body(b, &body, &answerer->ready);
  net_action action = action_of(caller, answerer->end->edge->id, answerer->end->who->pid);
  uint32_t step = task_step_new(b, action, &body);
  task_body_free(b, &body);
  if (step == FACT_FALSE)
    return;
  take(b, caller, step, NULL, &written);
  take(b, answerer, step, NULL, &written);
  task_taking_free(&written);
}

// The fact that the process can answer; NONE: that some process can.
static uint32_t can_answer(const meeting *m, uint32_t pid) {
  task_ways w = {0};
  for (const party *p = first_of(m->answerers, m->label); p; p = next_of(m->answerers, p))
    if ((pid == NONE || p->end->who->pid == pid) && !p->ready.is_impossible)
      task_ways_add(m->b, &w, p->ready.facts.at, p->ready.facts.count);
  return task_ways_fact(m->b, &w);
}

static void add_answers_asked_for(const meeting *m, const party *caller, task_body *body) {
  const net_label *l = &m->b->net->labels.at[m->label];
  if (!l->is_broadcast)
    task_body_add(m->b, body, can_answer(m, NONE));
  for (uint32_t i = 0; l->is_broadcast && i < l->required.count; i++)
    if (l->required.at[i] != caller->end->who->pid)
      task_body_add(m->b, body, can_answer(m, l->required.at[i]));
}

static uint32_t call_many(const meeting *m, const party *caller) {
  task_body body = {0};
  copy_body(m->b, &body, &caller->ready);
  add_answers_asked_for(m, caller, &body);
  uint32_t step = task_step_new(m->b, action_of(caller, TASK_SOMEHOW, NET_BROADCAST), &body);
  task_body_free(m->b, &body);
  if (risk_of_broadcast(m->b->net, m->label))
    task_effect_simple(m->b, m->b->wrong, step);
  return step;
}

// Every process that can answer may do so, by one of several edges. Their order is ignored, so all variables written by
// edges before count as changed.
static void take_broadcast(const meeting *m, const party *caller) {
  task_builder *b = m->b;
  task_taking written = {.b = b, .inside = FACT_TRUE};
  uint32_t step = call_many(m, caller);
  if (step == FACT_FALSE)
    return;
  take(b, caller, step, NULL, &written);
  for (const party *p = first_of(m->answerers, m->label); p && !b->is_too_large; p = next_of(m->answerers, p))
    if (p->end->who != caller->end->who && !p->ready.is_impossible)
      take(b, p, step, &p->ready, &written);
  task_taking_free(&written);
}

static void take_halves(const meeting *m) {
  task_builder *b = m->b;
  uint32_t is_called = task_fact_new(b);
  for (const party *c = first_of(m->callers, m->label); c && !b->is_too_large; c = next_of(m->callers, c)) {
    uint32_t step = call_many(m, c);
    if (step == FACT_FALSE)
      continue;
    task_rule_simple(b, is_called, step, FACT_TRUE);
    take(b, c, step, NULL, NULL);
  }
  for (const party *p = first_of(m->answerers, m->label); p && !b->is_too_large; p = next_of(m->answerers, p)) {
    task_body body = {0};
    task_taking written = {.b = b, .inside = FACT_TRUE, .is_all_written = true};
    copy_body(b, &body, &p->ready);
    task_body_add(b, &body, is_called);
    uint32_t step = task_answer_new(b, action_of(p, TASK_SOMEHOW, NET_BROADCAST), &body);
    task_body_free(b, &body);
    if (step != FACT_FALSE)
      take(b, p, step, NULL, &written);
    task_taking_free(&written);
  }
}

static void add_label(const meeting *m) {
  task_builder *b = m->b;
  uint64_t pairs = (uint64_t)m->callers->count[m->label] * m->answerers->count[m->label];
  if (pairs > MOST_PAIRS || (pairs > 0 && b->detail < DETAIL_PAIRS)) {
    take_halves(m);
    return;
  }
  for (const party *c = first_of(m->callers, m->label); c && !b->is_too_large; c = next_of(m->callers, c)) {
    if (b->net->labels.at[m->label].is_broadcast)
      take_broadcast(m, c);
    else
      for (const party *p = first_of(m->answerers, m->label); p; p = next_of(m->answerers, p))
        if (p->end->who != c->end->who)
          take_pair(b, c, p);
  }
}

void task_add_label_steps(task_builder *b, const task_ends *callers, const task_ends *answerers) {
  side call = {0}, answer = {0};
  open_side(b, &call, callers);
  open_side(b, &answer, answerers);
  meeting m = {.b = b, .callers = &call, .answerers = &answer};
  for (m.label = 0; m.label < b->net->labels.count && !b->is_too_large; m.label++)
    add_label(&m);
  close_side(b, &call, callers->count);
  close_side(b, &answer, answerers->count);
}
