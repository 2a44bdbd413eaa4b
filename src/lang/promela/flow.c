#include "lang/promela/flow.h"

#include <string.h>

typedef struct {
  pml *p;
  flow *f;
  VEC(sequence *) open;   // innermost last
  VEC(loop *) loops;      // innermost last
  bool may_initialise;    // only declarations so far: their initialisers belong to the start of the process
  uint32_t d_step, d_steps;
  uint32_t depth;
} builder;

// A statement whose parts are built but which is no element yet.
typedef struct node {
  element_kind kind;
  VEC(sequence *) subs;
  basic leaf;
  const char *label;  // goto
  loop *loop;         // break, do
  const ast_stmt *labelled; // the label before `inner`
  struct node *inner;
} node;

enum { MAX_NESTING = 1000 };

element *pml_add_element(pml *p, flow *f, element_kind kind, place at) {
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

static element *new_element(builder *b, element_kind kind, place at) {
  element *e = pml_add_element(b->p, b->f, kind, at);
  e->d_step = b->d_step;
  return e;
}

static sequence *current(builder *b) { return b->open.at[b->open.count - 1]; }

static void open_sequence(builder *b, bool is_body) {
  vec_push(b->p->m, &b->open, ARENA_NEW(b->p->memory, sequence));
  b->may_initialise = is_body;
}

static sequence *close_sequence(builder *b, place at) {
  sequence *s = current(b);
  b->open.count--;
  s->extent = s->last;
  if (!s->first) { // SPIN wants at least one statement, too
    pml_error(b->p, at, "write skip where nothing is to be done", "a sequence needs at least one statement");
    s->first = s->last = s->extent = new_element(b, EL_LEAF, at);
  }
  return s;
}

static bool is_special(const char *name) {
  return strncmp(name, "end", 3) == 0 || strncmp(name, "accept", 6) == 0 || strncmp(name, "progress", 8) == 0;
}

static label *newest_label(const pml *p, const element *e) {
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

static void append(builder *b, element *e, sequence *s) {
  if (e->kind == EL_GOTO && has_special_label(b->p, e)) { // an end, accept or progress label needs a place to stand
    element *skip = new_element(b, EL_LEAF, e->leaf.at);
    skip->leaf.text = "skip";
    skip->leaf.is_skip = true;
    newest_label(b->p, e)->element = skip;
    append(b, skip, s);
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

// else is tried last, wherever it was written.
static void take_options(builder *b, const node *n, element *e) {
  sequence *otherwise = NULL;
  for (uint32_t i = 0; i < n->subs.count; i++) {
    sequence *s = n->subs.at[i];
    if (!is_else(s))
      vec_push(b->p->m, &e->subs, s);
    else if (otherwise)
      pml_error(b->p, s->first->leaf.at, NULL, "a second 'else' in one selection");
    else
      otherwise = s;
  }
  if (otherwise)
    vec_push(b->p->m, &e->subs, otherwise);
}

static element *add_selection(builder *b, const node *n) {
  element *e = new_element(b, n->kind, n->leaf.at), *target = new_element(b, EL_TARGET, n->leaf.at);
  take_options(b, n, e);
  for (uint32_t i = 0; i < e->subs.count; i++)
    append(b, target, e->subs.at[i]);
  if (n->kind == EL_DO) {
    append(b, target, current(b));
    target = new_element(b, EL_EXIT, n->leaf.at);
    n->loop->exit = target;
  }
  append(b, e, current(b));
  append(b, target, current(b));
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
  case EL_D_STEP: // only before it has begun
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
  element *e = new_element(b, EL_UNLESS, n->leaf.at), *target = new_element(b, EL_TARGET, n->leaf.at);
  for (uint32_t i = 0; i < 2; i++) {
    vec_push(b->p->m, &e->subs, n->subs.at[i]);
    append(b, target, n->subs.at[i]);
  }
  attach_escape(b, n->subs.at[0], n->subs.at[1]);
  append(b, e, current(b));
  append(b, target, current(b));
  return e;
}

static element *add_plain(builder *b, const node *n) {
  element *e = new_element(b, n->kind, n->leaf.at);
  e->leaf = n->leaf;
  e->label = n->label;
  e->loop = n->loop;
  for (uint32_t i = 0; i < n->subs.count; i++)
    vec_push(b->p->m, &e->subs, n->subs.at[i]);
  return e;
}

static void add_node(builder *b, const node *n) {
  const node *core = n;
  while (core->inner)
    core = core->inner;
  bool is_structure = core->kind == EL_IF || core->kind == EL_DO || core->kind == EL_UNLESS;
  element *e = core->kind == EL_UNLESS ? add_unless(b, core) : is_structure ? add_selection(b, core) : add_plain(b, core);
  for (; n->inner; n = n->inner)
    set_label(b, n->labelled, e);
  if (!is_structure)
    append(b, e, current(b));
}

static node *prepare(builder *b, const ast_stmt *s);

static node *new_node(builder *b, element_kind kind, place at) {
  node *n = ARENA_NEW(b->p->memory, node);
  n->kind = kind;
  n->leaf.at = at;
  return n;
}

static void add_leaf_of(builder *b, const ast_stmt *s) {
  node *n = new_node(b, EL_LEAF, s->at);
  pml_leaf(b->p, s, &n->leaf);
  add_node(b, n);
}

// A declaration after the first statement initialises its variables each time it is passed, as a step of its own.
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
                "channel '%s' is created in the middle of the process", x->name);
      continue;
    }
    added.count = 0;
    ast_expr no_value = {.kind = AX_CONST, .at = x->at};
    ast_ref variable = {.name = x->name, .at = x->at};
    ast_expr first = {.kind = AX_CONST, .at = x->at};
    ast_stmt set = {.kind = AS_ASSIGN, .ref = &variable, .a = x->init ? x->init : &no_value, .at = x->at};
    node *n = new_node(b, EL_LEAF, x->at);
    pml_declare(p, &one, is_later ? DECLARE_LATER : DECLARE_START, &added);
    if (!is_later || added.count == 0)
      continue;
    if (added.at[0]->length > 0) // of an array SPIN sets the first element only
      variable.index = &first;
    if (x->list.count > 0) {
      pml_error(p, x->at, "move it to the start of the proctype", "a list of initial values in the middle of the process");
    } else if (added.at[0]->record) {
      n->leaf.text = arena_printf(p->memory, "%s = 0", x->name); // a step without effect
    } else {
      pml_leaf(p, &set, &n->leaf);
    }
    add_node(b, n);
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
      add_node(b, n);
  }
}

