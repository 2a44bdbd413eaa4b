// What the files of net_copy_make() share.
#ifndef MODEL_COPY_INTERNAL_H
#define MODEL_COPY_INTERNAL_H

#include "model/channel_use.h"
#include "model/copy.h"
#include "model/map.h"
#include "model/specialise.h"

enum { COPY_MOST_READS = 4, COPY_MOST_VERSIONS = 64 };

typedef struct copy_case { // a variable that is mapped, where an expression reads it
  const expr *read;
  const net_map *mapping;
  uint32_t class_, piece; // it has one of the values of this piece of the class
} copy_case;
typedef struct copy_cases {
  copy_case at[COPY_MOST_READS];
  uint32_t count;
} copy_cases;

typedef struct copier {
  arena *memory;
  mem *m;
  const network *from;
  const net_change *change;
  bool *vars, *clocks, *labels, *templates; // left out: those of the change and, after copy_select(), their closure
  bool *channels;                           // types: their contents are left out
  bool has_channels_out, has_all_channels_out;
  net_channel_use channel_use;
  bool *blocks;         // the control flow of the block is unknown
  bool *fields;         // by position in a message: the value is unknown
  uint32_t field_count; // the largest number of fields of a message
  bool is_weak;
  bool loses_locations; // some template is left out
  bool loses_committed; // some template that is left out has committed locations
  bool has_changed;     // in this round of the fixed point of copy_select()
  network *net;
  int32_t *var, *clock, *label, *edge;
  uint8_t *faults;  // by edge of the original: copy_fault
  int32_t *twin;    // by edge of the original: the edge of the copy that ends in its fault
  bool *loses_part; // by block: it is unknown, or has parts that are left out or weakened
  // Of variables that are mapped; see copy_map.c.
  const net_map *const *maps; // by variable; NULL = none is
  const copy_cases *cases;    // what is known in what is copied now; NULL = nothing
  uint32_t version;           // of the edge that is copied now
  uint32_t *versions;         // by edge of the original: how many it has
  int32_t merged[2];          // the label that stands for all labels left out, by is_broadcast
  // Of a special copy; see specialise.c.
  const net_special *special; // NULL = it is none
  const int32_t *known;       // the values of the members in what is copied now; NULL = they are not read
  uint32_t label_shift;       // to the set of labels of the edge that is copied now
  int32_t *version_edge;      // by version: its edge in the copy
  int32_t *edge_from;         // by edge of the copy
} copier;

// copy_unknown.c: does it depend on parts that are left out?
bool copy_is_unknown(const copier *k, const expr *e); // NULL: no
bool copy_has_unknown_index(const copier *k, const expr *read);
bool copy_is_by_cases(const copier *k, const expr *e); // a known expression whose parts need not be: some are mapped
bool copy_is_unknown_pattern(const copier *k, const net_pattern *p, uint32_t field);
bool copy_is_unknown_clock(const copier *k, const net_pick *clock);
bool copy_is_unknown_bound(const copier *k, const net_bound *b);
static inline uint32_t copy_pick_count(const net_pick *p) { return p->offset ? p->count : p->count > 0; }

// Is the synchronisation by a channel whose contents are left out? Then it is always possible.
bool copy_is_sync_out(const copier *k, const net_sync *s);

// copy_select.c: computes the closure of what is left out, and is_weak.
void copy_select(copier *k);
void copy_weaken(copier *k);

// copy_faults.c: which edges may have faults that the copy loses. May weaken the copy.
typedef enum {
  COPY_KEEPS_FAULTS,
  COPY_LOSES_TEST_FAULT,   // when it is tested whether the edge is possible
  COPY_LOSES_EFFECT_FAULT, // when it is taken
} copy_fault;
void copy_find_faults(copier *k);
bool copy_changes_test(const copier *k, const net_edge *e);
const char *copy_refuse_faults(copier *k); // NULL, or why they make the change impossible
void copy_add_twin(copier *k, const net_edge *from, net_flow *flow, const net_edge *e); // e: the edge of the copy

