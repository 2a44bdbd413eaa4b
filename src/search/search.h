// Searches: policies over one engine, and a few algorithms of their own. A search is advanced by step(), so that
// limits, progress and interrupts live outside the algorithms.
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "space/space.h"
#include "store/store.h"

typedef enum { SEARCH_RUNNING, SEARCH_FOUND, SEARCH_EXHAUSTED } search_status;

// What counts as an error. Other faults of the model (index, division ...) always do, unless census is set.
typedef struct search_goal {
  bool assertions, deadlocks;
  bool invariant; // condition 0 of the space must hold in every state that is not inside an atomic sequence
  bool census;    // stop at no error
} search_goal;

typedef struct search_stats {
  uint64_t expanded, generated, stored, reopened, duplicates;
  uint64_t census; // stored states that are not inside an atomic sequence
  uint64_t max_depth, open;
  double bytes_per_state;
} search_stats;

typedef struct search_error {
  fault fault;
  const net_stmt *at; // may be NULL
  VEC(net_action)
  path;          // from the initial state to the error; the last step is the faulty one, for a deadlock the one
                 // that led there
  uint32_t cost; // sum of the costs
} search_error;

typedef struct search search;

typedef struct search_method {
  const char *name, *summary;
  bool is_complete;                                                     // SEARCH_EXHAUSTED means that there is no error
  bool is_optimal;                                                      // the first error found has the least cost
  search *(*start)(mem *m, space *s, store *visited, search_goal goal); // borrows all
} search_method;

struct search {
  const search_method *method;
  search_stats stats;
  search_error error; // after SEARCH_FOUND
  // Does about `work` expansions, then returns. After SEARCH_FOUND or SEARCH_EXHAUSTED it must not be called again.
  search_status (*step)(search *s, uint32_t work);
  void (*close)(search *s);
};

extern const search_method search_bfs, search_dfs;
extern const search_method *const search_methods[]; // ends with NULL

#endif
