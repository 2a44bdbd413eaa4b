#include "lang/promela/lower.h"

#include "base/nearest.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_CELLS = 65535 };

void pml_error(pml *p, place at, const char *hint, const char *format, ...) {
  char message[512];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  diag_add(p->d, DIAG_ERROR, at, hint, "%s", message);
}

scope *pml_open_scope(pml *p) {
  scope *s = ARENA_NEW(p->memory, scope);
  s->parent = p->scope;
  p->scope = s;
  return s;
}

void pml_close_scope(pml *p) { p->scope = p->scope->parent; }

static symbol *find_in(const scope *s, const char *name) {
  for (symbol *y = s->symbols; y; y = y->next)
    if (strcmp(y->name, name) == 0)
      return y;
  return NULL;
}

symbol *pml_lookup(const pml *p, const char *name) {
  for (const scope *s = p->scope; s; s = s->parent) {
    symbol *y = find_in(s, name);
    if (y)
      return y;
  }
  return NULL;
}

const char *pml_similar(const pml *p, const char *name) {
  nearest n = {.wanted = name};
  for (const scope *s = p->scope; s; s = s->parent)
    for (const symbol *y = s->symbols; y; y = y->next)
      nearest_try(&n, y->name);
  for (uint32_t i = 0; i < p->net->enums.count; i++)
    for (uint32_t k = 0; k < p->net->enums.at[i].names.count; k++)
      nearest_try(&n, p->net->enums.at[i].names.at[k]);
  return nearest_hint(&n, p->memory);
}

const net_enum *pml_constant(const pml *p, const char *name, int32_t *value, int16_t *set) {
  for (uint32_t i = 0; i < p->net->enums.count; i++) {
    const net_enum *e = &p->net->enums.at[i];
    for (uint32_t k = 0; k < e->names.count; k++)
      if (strcmp(e->names.at[k], name) == 0) {
        *value = e->values.at[k];
        *set = (int16_t)i;
        return e;
      }
  }
  return NULL;
}

static int16_t enum_set(pml *p, const char *name) {
  for (uint32_t i = 0; i < p->net->enums.count; i++)
    if (strcmp(p->net->enums.at[i].name, name) == 0)
      return (int16_t)i;
  net_enum e = {.name = name};
  vec_push(p->m, &p->net->enums, e);
  return (int16_t)(p->net->enums.count - 1);
}

// As in SPIN, the first name of a list gets the greatest value, and the values of a second list of the same set are
// greater than those of the first.
void pml_declare_mtype(pml *p, const ast_unit *u) {
  int16_t set = enum_set(p, u->name ? u->name : "");
  net_enum *e = &p->net->enums.at[set];
  uint32_t before = e->values.count;
  if (before + u->names.count > 255) {
    pml_error(p, u->at, NULL, "too many mtype constants in one set (limit is 255)");
    return;
  }
  for (uint32_t i = 0; i < u->names.count; i++) {
    int32_t value;
    int16_t other;
    if (pml_constant(p, u->names.at[i], &value, &other)) {
      pml_error(p, u->at, NULL, "mtype constant '%s' is declared twice", u->names.at[i]);
      continue;
    }
    vec_push(p->m, &e->names, u->names.at[i]);
    vec_push(p->m, &e->values, (int32_t)(before + u->names.count - i));
  }
}

static record *find_record(const pml *p, const char *name) {
  for (uint32_t i = 0; i < p->records.count; i++)
    if (strcmp(p->records.at[i]->name, name) == 0)
      return p->records.at[i];
  return NULL;
}

void pml_declare_record(pml *p, const ast_unit *u) {
  if (find_record(p, u->name)) {
    pml_error(p, u->at, NULL, "typedef '%s' is declared twice", u->name);
    return;
  }
  record *r = ARENA_NEW(p->memory, record);
  r->name = u->name;
  r->at = u->at;
  for (uint32_t i = 0; i < u->decls.count; i++)
    vec_push(p->m, &r->fields, u->decls.at[i]);
  vec_push(p->m, &p->records, r);
}

