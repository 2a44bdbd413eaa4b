// Compares the explicit space with the reference interpreter, state by state: the same steps, the same faults, the same
// states.
#ifndef TEST_AGREE_H
#define TEST_AGREE_H

#include "space/discrete.h"
#include "store/store.h"
#include "test_trace_net.h"
#include "trace/reference.h"

typedef struct agree_step {
  net_action by;
  fault fault;
  const net_stmt *at;
  uint32_t cost;
  bool has_state;
  uint32_t size, offset; // of the state, in bytes
} agree_step;

typedef struct agree {
  mem *m;
  const network *net;
  space *space;
  VEC(agree_step) steps;
  VEC(uint8_t) bytes;
  VEC(net_action) possible; // by the reference
  uint32_t doubled;         // steps that were told twice, with both of their errors
  uint32_t compared;        // states
} agree;

static bool agree_visit(void *context, const successor *s) {
  agree *a = context;
  agree_step step = {.by = s->by, .fault = s->fault, .at = s->fault_at, .cost = s->cost, .has_state = s->state != NULL};
  step.size = s->size;
  step.offset = a->bytes.count;
  for (uint32_t i = 0; i < s->size && s->state; i++)
    vec_push(a->m, &a->bytes, s->state[i]);
  agree_step *last = a->steps.count ? &a->steps.at[a->steps.count - 1] : NULL;
  if (last && last->fault == FAULT_ASSERT && !last->has_state) { // the space tells both errors, the reference the last
    *last = step;
    a->doubled++;
  } else {
    vec_push(a->m, &a->steps, step);
  }
  return true;
}

static void agree_possible(void *context, const net_action *step) {
  agree *a = context;
  vec_push(a->m, &a->possible, *step);
}

static int32_t agree_cell(const program *p, const uint8_t *base, const net_var *v, uint32_t cell) {
  const var_place *at = &p->plan->vars[v->index];
  if (at->home == HOME_CONSTANT)
    return at->values[cell];
  return cell_load(base + at->offset + cell * cell_bytes(at->width), at->width);
}

static void agree_vars(const program *p, const uint8_t *base, const uint32_t *vars, uint32_t count,
                       int32_t *const *values) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = p->net->vars.at[vars[i]];
    for (uint32_t cell = 0; cell < v->cells && !v->is_ghost; cell++)
      if (agree_cell(p, base, v, cell) != values[i][cell])
        fail_msg("%s[%u] is %d, should be %d", v->name, cell, agree_cell(p, base, v, cell), values[i][cell]);
  }
}

static void agree_queue(const queue_type *t, const uint8_t *at, const ref_channel *c, uint32_t number) {
  if (!t->capacity)
    return;
  uint32_t length = (uint32_t)cell_load(at, t->length), fields = t->fields;
  if (length * fields != c->cells.count)
    fail_msg("channel %u has %u messages, should have %u cells", number, length, c->cells.count);
  for (uint32_t i = 0; i < length * fields; i++) {
    const queue_field *f = &t->field[i % fields];
    assert_int_equal(cell_load(at + t->head + i / fields * t->message + f->offset, f->width), c->cells.at[i]);
  }
  for (uint32_t i = length * t->message; i < t->capacity * t->message; i++)
    assert_int_equal(at[t->head + i], 0);
}

static void agree_state(const agree *a, const uint8_t *state, uint32_t size, const ref_state *r) {
  const program *p = ((discrete *)a->space)->program;
  const layout_plan *all = p->plan;
  const layout *l = layout_of(((discrete *)a->space)->machine->layouts, state, size);
  assert_int_equal(l->size, size);
  assert_int_equal(l->processes, r->processes.count);
  assert_int_equal(l->queues, r->channels.count);
  assert_int_equal(all->control == LAYOUT_ABSENT ? NET_NONE : state[all->control] - 1, r->control);
  if (all->last != LAYOUT_ABSENT)
    assert_int_equal(state[all->last], r->last);
  agree_vars(p, state, a->net->globals.at, a->net->globals.count, r->globals);
  for (uint32_t i = 0; i < l->processes; i++) {
    const ref_process *process = &r->processes.at[i];
    const net_template *t = a->net->templates.at[process->template_];
    const uint8_t *frame = state + l->frame[i];
    assert_ptr_equal(l->shape[i]->template_, t);
    assert_int_equal(frame_location(l->shape[i], frame), process->location);
    if (all->has_priority)
      assert_int_equal(frame_priority(l->shape[i], frame), process->priority);
    agree_vars(p, frame, t->vars.at, t->vars.count, process->values);
  }
  for (uint32_t i = 1; i <= l->queues; i++)
    agree_queue(l->queue[i].type, state + l->queue[i].offset, &r->channels.at[i - 1], i);
}

static bool agree_same_action(const net_action *a, const net_action *b) {
  return a->edge == b->edge && a->pid == b->pid && a->partner_edge == b->partner_edge &&
         (a->partner_edge == NET_ALONE || a->partner == b->partner);
}

static void agree_take(reference *r, const net_action *by, fault *f, const net_stmt **at) {
  const char *why = "";
  if (ref_step(r, by, f, at, &why) != REF_OK)
    fail_msg("the reference refuses process %u edge %u: %s", by->pid, by->edge, why);
}

