// The user's own estimate: the value of an expression over globals, remote references and locations. Whether it is
// admissible is for the user to say.
#include "heuristic/heuristic.h"
#include "heuristic/inspect.h"

extern const heuristic_kind heuristic_expr;

enum { KEY_ADMISSIBLE }; // in the order of the table

typedef struct {
  heuristic base;
  mem *m;
  const expr *term;
} own;

// Nothing is known where the expression has no value, so the state is no dead end. A negative value is 0.
static uint32_t estimate(heuristic *h, const state_view *state) {
  const expr *term = ((own *)h)->term;
  inspect_context l = {.view = state, .pid = NET_NONE};
  int32_t value = term ? inspect_value(&l, term) : 0;
  return l.fault != FAULT_NONE || value < 0 ? 0 : (uint32_t)value;
}

static void close_own(heuristic *h) { mem_free(((own *)h)->m, h); }

static heuristic *open_own(const heuristic_setup *setup) {
  own *h = mem_alloc(setup->m, sizeof *h);
  h->m = setup->m;
  h->term = setup->term;
  h->base = (heuristic){.kind = &heuristic_expr, .is_safe = true, .estimate = estimate, .close = close_own};
  h->base.is_admissible = setup->keys.value[KEY_ADMISSIBLE] != 0;
  return &h->base;
}

static const option_key keys[] = {
    [KEY_ADMISSIBLE] = {.name = "admissible",
                        .summary = "yes: the expression is never more than the cost to an error. Taken on trust, and "
                                   "repeated where a trace is called shortest",
                        .words = "no yes"},
    {0},
};

const heuristic_kind heuristic_expr = {
    .name = "expr",
    .summary = "your own: the value of EXPR in the language of the model. All that follows expr: is EXPR",
    .keys = keys,
    .is_safe = true,
    .takes_term = true,
    .open = open_own,
};