bool pml_const_value(pml *p, const ast_expr *e, int32_t *value) {
  expr *lowered = pml_expr(p, e);
  if (expr_is_const(lowered, value))
    return true;
  // As in SPIN, an initialised scalar can be used as a constant, with its initial value.
  if (e->kind == AX_REF && !e->ref->index && !e->ref->next) {
    const symbol *y = pml_lookup(p, e->ref->name);
    if (y && y->init && expr_is_const(y->init, value))
      return true;
  }
  pml_error(p, e->at, "use constants for array lengths, channel capacities and numbers of instances",
            "'%s' is not a constant", pml_expr_text(p->memory, e));
  return false;
}

static net_type plain_type(pml *p, const ast_type *t, const ast_expr *bits) {
  int32_t width = 0;
  switch (t->kind) {
  case PT_BIT:
  case PT_BOOL:
    return (net_type){.kind = KIND_BOOL, .bits = 1, .set = -1};
  case PT_SHORT:
    return (net_type){.kind = KIND_INT, .bits = 16, .is_signed = true, .set = -1};
  case PT_INT:
    return (net_type){.kind = KIND_INT, .bits = 32, .is_signed = true, .set = -1};
  case PT_PID:
    return (net_type){.kind = KIND_PID, .bits = 8, .set = -1};
  case PT_CHAN:
    return (net_type){.kind = KIND_CHANNEL, .bits = 8, .set = -1};
  case PT_MTYPE:
    return (net_type){.kind = KIND_ENUM, .bits = 8, .set = enum_set(p, t->name ? t->name : "")};
  case PT_UNSIGNED:
    if (!bits)
      pml_error(p, t->at, "write for example: unsigned x : 5", "unsigned needs a width in bits");
    else if (pml_const_value(p, bits, &width) && (width < 1 || width > 31))
      pml_error(p, bits->at, NULL, "the width of an unsigned must be 1 to 31 bits, not %d", width);
    return (net_type){.kind = KIND_INT, .bits = (uint8_t)(width >= 1 && width <= 31 ? width : 31), .set = -1};
  default:
    return (net_type){.kind = KIND_INT, .bits = 8, .set = -1};
  }
}

static bool array_length(pml *p, const ast_declarator *d, uint32_t *length) {
  int32_t value;
  *length = 0;
  if (!d->length)
    return true;
  if (!pml_const_value(p, d->length, &value))
    return false;
  if (value < 1) {
    pml_error(p, d->length->at, NULL, "array '%s' has length %d, but must have at least 1 element", d->name, value);
    return false;
  }
  if (value > MAX_CELLS) {
    diag_add(p->d, DIAG_UNSUPPORTED, d->length->at, NULL, "array '%s' has %d elements (limit is %d)", d->name, value,
             MAX_CELLS);
    return false;
  }
  *length = (uint32_t)value;
  return true;
}

static bool enter_record(pml *p, const ast_type *t, record **out) {
  record *r = find_record(p, t->name);
  if (!r)
    pml_error(p, t->at, "declare it with typedef before its use", "unknown type '%s'", t->name);
  else if (r->is_open)
    pml_error(p, t->at, NULL, "typedef '%s' contains itself", t->name);
  else {
    r->is_open = true;
    *out = r;
    return true;
  }
  return false;
}

// The types of the fields of a message. Records become one field for each cell of each of their leaves.
static void message_types(pml *p, const ast_type *t, const ast_expr *bits, uint32_t times, net_channel *c) {
  record *r;
  if (t->kind != PT_NAMED) {
    net_type type = plain_type(p, t, bits);
    for (uint32_t i = 0; i < times; i++)
      vec_push(p->m, &c->fields, type);
  } else if (enter_record(p, t, &r)) {
    for (uint32_t n = 0; n < times && c->fields.count <= MAX_CELLS; n++)
      for (uint32_t i = 0; i < r->fields.count; i++)
        for (uint32_t k = 0; k < r->fields.at[i]->declarators.count; k++) {
          const ast_declarator *d = &r->fields.at[i]->declarators.at[k];
          uint32_t length;
          if (array_length(p, d, &length))
            message_types(p, &r->fields.at[i]->type, d->bits, length ? length : 1, c);
        }
    r->is_open = false;
  }
}

