// Control flow as in SPIN: sequences of elements. The number of an element within its proctype is SPIN's state number;
// its unique number within the model is the one in SPIN's trails. Both depend on the order in which SPIN's parser makes
// elements, so this builder makes them in the same order: a leaf when it is complete, a selection after its options
// (first itself, then its target), a loop likewise, followed by its exit, an atomic sequence after its contents.
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

// The statements of an atomic sequence keep control, except the last one. (SPIN: ATOM, L_ATOM, D_ATOM.)
enum { IN_ATOMIC = 1, LAST_OF_ATOMIC = 2, IN_D_STEP = 4 };

typedef struct element element;

typedef struct sequence {
  element *first, *last;
  element *extent; // its own last element: a target shared with other sequences may follow it
} sequence;

typedef struct loop { // the target of a break; known when the loop is complete
  element *exit;
} loop;

struct element {
  element_kind kind;
  int32_t number, unique;
  uint32_t status;
  uint32_t d_step; // the number of the d_step that contains it, 0 = none
  element *next;
  VEC(sequence *) subs;         // options; unless: normal and escape; atomic, d_step, block: the contents
  VEC(sequence *) escapes;      // escape sequences that are possible here, the outermost unless first
  VEC(element *) escape_starts; // the first control state of each
  basic leaf;
  const char *label; // goto
  const loop *loop;  // break
  scope *scope;      // of the goto
  element *target;   // the control state afterwards; NULL after the end of the process
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
// The element that a goto jumps to; NULL after an error.
element *pml_goto_target(pml *p, const flow *f, const element *e);
// A label in a remote reference must be a control state. If it labels a goto, the goto becomes a skip followed by the
// goto.
void pml_make_control_state(pml *p, flow *f, element *e);

// automaton.c: the locations and edges of the template.
void pml_build_automaton(pml *p, flow *f, net_template *t);

#endif