static void add_statements(builder *b, const ast_seq *q) {
  for (uint32_t i = 0; i < q->stmts.count; i++)
    add_statement(b, q->stmts.at[i]);
}

static sequence *build_sequence(builder *b, const ast_seq *q) {
  open_sequence(b, false);
  add_statements(b, q);
  return close_sequence(b, q->at);
}

static bool has_label(const pml *p, const element *e) { return newest_label(p, e) != NULL; }

// Of several skips in a row inside an option SPIN keeps the first only (and the last statement of the option).
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
  node *n = new_node(b, s->kind == AS_IF ? EL_IF : EL_DO, s->at);
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

static void add_break(builder *b, place at) {
  node *n = new_node(b, EL_GOTO, at);
  n->leaf.text = "break";
  n->loop = b->loops.at[b->loops.count - 1];
  add_node(b, n);
}

static ast_expr *make_operator(builder *b, expr_op op, ast_expr *left, ast_expr *right) {
  ast_expr *e = ARENA_NEW(b->p->memory, ast_expr);
  *e = (ast_expr){.kind = AX_OPERATOR, .op = op, .a = left, .b = right, .at = left->at};
  return e;
}

static ast_expr *make_ref(builder *b, ast_ref *r) {
  ast_expr *e = ARENA_NEW(b->p->memory, ast_expr);
  *e = (ast_expr){.kind = AX_REF, .ref = r, .at = r->at};
  return e;
}

static ast_expr *make_const(builder *b, int32_t value, place at) {
  ast_expr *e = ARENA_NEW(b->p->memory, ast_expr);
  *e = (ast_expr){.kind = AX_CONST, .value = value, .at = at};
  return e;
}