static int32_t channel_type(pml *p, const ast_chan *c, const char *name) {
  net_channel type = {.name = name, .at = c->at};
  int32_t capacity = 0;
  if (pml_const_value(p, c->capacity, &capacity) && (capacity < 0 || capacity > 65535))
    pml_error(p, c->capacity->at, NULL, "channel '%s' has capacity %d (limit is 65535)", name, capacity);
  else
    type.capacity = (uint32_t)capacity;
  for (uint32_t i = 0; i < c->types.count; i++) {
    if (c->types.at[i].kind == PT_UNSIGNED)
      pml_error(p, c->types.at[i].at, "use byte, short or int", "unsigned cannot be the type of a message field");
    else
      message_types(p, &c->types.at[i], NULL, 1, &type);
  }
  if (type.fields.count == 1 && type.fields.at[0].bits == 1) // SPIN stores it as a byte, as it does arrays of bits
    type.fields.at[0].bits = 8;
  if (type.fields.count > 255)
    diag_add(p->d, DIAG_UNSUPPORTED, c->at, NULL, "a message of '%s' has %u fields (limit is 255)", name,
             type.fields.count);
  vec_push(p->m, &p->net->channels, type);
  return (int32_t)(p->net->channels.count - 1);
}

static void initialise(pml *p, const ast_declarator *d, net_var *v) {
  if (d->chan) {
    if (v->type.kind != KIND_CHANNEL)
      pml_error(p, d->at, "declare it as a chan", "'%s' is not a channel", d->name);
    else
      v->channel = channel_type(p, d->chan, d->name);
  } else if (d->init) {
    vec_push(p->m, &v->init, pml_expr(p, d->init));
  } else if (d->list.count > 0) {
    if (!d->length)
      pml_error(p, d->at, NULL, "'%s' is not an array, but has a list of initial values", d->name);
    else if (d->list.count > v->cells)
      pml_error(p, d->at, NULL, "array '%s' has %u elements, but %u initial values", d->name, v->cells, d->list.count);
    else
      for (uint32_t i = 0; i < v->cells; i++) // SPIN repeats the last value
        vec_push(p->m, &v->init, pml_expr(p, d->list.at[i < d->list.count ? i : d->list.count - 1]));
  }
}

static net_var *add_leaf(pml *p, const ast_type *t, const ast_declarator *d, const net_part *parts, uint32_t count) {
  net_type type = plain_type(p, t, d->bits); // before the variable is registered
  net_var *v = net_add_var(p->net, p->template_ ? (int32_t)p->template_->index : NET_NONE);
  v->type = type;
  if (d->length && type.bits == 1) // SPIN's verifier stores arrays of bits as bytes and does not truncate to one bit
    v->type.bits = 8;
  v->at = d->at;
  v->name = "";
  uint64_t cells = 1;
  for (uint32_t i = 0; i < count; i++) {
    v->name = arena_printf(p->memory, "%s%s%s", v->name, i ? "." : "", parts[i].name);
    if (parts[i].length)
      cells *= parts[i].length;
    vec_push(p->m, &v->parts, parts[i]);
    if (cells > MAX_CELLS) {
      diag_add(p->d, DIAG_UNSUPPORTED, d->at, NULL, "'%s' has more than %d cells", v->name, MAX_CELLS);
      cells = 1;
      break;
    }
  }
  v->cells = (uint32_t)cells;
  return v;
}

