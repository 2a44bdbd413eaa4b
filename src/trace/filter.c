#include "trace/filter.h"

typedef struct filter {
  mem *m;
  const network *n;
  // What the steps that stay, and the error, look at or change:
  bool *vars;                    // globals
  bool *channels;                // by type
  bool moves[NET_MAX_PROCESSES]; // processes that take such a step
  bool looks_at_processes;       // at where they stand, or at their variables
  bool keeps;                    // asking whether a step may go: it may not
  bool is_asking;                // else: noting what a step touches
} filter;

static void touch(filter *f, bool *mark) {
  if (f->is_asking)
    f->keeps |= *mark;
  else
    *mark = true;
}

static void look(const expr *e, void *context) {
  filter *f = context;
  switch ((expr_op)e->op) {
  case EXPR_VAR:
    if (e->var->template_ == NET_NONE)
      touch(f, &f->vars[e->var->index]);
    break;
  case EXPR_REMOTE_VAR:
  case EXPR_AT:
  case EXPR_PC:
  case EXPR_ENABLED:
  case EXPR_PRIORITY:
  case EXPR_PROCESSES:
  case EXPR_LAST:
  case EXPR_TIMEOUT:
  case EXPR_NO_PROGRESS:
    if (!f->is_asking)
      f->looks_at_processes = true;
    break;
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_EMPTY:
  case EXPR_NOT_FULL:
  case EXPR_NOT_EMPTY:
  case EXPR_POLL:
    for (uint32_t i = 0; i < f->n->channels.count; i++)
      touch(f, &f->channels[i]);
    break;
  default:
    break;
  }
}

// A channel that is given by a variable which never changes is of that variable's type; else it may be any.
static void look_at_channel(filter *f, const expr *channel) {
  if (!channel)
    return;
  bool is_known = channel->op == EXPR_VAR && channel->var->channel >= 0;
  for (uint32_t i = 0; i < f->n->channels.count; i++)
    if (!is_known || channel->var->channel == (int32_t)i)
      touch(f, &f->channels[i]);
}

static void look_at_edge(filter *f, uint32_t id);

static void look_at_effect(filter *f, const net_stmt *s) {
  for (; s; s = s->next) {
    if (s->kind == STMT_RUN || s->kind == STMT_END || s->kind == STMT_SET_PRIORITY) // others have their numbers by it
      f->keeps = true;
    if (s->kind != STMT_BLOCK)
      continue;
    const net_flow *flow = &f->n->blocks.at[s->block];
    for (uint32_t i = 0; i < flow->locations.count; i++)
      for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++)
        look_at_edge(f, flow->locations.at[i].edges.at[k]);
  }
}

static void look_at_edge(filter *f, uint32_t id) {
  const net_edge *e = f->n->edges.at[id];
  net_walk_edge(e, look, f);
  look_at_channel(f, e->sync.channel);
  look_at_effect(f, e->effect);
}

static void look_at_step(filter *f, const net_action *a) {
  touch(f, &f->moves[a->pid]);
  look_at_edge(f, a->edge);
  if (a->partner_edge != NET_ALONE) {
    touch(f, &f->moves[a->partner]);
    look_at_edge(f, a->partner_edge);
  }
}

// Steps of one atomic sequence go together: the first of those that end before `end`.
static uint32_t first_of_unit(const filter *f, const answer *t, uint32_t end) {
  uint32_t first = end - 1;
  while (first > 0) {
    const net_action *a = &t->steps.at[first - 1];
    uint32_t last_edge = a->partner_edge == NET_ALONE ? a->edge : a->partner_edge;
    if (!f->n->edges.at[last_edge]->keeps_control)
      break;
    first--;
  }
  return first;
}

static bool may_go(filter *f, const answer *t, uint32_t first, uint32_t end) {
  f->is_asking = true;
  f->keeps = f->looks_at_processes;
  for (uint32_t i = first; i < end && !f->keeps; i++)
    look_at_step(f, &t->steps.at[i]);
  f->is_asking = false;
  return !f->keeps;
}

static uint32_t mark_irrelevant(filter *f, const answer *t, bool *is_gone) {
  uint32_t gone = 0, end = t->steps.count;
  while (end > 0) {
    uint32_t first = first_of_unit(f, t, end);
    bool goes = end < t->steps.count && may_go(f, t, first, end);
    for (uint32_t i = first; i < end; i++) {
      is_gone[i] = goes;
      gone += goes;
      if (!goes)
        look_at_step(f, &t->steps.at[i]);
    }
    end = first;
  }
  return gone;
}

static void keep_the_rest(answer *t, const bool *is_gone) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->steps.count; i++)
    if (!is_gone[i])
      t->steps.at[kept++] = t->steps.at[i];
  t->steps.count = kept;
}

uint32_t trace_filter(mem *m, const network *n, answer *t) {
  if (n->is_timed || t->loop_length || t->end.fault == FAULT_DEADLOCK ||
      t->end.kind == OUTCOME_OPEN) // the whole state is the error
    return 0;
  filter f = {.m = m, .n = n};
  f.vars = mem_alloc(m, n->vars.count + 1);
  f.channels = mem_alloc(m, n->channels.count + 1);
  if (t->end.kind == OUTCOME_REACHED || t->end.fault == FAULT_INVARIANT)
    expr_walk(t->condition, look, &f);
  bool *is_gone = mem_alloc(m, t->steps.count + 1);
  uint32_t gone = mark_irrelevant(&f, t, is_gone);
  keep_the_rest(t, is_gone);
  mem_free(m, is_gone);
  mem_free(m, f.vars);
  mem_free(m, f.channels);
  return gone;
}
