#include "test_agree.h"

// The number of states, after each was compared with the reference interpreter.
static uint32_t states(net_fixture *f) {
  test_finish(f->n);
  return agree_all(f->m, f->n, 2000);
}

// What the network's steps from the start are, and the faults they end in.
static agree first_steps(net_fixture *f) {
  test_finish(f->n);
  agree a = {.m = f->m, .net = f->n, .space = space_discrete(f->m, f->n, NULL, 0)};
  a.space->initial(a.space, agree_visit, &a);
  uint8_t state[256];
  uint32_t size = a.bytes.count;
  memcpy(state, a.bytes.at, size);
  agree_expand(&a, state, size, NULL, 0);
  return a;
}

static fault only_fault(net_fixture *f) {
  agree a = first_steps(f);
  assert_int_equal(a.steps.count, 1);
  return a.steps.at[0].fault;
}

static expr *plus(net_fixture *f, const net_var *v, int32_t n) {
  return test_two(f, EXPR_ADD, test_read(f, v), test_number(f, n));
}

static net_edge *increment(net_fixture *f, net_template *t, uint32_t from, uint32_t to, const net_var *v) {
  net_edge *e = test_edge(f, t, from, to, "inc", NULL);
  test_assign(f, e, test_read(f, v), plus(f, v, 1));
  return e;
}

NET_TEST(counter_wraps_around) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *t = test_active(f, "P", 1);
  increment(f, t, 0, 0, x);
  assert_int_equal(states(f), 256);
}

NET_TEST(odd_widths_are_cut) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 3), *z = test_var(f, NULL, "z", 0);
  x->type.bits = 5;
  y->type = test_short;
  y->type.bits = 11;
  z->type = test_short;
  z->type.bits = 32;
  net_template *t = test_active(f, "P", 1);
  net_edge *e = increment(f, t, 0, 0, x);
  test_assign(f, e, test_at(f, y, test_number(f, 1)), test_two(f, EXPR_MUL, test_read(f, x), test_number(f, 99)));
  test_assign(f, e, test_read(f, z), test_two(f, EXPR_SUB, test_at(f, y, test_number(f, 1)), test_number(f, 70000)));
  assert_int_equal(states(f), 33);
}

NET_TEST(else_is_for_when_nothing_else_is_possible) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *t = test_active(f, "P", 2);
  net_edge *e = test_edge(f, t, 0, 0, "low", test_two(f, EXPR_LT, test_read(f, x), test_number(f, 5)));
  test_assign(f, e, test_read(f, x), plus(f, x, 1));
  e = test_edge(f, t, 0, 1, "else", NULL);
  e->is_else = true;
  assert_int_equal(states(f), 7);
}

NET_TEST(ranks_stop_the_others) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *t = test_active(f, "P", 3);
  test_edge(f, t, 0, 1, "escape", test_is(f, x, 3))->rank = 1;
  test_edge(f, t, 0, 2, "escape2", test_is(f, x, 3))->rank = 1;
  increment(f, t, 0, 0, x);
  assert_int_equal(states(f), 6);
}

NET_TEST(of_a_choice_only_the_first) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *t = test_active(f, "P", 4);
  test_edge(f, t, 0, 1, "a", test_is(f, x, 1))->choice = 1;
  test_edge(f, t, 0, 2, "b", NULL)->choice = 1;
  test_edge(f, t, 0, 3, "c", NULL)->choice = 1;
  test_edge(f, t, 0, 3, "d", NULL)->choice = 2;
  agree a = first_steps(f);
  assert_int_equal(a.steps.count, 2);
}

NET_TEST(control_is_kept_and_lost_when_blocked) {
  net_var *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 4), *q = test_active(f, "Q", 2);
  increment(f, p, 0, 1, x)->keeps_control = true;
  increment(f, p, 1, 2, x)->keeps_control = true;
  test_edge(f, p, 2, 3, "wait", test_is(f, y, 1));
  increment(f, q, 0, 1, y);
  // At the wait P holds control only if Q had moved before; if Q moves later, P waits without it.
  assert_int_equal(states(f), 8);
}

