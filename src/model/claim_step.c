// The steps of a never claim: edges with their effects. A state of the model is read by one step.
#include "model/bind.h"
#include "model/claim_never_internal.h"

#include <string.h>

enum { MOST_HOPS = 1000, MOST_VALUES = 256 };

// What remains of a step after an effect: to go on in the block, or to arrive at the target of the edge.
typedef struct rest {
  const net_edge *edge;    // of the claim
  const net_stmt *block;   // STMT_BLOCK; NULL = not in a block...
  uint32_t location;       // ...else of the block
  const struct rest *then; // after the block
} rest;

static void run_block(never_builder *b, const rest *r, const int32_t *cells);

// Inside an atomic sequence the claim goes on in the same state of the model. Where it comes back to where it has been
// in this state, it does nothing new.
static void arrive(never_builder *b, const rest *r, const int32_t *cells) {
  if (r->block) {
    run_block(b, r, cells);
    return;
  }
  claim_situation next = {r->edge->to, cells};
  if (claim_location(b, next.location)->flags & LOC_END) {
    claim_step_to(b, claim_bad_state(b, (place){0}));
  } else if (!r->edge->keeps_control) {
    claim_step_to(b, claim_state_of(b, next));
  } else {
    for (uint32_t i = 0; i < b->passed.count; i++)
      if (claim_is_same(b, &b->passed.at[i], &next))
        return;
    vec_push(b->m, &b->passed, next);
    claim_take_edges(b, next);
    b->passed.count--;
  }
}

static void execute(never_builder *b, const net_stmt *s, const rest *r, const int32_t *cells);

static void check_assertion(never_builder *b, const net_stmt *s, const rest *r, const int32_t *cells) {
  uint32_t mark = b->label.count;
  expr *holds = claim_bound(b, cells, s->value);
  if (claim_demand(b, holds, false))
    claim_step_to(b, claim_bad_state(b, s->at));
  b->label.count = mark;
  if (claim_demand(b, holds, true))
    execute(b, s->next, r, cells);
  b->label.count = mark;
}

static void assign_value(never_builder *b, const net_stmt *s, const rest *r, const int32_t *cells, uint32_t cell,
                         int32_t value) {
  int32_t *changed = ARENA_ARRAY(b->memory, int32_t, b->template_->cells);
  memcpy(changed, cells, sizeof *changed * b->template_->cells);
  changed[cell] = value;
  execute(b, s->next, r, changed);
}

static bool is_truth_value(const expr *e) {
  return e->op == EXPR_NOT || (e->op >= EXPR_LT && e->op <= EXPR_NE) || e->op == EXPR_AND || e->op == EXPR_OR ||
         e->op == EXPR_AT || (e->op == EXPR_VAR && e->var->type.bits == 1);
}

// The value is one of the model: one edge for each value that it can have.
static void assign_unknown(never_builder *b, const net_stmt *s, const rest *r, const int32_t *cells, uint32_t cell,
                           expr *value) {
  net_type type = s->target->var->type;
  int32_t low = net_type_min(type), high = is_truth_value(value) ? 1 : net_type_max(type);
  if (low < 0 || high - low >= MOST_VALUES) {
    claim_refuse(b, "the claim keeps a value of the model in a local variable that is too large");
    return;
  }
  expr *mask = expr_const(b->memory, net_type_max(type), s->at);
  expr *kept = expr_binary(b->memory, EXPR_BIT_AND, value, mask); // as net_cut() does
  for (int32_t v = low; v <= high && !b->why_not; v++) {
    uint32_t mark = b->label.count;
    bool may_be = is_truth_value(value)
                      ? claim_demand(b, value, v != 0)
                      : claim_demand(b, expr_binary(b->memory, EXPR_EQ, kept, expr_const(b->memory, v, s->at)), true);
    if (may_be)
      assign_value(b, s, r, cells, cell, v);
    b->label.count = mark;
  }
}

