#include "heuristic/need.h"

#include "facts/risk.h"
#include "heuristic/inspect.h"
#include "heuristic/slots.h"

typedef enum { NEED_ALL, NEED_ANY, NEED_AT, NEED_NOT_AT, NEED_VALUE } need_kind;

struct need {
  need_kind kind;
  const need *a, *b; // ALL, ANY
  const expr *e;     // VALUE
  bool wanted;       // VALUE: its truth
  uint32_t pid;      // AT, NOT_AT
  uint32_t *field;   // AT, NOT_AT: distances to the locations
};

static const need *location(arena *memory, const distance_graph *g, const expr *e, uint32_t pid, bool wanted) {
  need *n = ARENA_NEW(memory, need);
  bool *is_target = mem_alloc(arena_mem(memory), g->nodes);
  for (uint32_t i = 0; i < e->locations.count; i++)
    is_target[distance_node(g, (uint32_t)e->value, e->locations.at[i])] = true;
  *n = (need){.kind = wanted ? NEED_AT : NEED_NOT_AT, .pid = pid};
  n->field = distance_to(arena_mem(memory), g, is_target, DISTANCE_RETURNS);
  mem_free(arena_mem(memory), is_target);
  return n;
}

const need *need_open(arena *memory, const distance_graph *g, risks *r, const expr *e, bool wanted) {
  if (e->op == EXPR_NOT)
    return need_open(memory, g, r, e->a, !wanted);
  int32_t pid;
  if (e->op == EXPR_AT && expr_is_const(e->a, &pid) && pid >= 0)
    return location(memory, g, e, (uint32_t)pid, wanted);
  need *n = ARENA_NEW(memory, need);
  if (e->op != EXPR_AND && e->op != EXPR_OR) {
    *n = (need){.kind = NEED_VALUE, .e = e, .wanted = wanted};
    return n;
  }
  const need *a = need_open(memory, g, r, e->a, wanted);
  bool is_all = (e->op == EXPR_AND) == wanted;
  if (is_all && risk_of_expr(r, e->a)) // a fault in a is an error already: b need not hold
    return a;
  *n = (need){.kind = is_all ? NEED_ALL : NEED_ANY, .a = a, .b = need_open(memory, g, r, e->b, wanted)};
  return n;
}

void need_close(mem *m, const need *n) {
  if (!n)
    return;
  mem_free(m, n->field);
  need_close(m, n->a);
  need_close(m, n->b);
}

static uint32_t value_cost(const need *n, const state_view *state) {
  inspect_context l = {.view = state, .pid = NET_NONE};
  bool value = inspect_value(&l, n->e) != 0;
  return value != n->wanted && l.fault == FAULT_NONE;
}

// A process that does not exist must be started first, which takes a step.
static uint32_t location_cost(const need *n, const distance_graph *g, const state_view *state) {
  uint32_t node = slots_node(g, state, n->pid), distance = n->field[node];
  bool is_there = distance == 0 && node != g->absent;
  if (n->kind == NEED_NOT_AT)
    return is_there;
  return distance == 0 && !is_there ? 1 : distance;
}

uint32_t need_cost(const need *n, const distance_graph *g, const state_view *state, bool sum) {
  switch (n->kind) {
  case NEED_ALL:
  case NEED_ANY: {
    uint32_t a = need_cost(n->a, g, state, sum), b = need_cost(n->b, g, state, sum);
    if (n->kind == NEED_ANY)
      return a < b ? a : b;
    return sum ? distance_plus(a, b) : a > b ? a : b;
  }
  case NEED_AT:
  case NEED_NOT_AT:
    return location_cost(n, g, state);
  default:
    return value_cost(n, state);
  }
}

typedef struct {
  bool is_there[NET_MAX_PROCESSES + 1]; // the last: for all greater numbers, which are not told apart
} process_set;

// Adds the processes that n refers to.
static bool adds_up(const need *n, process_set *seen) {
  if (n->kind == NEED_AT || n->kind == NEED_NOT_AT) {
    seen->is_there[n->pid < NET_MAX_PROCESSES ? n->pid : NET_MAX_PROCESSES] = true;
    return true;
  }
  if (n->kind == NEED_VALUE)
    return false;
  process_set a = {0}, b = {0};
  if (!adds_up(n->a, &a) || !adds_up(n->b, &b))
    return false;
  for (uint32_t pid = 0; pid <= NET_MAX_PROCESSES; pid++) {
    if (n->kind == NEED_ALL && a.is_there[pid] && b.is_there[pid])
      return false;
    seen->is_there[pid] |= a.is_there[pid] || b.is_there[pid];
  }
  return true;
}

// Without a conjunction nothing is added up.
static bool has_conjunction(const need *n) {
  return n && (n->kind == NEED_ALL || has_conjunction(n->a) || has_conjunction(n->b));
}

bool need_adds_up(const need *n, const network *net) {
  process_set seen = {0};
  return !has_conjunction(n) || (!net->starts_processes && distance_adds_up(net) && adds_up(n, &seen));
}