static reference *agree_replay(agree *a, const net_action *path, uint32_t length) {
  reference *r = ref_new(a->m, a->net);
  fault f;
  const net_stmt *at;
  for (uint32_t i = 0; i < length; i++)
    agree_take(r, &path[i], &f, &at);
  return r;
}

static void agree_list(text_buffer *t, const network *n, const char *who, const net_action *by) {
  text_add(t, "\n  %s ", who);
  test_name(t, n, by);
  text_add(t, " (%u)", by->edge);
}

static void agree_fail_steps(agree *a, uint32_t first) {
  text_buffer t = {.memory = a->m};
  for (uint32_t i = 0; i < a->steps.count; i++)
    agree_list(&t, a->net, fault_name(a->steps.at[i].fault), &a->steps.at[i].by);
  for (uint32_t i = 0; i < a->possible.count; i++)
    agree_list(&t, a->net, "reference", &a->possible.at[i]);
  fail_msg("the steps differ from number %u on:%s", first, text_string(&t));
}

// Expands the state that the path leads to, and compares everything. The steps are in a->steps afterwards.
static void agree_expand(agree *a, const uint8_t *state, uint32_t size, const net_action *path, uint32_t length) {
  a->steps.count = a->bytes.count = a->possible.count = a->doubled = 0;
  a->compared++;
  expansion x = a->space->expand(a->space, state, size, agree_visit, a);
  reference *r = agree_replay(a, path, length);
  ref_possible(r, agree_possible, a);
  for (uint32_t i = 0; i < a->possible.count || i < a->steps.count; i++)
    if (i >= a->possible.count || i >= a->steps.count || !agree_same_action(&a->steps.at[i].by, &a->possible.at[i]))
      agree_fail_steps(a, i);
  assert_int_equal(x.count, a->steps.count + a->doubled);
  assert_int_equal(x.is_stuck, a->steps.count == 0);
  assert_int_equal(x.is_stuck && !x.is_end, ref_is_deadlock(r));
  ref_delete(r);
  for (uint32_t i = 0; i < a->steps.count; i++) {
    const agree_step *s = &a->steps.at[i];
    assert_int_equal(s->cost, s->by.partner_edge == NET_ALONE ? 1 : 2);
    fault f;
    const net_stmt *at;
    r = agree_replay(a, path, length);
    agree_take(r, &s->by, &f, &at);
    if (f != s->fault)
      fail_msg("fault %s, should be %s", fault_name(s->fault), fault_name(f));
    assert_int_equal(s->has_state, f == FAULT_NONE || f == FAULT_ASSERT);
    if (f != FAULT_NONE && at)
      assert_ptr_equal(s->at, at);
    if (s->has_state)
      agree_state(a, a->bytes.at + s->offset, s->size, ref_now(r));
    ref_delete(r);
  }
}

typedef struct agree_origin {
  uint32_t parent;
  net_action by;
} agree_origin;

// Walks through up to most states, breadth-first, from the start. Returns how many states there were.
static uint32_t agree_all(mem *m, const network *net, uint32_t most) {
  agree a = {.m = m, .net = net, .space = space_discrete(m, net, NULL, 0)};
  store *seen = store_hash.open(m, NULL);
  VEC(agree_origin) origins = {0};
  VEC(net_action) path = {0};
  bool is_new;
  a.space->initial(a.space, agree_visit, &a);
  assert_int_equal(a.steps.count, 1);
  reference *r = ref_new(m, net);
  assert_int_equal(a.steps.at[0].fault, ref_initial_fault(r));
  if (a.steps.at[0].has_state) {
    agree_state(&a, a.bytes.at, a.bytes.count, ref_now(r));
    seen->put(seen, a.bytes.at, a.bytes.count, &is_new);
    agree_origin start = {.parent = UINT32_MAX};
    vec_push(m, &origins, start);
  }
  ref_delete(r);
  for (uint32_t id = 0; id < seen->count(seen) && id < most; id++) {
    path.count = 0;
    for (uint32_t at = id; origins.at[at].parent != UINT32_MAX; at = origins.at[at].parent)
      vec_push(m, &path, origins.at[at].by);
    for (uint32_t i = 0; i < path.count / 2; i++) {
      net_action other = path.at[i];
      path.at[i] = path.at[path.count - 1 - i];
      path.at[path.count - 1 - i] = other;
    }
    uint32_t size;
    const uint8_t *state = seen->get(seen, id, &size);
    agree_expand(&a, state, size, path.at, path.count);
    for (uint32_t i = 0; i < a.steps.count; i++) {
      const agree_step *s = &a.steps.at[i];
      if (!s->has_state)
        continue;
      seen->put(seen, a.bytes.at + s->offset, s->size, &is_new);
      agree_origin origin = {.parent = id, .by = s->by};
      if (is_new)
        vec_push(m, &origins, origin);
    }
  }
  uint32_t count = (uint32_t)seen->count(seen);
  vec_free(m, &a.steps);
  vec_free(m, &a.bytes);
  vec_free(m, &a.possible);
  vec_free(m, &origins);
  vec_free(m, &path);
  seen->close(seen);
  a.space->close(a.space);
  return count;
}

#endif
