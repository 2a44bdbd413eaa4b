// Shared by task*.c only.
#ifndef RELAXATION_TASK_INTERNAL_H
#define RELAXATION_TASK_INTERNAL_H

#include "facts/ranges.h"
#include "facts/risk.h"
#include "relaxation/task.h"

// While a task is built, derived facts and steps have number ranges of their own; task_finish() moves them behind the
// facts of variables. FACT_TRUE always holds, FACT_FALSE never; neither is in the task.
enum {
  FACT_DERIVED = 1 << 28,
  FACT_STEP = 1 << 29,
  FACT_TRUE = 1 << 30,
  FACT_FALSE = FACT_TRUE + 1,
};

typedef VEC(uint32_t) task_list;

typedef struct task_cell {
  bool is_fixed; // it is constant...
  int32_t value; // ...with this value
  uint32_t var;  // its variable; TASK_NONE = it has no facts: any value of its range is always possible
} task_cell;

typedef struct task_process {
  uint32_t pid; // TASK_ANYBODY: represents all processes that may be started
  const net_template *template_;
  uint32_t location;      // its variable
  task_cell *cells;       // by cell
  uint32_t first_channel; // number of its first channel
} task_process;

typedef struct task_channel {
  uint32_t type, capacity;
  uint32_t owner;  // index of the process; TASK_NONE = a global variable
  uint32_t length; // its variable; TASK_NONE = none
  bool has_messages;
  uint32_t messages, count; // the variables of its messages: the first, and their number
} task_channel;

// A cell that is never written, so that a task may treat it as a constant.
typedef struct task_constant {
  uint32_t pid, cell;
  int32_t value;
} task_constant;

typedef struct full_task { // a task with its internal data
  task base;
  const ranges *ranges;
  VEC(task_constant) constants;
  bool *is_dense;         // by variable: the values of the cell have no gaps
  uint32_t *usual;        // by variable of TASK_ANYBODY: the fact that holds in every state
  task_channel *channels; // 1 .. channel_count
  uint32_t channel_count;
  uint32_t first_message; // the first variable of kind TASK_MESSAGE
} full_task;

// How precise the abstraction is. If a task would be too large, it is built again with less detail.
typedef enum {
  DETAIL_COARSE, // after a block every variable that it writes may have any value
  DETAIL_HALVES, // calls and answers are separate steps, not pairs
  DETAIL_PAIRS,
  DETAIL_PRODUCTS, // with products
} task_detail;

typedef struct derived_slot { // of the hash table of derived facts, with the rules of the fact; count 0 = empty
  uint32_t hash, fact, first, count;
} derived_slot;

typedef struct task_products_of { // of a variable
  const task_process *who;        // the process that reads them; NULL = there are none
  const uint32_t *first;          // by location: the fact for the first value; TASK_NONE = no product
} task_products_of;

typedef struct task_builder {
  mem *m;
  arena *scratch;
  const tasks_setup *setup;
  const network *net;
  const ranges *ranges;
  accesses *accesses;      // known for all edges
  const state_view *known; // the state to be reached, or NULL
  full_task *full;
  task *t;
  task_process *processes; // those of the cast, then one for each template that may be started
  uint32_t cast, count;
  uint32_t claim;       // the variable of the claim; TASK_NONE = none is needed
  uint32_t *started_as; // by template: index of the process that represents those that may be started; TASK_NONE = none
  task_cell *global_cells;
  uint32_t derived; // number of derived facts
  derived_slot *slots;
  uint32_t slot_count, slots_used;
  bool has_elsewhere;      // there may be channels of processes that are started later
  bool sends_have_effects; // some edge with a send has an effect
  bool is_timeout;         // the value of timeout: true while rules for deadlocks are built
  bool is_too_large;
  task_products_of *products; // by variable
  uint32_t product_facts;     // their number
  task_detail detail;
  const risk_places *places;
  const bool *is_unread; // by variable: nothing depends on it, and states may leave it out
  uint8_t *call_faults;  // by function: see task_calls.c
  uint32_t *silent;      // see task_silence.c
  uint32_t wrong;        // the fact that a step causes a fault: task.doubt; FACT_FALSE where faults block steps
  uint32_t too_many;     // the fact that there may be too many processes or channels; FACT_FALSE = never
} task_builder;

// task_rules.c: facts, rules, steps.
typedef struct task_body { // of a rule being built
  task_list facts, late;
  task_list refined; // by fact: see task.refined
  bool is_impossible;
} task_body;
void task_body_add(task_builder *b, task_body *body, uint32_t fact);
void task_body_add_read(task_builder *b, task_body *body, uint32_t fact, uint32_t refined); // see task.refined
void task_body_add_late(task_builder *b, task_body *body, uint32_t fact);                   // see task_rule.late
void task_body_free(task_builder *b, task_body *body);
void task_rule_add(task_builder *b, uint32_t head, uint32_t cost, const task_body *body);
void task_rule_simple(task_builder *b, uint32_t head, uint32_t one, uint32_t other); // both facts give the head