static void assign(never_builder *b, const net_stmt *s, const rest *r, const int32_t *cells) {
  binding known = {.template_ = (int32_t)b->template_->index, .cells = cells};
  if (s->target->var->template_ != known.template_) {
    claim_refuse(b, arena_printf(b->memory, "the claim changes the variable %s of the model", s->target->var->name));
    return;
  }
  uint32_t cell = bind_cell(b->memory, &known, s->target);
  if (known.why_not)
    claim_refuse(b, arena_printf(b->memory, "in the claim, %s", known.why_not));
  expr *value = claim_bound(b, cells, s->value);
  int32_t constant;
  if (b->why_not)
    return;
  if (expr_is_const(value, &constant))
    assign_value(b, s, r, cells, cell, net_cut(s->target->var->type, constant));
  else
    assign_unknown(b, s, r, cells, cell, value);
}

static void execute(never_builder *b, const net_stmt *s, const rest *r, const int32_t *cells) {
  if (b->why_not)
    return;
  if (!s) {
    arrive(b, r, cells);
    return;
  }
  switch (s->kind) {
  case STMT_PRINT:
    execute(b, s->next, r, cells);
    break;
  case STMT_ASSERT:
    check_assertion(b, s, r, cells);
    break;
  case STMT_ASSIGN:
    assign(b, s, r, cells);
    break;
  case STMT_BLOCK: {
    rest inside = {r->edge, s, b->net->blocks.at[s->block].initial, r};
    run_block(b, &inside, cells);
    break;
  }
  case STMT_RUN:
    claim_refuse(b, "the claim starts a process");
    break;
  default:
    claim_refuse(b, "the claim has an effect on the model");
  }
}

// One edge after the demands that it makes on the edges before it.
static void take_edge(never_builder *b, const net_edge *e, const rest *r, const int32_t *cells) {
  if (e->sync.kind != SYNC_NONE)
    claim_refuse(b, "the claim sends or receives a message");
  if (claim_demand_guard(b, e, cells, true))
    execute(b, e->effect, r, cells);
}

// The rest of a d_step: the first possible edge is taken; where there is none, that is an error.
static void run_block(never_builder *b, const rest *r, const int32_t *cells) {
  if (r->location == NET_BLOCK_EXIT) {
    execute(b, r->block->next, r->then, cells);
    return;
  }
  if (b->hops == MOST_HOPS) {
    claim_refuse(b, "a d_step in the claim is too long");
    return;
  }
  const net_location *l = &b->net->blocks.at[r->block->block].locations.at[r->location];
  uint32_t mark = b->label.count;
  bool goes_on = true; // no edge was certainly possible so far
  b->hops++;
  for (uint32_t i = 0; i < l->edges.count && goes_on && !b->why_not; i++) {
    const net_edge *e = b->net->edges.at[l->edges.at[i]];
    rest next = {r->edge, r->block, e->to, r->then};
    uint32_t before = b->label.count;
    take_edge(b, e, &next, cells);
    b->label.count = before;
    goes_on = claim_demand_guard(b, e, cells, false);
  }
  if (goes_on && !b->why_not)
    claim_step_to(b, claim_bad_state(b, l->at));
  b->label.count = mark;
  b->hops--;
}

// The edges before e that must not be possible, so that e is: all of them for an else, those of other escapes, and
// those of the same choice.
static bool excludes(const net_edge *e, const net_edge *before) {
  return e->is_else || (before->rank > 0 && before->rank != e->rank) || (e->choice > 0 && before->choice == e->choice);
}

void claim_take_edges(never_builder *b, claim_situation at) {
  const net_location *l = claim_location(b, at.location);
  for (uint32_t i = 0; i < l->edges.count && !b->why_not; i++) {
    const net_edge *e = b->net->edges.at[l->edges.at[i]];
    uint32_t mark = b->label.count;
    bool may_be = true;
    for (uint32_t k = 0; k < i && may_be; k++) {
      const net_edge *before = b->net->edges.at[l->edges.at[k]];
      may_be = !excludes(e, before) || claim_demand_guard(b, before, at.cells, false);
    }
    vec_push(b->m, &b->taken, e);
    if (may_be)
      take_edge(b, e, &(rest){.edge = e}, at.cells);
    b->taken.count--;
    b->label.count = mark;
  }
}
