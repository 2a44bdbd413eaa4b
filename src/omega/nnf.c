#include "omega/nnf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

nnf_table *nnf_new(mem *m) {
  nnf_table *t = mem_alloc(m, sizeof *t);
  t->m = m;
  t->slot_count = 256;
  t->slots = mem_alloc(m, sizeof *t->slots * t->slot_count);
  for (nnf_op op = NNF_FALSE; op <= NNF_TRUE; op++)
    vec_push(m, &t->nodes, ((nnf_node){.op = op, .is_eventual = true, .is_universal = true, .negation = !op}));
  return t;
}

static uint32_t hash(const nnf_node *n) {
  uint64_t h = n->op * 31u + n->literal;
  h = h * 0x9e3779b97f4a7c15ull + n->left;
  h = h * 0x9e3779b97f4a7c15ull + n->right;
  for (uint32_t i = 0; i < n->parts.count; i++)
    h = h * 0x9e3779b97f4a7c15ull + n->parts.at[i];
  return (uint32_t)((h ^ h >> 29) * 0x9e3779b97f4a7c15ull >> 32);
}

static bool is_same(const nnf_node *a, const nnf_node *b) {
  return a->op == b->op && a->literal == b->literal && a->left == b->left && a->right == b->right &&
         a->parts.count == b->parts.count &&
         (!a->parts.count || !memcmp(a->parts.at, b->parts.at, sizeof *a->parts.at * a->parts.count));
}

static nnf *slot_of(const nnf_table *t, const nnf_node *n) {
  uint32_t i = hash(n) & (t->slot_count - 1);
  while (t->slots[i] && !is_same(&t->nodes.at[t->slots[i]], n))
    i = (i + 1) & (t->slot_count - 1);
  return &t->slots[i];
}

static void grow(nnf_table *t) {
  mem_free(t->m, t->slots);
  t->slot_count *= 2;
  t->slots = mem_alloc(t->m, sizeof *t->slots * t->slot_count);
  for (nnf f = NNF_TRUE + 1; f < t->nodes.count; f++)
    *slot_of(t, nnf_at(t, f)) = f;
}

// The number of the formula; parts are copied if it is new.
static nnf make(nnf_table *t, nnf_node n) {
  nnf *slot = slot_of(t, &n);
  if (*slot)
    return *slot;
  const nnf *parts = n.parts.at;
  n.parts.at = NULL;
  n.parts.room = 0;
  if (n.parts.count) {
    vec_reserve(t->m, &n.parts, n.parts.count);
    memcpy(n.parts.at, parts, sizeof *parts * n.parts.count);
  }
  vec_push(t->m, &t->nodes, n);
  nnf f = *slot = t->nodes.count - 1;
  if (t->nodes.count > t->slot_count / 2)
    grow(t);
  return f;
}

nnf nnf_literal(nnf_table *t, uint32_t literal) { return make(t, (nnf_node){.op = NNF_LITERAL, .literal = literal}); }

nnf nnf_next(nnf_table *t, nnf f) {
  if (f <= NNF_TRUE)
    return f;
  nnf_node *n = nnf_at(t, f);
  return make(
      t,
      (nnf_node){
          .op = NNF_NEXT, .left = f, .is_eventual = n->is_eventual, .is_universal = n->is_universal, .has_next = true});
}

nnf nnf_until(nnf_table *t, nnf a, nnf b) {
  if (b <= NNF_TRUE || a == NNF_FALSE || a == b)
    return b;
  const nnf_node *n = nnf_at(t, b);
  return make(t, (nnf_node){.op = NNF_UNTIL,
                            .left = a,
                            .right = b,
                            .is_eventual = a == NNF_TRUE || n->is_eventual,
                            .is_universal = n->is_universal,
                            .has_next = n->has_next || nnf_at(t, a)->has_next});
}

nnf nnf_release(nnf_table *t, nnf a, nnf b) {
  if (b <= NNF_TRUE || a == NNF_TRUE || a == b)
    return b;
  const nnf_node *n = nnf_at(t, b);
  return make(t, (nnf_node){.op = NNF_RELEASE,
                            .left = a,
                            .right = b,
                            .is_eventual = n->is_eventual,
                            .is_universal = a == NNF_FALSE || n->is_universal,
                            .has_next = n->has_next || nnf_at(t, a)->has_next});
}

