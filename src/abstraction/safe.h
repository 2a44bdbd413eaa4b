// Inside abstraction: safe abstraction (causal-graph paper, section 4.1), with the conditions that networks need
// besides.
//
// A *part* is a variable, or the location of a process with the variables that only this process changes. It is
// *independent* if the steps that change it, its private steps, neither need nor change anything else; it is *safe* if
// they also connect each of its states with every other. Then other steps never have to wait for it: whatever state
// they need, private steps lead there, at any time, before the step. So the part is left out, and steps that read it
// become one version for each of its states; a trace is extended by the private steps that lead to the states that its
// steps need.
#ifndef ABSTRACTION_SAFE_H
#define ABSTRACTION_SAFE_H

#include "abstraction/reduce.h"
#include "model/specialise.h"

enum { SAFE_MOST_STATES = 256, SAFE_MOST_VERSIONS = 4096, SAFE_MOST_ENDS = 32 };

typedef struct safe_step { // a private step between two states of the part
  uint32_t from, to, edge;
  uint16_t pid;
} safe_step;

typedef struct safe_part {
  arena *memory;
  const network *net; // that the part is left out of
  const question *asked;
  int32_t template_; // the location of its process is a member, value 0 of a state; NET_NONE = none is
  int32_t *member;   // by variable: its index among the values of a state; NET_NONE = not a member
  uint32_t width;    // values of a state
  VEC(int32_t) values;
  uint32_t state_count; // state 0 is the initial one
  bool *is_private;     // by edge: it changes the part
  VEC(safe_step) steps;
  bool *reads;  // by edge: it reads the part, and does not change it
  bool *agrees; // by label: several participants of a step may read the part, so they must agree on its state
  const bool *const *need; // by edge of the smaller network: the states in which it is possible; NULL = all
  bool is_asked_for;       // the question reads the part
  // The sets of states that look the same to the question; NULL = all: it does not read the part.
  const bool *ends[SAFE_MOST_ENDS];
  uint32_t end_count;
} safe_part;

static inline const int32_t *safe_state(const safe_part *p, uint32_t state) { return &p->values.at[state * p->width]; }

// What is known of a network before its parts are looked at.
typedef struct safe_network {
  const network *net;
  const uint32_t *owner;      // by edge of a template: the template
  const int32_t *pid;         // by template: its first process at the start; NET_NONE = none
  const uint32_t *processes;  // by template: how many there are at the start
  const bool *is_started;     // by template: some effect starts processes of it
  const bool *const *reached; // by template and location: some path leads there
  const bool *const *inside;  // by template and location: a process there may be inside an atomic sequence
  const bool *is_driven;      // by variable: it is written, and only by edges that do not move and act alone
  const int32_t *writer;      // by variable: the only template that writes it; NET_NONE = none; SAFE_SEVERAL
} safe_network;
enum { SAFE_SEVERAL = -2 };
// NULL: no part of the network is safe, because steps depend on whether others are possible.
const safe_network *safe_look_at(arena *memory, const network *net);
// Does no edge of the location depend on whether another one is possible?
bool safe_is_unordered(const safe_network *n, uint32_t template_, uint32_t location);

// safe_states.c: the private steps of a part with these members, and the states they lead to. False if it is not safe.
bool safe_explore(const safe_network *n, safe_part *p);
// safe_readers.c: who reads the part. False if some of them may not be able to wait for it.
bool safe_find_readers(const safe_network *n, safe_part *p);
// safe_versions.c: the smaller network. NULL if it would have too many edges, or a trace too many ends.
const net_copy *safe_leave_out(const safe_network *n, safe_part *p);
// The condition of the question, for the smaller network: it has the value sought if it has it in some state of the
// part.
expr *safe_condition(const safe_part *p, const net_copy *copy);

// safe_extend.c: inserts private steps into a trace of the smaller network, whose steps become those of the network; at
// the end, such that the part is in one of p->ends[end]. Returns how many.
uint32_t safe_extend(mem *m, const safe_part *p, const net_copy *copy, answer *a, uint32_t end);

#endif
