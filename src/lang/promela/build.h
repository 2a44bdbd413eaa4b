// Private to the builders of control flow (flow.c, elements.c, loops.c).
#ifndef LANG_PROMELA_BUILD_H
#define LANG_PROMELA_BUILD_H

#include "lang/promela/flow.h"

typedef struct {
  pml *p;
  flow *f;
  VEC(sequence *) open; // innermost last
  VEC(loop *) loops;    // innermost last
  bool may_initialise;  // only declarations so far: they are initialised when the process starts
  uint32_t d_step, d_steps;
  uint32_t depth;
} builder;

// A statement whose parts are built, but not its own element.
typedef struct node {
  element_kind kind;
  VEC(sequence *) subs;
  basic leaf;
  const char *label;        // goto
  loop *loop;               // break, do
  const ast_stmt *labelled; // the label before `inner`
  struct node *inner;
} node;

// elements.c: elements, sequences of them, and labels.
element *build_new_element(builder *b, element_kind kind, place at);
sequence *build_current(builder *b);
void build_open_sequence(builder *b, bool is_body);
sequence *build_close_sequence(builder *b, place at);
void build_append(builder *b, element *e, sequence *s);
label *build_newest_label(const pml *p, const element *e);
node *build_new_node(builder *b, element_kind kind, place at);
void build_add_node(builder *b, const node *n); // adds the element of a node to the current sequence

// loops.c: for and select.
node *build_prepare_range(builder *b, const ast_stmt *s, ast_expr *from, ast_expr *to);
node *build_prepare_select(builder *b, const ast_stmt *s);
node *build_prepare_for_in(builder *b, const ast_stmt *s);

// flow.c
void build_add_leaf_of(builder *b, const ast_stmt *s);
void build_add_statements(builder *b, const ast_seq *q);

#endif
