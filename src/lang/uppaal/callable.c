// What conditions may use that are given apart from the model. They come when the network is finished, so the functions
// that they may call and the tables of constants they may look into are made before.
#include "lang/uppaal/lower.h"

// How much there is of what lowering a function adds.
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

// What it says is an error only if it is called: a function with errors is as if it were not there.
static void add_function(upp *p, symbol *f) {
  diags own = {.memory = p->d->memory}, *outer = p->d;
  uint32_t count = f->function->function->parameters.count;
  extent before = extent_of(p);
  if (!upp_shape_is_data(f->shape) || !upp_is_pure(p, f))
    return;
  p->d = &own;
  p->expansions = 0;
  upp_routine(p, f, ARENA_ARRAY(p->memory, reference, count + 1), count);
  p->d = outer;
  if (own.errors)
    shrink(p, before);
}

// A constant that is no array is known wherever it is used.
static void add_tables(upp *p, const symbol *s) {
  for (uint32_t i = 0; s->ref.object && i < s->shape->leaves; i++) {
    const leaf *l = &s->ref.object->leaves[s->ref.leaf + i];
    bool is_array = false;
    for (uint32_t k = 0; k < l->parts.count; k++)
      is_array |= l->parts.at[k].length > 0;
    if (is_array)
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

// Constants first: what a function brings is taken back if it has errors, and nothing else must go with it.
void upp_lower_callable(upp *p) {
  static const symbol_kind kinds[] = {SYMBOL_OBJECT, SYMBOL_FUNCTION};
  for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    add_scope(p, p->globals, kinds[k]);
    for (uint32_t i = 0; i < p->instances.count; i++)
      for (const scope *at = p->instances.at[i].scope; at != p->globals; at = at->parent)
        add_scope(p, at, kinds[k]);
  }
}
