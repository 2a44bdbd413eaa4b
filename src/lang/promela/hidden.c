// Hidden variables. SPIN keeps them outside the state. That is sound only for variables that are never read, so only
// those are left out.
#include "lang/promela/lower.h"
#include "model/formula.h"
#include "model/unread.h"

void pml_leave_out_hidden(pml *p) {
  net_find_unread(p->net);
  for (const symbol *y = p->globals->symbols; y; y = y->next)
    for (uint32_t i = 0; y->is_hidden && i < y->leaves.count; i++) {
      net_var *v = y->leaves.at[i];
      v->is_ghost = v->is_unread;
      if (!v->is_ghost)
        diag_add(p->d, DIAG_WARNING, y->at, NULL, "hidden variable '%s' is read, so it is kept as a part of the state",
                 y->name);
    }
}

static void refuse(const expr *e, void *context) {
  if ((e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR) && e->var && e->var->is_ghost)
    pml_error(context, e->at, "remove 'hidden' from its declaration",
              "'%s' is hidden and the model never reads it, so it is not part of the state", e->var->name);
}

void pml_refuse_hidden(pml *p, const net_formula *f) { formula_walk(f, refuse, p); }