NET_TEST(nobody_else_moves_while_control_is_held) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  increment(f, p, 0, 1, x)->keeps_control = true;
  increment(f, p, 1, 2, x);
  increment(f, q, 0, 1, x);
  assert_int_equal(states(f), 6);
}

static net_edge *rendezvous_pair(net_fixture *f, net_template *p, net_template *q, const net_var *c, const net_var *x) {
  net_edge *e = test_edge(f, p, 0, 1, "send", NULL);
  test_send(f, e, c, test_number(f, 300), test_number(f, 2));
  e = test_edge(f, q, 0, 1, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_BIND, test_read(f, x));
  test_pattern(f, e, PATTERN_MATCH, test_number(f, 2));
  return e;
}

NET_TEST(rendezvous_with_several_receivers) {
  net_var *c = test_channel(f, NULL, "c", 0, 2), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 3);
  test_process(f, q, 1);
  rendezvous_pair(f, p, q, c, x);
  net_edge *e = test_edge(f, q, 0, 2, "other", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  test_pattern(f, e, PATTERN_MATCH, test_number(f, 3));
  agree a = first_steps(f);
  assert_int_equal(a.steps.count, 2);
  assert_int_equal(a.steps.at[0].cost, 2);
  assert_int_equal(a.steps.at[0].by.partner, 2);
  assert_int_equal(a.steps.at[1].by.partner, 1);
  assert_int_equal(states(f), 3);
}

NET_TEST(rendezvous_ranks_choice_and_else) {
  net_var *c = test_channel(f, NULL, "c", 0, 2), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 4);
  net_edge *e = rendezvous_pair(f, p, q, c, x);
  e->rank = 1;
  test_edge(f, p, 0, 2, "else", NULL)->is_else = true; // the rendezvous is possible
  for (uint32_t i = 0; i < 3; i++) {
    e = test_edge(f, q, 0, 2 + i / 2, "more", NULL);
    test_receive(f, e, c);
    test_pattern(f, e, PATTERN_ANY, NULL);
    test_pattern(f, e, PATTERN_ANY, NULL);
    e->choice = 4;
  }
  agree a = first_steps(f);
  assert_int_equal(a.steps.count, 1);
  assert_int_equal(states(f), 2);
}

NET_TEST(rendezvous_passes_control_to_the_receiver) {
  net_var *c = test_channel(f, NULL, "c", 0, 2), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 3), *o = test_active(f, "O", 2);
  rendezvous_pair(f, p, q, c, x)->keeps_control = true;
  f->n->edges.at[0]->keeps_control = true;
  increment(f, p, 1, 2, x);
  increment(f, q, 1, 2, x);
  increment(f, o, 0, 1, x);
  assert_true(states(f) > 5);
}

NET_TEST(a_blocked_sender_does_not_hold_control) {
  net_var *c = test_channel(f, NULL, "c", 0, 1), *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 3);
  increment(f, p, 0, 1, x)->keeps_control = true;
  net_edge *e = test_edge(f, p, 1, 2, "send", NULL);
  test_send(f, e, c, test_number(f, 1), NULL);
  increment(f, q, 0, 1, x);
  e = test_edge(f, q, 1, 2, "receive", NULL);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_BIND, test_read(f, x));
  assert_int_equal(states(f), 6);
}

