// A special copy of a network: a smaller network that is made for one question, with exactly the executions that its
// caller wants, not an over-approximation. Some edges are left out. Others become several versions, in which certain
// variables, and perhaps the location of a process, have known values: the *members* of what is left out. Versions
// whose guard is false then are left out; equal ones become one edge.
//
// The caller ensures that nothing that is kept reads or writes what is left out, except for the members, which are read
// by versions only.
#ifndef MODEL_SPECIALISE_H
#define MODEL_SPECIALISE_H

#include "model/copy.h"

typedef struct net_version { // of an edge of a template
  uint32_t edge;             // in the original
  const int32_t *known;      // the values of the members; NULL = it reads none
  uint32_t label_set;        // its label is that of the same name in this set; 0 = the labels of the original
} net_version;

// Part of a net_change, whose vars (members included), clocks and templates are left out. A template that is left out
// has one location without edges. Borrowed as long as the copy lives.
typedef struct net_special {
  const bool *blocks;    // left out: they have no effect and are not run. NULL = none
  const int32_t *member; // by variable: its index among the known values; NET_NONE = it is none. NULL = no variable is
  int32_t joined; // the template whose location is a member, known value 0. It gets one location. NET_NONE = none
  const net_version *versions; // in the order of templates, locations and edges
  uint32_t version_count;
  uint32_t label_sets; // at least 1
} net_special;

// By version: the number of its edge in the copy, NET_NONE if its guard is false.
const int32_t *net_special_edges(const net_copy *c);
// A condition over the original, for these values of the members.
expr *net_special_condition(const net_copy *c, const expr *condition, const int32_t *known);

#endif
