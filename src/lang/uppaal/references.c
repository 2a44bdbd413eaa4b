// References to objects and their parts, as expressions or as picks of clocks and labels.
#include "lang/uppaal/lower.h"

static void copy_indices(upp *p, subscripts *to, const subscripts *from) {
  *to = (subscripts){0};
  for (uint32_t i = 0; i < from->count; i++)
    vec_push(p->m, to, from->at[i]);
}

reference upp_element(upp *p, const reference *array, expr *at) {
  const shape *s = array->shape;
  reference r = *array;
  if (s->low)
    at = expr_binary(p->memory, EXPR_SUB, at, expr_const(p->memory, s->low, at->at));
  subscript i = {at, upp_shape_length(s)};
  copy_indices(p, &r.indices, &array->indices);
  vec_push(p->m, &r.indices, i);
  r.shape = s->element;
  return r;
}

reference upp_member(upp *p, const reference *record, uint32_t number) {
  reference r = *record;
  copy_indices(p, &r.indices, &record->indices);
  for (uint32_t i = 0; i < number; i++)
    r.leaf += record->shape->fields.at[i].shape->leaves;
  r.shape = record->shape->fields.at[number].shape;
  return r;
}

// The number of the cell, if all indices are constant and in range.
static bool known_cell(const reference *r, uint32_t *cell) {
  *cell = 0;
  for (uint32_t i = 0; i < r->indices.count; i++) {
    int32_t at;
    if (!expr_is_const(r->indices.at[i].at, &at) || at < 0 || (uint32_t)at >= r->indices.at[i].length)
      return false;
    *cell = *cell * r->indices.at[i].length + (uint32_t)at;
  }
  return true;
}

static expr *cell_value(upp *p, const reference *r, place at) {
  const leaf *l = &r->object->leaves[r->leaf];
  uint32_t cell;
  if (l->values && known_cell(r, &cell))
    return expr_const(p->memory, l->values[cell], at);
  if (l->shape->kind == SHAPE_OPAQUE && p->net->is_finished) // a query that cannot be answered
    return expr_const(p->memory, 0, at);
  net_var *v = upp_leaf_var(p, r->object, r->leaf);
  if (!v)
    return expr_const(p->memory, 0, at);
  bool is_remote = v->template_ != NET_NONE && v->template_ != p->inside;
  expr *e = expr_new(p->memory, is_remote ? EXPR_REMOTE_VAR : EXPR_VAR, at);
  e->var = v;
  if (is_remote) // the template of a process has the same number
    e->a = expr_const(p->memory, v->template_, at);
  for (uint32_t i = 0; i < r->indices.count; i++)
    vec_push(p->m, &e->indices, r->indices.at[i].at);
  return e;
}

static expr *in_range(upp *p, const subscript *i) {
  expr *low = expr_binary(p->memory, EXPR_GE, i->at, expr_const(p->memory, 0, i->at->at));
  expr *high = expr_binary(p->memory, EXPR_LT, i->at, expr_const(p->memory, (int32_t)i->length, i->at->at));
  return upp_and(p, low, high);
}

// Each index is checked separately: the sum can be in range even if an index is not.
static expr *offset_of(upp *p, const subscript *at, uint32_t count) {
  expr *sum = at[0].at, *good = in_range(p, &at[0]);
  for (uint32_t i = 1; i < count; i++) {
    expr *length = expr_const(p->memory, (int32_t)at[i].length, at[i].at->at);
    sum = expr_binary(p->memory, EXPR_ADD, expr_binary(p->memory, EXPR_MUL, sum, length), at[i].at);
    good = upp_and(p, good, in_range(p, &at[i]));
  }
  return count == 1 ? sum : upp_choose(p, good, sum, expr_const(p->memory, -1, at[0].at->at));
}

net_pick upp_pick(upp *p, const reference *r, place at) {
  const leaf *l = &r->object->leaves[r->leaf];
  net_pick pick = {.first = l->first, .count = l->cells};
  uint32_t known = 0;
  int32_t value;
  (void)at;
  for (; known < r->indices.count; known++) {
    const subscript *i = &r->indices.at[known];
    if (!expr_is_const(i->at, &value) || value < 0 || (uint32_t)value >= i->length)
      break;
    pick.count /= i->length;
    pick.first += (uint32_t)value * pick.count;
  }
  if (known < r->indices.count)
    pick.offset = offset_of(p, r->indices.at + known, r->indices.count - known);
  return pick;
}

// The part of one of the two objects that r is of their choice.
static reference part_of(upp *p, const reference *whole, const reference *r) {
  reference part = {.shape = r->shape, .object = whole->object, .leaf = whole->leaf + r->leaf};
  copy_indices(p, &part.indices, &whole->indices);
  for (uint32_t i = 0; i < r->indices.count; i++)
    vec_push(p->m, &part.indices, r->indices.at[i]);
  return part;
}

