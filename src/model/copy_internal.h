// Inside the making of copies.
#ifndef MODEL_COPY_INTERNAL_H
#define MODEL_COPY_INTERNAL_H

#include "model/copy.h"

typedef struct copier {
  arena *memory;
  mem *m;
  const network *from;
  const net_change *change;
  bool *vars, *clocks, *labels, *templates; // what is left out, with all that follows from it
  bool *replaced;                           // templates
  bool *blocks;                             // which way through a block is taken is not known
  bool *fields;                             // by position in a message: not known
  uint32_t field_count;                     // that any message has
  bool is_weak;
  bool loses_locations; // some template is left out or replaced
  bool loses_committed; // some template that is left out has committed locations
  bool has_changed;     // while the selection is being closed
  network *net;
  int32_t *var, *clock, *label, *edge;
  int32_t merged[2]; // the label that those left out have become, by is_broadcast
} copier;

typedef struct copy_source { // a flow of the original, or what it is replaced by
  const net_flow *flow;
  net_edge *const *edges;
  const expr *provided;
} copy_source;
copy_source copy_source_of(const copier *k, uint32_t template_);

// copy_unknown.c: does it depend on what is left out?
bool copy_is_unknown(const copier *k, const expr *e); // NULL: no
bool copy_is_unknown_pattern(const copier *k, const net_pattern *p, uint32_t field);
bool copy_is_unknown_clock(const copier *k, const net_pick *clock);
bool copy_is_unknown_bound(const copier *k, const net_bound *b);
static inline uint32_t copy_pick_count(const net_pick *p) { return p->offset ? p->count : p->count > 0; }

// copy_select.c: closes the selection.
void copy_select(copier *k);

// copy_refuse.c: NULL, or why it cannot be.
const char *copy_refuse(const copier *k);

// copy_expr.c
expr *copy_expr(copier *k, const expr *e); // all of it is known; NULL is NULL
// Holds wherever e may hold (is_upper), or only where it surely does. NULL is true and stays NULL where is_upper.
expr *copy_condition(copier *k, const expr *e, bool is_upper);
net_pick copy_clock_pick(copier *k, const net_pick *p);
net_bound copy_bound(copier *k, const net_bound *b); // it is known
void copy_bounds(copier *k, net_bounds *out, const net_bounds *from);

// copy_effect.c
net_sync copy_sync(copier *k, const net_sync *from);
net_stmt *copy_effect(copier *k, const net_stmt *first);

// copy_flow.c: locations and edges of templates and blocks.
void copy_flows(copier *k);

// copy_silence.c: answers to broadcasts that do nothing.
void copy_silence(copier *k);
bool copy_has_too_many_ways(const network *n); // to answer a broadcast: a step may be a fault by that

#endif
