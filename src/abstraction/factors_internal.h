// Shared by factors*.c only.
#ifndef ABSTRACTION_FACTORS_INTERNAL_H
#define ABSTRACTION_FACTORS_INTERNAL_H

#include "abstraction/factors.h"

enum { FACTOR_NONE = UINT32_MAX, FACTOR_ANYBODY = NET_MAX_TIMED };

typedef struct factor_process {
  uint32_t pid; // FACTOR_ANYBODY: represents all processes of its template that may be started
  const net_template *template_;
  uint32_t location; // its factor
  uint32_t first_cell, first_channel;
} factor_process;

typedef struct factor_cell { // of all globals, then of each process, then the length of each channel
  interval base;             // all values that it may have
  uint32_t factor;
} factor_cell;

typedef struct factor_channel {
  int32_t type;
  uint32_t cell; // its length
} factor_channel;

typedef struct factor_known { // a factor that is the truth of a condition over a few cells
  uint32_t factor;
  const factor_process *who;
  VEC(uint32_t) cells;
} factor_known;

typedef struct factor_crowd { // a process that may answer a broadcast: the pairs of its location
  uint32_t factor;
  VEC(factor_pair) pairs;
} factor_crowd;

typedef struct factor_part {
  uint32_t factor, relation;
} factor_part;

typedef struct factor_draft { // a label before it is added
  uint32_t cost;
  bool is_error, is_dropped;
  VEC(factor_part) parts;
} factor_draft;

typedef struct factor_branch {
  uint32_t taken, count;
} factor_branch;

// How far the values of factors that a step reads are told apart.
typedef enum { DETAIL_NONE, DETAIL_SMALL, DETAIL_ALL } factor_detail;

typedef struct factors_maker {
  mem *m;
  arena *scratch;
  factors *f;
  const factors_setup *setup;
  const network *net;
  const ranges *ranges;
  const bool *is_unread, *is_written; // by variable
  bool may_start;                     // processes that are not in the cast
  factor_process *processes;          // those of the cast, then one for each template that may be started
  uint32_t cast, count;
  factor_cell *cells;
  uint32_t cell_count;
  factor_channel channels[NET_MAX_CHANNELS + 1];
  uint32_t channel_count;
  uint32_t *first_value; // by factor: where its values begin in `allowed`
  uint32_t *cell_of;     // by factor of a cell or a length
  bool is_too_large;
  uint32_t paths;           // so far
  uint32_t *relation_slots; // hash table of relations: 1 + the first of its chain

  // The path under way: one combination of values that a step reads.
  factor_detail detail;
  VEC(factor_branch) branches;
  uint32_t depth;
  interval *now;    // by cell
  uint8_t *is_told; // by cell: its value has been decided on this path, or written
  VEC(uint32_t) told;
  bool *written; // by cell
  bool *allowed; // by value of a factor: possible before the step
  // By factor of a location: where the process is after the step; of a condition: its value then, 2 = either. NET_NONE
  // = as before.
  int32_t *moved_to;
  bool *is_narrowed; // by factor
  VEC(uint32_t) narrowed;
  VEC(factor_known) conditions;
  const factor_crowd *crowd; // the processes that may take part in the step
  uint32_t crowd_count;
  bool is_frozen; // no branching
  bool may_fault, may_fail, is_impossible;
  bool *is_called;          // by function: it is being evaluated
  VEC(factor_draft) drafts; // of the step under way
  VEC(factor_pair) row;     // scratch
} factors_maker;

// factors_choose.c: which factors there are.
void factors_choose(factors_maker *k);
void factors_choose_conditions(factors_maker *k); // factors_conditions.c

// factors_path.c: a step is simulated once for each combination of the values that it reads.
typedef struct factor_step factor_step;
typedef void (*factor_work)(factors_maker *k, const factor_step *step);
struct factor_step {
  const factor_process *who, *partner;
  const net_edge *edge, *answer;
  uint32_t label;
  const expr *condition;
  bool wanted;
  uint32_t cost;
  bool is_risky; // its edges may cause a fault
  bool is_goal;  // it is an error, whatever follows
};
void factors_explore(factors_maker *k, factor_work work, const factor_step *step);
uint32_t factors_branch(factors_maker *k, uint32_t count);
interval factors_read(factors_maker *k, uint32_t cell);
void factors_write(factors_maker *k, uint32_t cell, interval r);
void factors_write_maybe(factors_maker *k, uint32_t cell, interval r);
// Branches: is the factor's value one of those marked? 1, 0 or both; `unsure` is a value that may be counted either
// way.
interval factors_is_among(factors_maker *k, uint32_t factor, const bool *marked, uint32_t unsure);
// Narrows a condition that is a factor; the interval that is known of its value. False: it is none.
bool factors_known_condition(factors_maker *k, const factor_process *who, const expr *e, interval *out);
void factors_allow_only(factors_maker *k, uint32_t factor, uint32_t value);

// factors_labels.c
void factors_draft(factors_maker *k, uint32_t cost, bool is_error); // adds the path under way as a label
uint32_t factors_relation(factors_maker *k, uint32_t factor, const factor_pair *pairs, uint32_t count);
void factors_drop_drafts(factors_maker *k);
void factors_keep_drafts(factors_maker *k); // combined, as labels
uint32_t *factors_new_slots(mem *m);

// factors_eval.c
interval factors_eval(factors_maker *k, const factor_process *who, const expr *e); // who: NULL = no process
bool factors_may_hold(factors_maker *k, const factor_process *who, const expr *e); // NULL = true
// The cells that a variable expression may refer to: first .. last
bool factors_cells_of(factors_maker *k, const factor_process *who, const expr *e, uint32_t *first, uint32_t *last);
interval factors_number_of_label(factors_maker *k, const factor_process *who, const net_pick *pick);

// factors_effect.c
void factors_take_effect(factors_maker *k, const factor_process *who, const net_edge *e);
void factors_assign(factors_maker *k, const factor_process *who, const expr *target, interval r);
// Everything that the edges may write has any value.
void factors_forget(factors_maker *k, const factor_process *who, uint32_t edge);
bool factors_run_block(factors_maker *k, const factor_process *who, uint32_t block); // false: its way is not known

// factors_steps.c, factors_labelled.c, factors_goal.c
void factors_add_steps(factors_maker *k);
bool factors_start_edge(factors_maker *k, const factor_process *who, const net_edge *e); // false: it is not possible
void factors_arrive(factors_maker *k, const factor_process *who, const net_edge *e);
void factors_add_labelled(factors_maker *k, const factor_process *who, const net_edge *call);
void factors_add_goals(factors_maker *k);
bool factors_is_risky(factors_maker *k, const net_edge *e);

static inline bool factors_has_died(const factors_maker *k, const factor_process *who) {
  return !k->net->is_timed && who->location != FACTOR_NONE &&
         k->moved_to[who->location] == (int32_t)k->f->all.at[who->location].count - 1;
}

#endif
