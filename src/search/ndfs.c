// Nested depth-first search for accepting cycles, with the early tests of Schwoon and Esparza. The first ("blue")
// search starts a second ("red") one when it leaves an accepting state. A cycle is found when an edge leads to a state
// on the stack of the blue search: a cyan one. A state whose successors are all red needs no red search.
//
// The improved search knows the components of the claim (model/claim.h). Where all cycles are accepting, every edge to
// the stack closes one; a red search is needed only where some cycles are accepting and others are not, and it stays
// within the component.
#include "search/cycle_search.h"

#include <assert.h>

extern const search_method search_ndfs, search_ndfs_improved;

enum { // what is known of a state
  WHITE = 0,
  CYAN = 1, // on the stack of the blue search
  BLUE = 2, // left by it
  RED = 3,  // and on no accepting cycle that leads through a state on the stack
  COLOUR = 3,
  IS_ACCEPTING = 4,
  IS_MIXED = 8,    // some successor is not red
  IS_PARTIAL = 16, // a red search may be needed in its component of the claim
  IS_FULL = 32,    // all cycles are accepting
  IS_FOUND = 64,   // it is on the accepting cycle that was found
};

typedef struct ndfs {
  cycle_search search;
  bool knows_classes; // the improved search
  // A cycle inside an atomic sequence, where the claim does not move, is not accepting. If there are such states, no
  // component counts as one with accepting cycles only. States that were left before are on no cycle at all.
  bool has_inside;
  uint8_t *known; // by state
  uint32_t room;
  cycle_stack blue, red;
} ndfs;

static uint8_t colour(const ndfs *n, uint32_t state) { return n->known[state] & COLOUR; }

static void paint(ndfs *n, uint32_t state, uint8_t c) { n->known[state] = (uint8_t)((n->known[state] & ~COLOUR) | c); }

static uint32_t top_of(const cycle_stack *k) { return cycle_stack_top(k)->state; }

// The loop begins at `to`, on the blue stack, and goes to the top of it, and on along the red stack.
static void note_found(ndfs *n, uint32_t to) {
  cycle_search *q = &n->search;
  if (q->has_found)
    return;
  q->has_found = true;
  uint32_t at = cycle_stack_find(&n->blue, to);
  cycle_search_take_frames(q, &n->blue, 0, at + 1);
  q->lasso.loop_at = q->lasso.path.count - 1;
  cycle_search_take_frames(q, &n->blue, at + 1, n->blue.frames.count);
  if (n->red.frames.count)
    cycle_search_take_frames(q, &n->red, 1, n->red.frames.count);
  for (uint32_t i = q->lasso.loop_at; i < q->lasso.path.count; i++)
    n->known[q->lasso.path.at[i]] |= IS_FOUND;
}

static bool is_member(const void *context, uint32_t state) {
  const ndfs *n = context;
  return state < n->room && n->known[state] & IS_FOUND;
}

static void reserve(ndfs *n, uint32_t state) {
  if (state < n->room)
    return;
  uint64_t room = (uint64_t)state + state / 4 + 4096;
  room = room < UINT32_MAX ? room : UINT32_MAX;
  n->known = mem_realloc(n->search.m, n->known, room);
  n->room = (uint32_t)room;
}

// Looks at an edge of the state on top of the blue stack. True if it must be followed.
static bool is_blue_edge(ndfs *n, uint32_t to) {
  uint32_t from = top_of(&n->blue);
  uint8_t c = colour(n, to);
  if (c == WHITE)
    return true;
  if (from == CYCLE_NO_STATE)
    return false;
  if (c != RED)
    n->known[from] |= IS_MIXED;
  if (c == CYAN && ((n->known[from] | n->known[to]) & IS_ACCEPTING || n->known[from] & IS_FULL))
    note_found(n, to);
  return false;
}

static bool is_red_edge(ndfs *n, uint32_t to) {
  if (colour(n, to) == CYAN)
    note_found(n, to);
  return colour(n, to) == BLUE;
}

static void take_edges(ndfs *n, cycle_stack *k, bool (*is_followed)(ndfs *n, uint32_t to)) {
  const cycle_graph *g = &n->search.graph;
  for (uint32_t i = g->edges.count; i-- > 0;) {
    reserve(n, g->edges.at[i].to);
    if (is_followed(n, g->edges.at[i].to))
      cycle_stack_add(n->search.m, k, g->edges.at[i].to);
  }
}

static uint8_t class_of(ndfs *n, uint32_t state) {
  if (!n->knows_classes)
    return IS_PARTIAL;
  const cycle_graph *g = &n->search.graph;
  uint32_t size;
  const uint8_t *bytes = g->visited->get(g->visited, state, &size);
  n->has_inside |= g->product->is_inside(g->product, bytes);
  claim_class c = g->claim->states.at[g->claim_state].class_;
  return c == CLAIM_NONE ? 0 : c == CLAIM_PARTIAL || n->has_inside ? IS_PARTIAL : IS_FULL;
}

