// Objects: the variables, clocks and labels of a declaration.
#include "lang/uppaal/lower.h"

typedef struct {
  upp *p;
  object *object;
  storage how;
  const char *prefix; // of clocks and labels
  uint32_t leaf;
} maker;

typedef VEC(net_part) part_list;

// The name of a leaf: the names of its object and of the fields that contain it.
static const char *joined(upp *p, const char *name, const leaf *l) {
  for (uint32_t i = 1; i < l->parts.count; i++)
    if (*l->parts.at[i].name)
      name = arena_printf(p->memory, "%s.%s", name, l->parts.at[i].name);
  return name;
}

static net_var *variable(upp *p, int32_t template_, bool is_scratch, const leaf *l, const char *name, place at) {
  net_var *v = net_add_var(p->net, template_);
  v->name = name;
  for (uint32_t i = 0; i < l->parts.count; i++)
    vec_push(p->m, &v->parts, l->parts.at[i]);
  v->type = upp_shape_type(l->shape);
  v->cells = l->cells;
  v->is_scratch = is_scratch;
  v->at = at;
  return v;
}

static const char *cell_name(maker *k, const leaf *l, uint32_t cell) {
  net_var v = {.cells = l->cells, .parts = {l->parts.at, l->parts.count, l->parts.room}};
  char name[256];
  return arena_printf(k->p->memory, "%s%s", k->prefix, net_cell_name(&v, cell, name, sizeof name));
}

static void add_clocks(maker *k, leaf *l) {
  network *n = k->p->net;
  if (n->clocks.count + l->cells > NET_MAX_CLOCKS) {
    upp_error(k->p, k->object->at, NULL, "too many clocks (limit is %d)", NET_MAX_CLOCKS);
    return;
  }
  l->first = n->clocks.count + 1;
  for (uint32_t i = 0; i < l->cells; i++) {
    net_clock c = {cell_name(k, l, i), k->object->template_, k->object->at};
    vec_push(k->p->m, &n->clocks, c);
  }
}

static void add_labels(maker *k, leaf *l) {
  network *n = k->p->net;
  l->first = n->labels.count;
  for (uint32_t i = 0; i < l->cells; i++) {
    net_label label = {
        .name = cell_name(k, l, i), .is_broadcast = l->shape->is_broadcast, .is_urgent = l->shape->is_urgent};
    vec_push(k->p->m, &n->labels, label);
  }
}

static void make_leaf(maker *k, const shape *s, const part_list *parts, uint32_t cells) {
  upp *p = k->p;
  leaf *l = &k->object->leaves[k->leaf++];
  l->shape = s;
  l->cells = cells;
  for (uint32_t i = 0; i < parts->count; i++)
    vec_push(p->m, &l->parts, parts->at[i]);
  bool is_plain = s->kind != SHAPE_CLOCK && s->kind != SHAPE_CHANNEL;
  if ((k->how == STORE_SCRATCH || k->how == STORE_CONSTANT) && !is_plain)
    upp_error(p, k->object->at, NULL, "a %s cannot be declared here", upp_shape_text(p, s));
  else if (s->kind == SHAPE_CLOCK)
    add_clocks(k, l);
  else if (s->kind == SHAPE_CHANNEL)
    add_labels(k, l);
  else if (s->kind == SHAPE_INT && s->low > s->high)
    upp_error(p, k->object->at, NULL, "the range [%d,%d] is empty", s->low, s->high);
  else if (s->kind == SHAPE_OPAQUE)
    l->values = ARENA_ARRAY(p->memory, int32_t, cells);
  else if (s->kind == SHAPE_VOID)
    upp_error(p, k->object->at, NULL, "a variable cannot be void");
  else if (k->how != STORE_CONSTANT)
    l->var = variable(p, k->object->template_, k->how == STORE_SCRATCH, l,
                      joined(p, k->how == STORE_LOCAL ? parts->at[0].name : k->object->name, l), k->object->at);
}

static void make(maker *k, const shape *s, part_list *parts, uint32_t cells) {
  uint32_t before = parts->count;
  while (s->kind == SHAPE_ARRAY) { // further dimensions become parts without a name
    net_part next = {.name = "", .length = 0};
    net_part *last = &parts->at[parts->count - 1];
    if (last->length) {
      vec_push(k->p->m, parts, next);
      last = &parts->at[parts->count - 1];
    }
    last->length = upp_shape_length(s);
    last->low = s->low;
    cells *= last->length;
    s = s->element;
  }
  if (s->kind == SHAPE_RECORD) {
    for (uint32_t i = 0; i < s->fields.count; i++) {
      net_part inner = {.name = s->fields.at[i].name};
      vec_push(k->p->m, parts, inner);
      make(k, s->fields.at[i].shape, parts, cells);
      parts->count--;
    }
  } else {
    make_leaf(k, s, parts, cells);
  }
  parts->count = before;
  if (before)
    parts->at[before - 1].length = 0;
}

object *upp_object_new(upp *p, storage how, const char *name, const shape *s, place at) {
  object *o = ARENA_NEW(p->memory, object);
  part_list parts = {0};
  net_part first = {.name = name};
  bool is_inside = p->inside != NET_NONE && how != STORE_GLOBAL;
  const char *prefix = is_inside ? arena_printf(p->memory, "%s.", p->net->templates.at[p->inside]->name) : "";
  *o = (object){.at = at, .template_ = how == STORE_LOCAL ? p->inside : NET_NONE, .is_const = how == STORE_CONSTANT};
  o->leaves = ARENA_ARRAY(p->memory, leaf, s->leaves ? s->leaves : 1);
  o->name = how == STORE_SCRATCH && p->routine ? arena_printf(p->memory, "%s.%s", p->routine->function->name, name)
                                               : arena_printf(p->memory, "%s%s", prefix, name);
  vec_push(p->m, &parts, first);
  maker k = {.p = p, .object = o, .how = how, .prefix = prefix};
  make(&k, s, &parts, 1);
  vec_free(p->m, &parts);
  return o;
}

// The variable of a constant is global, also for a constant of a process; its name contains the process.
net_var *upp_leaf_var(upp *p, const object *o, uint32_t number) {
  leaf *l = &o->leaves[number];
  if (l->var || !l->values)
    return l->var;
  l->var = variable(p, NET_NONE, false, l, joined(p, o->name, l), o->at);
  l->var->is_constant = true;
  for (uint32_t i = 0; i < l->cells; i++)
    vec_push(p->m, &l->var->init, expr_const(p->memory, l->values[i], o->at));
  return l->var;
}

reference upp_reference_to(const object *o, const shape *s) { return (reference){.shape = s, .object = o}; }

expr *upp_temporary(upp *p, expr *value) {
  int32_t known;
  if (expr_is_const(value, &known))
    return value;
  const char *name = arena_printf(p->memory, "temporary %u", ++p->temporaries);
  const object *o = upp_object_new(p, STORE_SCRATCH, name, &upp_shape_number, value->at);
  expr *target = expr_new(p->memory, EXPR_VAR, value->at);
  target->var = o->leaves[0].var;
  upp_emit_assign(p, target, value, value->at);
  return target;
}
