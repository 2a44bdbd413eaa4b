// Every rule of docs/network.md, on networks that are made by hand.
#include "test_trace_net.h"

NET_TEST(initial_values) {
  net_var *x = test_var(f, NULL, "x", 0), *a = test_var(f, NULL, "a", 3), *y = test_var(f, NULL, "y", 0);
  net_template *p = test_active(f, "P", 1);
  net_var *own = test_var(f, p, "own", 0), *late = test_var(f, p, "late", 0);
  vec_push(f->m, &x->init, test_number(f, 300)); // a byte holds 44
  for (int i = 0; i < 3; i++)
    vec_push(f->m, &a->init, test_number(f, i + 1));
  vec_push(f->m, &y->init, test_two(f, EXPR_ADD, test_read(f, x), test_at(f, a, test_number(f, 2))));
  vec_push(f->m, &own->init, expr_new(f->a, EXPR_PID, test_place));
  vec_push(f->m, &late->init, test_two(f, EXPR_ADD, test_read(f, own), test_number(f, 5)));
  test_process(f, p, 1);
  test_start(f);
  assert_int_equal(test_global(f, x, 0), 44);
  assert_int_equal(test_global(f, a, 1), 2);
  assert_int_equal(test_global(f, y, 0), 47);
  assert_int_equal(test_local(f, 0, late), 5);
  assert_int_equal(test_local(f, 1, late), 6);
  assert_int_equal(ref_now(f->r)->control, NET_NONE);
  assert_int_equal(test_eval(f, expr_new(f->a, EXPR_LAST, test_place), FAULT_NONE), 0);
}

NET_TEST(initial_fault) {
  net_var *x = test_var(f, NULL, "x", 0);
  test_edge(f, test_active(f, "P", 1), 0, 0, "skip", NULL);
  vec_push(f->m, &x->init, test_two(f, EXPR_DIV, test_number(f, 1), test_number(f, 0)));
  test_finish(f->n);
  f->r = ref_new(f->m, f->n);
  assert_int_equal(ref_initial_fault(f->r), FAULT_DIVISION);
  assert_string_equal(test_possible(f), "");
  assert_false(ref_is_deadlock(f->r));
}

NET_TEST(youngest_first) {
  net_template *p = test_active(f, "P", 2);
  test_process(f, p, 1);
  test_edge(f, p, 0, 1, "a", NULL);
  test_edge(f, p, 0, 1, "b", NULL);
  test_start(f);
  assert_string_equal(test_possible(f), "1.a 1.b 0.a 0.b");
  test_ok(f, "1.b");
  assert_string_equal(test_possible(f), "0.a 0.b");
  assert_int_equal(test_eval(f, expr_new(f->a, EXPR_LAST, test_place), FAULT_NONE), 1);
}

NET_TEST(guards_and_else) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  net_edge *set = test_edge(f, p, 0, 0, "x=1", test_is(f, x, 0));
  test_set(f, set, x, 1);
  test_edge(f, p, 0, 0, "two", test_is(f, x, 2));
  test_edge(f, p, 0, 0, "else", NULL)->is_else = true;
  test_start(f);
  assert_string_equal(test_possible(f), "0.x=1");
  test_ok(f, "0.x=1");
  assert_string_equal(test_possible(f), "0.else");
}

NET_TEST(rank_ends_the_looking) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  net_edge *e[5];
  static const char *const names[] = {"a", "b", "c", "d", "e"};
  static const uint32_t ranks[] = {2, 2, 1, 1, 0};
  for (int i = 0; i < 5; i++) {
    e[i] = test_edge(f, p, 0, 0, names[i], NULL);
    e[i]->rank = ranks[i];
  }
  e[0]->guard = e[1]->guard = test_is(f, x, 1);
  e[2]->guard = test_is(f, x, 2);
  e[3]->guard = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 3));
  test_assign(f, e[3], test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  test_start(f);
  assert_string_equal(test_possible(f), "0.d");
  test_ok(f, "0.d");
  assert_string_equal(test_possible(f), "0.a 0.b");
  test_set(f, e[0], x, 2);
  test_ok(f, "0.a");
  assert_string_equal(test_possible(f), "0.c 0.d");
  test_ok(f, "0.d");
  assert_string_equal(test_possible(f), "0.e");
}

NET_TEST(else_within_a_rank) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  net_edge *a = test_edge(f, p, 0, 0, "a", test_is(f, x, 0)), *b = test_edge(f, p, 0, 0, "else", NULL);
  a->rank = b->rank = 1;
  b->is_else = true;
  test_edge(f, p, 0, 0, "main", NULL);
  test_start(f);
  assert_string_equal(test_possible(f), "0.a");
  a->guard = test_is(f, x, 1);
  assert_string_equal(test_possible(f), "0.else");
}

NET_TEST(one_of_a_choice) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_edge(f, p, 0, 0, "a", test_is(f, x, 1))->choice = 1;
  test_edge(f, p, 0, 0, "b", test_is(f, x, 0))->choice = 1;
  test_edge(f, p, 0, 0, "c", NULL);
  test_edge(f, p, 0, 0, "d", NULL)->choice = 1;
  test_edge(f, p, 0, 0, "e", NULL)->choice = 2;
  test_edge(f, p, 0, 0, "f", NULL)->choice = 2;
  test_start(f);
  assert_string_equal(test_possible(f), "0.b 0.c 0.e");
}