static void add_leaves(pml *p, const ast_type *t, const ast_declarator *d, net_part *parts, uint32_t depth, symbol *y,
                       declare_how how) {
  record *r;
  if (depth >= 31) {
    pml_error(p, d->at, NULL, "typedefs are nested too deeply");
    return;
  }
  parts[depth].name = d->name;
  if (!array_length(p, d, &parts[depth].length))
    return;
  if (t->kind != PT_NAMED) {
    net_var *v = add_leaf(p, t, d, parts, depth + 1);
    if (how == DECLARE_START || (how == DECLARE_LATER && depth > 0 && d->chan))
      initialise(p, d, v);
    v->is_parameter = how == DECLARE_PARAMETER;
    vec_push(p->m, &y->leaves, v);
    return;
  }
  if (!enter_record(p, t, &r))
    return;
  for (uint32_t i = 0; i < r->fields.count; i++)
    for (uint32_t k = 0; k < r->fields.at[i]->declarators.count; k++)
      add_leaves(p, &r->fields.at[i]->type, &r->fields.at[i]->declarators.at[k], parts, depth + 1, y, how);
  r->is_open = false;
}

static void declare_one(pml *p, const ast_decl *decl, const ast_declarator *d, declare_how how, symbol_list *added) {
  net_part parts[32] = {0};
  int32_t value;
  int16_t set;
  if (find_in(p->scope, d->name)) {
    pml_error(p, d->at, NULL, "'%s' is declared twice", d->name);
    return;
  }
  if (pml_constant(p, d->name, &value, &set)) {
    pml_error(p, d->at, NULL, "'%s' is the name of an mtype constant", d->name);
    return;
  }
  symbol *y = ARENA_NEW(p->memory, symbol);
  y->name = d->name;
  y->at = d->at;
  y->is_hidden = (decl->visibility & VIS_HIDDEN) != 0;
  y->chan = d->chan;
  if (how == DECLARE_PARAMETER && d->length)
    pml_error(p, d->at, "pass the elements, or make the array global", "parameter '%s' is an array", d->name);
  if (d->bits && decl->type.kind != PT_UNSIGNED)
    pml_error(p, d->at, "only unsigned variables have a width", "'%s' cannot have a width", d->name);
  if (d->init && decl->type.kind == PT_NAMED)
    diag_add(p->d, DIAG_WARNING, d->at, NULL, "'%s' is a record: its initial value is ignored, as in SPIN", d->name);
  add_leaves(p, &decl->type, d, parts, 0, y, how);
  y->length = parts[0].length;
  if (decl->type.kind == PT_NAMED) {
    y->record = find_record(p, decl->type.name);
  } else if (y->leaves.count == 1) {
    y->var = y->leaves.at[0];
    if (y->var->init.count == 1 && !y->length)
      y->init = y->var->init.at[0];
  } else {
    return; // already reported
  }
  y->next = p->scope->symbols;
  p->scope->symbols = y;
  if (p->template_) {
    vec_push(p->m, &p->locals, y);
    vec_push(p->m, &p->local_of, (int32_t)p->template_->index);
  }
  if (added)
    vec_push(p->m, added, y);
}

void pml_declare(pml *p, const ast_decl *d, declare_how how, symbol_list *added) {
  for (uint32_t i = 0; i < d->declarators.count; i++)
    declare_one(p, d, &d->declarators.at[i], how, added);
}

static net_var *unnamed_variable(pml *p, const char *name, uint8_t bits, bool is_signed, int32_t template_) {
  net_var *v = net_add_var(p->net, template_);
  net_part part = {.name = name};
  v->name = name;
  v->type = (net_type){.kind = KIND_INT, .bits = bits, .is_signed = is_signed, .set = -1};
  vec_push(p->m, &v->parts, part);
  return v;
}

net_var *pml_new_counter(pml *p, bool wide) {
  if (!p->scope->for_counter)
    p->scope->for_counter =
        unnamed_variable(p, "(for)", wide ? 16 : 8, wide, p->template_ ? (int32_t)p->template_->index : NET_NONE);
  return p->scope->for_counter;
}

net_var *pml_sink(pml *p) {
  if (!p->sink) {
    p->sink = unnamed_variable(p, "_", 32, true, NET_NONE);
    p->sink->is_ghost = true;
  }
  return p->sink;
}
