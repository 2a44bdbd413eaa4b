// What the files that make a task share. Nobody else includes this.
#ifndef RELAXATION_TASK_INTERNAL_H
#define RELAXATION_TASK_INTERNAL_H

#include "facts/ranges.h"
#include "facts/risk.h"
#include "relaxation/task.h"

// While a task is made, derived facts and steps have numbers of their own; task_finish() puts them behind those of the
// variables. Two facts need no number: what is always so, and what never is.
enum {
  FACT_DERIVED = 1 << 28,
  FACT_STEP = 1 << 29,
  FACT_TRUE = 1 << 30,
  FACT_FALSE = FACT_TRUE + 1,
};

typedef VEC(uint32_t) task_list;

typedef struct task_cell {
  bool is_fixed; // it always has this value
  int32_t value;
  uint32_t var; // its variable; TASK_NONE = its values are not told apart
} task_cell;

typedef struct task_process {
  uint32_t pid; // TASK_ANYBODY: stands for all that may be started
  const net_template *template_;
  uint32_t location;      // its variable
  task_cell *cells;       // by cell
  uint32_t first_channel; // number of the first channel that it made
} task_process;

typedef struct task_channel {
  uint32_t type, capacity;
  uint32_t owner;  // process; TASK_NONE = a global variable
  uint32_t length; // its variable; TASK_NONE = none
  bool has_messages;
  uint32_t messages, count; // the variables of its messages: the first, how many
} task_channel;

// A cell that has the same value as long as its process lives, so that a task may take it for a constant.
typedef struct task_constant {
  uint32_t pid, cell;
  int32_t value;
} task_constant;

typedef struct full_task { // what is behind a task
  task base;
  const ranges *ranges;
  VEC(task_constant) constants;
  bool *is_dense;         // by variable: the values of the cell have no gaps
  uint32_t *usual;        // by variable, of TASK_ANYBODY: the fact that holds at the start
  task_channel *channels; // 1 .. channel_count
  uint32_t channel_count;
  uint32_t first_message; // the first variable that is a message
} full_task;

// How much of a network a task tells apart. One of a timed network that would be too large is made again with less.
typedef enum {
  DETAIL_COARSE, // after a block everything that it writes may have any value
  DETAIL_HALVES, // who answers a label is not told apart by who calls it
  DETAIL_PAIRS,
} task_detail;

typedef struct derived_slot { // a derived fact with all its rules; count 0 = none
  uint32_t hash, fact, first, count;
} derived_slot;

typedef struct task_builder {
  mem *m;
  arena *scratch;
  const tasks_setup *setup;
  const network *net;
  const ranges *ranges;
  const bool *block_ends;  // by block
  const state_view *known; // the state to be reached, or NULL
  full_task *full;
  task *t;
  task_process *processes; // those of the cast, then one for each template that may be started
  uint32_t cast, count;
  uint32_t *started_as; // by template: which of the processes stands for those that may be started; TASK_NONE = none
  task_cell *global_cells;
  uint32_t derived; // how many derived facts there are
  derived_slot *slots;
  uint32_t slot_count, slots_used;
  bool has_elsewhere;      // there may be channels of processes that are started later
  bool sends_have_effects; // some sender does more than send
  bool is_timeout;         // deadlocks are judged after the timeout
  bool is_too_large;
  task_detail detail;
  const risk_places *places;
  uint8_t *call_faults; // by function: see task_calls.c
  uint32_t *silent;     // see task_silence.c
  uint32_t wrong;       // the fact: a step goes wrong. That of doubt; FACT_FALSE where such a step does not exist
  uint32_t too_many;    // the fact: there may be too many processes or channels; FACT_FALSE = never
} task_builder;

// task_rules.c: facts, rules, steps.
typedef struct task_body { // of a rule in the making
  task_list facts;
  bool is_impossible;
} task_body;
void task_body_add(task_builder *b, task_body *body, uint32_t fact);
void task_body_free(task_builder *b, task_body *body);
void task_rule_add(task_builder *b, uint32_t head, uint32_t cost, const task_body *body);
void task_rule_simple(task_builder *b, uint32_t head, uint32_t one, uint32_t other); // both facts give the head