// copy_refuse.c: NULL, or why the change is refused.
const char *copy_refuse(const copier *k);

// copy_expr.c
expr *copy_expr(copier *k, const expr *e); // e must be known; NULL gives NULL
// Holds wherever e may hold (is_upper), or only where e certainly holds. NULL means true and gives NULL.
expr *copy_condition(copier *k, const expr *e, bool is_upper);
bool copy_may_fail(const expr *e);                         // may its evaluation be a fault?
expr *copy_join(copier *k, bool is_and, expr *a, expr *b); // a && b, or a || b, simplified where a side is constant
net_pick copy_clock_pick(copier *k, const net_pick *p);
void copy_bounds(copier *k, net_bounds *out, const net_bounds *from);

// copy_effect.c
net_sync copy_sync(copier *k, const net_sync *from);
net_stmt *copy_effect(copier *k, const net_stmt *first);
bool copy_leaves_out(const copier *k, const net_stmt *s);         // the statement has no counterpart
uint32_t copy_stmt_choices(const copier *k, const net_stmt *s);   // more than 1: what it sets is not determined
uint32_t copy_count_versions(const copier *k, const net_edge *e); // at most COPY_MOST_VERSIONS + 1

// copy_cases.c: what is known of variables that are mapped.
const net_map *copy_map_of(const copier *k, const net_var *v); // NULL = it is not mapped, or left out
// The variables by which cases are distinguished. Where there are too many, none are: they may have any value.
copy_cases copy_find_cases(const copier *k, const expr *e);
// Walk through the combinations of classes, and of pieces of these classes. False: there are no more.
bool copy_first_classes(copy_cases *c);
bool copy_next_classes(copy_cases *c);
bool copy_first_pieces(copy_cases *c);
bool copy_next_pieces(copy_cases *c);
bool copy_has_one_piece(const copy_cases *c);
span copy_values_of(const copier *k, const expr *e); // all values that it can have in the case that is copied now
// In the case that is copied now, has the expression one value, without a fault?
bool copy_is_settled(const copier *k, const expr *e, int32_t *value);
// An expression by cases, from depth 0: what make() gives for each combination of classes.
typedef expr *(*copy_leaf)(copier *in, copy_cases *c, const void *context);
expr *copy_by_cases(copier *k, copy_cases *c, uint32_t depth, copy_leaf make, const void *context);
expr *copy_target(copier *k, const expr *target); // a variable that is assigned

// copy_map.c: expressions over variables that are mapped.
bool copy_is_exact(const copier *k, const expr *e);         // is its value known in all cases?
expr *copy_exactly(copier *k, const expr *e);               // the expression, which is exact, by cases
expr *copy_weakly(copier *k, const expr *e, bool is_upper); // a condition, as by copy_condition()
// In how many classes can the value be that is assigned to the variable, which is mapped? At least 1. And its class,
// for one of these choices; where there are fewer, for the last one.
uint32_t copy_choices(const copier *k, const net_var *var, const expr *value);
expr *copy_class(copier *k, const net_var *var, const expr *value, uint32_t choice);

// copy_flow.c: locations and edges of templates and blocks.
void copy_flows(copier *k);
void copy_fill_edge(copier *k, const net_edge *from, net_edge *e, bool is_block); // all but id, from and to
void copy_add_locations(copier *k, const net_flow *from, net_flow *to, bool is_joined);
void copy_add_empty_block(copier *k, net_flow *to);

// specialise.c: for special copies.
void copy_versions(copier *k);                                       // instead of copy_flows()
void copy_label_sets(copier *k);                                     // after the labels of the original
bool copy_is_member(const copier *k, const expr *e, int32_t *value); // its value is known
expr *copy_fold(copier *k, expr *e);                                 // e, whose operands may have become constants
// specialise_same.c: does the edge do the same as the other, at the same location?
bool copy_is_same_edge(const net_edge *a, const net_edge *b);

// copy_idle.c: adds edges that answer a broadcast without effect.
void copy_idle_answers(copier *k);
bool copy_has_too_many_ways(const network *n); // a broadcast may have so many ways that the step is a fault

#endif