NET_TEST(atomic_control) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 4), *q = test_active(f, "Q", 2);
  test_edge(f, p, 0, 1, "a", NULL)->keeps_control = true;
  test_edge(f, p, 1, 2, "b", NULL)->keeps_control = true;
  test_edge(f, p, 2, 3, "c", test_is(f, x, 1));
  net_edge *set = test_edge(f, q, 0, 1, "x=1", NULL);
  test_set(f, set, x, 1);
  test_start(f);
  assert_string_equal(test_possible(f), "1.x=1 0.a");
  test_ok(f, "0.a");
  assert_int_equal(ref_now(f->r)->control, 0);
  assert_string_equal(test_possible(f), "0.b");
  // It cannot go on, so it does not hold control: the state is the same as if it never had.
  test_ok(f, "0.b");
  assert_int_equal(ref_now(f->r)->control, NET_NONE);
  assert_string_equal(test_possible(f), "1.x=1");
  test_ok(f, "1.x=1");
  test_ok(f, "0.c");
  assert_true(ref_is_deadlock(f->r));
}

NET_TEST(another_may_not_move_in_an_atomic_sequence) {
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 2);
  test_edge(f, p, 0, 1, "a", NULL)->keeps_control = true;
  test_edge(f, p, 1, 2, "b", NULL);
  net_edge *other = test_edge(f, q, 0, 1, "q", NULL);
  test_start(f);
  test_ok(f, "0.a");
  net_action step = {.edge = other->id, .partner_edge = NET_ALONE, .pid = 1};
  fault result;
  const net_stmt *at;
  const char *why = NULL;
  assert_int_equal(ref_step(f->r, &step, &result, &at, &why), REF_IMPOSSIBLE);
  assert_string_equal(why, "another process is inside an atomic sequence");
  step.pid = 0;
  assert_int_equal(ref_step(f->r, &step, &result, &at, &why), REF_IMPOSSIBLE);
  assert_string_equal(why, "the process is not at this statement");
  step.pid = 7;
  assert_int_equal(ref_step(f->r, &step, &result, &at, &why), REF_IMPOSSIBLE);
  assert_string_equal(why, "there is no such process");
}

// P sends on a rendezvous channel; Q and R receive.
typedef struct meeting {
  net_template *p, *q, *r;
  net_var *c, *x, *got;
  net_edge *send, *receive, *other;
} meeting;

static meeting make_meeting(net_fixture *f) {
  meeting t;
  t.x = test_var(f, NULL, "x", 0);
  t.c = test_channel(f, NULL, "c", 0, 1);
  t.p = test_active(f, "P", 2);
  t.q = test_active(f, "Q", 2);
  t.r = test_active(f, "R", 2);
  t.got = test_var(f, t.q, "got", 0);
  t.send = test_edge(f, t.p, 0, 1, "c!", NULL);
  test_send(f, t.send, t.c, test_two(f, EXPR_ADD, test_read(f, t.x), test_number(f, 259)), NULL);
  t.receive = test_edge(f, t.q, 0, 1, "c?got", NULL);
  test_receive(f, t.receive, t.c);
  test_pattern(f, t.receive, PATTERN_BIND, test_read(f, t.got));
  t.other = test_edge(f, t.r, 0, 1, "c?3", NULL);
  test_receive(f, t.other, t.c);
  test_pattern(f, t.other, PATTERN_MATCH, test_number(f, 3)); // 259 in a byte
  return t;
}

NET_TEST(rendezvous) {
  meeting t = make_meeting(f);
  test_start(f);
  assert_string_equal(test_possible(f), "0.c!>2.c?3 0.c!>1.c?got");
  test_ok(f, "0.c!>1.c?got");
  assert_int_equal(test_local(f, 1, t.got), 3);
  assert_int_equal(ref_now(f->r)->last, 1);
  assert_int_equal(ref_now(f->r)->processes.at[0].location, 1);
  assert_int_equal(ref_now(f->r)->processes.at[1].location, 1);
  assert_true(ref_is_deadlock(f->r));
}

NET_TEST(sender_moves_before_the_receiver_looks) {
  meeting t = make_meeting(f);
  test_set(f, t.send, t.x, 9);
  t.receive->guard = test_is(f, t.x, 9);
  t.other->guard = test_is(f, t.x, 0);
  test_start(f);
  assert_string_equal(test_possible(f), "0.c!>1.c?got");
  test_ok(f, "0.c!>1.c?got");
  assert_int_equal(test_local(f, 1, t.got), 3); // the fields are from before the effect
}

NET_TEST(else_beside_a_rendezvous) {
  meeting t = make_meeting(f);
  test_edge(f, t.p, 0, 1, "else", NULL)->is_else = true;
  test_start(f);
  assert_string_equal(test_possible(f), "0.c!>2.c?3 0.c!>1.c?got");
}

NET_TEST(else_beside_a_rendezvous_that_nobody_wants) {
  meeting t = make_meeting(f);
  test_edge(f, t.p, 0, 1, "else", NULL)->is_else = true;
  t.receive->guard = t.other->guard = test_number(f, 0);
  test_start(f);
  assert_string_equal(test_possible(f), "0.else");
}

