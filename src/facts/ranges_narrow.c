// Ranges narrowed by guards, as long as the variables have not been written since.
#include "facts/ranges_internal.h"

typedef struct {
  const net_var *var;
  bool is_there;
} mention;

static void note_mention(const expr *e, void *context) {
  mention *m = context;
  m->is_there |= e->var == m->var;
}

void range_forget(range_maker *k, const net_var *written) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < k->known.narrowed_count; i++) {
    mention m = {written, false};
    expr_walk(k->narrowed[i].var, note_mention, &m);
    if (!m.is_there)
      k->narrowed[kept++] = k->narrowed[i];
  }
  k->known.narrowed_count = kept;
}

static void note_call(const expr *e, void *context) { *(bool *)context |= e->op == EXPR_CALL; }

bool range_calls(const net_edge *e) {
  bool has_call = false;
  net_walk_edge(e, note_call, &has_call);
  return has_call;
}

static void forget_where(range_maker *k, void (*note)(const expr *e, void *context)) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < k->known.narrowed_count; i++) {
    bool goes = false;
    expr_walk(k->narrowed[i].var, note, &goes);
    if (!goes)
      k->narrowed[kept++] = k->narrowed[i];
  }
  k->known.narrowed_count = kept;
}

static void note_scratch(const expr *e, void *context) { *(bool *)context |= e->var && e->var->is_scratch; }

void range_forget_called(range_maker *k, const net_edge *e) {
  if (k->r->net->functions.count > 0 && range_calls(e))
    forget_where(k, note_scratch);
}

static void note_global(const expr *e, void *context) {
  *(bool *)context |= e->op != EXPR_CONST && e->op != EXPR_PID && e->op >= EXPR_OPERATOR_COUNT &&
                      (e->op != EXPR_VAR || e->var->template_ == NET_NONE);
}

void range_forget_globals(range_maker *k) { forget_where(k, note_global); }

typedef struct {
  const expr *only; // the variable that is read
  bool is_simple;   // no other variable is read
} reads;

static void find_reads(const expr *e, reads *r) {
  if (!e || !r->is_simple)
    return;
  if (e->op == EXPR_VAR) {
    r->is_simple = access_is_same(r->only ? r->only : e, e);
    r->only = e;
  } else if (e->op < EXPR_OPERATOR_COUNT || e->op == EXPR_COND) {
    find_reads(e->a, r);
    find_reads(e->b, r);
    find_reads(e->c, r);
  } else {
    r->is_simple = e->op == EXPR_CONST;
  }
}

static values_narrowed *narrowed_for(range_maker *k, const expr *var) {
  for (uint32_t i = 0; i < k->known.narrowed_count; i++)
    if (access_is_same(k->narrowed[i].var, var))
      return &k->narrowed[i];
  if (k->known.narrowed_count == MOST_NARROWED)
    return NULL;
  values_narrowed *n = &k->narrowed[k->known.narrowed_count];
  values_of(&k->known, var, &n->set);
  n->var = var;
  k->known.narrowed_count++;
  return n;
}

static bool may_hold(const range_maker *k, const expr *condition) {
  values result;
  values_of(&k->known, condition, &result);
  return !values_are_none(&result) && !values_are_only(&result, 0);
}

// Is the condition a comparison of a variable with a constant? Such a condition need not be evaluated by values_of().
static bool compares(const expr *condition, expr_op *op, int32_t *number) {
  static const expr_op turned[] = {EXPR_GT, EXPR_GE, EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE};
  *op = (expr_op)condition->op;
  *number = 0;
  if (*op == EXPR_VAR)
    *op = EXPR_NE;
  else if (*op < EXPR_LT || *op > EXPR_NE)
    return false;
  else if (condition->a->op == EXPR_VAR && condition->b->op == EXPR_CONST)
    *number = condition->b->value;
  else if (condition->a->op != EXPR_CONST || condition->b->op != EXPR_VAR)
    return false;
  else {
    *op = turned[*op - EXPR_LT];
    *number = condition->a->value;
  }
  return true;
}

// Removes the values of a set for which the condition cannot hold.
static void select_values(range_maker *k, values_narrowed *n, const expr *condition) {
  values all = n->set, left = {0};
  expr_op op;
  int32_t number;
  bool is_comparison = compares(condition, &op, &number);
  for (uint32_t i = 0; i < all.count; i++) {
    fault f = FAULT_NONE;
    if (!is_comparison)
      values_set_one(&n->set, all.at[i]);
    if (is_comparison ? expr_apply(op, all.at[i], number, &f) : may_hold(k, condition))
      left.at[left.count++] = all.at[i];
  }
  n->set = left;
}

// Removes from one end of an interval values for which the condition cannot hold, in pieces of decreasing size.
static void shorten(range_maker *k, values_narrowed *n, const expr *condition, bool from_low) {
  interval left = values_hull(&n->set);
  for (int64_t piece = ((int64_t)left.high - left.low + 1) / 2; piece > 0; piece /= 2) {
    if (piece > (int64_t)left.high - left.low)
      continue;
    int64_t low = from_low ? left.low : left.high - piece + 1, high = from_low ? left.low + piece - 1 : left.high;
    values_set_interval(&n->set, (interval){(int32_t)low, (int32_t)high});
    if (may_hold(k, condition))
      continue;
    if (from_low)
      left.low = (int32_t)(high + 1);
    else
      left.high = (int32_t)(low - 1);
  }
  values_set_interval(&n->set, left);
}

