// Initial values, cell by cell.
#include "lang/uppaal/lower.h"

#include <string.h>

typedef struct {
  upp *p;
  expr **cells;
} filler;

static void fill(filler *f, const shape *s, const upp_init *init, uint32_t *leaf_at, uint32_t element);

// Cells are numbered leaf by leaf, but an initialiser lists them element by element. The number of a cell is computed
// from the first cell of its leaf (leaf_at) and the number of its element in the flattened array.
static void fill_value(filler *f, const shape *s, const upp_init *init, uint32_t *leaf_at, uint32_t element) {
  upp *p = f->p;
  operand o = upp_operand(p, init->value);
  if (!o.ref.object || !upp_shape_same(s, o.shape)) {
    upp_error(p, init->at, NULL, "a %s cannot be initialised by a %s", upp_shape_text(p, s),
              upp_shape_text(p, o.shape));
    return;
  }
  uint32_t cells = upp_cell_count(&o.ref), leaf_now = UINT32_MAX, at = 0;
  for (uint32_t i = 0; i < cells; i++) {
    reference cell = upp_cell(p, &o.ref, i);
    uint32_t number = cell.leaf - o.ref.leaf;
    if (number != leaf_now) {
      uint32_t in_leaf = 0;
      for (uint32_t k = i; k < cells && upp_cell(p, &o.ref, k).leaf == cell.leaf; k++)
        in_leaf++;
      at = leaf_at[number] + element * in_leaf;
      leaf_now = number;
    }
    f->cells[at++] = upp_operand_of(p, &cell, init->at).value;
  }
}

static void fill_array(filler *f, const shape *s, const upp_init *init, uint32_t *leaf_at, uint32_t element) {
  uint32_t length = upp_shape_length(s);
  if (init && init->list.count != length) {
    upp_error(f->p, init->at, NULL, "the array has %u elements, but %u values are given", length, init->list.count);
    init = NULL;
  }
  for (uint32_t i = 0; i < length; i++)
    fill(f, s->element, init ? init->list.at[i] : NULL, leaf_at, element * length + i);
}

static const upp_init *for_field(const shape *s, const upp_init *init, uint32_t number) {
  for (uint32_t i = 0; init && i < init->list.count; i++) {
    const char *name = init->list.at[i]->field;
    if (name ? strcmp(name, s->fields.at[number].name) == 0 : i == number)
      return init->list.at[i];
  }
  return NULL;
}

static void fill_record(filler *f, const shape *s, const upp_init *init, uint32_t *leaf_at, uint32_t element) {
  uint32_t at = 0;
  if (init && init->list.count != s->fields.count)
    upp_error(f->p, init->at, NULL, "the struct has %u fields, but %u values are given", s->fields.count,
              init->list.count);
  for (uint32_t i = 0; i < s->fields.count; i++) {
    const upp_init *inner = for_field(s, init, i);
    if (init && !inner && init->list.count == s->fields.count)
      upp_error(f->p, init->at, NULL, "field '%s' gets no value", s->fields.at[i].name);
    fill(f, s->fields.at[i].shape, inner, leaf_at + at, element);
    at += s->fields.at[i].shape->leaves;
  }
}

static void fill_cell(filler *f, const shape *s, const upp_init *init, uint32_t cell) {
  upp *p = f->p;
  if (!init) {
    f->cells[cell] = expr_const(p->memory, upp_shape_default(s), (place){0});
  } else if (!init->value) {
    upp_error(p, init->at, NULL, "a list cannot initialise a single %s", upp_shape_text(p, s));
  } else {
    operand o = upp_operand(p, init->value);
    expr *value = upp_fit(p, s, &o, init->at);
    f->cells[cell] = p->out && upp_has_effect(p, init->value) ? upp_temporary(p, value) : value;
  }
}

static void fill(filler *f, const shape *s, const upp_init *init, uint32_t *leaf_at, uint32_t element) {
  bool is_single = s->kind != SHAPE_ARRAY && s->kind != SHAPE_RECORD;
  if (is_single) {
    fill_cell(f, s, init, leaf_at[0] + element);
  } else if (init && init->value) {
    fill(f, s, NULL, leaf_at, element);
    fill_value(f, s, init, leaf_at, element);
  } else if (s->kind == SHAPE_ARRAY) {
    fill_array(f, s, init, leaf_at, element);
  } else {
    fill_record(f, s, init, leaf_at, element);
  }
}

static void count_leaves(const shape *s, uint32_t cells, uint32_t **out) {
  if (s->kind == SHAPE_ARRAY) {
    count_leaves(s->element, cells * upp_shape_length(s), out);
  } else if (s->kind == SHAPE_RECORD) {
    for (uint32_t i = 0; i < s->fields.count; i++)
      count_leaves(s->fields.at[i].shape, cells, out);
  } else {
    *(*out)++ = cells;
  }
}

expr **upp_initial(upp *p, const shape *s, const upp_init *init, uint32_t *count) {
  uint32_t *leaf_at = ARENA_ARRAY(p->memory, uint32_t, s->leaves + 1), *end = leaf_at;
  count_leaves(s, 1, &end);
  *count = 0;
  for (uint32_t i = 0; i < s->leaves; i++) {
    uint32_t cells = leaf_at[i];
    leaf_at[i] = *count;
    *count += cells;
  }
  filler f = {.p = p, .cells = ARENA_ARRAY(p->memory, expr *, *count + 1)};
  fill(&f, s, init, leaf_at, 0);
  for (uint32_t i = 0; i < *count; i++)
    if (!f.cells[i])
      f.cells[i] = expr_const(p->memory, 0, (place){0});
  return f.cells;
}

static bool is_in_range(upp *p, const shape *s, const expr *e, int32_t value, place at) {
  if (!upp_shape_is_data(s) || s->kind == SHAPE_ERROR || s->kind == SHAPE_OPAQUE ||
      (value >= s->low && value <= s->high))
    return true;
  upp_error(p, e->at.line ? e->at : at, NULL, "the initial value %d is outside [%d,%d]", value, s->low, s->high);
  return false;
}

// The network has no value for them.
static void forget_opaque(upp *p, const object *o, const shape *s, expr **cells) {
  for (uint32_t i = 0, next = 0; i < s->leaves; next += o->leaves[i++].cells)
    for (uint32_t k = 0; o->leaves[i].shape->kind == SHAPE_OPAQUE && k < o->leaves[i].cells; k++)
      cells[next + k] = expr_const(p->memory, 0, cells[next + k]->at);
}

bool upp_initial_values(upp *p, object *o, const shape *s, const net_stmt *before, expr **cells, uint32_t count,
                        place at) {
  int32_t *values = ARENA_ARRAY(p->memory, int32_t, count + 1);
  forget_opaque(p, o, s, cells);
  if (!upp_compute(p, before, cells, count, at, values))
    return false;
  for (uint32_t i = 0, next = 0; i < s->leaves; next += o->leaves[i++].cells) {
    leaf *l = &o->leaves[i];
    bool is_zero = true;
    for (uint32_t k = 0; k < l->cells; k++) {
      if (!is_in_range(p, l->shape, cells[next + k], values[next + k], at))
        return false;
      is_zero &= values[next + k] == 0;
    }
    if (o->is_const)
      l->values = values + next;
    for (uint32_t k = 0; l->var && !o->is_const && !is_zero && k < l->cells; k++)
      vec_push(p->m, &l->var->init, expr_const(p->memory, values[next + k], at));
  }
  return true;
}