NET_TEST(buffered_channels) {
  net_var *c = test_channel(f, NULL, "c", 2, 2), *x = test_var(f, NULL, "x", 0), *y = test_var(f, NULL, "y", 2);
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  for (int32_t i = 0; i < 2; i++) {
    net_edge *e = test_edge(f, p, 0, 0, "send", NULL);
    test_send(f, e, c, test_number(f, 3 - i), test_number(f, 256 + i));
    e->sync.sorted = i == 1;
  }
  for (int32_t i = 0; i < 8; i++) {
    net_edge *e = test_edge(f, q, 0, 0, "receive", NULL);
    test_receive(f, e, c);
    test_pattern(f, e, PATTERN_BIND, test_read(f, x));
    test_pattern(f, e, i & 4 ? PATTERN_MATCH : PATTERN_BIND,
                 i & 4 ? test_number(f, 1) : test_at(f, y, test_number(f, i & 1)));
    e->sync.random = i & 1;
    e->sync.peek = i & 2;
  }
  assert_true(states(f) > 30);
}

NET_TEST(predicates_of_channels) {
  net_var *c = test_channel(f, NULL, "c", 2, 1), *d = test_channel(f, NULL, "d", 300, 1),
          *r = test_channel(f, NULL, "r", 0, 1);
  net_var *which = test_var(f, NULL, "which", 0), *x = test_var(f, NULL, "x", 16);
  which->type = test_chan;
  net_template *p = test_active(f, "P", 1);
  const net_var *channels[] = {c, d, r};
  for (int32_t i = 0; i < 3; i++) {
    net_edge *e = test_edge(f, p, 0, 0, "pick", NULL);
    test_assign(f, e, test_read(f, which), test_read(f, channels[i]));
    for (int32_t k = 0; k < 5; k++) {
      test_assign(f, e, test_at(f, x, test_number(f, k)),
                  test_of(f, (expr_op)(EXPR_LEN + k), test_read(f, channels[i])));
      test_assign(f, e, test_at(f, x, test_number(f, k + 5)), test_of(f, (expr_op)(EXPR_LEN + k), test_read(f, which)));
    }
  }
  net_edge *e =
      test_edge(f, p, 0, 0, "send", test_two(f, EXPR_LT, test_of(f, EXPR_LEN, test_read(f, d)), test_number(f, 3)));
  test_send(f, e, d, test_of(f, EXPR_LEN, test_read(f, c)), NULL);
  e = test_edge(f, p, 0, 0, "send2", test_two(f, EXPR_NE, test_read(f, which), test_read(f, r)));
  test_send(f, e, c, test_of(f, EXPR_LEN, test_read(f, d)), NULL);
  assert_true(states(f) > 50);
}

static expr *poll(net_fixture *f, const net_var *c, int32_t value, bool any) {
  expr *e = test_of(f, EXPR_POLL, test_read(f, c));
  e->value = any;
  vec_push(f->m, &e->patterns, ((net_pattern){PATTERN_MATCH, test_number(f, value)}));
  return e;
}

NET_TEST(polls) {
  net_var *c = test_channel(f, NULL, "c", 3, 1), *x = test_var(f, NULL, "x", 0), *copy = test_var(f, NULL, "copy", 0);
  copy->type = test_chan;
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "send", NULL);
  test_send(f, e, c, test_read(f, x), NULL);
  test_assign(f, e, test_read(f, x), test_two(f, EXPR_MOD, plus(f, x, 1), test_number(f, 3)));
  test_assign(f, e, test_read(f, copy), test_read(f, c));
  for (int32_t i = 0; i < 4; i++) {
    expr *sent = test_two(f, EXPR_NE, test_read(f, copy), test_number(f, 0));
    e = test_edge(f, p, 0, 0, "take", test_two(f, EXPR_AND, sent, poll(f, i & 2 ? copy : c, 1, i & 1)));
    test_receive(f, e, c);
    test_pattern(f, e, PATTERN_MATCH, test_number(f, 1));
    e->sync.random = i & 1;
  }
  e = test_edge(f, p, 0, 0, "drop", test_of(f, EXPR_NOT, poll(f, c, 1, true)));
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_ANY, NULL);
  assert_int_equal(states(f), 18);
}