NET_TEST(receiver_ranks_and_choices) {
  meeting t = make_meeting(f);
  net_edge *same = test_edge(f, t.q, 0, 1, "c?_", NULL);
  test_receive(f, same, t.c);
  test_pattern(f, same, PATTERN_ANY, NULL);
  t.receive->choice = same->choice = 4;
  test_edge(f, t.q, 0, 1, "plain", NULL);
  t.r->provided = test_is(f, t.x, 1);
  test_start(f);
  assert_string_equal(test_possible(f), "1.plain 0.c!>1.c?got");
  same->choice = 0;
  assert_string_equal(test_possible(f), "1.plain 0.c!>1.c?got 0.c!>1.c?_");
  t.receive->rank = 1;
  assert_string_equal(test_possible(f), "1.plain 0.c!>1.c?got");
}

NET_TEST(rendezvous_control) {
  meeting t = make_meeting(f);
  test_edge(f, t.p, 1, 0, "p2", NULL);
  test_edge(f, t.q, 1, 0, "q2", NULL);
  t.send->keeps_control = true; // the sender always gives it up
  test_start(f);
  test_ok(f, "0.c!>1.c?got");
  assert_int_equal(ref_now(f->r)->control, NET_NONE);
  assert_string_equal(test_possible(f), "1.q2 0.p2");
  t.receive->keeps_control = true;
  test_start(f);
  test_ok(f, "0.c!>1.c?got");
  assert_int_equal(ref_now(f->r)->control, 1);
  assert_string_equal(test_possible(f), "1.q2");
}

NET_TEST(rendezvous_faults) {
  meeting t = make_meeting(f);
  net_var *a = test_var(f, NULL, "a", 2);
  t.receive->sync.patterns.at[0].value = test_at(f, a, test_number(f, 5));
  test_start(f);
  assert_int_equal(test_take(f, "0.c!>1.c?got"), FAULT_INDEX);
  assert_int_equal(ref_now(f->r)->processes.at[0].location, 0); // as before the step
  t.send->sync.fields.at[0] = test_two(f, EXPR_DIV, test_number(f, 1), test_read(f, t.x));
  assert_string_equal(test_possible(f), "0.c!");
  assert_int_equal(test_take(f, "0.c!"), FAULT_DIVISION);
  t.send->sync.fields.at[0] = test_number(f, 1);
  t.receive->sync.peek = true;
  assert_int_equal(test_take(f, "1.c?got"), FAULT_POLL);
  t.receive->sync.peek = false;
  test_pattern(f, t.receive, PATTERN_ANY, NULL);
  assert_int_equal(test_take(f, "0.c!>1.c?got"), FAULT_FIELDS);
  t.receive->sync.patterns.at[0] = (net_pattern){PATTERN_MATCH, test_number(f, 2)}; // not the message: no fault
  assert_string_equal(test_possible(f), "");
  t.receive->sync.patterns.at[0] = (net_pattern){PATTERN_ANY, NULL};
  t.receive->sync.patterns.at[1] = (net_pattern){PATTERN_MATCH, test_number(f, 1)}; // beyond the only field lies 0
  assert_string_equal(test_possible(f), "");
  vec_push(f->m, &t.send->sync.fields, test_number(f, 1));
  assert_string_equal(test_possible(f), "0.c!"); // a fault without a receiver
  assert_int_equal(test_take(f, "0.c!"), FAULT_FIELDS);
}

// One process that does what it likes with a buffered channel of two fields.
typedef struct buffer {
  net_template *p;
  net_var *c, *x, *y;
} buffer;

static buffer make_buffer(net_fixture *f, uint32_t capacity) {
  buffer b;
  b.x = test_var(f, NULL, "x", 0);
  b.y = test_var(f, NULL, "y", 0);
  b.c = test_channel(f, NULL, "c", capacity, 2);
  b.p = test_active(f, "P", 1);
  return b;
}

static net_edge *buffer_send(net_fixture *f, const buffer *b, const char *text, int32_t first, int32_t second) {
  net_edge *e = test_edge(f, b->p, 0, 0, text, NULL);
  test_send(f, e, b->c, test_number(f, first), test_number(f, second));
  return e;
}

static net_edge *buffer_receive(net_fixture *f, const buffer *b, const char *text, int32_t match) {
  net_edge *e = test_edge(f, b->p, 0, 0, text, NULL);
  test_receive(f, e, b->c);
  test_pattern(f, e, match < 0 ? PATTERN_BIND : PATTERN_MATCH, match < 0 ? test_read(f, b->x) : test_number(f, match));
  test_pattern(f, e, PATTERN_BIND, test_read(f, b->y));
  return e;
}

static void assert_messages(net_fixture *f, uint32_t channel, const int32_t *expected, uint32_t count) {
  const ref_channel *c = &ref_now(f->r)->channels.at[channel - 1];
  assert_int_equal(c->cells.count, count);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(c->cells.at[i], expected[i]);
}

NET_TEST(first_in_first_out) {
  buffer b = make_buffer(f, 2);
  buffer_send(f, &b, "a!", 1, 258);
  buffer_send(f, &b, "b!", 3, 4);
  buffer_receive(f, &b, "?x,y", -1);
  buffer_receive(f, &b, "?3,y", 3);
  test_start(f);
  assert_string_equal(test_possible(f), "0.a! 0.b!");
  test_ok(f, "0.a!");
  assert_messages(f, 1, (int32_t[]){1, 2}, 2);
  assert_string_equal(test_possible(f), "0.a! 0.b! 0.?x,y");
  test_ok(f, "0.b!");
  assert_string_equal(test_possible(f), "0.?x,y"); // full, and the oldest is not a 3
  test_ok(f, "0.?x,y");
  assert_int_equal(test_global(f, b.x, 0), 1);
  assert_int_equal(test_global(f, b.y, 0), 2);
  test_ok(f, "0.?3,y");
  assert_int_equal(test_global(f, b.x, 0), 1);
  assert_int_equal(test_global(f, b.y, 0), 4);
  assert_messages(f, 1, NULL, 0);
}

