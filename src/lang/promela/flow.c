#include "lang/promela/build.h"

enum { MAX_NESTING = 1000 };

static node *prepare(builder *b, const ast_stmt *s);

void build_add_leaf_of(builder *b, const ast_stmt *s) {
  node *n = build_new_node(b, EL_LEAF, s->at);
  pml_leaf(b->p, s, &n->leaf);
  build_add_node(b, n);
}

// A declaration after the first statement is a step that initialises its variables each time it is executed.
static void declare(builder *b, const ast_decl *d) {
  pml *p = b->p;
  symbol_list added = {0};
  bool is_later = !b->may_initialise;
  for (uint32_t i = 0; i < d->declarators.count; i++) {
    const ast_declarator *x = &d->declarators.at[i];
    ast_decl one = *d;
    one.declarators.at = &d->declarators.at[i];
    one.declarators.count = 1;
    if (is_later && x->chan) {
      pml_error(p, x->at, "move it to the start of the proctype",
                "channel '%s' is not declared at the start of the proctype", x->name);
      continue;
    }
    added.count = 0;
    ast_expr no_value = {.kind = AX_CONST, .at = x->at};
    ast_ref variable = {.name = x->name, .at = x->at};
    ast_expr first = {.kind = AX_CONST, .at = x->at};
    ast_stmt set = {.kind = AS_ASSIGN, .ref = &variable, .a = x->init ? x->init : &no_value, .at = x->at};
    node *n = build_new_node(b, EL_LEAF, x->at);
    pml_declare(p, &one, is_later ? DECLARE_LATER : DECLARE_START, &added);
    if (!is_later || added.count == 0)
      continue;
    if (added.at[0]->length > 0) // as in SPIN, only the first element of an array is set
      variable.index = &first;
    if (x->list.count > 0) {
      pml_error(p, x->at, "move it to the start of the proctype",
                "a list of initial values is possible at the start of the proctype only");
    } else if (added.at[0]->record) {
      n->leaf.text = arena_printf(p->memory, "%s = 0", x->name); // a step without effect
    } else {
      pml_leaf(p, &set, &n->leaf);
    }
    build_add_node(b, n);
  }
  vec_free(p->m, &added);
}

static void add_statement(builder *b, const ast_stmt *s) {
  if (s->kind == AS_DECL) {
    declare(b, s->decl);
  } else if (s->kind != AS_XU) {
    const node *n = prepare(b, s);
    b->may_initialise = false;
    if (n)
      build_add_node(b, n);
  }
}

void build_add_statements(builder *b, const ast_seq *q) {
  for (uint32_t i = 0; i < q->stmts.count; i++)
    add_statement(b, q->stmts.at[i]);
}

static sequence *build_sequence(builder *b, const ast_seq *q) {
  build_open_sequence(b, false);
  build_add_statements(b, q);
  return build_close_sequence(b, q->at);
}

static bool has_label(const pml *p, const element *e) { return build_newest_label(p, e) != NULL; }

// As in SPIN, only the first of several consecutive skips inside an option is kept (and the last statement of the
// option).
static void drop_skips(builder *b, sequence *s) {
  uint32_t row = 0;
  element *before = NULL;
  if (b->p->is_claim)
    return;
  for (element *e = s->first; e; before = e, e = e->next) {
    bool is_print = e->kind == EL_LEAF && e->leaf.effect && e->leaf.effect->kind == STMT_PRINT;
    if (e->kind != EL_LEAF || (!e->leaf.is_skip && !is_print) || has_label(b->p, e)) {
      row = 0;
    } else if (++row > 1 && !is_print && e != s->first && e != s->last) {
      before->next = e->next;
      e = before;
    }
  }
}

static node *prepare_selection(builder *b, const ast_stmt *s) {
  node *n = build_new_node(b, s->kind == AS_IF ? EL_IF : EL_DO, s->at);
  if (s->kind == AS_DO) {
    n->loop = ARENA_NEW(b->p->memory, loop);
    vec_push(b->p->m, &b->loops, n->loop);
  }
  for (uint32_t i = 0; i < s->options.count; i++)
    vec_push(b->p->m, &n->subs, build_sequence(b, &s->options.at[i]));
  for (uint32_t i = 0; i < n->subs.count; i++)
    drop_skips(b, n->subs.at[i]);
  if (s->kind == AS_DO)
    b->loops.count--;
  return n;
}

static void walk_atomic(sequence *s, uint32_t added);

static void mark(element *e, uint32_t added) {
  e->status |= IN_ATOMIC | added;
  if (e->kind == EL_ATOMIC || (e->kind == EL_D_STEP && added))
    e->kind = EL_BLOCK; // the outer atomic or d_step determines control
  if (e->kind == EL_BLOCK)
    walk_atomic(e->subs.at[0], added);
  else if (e->kind == EL_IF || e->kind == EL_DO || e->kind == EL_UNLESS)
    for (uint32_t i = 0; i < e->subs.count; i++)
      walk_atomic(e->subs.at[i], added);
}

static void walk_atomic(sequence *s, uint32_t added) {
  for (element *e = s->first;; e = e->next) {
    mark(e, added);
    if (e == s->last)
      return;
  }
}

static void make_atomic(sequence *s, uint32_t added) {
  walk_atomic(s, added);
  element *last = s->last;
  if (last->kind == EL_BLOCK || last->kind == EL_ATOMIC || last->kind == EL_UNLESS) {
    make_atomic(last->subs.at[0], added);
  } else {
    last->status &= ~(uint32_t)IN_ATOMIC;
    last->status |= LAST_OF_ATOMIC;
  }
}

