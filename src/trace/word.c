#include "trace/word.h"

#include <assert.h>
#include <string.h>

static void add_atoms(word *w, const net_formula *f) {
  if (!f)
    return;
  if (f->op == LTL_ATOM)
    vec_push(w->m, &w->atoms, f->atom);
  add_atoms(w, f->left);
  add_atoms(w, f->right);
}

void word_open(word *w, mem *m, const claim *c, const net_formula *f) {
  *w = (word){.m = m};
  for (uint32_t i = 0; c && i < c->atoms.count; i++)
    vec_push(m, &w->atoms, c->atoms.at[i]);
  add_atoms(w, f);
}

void word_close(word *w) {
  vec_free(w->m, &w->atoms);
  vec_free(w->m, &w->values);
}

void word_read(word *w, reference *r) {
  if (ref_now(r)->control != NET_NONE)
    return;
  for (uint32_t i = 0; i < w->atoms.count; i++) {
    fault f = FAULT_NONE;
    bool holds = ref_eval(r, w->atoms.at[i], &f) != 0;
    vec_push(w->m, &w->values, holds && f == FAULT_NONE);
  }
  w->length++;
}

static uint32_t next_position(const word *w, uint32_t position) {
  return position + 1 < w->length ? position + 1 : w->loop;
}

// By position: does the formula hold there?
static bool *evaluate(const word *w, const net_formula *f);

static bool *atom_values(const word *w, const expr *atom) {
  bool *holds = mem_alloc(w->m, w->length);
  uint32_t number = 0;
  while (w->atoms.at[number] != atom)
    number++;
  for (uint32_t i = 0; i < w->length; i++)
    holds[i] = w->values.at[(size_t)i * w->atoms.count + number];
  return holds;
}

static bool apply(ltl_op op, bool a, bool b) {
  switch (op) {
  case LTL_NOT:
    return !a;
  case LTL_AND:
    return a && b;
  case LTL_OR:
    return a || b;
  case LTL_IMPLIES:
    return !a || b;
  default:
    assert(op == LTL_EQUIV);
    return a == b;
  }
}

// The temporal operators by their expansions: a U b = b || (a && X (a U b)), and so on.
static bool expand(ltl_op op, bool a, bool b, bool next) {
  switch (op) {
  case LTL_ALWAYS:
    return a && next;
  case LTL_EVENTUALLY:
    return a || next;
  case LTL_RELEASE:
    return b && (a || next);
  default:
    assert(op == LTL_UNTIL || op == LTL_WEAK_UNTIL);
    return b || (a && next);
  }
}

static bool is_greatest(ltl_op op) { return op == LTL_ALWAYS || op == LTL_RELEASE || op == LTL_WEAK_UNTIL; }

// <>, U: the least fixpoint of the expansion; [], V, W: the greatest one.
static void find_fixpoint(const word *w, ltl_op op, const bool *a, const bool *b, bool *holds) {
  memset(holds, is_greatest(op), w->length);
  for (bool changes = true; changes;) {
    changes = false;
    mem_poll(w->m);
    for (uint32_t i = w->length; i-- > 0;) {
      bool value = expand(op, a[i], b && b[i], holds[next_position(w, i)]);
      changes |= value != holds[i];
      holds[i] = value;
    }
  }
}

static bool *evaluate(const word *w, const net_formula *f) {
  if (f->op == LTL_ATOM)
    return atom_values(w, f->atom);
  bool *a = evaluate(w, f->left), *b = f->right ? evaluate(w, f->right) : NULL;
  bool *holds = mem_alloc(w->m, w->length);
  if (f->op == LTL_NEXT)
    for (uint32_t i = 0; i < w->length; i++)
      holds[i] = a[next_position(w, i)];
  else if (f->op <= LTL_EQUIV)
    for (uint32_t i = 0; i < w->length; i++)
      holds[i] = apply(f->op, a[i], b && b[i]);
  else
    find_fixpoint(w, f->op, a, b, holds);
  mem_free(w->m, a);
  mem_free(w->m, b);
  return holds;
}

bool word_violates(const word *w, const net_formula *f) {
  assert(w->loop < w->length);
  bool *holds = evaluate(w, f);
  bool is_violated = !holds[0];
  mem_free(w->m, holds);
  return is_violated;
}
