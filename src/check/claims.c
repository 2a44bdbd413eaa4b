#include "check/claims.h"

#include "model/claim_never.h"
#include "omega/omega.h"
#include <string.h>

// States of a claim are one or two bytes of a state.
enum { MOST_STATES = 65536 };

static const claim *of_formula(arena *memory, const net_formula *f, bool takes_sets) {
  const claim *c = omega_claim(memory, f), *general = takes_sets ? omega_generalised(memory, f) : NULL;
  return general && (!c || general->states.count < c->states.count) ? general : c;
}

static const claim *make(arena *memory, const network *n, const question *q, bool takes_sets, const char **why_not) {
  if (q->claim)
    return q->claim;
  if (q->formula)
    return of_formula(memory, q->formula, takes_sets);
  if (q->template_ != NET_NONE)
    return claim_of_template(memory, n, (uint32_t)q->template_, why_not);
  if (strcmp(q->name, "never") == 0)
    return claim_of_nothing(memory);
  return q->cycle == CYCLE_NO_PROGRESS ? claim_of_progress(memory) : claim_of_acceptance(memory);
}

const char *check_make_claim(arena *memory, const network *n, question *q, bool takes_sets) {
  const char *why_not = NULL;
  if (q->kind != QUESTION_CYCLE)
    return NULL;
  const claim *c = make(memory, n, q, takes_sets, &why_not);
  if (!c)
    return why_not ? why_not : "its automaton needs too many acceptance sets";
  if (c->states.count > MOST_STATES)
    return arena_printf(memory, "its automaton has %u states (the limit is %d)", c->states.count, MOST_STATES);
  if (n->is_timed && !c->is_stutter_invariant)
    return "in a timed model the property must not depend on how often a state is read in a row";
  q->claim = c;
  if (!c->has_cycles)
    q->kind = QUESTION_ERROR;
  return NULL;
}