typedef struct task_ways { // a disjunction of conjunctions of facts
  task_list facts, ends;
  bool is_always;
} task_ways;
void task_ways_add(task_builder *b, task_ways *w, const uint32_t *facts, uint32_t count);
void task_ways_add_one(task_builder *b, task_ways *w, uint32_t fact);
uint32_t task_ways_fact(task_builder *b, task_ways *w); // the fact that one of them holds; clears w
uint32_t task_fact_both(task_builder *b, uint32_t one, uint32_t other);
uint32_t task_fact_new(task_builder *b); // a derived fact to which rules will be added
uint32_t task_step_new(task_builder *b, net_action action, const task_body *body); // its fact; FACT_FALSE = impossible
// An answer as a step of its own. It adds nothing to the length of a trace, as its call counts.
uint32_t task_answer_new(task_builder *b, net_action action, const task_body *body);
uint32_t task_cost_of(const task_builder *b, uint32_t step);            // of what the step with this fact does
void task_effect_simple(task_builder *b, uint32_t head, uint32_t step); // the step gives the head
void task_finish(task_builder *b);

// task_variables.c
void task_declare(task_builder *b, const state_view *state, bool with_constants);
uint32_t task_fact_at(const task_builder *b, const task_process *p, uint32_t location);
uint32_t task_fact_died(const task_builder *b, const task_process *p);
const net_channel *task_channel_type(const task_builder *b, uint32_t channel);

// task_explore.c: an expression is evaluated once for each combination of the facts that it reads; such a combination
// is a path. If there are too many, it is evaluated once, coarsely, with the ranges of the variables.
typedef struct task_branch {
  uint32_t taken, count;
} task_branch;

typedef struct task_path {
  task_builder *b;
  VEC(task_branch) branches; // the alternatives that this path takes, one after another
  uint32_t depth;            // number of branches used so far
  task_list path;            // the facts of this path
  task_list vars, values;    // the variables that were read, and their facts
  bool is_counting;          // first pass, which counts the paths: nothing may be added to the task
  bool is_coarse;            // variables have any value of their range
  bool is_frozen;            // no branching
  bool is_blunt;             // as coarse, for all processes together: not even constants of one process are known
  bool may_fault, must_fault;
} task_path;
typedef void (*task_path_work)(task_path *x, void *context);
void task_explore(task_builder *b, task_path_work work, void *context);
uint32_t task_split(task_path *x, uint32_t count);    // branches: which of `count` alternatives this path takes
void task_assume(task_path *x, uint32_t fact);        // adds a fact to the path
uint32_t task_tell(task_path *x, uint32_t var);       // branches: which fact of the variable holds on this path
uint32_t task_told(const task_path *x, uint32_t var); // the same if it was decided before; otherwise TASK_NONE
void task_forget(task_path *x); // variables may have other values from now on: they are decided again
bool task_contradicts(task_path *x, const task_process *who, const expr *guard); // is the guard false on this path?

// task_eval.c
interval task_store(task_path *x, interval r, net_type type);                // the value stored, or a fault
interval task_is(task_path *x, uint32_t yes, uint32_t no);                   // branches over two facts: 1 or 0
interval task_eval(task_path *x, const task_process *who, const expr *e);    // who: NULL = no process
uint32_t task_cell_of(task_path *x, const task_process *who, const expr *e); // its number; branches if not known
interval task_hull(const task_path *x, const net_var *v); // the range of the variable, over all cells
// A cell of the process, or a global one.
const task_cell *task_cell_at(const task_builder *b, const task_process *who, const net_var *v, uint32_t cell);

// task_calls.c: functions and clocks, which are ignored except for faults.
interval task_call(task_path *x, const task_process *who, const expr *e);
interval task_bound(task_path *x, const task_process *who, const net_bound *bound);
uint32_t task_pick(task_path *x, const task_process *who, const net_pick *pick); // its number; TASK_NONE after a fault
void task_set_clock(task_path *x, const task_process *who, const net_stmt *s);

// task_channels.c
enum { CHANNEL_ELSEWHERE = 0, CHANNEL_NONE = UINT32_MAX }; // a channel that is not in the task; no channel, a fault
uint32_t task_channel_of(task_path *x, const task_process *who, const expr *e);
interval task_channel_value(task_path *x, const task_process *who, const expr *e); // LEN, FULL ... POLL
typedef enum { MATCH_NO, MATCH_MAYBE, MATCH_YES } task_fit;
// Room for a message of the channel and for count patterns: 0 beyond the message, anything if the channel is not known.
interval *task_fields(task_path *x, uint32_t channel, uint32_t count);
// Branches over the messages of a channel. False if there are none.
bool task_some_message(task_path *x, uint32_t channel, interval *fields);
task_fit task_match(task_path *x, const task_process *who, const net_pattern *patterns, uint32_t count,
                    const interval *fields);

