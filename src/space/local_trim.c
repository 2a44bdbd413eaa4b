// What was not needed: local steps that are pending at the end of a trace.
#include "space/local.h"

#include <assert.h>
#include <string.h>

typedef struct trimming {
  local_space *l;
  const net_action *step; // to be found; NULL = the initial state
  bool is_found;
  uint8_t *state; // after the step
  uint32_t size, room, cost;
} trimming;

static bool take(void *context, const successor *s) {
  trimming *t = context;
  if (t->step && !net_is_same_action(t->step, &s->by))
    return true;
  t->is_found = true;
  t->cost = s->cost;
  t->size = s->state ? s->size : 0;
  if (t->room < t->size) {
    t->room = 2 * t->size;
    t->state = mem_realloc(t->l->m, t->state, t->room);
  }
  if (s->state)
    memcpy(t->state, s->state, s->size);
  return false;
}

// Steps of a process that are pending, the last one first.
typedef struct chain {
  uint32_t last[NET_MAX_PROCESSES];
  uint32_t *before; // by step
  bool *is_needed;  // by step
} chain;

enum { NO_STEP = 0xffffffff };

static void pay(chain *c, uint32_t pid) {
  for (uint32_t i = c->last[pid]; i != NO_STEP; i = c->before[i])
    c->is_needed[i] = true;
  c->last[pid] = NO_STEP;
}

// The step leaves no state behind: it is the one that has the error.
static void pay_for_error(chain *c, const net_action *by, bool needs_all) {
  for (uint32_t pid = 0; pid < NET_MAX_PROCESSES; pid++)
    if (needs_all || pid == by->pid || (by->partner_edge != NET_ALONE && pid == by->partner))
      pay(c, pid);
}

static void follow(chain *c, trimming *t, const network *n, uint32_t i) {
  const net_action *by = t->step;
  bool is_local = t->cost == 0 && !net_is_stutter(by);
  c->is_needed[i] = !is_local;
  if (is_local) {
    c->before[i] = c->last[by->pid];
    c->last[by->pid] = i;
  }
  if (!t->size) {
    pay_for_error(c, by, t->cost == net_step_cost(n, by) + local_sum_pending(t->l));
    return;
  }
  local_open_state(t->l, t->state, t->size);
  for (uint32_t pid = 0; pid < NET_MAX_PROCESSES; pid++)
    if (c->last[pid] != NO_STEP && !local_pending_of(t->l, pid))
      pay(c, pid);
}

static void trim_along(local_space *l, answer *a) {
  space *local = &l->base;
  mem *m = l->m;
  trimming t = {.l = l};
  uint32_t count = a->steps.count, kept = 0;
  chain c = {.before = mem_alloc(m, sizeof *c.before * (count + 1)), .is_needed = mem_alloc(m, count + 1)};
  for (uint32_t pid = 0; pid < NET_MAX_PROCESSES; pid++)
    c.last[pid] = NO_STEP;
  local->initial(local, take, &t);
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *before = memcpy(mem_alloc(m, t.size + 1), t.state, t.size);
    t.step = &a->steps.at[i];
    t.is_found = false;
    local->expand(local, before, t.size, take, &t);
    assert(t.is_found && "it is an execution of this space");
    follow(&c, &t, local->net, i);
    mem_free(m, before);
  }
  for (uint32_t i = 0; i < count; i++)
    if (c.is_needed[i])
      a->steps.at[kept++] = a->steps.at[i];
  a->steps.count = kept;
  mem_free(m, t.state);
  mem_free(m, c.before);
  mem_free(m, c.is_needed);
}

void local_trim(const space *reduced, space *again, answer *found) {
  discrete *d = (discrete *)again;
  d->is_ample = ((const local_space *)reduced)->inner->is_ample;
  space *local = local_open(d);
  trim_along((local_space *)local, found);
  local->close(local);
  d->is_ample = NULL;
}