static net_stmt *start(net_fixture *f, net_edge *e, const net_template *t, expr *target, expr *argument) {
  net_stmt *s = test_stmt(f, e, STMT_RUN);
  s->template_ = (int32_t)t->index;
  s->priority = 1;
  s->target = target;
  if (argument)
    vec_push(f->m, &s->args, argument);
  return s;
}

NET_TEST(processes_start_and_die_in_a_stack) {
  net_var *x = test_var(f, NULL, "x", 0), *c = test_var(f, NULL, "c", 0);
  c->type = test_chan;
  net_template *p = test_active(f, "P", 1), *q = test_template(f, "Q", 3);
  net_var *n = test_var(f, q, "n", 0), *own = test_channel(f, q, "own", 1, 1), *pair = test_channel(f, q, "pair", 0, 1);
  n->is_parameter = true;
  q->parameters = 1;
  pair->cells = 2;
  pair->parts.at[0].length = 2;
  net_edge *e = test_edge(f, p, 0, 0, "run", test_two(f, EXPR_LT, test_of(f, EXPR_PROCESSES, NULL), test_number(f, 4)));
  start(f, e, q, test_read(f, x), test_two(f, EXPR_ADD, test_of(f, EXPR_PROCESSES, NULL), test_number(f, 256)));
  e = test_edge(f, q, 0, 1, "send", NULL);
  test_send(f, e, own, test_read(f, n), NULL);
  test_assign(f, e, test_read(f, c), test_at(f, pair, test_number(f, 1)));
  e = test_edge(f, q, 1, 2, "receive", NULL);
  test_receive(f, e, own);
  test_pattern(f, e, PATTERN_BIND, test_read(f, x));
  test_end_edge(f, q, 2, "end");
  assert_true(states(f) > 100);
}

NET_TEST(many_layouts) {
  // More than 255 sequences of templates, and templates that take one another's places.
  net_template *p = test_active(f, "P", 1), *t[2];
  for (uint32_t i = 0; i < 2; i++) {
    t[i] = test_template(f, "T", 2);
    net_edge *e =
        test_edge(f, p, 0, 0, "run", test_two(f, EXPR_LT, test_of(f, EXPR_PROCESSES, NULL), test_number(f, 9)));
    start(f, e, t[i], NULL, NULL);
  }
  test_edge(f, t[0], 0, 1, "move", test_two(f, EXPR_EQ, test_of(f, EXPR_PROCESSES, NULL), test_number(f, 9)));
  test_end_edge(f, t[0], 1, "end");
  assert_true(states(f) > 511);
}

NET_TEST(timeout_when_nothing_else_is_possible) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  increment(f, p, 0, 1, x);
  test_edge(f, q, 0, 1, "timeout", test_of(f, EXPR_TIMEOUT, NULL));
  assert_int_equal(states(f), 3);
}

NET_TEST(priorities) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_template(f, "Q", 3);
  test_process(f, q, 5);
  increment(f, p, 0, 1, x);
  increment(f, p, 1, 2, x);
  test_edge(f, q, 0, 1, "wait", test_is(f, x, 1));
  net_edge *e = test_edge(f, q, 1, 2, "yield", NULL);
  net_stmt *s = test_stmt(f, e, STMT_SET_PRIORITY);
  vec_push(f->m, &s->args, test_of(f, EXPR_PID, NULL));
  vec_push(f->m, &s->args, test_of(f, EXPR_PRIORITY, test_number(f, 0)));
  assert_int_equal(states(f), 5);
}

NET_TEST(provided) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  p->provided = test_two(f, EXPR_NE, test_read(f, x), test_number(f, 1));
  increment(f, p, 0, 1, x)->keeps_control = true;
  increment(f, p, 1, 2, x);
  increment(f, q, 0, 1, x);
  assert_int_equal(states(f), 5);
}