static expr *chosen_value(upp *p, const reference *r, place at) {
  const choice *c = r->object->choice;
  reference yes = part_of(p, &c->yes, r), no = part_of(p, &c->no, r);
  return upp_choose(p, c->condition, upp_operand_of(p, &yes, at).value, upp_operand_of(p, &no, at).value);
}

static bool has_only_data(const shape *s) {
  if (s->kind == SHAPE_ARRAY)
    return has_only_data(s->element);
  for (uint32_t i = 0; i < s->fields.count; i++)
    if (!has_only_data(s->fields.at[i].shape))
      return false;
  return s->kind == SHAPE_RECORD || upp_shape_is_data(s);
}

operand upp_either(upp *p, expr *condition, const operand *yes, const operand *no, place at) {
  if (!yes->ref.object || !no->ref.object || !upp_shape_same(yes->shape, no->shape) || !has_only_data(yes->shape)) {
    upp_error(p, at, NULL, "'?:' cannot choose between a %s and a %s", upp_shape_text(p, yes->shape),
              upp_shape_text(p, no->shape));
    return upp_error_operand(p, at);
  }
  choice *c = ARENA_NEW(p->memory, choice);
  object *o = ARENA_NEW(p->memory, object);
  *c = (choice){condition, yes->ref, no->ref};
  *o = (object){.name = "?:", .is_const = true, .template_ = p->inside, .choice = c, .at = at};
  return (operand){.shape = yes->shape, .ref = upp_reference_to(o, yes->shape)};
}

operand upp_operand_of(upp *p, const reference *r, place at) {
  operand o = {.shape = r->shape, .ref = *r};
  if (r->object && r->object->choice && upp_shape_is_data(r->shape))
    o.value = chosen_value(p, r, at);
  else if (r->shape->kind == SHAPE_CLOCK) {
    o.plus = upp_pick(p, r, at);
    o.value = expr_const(p->memory, 0, at);
  } else if (upp_shape_is_data(r->shape)) {
    o.value = cell_value(p, r, at);
  }
  return o;
}

static uint32_t count_cells(const shape *s) {
  if (s->kind == SHAPE_ARRAY)
    return upp_shape_length(s) * count_cells(s->element);
  uint32_t count = s->kind == SHAPE_RECORD ? 0 : 1;
  for (uint32_t i = 0; i < s->fields.count; i++)
    count += count_cells(s->fields.at[i].shape);
  return count;
}

uint32_t upp_cell_count(const reference *r) { return count_cells(r->shape); }

// The leaf of a shape with this number. *cells is multiplied by the number of its cells.
static const shape *leaf_shape(const shape *s, uint32_t number, uint32_t *cells) {
  while (s->kind == SHAPE_ARRAY) {
    *cells *= upp_shape_length(s);
    s = s->element;
  }
  for (uint32_t i = 0; i < s->fields.count; i++) {
    const shape *inner = s->fields.at[i].shape;
    if (number < inner->leaves)
      return leaf_shape(inner, number, cells);
    number -= inner->leaves;
  }
  return s;
}

static void push_known(upp *p, reference *r, const shape *array, uint32_t cell) {
  subscript i = {expr_const(p->memory, (int32_t)cell, r->object->at), upp_shape_length(array)};
  vec_push(p->m, &r->indices, i);
}

reference upp_cell(upp *p, const reference *r, uint32_t number) {
  reference out = *r;
  uint32_t cells = 1, inner = 0;
  const shape *s = r->shape, *last = leaf_shape(s, 0, &cells);
  while (number >= cells) {
    number -= cells;
    cells = 1;
    last = leaf_shape(s, ++inner, &cells);
  }
  copy_indices(p, &out.indices, &r->indices);
  out.leaf += inner;
  out.shape = last;
  for (; s != last;) {
    if (s->kind == SHAPE_ARRAY) {
      cells /= upp_shape_length(s);
      push_known(p, &out, s, number / cells);
      number %= cells;
      s = s->element;
    } else {
      uint32_t i = 0;
      for (; inner >= s->fields.at[i].shape->leaves; i++)
        inner -= s->fields.at[i].shape->leaves;
      s = s->fields.at[i].shape;
    }
  }
  return out;
}

void upp_fix_indices(upp *p, reference *r) {
  subscripts settled;
  copy_indices(p, &settled, &r->indices);
  for (uint32_t i = 0; i < settled.count; i++)
    settled.at[i].at = upp_temporary(p, settled.at[i].at);
  r->indices = settled;
}
