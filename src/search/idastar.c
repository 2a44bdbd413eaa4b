// Iterative deepening A* (Korf: Depth-first iterative-deepening, 1985) with a transposition table: rounds of
// depth-first search, each within a limit on f = cost + estimate. The limit of the next round is the least f that was
// cut in this one. Only the current path is needed in memory, and a table of the states seen last.
//
// A state may be skipped if it is on the current path, or if the table says that it was reached in this round at no
// greater cost. Consider a cheapest path to an error. If a state of it was expanded at its cost on that path, so was
// the next one, unless it was cut: it was expanded now or before at no greater cost, which is the same cost, as there
// is no lower one. So an error within the limit is found. If no error is found, a state of the cheapest path was cut,
// and with an admissible estimate the next limit is no greater than the cost of that error. By the same argument along
// any path, a round that cuts nothing has expanded every reachable state: then there is no error.
#include "search/batch.h"
#include "search/guide.h"
#include "search/registry.h"
#include "search/state_stack.h"
#include "search/transposition.h"

extern const search_method search_idastar;

enum { KEY_TABLE };

typedef struct idastar {
  search base;
  mem *m;
  space *space;
  question asked;
  guide guide;
  state_set *path;    // from the initial state to the one being expanded; numbers are levels
  registry known;     // of the path
  state_stack stack;  // successors that have not been visited; parents are levels
  batch children;     // of the state being expanded, in order
  transposition seen; // the states seen last
  uint32_t round, limit;
  uint32_t least_cut;   // the least f above the limit in this round
  uint64_t missing;     // states and errors that were cut in this round
  uint32_t level, cost; // being expanded
  judge_finding found;
} idastar;

static bool is_within(idastar *a, uint32_t sum) {
  if (sum > a->limit && sum < a->least_cut)
    a->least_cut = sum;
  return sum <= a->limit;
}

static bool visit(void *context, const successor *s) {
  idastar *a = context;
  uint32_t cost = a->cost + s->cost;
  a->base.stats.generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&a->asked, s->fault)) {
    judge_finding found = {.end = outcome_error(s->fault, s->fault_at), .state = a->level, .by = s->by};
    found.is_step = a->level != JUDGE_NO_STATE;
    found.step_cost = s->cost;
    found.cost = cost;
    if (cost >= a->guide.bound)
      return true;
    if (is_within(a, cost))
      judge_note(&a->found, found);
    else
      a->missing++;
  } else if (s->state) {
    batch_add(&a->children, s->state, s->size, (batch_origin){.parent = a->level, .cost = cost});
  }
  return true;
}

// The first child is pushed last, so that it is popped first.
static void push_children(idastar *a) {
  const uint8_t *from = NULL;
  uint32_t from_size = 0;
  size_t end = a->children.used;
  if (a->level != JUDGE_NO_STATE)
    from = a->path->base.get(&a->path->base, a->level, &from_size);
  for (uint32_t i = a->children.count; i-- > 0;) {
    stack_entry e = {.parent = a->level, .depth = a->children.origins[i].cost, .size = a->children.items[i].size};
    end -= e.size;
    stack_push(&a->stack, a->children.bytes + end, e, from, from_size);
  }
  batch_clear(&a->children);
}

static void begin_round(idastar *a, uint32_t limit) {
  a->round++;
  a->limit = limit;
  a->least_cut = HEURISTIC_DEAD_END;
  a->missing = 0;
  a->level = JUDGE_NO_STATE;
  a->cost = 0;
  a->space->initial(a->space, visit, a);
  push_children(a);
}

static void expand(idastar *a, const uint8_t *state, uint32_t size) {
  expansion x = a->space->expand(a->space, state, size, visit, a);
  a->base.stats.expanded++;
  if (x.is_stuck && !x.is_end && question_stops_at(&a->asked, FAULT_DEADLOCK))
    judge_note(&a->found,
               (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = a->level, .cost = a->cost});
  push_children(a);
}

// Appends the state to the path and expands it.
static void enter(idastar *a, const uint8_t *state, stack_entry e) {
  bool is_new;
  a->level = a->path->base.put(&a->path->base, state, e.size, &is_new);
  a->cost = e.depth;
  registry_note(&a->known, a->level, e.parent, e.depth);
  if (e.depth > a->base.stats.max_depth)
    a->base.stats.max_depth = e.depth;
  outcome end = judge_state(&a->asked, a->space, state, e.size);
  if (end.kind != OUTCOME_OPEN)
    judge_note(&a->found, (judge_finding){.end = end, .state = a->level, .cost = e.depth});
  else
    expand(a, state, e.size);
}

