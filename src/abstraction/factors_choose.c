// Which factors there are: the locations of processes, cells with few values, lengths of channels.
#include "abstraction/factors_internal.h"

#include <assert.h>
#include <stdlib.h>

enum {
  MOST_FACTORS = 400,
  MOST_CLASSES = 64,
  MOST_VALUES_OF_VARIABLE = 4096, // of all cells of an array together
};

static uint32_t add_factor(factors_maker *k, factor_automaton f) {
  k->is_too_large |= k->f->all.count == MOST_FACTORS || f.count > UINT16_MAX;
  vec_push(k->m, &k->f->all, f);
  return k->f->all.count - 1;
}

// Processes that can die have one more value. In a timed network none does.
static void add_process(factors_maker *k, uint32_t pid, uint32_t template_) {
  factor_process *p = &k->processes[k->count++];
  p->pid = pid;
  p->template_ = k->net->templates.at[template_];
  p->location = FACTOR_NONE;
  uint32_t count = p->template_->flow.locations.count + (k->net->is_timed ? 0 : 1);
  if (pid != FACTOR_ANYBODY && count > 1)
    p->location =
        add_factor(k, (factor_automaton){.kind = FACTOR_LOCATION, .count = count, .pid = pid, .is_of_process = true});
}

static void choose_processes(factors_maker *k) {
  const network *net = k->net;
  const state_view *state = k->setup->state;
  k->may_start = net->starts_processes;
  k->cast = k->may_start ? state->processes : net->processes.count;
  k->processes = ARENA_ARRAY(k->scratch, factor_process, k->cast + net->templates.count + 1);
  for (uint32_t pid = 0; pid < k->cast; pid++) {
    uint32_t template_ = k->may_start ? state->process[pid].template_ : (uint32_t)net->processes.at[pid].template_;
    vec_push(k->m, &k->f->cast, template_);
    add_process(k, pid, template_);
  }
  for (uint32_t i = 0; i < net->templates.count; i++)
    if (k->ranges->is_started[i])
      add_process(k, FACTOR_ANYBODY, i);
}

// Classes of values.

typedef struct {
  const net_var *var;
  const ranges *ranges;
  int64_t at[MOST_CLASSES]; // where classes begin, in no order
  uint32_t count;
  bool is_full;
} cuts;

static void cut_at(cuts *c, int64_t at) {
  for (uint32_t i = 0; i < c->count; i++)
    if (c->at[i] == at)
      return;
  c->is_full |= c->count == MOST_CLASSES;
  if (!c->is_full)
    c->at[c->count++] = at;
}

