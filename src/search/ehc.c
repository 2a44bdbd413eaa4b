// Enforced hill climbing (Hoffmann, Nebel: The FF planning system, 2001, section 5): breadth-first search from the
// current state until a state with a lower estimate is found, which becomes the current state. If there is none, greedy
// search continues with all states not yet expanded, so that the search is complete.
#include "search/covering.h"
#include "search/explore.h"
#include "search/open.h"

extern const search_method search_ehc;

typedef struct mark { // of a state
  uint32_t round;     // the breadth-first search that reached it last
  bool is_expanded;
} mark;

typedef struct ehc {
  search base;
  explore x;
  VEC(mark) marks; // by number
  uint32_t round;
  uint32_t best;       // estimate of the state from which the round started
  VEC(uint32_t) queue; // of the round
  uint32_t position;   // in the queue: the states before it have been expanded
  open_list *open;     // of greedy search; NULL before
  uint64_t open_count;
  bool has_started;
} ehc;

static void add_open(ehc *e, uint32_t id) {
  uint32_t estimate = e->x.estimates.at[id];
  if (estimate == HEURISTIC_DEAD_END)
    return;
  e->open->insert(e->open, &(open_state){.id = id, .estimate = estimate, .estimates = &estimate});
  e->open_count++;
}

static void switch_to_greedy(ehc *e) {
  e->open = open_sorted(e->x.m, (open_order){.estimate_weight = 1, .ties = OPEN_FIRST_IN});
  for (uint32_t id = 0; id < e->marks.count; id++)
    if (!e->marks.at[id].is_expanded && !covering_skips(e->x.visited, id))
      add_open(e, id);
}

static void start_round(ehc *e, uint32_t id) {
  e->best = e->x.estimates.at[id];
  e->marks.at[id].round = ++e->round;
  e->queue.count = 0;
  e->position = 0;
  vec_push(e->x.m, &e->queue, id);
}

// A child that an earlier round has reached is queued again: the path to a better state may lead through it. Once a
// child is better, a new round begins, and the other children are not queued.
static void queue_child(ehc *e, const store_item *child, uint32_t round) {
  uint32_t id = child->id;
  if (child->is_new) {
    mark unseen = {0};
    vec_push(e->x.m, &e->marks, unseen);
  }
  if (e->open) {
    if (child->is_new)
      add_open(e, id);
  } else if (e->x.estimates.at[id] < e->best) {
    start_round(e, id);
  } else if (e->round == round && e->marks.at[id].round != round && e->x.estimates.at[id] != HEURISTIC_DEAD_END) {
    e->marks.at[id].round = round;
    vec_push(e->x.m, &e->queue, id);
  }
}

static void queue_children(ehc *e) {
  uint32_t round = e->round;
  for (uint32_t i = 0; i < e->x.children.count; i++)
    queue_child(e, &e->x.children.items[i], round);
}

static void begin(ehc *e) {
  e->has_started = true;
  e->best = HEURISTIC_DEAD_END;
  explore_begin(&e->x);
  queue_children(e);
}

// The next state to expand; false if there is none.
static bool next(ehc *e, uint32_t *id) {
  if (!e->open && e->position < e->queue.count) {
    *id = e->queue.at[e->position++];
    return true;
  }
  if (!e->open)
    switch_to_greedy(e);
  for (uint32_t key; e->open->least(e->open, &key);) {
    *id = e->open->remove(e->open);
    e->open_count--;
    if (!covering_skips(e->x.visited, *id))
      return true;
  }
  return false;
}

static search_status advance(ehc *e, uint32_t work) {
  if (!e->has_started)
    begin(e);
  while (!e->x.found.is_there) {
    uint32_t id;
    if (work-- == 0)
      return SEARCH_RUNNING;
    if (!next(e, &id))
      return SEARCH_EXHAUSTED;
    e->marks.at[id].is_expanded = true;
    explore_expand(&e->x, id);
    if (!e->x.found.is_there)
      queue_children(e);
  }
  return explore_found(&e->x);
}

static search_status step(search *s, uint32_t work) {
  ehc *e = (ehc *)s;
  search_status status = advance(e, work);
  explore_count(&e->x, e->open ? e->open_count : e->queue.count - e->position);
  return status;
}

static void close_search(search *s) {
  ehc *e = (ehc *)s;
  mem *m = e->x.m;
  if (e->open)
    e->open->close(e->open);
  vec_free(m, &e->marks);
  vec_free(m, &e->queue);
  explore_close(&e->x);
  mem_free(m, e);
}

static search *start(const search_setup *setup) {
  ehc *e = mem_alloc(setup->m, sizeof *e);
  e->base = (search){.method = &search_ehc, .step = step, .close = close_search};
  explore_open(&e->x, &e->base, setup);
  return &e->base;
}

const search_method search_ehc = {
    .name = "ehc",
    .summary = "enforced hill climbing: breadth-first to a state of lower h, and again from there; else greedy",
    .is_complete = true,
    .is_optimal = false,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