NET_TEST(enabled_and_last) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  net_edge *e = test_edge(f, p, 0, 1, "if enabled", test_of(f, EXPR_ENABLED, test_number(f, 1)));
  test_assign(f, e, test_read(f, x), test_of(f, EXPR_LAST, NULL));
  increment(f, q, 0, 1, x);
  assert_int_equal(states(f), 4);
}

NET_TEST(remote_references) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 1);
  net_var *own = test_var(f, q, "own", 3);
  own->type = test_short;
  increment(f, p, 0, 1, x);
  test_edge(f, p, 1, 2, "go", NULL);
  p->flow.locations.at[1].origin = 17;
  expr *at = test_of(f, EXPR_AT, test_number(f, 0));
  at->value = (int32_t)p->index;
  vec_push(f->m, &at->locations, 1);
  net_edge *e = test_edge(f, q, 0, 0, "look", at);
  expr *remote = test_of(f, EXPR_REMOTE_VAR, test_of(f, EXPR_PID, NULL));
  remote->var = own;
  vec_push(f->m, &remote->indices, test_number(f, 1));
  test_assign(f, e, test_at(f, own, test_number(f, 1)), test_of(f, EXPR_PC, test_number(f, 0)));
  test_assign(f, e, test_read(f, x), remote);
  expr *absent = test_of(f, EXPR_REMOTE_VAR, test_number(f, 0));
  absent->var = own;
  vec_push(f->m, &absent->indices, test_number(f, 1));
  test_assign(f, e, test_at(f, own, test_number(f, 2)), absent);
  assert_int_equal(states(f), 5);
}

NET_TEST(deadlock_and_end) {
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "go", NULL);
  assert_int_equal(states(f), 2);
  p->flow.locations.at[1].flags = LOC_END;
  assert_int_equal(states(f), 2);
}

NET_TEST(initial_values_in_order) {
  net_var *a = test_var(f, NULL, "a", 0), *b = test_var(f, NULL, "b", 2), *c = test_var(f, NULL, "c", 3);
  vec_push(f->m, &a->init, test_number(f, 300));
  vec_push(f->m, &b->init, plus(f, a, 1));
  vec_push(f->m, &c->init, test_number(f, 1));
  vec_push(f->m, &c->init, test_at(f, b, test_number(f, 1)));
  vec_push(f->m, &c->init, test_number(f, 3));
  net_template *p = test_active(f, "P", 1);
  net_var *i = test_var(f, p, "i", 0);
  vec_push(f->m, &i->init, test_at(f, c, test_number(f, 2)));
  net_edge *e = test_edge(f, p, 0, 0, "look", test_two(f, EXPR_LT, test_at(f, c, test_read(f, i)), test_read(f, i)));
  (void)e;
  assert_int_equal(states(f), 1);
}

NET_TEST(ghosts_take_no_place) {
  net_var *g = test_var(f, NULL, "g", 4);
  g->is_ghost = true;
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "write", NULL);
  test_assign(f, e, test_at(f, g, test_number(f, 2)), test_number(f, 7));
  assert_int_equal(states(f), 1);
  agree a = first_steps(f);
  assert_int_equal(a.steps.at[0].size, 2); // layout and location
}

static net_flow *add_block(net_fixture *f, net_edge *e, uint32_t locations) {
  net_flow flow = {0};
  vec_push(f->m, &f->n->blocks, flow);
  net_flow *block = &f->n->blocks.at[f->n->blocks.count - 1];
  for (uint32_t i = 0; i < locations; i++)
    net_add_location(f->n, block);
  test_stmt(f, e, STMT_BLOCK)->block = f->n->blocks.count - 1;
  return block;
}

