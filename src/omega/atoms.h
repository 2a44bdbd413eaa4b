// Inside omega: the atoms of formulas, each once.
#ifndef OMEGA_ATOMS_H
#define OMEGA_ATOMS_H

#include "model/network.h"
#include "omega/nnf.h"

typedef struct atoms {
  mem *m;
  VEC(expr *) list;
} atoms;

// The formula, or its negation, in negation normal form. Equal conditions are one atom, opposite ones are a literal and
// its negation, and conditions are taken apart where that cannot lead to errors of evaluation. Atoms are borrowed.
nnf atoms_formula(atoms *a, nnf_table *t, const net_formula *f, bool is_negated);

#endif
