#include "search/sweep.h"

#include "search/covering.h"

#include <string.h>

static bool is_within(sweep *w, uint32_t sum) {
  if (sum > w->limit && sum < w->least_cut)
    w->least_cut = sum;
  return sum <= w->limit;
}

static void remember(sweep *w, judge_finding found, const uint8_t *state, uint32_t size, uint32_t relay) {
  w->has_pruned |= found.cost >= w->guide.bound;
  if (found.cost >= w->guide.bound || !is_within(w, found.cost) || !judge_note(&w->best, found))
    return;
  if (size > w->last_room) {
    w->last = mem_realloc(w->m, w->last, size);
    w->last_room = size;
  }
  if (size)
    memcpy(w->last, state, size);
  w->last_size = size;
  w->last_relay = relay;
}

static const uint8_t *state_of(const sweep *w, uint32_t id, uint32_t *size) {
  store *states = &layers_current(&w->window)->states->base;
  return states->get(states, id, size);
}

static bool visit(void *context, const successor *s) {
  sweep *w = context;
  uint32_t cost = w->window.cost + s->cost;
  w->stats->generated++;
  if (s->fault != FAULT_NONE && question_stops_at(&w->errors, s->fault)) {
    if (!question_stops_at(&w->sought, s->fault))
      return true;
    bool is_step = w->relay != LAYERS_NO_RELAY;
    judge_finding found = {.end = outcome_error(s->fault, s->fault_at), .is_step = is_step, .by = s->by};
    found.state = is_step ? w->next : JUDGE_NO_STATE;
    found.step_cost = s->cost;
    found.cost = cost;
    uint32_t size = 0;
    const uint8_t *state = is_step ? state_of(w, w->next, &size) : NULL;
    remember(w, found, state, size, w->relay);
  } else if (s->state) {
    batch_add(&w->children, s->state, s->size, (batch_origin){.parent = w->relay, .cost = cost});
  }
  return true;
}

// From a state that covers the one sought, the same steps lead on.
static outcome judge(const sweep *w, const uint8_t *state, uint32_t size) {
  const question *q = &w->sought;
  if (!w->order || q->kind != QUESTION_STATE)
    return judge_state(q, w->space, state, size);
  void *context = w->order->context;
  bool is_it = size == q->target_size && memcmp(state, q->target, w->order->head(context, state, size)) == 0 &&
               w->order->covers(context, state, q->target, size);
  return is_it ? outcome_reached() : (outcome){0};
}

static void enter(sweep *w, const uint8_t *state, uint32_t size, batch_origin from) {
  uint64_t hash = state_set_hash_by(w->order, state, size);
  if (layers_has(&w->window, state, size, hash, from.cost)) {
    w->stats->duplicates++;
    return;
  }
  uint32_t estimate = guide_estimate(&w->guide, state, size);
  if (guide_prunes(&w->guide, from.cost, estimate)) {
    w->has_pruned |= estimate != HEURISTIC_DEAD_END;
    return;
  }
  if (!is_within(w, guide_sum(from.cost, estimate)))
    return;
  layers_add(&w->window, state, size, hash, from.cost, from.parent);
  if (from.cost > w->stats->max_depth)
    w->stats->max_depth = from.cost;
  outcome end = judge(w, state, size);
  if (end.kind != OUTCOME_OPEN)
    remember(w, (judge_finding){.end = end, .cost = from.cost}, state, size, from.parent);
}

static void enter_children(sweep *w) {
  const uint8_t *state = w->children.bytes;
  for (uint32_t i = 0; i < w->children.count; i++) {
    enter(w, state, w->children.items[i].size, w->children.origins[i]);
    state += w->children.items[i].size;
  }
  batch_clear(&w->children);
  w->stats->stored = w->window.peak > w->stats->stored ? w->window.peak : w->stats->stored;
}

