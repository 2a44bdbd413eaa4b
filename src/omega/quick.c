// A plain tableau, until the real translation is there.
#include "omega/omega.h"

typedef struct node {
  ltl_op op;
  bool neg;
  uint32_t a, b, atom;
} node;
typedef struct tab {
  arena *memory;
  mem *m;
  claim *c;
  VEC(node) nodes;
  VEC(uint64_t) sets; // of claim states: obligations
  VEC(uint32_t) level;
  uint32_t untils[64], until_count;
} tab;

static uint32_t add(tab *t, node n) {
  for (uint32_t i = 0; i < t->nodes.count; i++) {
    node *o = &t->nodes.at[i];
    if (o->op == n.op && o->neg == n.neg && o->a == n.a && o->b == n.b && o->atom == n.atom)
      return i;
  }
  vec_push(t->m, &t->nodes, n);
  if (n.op == LTL_UNTIL)
    t->untils[t->until_count++] = t->nodes.count - 1;
  return t->nodes.count - 1;
}
static uint32_t atom_of(tab *t, expr *e) {
  for (uint32_t i = 0; i < t->c->atoms.count; i++)
    if (t->c->atoms.at[i] == e)
      return i;
  vec_push(t->m, &t->c->atoms, e);
  return t->c->atoms.count - 1;
}
static uint32_t constant(tab *t, bool v) { return add(t, (node){.op = LTL_ATOM, .neg = !v, .atom = UINT32_MAX}); }
static uint32_t nnf(tab *t, const net_formula *f, bool neg) {
  uint32_t a, b;
  switch (f->op) {
  case LTL_ATOM:
    return add(t, (node){.op = LTL_ATOM, .neg = neg, .atom = atom_of(t, f->atom)});
  case LTL_NOT:
    return nnf(t, f->left, !neg);
  case LTL_AND:
  case LTL_OR:
    a = nnf(t, f->left, neg), b = nnf(t, f->right, neg);
    return add(t, (node){.op = (f->op == LTL_AND) != neg ? LTL_AND : LTL_OR, .a = a, .b = b});
  case LTL_IMPLIES:
    a = nnf(t, f->left, !neg), b = nnf(t, f->right, neg);
    return add(t, (node){.op = neg ? LTL_AND : LTL_OR, .a = a, .b = b});
  case LTL_EQUIV: {
    uint32_t x = add(t, (node){.op = LTL_AND, .a = nnf(t, f->left, false), .b = nnf(t, f->right, neg)});
    uint32_t y = add(t, (node){.op = LTL_AND, .a = nnf(t, f->left, true), .b = nnf(t, f->right, !neg)});
    return add(t, (node){.op = LTL_OR, .a = x, .b = y});
  }
  case LTL_NEXT:
    return add(t, (node){.op = LTL_NEXT, .a = nnf(t, f->left, neg)});
  case LTL_ALWAYS:
  case LTL_EVENTUALLY:
    b = nnf(t, f->left, neg);
    return (f->op == LTL_EVENTUALLY) != neg ? add(t, (node){.op = LTL_UNTIL, .a = constant(t, true), .b = b})
                                            : add(t, (node){.op = LTL_RELEASE, .a = constant(t, false), .b = b});
  case LTL_UNTIL:
  case LTL_RELEASE:
    a = nnf(t, f->left, neg), b = nnf(t, f->right, neg);
    return add(t, (node){.op = (f->op == LTL_UNTIL) != neg ? LTL_UNTIL : LTL_RELEASE, .a = a, .b = b});
  default: { // p W q = q R (p || q)
    a = nnf(t, f->left, neg), b = nnf(t, f->right, neg);
    uint32_t either = add(t, (node){.op = neg ? LTL_AND : LTL_OR, .a = a, .b = b});
    return add(t, (node){.op = neg ? LTL_UNTIL : LTL_RELEASE, .a = b, .b = either});
  }
  }
}
static uint32_t state_of(tab *t, uint64_t set, uint32_t level) {
  for (uint32_t i = 0; i < t->sets.count; i++)
    if (t->sets.at[i] == set && t->level.at[i] == level)
      return i;
  vec_push(t->m, &t->sets, set);
  vec_push(t->m, &t->level, level);
  uint32_t s = claim_add_state(t->memory, t->c);
  t->c->states.at[s].is_accepting = level == t->until_count;
  return s;
}
static void finish_edge(tab *t, uint32_t from, uint64_t old, uint64_t next) {
  uint32_t level = t->level.at[from] == t->until_count ? 0 : t->level.at[from];
  while (level < t->until_count) {
    node *u = &t->nodes.at[t->untils[level]];
    if ((old >> t->untils[level] & 1) && !(old >> u->b & 1))
      break;
    level++;
  }
  uint32_t to = state_of(t, next, level);
  claim_edge *e = claim_add_edge(t->memory, t->c, from, to);
  for (uint32_t i = 0; i < t->nodes.count; i++)
    if ((old >> i & 1) && t->nodes.at[i].op == LTL_ATOM && t->nodes.at[i].atom != UINT32_MAX)
      vec_push(t->m, &e->label, claim_literal(t->nodes.at[i].atom, t->nodes.at[i].neg));
}
static void expand(tab *t, uint32_t from, uint64_t todo, uint64_t old, uint64_t next) {
  while (todo) {
    uint32_t i = (uint32_t)__builtin_ctzll(todo);
    node n = t->nodes.at[i];
    todo &= todo - 1;
    if (old >> i & 1)
      continue;
    old |= 1ull << i;
    uint64_t a = 1ull << n.a, b = 1ull << n.b;
    switch (n.op) {
    case LTL_ATOM:
      if (n.atom == UINT32_MAX && n.neg)
        return;
      for (uint32_t k = 0; k < t->nodes.count; k++)
        if ((old >> k & 1) && t->nodes.at[k].op == LTL_ATOM && t->nodes.at[k].atom == n.atom &&
            t->nodes.at[k].neg != n.neg)
          return;
      break;
    case LTL_AND:
      todo |= a | b;
      break;
    case LTL_OR:
      expand(t, from, todo | a, old, next);
      todo |= b;
      break;
    case LTL_NEXT:
      next |= a;
      break;
    case LTL_UNTIL:
      expand(t, from, todo | b, old, next);
      todo |= a;
      next |= 1ull << i;
      break;
    default:
      expand(t, from, todo | a | b, old, next);
      todo |= b;
      next |= 1ull << i;
    }
  }
  finish_edge(t, from, old, next);
}
static bool has_next(const net_formula *f) {
  return f && (f->op == LTL_NEXT || has_next(f->left) || has_next(f->right));
}
claim *omega_claim(arena *memory, const net_formula *f) {
  tab t = {.memory = memory, .m = arena_mem(memory), .c = claim_new(memory)};
  uint32_t root = nnf(&t, f, true);
  t.c->initial = state_of(&t, 1ull << root, 0);
  for (uint32_t i = 0; i < t.sets.count; i++)
    expand(&t, i, t.sets.at[i], 0, 0);
  for (uint32_t i = 0; i < t.sets.count; i++)
    t.c->states.at[i].is_bad = !t.sets.at[i];
  t.c->is_stutter_invariant = !has_next(f);
  claim_finish(memory, t.c);
  return t.c;
}