NET_TEST(random_receive_and_peek) {
  buffer b = make_buffer(f, 4);
  buffer_send(f, &b, "1!", 1, 10);
  buffer_send(f, &b, "3!", 3, 30);
  net_edge *any = buffer_receive(f, &b, "??3,y", 3), *peek = buffer_receive(f, &b, "peek 3,y", 3);
  any->sync.random = peek->sync.random = peek->sync.peek = true;
  test_start(f);
  test_ok(f, "0.1!");
  assert_string_equal(test_possible(f), "0.1! 0.3!");
  test_ok(f, "0.3!");
  test_ok(f, "0.1!");
  test_ok(f, "0.peek 3,y");
  assert_int_equal(test_global(f, b.y, 0), 30);
  assert_messages(f, 1, (int32_t[]){1, 10, 3, 30, 1, 10}, 6);
  test_ok(f, "0.??3,y");
  assert_messages(f, 1, (int32_t[]){1, 10, 1, 10}, 4);
}

NET_TEST(sorted_send) {
  buffer b = make_buffer(f, 5);
  buffer_send(f, &b, "2,5", 2, 5)->sync.sorted = true;
  buffer_send(f, &b, "2,3", 2, 3)->sync.sorted = true;
  buffer_send(f, &b, "1,9", 1, 9)->sync.sorted = true;
  test_start(f);
  test_ok(f, "0.2,5");
  test_ok(f, "0.2,3");
  test_ok(f, "0.1,9");
  test_ok(f, "0.2,3");
  assert_messages(f, 1, (int32_t[]){1, 9, 2, 3, 2, 3, 2, 5}, 8);
}

NET_TEST(later_patterns_see_earlier_variables) {
  buffer b = make_buffer(f, 1);
  net_var *a = test_var(f, NULL, "a", 4);
  a->type = (net_type){.kind = KIND_INT, .bits = 4, .set = -1};
  buffer_send(f, &b, "!", 2, 77);
  net_edge *e = buffer_receive(f, &b, "?x,a[x]", -1);
  e->sync.patterns.at[1].value = test_at(f, a, test_read(f, b.x));
  test_start(f);
  test_ok(f, "0.!");
  test_ok(f, "0.?x,a[x]");
  assert_int_equal(test_global(f, a, 2), 77 & 15); // cut to the variable's type
}

NET_TEST(channel_expressions) {
  buffer b = make_buffer(f, 1);
  net_var *r = test_channel(f, NULL, "r", 0, 1), *none = test_var(f, NULL, "none", 0);
  buffer_send(f, &b, "!", 2, 77);
  none->type = test_chan;
  test_start(f);
  expr *c = test_read(f, b.c), *rendezvous = test_read(f, r);
  expr *poll = test_of(f, EXPR_POLL, c), *bad = test_of(f, EXPR_POLL, rendezvous);
  vec_push(f->m, &poll->patterns, ((net_pattern){PATTERN_MATCH, test_number(f, 2)}));
  vec_push(f->m, &bad->patterns, ((net_pattern){PATTERN_ANY, NULL}));
  assert_int_equal(test_eval(f, poll, FAULT_NONE), 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_EMPTY, c), FAULT_NONE), 1);
  test_ok(f, "0.!");
  assert_int_equal(test_eval(f, poll, FAULT_NONE), 1); // the beginning of the message
  vec_push(f->m, &poll->patterns, ((net_pattern){PATTERN_ANY, NULL}));
  assert_int_equal(test_eval(f, poll, FAULT_NONE), 1);
  vec_push(f->m, &poll->patterns, ((net_pattern){PATTERN_MATCH, test_number(f, 0)}));
  assert_int_equal(test_eval(f, poll, FAULT_FIELDS), 0);
  poll->patterns.at[2].kind = PATTERN_ANY;
  assert_int_equal(test_eval(f, poll, FAULT_NONE), 1);
  assert_int_equal(test_eval(f, test_of(f, EXPR_LEN, c), FAULT_NONE), 1);
  assert_int_equal(test_eval(f, test_of(f, EXPR_FULL, c), FAULT_NONE), 1);
  assert_int_equal(test_eval(f, test_of(f, EXPR_NOT_FULL, c), FAULT_NONE), 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_NOT_EMPTY, c), FAULT_NONE), 1);
  assert_int_equal(test_eval(f, bad, FAULT_POLL), 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_LEN, rendezvous), FAULT_NONE), 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_EMPTY, rendezvous), FAULT_NONE), 1);
  assert_int_equal(test_eval(f, test_of(f, EXPR_FULL, rendezvous), FAULT_NONE), 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_LEN, test_read(f, none)), FAULT_NO_CHANNEL), 0);
}

