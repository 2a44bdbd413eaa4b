// What the files of net_copy_make() share.
#ifndef MODEL_COPY_INTERNAL_H
#define MODEL_COPY_INTERNAL_H

#include "model/copy.h"

typedef struct copier {
  arena *memory;
  mem *m;
  const network *from;
  const net_change *change;
  bool *vars, *clocks, *labels, *templates; // left out: those of the change and, after copy_select(), their closure
  bool *replaced;                           // templates
  bool *blocks;                             // the control flow of the block is unknown
  bool *fields;                             // by position in a message: the value is unknown
  uint32_t field_count;                     // the largest number of fields of a message
  bool is_weak;
  bool loses_locations; // some template is left out or replaced
  bool loses_committed; // some template that is left out has committed locations
  bool has_changed;     // in this round of the fixed point of copy_select()
  network *net;
  int32_t *var, *clock, *label, *edge;
  int32_t merged[2]; // the label that stands for all labels left out, by is_broadcast
} copier;

typedef struct copy_source { // the flow of a template of the original, or its replacement
  const net_flow *flow;
  net_edge *const *edges;
  const expr *provided;
} copy_source;
copy_source copy_source_of(const copier *k, uint32_t template_);

// copy_unknown.c: does it depend on parts that are left out?
bool copy_is_unknown(const copier *k, const expr *e); // NULL: no
bool copy_is_unknown_pattern(const copier *k, const net_pattern *p, uint32_t field);
bool copy_is_unknown_clock(const copier *k, const net_pick *clock);
bool copy_is_unknown_bound(const copier *k, const net_bound *b);
static inline uint32_t copy_pick_count(const net_pick *p) { return p->offset ? p->count : p->count > 0; }

// copy_select.c: computes the closure of what is left out, and is_weak.
void copy_select(copier *k);

// copy_refuse.c: NULL, or why the change is refused.
const char *copy_refuse(const copier *k);

// copy_expr.c
expr *copy_expr(copier *k, const expr *e); // e must be known; NULL gives NULL
// Holds wherever e may hold (is_upper), or only where e certainly holds. NULL means true and gives NULL.
expr *copy_condition(copier *k, const expr *e, bool is_upper);
net_pick copy_clock_pick(copier *k, const net_pick *p);
void copy_bounds(copier *k, net_bounds *out, const net_bounds *from);

// copy_effect.c
net_sync copy_sync(copier *k, const net_sync *from);
net_stmt *copy_effect(copier *k, const net_stmt *first);

// copy_flow.c: locations and edges of templates and blocks.
void copy_flows(copier *k);

// copy_idle.c: adds edges that answer a broadcast without effect.
void copy_idle_answers(copier *k);
bool copy_has_too_many_ways(const network *n); // a broadcast may have so many ways that the step is a fault

#endif
