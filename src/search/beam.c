// Beam search: breadth-first by levels, of which only the k states of least estimate are kept. If no error is found, it
// starts again with twice the width (iterative broadening) until no state was cut.
#include "search/covering.h"
#include "search/explore.h"

#include <stdlib.h>

extern const search_method search_beam;

enum { KEY_K, KEY_WIDTH, KEY_BROADEN }; // in the order of the table
enum { WIDTH_DETAILED, WIDTH_FLEXIBLE };

typedef struct candidate {
  uint32_t id, estimate;
} candidate;

typedef struct beam {
  search base;
  explore x;
  uint32_t width; // k
  bool is_flexible, broadens;
  bool has_started, was_cut;
  VEC(candidate) level, next;
  uint32_t position; // in level: the states before it have been expanded
} beam;

static void add_children(beam *b) {
  const batch *children = &b->x.children;
  for (uint32_t i = 0; i < children->count; i++) {
    uint32_t id = children->items[i].id;
    candidate c = {.id = id, .estimate = b->x.estimates.at[id]};
    if (children->items[i].is_new && c.estimate != HEURISTIC_DEAD_END)
      vec_push(b->x.m, &b->next, c);
  }
}

// Ties are broken by the order of arrival, which is the order of numbers.
static int compare(const void *one, const void *other) {
  const candidate *a = one, *b = other;
  if (a->estimate != b->estimate)
    return a->estimate < b->estimate ? -1 : 1;
  return a->id < b->id ? -1 : 1;
}

// States that others cover do not count for the width.
static void drop_covered(beam *b) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < b->next.count; i++)
    if (!covering_skips(b->x.visited, b->next.at[i].id))
      b->next.at[kept++] = b->next.at[i];
  b->next.count = kept;
}

static void cut(beam *b) {
  drop_covered(b);
  uint32_t kept = b->width;
  if (b->next.count <= kept)
    return;
  qsort(b->next.at, b->next.count, sizeof *b->next.at, compare);
  while (b->is_flexible && kept < b->next.count && b->next.at[kept].estimate == b->next.at[kept - 1].estimate)
    kept++;
  b->was_cut |= kept < b->next.count;
  b->next.count = kept;
}

static void begin(beam *b) {
  b->has_started = true;
  b->was_cut = false;
  explore_begin(&b->x);
  add_children(b);
}

static void widen(beam *b) {
  b->width = b->width > UINT32_MAX / 2 ? UINT32_MAX : b->width * 2;
  explore_again(&b->x);
  begin(b);
}

// Makes the next level the current one; false if there is none, and a wider beam would reach no more states.
static bool next_level(beam *b) {
  if (!b->next.count && b->was_cut && b->broadens)
    widen(b);
  cut(b);
  b->level.count = 0;
  for (uint32_t i = 0; i < b->next.count; i++)
    vec_push(b->x.m, &b->level, b->next.at[i]);
  b->next.count = 0;
  b->position = 0;
  return b->level.count > 0;
}

static search_status advance(beam *b, uint32_t work) {
  if (!b->has_started)
    begin(b);
  while (!b->x.found.is_there) {
    if (b->position == b->level.count && !next_level(b)) {
      b->base.is_incomplete |= b->was_cut;
      return SEARCH_EXHAUSTED;
    }
    if (work-- == 0)
      return SEARCH_RUNNING;
    uint32_t id = b->level.at[b->position++].id;
    if (covering_skips(b->x.visited, id))
      continue;
    explore_expand(&b->x, id);
    if (!b->x.found.is_there)
      add_children(b);
  }
  return explore_found(&b->x);
}

static search_status step(search *s, uint32_t work) {
  beam *b = (beam *)s;
  search_status status = advance(b, work);
  explore_count(&b->x, b->level.count - b->position + b->next.count);
  return status;
}

static void close_search(search *s) {
  beam *b = (beam *)s;
  mem *m = b->x.m;
  vec_free(m, &b->level);
  vec_free(m, &b->next);
  explore_close(&b->x);
  mem_free(m, b);
}

static search *start(const search_setup *setup) {
  beam *b = mem_alloc(setup->m, sizeof *b);
  b->base = (search){.method = &search_beam, .step = step, .close = close_search};
  b->width = (uint32_t)setup->keys.value[KEY_K];
  b->is_flexible = setup->keys.value[KEY_WIDTH] == WIDTH_FLEXIBLE;
  b->broadens = setup->keys.value[KEY_BROADEN] != 0;
  explore_open(&b->x, &b->base, setup);
  return &b->base;
}

static const option_key keys[] = {
    {.name = "k", .summary = "beam width: states kept of each level", .least = 1, .most = 1e9, .usual = 100},
    {.name = "width",
     .summary = "flexible: states that tie with the k-th are kept as well",
     .words = "detailed flexible"},
    {.name = "broaden", .summary = "start again with twice the k if no error was found", .words = "no yes", .usual = 1},
    {0},
};

// Complete only with broadening; a run that cut states without it sets is_incomplete.
const search_method search_beam = {
    .name = "beam",
    .summary = "beam search: keeps the k states of least h in each level",
    .keys = keys,
    .is_complete = true,
    .is_optimal = false,
    .uses_estimate = true,
    .counts_transitions = true,
    .start = start,
};