NET_TEST(run_and_end) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *child = test_template(f, "Child", 2), *p = test_active(f, "P", 3);
  net_var *n = test_var(f, child, "n", 0), *own = test_channel(f, child, "own", 1, 1), *m = test_var(f, child, "m", 0);
  n->is_parameter = true;
  child->parameters = 1;
  vec_push(f->m, &m->init, test_two(f, EXPR_ADD, test_read(f, n), test_number(f, 1)));
  test_end_edge(f, child, 0, "child ends");
  net_edge *run = test_edge(f, p, 0, 1, "run", NULL), *again = test_edge(f, p, 1, 2, "again", NULL);
  net_stmt *s = test_stmt(f, run, STMT_RUN), *s2 = test_stmt(f, again, STMT_RUN);
  s->template_ = s2->template_ = (int32_t)child->index;
  s->priority = s2->priority = 1;
  s->target = test_read(f, x);
  vec_push(f->m, &s->args, test_number(f, 260));
  vec_push(f->m, &s2->args, test_number(f, 7));
  test_end_edge(f, p, 2, "p ends");
  test_start(f);
  test_ok(f, "0.run");
  assert_int_equal(test_global(f, x, 0), 1);
  assert_int_equal(test_local(f, 1, n), 4);
  assert_int_equal(test_local(f, 1, m), 5);
  assert_int_equal(test_local(f, 1, own), 1);
  test_ok(f, "0.again");
  assert_int_equal(test_local(f, 2, own), 2);
  assert_string_equal(test_possible(f), "2.child ends"); // only the youngest can die
  test_ok(f, "2.child ends");
  assert_int_equal(ref_now(f->r)->channels.count, 1);
  assert_int_equal(ref_now(f->r)->processes.count, 2);
  assert_int_equal(test_eval(f, expr_new(f->a, EXPR_PROCESSES, test_place), FAULT_NONE), 2);
  test_ok(f, "1.child ends");
  test_ok(f, "0.p ends");
  assert_string_equal(test_possible(f), "");
  assert_false(ref_is_deadlock(f->r));
}

NET_TEST(too_many) {
  net_template *child = test_template(f, "Child", 1), *p = test_active(f, "P", 1);
  net_edge *run = test_edge(f, p, 0, 0, "run", NULL);
  test_stmt(f, run, STMT_RUN)->template_ = (int32_t)child->index;
  test_start(f);
  for (int i = 1; i < NET_MAX_PROCESSES; i++)
    test_ok(f, "0.run");
  assert_int_equal(test_take(f, "0.run"), FAULT_PROCESSES);
  assert_int_equal(ref_now(f->r)->processes.count, NET_MAX_PROCESSES);
  net_var *many = test_channel(f, child, "many", 1, 1);
  many->cells = 200;
  many->parts.at[0].length = 200;
  test_start(f);
  test_ok(f, "0.run");
  assert_int_equal(test_take(f, "0.run"), FAULT_CHANNELS);
  assert_int_equal(ref_now(f->r)->processes.count, 2);
  assert_int_equal(ref_now(f->r)->channels.count, 200);
}

NET_TEST(assignments_are_cut) {
  net_var *s = test_var(f, NULL, "s", 0), *bit = test_var(f, NULL, "bit", 0);
  s->type = test_short;
  bit->type = (net_type){.kind = KIND_BOOL, .bits = 1, .set = -1};
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "e", NULL);
  test_set(f, e, s, 40000);
  test_set(f, e, bit, 6);
  test_start(f);
  test_ok(f, "0.e");
  assert_int_equal(test_global(f, s, 0), 40000 - 65536);
  assert_int_equal(test_global(f, bit, 0), 0);
}

NET_TEST(a_fault_undoes_the_step) {
  net_var *x = test_var(f, NULL, "x", 0), *a = test_var(f, NULL, "a", 3);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "e", NULL);
  test_set(f, e, x, 3);
  net_stmt *bad = test_assign(f, e, test_at(f, a, test_read(f, x)), test_number(f, 1));
  test_start(f);
  net_action step = test_action(f, "0.e");
  fault result;
  const net_stmt *at;
  const char *why;
  assert_int_equal(ref_step(f->r, &step, &result, &at, &why), REF_OK);
  assert_int_equal(result, FAULT_INDEX);
  assert_ptr_equal(at, bad);
  assert_int_equal(test_global(f, x, 0), 0);
  assert_int_equal(ref_now(f->r)->processes.at[0].location, 0);
  assert_int_equal(ref_witness(f->r)->globals[x->slot][0], 3); // where it went wrong can still be seen
}

NET_TEST(an_assertion_is_passed) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2);
  net_edge *e = test_edge(f, p, 0, 1, "e", NULL);
  net_stmt *failing = test_assert(f, e, test_is(f, x, 1), "x==1");
  test_set(f, e, x, 5);
  test_start(f);
  assert_int_equal(test_take(f, "0.e"), FAULT_ASSERT);
  assert_ptr_equal(ref_failed_assertion(f->r), failing);
  assert_int_equal(test_global(f, x, 0), 5);
  assert_int_equal(ref_witness(f->r)->globals[x->slot][0], 0);
  assert_int_equal(ref_now(f->r)->processes.at[0].location, 1);
}

NET_TEST(a_fault_in_a_guard_makes_a_step) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_edge(f, p, 0, 0, "bad", test_two(f, EXPR_MOD, test_number(f, 3), test_read(f, x)));
  test_edge(f, p, 0, 0, "else", NULL)->is_else = true;
  test_start(f);
  assert_string_equal(test_possible(f), "0.bad");
  assert_int_equal(test_take(f, "0.bad"), FAULT_DIVISION);
  assert_string_equal(test_possible(f), "0.bad");
}