static void enter_blue(ndfs *n, uint32_t state) {
  cycle_search *q = &n->search;
  bool is_sound = cycle_graph_expand(&q->graph, state, CYCLE_IN_ORDER);
  q->base.stats.expanded++;
  cycle_search_count(q);
  n->known[state] = (uint8_t)(CYAN | (q->graph.is_accepting ? IS_ACCEPTING : 0) | class_of(n, state));
  cycle_stack_push(q->m, &n->blue, state);
  if (n->blue.frames.count - 2 > q->base.stats.max_depth)
    q->base.stats.max_depth = n->blue.frames.count - 2;
  if (!is_sound)
    cycle_search_note_fault(q, &n->blue);
  take_edges(n, &n->blue, is_blue_edge);
}

static void enter_red(ndfs *n, uint32_t state) {
  cycle_search *q = &n->search;
  cycle_graph_expand(&q->graph, state, n->knows_classes ? CYCLE_IN_COMPONENT : CYCLE_ALL_EDGES);
  q->base.stats.red++;
  cycle_stack_push(q->m, &n->red, state);
  take_edges(n, &n->red, is_red_edge);
}

// The state on top of the blue stack is left for ever.
static void leave_blue(ndfs *n, uint8_t c) {
  paint(n, n->blue.frames.at[--n->blue.frames.count].state, c);
  uint32_t parent = top_of(&n->blue);
  if (c != RED && parent != CYCLE_NO_STATE)
    n->known[parent] |= IS_MIXED;
}

// All successors of the state on top of the blue stack have been visited. A state marked IS_FULL before has_inside
// became true may be on cycles inside an atomic sequence, and on accepting ones.
static void finish_blue(ndfs *n, uint32_t *work) {
  uint8_t known = n->known[top_of(&n->blue)];
  bool is_partial = known & IS_PARTIAL || (known & IS_FULL && n->has_inside);
  if (!is_partial || !(known & IS_MIXED)) {
    leave_blue(n, RED);
  } else if (known & IS_ACCEPTING) {
    enter_red(n, top_of(&n->blue));
    --*work;
  } else {
    leave_blue(n, BLUE);
  }
}

static void go_on_blue(ndfs *n, uint32_t *work) {
  cycle_stack *k = &n->blue;
  if (!cycle_stack_top(k)->left) {
    finish_blue(n, work);
    return;
  }
  uint32_t to = cycle_stack_take(k);
  if (is_blue_edge(n, to)) {
    enter_blue(n, to);
    --*work;
  }
}

static void go_on_red(ndfs *n, uint32_t *work) {
  cycle_stack *k = &n->red;
  if (!cycle_stack_top(k)->left) {
    if (--k->frames.count == 0)
      leave_blue(n, RED);
    return;
  }
  uint32_t to = cycle_stack_take(k);
  if (colour(n, to) == BLUE) {
    paint(n, to, RED);
    enter_red(n, to);
    --*work;
  }
}

static search_status advance(ndfs *n, uint32_t work) {
  cycle_search *q = &n->search;
  if (!q->has_started) {
    q->has_started = true;
    cycle_search_begin(q, &n->blue);
    take_edges(n, &n->blue, is_blue_edge);
  }
  while (work > 0) {
    if (q->has_found) {
      search_status status = cycle_search_conclude(q, work, is_member);
      if (status == SEARCH_FOUND || q->has_found)
        return status;
      work--;
    } else if (n->red.frames.count) {
      go_on_red(n, &work);
    } else if (n->blue.frames.count > 1 || n->blue.frames.at[0].left) {
      go_on_blue(n, &work);
    } else {
      return SEARCH_EXHAUSTED;
    }
  }
  return SEARCH_RUNNING;
}

static search_status step(search *base, uint32_t work) {
  ndfs *n = (ndfs *)base;
  search_status status = advance(n, work);
  cycle_search_measure(&n->search, &n->blue, sizeof *n->known);
  return status;
}

static void close_search(search *base) {
  ndfs *n = (ndfs *)base;
  mem *m = n->search.m;
  cycle_search_close(&n->search);
  cycle_stack_close(m, &n->blue);
  cycle_stack_close(m, &n->red);
  mem_free(m, n->known);
  mem_free(m, n);
}

static search *start_by(const search_method *method, const search_setup *setup) {
  ndfs *n = mem_alloc(setup->m, sizeof *n);
  n->search.base = (search){.method = method, .step = step, .close = close_search};
  cycle_search_open(&n->search, setup);
  n->knows_classes = method == &search_ndfs_improved;
  assert(n->search.graph.is_plain && "one acceptance set, no fairness");
  return &n->search.base;
}

static search *start(const search_setup *setup) { return start_by(&search_ndfs, setup); }
static search *start_improved(const search_setup *setup) { return start_by(&search_ndfs_improved, setup); }

const search_method search_ndfs = {
    .name = "ndfs",
    .summary = "nested depth-first search for acceptance cycles",
    .is_complete = true,
    .is_optimal = false,
    .uses_estimate = true,
    .only_orders = true,
    .counts_transitions = true,
    .start = start,
};

const search_method search_ndfs_improved = {
    .name = "ndfs-improved",
    .summary = "nested depth-first search, the second search only where the claim needs it",
    .is_complete = true,
    .is_optimal = false,
    .uses_estimate = true,
    .only_orders = true,
    .counts_transitions = true,
    .start = start_improved,
};
