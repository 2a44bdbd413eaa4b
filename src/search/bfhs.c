// Breadth-first heuristic search (Zhou, Hansen: Breadth-first heuristic search, Artificial Intelligence, 2006):
// breadth-first by cost, pruning states with f = cost + estimate above a limit. If no bound is given, the limit of the
// next round is the least f pruned in this one (breadth-first iterative deepening). The breadth-first frontier is
// usually smaller than the frontier of A*.
//
// If the estimate is admissible, f of every state on a cheapest path to an error is at most the cost of that error. So
// a round finds the cheapest error if its cost is within the limit, and the limit never skips that cost.
#include "search/batch.h"
#include "search/covering.h"
#include "search/guide.h"
#include "search/open.h"
#include "search/registry.h"

extern const search_method search_bfhs;

enum { KEY_BOUND };
enum { NOT_REACHED = 0xffffffff }; // cost of a state that was not reached in this round
enum { NO_LIMIT = HEURISTIC_DEAD_END - 1 };

typedef struct bfhs {
  search base;
  mem *m;
  space *space;
  const store_kind *store;
  const cover *order; // of the store; NULL = none
  store *visited;     // kept from round to round, as the estimates are, unless there is an order
  question asked;
  guide guide;
  registry known;
  VEC(uint32_t) estimates; // by number of the state
  open_list *open;
  uint64_t open_count;
  batch children;
  judge_finding best;
  uint32_t limit, least_cut; // on f; the least f above the limit in this round
  uint32_t state, cost;      // being expanded
  bool is_key_bound;         // the bound in force is that of the key `bound`
  bool has_pruned;           // the bound has pruned a state or an error
  bool has_started;
} bfhs;

static bool is_within(bfhs *b, uint32_t sum) {
  if (sum > b->limit && sum < b->least_cut)
    b->least_cut = sum;
  return sum <= b->limit;
}

static bool visit(void *context, const successor *s) {
  bfhs *b = context;
  uint32_t cost = b->cost + s->cost;
  b->base.stats.generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&b->asked, s->fault)) {
    judge_finding found = {.end = outcome_error(s->fault, s->fault_at), .state = b->state, .by = s->by};
    found.is_step = b->state != JUDGE_NO_STATE;
    found.step_cost = s->cost;
    found.cost = cost;
    if (cost >= b->guide.bound)
      b->has_pruned = true;
    else if (is_within(b, cost))
      judge_note(&b->best, found);
  } else if (s->state) {
    batch_add(&b->children, s->state, s->size, (batch_origin){.parent = b->state, .cost = cost});
  }
  return true;
}

static void add_new(bfhs *b, const store_item *item) {
  uint32_t estimate = guide_estimate(&b->guide, item->state, item->size);
  vec_push(b->m, &b->estimates, estimate);
  registry_note(&b->known, item->id, JUDGE_NO_STATE, NOT_REACHED);
  b->base.stats.stored++;
  b->base.stats.census += !b->space->is_inside(b->space, item->state);
}

static bool is_kept(bfhs *b, uint32_t cost, uint32_t estimate) {
  if (guide_prunes(&b->guide, cost, estimate)) {
    b->has_pruned |= estimate != HEURISTIC_DEAD_END;
    return false;
  }
  return is_within(b, guide_sum(cost, estimate));
}

static void enter(bfhs *b, const store_item *item, batch_origin from) {
  search_stats *stats = &b->base.stats;
  if (item->is_new)
    add_new(b, item);
  uint32_t before = b->known.cost[item->id];
  if (item->is_covered || from.cost >= before) {
    stats->duplicates++;
    return;
  }
  if (!is_kept(b, from.cost, b->estimates.at[item->id]))
    return;
  stats->reopened += before != NOT_REACHED;
  registry_note(&b->known, item->id, from.parent, from.cost);
  if (from.cost > stats->max_depth)
    stats->max_depth = from.cost;
  outcome end = judge_state(&b->asked, b->space, item->state, item->size);
  if (end.kind != OUTCOME_OPEN) {
    judge_note(&b->best, (judge_finding){.end = end, .state = item->id, .cost = from.cost});
    return;
  }
  b->open->insert(b->open, &(open_state){.id = item->id, .cost = from.cost});
  b->open_count++;
}

static void enter_children(bfhs *b) {
  batch_put(&b->children, b->visited);
  for (uint32_t i = 0; i < b->children.count; i++)
    enter(b, &b->children.items[i], b->children.origins[i]);
  batch_clear(&b->children);
}

static void expand(bfhs *b, uint32_t id, uint32_t cost) {
  uint32_t size;
  const uint8_t *state = b->visited->get(b->visited, id, &size);
  b->state = id;
  b->cost = cost;
  expansion x = b->space->expand(b->space, state, size, visit, b);
  b->base.stats.expanded++;
  if (x.is_stuck && !x.is_end && question_stops_at(&b->asked, FAULT_DEADLOCK))
    judge_note(&b->best, (judge_finding){.end = outcome_error(FAULT_DEADLOCK, NULL), .state = id, .cost = cost});
  enter_children(b);
}