static node *prepare_block(builder *b, const ast_stmt *s) {
  node *n = build_new_node(b, s->kind == AS_ATOMIC ? EL_ATOMIC : s->kind == AS_D_STEP ? EL_D_STEP : EL_BLOCK, s->at);
  uint32_t outer = b->d_step;
  if (s->kind == AS_D_STEP && outer == 0)
    b->d_step = ++b->d_steps;
  pml_open_scope(b->p);
  sequence *q = build_sequence(b, &s->options.at[0]);
  pml_close_scope(b->p);
  b->d_step = outer;
  vec_push(b->p->m, &n->subs, q);
  if (s->kind != AS_BLOCK)
    make_atomic(q, s->kind == AS_D_STEP ? IN_D_STEP : 0);
  if (s->kind != AS_BLOCK && has_label(b->p, q->first))
    pml_error(b->p, q->first->leaf.at, "put the label before the atomic or d_step",
              "the first statement of an atomic or d_step sequence cannot have a label");
  return n;
}

static sequence *as_sequence(builder *b, const node *n, place at) {
  if (n->kind == EL_BLOCK && !n->inner)
    return n->subs.at[0];
  build_open_sequence(b, false);
  build_add_node(b, n);
  return build_close_sequence(b, at);
}

static node *prepare_unless(builder *b, const ast_stmt *s) {
  const node *normal = prepare(b, s->body), *escape = prepare(b, s->escape);
  if (!normal || !escape)
    return NULL;
  node *n = build_new_node(b, EL_UNLESS, s->at);
  sequence *second = as_sequence(b, escape, s->escape->at);
  const node *core = normal;
  while (core->inner)
    core = core->inner;
  if (normal->inner && core->kind != EL_BLOCK && core->kind != EL_ATOMIC && core->kind != EL_D_STEP) {
    pml_error(b->p, s->body->at, "write Label: { statement unless ... }",
              "a label before 'statement unless' is ambiguous");
    return NULL;
  }
  if (!normal->inner) {
    vec_push(b->p->m, &n->subs, as_sequence(b, normal, s->body->at));
    vec_push(b->p->m, &n->subs, second);
    return n;
  }
  // Label: { a } unless { b } is Label: { { a } unless { b } }
  vec_push(b->p->m, &n->subs, core->subs.at[0]);
  vec_push(b->p->m, &n->subs, second);
  build_open_sequence(b, false);
  build_add_node(b, n);
  node *outer = build_new_node(b, core->kind, s->at), *lifted = build_new_node(b, EL_LEAF, s->at);
  vec_push(b->p->m, &outer->subs, build_close_sequence(b, s->at));
  lifted->labelled = normal->labelled;
  lifted->inner = outer;
  return lifted;
}

static node *prepare_label(builder *b, const ast_stmt *s) {
  static const ast_expr one = {.kind = AX_CONST, .value = 1};
  node *n = build_new_node(b, EL_LEAF, s->at);
  n->labelled = s;
  if (s->body) {
    n->inner = prepare(b, s->body);
    return n->inner ? n : NULL;
  }
  ast_stmt skip = {.kind = AS_EXPR, .a = (ast_expr *)&one, .at = s->at};
  n->inner = build_new_node(b, EL_LEAF, s->at);
  pml_leaf(b->p, &skip, &n->inner->leaf);
  return n;
}

static node *prepare_jump(builder *b, const ast_stmt *s) {
  node *n = build_new_node(b, EL_GOTO, s->at);
  n->leaf.text = pml_stmt_text(b->p->memory, s);
  if (s->kind == AS_GOTO) {
    n->label = s->name;
  } else if (b->loops.count == 0) {
    pml_error(b->p, s->at, NULL, "'break' outside a loop");
    return NULL;
  } else {
    n->loop = b->loops.at[b->loops.count - 1];
  }
  return n;
}

static node *prepare_here(builder *b, const ast_stmt *s) {
  switch (s->kind) {
  case AS_IF:
  case AS_DO:
    return prepare_selection(b, s);
  case AS_FOR:
    return build_prepare_range(b, s, s->a, s->b);
  case AS_SELECT:
    return build_prepare_select(b, s);
  case AS_FOR_IN:
    return build_prepare_for_in(b, s);
  case AS_BREAK:
  case AS_GOTO:
    return prepare_jump(b, s);
  case AS_LABEL:
    return prepare_label(b, s);
  case AS_ATOMIC:
  case AS_D_STEP:
  case AS_BLOCK:
    return prepare_block(b, s);
  case AS_UNLESS:
    return prepare_unless(b, s);
  default: {
    node *n = build_new_node(b, EL_LEAF, s->at);
    pml_leaf(b->p, s, &n->leaf);
    return n;
  }
  }
}

static node *prepare(builder *b, const ast_stmt *s) {
  if (++b->depth > MAX_NESTING) {
    pml_error(b->p, s->at, NULL, "statements are nested too deeply (limit is %d)", MAX_NESTING);
    b->depth--;
    return NULL;
  }
  node *n = prepare_here(b, s);
  b->depth--;
  return n;
}

flow *pml_build_flow(pml *p, const ast_seq *body, place end) {
  flow *f = ARENA_NEW(p->memory, flow);
  builder b = {.p = p, .f = f};
  f->p = p;
  f->template_ = (int32_t)p->template_->index;
  build_open_sequence(&b, true);
  build_add_statements(&b, body);
  element *last = build_new_element(&b, EL_END, end);
  last->leaf.text = "-end-";
  build_append(&b, last, build_current(&b));
  f->body = build_close_sequence(&b, end);
  vec_free(p->m, &b.open);
  vec_free(p->m, &b.loops);
  return f;
}