// The entry of the state in the table; a new one, with its estimate, if there is none.
static transposition_note *note_of(idastar *a, const uint8_t *state, uint32_t size, uint64_t hash) {
  transposition_note *note = transposition_find(&a->seen, state, size, hash);
  if (note)
    return note;
  transposition_note fresh = {.estimate = guide_estimate(&a->guide, state, size)};
  return transposition_add(&a->seen, state, size, hash, fresh);
}

static void expand_next(idastar *a) {
  search_stats *stats = &a->base.stats;
  stack_entry e;
  const uint8_t *state = stack_pop(&a->stack, &e);
  uint64_t hash = state_set_hash(state, e.size);
  state_set_cut(a->path, e.parent == JUDGE_NO_STATE ? 0 : e.parent + 1);
  transposition_note *note = note_of(a, state, e.size, hash);
  bool is_again = note->round == a->round;
  if ((is_again && note->cost <= e.depth) || state_set_find(a->path, state, e.size, hash) != STATE_SET_NONE) {
    stats->duplicates++;
    return;
  }
  if (guide_prunes(&a->guide, e.depth, note->estimate))
    return;
  bool was_cut = note->cut == a->round;
  if (!is_within(a, guide_sum(e.depth, note->estimate))) {
    a->missing += !was_cut;
    note->cut = a->round;
    return;
  }
  a->missing -= was_cut;
  stats->reopened += is_again;
  *note = (transposition_note){.estimate = note->estimate, .round = a->round, .cost = e.depth};
  enter(a, state, e);
}

static search_status advance(idastar *a, uint32_t work) {
  if (!a->round)
    begin_round(a, 0);
  while (work-- > 0 && !a->found.is_there) {
    if (a->stack.count)
      expand_next(a);
    else if (!a->missing)
      return SEARCH_EXHAUSTED;
    else
      begin_round(a, a->least_cut);
  }
  if (!a->found.is_there)
    return SEARCH_RUNNING;
  registry_trace(&a->known, &a->found, &a->base.found);
  a->base.found.is_settled = true;
  return SEARCH_FOUND;
}

static search_status step(search *s, uint32_t work) {
  idastar *a = (idastar *)s;
  search_status status = advance(a, work);
  uint64_t bytes = registry_bytes(&a->known) + transposition_bytes(&a->seen);
  uint64_t kept = transposition_count(&a->seen);
  s->stats.open = a->stack.count;
  s->stats.stored = kept > s->stats.stored ? kept : s->stats.stored;
  s->stats.bytes_per_state = kept ? (double)bytes / (double)kept : 0;
  return status;
}

static void close_search(search *s) {
  idastar *a = (idastar *)s;
  registry_close(&a->known);
  stack_close(&a->stack);
  batch_close(&a->children);
  transposition_close(&a->seen);
  a->path->base.close(&a->path->base);
  vec_free(a->m, &s->found.answer.steps);
  mem_free(a->m, a);
}

static search *start(const search_setup *setup) {
  mem *m = setup->m;
  idastar *a = mem_alloc(m, sizeof *a);
  a->base = (search){.method = &search_idastar, .step = step, .close = close_search};
  a->m = m;
  a->space = setup->space;
  a->asked = setup->asked;
  guide_open(&a->guide, setup, &a->base.stats);
  a->path = state_set_open(m);
  registry_open(&a->known, m, a->space, &a->path->base, false);
  stack_open(&a->stack, m, &a->path->base);
  batch_open(&a->children, m);
  transposition_open(&a->seen, m, (uint32_t)setup->keys.value[KEY_TABLE]);
  return &a->base;
}

static const option_key keys[] = {
    [KEY_TABLE] =
        {.name = "table", .summary = "most states in the transposition table", .least = 2, .most = 1e9, .usual = 1e6},
    {0},
};

const search_method search_idastar = {
    .name = "idastar",
    .summary = "iterative deepening A*: depth-first within a growing limit on f = g + h",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .start = start,
};
