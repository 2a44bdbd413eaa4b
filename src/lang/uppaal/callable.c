// Conditions from the command line are translated when the network is finished. All functions that they may call, and
// all tables of constants that they may read, are therefore added before.
#include "lang/uppaal/lower.h"

// The sizes of all lists that lowering a function appends to.
typedef struct {
  uint32_t vars, globals, blocks, functions, edges, routines;
} extent;

static extent extent_of(const upp *p) {
  const network *n = p->net;
  return (extent){n->vars.count,      n->globals.count, n->blocks.count,
                  n->functions.count, n->edges.count,   p->routines.count};
}

static void shrink(upp *p, extent to) {
  network *n = p->net;
  n->vars.count = to.vars;
  n->globals.count = to.globals;
  n->blocks.count = to.blocks;
  n->functions.count = to.functions;
  n->edges.count = to.edges;
  p->routines.count = to.routines;
}

// An error in a function is reported only if the function is called. Here a function with errors is removed again.
static void add_function(upp *p, symbol *f) {
  diags own = {.memory = p->d->memory}, *outer = p->d;
  uint32_t count = f->function->function->parameters.count;
  extent before = extent_of(p);
  if (!upp_shape_is_data(f->shape) || !upp_is_pure(p, f))
    return;
  const char *why_not = p->why_not;
  p->d = &own;
  p->expansions = 0;
  upp_routine(p, f, ARENA_ARRAY(p->memory, reference, count + 1), count);
  p->d = outer;
  p->why_not = why_not;
  if (own.errors)
    shrink(p, before);
}

// Adds the tables of constant arrays. Uses of other constants are replaced by their values.
static void add_tables(upp *p, const symbol *s) {
  for (uint32_t i = 0; s->ref.object && i < s->shape->leaves; i++) {
    const leaf *l = &s->ref.object->leaves[s->ref.leaf + i];
    bool is_array = false;
    for (uint32_t k = 0; k < l->parts.count; k++)
      is_array |= l->parts.at[k].length > 0;
    if (is_array && l->shape->kind != SHAPE_OPAQUE)
      upp_leaf_var(p, s->ref.object, s->ref.leaf + i);
  }
}

static void add_scope(upp *p, const scope *of, symbol_kind kind) {
  for (symbol *s = of->symbols; s; s = s->next)
    if (s->kind == kind && kind == SYMBOL_FUNCTION)
      add_function(p, s);
    else if (s->kind == kind)
      add_tables(p, s);
}

// Constants come first: if a function with errors is removed, no table of constants must be removed with it.
void upp_lower_callable(upp *p) {
  static const symbol_kind kinds[] = {SYMBOL_OBJECT, SYMBOL_FUNCTION};
  for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    add_scope(p, p->globals, kinds[k]);
    for (uint32_t i = 0; i < p->instances.count; i++)
      for (const scope *at = p->instances.at[i].scope; at != p->globals; at = at->parent)
        add_scope(p, at, kinds[k]);
  }
}
