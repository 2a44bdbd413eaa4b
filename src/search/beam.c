// Beam search: breadth-first by levels, of which only the k states of least estimate are kept. States that are cut are
// forgotten, so that the beam may reach them again on another way, and memory is bounded by k states for each level. If
// no error is found, it starts again with twice the width (iterative broadening) until no state was cut.
#include "search/batch.h"
#include "search/covering.h"
#include "search/registry.h"
#include "search/state_set.h"

#include <stdlib.h>

extern const search_method search_beam;

enum { KEY_K, KEY_WIDTH, KEY_BROADEN }; // in the order of the table
enum { WIDTH_DETAILED, WIDTH_FLEXIBLE };

typedef struct candidate { // a state of the next level
  uint32_t id;             // in `ahead`
  uint32_t estimate, parent, cost;
} candidate;

typedef struct beam {
  search base;
  mem *m;
  space *space;       // owned
  const cover *order; // NULL = none
  question asked;
  heuristic *estimate;
  uint32_t bound;
  uint32_t width; // k
  bool is_flexible, broadens;
  bool has_started, was_cut;
  state_set *kept; // all levels so far; the present one is at the end
  registry known;  // of the states kept
  uint32_t next;   // in kept: the state to be expanded
  state_set *ahead;
  VEC(candidate) candidates; // the states of `ahead` that are no dead ends
  batch children;            // of the state being expanded
  uint32_t state, cost;      // being expanded
  judge_finding found;       // the first error
  VEC(net_action) before;    // found.before
} beam;

static void note_step(beam *b, const successor *s, uint32_t cost) {
  judge_finding found = {
      .end = outcome_error(s->fault, s->fault_at), .state = b->state, .is_step = b->state != JUDGE_NO_STATE};
  for (uint32_t i = 0; i < s->before_count; i++)
    vec_push(b->m, &b->before, s->before[i]);
  found.by = s->by;
  found.before = b->before.at;
  found.before_count = b->before.count;
  found.step_cost = s->cost;
  found.cost = cost;
  judge_note(&b->found, found);
}

// A state beyond the bound on this path may be within it on another, which is not searched for: so the search is
// incomplete then.
static bool visit(void *context, const successor *s) {
  beam *b = context;
  uint32_t cost = b->cost + s->cost;
  b->base.stats.generated++;
  if (cost >= b->bound) {
    b->base.is_incomplete = true;
    return true;
  }
  if (s->fault != FAULT_NONE && question_stops_at(&b->asked, s->fault)) {
    note_step(b, s, cost);
    return false;
  }
  if (s->state)
    batch_add(&b->children, s->state, s->size, (batch_origin){.parent = b->state, .cost = cost});
  return true;
}

// A dead end is pruned only if the estimate is safe, and never in a census, which visits all states.
static uint32_t estimate(beam *b, const uint8_t *state, uint32_t size) {
  search_stats *stats = &b->base.stats;
  mem_poll(b->m);
  uint32_t value = b->estimate->estimate(b->estimate, b->space->view(b->space, state, size));
  if (value == HEURISTIC_DEAD_END && (!b->estimate->is_safe || b->asked.kind == QUESTION_CENSUS))
    value = HEURISTIC_DEAD_END - 1;
  if (b->state == JUDGE_NO_STATE)
    stats->h_initial = stats->h_best = value;
  if (value < stats->h_best)
    stats->h_best = value;
  return value;
}

static uint32_t keep(beam *b, const uint8_t *state, uint32_t size, uint64_t hash, batch_origin from) {
  search_stats *stats = &b->base.stats;
  bool is_new;
  uint32_t id = state_set_add(b->kept, state, size, hash, &is_new);
  registry_note(&b->known, id, from.parent, from.cost);
  stats->census += !b->space->is_inside(b->space, state);
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  return id;
}

static void enter(beam *b, const uint8_t *state, uint32_t size, batch_origin from) {
  uint64_t hash = state_set_hash_by(b->order, state, size);
  if (state_set_covers(b->kept, b->order, state, size, hash, STATE_SET_NONE) ||
      state_set_covers(b->ahead, b->order, state, size, hash, STATE_SET_NONE)) {
    b->base.stats.duplicates++;
    return;
  }
  outcome end = judge_state(&b->asked, b->space, state, size);
  candidate c = {.estimate = estimate(b, state, size), .parent = from.parent, .cost = from.cost};
  if (end.kind != OUTCOME_OPEN) {
    judge_note(&b->found, (judge_finding){.end = end, .state = keep(b, state, size, hash, from), .cost = from.cost});
    return;
  }
  bool is_new;
  c.id = state_set_add(b->ahead, state, size, hash, &is_new);
  if (c.estimate != HEURISTIC_DEAD_END)
    vec_push(b->m, &b->candidates, c);
}

static void enter_children(beam *b) {
  const uint8_t *state = b->children.bytes;
  for (uint32_t i = 0; i < b->children.count && !b->found.is_there; i++) {
    enter(b, state, b->children.items[i].size, b->children.origins[i]);
    state += b->children.items[i].size;
  }
  batch_clear(&b->children);
}