NET_TEST(lazy_operators) {
  expr *bad = test_two(f, EXPR_DIV, test_number(f, 1), test_number(f, 0));
  net_var *x = test_var(f, NULL, "x", 0);
  test_active(f, "P", 1);
  test_start(f);
  expr *zero = test_read(f, x);
  assert_int_equal(test_eval(f, test_two(f, EXPR_AND, zero, bad), FAULT_NONE), 0);
  assert_int_equal(test_eval(f, test_two(f, EXPR_OR, expr_unary(f->a, EXPR_NOT, zero), bad), FAULT_NONE), 1);
  assert_int_equal(test_eval(f, test_two(f, EXPR_OR, zero, bad), FAULT_DIVISION), 0);
  expr *choice = test_of(f, EXPR_COND, zero);
  choice->b = bad;
  choice->c = test_number(f, 8);
  assert_int_equal(test_eval(f, choice, FAULT_NONE), 8);
  choice->a = expr_unary(f->a, EXPR_NOT, zero);
  test_eval(f, choice, FAULT_DIVISION);
}

NET_TEST(indices_are_checked_one_by_one) {
  net_var *v = test_var(f, NULL, "v", 2);
  v->parts.at[0].length = 2;
  vec_push(f->m, &v->parts, ((net_part){.name = "w", .length = 3}));
  v->cells = 6;
  test_active(f, "P", 1);
  for (int i = 0; i < 6; i++)
    vec_push(f->m, &v->init, test_number(f, i * 10));
  test_start(f);
  expr *e = test_at(f, v, test_number(f, 1));
  vec_push(f->m, &e->indices, test_number(f, 2));
  assert_int_equal(test_eval(f, e, FAULT_NONE), 50);
  e->indices.at[0] = test_number(f, 0);
  e->indices.at[1] = test_number(f, 3); // would be the first cell of v[1]
  test_eval(f, e, FAULT_INDEX);
  e->indices.at[1] = test_number(f, -1);
  test_eval(f, e, FAULT_INDEX);
}

NET_TEST(timeout) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 1);
  net_edge *a = test_edge(f, p, 0, 1, "timeout", expr_new(f->a, EXPR_TIMEOUT, test_place));
  test_set(f, a, x, 1);
  net_edge *b = test_edge(f, q, 0, 0, "b", test_is(f, x, 0));
  test_set(f, b, x, 2);
  net_edge *two = test_edge(f, q, 0, 0, "c", test_is(f, x, 1));
  two->keeps_control = true;
  test_start(f);
  assert_string_equal(test_possible(f), "1.b");
  test_ok(f, "1.b");
  assert_string_equal(test_possible(f), "0.timeout");
  test_ok(f, "0.timeout");
  assert_string_equal(test_possible(f), "1.c");
}

NET_TEST(timeout_does_not_keep_control) {
  net_template *p = test_active(f, "P", 3), *q = test_active(f, "Q", 1);
  test_edge(f, p, 0, 1, "a", NULL)->keeps_control = true;
  test_edge(f, p, 1, 2, "timeout", expr_new(f->a, EXPR_TIMEOUT, test_place));
  net_edge *b = test_edge(f, q, 0, 0, "b", NULL);
  test_start(f);
  test_ok(f, "0.a");
  assert_int_equal(ref_now(f->r)->control, NET_NONE);
  assert_string_equal(test_possible(f), "1.b");
  b->guard = test_number(f, 0);
  assert_string_equal(test_possible(f), "0.timeout");
}

NET_TEST(priorities) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_template(f, "P", 2), *q = test_template(f, "Q", 2);
  test_process(f, p, 1);
  test_process(f, q, 5);
  test_edge(f, p, 0, 1, "p", NULL);
  net_edge *lower = test_edge(f, q, 0, 1, "q", test_is(f, x, 0));
  net_stmt *s = test_stmt(f, lower, STMT_SET_PRIORITY);
  vec_push(f->m, &s->args, test_number(f, 0));
  vec_push(f->m, &s->args, test_number(f, 9));
  test_edge(f, q, 1, 0, "q2", NULL);
  test_start(f);
  assert_string_equal(test_possible(f), "1.q");
  assert_int_equal(test_eval(f, test_of(f, EXPR_PRIORITY, test_number(f, 1)), FAULT_NONE), 5);
  test_ok(f, "1.q");
  assert_int_equal(test_eval(f, test_of(f, EXPR_PRIORITY, test_number(f, 0)), FAULT_NONE), 9);
  assert_string_equal(test_possible(f), "0.p");
  test_ok(f, "0.p"); // now the greater one has nothing to do
  assert_string_equal(test_possible(f), "1.q2");
  f->n->processes.at[1].priority = 1;
  test_start(f);
  assert_string_equal(test_possible(f), "1.q 0.p"); // equals do not give way to each other
  f->n->processes.at[1].priority = 5;
  q->provided = test_is(f, x, 1);
  test_start(f);
  assert_string_equal(test_possible(f), "0.p"); // who may not move is not waited for
}

