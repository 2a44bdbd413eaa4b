#include "lang/promela/build.h"

#include <string.h>

static element *add_element(pml *p, flow *f, element_kind kind, place at) {
  element *e = ARENA_NEW(p->memory, element);
  e->kind = kind;
  e->number = (int32_t)f->elements.count + 1;
  e->unique = p->unique++;
  e->scope = p->scope;
  e->leaf.at = at;
  e->location = -1;
  vec_push(p->m, &f->elements, e);
  return e;
}

element *build_new_element(builder *b, element_kind kind, place at) {
  element *e = add_element(b->p, b->f, kind, at);
  e->d_step = b->d_step;
  return e;
}

sequence *build_current(builder *b) { return b->open.at[b->open.count - 1]; }

void build_open_sequence(builder *b, bool is_body) {
  vec_push(b->p->m, &b->open, ARENA_NEW(b->p->memory, sequence));
  b->may_initialise = is_body;
}

sequence *build_close_sequence(builder *b, place at) {
  sequence *s = build_current(b);
  b->open.count--;
  s->extent = s->last;
  if (!s->first) { // an error in SPIN, too
    pml_error(b->p, at, "write skip for a statement without effect", "a sequence needs at least one statement");
    s->first = s->last = s->extent = build_new_element(b, EL_LEAF, at);
  }
  return s;
}

static bool is_special(const char *name) {
  return strncmp(name, "end", 3) == 0 || strncmp(name, "accept", 6) == 0 || strncmp(name, "progress", 8) == 0;
}

label *build_newest_label(const pml *p, const element *e) {
  for (uint32_t i = p->labels.count; i-- > 0;)
    if (p->labels.at[i]->element == e)
      return p->labels.at[i];
  return NULL;
}

static bool has_special_label(const pml *p, const element *e) {
  for (uint32_t i = 0; i < p->labels.count; i++)
    if (p->labels.at[i]->element == e && is_special(p->labels.at[i]->name))
      return true;
  return false;
}

void build_append(builder *b, element *e, sequence *s) {
  if (e->kind == EL_GOTO && has_special_label(b->p, e)) { // an end, accept or progress label needs a control state
    element *skip = build_new_element(b, EL_LEAF, e->leaf.at);
    skip->leaf.text = "skip";
    skip->leaf.is_skip = true;
    build_newest_label(b->p, e)->element = skip;
    build_append(b, skip, s);
  }
  if (!s->first)
    s->first = e;
  else
    s->last->next = e;
  s->last = e;
}

static void set_label(builder *b, const ast_stmt *s, element *e) {
  pml *p = b->p;
  for (uint32_t i = 0; i < p->labels.count; i++) {
    const label *other = p->labels.at[i];
    if (other->template_ == b->f->template_ && other->scope == p->scope && other->inline_id == s->inline_id &&
        strcmp(other->name, s->name) == 0) {
      pml_error(p, s->at, NULL, "label '%s' is declared twice", s->name);
      return;
    }
  }
  label *l = ARENA_NEW(p->memory, label);
  *l = (label){s->name, b->f->template_, p->scope, s->inline_id, e, s->at};
  vec_push(p->m, &p->labels, l);
}

static bool is_else(const sequence *s) { return s->first->kind == EL_LEAF && s->first->leaf.is_else; }

// The options of a selection, with `else` moved to the end: it is tried last, wherever it is written.
static void take_options(builder *b, const node *n, element *e) {
  sequence *otherwise = NULL;
  for (uint32_t i = 0; i < n->subs.count; i++) {
    sequence *s = n->subs.at[i];
    if (!is_else(s))
      vec_push(b->p->m, &e->subs, s);
    else if (otherwise)
      pml_error(b->p, s->first->leaf.at, NULL, "two 'else' options in one selection");
    else
      otherwise = s;
  }
  if (otherwise)
    vec_push(b->p->m, &e->subs, otherwise);
}

static element *add_selection(builder *b, const node *n) {
  element *e = build_new_element(b, n->kind, n->leaf.at), *target = build_new_element(b, EL_TARGET, n->leaf.at);
  take_options(b, n, e);
  for (uint32_t i = 0; i < e->subs.count; i++)
    build_append(b, target, e->subs.at[i]);
  if (n->kind == EL_DO) {
    build_append(b, target, build_current(b));
    target = build_new_element(b, EL_EXIT, n->leaf.at);
    n->loop->exit = target;
  }
  build_append(b, e, build_current(b));
  build_append(b, target, build_current(b));
  return e;
}