static bool is_the_var(const cuts *c, const expr *e) {
  return e && (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && e->var == c->var;
}

static void cut_by(const expr *e, void *context) {
  cuts *c = context;
  if (e->op < EXPR_LT || e->op > EXPR_NE)
    return;
  bool is_left = is_the_var(c, e->a);
  if (!is_left && !is_the_var(c, e->b))
    return;
  interval other = ranges_hull(c->ranges, is_left ? e->b : e->a);
  if (!interval_is_one(other))
    return;
  bool is_below = is_left ? e->op == EXPR_LT || e->op == EXPR_GE : e->op == EXPR_GT || e->op == EXPR_LE;
  if (is_below || e->op >= EXPR_EQ)
    cut_at(c, other.low);
  if (!is_below || e->op >= EXPR_EQ)
    cut_at(c, (int64_t)other.low + 1);
}

static int compare_cuts(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

// Comparisons with constants, and constants assigned, tell values apart.
static void find_cuts(factors_maker *k, cuts *c) {
  for (uint32_t i = 0; i < k->net->edges.count; i++) {
    net_walk_edge(k->net->edges.at[i], cut_by, c);
    for (const net_stmt *s = k->net->edges.at[i]->effect; s; s = s->next)
      if (s->kind == STMT_ASSIGN && is_the_var(c, s->target)) {
        interval r = ranges_hull(k->ranges, s->value);
        if (interval_is_one(r)) {
          cut_at(c, r.low);
          cut_at(c, (int64_t)r.low + 1);
        }
      }
  }
  for (uint32_t i = 0; i < k->net->templates.count; i++)
    expr_walk(k->net->templates.at[i]->provided, cut_by, c);
  expr_walk(k->setup->asked.condition, cut_by, c);
}

static const interval *classes_by_cuts(factors_maker *k, const net_var *v, interval all, uint32_t *count) {
  cuts c = {.var = v, .ranges = k->ranges};
  find_cuts(k, &c);
  qsort(c.at, c.count, sizeof *c.at, compare_cuts);
  interval *classes = mem_alloc(k->m, (c.count + 1) * sizeof *classes);
  int64_t low = all.low;
  *count = 0;
  for (uint32_t i = 0; i < c.count; i++)
    if (c.at[i] > low && c.at[i] <= all.high) {
      classes[(*count)++] = (interval){(int32_t)low, (int32_t)(c.at[i] - 1)};
      low = c.at[i];
    }
  classes[(*count)++] = (interval){(int32_t)low, all.high};
  return classes;
}

static const interval *classes_of(factors_maker *k, const net_var *v, uint32_t *count) {
  const values *set = &k->ranges->vars[v->index];
  if (set->is_interval || k->setup->by_predicates)
    return classes_by_cuts(k, v, values_hull(set), count);
  interval *classes = mem_alloc(k->m, (set->count + 1) * sizeof *classes);
  for (uint32_t i = 0; i < set->count; i++)
    classes[i] = interval_one(set->at[i]);
  *count = set->count;
  return classes;
}

// Cells.

// A cell that is never written has the value that it has in the state; those of processes that were started may have
// others in other states.
static bool is_fixed(factors_maker *k, const net_var *v, uint32_t pid, uint32_t cell, interval *out) {
  const state_view *state = k->setup->state;
  bool is_global = v->template_ == NET_NONE;
  if (k->is_written[v->index] || v->is_scratch || v->is_ghost || k->is_unread[v->index])
    return false;
  if (!is_global && (pid == FACTOR_ANYBODY || pid >= state->processes))
    return false;
  int32_t value = view_cell(state, v, pid, cell);
  if (!is_global && k->may_start)
    vec_push(k->m, &k->f->constants, ((factor_constant){pid, v->first_cell + cell, value}));
  *out = interval_one(value);
  return true;
}

static void choose_cells(factors_maker *k, const net_var *v, uint32_t pid, factor_cell *cells) {
  interval all = values_hull(&k->ranges->vars[v->index]);
  uint32_t count = 0;
  const interval *classes = NULL;
  if (interval_is_empty(all))
    all = interval_of_type(v->type);
  bool is_shown = !v->is_scratch && !v->is_ghost && !k->is_unread[v->index] && pid != FACTOR_ANYBODY;
  if (is_shown && k->is_written[v->index] && !values_are_none(&k->ranges->vars[v->index]))
    classes = classes_of(k, v, &count);
  for (uint32_t i = 0; i < v->cells; i++) {
    factor_cell *c = &cells[i];
    *c = (factor_cell){.base = all, .factor = FACTOR_NONE};
    if (is_fixed(k, v, pid, i, &c->base) || count < 2 || v->cells * count > MOST_VALUES_OF_VARIABLE)
      continue;
    factor_automaton f = {.kind = FACTOR_CELL, .count = count, .classes = classes, .var = v, .cell = i};
    f.is_of_process = v->template_ != NET_NONE;
    f.pid = f.is_of_process ? pid : 0;
    c->factor = add_factor(k, f);
  }
}

static void number_channels(factors_maker *k, const net_var *v) {
  for (uint32_t i = 0; i < v->cells && v->channel >= 0 && k->channel_count < NET_MAX_CHANNELS; i++)
    k->channels[++k->channel_count].type = v->channel;
}

// If processes are started, channels of those that have died may be replaced by others with the same number.
static void choose_channels(factors_maker *k) {
  const network *net = k->net;
  for (uint32_t i = 0; i < net->globals.count; i++)
    number_channels(k, net->vars.at[net->globals.at[i]]);
  for (uint32_t p = 0; p < k->cast; p++) {
    k->processes[p].first_channel = k->channel_count + 1;
    for (uint32_t i = 0; i < k->processes[p].template_->vars.count && !k->may_start; i++)
      number_channels(k, net->vars.at[k->processes[p].template_->vars.at[i]]);
  }
  for (uint32_t i = 1; i <= k->channel_count; i++) {
    uint32_t capacity = net->channels.at[k->channels[i].type].capacity, cell = k->cell_count++;
    k->channels[i].cell = cell;
    k->cells[cell] = (factor_cell){.base = {0, (int32_t)capacity}, .factor = FACTOR_NONE};
    if (capacity > 0 && capacity < MOST_CLASSES)
      k->cells[cell].factor =
          add_factor(k, (factor_automaton){.kind = FACTOR_LENGTH, .count = capacity + 1, .channel = i});
  }
}

static void index_factors(factors_maker *k) {
  uint32_t count = k->f->all.count, sum = 0;
  k->first_value = ARENA_ARRAY(k->scratch, uint32_t, count + 1);
  k->cell_of = ARENA_ARRAY(k->scratch, uint32_t, count + 1);
  k->moved_to = ARENA_ARRAY(k->scratch, int32_t, count + 1);
  k->is_narrowed = ARENA_ARRAY(k->scratch, bool, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    k->first_value[i] = sum;
    k->moved_to[i] = NET_NONE;
    sum += k->f->all.at[i].count;
  }
  for (uint32_t i = 0; i < k->cell_count; i++)
    if (k->cells[i].factor != FACTOR_NONE)
      k->cell_of[k->cells[i].factor] = i;
  k->allowed = ARENA_ARRAY(k->scratch, bool, sum + 1);
  for (uint32_t i = 0; i < sum; i++)
    k->allowed[i] = true;
  k->now = ARENA_ARRAY(k->scratch, interval, k->cell_count + 1);
  k->is_told = ARENA_ARRAY(k->scratch, uint8_t, k->cell_count + 1);
  k->written = ARENA_ARRAY(k->scratch, bool, k->cell_count + 1);
  k->is_called = ARENA_ARRAY(k->scratch, bool, k->net->functions.count + 1);
}

void factors_choose(factors_maker *k) {
  const network *net = k->net;
  choose_processes(k);
  k->cell_count = net->global_cells;
  for (uint32_t i = 0; i < k->count; i++) {
    k->processes[i].first_cell = k->cell_count;
    k->cell_count += k->processes[i].template_->cells;
  }
  k->cells = ARENA_ARRAY(k->scratch, factor_cell, k->cell_count + NET_MAX_CHANNELS + 1);
  for (uint32_t i = 0; i < net->globals.count; i++) {
    const net_var *v = net->vars.at[net->globals.at[i]];
    choose_cells(k, v, 0, &k->cells[v->first_cell]);
  }
  for (uint32_t i = 0; i < k->count; i++)
    for (uint32_t n = 0; n < k->processes[i].template_->vars.count; n++) {
      const net_var *v = net->vars.at[k->processes[i].template_->vars.at[n]];
      choose_cells(k, v, k->processes[i].pid, &k->cells[k->processes[i].first_cell + v->first_cell]);
    }
  choose_channels(k);
  if (k->setup->most_conditions)
    factors_choose_conditions(k);
  index_factors(k);
}