typedef struct task_ways { // several ways in which something can be so, each a conjunction of facts
  task_list facts, ends;
  bool is_always;
} task_ways;
void task_ways_add(task_builder *b, task_ways *w, const uint32_t *facts, uint32_t count);
void task_ways_add_one(task_builder *b, task_ways *w, uint32_t fact);
uint32_t task_ways_fact(task_builder *b, task_ways *w); // the fact that one of them is so; empties w
uint32_t task_fact_both(task_builder *b, uint32_t one, uint32_t other);
uint32_t task_fact_new(task_builder *b); // a derived fact to which rules will be added
uint32_t task_step_new(task_builder *b, net_action action, const task_body *body); // its fact; FACT_FALSE if never
// An answer to a broadcast, apart from the call, which alone costs something.
uint32_t task_answer_new(task_builder *b, net_action action, const task_body *body);
void task_finish(task_builder *b);

// task_variables.c
void task_declare(task_builder *b, const state_view *state, bool with_constants);
uint32_t task_fact_at(const task_builder *b, const task_process *p, uint32_t location);
uint32_t task_fact_died(const task_builder *b, const task_process *p);
const net_channel *task_channel_type(const task_builder *b, uint32_t channel);

// task_explore.c: an expression is evaluated once for each way in which the facts it looks at can be; every such way is
// a path. Where there are too many, it is evaluated once, coarsely, with what is known of all values together.
typedef struct task_branch {
  uint32_t taken, count;
} task_branch;

typedef struct task_path {
  task_builder *b;
  VEC(task_branch) branches; // the alternatives that this way takes, one after another
  uint32_t depth;            // how many of them have been met so far
  task_list path;            // the facts of this way
  task_list vars, values;    // the variables that are told apart on it, and by which fact
  bool is_counting;          // only to see how many ways there are: nothing may be noted
  bool is_coarse;            // variables are not told apart
  bool is_frozen;            // nothing may branch
  bool is_blunt;             // of variables only what they can ever be is known
  bool may_fault, must_fault;
} task_path;
typedef void (*task_path_work)(task_path *x, void *context);
void task_explore(task_builder *b, task_path_work work, void *context);
uint32_t task_split(task_path *x, uint32_t count);    // which of so many alternatives is looked at on this path
void task_assume(task_path *x, uint32_t fact);        // puts a fact on the path
uint32_t task_tell(task_path *x, uint32_t var);       // which of the variable's facts holds on this path
uint32_t task_told(const task_path *x, uint32_t var); // likewise, if it was told apart before; else TASK_NONE
void task_forget(task_path *x); // from here on the same variables may have other values: the path keeps both
bool task_contradicts(task_path *x, const task_process *who, const expr *guard); // can it not hold on this path?

// task_eval.c
interval task_store(task_path *x, interval r, net_type type);                // what a variable gets, or a fault
interval task_is(task_path *x, uint32_t yes, uint32_t no);                   // which of two facts: 1 or 0
interval task_eval(task_path *x, const task_process *who, const expr *e);    // who: NULL = nobody
uint32_t task_cell_of(task_path *x, const task_process *who, const expr *e); // its number, branching where not known
interval task_hull(const task_path *x, const net_var *v); // everything that the variable can be, in whatever cell
// A cell of the process, or a global one.
const task_cell *task_cell_at(const task_builder *b, const task_process *who, const net_var *v, uint32_t cell);

// task_calls.c: functions, and what is asked of clocks, which are ignored: all that counts is what may go wrong.
interval task_call(task_path *x, const task_process *who, const expr *e);
interval task_bound(task_path *x, const task_process *who, const net_bound *bound);
uint32_t task_pick(task_path *x, const task_process *who, const net_pick *pick); // its number; TASK_NONE after a fault
void task_set_clock(task_path *x, const task_process *who, const net_stmt *s);

