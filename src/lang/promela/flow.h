// Control flow as SPIN has it: sequences of elements. An element's number within its proctype is SPIN's state number,
// its unique number over the model is what SPIN writes in a trail. Both come from the order in which SPIN's parser
// makes elements, so this builder makes them in that order: a leaf when it is complete, a selection after its options
// (itself, then its target), a loop likewise plus its exit, an atomic sequence after its contents.
#ifndef LANG_PROMELA_FLOW_H
#define LANG_PROMELA_FLOW_H

#include "lang/promela/lower.h"

typedef enum {
  EL_LEAF,
  EL_GOTO,
  EL_TARGET,
  EL_EXIT,
  EL_IF,
  EL_DO,
  EL_UNLESS,
  EL_ATOMIC,
  EL_D_STEP,
  EL_BLOCK,
  EL_END
} element_kind;

// Of the statements of an atomic sequence all but the last keep control. (SPIN: ATOM, L_ATOM, D_ATOM.)
enum { IN_ATOMIC = 1, LAST_OF_ATOMIC = 2, IN_D_STEP = 4 };

typedef struct element element;

typedef struct sequence {
  element *first, *last;
  element *extent; // the last of its own: a target shared with other sequences may follow
} sequence;

typedef struct loop { // where a break goes; known when the loop is complete
  element *exit;
} loop;

struct element {
  element_kind kind;
  int32_t number, unique;
  uint32_t status;
  uint32_t d_step; // which d_step it stands in, 0 = none
  element *next;
  VEC(sequence *) subs;         // options; unless: normal and escape; atomic, d_step, block: the contents
  VEC(sequence *) escapes;      // sequences that take over from here, the outermost unless first
  VEC(element *) escape_starts; // where each of them begins
  basic leaf;
  const char *label; // goto
  const loop *loop;  // break
  scope *scope;      // where the goto stands
  element *target;   // where the process is afterwards; NULL after its end
  bool is_done;
  int32_t location; // in the automaton, -1 = none yet
};

typedef struct label {
  const char *name;
  int32_t template_;
  scope *scope;
  uint32_t inline_id;
  element *element;
  place at;
} label;

typedef struct flow {
  pml *p;
  int32_t template_;
  sequence *body;
  VEC(element *) elements; // in order of their numbers, from 1
} flow;

// Builds the elements of a body, in the current scope. end: the closing brace.
flow *pml_build_flow(pml *p, const ast_seq *body, place end);
// The element a goto leads to; NULL after an error.
element *pml_goto_target(pml *p, const flow *f, const element *e);
// A label that another process looks at must be a place to stand: a goto under it becomes a skip followed by the goto.
void pml_make_standing(pml *p, flow *f, element *e);
element *pml_add_element(pml *p, flow *f, element_kind kind, place at);

// automaton.c: the locations and edges of the template.
void pml_build_automaton(pml *p, flow *f, net_template *t);

#endif
