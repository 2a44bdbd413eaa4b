// A space: what every search sees of a model. States are packed vectors of bytes, opaque to the search; two states are
// the same if and only if their bytes are. Reductions and products are spaces that wrap spaces.
#ifndef SPACE_SPACE_H
#define SPACE_SPACE_H

#include "base/cover.h"
#include "space/goal.h"
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
  const cover *cover; // an order on its states; NULL = none. A wrapper passes it on.
  void (*initial)(space *s, space_visit visit, void *context);
  expansion (*expand)(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context);
  // Is some process inside an atomic sequence? Such states are not counted by a census and no invariant is asked of
  // them.
  bool (*is_inside)(space *s, const uint8_t *state);
  // May a search to which the number of steps does not matter go on from this state at once, without keeping it? So it
  // is inside an atomic sequence, and where a reduction moves one process alone.
  bool (*is_passed)(space *s, const uint8_t *state, uint32_t size);
  // Does the condition (over globals and remote references) hold? A fault while evaluating goes to *f.
  bool (*holds)(space *s, const uint8_t *state, uint32_t size, uint32_t condition, fault *f);
  // The state taken apart; borrowed until the next call.
  const state_view *(*view)(space *s, const uint8_t *state, uint32_t size);
  void (*close)(space *s);
};

// The explicit space of a network. conditions[i] can be asked with holds(). Borrows net and m.
space *space_discrete(mem *m, const network *net, expr *const *conditions, uint32_t count);

// The space of a timed network: a state is a discrete part, as in the space above, and a zone of clock values, which
// have been let pass as far as possible. conditions may have EXPR_BOUND and EXPR_DEADLOCK; holds() says whether one
// holds at all values of the zone. An expansion is_stuck where the goal is a deadlock (`deadlocks`) and some value of
// the zone is one. Extrapolation and cover are those of docs/timed.md. Borrows net and m.
typedef struct space_timed_setup {
  mem *m;
  const network *net;
  expr *const *conditions;
  uint32_t condition_count;
  bool deadlocks; // is_stuck is asked for
  bool fastest;   // a successor's cost is by how much (in half units: 2t, or 2t + 1 where only more than t is possible)
                  // the least time at which it can be reached is greater than that of the state; else 1
  // The greatest (or least) values of terms, where condition 0 holds if there is one: see space_timed_extreme(). Clocks
  // among them are told apart up to the horizon.
  const net_term *terms;
  uint32_t term_count;
  bool is_least;
  int32_t horizon;
} space_timed_setup;
space *space_timed(const space_timed_setup *setup);

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
// assertion inside comes as a successor of its own without a state, and the sequence goes on. The goal's target, if it
// has one, is not passed: it must be seen.
space *space_atomic(mem *m, space *inner, const space_goal *goal);

// The same space, starting in another state. Borrows inner; close() leaves it open.
space *space_from(mem *m, space *inner, const uint8_t *state, uint32_t size);

// A reduction leaves steps out of a space without losing a verdict.
typedef struct space_reduction {
  const char *name, *summary;
  bool is_exact;      // a search that finds no error in what is left has shown that there is none
  bool keeps_lengths; // a shortest trace of what is left is a shortest trace
  // s: an explicit space of a network, not yet used. watched: conditions that will be asked with holds(). Borrows s.
  void (*apply)(space *s, expr *const *watched, uint32_t count);
} space_reduction;

extern const space_reduction space_por;
extern const space_reduction *const space_reductions[]; // ends with NULL

#endif
