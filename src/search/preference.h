// Which transitions a multi-queue search prefers, as in MCTA. States that others lead to are put off, never pruned.
//
// Useful ones (Wehrle, Kupferschmid, Podelski: Transition-based directed model checking, 2009): a step from s to s' is
// useless if the estimate of s in the model without the step is no greater than that of s'. Then no shortest trace
// begins with it, as far as the estimate can tell.
//
// Those in context (Wehrle, Kupferschmid: Context-enhanced directed model checking, 2010): the sooner, the nearer they
// are to interfering with the step before (facts/interference.h).
#ifndef SEARCH_PREFERENCE_H
#define SEARCH_PREFERENCE_H

#include "facts/interference.h"
#include "search/open.h"
#include "search/rating.h"

typedef struct preference_move { // a transition: the first and the last of its steps
  net_action first, last;
  uint32_t used; // bit i: estimate i uses the first step
} preference_move;

typedef struct preference {
  mem *m;
  rating *rating;
  space *space;
  store *visited;
  bool asks_useful;
  interference *contexts;     // NULL = not asked for
  uint32_t state;             // being expanded; UINT32_MAX = none: its successors are initial states
  uint32_t *before;           // the estimates of the state being expanded
  VEC(preference_move) moves; // to its successors, in order
  VEC(net_action) reached_by; // by state: the last step of the transition that led to it; net_stutter() = none
} preference;

// Borrows everything. To be used only if one of the two is asked for.
void preference_open(preference *p, const search_setup *setup, rating *r, space *s, store *visited, bool asks_useful,
                     bool asks_context);
void preference_close(preference *p);
// The order of calls: begin() with a state to be expanded, note() for each successor that is kept, fill() for each of
// these that is new (number: from 0, in the order of note()), after its estimates were made. `s` gets useful, context,
// and a new view, as the old one is lost.
void preference_begin(preference *p, uint32_t state, const state_view *view);
void preference_note(preference *p, const successor *s);
void preference_fill(preference *p, uint32_t number, const store_item *item, open_state *s);

#endif
