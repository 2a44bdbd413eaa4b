// Boolean functions as reduced ordered binary decision diagrams. Equal functions have equal numbers.
//
// The labels of automata are functions of the atoms; translation and simulation add variables of their own after them.
// Variables are ordered by number. Nothing is freed alone; all is freed with its mem.
#ifndef OMEGA_BDD_H
#define OMEGA_BDD_H

#include "base/mem.h"

typedef uint32_t bdd;
enum { BDD_FALSE, BDD_TRUE };
typedef struct bdd_table bdd_table;

bdd_table *bdd_new(mem *m);
// Runs work(argument), which may use the table, and gives up after about that many operations: returns false then, and
// the table can be used as before. Other reasons to leave (see mem.h) are passed on.
bool bdd_try(bdd_table *t, uint64_t operations, void (*work)(void *argument), void *argument);
// Counts operations of other kinds.
void bdd_count(bdd_table *t, uint64_t operations);
uint64_t bdd_operations(const bdd_table *t); // so far
bdd bdd_variable(bdd_table *t, uint32_t variable);
bdd bdd_choose(bdd_table *t, bdd condition, bdd then, bdd otherwise);
bdd bdd_and(bdd_table *t, bdd a, bdd b);
bdd bdd_or(bdd_table *t, bdd a, bdd b);
bdd bdd_not(bdd_table *t, bdd a);
bool bdd_implies(bdd_table *t, bdd a, bdd b);

// The least variable of a function that is not constant, and what the function is where it is false and true.
uint32_t bdd_top(const bdd_table *t, bdd a);
bdd bdd_low(const bdd_table *t, bdd a);
bdd bdd_high(const bdd_table *t, bdd a);

// Calls visit for the conjunctions of a small sum of products that is true where `least` is and false where `most` is
// not (Minato and Morreale); least implies most. No conjunction can be left out, none of its literals either. Literals
// are variable * 2 + is_negated, in increasing order.
typedef void (*bdd_visit)(void *context, const uint32_t *literals, uint32_t count);
void bdd_cover(bdd_table *t, bdd least, bdd most, bdd_visit visit, void *context);

#endif