bool range_narrow(range_maker *k, const expr *condition) {
  if (condition->op == EXPR_AND)
    return range_narrow(k, condition->a) && range_narrow(k, condition->b);
  reads r = {.is_simple = true};
  find_reads(condition, &r);
  values_narrowed *n = r.is_simple && r.only ? narrowed_for(k, r.only) : NULL;
  if (!n)
    return may_hold(k, condition);
  if (n->set.is_interval) {
    shorten(k, n, condition, true);
    shorten(k, n, condition, false);
  }
  if (n->set.is_interval)
    return may_hold(k, condition);
  select_values(k, n, condition);
  return n->set.count > 0;
}

range_incoming *range_find_incoming(const range_maker *k, const net_flow *flow) {
  if (!k->setup->uses_guards)
    return NULL;
  range_incoming *incoming = mem_alloc(k->r->m, sizeof *incoming * (flow->locations.count + 1));
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++) {
      const net_edge *e = k->r->net->edges.at[flow->locations.at[i].edges.at[n]];
      range_incoming *in = e->to == NET_BLOCK_EXIT ? NULL : &incoming[e->to];
      if (in && in->count < MOST_INCOMING)
        in->edges[in->count] = e;
      if (in && in->count <= MOST_INCOMING)
        in->count++;
    }
  return incoming;
}

// After the edge no other process moves before this one: in a block, or in an atomic sequence that cannot block here.
static bool is_undisturbed(const range_maker *k, const range_flow *f, const net_edge *e) {
  const network *net = k->r->net;
  const net_location *l = &f->flow->locations.at[e->to];
  if (f->is_block)
    return true;
  if (!e->keeps_control || e->sync.kind != SYNC_NONE || net->uses_provided || net->uses_priority)
    return false;
  for (uint32_t i = 0; i < l->edges.count; i++) {
    const net_edge *next = net->edges.at[l->edges.at[i]];
    if (!next->guard && next->sync.kind == SYNC_NONE && !next->is_else && !next->is_end)
      return true;
  }
  return false;
}

// Is it a conjunct of the guard?
static bool contains(const expr *guard, const expr *part) {
  if (!guard)
    return false;
  if (guard->op == EXPR_AND)
    return contains(guard->a, part) || contains(guard->b, part);
  return access_is_same(guard, part);
}

// Narrows by the conjuncts that all incoming edges have in common, unless other processes may write what they read.
static bool narrow_common(range_maker *k, const expr *guard, const range_incoming *in, bool is_alone) {
  if (guard->op == EXPR_AND)
    return narrow_common(k, guard->a, in, is_alone) && narrow_common(k, guard->b, in, is_alone);
  reads r = {.is_simple = true};
  bool has_global = false;
  find_reads(guard, &r);
  expr_walk(guard, note_global, &has_global);
  if (!r.is_simple || (has_global && !is_alone))
    return true;
  for (uint32_t i = 1; i < in->count; i++)
    if (!contains(in->edges[i]->guard, guard))
      return true;
  return range_narrow(k, guard);
}

// The value that an assignment has written is known after it.
static void note_assigned(range_maker *k, const net_stmt *s, bool is_alone) {
  values set;
  bool has_global = false;
  expr_walk(s->target, note_global, &has_global);
  values_of(&k->known, s->value, &set);
  values_cut(&set, s->target->var->type);
  range_forget(k, s->target->var);
  if (k->known.narrowed_count == MOST_NARROWED || (has_global && !is_alone) || !access_is_same(s->target, s->target))
    return;
  mention m = {s->target->var, false};
  for (uint32_t i = 0; i < s->target->indices.count; i++)
    expr_walk(s->target->indices.at[i], note_mention, &m);
  if (!m.is_there) // a[a[0]] may be another cell after the assignment
    k->narrowed[k->known.narrowed_count++] = (values_narrowed){s->target, set};
}

static void follow_writes(range_maker *k, const net_edge *e, bool is_only, bool is_alone) {
  for (uint32_t i = 0; i < e->sync.patterns.count; i++)
    if (e->sync.patterns.at[i].kind == PATTERN_BIND)
      range_forget(k, e->sync.patterns.at[i].value->var);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    if (s->kind == STMT_ASSIGN && is_only)
      note_assigned(k, s, is_alone);
    else if (s->target)
      range_forget(k, s->target->var);
    if (s->kind == STMT_BLOCK)
      k->known.narrowed_count = 0;
  }
}

// Updates the narrowed ranges from before the edges to after them. Those of global variables are dropped if other
// processes may move in between.
static bool pass(range_maker *k, const range_flow *f, const range_incoming *in) {
  bool is_alone = true;
  for (uint32_t i = 0; i < in->count; i++) {
    is_alone &= is_undisturbed(k, f, in->edges[i]);
    range_forget_called(k, in->edges[i]);
  }
  if (!is_alone)
    range_forget_globals(k);
  const expr *guard = in->edges[0]->guard;
  bool can_hold = !guard || narrow_common(k, guard, in, is_alone);
  for (uint32_t i = 0; i < in->count; i++)
    follow_writes(k, in->edges[i], in->count == 1, is_alone);
  for (uint32_t i = 0; i < in->count; i++)
    range_forget_called(k, in->edges[i]);
  return can_hold;
}

bool range_arrive(range_maker *k, const range_flow *f, uint32_t location) {
  const range_incoming *back[MOST_EDGES_BACK];
  uint32_t count = range_path_back(f, location, back);
  k->known.narrowed_count = 0;
  for (uint32_t i = 0; i < f->entry_count && location == f->flow->initial; i++)
    k->narrowed[k->known.narrowed_count++] = f->entry[i];
  while (count > 0)
    if (!pass(k, f, back[--count]))
      return false;
  return true;
}
