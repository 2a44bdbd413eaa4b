#include "search/neighbourhood.h"

#include "search/registry.h"
#include "search/state_set.h"

#include <string.h>

typedef struct arc {
  uint32_t to, cost;
} arc;

typedef struct error_note { // an error in a state, or in a step from one
  judge_finding found;
  uint32_t before; // the first of the steps before it, in `before`
} error_note;

// The graph has an atomic sequence as one arc, so that the neighbourhood of a trace with long sequences is wide.
typedef struct neighbourhood {
  search base;
  mem *m;
  space *single; // with single steps
  space *space;  // owned
  store *visited;
  question asked;
  const net_action *steps; // of the trace
  uint32_t count, walked;  // walked: steps replayed so far...
  uint32_t end;            // ...and at most; a claim may go on alone after the last step
  uint64_t effort;
  uint64_t own; // states of the trace itself
  registry known;
  VEC(arc) arcs;       // sorted by the number of the state they start from
  VEC(uint32_t) first; // by number of the expanded state: its first arc; they end where those of the next begin
  VEC(error_note) errors;
  VEC(net_action) before; // of all errors
  uint32_t dearest;       // the greatest cost of an arc
  uint8_t *copy;          // of the state being expanded, since put() may move it
  uint32_t copy_room;
  uint32_t state;   // being expanded...
  uint32_t deepest; // ...and the greatest cost of an arc from it
  uint64_t work;    // spent on expansions
  // While the trace is replayed: the states after the last step, and after the next one. There are several if a claim
  // can read the trace in several ways.
  state_set *here, *next;
} neighbourhood;

static void note_error(neighbourhood *n, judge_finding found) {
  found.is_there = true;
  error_note note = {.found = found, .before = n->before.count};
  for (uint32_t i = 0; i < found.before_count; i++)
    vec_push(n->m, &n->before, found.before[i]);
  vec_push(n->m, &n->errors, note);
}

static uint32_t enter(neighbourhood *n, const successor *s) {
  bool is_new;
  uint32_t id = n->visited->put(n->visited, s->state, s->size, &is_new);
  if (!is_new) {
    n->base.stats.duplicates++;
    return id;
  }
  n->base.stats.stored++;
  registry_note(&n->known, id, JUDGE_NO_STATE, 0);
  outcome end = judge_state(&n->asked, n->space, s->state, s->size);
  if (end.kind != OUTCOME_OPEN)
    note_error(n, (judge_finding){.end = end, .state = id});
  return id;
}

static bool visit(void *context, const successor *s) {
  neighbourhood *n = context;
  n->base.stats.generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&n->asked, s->fault)) {
    judge_finding found = {.end = outcome_error(s->fault, s->fault_at), .state = n->state, .is_step = true};
    found.is_step = n->state != JUDGE_NO_STATE;
    found.by = s->by;
    found.before = s->before;
    found.before_count = s->before_count;
    found.step_cost = s->cost;
    note_error(n, found);
  } else if (s->state) {
    arc a = {.to = enter(n, s), .cost = s->cost};
    vec_push(n->m, &n->arcs, a);
    n->deepest = s->cost > n->deepest ? s->cost : n->deepest;
  }
  return true;
}

static bool find_start(void *context, const successor *s) {
  neighbourhood *n = context;
  bool is_new;
  if (s->state)
    n->here->base.put(&n->here->base, s->state, s->size, &is_new);
  return !s->state || n->asked.claim;
}

// Enters a state of the trace, unless it is inside an atomic sequence.
static void walk_to(neighbourhood *n, state_set *to, const successor *s) {
  bool is_new;
  to->base.put(&to->base, s->state, s->size, &is_new);
  if (is_new && !n->single->is_passed(n->single, s->state, s->size))
    enter(n, s);
}

// Steps of a claim alone are not part of traces.
static bool find_step(void *context, const successor *s) {
  neighbourhood *n = context;
  if (s->state && net_is_stutter(&s->by))
    walk_to(n, n->here, s);
  else if (s->state && n->walked < n->count && net_is_same_action(&s->by, &n->steps[n->walked])) {
    walk_to(n, n->next, s);
    return n->asked.claim;
  }
  return true;
}

static const uint8_t *copy(neighbourhood *n, const uint8_t *state, uint32_t size) {
  if (size > n->copy_room) {
    n->copy = mem_realloc(n->m, n->copy, size * 2);
    n->copy_room = size * 2;
  }
  return memcpy(n->copy, state, size);
}

// Replays one step of the trace, so that the states of the trace get the first numbers. False at its end. Where a claim
// moves alone, `here` grows meanwhile.
static bool walk(neighbourhood *n) {
  for (uint32_t i = 0; i < n->here->entries.count; i++) {
    uint32_t size;
    const uint8_t *state = n->here->base.get(&n->here->base, i, &size);
    n->single->expand(n->single, copy(n, state, size), size, find_step, n);
  }
  n->walked++;
  state_set *old = n->here;
  n->here = n->next;
  n->next = old;
  state_set_cut(n->next, 0);
  return n->here->entries.count;
}

static void expand(neighbourhood *n, uint32_t id) {
  uint32_t size;
  const uint8_t *state = n->visited->get(n->visited, id, &size);
  state = copy(n, state, size);
  n->state = id;
  n->deepest = 1;
  vec_push(n->m, &n->first, n->arcs.count);
  expansion x = n->space->expand(n->space, state, size, visit, n);
  n->base.stats.expanded++;
  n->work += n->deepest;
  n->dearest = n->deepest > n->dearest ? n->deepest : n->dearest;
  if (x.is_stuck && !x.is_end && question_stops_at(&n->asked, FAULT_DEADLOCK))
    note_error(n, (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = id});
}

