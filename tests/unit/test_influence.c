// Which edges influence which, held against all states of small random networks.
#include "facts/facts.h"
#include "space/space.h"
#include "store/store.h"
#include "test_trace_net.h"

enum { NETWORKS = 6000, MOST_STATES = 150, NOWHERE = UINT32_MAX };

typedef struct { // one step of the whole space
  uint32_t from, to;
  net_action by;
} step;

typedef struct maker {
  net_fixture *f;
  uint64_t seed;
  net_var *vars[3], *buffer, *meeting;
  net_template *templates[3];
  net_var *own[3];
  space *space;
  store *states;
  uint32_t current;
  VEC(step) steps;
  VEC(uint32_t) first; // by state: its first step, and the end
} maker;

static uint32_t any(maker *k, uint32_t below) {
  k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(k->seed >> 33) % below;
}

static expr *number(maker *k, uint32_t below) { return test_number(k->f, (int32_t)any(k, below)); }

static expr *any_guard(maker *k, uint32_t t) {
  static const expr_op compares[] = {EXPR_EQ, EXPR_NE, EXPR_LT, EXPR_GE};
  static const expr_op asks[] = {EXPR_FULL, EXPR_EMPTY, EXPR_NOT_FULL, EXPR_NOT_EMPTY};
  expr *e;
  uint32_t other = any(k, 3);
  switch (any(k, 24)) {
  case 0:
    e = test_of(k->f, EXPR_AT, number(k, 3));
    e->value = (int32_t)other;
    vec_push(k->f->m, &e->locations, any(k, 3));
    return e;
  case 1:
    e = test_of(k->f, EXPR_REMOTE_VAR, number(k, 3));
    e->var = k->own[other];
    return e;
  case 2:
    return test_of(k->f, asks[any(k, 4)], test_read(k->f, k->buffer));
  case 3:
    return test_two(k->f, EXPR_LT, test_of(k->f, EXPR_PROCESSES, NULL), number(k, 6));
  case 4:
    return any(k, 3) ? NULL : test_of(k->f, EXPR_TIMEOUT, NULL);
  case 5:
    return any(k, 3) ? NULL : test_of(k->f, EXPR_ENABLED, number(k, 3));
  case 6:
    return any(k, 3) ? NULL : test_two(k->f, EXPR_EQ, test_of(k->f, EXPR_LAST, NULL), number(k, 3));
  case 7:
    return any(k, 3) ? NULL : test_two(k->f, EXPR_EQ, test_of(k->f, EXPR_PC, number(k, 3)), number(k, 20));
  case 8:
  case 9:
  case 10:
    return NULL;
  default:
    return test_two(k->f, compares[any(k, 4)], test_read(k->f, any(k, 2) ? k->own[t] : k->vars[any(k, 3)]),
                    number(k, 3));
  }
}

static void any_effect(maker *k, net_edge *e, uint32_t t) {
  for (uint32_t n = any(k, 3); n > 0; n--) {
    const net_var *target = any(k, 2) ? k->own[t] : k->vars[any(k, 3)];
    expr *value = any(k, 2) ? number(k, 3) : test_read(k->f, any(k, 2) ? k->own[t] : k->vars[any(k, 3)]);
    test_assign(k->f, e, test_read(k->f, target),
                test_two(k->f, EXPR_MOD, test_two(k->f, EXPR_ADD, value, number(k, 2)), test_number(k->f, 3)));
  }
  if (any(k, 12) == 0) {
    net_stmt *s = test_stmt(k->f, e, STMT_RUN);
    s->template_ = 2;
    s->priority = 1;
  }
}

static void any_sync(maker *k, net_edge *e, uint32_t t) {
  net_var *channel = any(k, 2) ? k->buffer : k->meeting;
  switch (any(k, 5)) {
  case 0:
    test_send(k->f, e, channel, any(k, 2) ? number(k, 3) : test_read(k->f, k->vars[any(k, 3)]), NULL);
    break;
  case 1:
    test_receive(k->f, e, channel);
    if (any(k, 2))
      test_pattern(k->f, e, PATTERN_MATCH, any(k, 2) ? number(k, 3) : test_read(k->f, k->own[t]));
    else
      test_pattern(k->f, e, PATTERN_BIND, test_read(k->f, any(k, 2) ? k->own[t] : k->vars[any(k, 3)]));
    break;
  default:
    break;
  }
}