static void expand(beam *b) {
  uint32_t size;
  const uint8_t *state = b->kept->base.get(&b->kept->base, b->next, &size);
  b->state = b->next++;
  b->cost = b->known.cost[b->state];
  expansion x = b->space->expand(b->space, state, size, visit, b);
  b->base.stats.expanded++;
  if (x.is_stuck && !x.is_end && question_stops_at(&b->asked, FAULT_DEADLOCK))
    judge_note(&b->found,
               (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = b->state, .cost = b->cost});
  if (!b->found.is_there)
    enter_children(b);
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
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->candidates.count && b->order; i++) {
    candidate c = b->candidates.at[i];
    uint32_t size;
    const uint8_t *state = b->ahead->base.get(&b->ahead->base, c.id, &size);
    if (!state_set_covers(b->ahead, b->order, state, size, b->ahead->entries.at[c.id].hash, c.id))
      b->candidates.at[count++] = c;
  }
  b->candidates.count = b->order ? count : b->candidates.count;
}

static void cut(beam *b) {
  drop_covered(b);
  uint32_t count = b->width;
  if (b->candidates.count <= count)
    return;
  qsort(b->candidates.at, b->candidates.count, sizeof *b->candidates.at, compare);
  while (b->is_flexible && count < b->candidates.count &&
         b->candidates.at[count].estimate == b->candidates.at[count - 1].estimate)
    count++;
  b->was_cut |= count < b->candidates.count;
  b->candidates.count = count;
}

static void open_sets(beam *b) {
  b->kept = state_set_open(b->m);
  b->ahead = state_set_open(b->m);
  registry_open(&b->known, b->m, b->space, &b->kept->base, true);
}

static void close_sets(beam *b) {
  registry_close(&b->known);
  b->kept->base.close(&b->kept->base);
  b->ahead->base.close(&b->ahead->base);
}

static void begin(beam *b) {
  b->has_started = true;
  b->was_cut = false;
  b->next = 0;
  b->state = JUDGE_NO_STATE;
  b->cost = 0;
  b->base.stats.census = 0;
  b->space->initial(b->space, visit, b);
  if (!b->found.is_there)
    enter_children(b);
}

static void widen(beam *b) {
  b->width = b->width > UINT32_MAX / 2 ? UINT32_MAX : b->width * 2;
  close_sets(b);
  open_sets(b);
  begin(b);
}

// Moves the best candidates to the states kept, as the next level; false if there are none, and a wider beam would
// reach no more states.
static bool next_level(beam *b) {
  if (!b->candidates.count && b->was_cut && b->broadens)
    widen(b);
  cut(b);
  for (uint32_t i = 0; i < b->candidates.count; i++) {
    candidate c = b->candidates.at[i];
    uint32_t size;
    const uint8_t *state = b->ahead->base.get(&b->ahead->base, c.id, &size);
    batch_origin from = {.parent = c.parent, .cost = c.cost};
    keep(b, state, size, b->ahead->entries.at[c.id].hash, from);
  }
  bool is_there = b->candidates.count > 0;
  b->candidates.count = 0;
  b->ahead->base.close(&b->ahead->base);
  b->ahead = state_set_open(b->m);
  return is_there;
}

// The states kept that no other covers: of a census.
static uint64_t count_live(const beam *b) {
  uint64_t count = 0;
  for (uint32_t id = 0; id < b->kept->entries.count; id++) {
    uint32_t size;
    const uint8_t *state = b->kept->base.get(&b->kept->base, id, &size);
    count += !state_set_covers(b->kept, b->order, state, size, b->kept->entries.at[id].hash, id);
  }
  return count;
}

static search_status end(beam *b) {
  b->base.is_incomplete |= b->was_cut;
  if (b->order && b->asked.kind == QUESTION_CENSUS)
    b->base.stats.census = count_live(b);
  return SEARCH_EXHAUSTED;
}

static search_status advance(beam *b, uint32_t work) {
  if (!b->has_started)
    begin(b);
  while (!b->found.is_there) {
    if (b->next == b->kept->entries.count && !next_level(b))
      return end(b);
    if (work-- == 0)
      return SEARCH_RUNNING;
    if (!b->found.is_there)
      expand(b);
  }
  registry_trace(&b->known, &b->found, &b->base.found);
  return SEARCH_FOUND;
}

static search_status step(search *s, uint32_t work) {
  beam *b = (beam *)s;
  search_status status = advance(b, work);
  uint64_t kept = b->kept->entries.count;
  bool has_census = status == SEARCH_EXHAUSTED && b->order && b->asked.kind == QUESTION_CENSUS;
  s->stats.stored = has_census ? s->stats.census : kept + b->ahead->entries.count;
  s->stats.open = kept - b->next + b->candidates.count;
  s->stats.bytes_per_state = kept ? (double)registry_bytes(&b->known) / (double)kept : 0;
  return status;
}

static void close_search(search *s) {
  beam *b = (beam *)s;
  close_sets(b);
  batch_close(&b->children);
  b->space->close(b->space);
  vec_free(b->m, &b->candidates);
  vec_free(b->m, &b->before);
  vec_free(b->m, &s->found.answer.steps);
  mem_free(b->m, b);
}

static search *start(const search_setup *setup) {
  beam *b = mem_alloc(setup->m, sizeof *b);
  b->base = (search){.method = &search_beam, .step = step, .close = close_search};
  b->m = setup->m;
  b->width = (uint32_t)setup->keys.value[KEY_K];
  b->is_flexible = setup->keys.value[KEY_WIDTH] == WIDTH_FLEXIBLE;
  b->broadens = setup->keys.value[KEY_BROADEN] != 0;
  b->space = space_atomic(b->m, setup->space, &setup->asked);
  b->order = covering_order(setup);
  b->asked = setup->asked;
  b->estimate = setup->estimates[0];
  b->bound = setup->bound;
  open_sets(b);
  batch_open(&b->children, b->m);
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