enum { UNREACHED = UINT32_MAX };

typedef struct wave { // the states of one cost
  VEC(uint32_t) ids;
} wave;

// Dijkstra's algorithm on the graph explored. The states that can be reached in one step of the present wave are in as
// many waves after it as the dearest arc costs.
static void find_distances(neighbourhood *n, uint32_t *distance) {
  uint32_t count = n->dearest + 1;
  wave *waves = mem_alloc(n->m, count * sizeof *waves);
  distance[0] = 0;
  vec_push(n->m, &waves[0].ids, 0u);
  for (uint32_t cost = 0, empty = 0; empty < count; cost++) {
    wave *now = &waves[cost % count];
    empty = now->ids.count ? 0 : empty + 1;
    for (uint32_t i = 0; i < now->ids.count; i++) {
      uint32_t id = now->ids.at[i];
      if (distance[id] != cost || id >= n->first.count)
        continue;
      uint32_t end = id + 1 < n->first.count ? n->first.at[id + 1] : n->arcs.count;
      for (uint32_t k = n->first.at[id]; k < end; k++) {
        arc a = n->arcs.at[k];
        if (distance[a.to] <= cost + a.cost)
          continue;
        distance[a.to] = cost + a.cost;
        registry_note(&n->known, a.to, id, 0);
        vec_push(n->m, &waves[(cost + a.cost) % count].ids, a.to);
      }
    }
    now->ids.count = 0;
  }
  for (uint32_t i = 0; i < count; i++)
    vec_free(n->m, &waves[i].ids);
  mem_free(n->m, waves);
}

static search_status finish(neighbourhood *n) {
  uint32_t *distance = mem_alloc(n->m, (n->base.stats.stored + 1) * sizeof *distance);
  memset(distance, 0xff, (n->base.stats.stored + 1) * sizeof *distance);
  judge_finding best = {0};
  if (n->base.stats.stored)
    find_distances(n, distance);
  for (uint32_t i = 0; i < n->errors.count; i++) {
    judge_finding found = n->errors.at[i].found;
    found.before = n->before.count ? &n->before.at[n->errors.at[i].before] : NULL;
    if (found.state != JUDGE_NO_STATE && distance[found.state] == UNREACHED)
      continue;
    found.cost = (found.state == JUDGE_NO_STATE ? 0 : distance[found.state]) + found.step_cost;
    judge_note(&best, found);
  }
  mem_free(n->m, distance);
  if (!best.is_there)
    return SEARCH_EXHAUSTED;
  registry_trace(&n->known, &best, &n->base.found);
  return SEARCH_FOUND;
}

static void begin(neighbourhood *n) {
  n->state = JUDGE_NO_STATE;
  n->space->initial(n->space, visit, n);
  n->arcs.count = 0;
  n->single->initial(n->single, find_start, n);
}

static search_status advance(neighbourhood *n, uint32_t work) {
  if (!n->base.stats.generated)
    begin(n);
  for (; work > 0; work--) {
    if (n->walked < n->end) {
      if (!walk(n))
        n->end = n->walked; // the last step has an error, or the trace is not one of this space
      n->own = n->base.stats.stored;
    } else if (n->first.count < n->own || (n->first.count < n->base.stats.stored && n->work < n->effort)) {
      expand(n, n->first.count);
    } else {
      return finish(n);
    }
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  neighbourhood *n = (neighbourhood *)s;
  search_status status = advance(n, work);
  s->stats.open = s->stats.stored - n->first.count;
  s->stats.bytes_per_state = s->stats.stored ? (double)registry_bytes(&n->known) / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  neighbourhood *n = (neighbourhood *)s;
  registry_close(&n->known);
  n->visited->close(n->visited);
  vec_free(n->m, &n->arcs);
  vec_free(n->m, &n->first);
  vec_free(n->m, &n->errors);
  vec_free(n->m, &n->before);
  mem_free(n->m, n->copy);
  n->here->base.close(&n->here->base);
  n->next->base.close(&n->next->base);
  n->space->close(n->space);
  vec_free(n->m, &s->found.answer.steps);
  mem_free(n->m, n);
}

static const search_method neighbourhood_method = {
    .name = "neighbourhood",
    .summary = "neighbourhood of a known trace",
};

search *neighbourhood_start(const search_setup *setup, const net_action *steps, uint32_t count, uint64_t effort) {
  neighbourhood *n = mem_alloc(setup->m, sizeof *n);
  n->base = (search){.method = &neighbourhood_method, .step = step, .close = close_search};
  n->m = setup->m;
  n->single = setup->space;
  n->space = space_atomic(n->m, setup->space, &setup->asked);
  // Covered states are kept as well: an arc must end at exactly the state that the step leads to.
  n->visited = setup->store->open(setup->m, NULL);
  n->asked = setup->asked;
  n->steps = steps;
  n->count = count;
  n->end = setup->asked.claim ? count + 1 : count;
  n->effort = effort;
  n->here = state_set_open(n->m);
  n->next = state_set_open(n->m);
  registry_open(&n->known, n->m, n->space, n->visited, false);
  return &n->base;
}