static void open_store(bfhs *b) {
  b->visited = b->store->open(b->m, b->order);
  b->visited->compares_cost = b->asked.kind != QUESTION_CENSUS;
  registry_open(&b->known, b->m, b->space, b->visited, true);
}

static void close_store(bfhs *b) {
  registry_close(&b->known);
  b->visited->close(b->visited);
}

// A state may cover others only in the round that has reached it.
static void forget_round(bfhs *b) {
  close_store(b);
  open_store(b);
  b->estimates.count = 0;
}

static void begin_round(bfhs *b, uint32_t limit) {
  if (b->order && b->has_started)
    forget_round(b);
  b->has_started = true;
  b->limit = limit;
  b->least_cut = HEURISTIC_DEAD_END;
  for (uint32_t id = 0; id < b->estimates.count; id++)
    b->known.cost[id] = NOT_REACHED;
  b->state = JUDGE_NO_STATE;
  b->cost = 0;
  b->space->initial(b->space, visit, b);
  enter_children(b);
}

static search_status finish(bfhs *b) {
  if (b->best.is_there) {
    registry_trace(&b->known, &b->best, &b->base.found);
    return SEARCH_FOUND;
  }
  b->base.is_incomplete = b->is_key_bound && b->has_pruned;
  return SEARCH_EXHAUSTED;
}

// Can no state of this cost or a greater one lead to a cheaper error? Every error but a deadlock needs a further step.
static bool is_settled(const bfhs *b, uint32_t cost) {
  return b->best.is_there && b->best.cost <= cost + !question_stops_at(&b->asked, FAULT_DEADLOCK);
}

static search_status advance(bfhs *b, uint32_t work) {
  if (!b->has_started)
    begin_round(b, b->guide.bound == SEARCH_NO_BOUND && b->asked.kind != QUESTION_CENSUS ? 0 : NO_LIMIT);
  while (work-- > 0) {
    uint32_t cost;
    bool is_over = !b->open->least(b->open, &cost);
    if (is_over ? b->best.is_there || b->least_cut == HEURISTIC_DEAD_END : is_settled(b, cost))
      return finish(b);
    if (is_over) {
      begin_round(b, b->least_cut);
      continue;
    }
    uint32_t id = b->open->remove(b->open);
    b->open_count--;
    bool is_up_to_date = b->known.cost[id] == cost; // otherwise it was reached and expanded at a lower cost
    if (is_up_to_date && !covering_skips(b->visited, id))
      expand(b, id, cost);
  }
  return SEARCH_RUNNING;
}

static search_status step(search *s, uint32_t work) {
  bfhs *b = (bfhs *)s;
  search_status status = advance(b, work);
  covering_count(&s->stats, b->visited);
  s->stats.open = b->open_count;
  uint64_t bytes = registry_bytes(&b->known) + b->estimates.count * sizeof *b->estimates.at;
  s->stats.bytes_per_state = s->stats.stored ? (double)bytes / (double)s->stats.stored : 0;
  return status;
}

static void close_search(search *s) {
  bfhs *b = (bfhs *)s;
  close_store(b);
  batch_close(&b->children);
  vec_free(b->m, &b->estimates);
  b->open->close(b->open);
  vec_free(b->m, &s->found.answer.steps);
  mem_free(b->m, b);
}

static search *start(const search_setup *setup) {
  mem *m = setup->m;
  bfhs *b = mem_alloc(m, sizeof *b);
  b->base = (search){.method = &search_bfhs, .step = step, .close = close_search};
  b->m = m;
  b->space = setup->space;
  b->store = setup->store;
  b->order = covering_order(setup);
  b->asked = setup->asked;
  guide_open(&b->guide, setup, &b->base.stats);
  uint32_t bound = (uint32_t)setup->keys.value[KEY_BOUND];
  b->is_key_bound = bound && bound < setup->bound;
  if (b->is_key_bound)
    b->guide.bound = bound;
  open_store(b);
  b->open = open_sorted(m, (open_order){.cost_weight = 1, .estimate = OPEN_GREATEST, .ties = OPEN_FIRST_IN});
  batch_open(&b->children, m);
  return &b->base;
}

static const option_key keys[] = {
    [KEY_BOUND] = {.name = "bound", .summary = "search for errors of fewer steps; 0 = any", .most = 1e9},
    {0},
};

const search_method search_bfhs = {
    .name = "bfhs",
    .summary = "breadth-first heuristic search: breadth-first, pruning states with f = g + h above a limit",
    .keys = keys,
    .is_complete = true,
    .is_optimal = true,
    .uses_estimate = true,
    .start = start,
};