NET_TEST(priorities_of_receivers) {
  meeting t = make_meeting(f);
  f->n->processes.at[1].priority = 3;
  test_start(f);
  assert_string_equal(test_possible(f), "0.c!>1.c?got"); // a receive alone does not count as enabled, so P may send
  t.receive->sync.patterns.at[0] = (net_pattern){PATTERN_MATCH, test_number(f, 99)};
  assert_string_equal(test_possible(f), "0.c!>2.c?3");
}

NET_TEST(provided) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1), *q = test_active(f, "Q", 1);
  p->provided = test_is(f, x, 1);
  test_edge(f, p, 0, 0, "p", NULL);
  test_set(f, test_edge(f, q, 0, 0, "q", NULL), x, 1);
  test_start(f);
  assert_string_equal(test_possible(f), "1.q");
  test_ok(f, "1.q");
  assert_string_equal(test_possible(f), "1.q 0.p");
}

NET_TEST(enabled) {
  meeting t = make_meeting(f);
  net_edge *asks = test_edge(f, t.r, 0, 1, "asks", NULL);
  test_start(f);
  assert_int_equal(test_eval(f, test_of(f, EXPR_ENABLED, test_number(f, 0)), FAULT_NONE),
                   1); // a rendezvous send counts
  assert_int_equal(test_eval(f, test_of(f, EXPR_ENABLED, test_number(f, 1)), FAULT_NONE), 0); // a receive does not
  assert_int_equal(test_eval(f, test_of(f, EXPR_ENABLED, test_number(f, 9)), FAULT_NONE), 0);
  t.p->provided = test_number(f, 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_ENABLED, test_number(f, 0)), FAULT_NONE), 1); // provided is not asked
  asks->guard = test_of(f, EXPR_ENABLED, test_number(f, 2));
  assert_int_equal(test_take(f, "2.asks"), FAULT_ENABLED);
  // Two that ask about each other: the question ends in a fault inside, which makes the other's edge a possible one.
  net_edge *back = test_edge(f, t.q, 0, 1, "back", test_of(f, EXPR_ENABLED, test_number(f, 2)));
  asks->guard = test_of(f, EXPR_ENABLED, test_number(f, 1));
  assert_int_equal(test_take(f, "2.asks"), FAULT_NONE);
  (void)back;
}

NET_TEST(remote_references) {
  net_template *p = test_active(f, "P", 2), *q = test_active(f, "Q", 2);
  net_var *v = test_var(f, p, "v", 0);
  vec_push(f->m, &v->init, test_number(f, 6));
  p->flow.locations.at[0].origin = 41;
  p->flow.locations.at[1].flags = LOC_PROGRESS;
  test_edge(f, p, 0, 1, "go", NULL);
  test_start(f);
  expr *remote = test_of(f, EXPR_REMOTE_VAR, test_number(f, 0)), *at = test_of(f, EXPR_AT, test_number(f, 0));
  remote->var = v;
  at->value = (int32_t)p->index;
  vec_push(f->m, &at->locations, 1);
  assert_int_equal(test_eval(f, remote, FAULT_NONE), 6);
  remote->a = test_number(f, 1);
  assert_int_equal(test_eval(f, remote, FAULT_NONE), 0);
  remote->a = test_number(f, 5);
  assert_int_equal(test_eval(f, remote, FAULT_NONE), 0);
  assert_int_equal(test_eval(f, at, FAULT_NONE), 0);
  assert_int_equal(test_eval(f, test_of(f, EXPR_PC, test_number(f, 0)), FAULT_NONE), 41);
  assert_int_equal(test_eval(f, test_of(f, EXPR_PC, test_number(f, 3)), FAULT_NONE), 0);
  assert_int_equal(test_eval(f, expr_unlabelled(f->a, LOC_PROGRESS, test_place), FAULT_NONE), 1);
  test_ok(f, "0.go");
  assert_int_equal(test_eval(f, at, FAULT_NONE), 1);
  assert_int_equal(test_eval(f, expr_unlabelled(f->a, LOC_PROGRESS, test_place), FAULT_NONE), 0);
  at->value = (int32_t)q->index;
  assert_int_equal(test_eval(f, at, FAULT_NONE), 0);
}

NET_TEST(end_states) {
  net_template *p = test_active(f, "P", 2);
  test_edge(f, p, 0, 1, "a", NULL);
  test_start(f);
  assert_false(ref_is_deadlock(f->r));
  test_ok(f, "0.a");
  assert_true(ref_is_deadlock(f->r));
  p->flow.locations.at[1].flags = LOC_END;
  assert_false(ref_is_deadlock(f->r));
}

NET_TEST(deterministic_template) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  p->is_deterministic = true;
  test_edge(f, p, 0, 0, "a", NULL);
  net_edge *b = test_edge(f, p, 0, 0, "b", NULL);
  test_start(f);
  test_ok(f, "0.a");
  assert_int_equal(test_take(f, "0.b"), FAULT_CHOICE);
  b->guard = test_is(f, x, 1);
  assert_string_equal(test_possible(f), "0.a");
}