NET_TEST(a_block_is_one_step) {
  net_var *x = test_var(f, NULL, "x", 0), *c = test_channel(f, NULL, "c", 1, 1);
  net_template *p = test_active(f, "P", 2);
  net_flow *block = add_block(f, test_edge(f, p, 0, 1, "block", NULL), 3);
  net_edge *e = net_add_edge(f->n, block, 0, 0);
  e->guard = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 100));
  test_assign(f, e, test_read(f, x), plus(f, x, 1));
  net_add_edge(f->n, block, 0, 1)->is_else = true;
  test_send(f, net_add_edge(f->n, block, 1, 2), c, test_read(f, x), NULL);
  e = net_add_edge(f->n, block, 2, NET_BLOCK_EXIT);
  test_receive(f, e, c);
  test_pattern(f, e, PATTERN_BIND, test_read(f, x));
  assert_int_equal(states(f), 2);
}

static net_flow *faulty_block(net_fixture *f, uint32_t to) {
  net_template *p = test_active(f, "P", 2);
  net_flow *block = add_block(f, test_edge(f, p, 0, 1, "block", NULL), 1);
  net_add_edge(f->n, block, 0, to);
  return block;
}

NET_TEST(faults_of_blocks) {
  net_var *x = test_var(f, NULL, "x", 0), *c = test_channel(f, NULL, "c", 0, 1);
  net_flow *block = faulty_block(f, 0);
  net_edge *e = f->n->edges.at[block->locations.at[0].edges.at[0]];
  test_assign(f, e, test_read(f, x), plus(f, x, 1));
  assert_int_equal(only_fault(f), FAULT_ENDLESS);
  e->guard = test_is(f, x, 1);
  assert_int_equal(only_fault(f), FAULT_BLOCKED);
  e->guard = NULL;
  test_send(f, e, c, test_number(f, 1), NULL);
  assert_int_equal(only_fault(f), FAULT_RENDEZVOUS);
}

static net_edge *one_assignment(net_fixture *f, net_var **x, expr *(*value)(net_fixture *f, const net_var *x)) {
  *x = test_var(f, NULL, "x", 3);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_assign(f, e, test_at(f, *x, test_number(f, 0)), value(f, *x));
  return e;
}

static expr *divide(net_fixture *f, const net_var *x) {
  return test_two(f, EXPR_DIV, test_number(f, 1), test_at(f, x, test_number(f, 1)));
}
static expr *out_of_range(net_fixture *f, const net_var *x) {
  return test_at(f, x, test_two(f, EXPR_ADD, test_at(f, x, test_number(f, 1)), test_number(f, 3)));
}
static expr *constant_out_of_range(net_fixture *f, const net_var *x) { return test_at(f, x, test_number(f, -1)); }
static expr *no_channel(net_fixture *f, const net_var *x) {
  return test_of(f, EXPR_LEN, test_at(f, x, test_number(f, 1)));
}
static expr *self_enabled(net_fixture *f, const net_var *x) {
  (void)x;
  return test_of(f, EXPR_ENABLED, test_number(f, 0));
}

NET_TEST(fault_division) {
  net_var *x;
  one_assignment(f, &x, divide);
  assert_int_equal(only_fault(f), FAULT_DIVISION);
}
NET_TEST(fault_index) {
  net_var *x;
  one_assignment(f, &x, out_of_range);
  assert_int_equal(only_fault(f), FAULT_INDEX);
}
NET_TEST(fault_constant_index) {
  net_var *x;
  one_assignment(f, &x, constant_out_of_range);
  assert_int_equal(only_fault(f), FAULT_INDEX);
}
NET_TEST(fault_no_channel) {
  net_var *x;
  one_assignment(f, &x, no_channel);
  assert_int_equal(only_fault(f), FAULT_NO_CHANNEL);
}
NET_TEST(fault_enabled) {
  net_var *x;
  one_assignment(f, &x, self_enabled);
  assert_int_equal(only_fault(f), FAULT_ENABLED);
}

NET_TEST(fault_in_a_guard_makes_the_edge_possible) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "go", test_two(f, EXPR_MOD, test_number(f, 1), test_read(f, x)));
  assert_int_equal(only_fault(f), FAULT_DIVISION);
}