static void any_edges(maker *k, uint32_t t) {
  for (uint32_t n = 3 + any(k, 3); n > 0; n--) {
    net_edge *e = test_edge(k->f, k->templates[t], any(k, 3), any(k, 3), "e", any_guard(k, t));
    any_sync(k, e, t);
    any_effect(k, e, t);
    e->keeps_control = any(k, 8) == 0;
    e->rank = any(k, 8) == 0 ? 1 + any(k, 2) : 0;
    e->choice = any(k, 8) == 0;
  }
  if (any(k, 3) == 0)
    test_edge(k->f, k->templates[t], any(k, 3), any(k, 3), "else", NULL)->is_else = true;
  if (t == 2 || any(k, 6) == 0)
    test_end_edge(k->f, k->templates[t], any(k, 3), "end");
}

static void any_network(maker *k) {
  static const char *const names[] = {"A", "B", "C"};
  for (uint32_t i = 0; i < 3; i++)
    k->vars[i] = test_var(k->f, NULL, "g", 0);
  k->buffer = test_channel(k->f, NULL, "buffer", 1 + any(k, 2), 1);
  k->meeting = test_channel(k->f, NULL, "meeting", 0, 1);
  for (uint32_t i = 0; i < 3; i++) {
    k->templates[i] = test_template(k->f, names[i], 3);
    k->own[i] = test_var(k->f, k->templates[i], "own", 0);
  }
  for (uint32_t i = 0; i < 3; i++)
    any_edges(k, i);
  test_process(k->f, k->templates[0], 1);
  test_process(k->f, k->templates[1], 1);
  test_process(k->f, k->templates[1], 1);
  k->templates[any(k, 3)]->is_deterministic = any(k, 8) == 0;
  if (any(k, 8) == 0)
    k->templates[any(k, 3)]->provided = test_is(k->f, k->vars[0], 0);
  net_finish(k->f->n);
}

static bool note_step(void *context, const successor *s) {
  maker *k = context;
  bool is_new, is_initial = k->current == NOWHERE;
  uint32_t to = s->state && s->fault == FAULT_NONE ? k->states->put(k->states, s->state, s->size, &is_new) : NOWHERE;
  for (uint32_t i = is_initial ? 0 : k->first.at[k->current]; i < k->steps.count && !is_initial; i++)
    if (net_is_same_action(&k->steps.at[i].by, &s->by))
      return true;
  if (!is_initial)
    vec_push(k->f->m, &k->steps, ((step){k->current, to, s->by}));
  return true;
}

static uint32_t explore(maker *k) {
  mem *m = k->f->m;
  k->space = space_discrete(m, k->f->n, NULL, 0);
  k->states = store_hash.open(m, NULL);
  k->current = NOWHERE;
  k->space->initial(k->space, note_step, k);
  for (k->current = 0; k->current < MOST_STATES && k->current < k->states->count(k->states); k->current++) {
    uint32_t size;
    const uint8_t *state = k->states->get(k->states, k->current, &size);
    uint8_t *copy = memcpy(mem_alloc(m, size + 1), state, size);
    vec_push(m, &k->first, k->steps.count);
    k->space->expand(k->space, copy, size, note_step, k);
    mem_free(m, copy);
  }
  vec_push(m, &k->first, k->steps.count);
  return k->current;
}

static const step *find(const maker *k, uint32_t state, const net_action *by) {
  for (uint32_t i = k->first.at[state]; i < k->first.at[state + 1]; i++)
    if (net_is_same_action(&k->steps.at[i].by, by))
      return &k->steps.at[i];
  return NULL;
}

typedef bool relation(influence *i, uint32_t one, uint32_t other);

static bool any_pair(influence *i, relation *is_so, const net_action *a, const net_action *b) {
  uint32_t one[] = {a->edge, a->partner_edge}, other[] = {b->edge, b->partner_edge};
  for (uint32_t n = 0; n < 4; n++)
    if (one[n / 2] != NET_ALONE && other[n % 2] != NET_ALONE && is_so(i, one[n / 2], other[n % 2]))
      return true;
  return false;
}

static bool takes_part(const net_action *a, uint32_t pid) {
  return a->pid == pid || (a->partner_edge != NET_ALONE && a->partner == pid);
}