// A block with a loop: while x < 3 { x++ } then c!x.
static net_edge *make_block(net_fixture *f, net_template *p, const net_var *x, const net_var *c) {
  net_flow block = {0};
  net_add_location(f->n, &block);
  net_add_location(f->n, &block);
  net_edge *again = net_add_edge(f->n, &block, 0, 0), *out = net_add_edge(f->n, &block, 0, 1),
           *send = net_add_edge(f->n, &block, 1, NET_BLOCK_EXIT);
  again->guard = test_two(f, EXPR_LT, test_read(f, x), test_number(f, 3));
  test_assign(f, again, test_read(f, x), test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  out->is_else = true;
  test_send(f, send, c, test_read(f, x), NULL);
  vec_push(f->m, &f->n->blocks, block);
  net_edge *e = test_edge(f, p, 0, 0, "block", NULL);
  test_stmt(f, e, STMT_BLOCK)->block = f->n->blocks.count - 1;
  return again;
}

NET_TEST(blocks) {
  net_var *x = test_var(f, NULL, "x", 0), *c = test_channel(f, NULL, "c", 1, 1);
  net_template *p = test_active(f, "P", 1);
  net_edge *loop = make_block(f, p, x, c);
  test_start(f);
  test_ok(f, "0.block");
  assert_int_equal(test_global(f, x, 0), 3);
  assert_messages(f, 1, (int32_t[]){3}, 1);
  assert_int_equal(test_take(f, "0.block"), FAULT_BLOCKED); // the channel is full now
  assert_messages(f, 1, (int32_t[]){3}, 1);
  f->n->channels.at[0].capacity = 0;
  test_start(f);
  assert_int_equal(test_take(f, "0.block"), FAULT_RENDEZVOUS);
  assert_int_equal(test_global(f, x, 0), 0);
  loop->effect = NULL;
  assert_int_equal(test_take(f, "0.block"), FAULT_ENDLESS);
}

NET_TEST(assertions_in_blocks) {
  net_var *x = test_var(f, NULL, "x", 0), *c = test_channel(f, NULL, "c", 1, 1);
  net_template *p = test_active(f, "P", 1);
  test_assert(f, make_block(f, p, x, c), test_two(f, EXPR_NE, test_read(f, x), test_number(f, 2)), "x != 2");
  test_start(f);
  assert_int_equal(test_take(f, "0.block"), FAULT_ASSERT);
  assert_int_equal(ref_witness(f->r)->globals[x->slot][0], 2);
  assert_int_equal(test_global(f, x, 0), 3);
}

NET_TEST(printing) {
  net_var *x = test_var(f, NULL, "x", 0), *color = test_var(f, NULL, "color", 0);
  net_enum set = {.name = ""};
  vec_push(f->m, &set.names, "red");
  vec_push(f->m, &set.values, 7);
  vec_push(f->m, &f->n->enums, set);
  color->type = (net_type){.kind = KIND_ENUM, .bits = 8, .set = 0};
  net_template *p = test_active(f, "P", 1);
  net_edge *e = test_edge(f, p, 0, 0, "print", NULL);
  test_set(f, e, color, 7);
  net_stmt *s = test_stmt(f, e, STMT_PRINT);
  s->format = "%d %u %x %o %c %e %e %% %d\n";
  expr *values[] = {test_number(f, -1), test_number(f, -1),  test_number(f, 255), test_number(f, 8),
                    test_number(f, 65), test_read(f, color), test_read(f, x)};
  for (int i = 0; i < 7; i++)
    vec_push(f->m, &s->args, values[i]);
  test_start(f);
  assert_string_equal(ref_output(f->r), "");
  test_ok(f, "0.print");
  assert_string_equal(ref_output(f->r), "-1 4294967295 ff 10 A red 0 % %d\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(initial_values),
      cmocka_unit_test(initial_fault),
      cmocka_unit_test(youngest_first),
      cmocka_unit_test(guards_and_else),
      cmocka_unit_test(rank_ends_the_looking),
      cmocka_unit_test(else_within_a_rank),
      cmocka_unit_test(one_of_a_choice),
      cmocka_unit_test(atomic_control),
      cmocka_unit_test(another_may_not_move_in_an_atomic_sequence),
      cmocka_unit_test(rendezvous),
      cmocka_unit_test(sender_moves_before_the_receiver_looks),
      cmocka_unit_test(else_beside_a_rendezvous),
      cmocka_unit_test(else_beside_a_rendezvous_that_nobody_wants),
      cmocka_unit_test(receiver_ranks_and_choices),
      cmocka_unit_test(rendezvous_control),
      cmocka_unit_test(rendezvous_faults),
      cmocka_unit_test(first_in_first_out),
      cmocka_unit_test(random_receive_and_peek),
      cmocka_unit_test(sorted_send),
      cmocka_unit_test(later_patterns_see_earlier_variables),
      cmocka_unit_test(channel_expressions),
      cmocka_unit_test(run_and_end),
      cmocka_unit_test(too_many),
      cmocka_unit_test(assignments_are_cut),
      cmocka_unit_test(a_fault_undoes_the_step),
      cmocka_unit_test(an_assertion_is_passed),
      cmocka_unit_test(a_fault_in_a_guard_makes_a_step),
      cmocka_unit_test(lazy_operators),
      cmocka_unit_test(indices_are_checked_one_by_one),
      cmocka_unit_test(timeout),
      cmocka_unit_test(timeout_does_not_keep_control),
      cmocka_unit_test(priorities),
      cmocka_unit_test(priorities_of_receivers),
      cmocka_unit_test(provided),
      cmocka_unit_test(enabled),
      cmocka_unit_test(remote_references),
      cmocka_unit_test(end_states),
      cmocka_unit_test(deterministic_template),
      cmocka_unit_test(blocks),
      cmocka_unit_test(assertions_in_blocks),
      cmocka_unit_test(printing),
  };
  return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