// task_channels.c
enum { CHANNEL_ELSEWHERE = 0, CHANNEL_NONE = UINT32_MAX }; // one that is not told apart; none at all, a fault
uint32_t task_channel_of(task_path *x, const task_process *who, const expr *e);
interval task_channel_value(task_path *x, const task_process *who, const expr *e); // LEN, FULL ... POLL
typedef enum { MATCH_NO, MATCH_MAYBE, MATCH_YES } task_fit;
// Tells the messages of a channel apart. False if there are none.
bool task_some_message(task_path *x, uint32_t channel, interval *fields);
interval task_field_range(const task_builder *b, uint32_t type, uint32_t field); // of all messages of a type
task_fit task_match(task_path *x, const task_process *who, const net_pattern *patterns, uint32_t count,
                    const interval *fields);

// task_conditions.c
uint32_t task_truth(task_builder *b, const task_process *who, const expr *e, bool wanted); // e NULL: true
void task_guard(task_builder *b, const task_process *who, const expr *guard, task_body *body);
uint32_t task_fault(task_builder *b, const task_process *who, const expr *e); // evaluating it goes wrong
uint32_t task_not_provided(task_builder *b, const task_process *who);
uint32_t task_look_fault(task_builder *b, const task_process *who, const net_edge *e); // looking at the edge goes wrong

uint32_t task_invariant_fault(task_builder *b, const task_process *who, const net_location *l); // likewise, of staying

// task_blocked.c
uint32_t task_cannot(task_builder *b, const task_process *who, const net_edge *e, bool in_block);
typedef struct task_end { // one channel that an edge may send to or receive from
  const task_process *who;
  const net_edge *edge;
  uint32_t channel;   // CHANNEL_ELSEWHERE = another; of a call or an answer: its label
  uint32_t condition; // the fact that it is this one
} task_end;
typedef VEC(task_end) task_ends;
void task_find_ends(task_builder *b, const task_process *who, const net_edge *e, task_ends *out);
bool task_looks_around(const expr *e); // does it ask where processes stand?
bool task_is_late(const task_process *receiver, const net_edge *receive, const net_edge *send);
bool task_end_may_be(const task_builder *b, const task_end *end, bool is_rendezvous);
uint32_t task_not_full(task_builder *b, uint32_t channel);
uint32_t task_has_message(task_builder *b, const task_end *end); // one that the receiver can take

// task_labels.c, task_silence.c: calls and answers
void task_find_labels(task_builder *b, const task_process *who, const net_edge *e, task_ends *out);
void task_add_label_steps(task_builder *b, const task_ends *callers, const task_ends *answerers);
uint32_t task_cannot_timed(task_builder *b, const task_process *who, const net_edge *e);

// task_effects.c
typedef struct task_taking { // an edge being taken
  task_builder *b;
  const task_process *who;
  const net_edge *edge;
  uint32_t step, inside; // the facts that the step is taken, and that a block gets so far; outside a block FACT_TRUE
  const task_body *also; // facts without which the edge is not part of the step; NULL = none
  task_list written;     // variables: the guard says nothing of them any more
  bool is_all_written;   // nor of any
} task_taking;
void task_taken(const task_taking *t, task_body *body); // adds the facts that the edge is taken so far
void task_arrive(task_taking *t);
void task_take_sync(task_taking *t, uint32_t channel); // alone, with a channel of its own
void task_take_effect(task_taking *t);
void task_take_message(task_taking *t, const task_process *sender, const net_edge *send, uint32_t channel);
void task_take_block(task_taking *t, uint32_t block);
void task_take_anything(task_taking *t, const net_flow *flow); // what a block writes gets any value
void task_taking_free(task_taking *t);

// task_steps.c, task_goal.c
uint32_t task_deadlock(task_builder *b);
void task_add_steps(task_builder *b);
void task_add_goal(task_builder *b);

#endif
