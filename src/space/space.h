// A space: what every search sees of a model. States are packed vectors of bytes, opaque to the search; two states are
// the same if and only if their bytes are. Reductions and products are spaces that wrap spaces.
#ifndef SPACE_SPACE_H
#define SPACE_SPACE_H

#include "base/cover.h"
#include "model/question.h"
#include "space/view.h"

typedef struct successor {
  const uint8_t *state; // borrowed, valid during the call only; NULL if the fault leaves no state behind
  uint32_t size;
  net_action by;
  uint32_t cost; // net_step_cost(), unless the space says otherwise
  fault fault;   // FAULT_NONE, or what went wrong in this step; a failed assertion still has a state (it is passed),
                 // unless a worse fault follows in the same step: that comes as a second successor
  const net_stmt *fault_at; // the statement, where it is one of an effect; else NULL
  const net_action *before; // where several steps are taken as one: those before `by`, in order; borrowed as state is
  uint32_t before_count;
} successor;

// Called for each successor. Returns false to stop.
typedef bool (*space_visit)(void *context, const successor *s);

typedef struct expansion {
  uint32_t count; // successors there are (faults included)
  bool is_stuck;  // there are none
  bool is_end;    // is_stuck, and every process stands where it may end: not a deadlock
  bool stopped;   // visit said so
} expansion;

typedef struct space space;
struct space {
  const char *name;
  bool is_exact; // what is found here is so in the model, and the other way round
  const network *net;
  const cover *cover; // an order on its states; NULL = none
  space *inner;       // the one that it wraps; NULL = none
  void (*initial)(space *s, space_visit visit, void *context);
  expansion (*expand)(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context);
  // Is some process inside an atomic sequence? Such states are not counted by a census and no invariant is asked of
  // them.
  bool (*is_inside)(space *s, const uint8_t *state);
  // May a search to which the number of steps does not matter go on from this state at once, without keeping it? So it
  // is inside an atomic sequence, and where a reduction moves one process alone.
  bool (*is_passed)(space *s, const uint8_t *state, uint32_t size);
  // Can the condition (over globals and remote references) have this truth value in the state? A state of a timed
  // network stands for many values of its clocks: for some of them. A fault while evaluating goes to *f.
  bool (*may_be)(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f);
  // The state taken apart; borrowed until the next call.
  const state_view *(*view)(space *s, const uint8_t *state, uint32_t size);
  void (*close)(space *s);
};

// For wrappers: fills in everything but close() with what inner is and does, so that a wrapper writes only what it
// changes. Borrows inner.
void space_inherit(space *s, space *inner);

// What spaces are made from. All of it is borrowed by the code made of it.
typedef struct space_setup {
  const network *net;
  expr *const *conditions; // what can be asked with may_be(), by number
  uint32_t condition_count;
  // Timed networks:
  bool deadlocks; // most spaces of the question look for deadlocks
  // The greatest (or least) values of terms, where condition 0 holds if there is one: see space_timed_extreme().
  const net_term *terms;
  uint32_t term_count;
  bool is_least;
} space_setup;

// What all spaces of one question share: the network and the conditions as running code, and what they tell about
// clocks. It is read-only once it is made: any number of spaces, each in a memory (and thread) of its own, can be open
// over it. Making it takes time in large networks, and can be stopped (mem_set_stop). Borrows m.
typedef struct space_code space_code;
space_code *space_code_new(mem *m, const space_setup *q);
void space_code_free(space_code *c); // NULL is fine

typedef struct space_options { // of timed networks; others know none
  bool deadlocks;              // an expansion is_stuck where some value of the zone is a deadlock
  bool fastest; // a successor's cost is by how much (in half units: 2t, or 2t + 1 where only more than t is possible)
                // the least time at which it can be reached is greater than that of the state; else 1
  int32_t horizon; // clocks among the terms are told apart up to here
} space_options;

// A space over the code, which it borrows; everything that it changes and keeps lies in m. options NULL = none.
//
// Of a network that is not timed it is the explicit space. In that of a timed network a state is a discrete part,
// packed in the same way, and a zone of clock values, which have been let pass as far as possible. Conditions may have
// EXPR_BOUND and EXPR_DEADLOCK there. Extrapolation and cover
// are those of docs/timed.md.
//
// A packed state means the same in every space of the same network, whose conditions look at the same things besides
// variables (EXPR_LAST, EXPR_PRIORITY), with the same `fastest`: in another memory, another thread, another process.
space *space_open(mem *m, const space_code *code, const space_options *options);
// The same over code of its own, which goes with it.
space *space_new(mem *m, const space_setup *q, const space_options *options);
// The same of a network that is not timed.
space *space_discrete(mem *m, const network *net, expr *const *conditions, uint32_t count);

// What a term has been at most (or least) in all states generated so far.
typedef struct space_extreme {
  bool is_reached;  // there was a state at all
  bool is_infinite; // a clock that may grow for ever...
  bool is_beyond;   // ...or beyond the horizon: then the value means nothing
  bool is_strict;   // the value itself is not reached
  int32_t value;
} space_extreme;
const space_extreme *space_timed_extreme(const space *timed, uint32_t term);

// The same space with steps through states that are passed taken as one transition each, so that most of them need not
// be kept: for searches to which the number of steps does not matter. Borrows inner; close() leaves it open. A failed
// assertion inside comes as a successor of its own without a state, and the sequence goes on. A state
// that the question names is not passed: it must be seen.
space *space_atomic(mem *m, space *inner, const question *asked);

// The same space, starting in another state. Borrows inner; close() leaves it open.
space *space_from(mem *m, space *inner, const uint8_t *state, uint32_t size);

// A reduction leaves steps out of a space without losing a verdict.
typedef struct space_reduction {
  const char *name, *summary;
  bool is_exact;      // a search that finds no error in what is left has shown that there is none
  bool keeps_lengths; // a shortest trace of what is left is a shortest trace
  // s: an explicit space of a network, not yet used. watched: conditions that will be asked with may_be(). Borrows s.
  void (*apply)(space *s, expr *const *watched, uint32_t count);
} space_reduction;

#endif