static void attach_escape(builder *b, sequence *s, sequence *escape);

static void escape_from(builder *b, element *e, sequence *escape) {
  for (uint32_t i = 0; i < e->escapes.count; i++)
    if (e->escapes.at[i] == escape)
      return;
  for (uint32_t i = 0; i < e->escapes.count; i++)
    attach_escape(b, e->escapes.at[i], escape);
  vec_push(b->p->m, &e->escapes, escape);
  memmove(e->escapes.at + 1, e->escapes.at, sizeof *e->escapes.at * (e->escapes.count - 1));
  e->escapes.at[0] = escape;
  switch (e->kind) {
  case EL_UNLESS:
  case EL_ATOMIC:
  case EL_BLOCK:
    attach_escape(b, e->subs.at[0], escape);
    break;
  case EL_IF:
  case EL_DO:
    for (uint32_t i = 0; i < e->subs.count; i++)
      attach_escape(b, e->subs.at[i], escape);
    break;
  case EL_D_STEP: // an escape is possible only before its first statement
    escape_from(b, e->subs.at[0]->first, escape);
    break;
  default:
    break;
  }
}

static void attach_escape(builder *b, sequence *s, sequence *escape) {
  for (element *e = s->first; e; e = e->next) {
    escape_from(b, e, escape);
    if (e == s->extent)
      break;
  }
}

static element *add_unless(builder *b, const node *n) {
  element *e = build_new_element(b, EL_UNLESS, n->leaf.at), *target = build_new_element(b, EL_TARGET, n->leaf.at);
  for (uint32_t i = 0; i < 2; i++) {
    vec_push(b->p->m, &e->subs, n->subs.at[i]);
    build_append(b, target, n->subs.at[i]);
  }
  attach_escape(b, n->subs.at[0], n->subs.at[1]);
  build_append(b, e, build_current(b));
  build_append(b, target, build_current(b));
  return e;
}

static element *add_plain(builder *b, const node *n) {
  element *e = build_new_element(b, n->kind, n->leaf.at);
  e->leaf = n->leaf;
  e->label = n->label;
  e->loop = n->loop;
  for (uint32_t i = 0; i < n->subs.count; i++)
    vec_push(b->p->m, &e->subs, n->subs.at[i]);
  return e;
}

void build_add_node(builder *b, const node *n) {
  const node *core = n;
  while (core->inner)
    core = core->inner;
  bool is_structure = core->kind == EL_IF || core->kind == EL_DO || core->kind == EL_UNLESS;
  element *e = core->kind == EL_UNLESS ? add_unless(b, core)
               : is_structure          ? add_selection(b, core)
                                       : add_plain(b, core);
  for (; n->inner; n = n->inner)
    set_label(b, n->labelled, e);
  if (!is_structure)
    build_append(b, e, build_current(b));
}

node *build_new_node(builder *b, element_kind kind, place at) {
  node *n = ARENA_NEW(b->p->memory, node);
  n->kind = kind;
  n->leaf.at = at;
  return n;
}

static bool is_within(const scope *inner, const scope *outer) {
  for (; inner; inner = inner->parent)
    if (inner == outer)
      return true;
  return false;
}

element *pml_goto_target(pml *p, const flow *f, const element *e) {
  label *around = NULL, *anywhere = NULL;
  if (e->loop)
    return e->loop->exit;
  for (uint32_t i = p->labels.count; i-- > 0;) {
    label *l = p->labels.at[i];
    if (l->template_ != f->template_ || strcmp(l->name, e->label) != 0)
      continue;
    if (l->scope == e->scope)
      return l->element;
    if (is_within(e->scope, l->scope))
      around = l;
    else if (!anywhere)
      anywhere = l;
  }
  if (!around && !anywhere) {
    pml_error(p, e->leaf.at, NULL, "there is no label '%s' in this process", e->label);
    return NULL;
  }
  return around ? around->element : anywhere->element;
}

void pml_make_control_state(pml *p, flow *f, element *e) {
  if (e->kind != EL_GOTO)
    return;
  element *jump = add_element(p, f, EL_GOTO, e->leaf.at);
  jump->leaf = e->leaf;
  jump->label = e->label;
  jump->loop = e->loop;
  jump->scope = e->scope;
  jump->d_step = e->d_step;
  jump->next = e->next;
  e->kind = EL_LEAF;
  e->leaf = (basic){.text = "skip", .is_skip = true, .at = e->leaf.at};
  e->next = jump;
}
