// The questions of a check take turns. Each is decided before any trace is made shorter, and none waits for ever behind
// one that cannot be decided.
#include "check/check.h"

#include "base/clock.h"
#include <assert.h>

// Without a time limit: seconds of the first turn. Each round doubles them. It is long, because turns that end by the
// clock make two runs differ in what they count, though not in verdicts.
#define FIRST_TURN 10.0

double check_seconds(const check_item *item) {
  return item->seconds + (item->since > 0 ? clock_wall() - item->since : 0);
}

static bool waits(const check_item *item, item_stage stage) { return item->stage == stage && !item->question.why_not; }

static uint32_t waiting(const beeline_check *check, uint32_t from, item_stage stage) {
  uint32_t count = 0;
  for (uint32_t i = from; i < check->items.count; i++)
    count += waits(&check->items.at[i], stage);
  return count;
}

// Each gets the same share of the time that is left. What one does not need is left to the others, in this round or the
// next. The last one in a round needs no end but the time limit: nobody has had less.
static double turn_end(const beeline_check *check, uint32_t index, item_stage stage, uint32_t round) {
  double now = clock_wall(), deadline = check->limits.deadline;
  uint32_t behind = waiting(check, index, stage);
  if (deadline > 0)
    return behind > 1 ? now + (deadline - now) / behind : 0;
  return waiting(check, 0, stage) > 1 ? now + FIRST_TURN * (double)(1u << (round < 16 ? round : 16)) : 0;
}

static void work_on(beeline_check *check, check_item *item) {
  check->current = (uint32_t)(item - check->items.at);
  if (!shared_begin(&check->shared, &item->shared, check->model->account, check_is_due, check)) {
    item->result.reason = BEELINE_REASON_MEMORY;
    item->result.status = BEELINE_EXIT_MEMORY;
    item->stage = ITEM_OVER;
  } else if (check->is_shortening || check->is_replay) {
    (check->is_shortening ? check_shorten : check_replay)(check, item);
    item->stage = ITEM_OVER;
  } else {
    check_search(check, item);
  }
}

static void drop_work(beeline_check *check, check_item *item) {
  if (item->work)
    item->close(check, item);
  item->work = NULL;
  item->held = 0;
}

// Questions that wait may hold half of the memory. What is beyond that starts anew.
static void limit_held(beeline_check *check, check_item *item) {
  uint64_t held = 0;
  for (uint32_t i = 0; i < check->items.count; i++)
    held += check->items.at[i].held;
  if (held > check->model->memory_limit / 2)
    drop_work(check, item);
}

static void take_turn(beeline_check *check, uint32_t index, double end) {
  check_item *item = &check->items.at[index];
  item_stage before = item->stage;
  item->held = 0;
  item->since = clock_wall();
  check->limits.turn_end = end;
  work_on(check, item);
  check->limits.turn_end = 0;
  item->seconds = check_seconds(item);
  item->since = 0;
  assert((item->stage > before || end > 0) && "nothing but its turn ends the work");
  if (item->stage != ITEM_OVER) {
    limit_held(check, item);
    return;
  }
  drop_work(check, item);
  shared_end(&item->shared);
  if (check->finished)
    check->finished(check->context, check, index);
}

void check_take_turns(beeline_check *check) {
  for (item_stage stage = ITEM_OPEN; stage < ITEM_OVER; stage++)
    for (uint32_t round = 0; waiting(check, 0, stage); round++)
      for (uint32_t i = 0; i < check->items.count; i++)
        if (waits(&check->items.at[i], stage))
          take_turn(check, i, turn_end(check, i, stage, round));
  for (uint32_t i = 0; i < check->items.count; i++) // what cannot be checked: verdicts come first
    if (check->items.at[i].question.why_not)
      take_turn(check, i, 0);
}