// for and select are what SPIN makes of them: an assignment, then a loop { i <= n -> body; i++ } with a way out.
static node *finish_loop(builder *b, place at, bool with_else) {
  node *n = new_node(b, EL_DO, at);
  n->loop = b->loops.at[b->loops.count - 1];
  sequence *body = close_sequence(b, at);
  open_sequence(b, false);
  if (with_else)
    add_leaf_of(b, &(ast_stmt){.kind = AS_ELSE, .at = at});
  add_break(b, at);
  vec_push(b->p->m, &n->subs, close_sequence(b, at));
  vec_push(b->p->m, &n->subs, body);
  b->loops.count--;
  return n;
}

static void add_body(builder *b, const ast_seq *q) {
  pml_open_scope(b->p);
  add_statements(b, q);
  pml_close_scope(b->p);
}

static node *prepare_range(builder *b, const ast_stmt *s, ast_expr *from, ast_expr *to) {
  bool is_for = s->kind != AS_SELECT;
  vec_push(b->p->m, &b->loops, ARENA_NEW(b->p->memory, loop));
  add_leaf_of(b, &(ast_stmt){.kind = AS_ASSIGN, .ref = s->ref, .a = from, .at = s->at});
  open_sequence(b, false);
  ast_expr *test = make_operator(b, is_for ? EXPR_LE : EXPR_LT, make_ref(b, s->ref), to);
  add_leaf_of(b, &(ast_stmt){.kind = AS_EXPR, .a = test, .at = s->at});
  if (is_for)
    add_body(b, &s->options.at[0]);
  add_leaf_of(b, &(ast_stmt){.kind = AS_INCR, .ref = s->ref, .at = s->at});
  return finish_loop(b, s->at, is_for);
}

static net_stmt *counter_stmt(pml *p, const net_var *v, expr *value, place at) {
  net_stmt *s = ARENA_NEW(p->memory, net_stmt);
  s->kind = STMT_ASSIGN;
  s->at = at;
  s->target = expr_new(p->memory, EXPR_VAR, at);
  s->target->var = v;
  s->value = value;
  return s;
}

// for (x in channel): each message is received and sent back, so that the channel is rotated once.
static node *prepare_messages(builder *b, const ast_stmt *s, const symbol *channel) {
  pml *p = b->p;
  int32_t capacity = 0;
  pml_const_value(p, channel->chan->capacity, &capacity);
  net_var *v = pml_new_counter(p, capacity > 255);
  ast_expr *x = make_ref(b, s->ref);
  node *start = new_node(b, EL_LEAF, s->at), *test = new_node(b, EL_LEAF, s->at), *next = new_node(b, EL_LEAF, s->at);
  expr *count = expr_new(p->memory, EXPR_VAR, s->at), *length = expr_new(p->memory, EXPR_LEN, s->at);
  count->var = v;
  length->a = pml_channel(p, s->source);
  vec_push(p->m, &b->loops, ARENA_NEW(p->memory, loop));
  start->leaf = (basic){.effect = counter_stmt(p, v, expr_const(p->memory, 0, s->at), s->at), .text = "(for) = 0", .at = s->at};
  add_node(b, start);
  open_sequence(b, false);
  test->leaf = (basic){.guard = expr_binary(p->memory, EXPR_LT, count, length), .text = "(for) < len(...)", .at = s->at};
  add_node(b, test);
  ast_stmt take = {.kind = AS_RECEIVE, .ref = s->source, .at = s->at}, put = {.kind = AS_SEND, .ref = s->source, .at = s->at};
  vec_push(p->m, &take.args, x);
  vec_push(p->m, &put.args, x);
  add_leaf_of(b, &take);
  add_leaf_of(b, &put);
  add_body(b, &s->options.at[0]);
  expr *more = expr_binary(p->memory, EXPR_ADD, count, expr_const(p->memory, 1, s->at));
  next->leaf = (basic){.effect = counter_stmt(p, v, more, s->at), .text = "(for)++", .at = s->at};
  add_node(b, next);
  return finish_loop(b, s->at, true);
}

