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
  fault fault;   // FAULT_NONE, or the run-time error of this step; after a failed assertion the execution continues, so
                 // it has a state, unless another fault follows in the same step: that is a second successor
  const net_stmt *fault_at; // the statement, where it is one of an effect; else NULL
  const net_action *before; // where several steps are one transition: those before `by`, in order; borrowed as state is
  uint32_t before_count;
  const uint64_t *marks; // of a product with a claim: see space/product.h; else NULL. Borrowed as state is
} successor;

// Called for each successor. Returns false to stop.
typedef bool (*space_visit)(void *context, const successor *s);

typedef struct expansion {
  uint32_t count; // of successors, faults included
  bool is_stuck;  // there are none
  bool is_end;    // is_stuck, and every process is at a valid end location: not a deadlock
  bool stopped;   // visit returned false
  bool can_stay;  // an execution can stay in the state for ever although there are successors: it lets time pass
} expansion;

typedef struct space space;
struct space {
  const char *name;
  bool is_exact;       // it has the same errors as the model: none is missed, none is added
  bool has_free_steps; // some steps cost 0
  const network *net;
  const cover *cover; // an order on its states; NULL = none
  space *inner;       // the space that it wraps; NULL = none
  uint64_t work;      // of its own expansions so far (base/work.h), without that of inner
  void (*initial)(space *s, space_visit visit, void *context);
  expansion (*expand)(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context);
  // Is some process inside an atomic sequence? Such states are not counted by a census, and invariants are not
  // evaluated in them.
  bool (*is_inside)(space *s, const uint8_t *state);
  // May a search that does not count steps expand this state at once, without storing it? True inside an atomic
  // sequence, and where a reduction expands one process alone. Such a state has successors, so it is no deadlock: a
  // process that cannot continue does not hold control, and a reduction expands one that can move.
  bool (*is_passed)(space *s, const uint8_t *state, uint32_t size);
  // Can the condition (over globals and remote references) have this truth value in the state? In a timed network: for
  // some clock values of its zone. A fault while evaluating goes to *f.
  bool (*may_be)(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f);
  // The state unpacked; borrowed until the next call.
  const state_view *(*view)(space *s, const uint8_t *state, uint32_t size);
  void (*close)(space *s);
};

// For wrappers: fills in everything but close() with functions that call inner, so that a wrapper sets only what it
// changes. Borrows inner.
void space_inherit(space *s, space *inner);

// What spaces are made from. The code made of it borrows all of it.
typedef struct space_setup {
  const network *net;
  expr *const *conditions; // for may_be(), by number
  uint32_t condition_count;
  // Of a timed network: the greatest (or least) values of these terms, where condition 0 holds if there is one. See
  // space_timed_extreme().
  const net_term *terms;
  uint32_t term_count;
  bool is_least;
  bool leaves_out_unread; // variables that are only written are no part of the states: see model/unread.h
} space_setup;

// What all spaces of one question share: the network and the conditions as compiled code, and the constants of clocks.
// It is read-only once it is made: any number of spaces, each in a memory (and thread) of its own, can be open over it.
// Making it takes time in large networks, and can be stopped (mem_set_stop). Borrows m.
typedef struct space_code space_code;
space_code *space_code_new(mem *m, const space_setup *q);
void space_code_free(space_code *c); // NULL is fine
// Calls visit for each assertion, with whether a step of a space over the code has reached it. A statement may come
// more than once.
struct net_stmt;
void space_code_assertions(const space_code *c,
                           void (*visit)(void *context, const struct net_stmt *assertion, bool is_reached),
                           void *context);

typedef struct space_options { // of timed networks only
  bool deadlocks;              // an expansion is_stuck where some value of the zone is a deadlock
  // For a product with a claim: in every state each condition is either true or false; where time changes one, it
  // passes in steps by net_stutter(), of cost 0; and an expansion tells by can_stay, not by is_stuck, whether an
  // execution can stay in the state for ever, although it may have successors.
  bool for_claim;
  bool fastest;    // a successor's cost is the difference of the least times at which it and the state can be reached,
                   // in half units: a least time is 2t, or 2t + 1 where only more than t is possible; else it is 1
  int32_t horizon; // clocks among the terms have exact values up to here
} space_options;

// A space over the code, which it borrows; its own data is allocated from m. options NULL = none.
//
// For a network that is not timed it is the explicit space. For a timed network a state is a discrete part, packed in
// the same way, and a zone of clock values, in which time has passed as far as possible. There conditions may have
// EXPR_BOUND and EXPR_DEADLOCK. Extrapolation and cover are those of docs/timed.md.
//
// A packed state means the same in every space of the same network with the same `fastest`, if the conditions read the
// same besides variables (EXPR_LAST, EXPR_PRIORITY): in another memory, another thread, another process.
space *space_open(mem *m, const space_code *code, const space_options *options);
// The same over code of its own, which close() frees.
space *space_new(mem *m, const space_setup *q, const space_options *options);
// The same for a network that is not timed.
space *space_discrete(mem *m, const network *net, expr *const *conditions, uint32_t count);

// The constants L and U of the clocks (and of the constant 0) in the discrete part of a state of a timed space, by
// which it covers others (dbm_includes_lu). False: it covers those whose zone it includes.
bool space_timed_constants(space *timed, const uint8_t *state, int32_t *L, int32_t *U);

// The greatest (or least) value of a term in all states generated so far.
typedef struct space_extreme {
  bool is_reached;  // there was such a state
  bool is_infinite; // a clock that can grow without bound...
  bool is_beyond;   // ...or beyond the horizon: then the value means nothing
  bool is_strict;   // the value itself is not reached
  int32_t value;
} space_extreme;
const space_extreme *space_timed_extreme(const space *timed, uint32_t term);

// The same space with each sequence of steps through is_passed() states as one transition, so that most of these states
// need not be stored: for searches that do not count steps. Borrows inner; close() leaves it open. A failed assertion
// inside is a successor of its own without a state, and the sequence continues. A state that the question names is not
// passed through: the search must see it.
space *space_atomic(mem *m, space *inner, const question *asked);

// The same space, starting in another state. Borrows inner; close() leaves it open.
space *space_from(mem *m, space *inner, const uint8_t *state, uint32_t size);

// A reduction removes steps from a space that no verdict depends on.
struct facts;
struct answer;
typedef struct space_reduction {
  const char *name, *summary;
  bool is_exact;      // the reduced space has an error if and only if the space has
  bool keeps_lengths; // a shortest trace of the reduced space is one of the space
  // s: an explicit space of a network, not yet used. known: the facts of the network. watched: the conditions of later
  // calls of may_be(). Returns the reduced space, s itself or one that wraps it; NULL: it leaves out no step.
  space *(*apply)(space *s, struct facts *known, expr *const *watched, uint32_t count);
  // Removes from an execution of the reduced space the steps that are not needed; NULL = there are none. again: the
  // space that was reduced, opened once more, in a memory that can be used now.
  void (*trim)(const space *reduced, space *again, struct answer *found);
} space_reduction;

#endif
