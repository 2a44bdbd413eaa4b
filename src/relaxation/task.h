// The monotone relaxation of a network, as facts and Horn rules: processes and variables keep every value they have
// had, channels every message; a guard holds if it may hold. Whatever an execution can reach, the rules reach at no
// greater cost.
//
// Tasks are made when a state of their cast is first met, each in a memory of its own within that of all tasks, so that
// several estimates and runs can share them.
//
// A task is made for one cast (the list of templates that a state's processes are instances of), and where there are
// few of them for the values of variables that are never written, which it treats as constants. Processes that may be
// started later are represented by one instance for each template, TASK_ANYBODY. A network that starts no processes has
// one task for all states.
#ifndef RELAXATION_TASK_H
#define RELAXATION_TASK_H

#include "model/question.h"
#include "space/view.h"

enum {
  TASK_NONE = UINT32_MAX,
  TASK_SOMEHOW = UINT32_MAX - 1, // net_action.partner_edge: with whom a label is called or answered is not told apart
  TASK_ANYBODY = NET_MAX_TIMED,  // the number of no process
};

typedef enum {
  TASK_LOCATION, // where a process stands; its last fact is: it has died (for TASK_ANYBODY: nobody was started yet)
  TASK_CELL,     // a cell of a variable whose possible values are few enough to be told apart
  TASK_LENGTH,   // of a buffered channel
  TASK_CLAIM,    // the state of the claim of the question, of which there is one
  TASK_MESSAGE,  // one message (or its first field, where there are too many) has been in a buffered channel; one fact
} task_var_kind;

// In a state exactly one of its facts holds; none of a TASK_MESSAGE that is not there, or if the process has died.
typedef struct task_var {
  task_var_kind kind;
  uint32_t first, count; // its facts
  const int32_t
      *values;        // TASK_CELL: by fact, ascending; LOCATION, LENGTH, CLAIM: the value is the fact's number - first
  uint32_t pid;       // LOCATION, and CELL of a local variable
  uint32_t template_; // LOCATION: that its process is an instance of
  const net_var *var; // CELL
  uint32_t cell;
  uint32_t channel; // LENGTH, MESSAGE: number of the channel
} task_var;

// All facts of the body together give the head. cost > 0 where the head is an effect of a step, or something that needs
// at least so many steps and has no body; else 0.
//
// The last `late` facts of the body are those that the step itself may have made true before it read them: the cost is
// added to that of the other ones only. So `v = v + 1` costs a step for each value, and in `x = 1; y = x` both cost
// one.
typedef struct task_rule {
  uint32_t head, cost;
  uint32_t body, count; // task.bodies[body .. body + count - 1]; may be empty
  uint32_t late;
} task_rule;

// A step of the network. Its fact is that it is possible, and has one rule, `rule`, of cost 0. Its effects are rules
// whose bodies begin with its fact, and whose heads are facts of variables, or derived ones (an assertion fails).
typedef struct task_step {
  net_action action; // pid TASK_ANYBODY where it is not known; see TASK_SOMEHOW. net_stutter(): a move of the claim
  uint32_t fact, rule;
  uint32_t cost; // what it adds to the length of a trace: 0 if it is part of another, or a move of the claim
} task_step;

// Derived facts: a process is at a location while a variable that only it writes has a value. One holds in a state if
// both facts do; but for other states it is more than both, as they may not have been true together.
typedef struct task_product {
  uint32_t at;    // the fact that the process is there
  uint32_t var;   // the variable
  uint32_t first; // the fact for its first value; those of the other values follow
} task_product;

// Facts are numbered: those of variables, then derived ones (conditions that can come true in several ways), then one
// for each step in order.
typedef struct task {
  uint32_t facts, first_derived, first_step;
  VEC(task_var) vars;
  uint32_t *var_of; // by fact < first_derived: index into vars
  VEC(task_rule) rules;
  VEC(uint32_t) bodies;
  VEC(uint32_t) refined; // as bodies, with products where effects read values; empty: there are none
  VEC(task_product) products;
  VEC(task_step) steps;
  uint32_t goal; // the fact: what the question asks for has happened (an assertion, a deadlock, ...); TASK_NONE = never
  uint32_t doubt; // the fact: some other fault of the model may have happened, as far as the relaxation can tell
} task;

typedef struct tasks tasks; // of all casts, made as they are met

typedef struct tasks_setup { // everything is borrowed
  mem *m;
  const network *net;
  struct facts *facts; // of the network; NULL = the tasks make their own
  question asked;
  const state_view *known; // the state that the question names, if it names one; copied
} tasks_setup;

tasks *tasks_open(const tasks_setup *setup);
void tasks_close(tasks *t);
// The task of the state's cast; NULL if there are too many casts, the task would be too large, there is no memory for
// it, or making it was stopped: then nothing is known. Must be called inside a mem_try of the tasks' mem.
const task *tasks_for(tasks *t, const state_view *state);
// Writes the facts of variables that hold in the state, and returns how many: at most task.first_derived.
uint32_t task_facts_of(const task *t, const state_view *state, uint32_t *out);
// Is it a step that the action of a task_step stands for?
bool task_stands_for(const net_action *of_task, const net_action *step);

#endif