static node *prepare_for_in(builder *b, const ast_stmt *s) {
  const symbol *x = pml_lookup(b->p, s->ref->name), *source = pml_lookup(b->p, s->source->name);
  if (!x || !source) {
    const ast_ref *missing = x ? s->source : s->ref;
    pml_error(b->p, missing->at, NULL, "'%s' is not declared", missing->name);
    return NULL;
  }
  if (x->record) {
    if (!source->chan || source->length) {
      pml_error(b->p, s->source->at, NULL, "'%s' is not a channel made where it is declared", source->name);
      return NULL;
    }
    return prepare_messages(b, s, source);
  }
  if (!source->length || s->source->next) {
    pml_error(b->p, s->source->at, "for (i in a) runs through the indices of the array a", "'%s' is not an array",
              source->name);
    return NULL;
  }
  return prepare_range(b, s, make_const(b, 0, s->at), make_const(b, (int32_t)source->length - 1, s->at));
}

static void walk_atomic(sequence *s, uint32_t added);

static void mark(element *e, uint32_t added) {
  e->status |= IN_ATOMIC | added;
  if (e->kind == EL_ATOMIC || (e->kind == EL_D_STEP && added))
    e->kind = EL_BLOCK; // the outer one rules
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
  node *n = new_node(b, s->kind == AS_ATOMIC ? EL_ATOMIC : s->kind == AS_D_STEP ? EL_D_STEP : EL_BLOCK, s->at);
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
    pml_error(b->p, q->first->leaf.at, "put the label before the atomic or d_step", "a label on the first statement inside");
  return n;
}

static sequence *as_sequence(builder *b, const node *n, place at) {
  if (n->kind == EL_BLOCK && !n->inner)
    return n->subs.at[0];
  open_sequence(b, false);
  add_node(b, n);
  return close_sequence(b, at);
}

static node *prepare_unless(builder *b, const ast_stmt *s) {
  const node *normal = prepare(b, s->body), *escape = prepare(b, s->escape);
  if (!normal || !escape)
    return NULL;
  node *n = new_node(b, EL_UNLESS, s->at);
  sequence *second = as_sequence(b, escape, s->escape->at);
  const node *core = normal;
  while (core->inner)
    core = core->inner;
  if (normal->inner && core->kind != EL_BLOCK && core->kind != EL_ATOMIC && core->kind != EL_D_STEP) {
    pml_error(b->p, s->body->at, "write Label: { statement unless ... }", "a label directly before 'statement unless'");
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
  open_sequence(b, false);
  add_node(b, n);
  node *outer = new_node(b, core->kind, s->at), *lifted = new_node(b, EL_LEAF, s->at);
  vec_push(b->p->m, &outer->subs, close_sequence(b, s->at));
  lifted->labelled = normal->labelled;
  lifted->inner = outer;
  return lifted;
}

static node *prepare_label(builder *b, const ast_stmt *s) {
  static const ast_expr one = {.kind = AX_CONST, .value = 1};
  node *n = new_node(b, EL_LEAF, s->at);
  n->labelled = s;
  if (s->body) {
    n->inner = prepare(b, s->body);
    return n->inner ? n : NULL;
  }
  ast_stmt skip = {.kind = AS_EXPR, .a = (ast_expr *)&one, .at = s->at};
  n->inner = new_node(b, EL_LEAF, s->at);
  pml_leaf(b->p, &skip, &n->inner->leaf);
  return n;
}

static node *prepare_jump(builder *b, const ast_stmt *s) {
  node *n = new_node(b, EL_GOTO, s->at);
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
  case AS_SELECT:
    return prepare_range(b, s, s->a, s->b);
  case AS_FOR_IN:
    return prepare_for_in(b, s);
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
    node *n = new_node(b, EL_LEAF, s->at);
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
  open_sequence(&b, true);
  add_statements(&b, body);
  element *last = new_element(&b, EL_END, end);
  last->leaf.text = "-end-";
  append(&b, last, current(&b));
  f->body = close_sequence(&b, end);
  vec_free(p->m, &b.open);
  vec_free(p->m, &b.loops);
  return f;
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

void pml_make_standing(pml *p, flow *f, element *e) {
  if (e->kind != EL_GOTO)
    return;
  element *jump = pml_add_element(p, f, EL_GOTO, e->leaf.at);
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