static bool share_a_process(const net_action *a, const net_action *b) {
  return takes_part(a, b->pid) || (b->partner_edge != NET_ALONE && takes_part(a, b->partner));
}

static uint64_t seed_now, independent, quiet, pairs;

static void check_after(const maker *k, influence *i, const step *a) {
  for (uint32_t n = k->first.at[a->to]; n < k->first.at[a->to + 1]; n++) {
    const net_action *b = &k->steps.at[n].by;
    if (!find(k, a->from, b) && !any_pair(i, influence_enables, &a->by, b))
      fail_msg("network %u: edge %u enables %u", (uint32_t)seed_now, a->by.edge, b->edge);
  }
  for (uint32_t n = k->first.at[a->from]; n < k->first.at[a->from + 1]; n++) {
    const net_action *b = &k->steps.at[n].by;
    if (!find(k, a->to, b) && !any_pair(i, influence_disables, &a->by, b))
      fail_msg("network %u: edge %u disables %u", (uint32_t)seed_now, a->by.edge, b->edge);
    quiet += !any_pair(i, influence_disables, &a->by, b);
  }
}

static void check_order(const maker *k, influence *i, const step *a, const step *b, uint32_t expanded) {
  pairs++;
  if (share_a_process(&a->by, &b->by) || any_pair(i, influence_conflicts, &a->by, &b->by))
    return;
  const step *then_b = a->to < expanded ? find(k, a->to, &b->by) : NULL;
  const step *then_a = b->to < expanded ? find(k, b->to, &a->by) : NULL;
  if ((a->to < expanded && !then_b) || (b->to < expanded && !then_a))
    fail_msg("network %u: of edges %u and %u one disables the other", (uint32_t)seed_now, a->by.edge, b->by.edge);
  if (then_a && then_b && then_a->to != then_b->to)
    fail_msg("network %u: edges %u and %u do not commute", (uint32_t)seed_now, a->by.edge, b->by.edge);
  independent++;
}

NET_TEST(one_network) {
  maker k = {.f = f, .seed = seed_now};
  any_network(&k);
  uint32_t expanded = explore(&k);
  facts *known = facts_open(f->m, f->n);
  influence *i = facts_influence(known);
  for (uint32_t s = 0; s < expanded; s++)
    for (uint32_t n = k.first.at[s]; n < k.first.at[s + 1]; n++) {
      if (k.steps.at[n].to < expanded)
        check_after(&k, i, &k.steps.at[n]);
      for (uint32_t o = k.first.at[s]; o < n; o++)
        check_order(&k, i, &k.steps.at[n], &k.steps.at[o], expanded);
    }
  facts_close(known);
  vec_free(f->m, &k.steps);
  vec_free(f->m, &k.first);
  k.states->close(k.states);
  k.space->close(k.space);
}

static void nothing_happens_that_was_not_said(void **state) {
  for (seed_now = 1; seed_now <= NETWORKS; seed_now++)
    one_network(state);
  assert_true(independent > pairs / 50 && quiet > pairs / 50); // it does not say yes to everything
}

// Two processes that write different variables, and a third that reads one of them.
NET_TEST(by_hand) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2), *r = test_active(f, "R", 2);
  test_set(f, test_edge(f, p, 0, 1, "x", NULL), x, 1);
  test_set(f, test_edge(f, q, 0, 1, "y", NULL), y, 1);
  test_edge(f, r, 0, 1, "look", test_is(f, x, 1));
  test_edge(f, r, 1, 0, "back", NULL);
  net_finish(f->n);
  size_t before = mem_used(f->m);
  facts *known = facts_open(f->m, f->n);
  influence *i = facts_influence(known);
  assert_false(influence_conflicts(i, 0, 1));
  assert_true(influence_conflicts(i, 0, 2));
  assert_true(influence_conflicts(i, 2, 0));
  assert_false(influence_conflicts(i, 1, 2));
  assert_true(influence_enables(i, 0, 2));
  assert_false(influence_enables(i, 1, 2));
  assert_false(influence_disables(i, 1, 2));
  assert_true(influence_enables(i, 3, 2));
  assert_true(influence_disables(i, 2, 2)); // it moves away
  assert_false(influence_enables(i, 2, 2));
  facts_close(known);
  assert_int_equal(mem_used(f->m), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(nothing_happens_that_was_not_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