static int compare(const void *a, const void *b) {
  nnf x = *(const nnf *)a, y = *(const nnf *)b;
  return x < y ? -1 : x > y;
}

static bool has_part(const nnf_node *n, nnf f) {
  return n->parts.count && bsearch(&f, n->parts.at, n->parts.count, sizeof f, compare);
}

// One contradiction makes the whole constant.
static bool has_contradiction(nnf_table *t, const nnf_node *n) {
  for (uint32_t i = 0; i < n->parts.count; i++) {
    const nnf_node *part = nnf_at(t, n->parts.at[i]);
    nnf opposite = part->op == NNF_LITERAL ? nnf_literal(t, part->literal ^ 1) : part->negation;
    if (opposite && has_part(n, opposite))
      return true;
  }
  return false;
}

static void gather(nnf_table *t, nnf_node *whole, const nnf *parts, uint32_t count) {
  nnf neutral = whole->op == NNF_AND ? NNF_TRUE : NNF_FALSE;
  for (uint32_t i = 0; i < count; i++) {
    nnf_node part = *nnf_at(t, parts[i]);
    if (part.op == whole->op)
      gather(t, whole, part.parts.at, part.parts.count);
    else if (parts[i] != neutral)
      vec_push(t->m, &whole->parts, parts[i]);
  }
}

nnf nnf_join(nnf_table *t, nnf_op op, const nnf *parts, uint32_t count) {
  nnf neutral = op == NNF_AND ? NNF_TRUE : NNF_FALSE;
  nnf_node whole = {.op = op, .is_eventual = true, .is_universal = true};
  gather(t, &whole, parts, count);
  if (whole.parts.count)
    qsort(whole.parts.at, whole.parts.count, sizeof(nnf), compare);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < whole.parts.count; i++)
    if (!i || whole.parts.at[i] != whole.parts.at[i - 1])
      whole.parts.at[kept++] = whole.parts.at[i];
  whole.parts.count = kept;
  nnf result = neutral;
  if (has_part(&whole, !neutral) || has_contradiction(t, &whole)) {
    result = !neutral;
  } else if (kept == 1) {
    result = whole.parts.at[0];
  } else if (kept) {
    for (uint32_t i = 0; i < kept; i++) {
      whole.is_eventual &= nnf_at(t, whole.parts.at[i])->is_eventual;
      whole.is_universal &= nnf_at(t, whole.parts.at[i])->is_universal;
      whole.has_next |= nnf_at(t, whole.parts.at[i])->has_next;
    }
    result = make(t, whole);
  }
  vec_free(t->m, &whole.parts);
  return result;
}

nnf nnf_and(nnf_table *t, nnf a, nnf b) { return nnf_join(t, NNF_AND, (nnf[]){a, b}, 2); }
nnf nnf_or(nnf_table *t, nnf a, nnf b) { return nnf_join(t, NNF_OR, (nnf[]){a, b}, 2); }

static nnf negate_parts(nnf_table *t, nnf f) {
  nnf_node n = *nnf_at(t, f);
  VEC(nnf) parts = {0};
  for (uint32_t i = 0; i < n.parts.count; i++)
    vec_push(t->m, &parts, nnf_negation(t, n.parts.at[i]));
  nnf result = nnf_join(t, n.op == NNF_AND ? NNF_OR : NNF_AND, parts.at, parts.count);
  vec_free(t->m, &parts);
  return result;
}

static nnf negate(nnf_table *t, nnf f) {
  nnf_node n = *nnf_at(t, f);
  switch (n.op) {
  case NNF_LITERAL:
    return nnf_literal(t, n.literal ^ 1);
  case NNF_NEXT:
    return nnf_next(t, nnf_negation(t, n.left));
  case NNF_UNTIL:
    return nnf_release(t, nnf_negation(t, n.left), nnf_negation(t, n.right));
  case NNF_RELEASE:
    return nnf_until(t, nnf_negation(t, n.left), nnf_negation(t, n.right));
  default:
    return negate_parts(t, f);
  }
}

nnf nnf_negation(nnf_table *t, nnf f) {
  if (f <= NNF_TRUE)
    return !f;
  if (!nnf_at(t, f)->negation) {
    nnf negation = negate(t, f);
    nnf_at(t, f)->negation = negation;
    if (negation > NNF_TRUE)
      nnf_at(t, negation)->negation = f;
  }
  return nnf_at(t, f)->negation;
}
