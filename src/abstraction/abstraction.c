#include "abstraction/abstraction.h"

#include <assert.h>

static void note_deadlock(const expr *e, void *context) { *(bool *)context |= e->op == EXPR_DEADLOCK; }

const char *abstraction_refuses(const network *net, const question *asked) {
  bool reads_deadlock = net->is_timed && question_seeks_deadlock(asked);
  expr_walk(asked->condition, note_deadlock, &reads_deadlock);
  if ((asked->kind != QUESTION_ERROR && asked->kind != QUESTION_REACH) || asked->claim || (asked->errors & ERROR_CLAIM))
    return "only questions about errors and reachable states can be asked about an abstraction";
  if (reads_deadlock)
    return "an abstraction of a timed model does not tell where the model has deadlocks";
  return NULL;
}

typedef struct {
  risks *risks;
  bool assertions; // are asked for
} fault_search;

static bool may_fault(void *context, const net_edge *lost) {
  const fault_search *s = context;
  return risk_of_edge(s->risks, lost, s->assertions);
}

// An edge without its guard can be taken, or another edge of its location: see net_edge.is_else.
static bool is_sure(const net_copy *c, uint32_t template_, const net_edge *e) {
  if (c->from->uses_priority)
    return false; // a process that only seems to be able to move can keep others from moving
  return net_copy_keeps_test(c, template_, e) && (!e->is_else || !e->guard);
}

static const bool *sure_edges(arena *memory, const net_copy *c) {
  if (!c->is_weak)
    return NULL;
  bool *out = ARENA_ARRAY(memory, bool, c->net->edges.count + 1);
  for (uint32_t t = 0; t < c->from->templates.count; t++) {
    const net_flow *flow = &c->from->templates.at[t]->flow;
    for (uint32_t i = 0; i < flow->locations.count; i++)
      for (uint32_t n = 0; n < flow->locations.at[i].edges.count; n++) {
        const net_edge *e = c->from->edges.at[flow->locations.at[i].edges.at[n]];
        for (uint32_t v = 0; c->edge[e->id] != NET_NONE && v < c->versions[e->id]; v++)
          out[(uint32_t)c->edge[e->id] + v] = is_sure(c, t, e);
      }
  }
  return out;
}

// A fault of a condition that is not known to the copy would be an error, too.
static expr *translate(const abstraction *a, risks *known, const question *asked) {
  bool sought = question_sought(asked);
  expr *out = net_copy_condition(a->copy, asked->condition, !sought);
  if (net_copy_keeps(a->copy, asked->condition) || !risk_of_expr(known, asked->condition))
    return out;
  return expr_const(a->copy->net->memory, sought, asked->condition->at);
}

question abstraction_ask(const abstraction *a, facts *known, const question *asked) {
  question out = *asked;
  if (asked->errors & ERROR_ASSERTION)
    out.errors |= ERROR_RUNTIME; // one that is left out is a fault of this kind in the copy
  if (asked->condition)
    out.condition = translate(a, facts_risks(known), asked);
  return out;
}

const char *abstraction_make(arena *memory, const network *net, facts *known, const question *asked,
                             const net_change *change, abstraction **out) {
  assert(!abstraction_refuses(net, asked));
  fault_search search = {.risks = facts_risks(known), .assertions = asked->errors & ERROR_ASSERTION};
  net_change own = *change;
  if (asked->errors & (ERROR_RUNTIME | ERROR_ASSERTION)) {
    own.may_fault = may_fault;
    own.context = &search;
  }
  abstraction *a = ARENA_NEW(memory, abstraction);
  const char *why = net_copy_make(memory, net, &own, &a->copy);
  if (why)
    return why;
  a->asked = abstraction_ask(a, known, asked);
  a->is_sure = sure_edges(memory, a->copy);
  *out = a;
  return NULL;
}
