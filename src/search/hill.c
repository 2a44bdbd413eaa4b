// Hill climbing: continues from the best successor only. If no successor has a lower or equal estimate, a random walk
// starts from the best state seen or, by turns, from the initial state: from the best one there may be no way to an
// error. Each walk that leads to no better state makes the next one longer.
#include "search/explore.h"
#include "search/random.h"

extern const search_method search_hill;

enum { KEY_SIDEWAYS, KEY_RESTARTS }; // in the order of the table
enum { NO_STATE = 0xffffffff, WALK_STEPS = 8 };

typedef struct hill {
  search base;
  explore x;
  uint64_t random;
  uint32_t most_sideways, most_restarts;
  uint32_t state, estimate; // the current state
  uint32_t best, best_estimate;
  uint32_t sideways; // steps since the estimate last improved
  uint32_t restarts; // random walks so far...
  uint32_t failed;   // ...and since the best state was found
  uint32_t walk;     // steps left of the random walk
  bool has_started;
} hill;

// The child with the least estimate. On a plateau only new states are taken, so that the search does not cycle.
static uint32_t best_child(const hill *h) {
  const batch *children = &h->x.children;
  uint32_t best = NO_STATE, least = h->estimate;
  bool may_go_sideways = h->sideways < h->most_sideways;
  for (uint32_t i = 0; i < children->count; i++) {
    uint32_t id = children->items[i].id, estimate = h->x.estimates.at[id];
    bool is_good = estimate < least ||
                   (best == NO_STATE && estimate == h->estimate && may_go_sideways && children->items[i].is_new);
    if (is_good && estimate != HEURISTIC_DEAD_END) {
      best = id;
      least = estimate;
    }
  }
  return best;
}

static uint32_t random_child(hill *h) {
  const batch *children = &h->x.children;
  uint32_t chosen = NO_STATE, seen = 0;
  for (uint32_t i = 0; i < children->count; i++)
    if (h->x.estimates.at[children->items[i].id] != HEURISTIC_DEAD_END && random_next(&h->random) % ++seen == 0)
      chosen = children->items[i].id;
  return chosen;
}

static void move_to(hill *h, uint32_t id) {
  uint32_t estimate = h->x.estimates.at[id];
  h->sideways = estimate < h->estimate ? 0 : h->sideways + 1;
  h->state = id;
  h->estimate = estimate;
  if (estimate < h->best_estimate) {
    h->best = id;
    h->best_estimate = estimate;
    h->failed = 0;
  }
}

// Starts a random walk; false if the number of walks is used up.
static bool start_walk(hill *h) {
  if (h->restarts == h->most_restarts)
    return false;
  h->restarts++;
  h->failed++;
  h->walk = h->failed > UINT32_MAX / WALK_STEPS ? UINT32_MAX : h->failed * WALK_STEPS;
  h->state = h->failed % 2 ? h->best : 0;
  h->estimate = h->x.estimates.at[h->state];
  return true;
}

// Chooses the next state among the children of the current one; false if the search is over.
static bool choose_next(hill *h) {
  if (h->walk) {
    h->walk--;
    uint32_t next = random_child(h);
    move_to(h, next == NO_STATE ? 0 : next); // without a child, back to the initial state
    h->sideways = 0;
    return true;
  }
  uint32_t next = best_child(h);
  if (next == NO_STATE)
    return start_walk(h);
  move_to(h, next);
  return true;
}

// False if there is no initial state, or it is a dead end.
static bool begin(hill *h) {
  h->has_started = true;
  explore_begin(&h->x);
  h->estimate = h->best_estimate = HEURISTIC_DEAD_END;
  if (!h->x.children.count || h->x.estimates.at[0] == HEURISTIC_DEAD_END)
    return false;
  move_to(h, 0);
  return true;
}

static search_status advance(hill *h, uint32_t work) {
  if (!h->has_started && !begin(h) && !h->x.found.is_there)
    return SEARCH_EXHAUSTED;
  while (!h->x.found.is_there) {
    if (work-- == 0)
      return SEARCH_RUNNING;
    explore_expand(&h->x, h->state);
    if (!h->x.found.is_there && !choose_next(h))
      return SEARCH_EXHAUSTED;
  }
  return explore_found(&h->x);
}

static search_status step(search *s, uint32_t work) {
  hill *h = (hill *)s;
  search_status status = advance(h, work);
  explore_count(&h->x, status == SEARCH_RUNNING);
  return status;
}

static void close_search(search *s) {
  hill *h = (hill *)s;
  mem *m = h->x.m;
  explore_close(&h->x);
  mem_free(m, h);
}

static search *start(const search_setup *setup) {
  hill *h = mem_alloc(setup->m, sizeof *h);
  h->base = (search){.method = &search_hill, .step = step, .close = close_search};
  h->random = setup->seed;
  h->most_sideways = (uint32_t)setup->keys.value[KEY_SIDEWAYS];
  h->most_restarts = (uint32_t)setup->keys.value[KEY_RESTARTS];
  explore_open(&h->x, &h->base, setup);
  return &h->base;
}

static const option_key keys[] = {
    {.name = "sideways", .summary = "most steps in a row on a plateau", .most = 1e9, .usual = 100},
    {.name = "restarts", .summary = "most random walks out of local minima", .most = 1e9, .usual = 100},
    {0},
};

const search_method search_hill = {
    .name = "hill",
    .summary = "hill climbing: the best successor only, with random walks out of local minima; incomplete",
    .keys = keys,
    .is_complete = false,
    .is_optimal = false,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