NET_TEST(fault_assert_is_passed) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "go", NULL);
  test_assert(f, e, test_read(f, x), "x");
  test_set(f, e, x, 9);
  assert_int_equal(only_fault(f), FAULT_ASSERT);
  assert_int_equal(states(f), 2);
}

NET_TEST(fault_fields_and_poll) {
  net_var *c = test_channel(f, NULL, "c", 1, 2), *r = test_channel(f, NULL, "r", 0, 1),
          *which = test_var(f, NULL, "w", 0);
  which->type = test_chan;
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 0, "send", NULL);
  test_send(f, e, c, test_number(f, 1), NULL);
  assert_int_equal(only_fault(f), FAULT_FIELDS);
  e->sync = (net_sync){0};
  test_receive(f, e, r);
  test_pattern(f, e, PATTERN_ANY, NULL);
  e->sync.peek = true;
  assert_int_equal(only_fault(f), FAULT_POLL);
  e->sync = (net_sync){0};
  e->guard = poll(f, r, 1, false);
  assert_int_equal(only_fault(f), FAULT_POLL);
}

NET_TEST(fault_choice) {
  net_template *p = test_active(f, "P", 2);
  p->is_deterministic = true;
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 0, 1, "b", NULL);
  agree a = first_steps(f);
  assert_int_equal(a.steps.at[0].fault, FAULT_NONE);
  assert_int_equal(a.steps.at[1].fault, FAULT_CHOICE);
}

NET_TEST(fault_processes_and_channels) {
  net_template *p = test_active(f, "P", 1), *q = test_template(f, "Q", 1);
  start(f, test_edge(f, p, 0, 0, "run", NULL), q, NULL, NULL);
  assert_int_equal(states(f), 255);
  net_var *c = test_channel(f, q, "c", 0, 1);
  c->cells = 100;
  c->parts.at[0].length = 100;
  assert_int_equal(states(f), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counter_wraps_around),
      cmocka_unit_test(odd_widths_are_cut),
      cmocka_unit_test(else_is_for_when_nothing_else_is_possible),
      cmocka_unit_test(ranks_stop_the_others),
      cmocka_unit_test(of_a_choice_only_the_first),
      cmocka_unit_test(control_is_kept_and_lost_when_blocked),
      cmocka_unit_test(nobody_else_moves_while_control_is_held),
      cmocka_unit_test(rendezvous_with_several_receivers),
      cmocka_unit_test(rendezvous_ranks_choice_and_else),
      cmocka_unit_test(rendezvous_passes_control_to_the_receiver),
      cmocka_unit_test(a_blocked_sender_does_not_hold_control),
      cmocka_unit_test(buffered_channels),
      cmocka_unit_test(predicates_of_channels),
      cmocka_unit_test(polls),
      cmocka_unit_test(processes_start_and_die_in_a_stack),
      cmocka_unit_test(many_layouts),
      cmocka_unit_test(timeout_when_nothing_else_is_possible),
      cmocka_unit_test(priorities),
      cmocka_unit_test(provided),
      cmocka_unit_test(enabled_and_last),
      cmocka_unit_test(remote_references),
      cmocka_unit_test(deadlock_and_end),
      cmocka_unit_test(initial_values_in_order),
      cmocka_unit_test(ghosts_take_no_place),
      cmocka_unit_test(a_block_is_one_step),
      cmocka_unit_test(faults_of_blocks),
      cmocka_unit_test(fault_division),
      cmocka_unit_test(fault_index),
      cmocka_unit_test(fault_constant_index),
      cmocka_unit_test(fault_no_channel),
      cmocka_unit_test(fault_enabled),
      cmocka_unit_test(fault_in_a_guard_makes_the_edge_possible),
      cmocka_unit_test(fault_assert_is_passed),
      cmocka_unit_test(fault_fields_and_poll),
      cmocka_unit_test(fault_choice),
      cmocka_unit_test(fault_processes_and_channels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