// task_conditions.c
uint32_t task_truth(task_builder *b, const task_process *who, const expr *e, bool wanted); // e NULL = true
void task_guard(task_builder *b, const task_process *who, const expr *guard, task_body *body);
uint32_t task_fault(task_builder *b, const task_process *who, const expr *e); // its evaluation causes a fault
uint32_t task_not_provided(task_builder *b, const task_process *who);
// Testing whether the edge is enabled causes a fault; evaluating the invariant of the location does.
uint32_t task_test_fault(task_builder *b, const task_process *who, const net_edge *e);
uint32_t task_invariant_fault(task_builder *b, const task_process *who, const net_location *l);

// task_blocked.c
uint32_t task_cannot(task_builder *b, const task_process *who, const net_edge *e, bool in_block);
typedef struct task_end { // an edge with one of the channels or labels that it may use
  const task_process *who;
  const net_edge *edge;
  uint32_t channel;   // CHANNEL_ELSEWHERE = one that is not in the task; of a call or an answer: its label
  uint32_t condition; // the fact that it uses this one
} task_end;
typedef VEC(task_end) task_ends;
void task_find_ends(task_builder *b, const task_process *who, const net_edge *e, task_ends *out);
bool task_reads_processes(const expr *e); // does it read locations or variables of other processes?
bool task_is_late(const task_process *receiver, const net_edge *receive, const net_edge *send);
// May the channel be of this kind and have the right number of fields?
bool task_end_may_be(const task_builder *b, const task_end *end, bool is_rendezvous);
uint32_t task_not_full(task_builder *b, uint32_t channel);
uint32_t task_has_message(task_builder *b, const task_end *end); // one that the receiver matches

// task_labels.c, task_silence.c: calls and answers
void task_find_labels(task_builder *b, const task_process *who, const net_edge *e, task_ends *out);
void task_add_label_steps(task_builder *b, const task_ends *callers, const task_ends *answerers);
uint32_t task_cannot_timed(task_builder *b, const task_process *who, const net_edge *e);

// task_effects.c
typedef struct task_taking { // an edge being taken
  task_builder *b;
  const task_process *who;
  const net_edge *edge;
  uint32_t from; // the location of the process before the step
  uint32_t step,
      inside;          // the facts that the step is possible, and that its block reaches this point; outside FACT_TRUE
  bool is_inside_late; // whether it does depends on what the step has changed
  const task_body *also; // facts required for the edge to be part of the step; NULL = none
  task_list written;     // variables written so far: the guard says nothing about them
  bool is_all_written;   // all variables may have been written
  // What the step may have changed besides: by variable, before the guard was tested (NULL = nothing); the contents of
  // channels; where processes are, and which there are.
  const bool *changed;
  bool are_channels_changed, are_processes_changed;
} task_taking;
void task_taken(const task_taking *t, task_body *body); // adds the facts that the edge is taken up to this point
void task_give(const task_taking *t, uint32_t head, const task_body *body); // an effect; body: with task_taken()
void task_arrive(task_taking *t);
void task_take_sync(task_taking *t, uint32_t channel); // a send to or receive from a buffered channel
void task_take_effect(task_taking *t);
void task_take_products(task_taking *t); // on arrival
void task_take_message(task_taking *t, const task_process *sender, const net_edge *send, uint32_t channel);
void task_take_block(task_taking *t, uint32_t block);
void task_take_anything(task_taking *t, const net_flow *flow); // variables that the block writes get any value
void task_taking_free(task_taking *t);

// task_changes.c: what a step may have changed. What it reads of that may be its own work, which costs nothing more.
bool task_has_changed(const task_taking *t, uint32_t fact);
typedef struct task_changes { // by location of a block, and for the exit, on arrival
  uint32_t vars;              // their number
  bool *changed;              // by place, then by variable
  bool *are_channels_changed;
  bool *is_late;              // whether the block gets there depends on what the step has changed
  bool are_processes_changed; // anywhere in the block
} task_changes;
// In a block of the step. Owned, from the builder's mem.
task_changes task_find_changes(const task_taking *t, const net_flow *block);
void task_note_changes(task_taking *t, const task_changes *c, uint32_t at); // after the block, which ends there
void task_changes_free(task_builder *b, task_changes *c);

// task_products.c
void task_find_products(task_builder *b);
uint32_t task_refined(const task_taking *t, uint32_t fact); // the product that the process reads instead; or the fact

// task_claim.c
void task_add_claim(task_builder *b); // its moves, and the goal

// task_steps.c, task_goal.c
uint32_t task_deadlock(task_builder *b);
void task_add_steps(task_builder *b);
void task_add_goal(task_builder *b);

#endif