static void expand(sweep *w) {
  uint32_t size;
  const uint8_t *state = state_of(w, w->next, &size);
  w->relay = layers_current(&w->window)->relays.at[w->next];
  uint64_t hash = layers_current(&w->window)->states->entries.at[w->next].hash;
  locality_note(&w->locality, w->order ? state_set_hash(state, size) : hash);
  expansion x = w->space->expand(w->space, state, size, visit, w);
  w->stats->expanded++;
  judge_finding deadlock = {.end = outcome_error(FAULT_DEADLOCK, NULL), .cost = w->window.cost};
  if (x.is_stuck && !x.is_end && question_stops_at(&w->sought, FAULT_DEADLOCK))
    remember(w, deadlock, state, size, w->relay);
  enter_children(w);
}

// Can neither this layer nor a later one lead to a cheaper error?
bool sweep_is_settled(const sweep *w) {
  return w->best.is_there && w->best.cost <= w->window.cost + judge_least_cost(&w->sought);
}

// After the window was widened, states that were forgotten before keep coming back until it is filled. That is waited
// for, unless it takes too long.
static void widen_if_poor(sweep *w) {
  bool is_filled = w->window.cost >= w->filled_at, has_forgotten = w->window.count <= w->window.cost;
  if (!has_forgotten || (!(is_filled && locality_is_poor(&w->locality)) && !locality_is_bad(&w->locality)))
    return;
  layers_widen(&w->window);
  w->filled_at = w->window.cost + w->window.count;
}

search_status sweep_advance(sweep *w, uint32_t *work) {
  for (; *work > 0; --*work) {
    if (sweep_is_settled(w) || (w->ends_at_first && w->best.is_there))
      return SEARCH_FOUND;
    if (w->next < layers_current(&w->window)->relays.count) {
      if (layers_is_repeated(&w->window, w->next))
        w->stats->duplicates++;
      else
        expand(w);
      w->next++;
    } else if (layers_next(&w->window)) {
      w->next = 0;
      widen_if_poor(w);
    } else {
      return w->best.is_there ? SEARCH_FOUND : SEARCH_EXHAUSTED;
    }
  }
  return SEARCH_RUNNING;
}

static void open_window(sweep *w) {
  w->least_cut = SWEEP_NONE;
  layers_open(&w->window, w->m, w->order, w->behind);
  locality_open(&w->locality, w->m);
  batch_open(&w->children, w->m);
}

void sweep_open(sweep *w, const search_setup *setup, search_stats *stats, uint32_t behind, uint32_t limit) {
  *w = (sweep){.m = setup->m, .space = setup->space, .stats = stats, .errors = setup->asked, .sought = setup->asked};
  w->order = covering_order(setup);
  w->behind = behind;
  w->limit = limit;
  w->ends_at_first = setup->ends_at_first;
  guide_open(&w->guide, setup, stats);
  open_window(w);
  w->relay = LAYERS_NO_RELAY;
  w->space->initial(w->space, visit, w);
  enter_children(w);
  layers_begin(&w->window);
}

void sweep_open_between(sweep *w, const sweep *like, const uint8_t *from, uint32_t from_size, const uint8_t *to,
                        uint32_t to_size, uint32_t bound) {
  *w = (sweep){.m = like->m, .space = like->space, .stats = like->stats, .errors = like->errors, .order = like->order};
  w->sought = (question){.kind = QUESTION_STATE, .target = to, .target_size = to_size, .claim = like->errors.claim};
  w->guide = (guide){.bound = bound};
  w->behind = like->behind;
  w->limit = SWEEP_NO_LIMIT;
  open_window(w);
  layers_add(&w->window, from, from_size, state_set_hash_by(w->order, from, from_size), 0, LAYERS_NO_RELAY);
  layers_begin(&w->window);
}

void sweep_close(sweep *w) {
  layers_close(&w->window);
  locality_close(&w->locality);
  batch_close(&w->children);
  mem_free(w->m, w->last);
}
