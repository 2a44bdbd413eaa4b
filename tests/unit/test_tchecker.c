#include "lang/tchecker/tchecker.h"
#define TEST_LOAD tck_load
#define TEST_ENDING ".tck"
#include "test_load.h"

static const net_flow *flow(const loaded *l, uint32_t process) { return &l->net->templates.at[process]->flow; }

static const net_edge *edge(const loaded *l, uint32_t process, uint32_t location, uint32_t index) {
  const net_location *at = &flow(l, process)->locations.at[location];
  assert_true(index < at->edges.count);
  return l->net->edges.at[at->edges.at[index]];
}

static uint32_t edges_at(const loaded *l, uint32_t process, uint32_t location) {
  return flow(l, process)->locations.at[location].edges.count;
}

static int32_t constant(const expr *e) {
  int32_t value;
  assert_true(expr_is_const(e, &value));
  return value;
}

static void is_bound(const net_bound *b, uint32_t x, uint32_t y, bool is_strict, int32_t limit) {
  assert_int_equal(b->x.count ? b->x.first : 0, x);
  assert_int_equal(b->y.count ? b->y.first : 0, y);
  assert_int_equal(b->is_strict, is_strict);
  assert_int_equal(constant(b->limit), limit);
}

#define FISCHER                                                                                                        \
  "# a remark\n\nsystem:fischer{}\nevent:tau\nint:1:0:2:0:id\nprocess:P\nclock:1:x\nclock:2:y{}\n"                     \
  "location:P:A{initial:}\t # with a remark\nlocation:P:req{invariant: x<=10 && id<2 : labels: a,b}\n"                 \
  "location:P:w{labels: b : urgent: : committed:}\n"                                                                   \
  "edge:P:A:req:tau{provided: id==0 && x>3\n  && y[1]-x>=-2 : do: x=0;\n id=id+1 ; y[id]=x+2;nop}\n"                   \
  "edge:P:req:w:tau{do: : provided: }\n"

static void look_at_fischer(loaded *l) {
  assert_non_null(l->net);
  const network *n = l->net;
  assert_true(n->is_timed && n->faults_block);
  assert_int_equal(n->clocks.count, 3);
  assert_string_equal(n->clocks.at[2].name, "y[1]");
  assert_int_equal(n->vars.at[0]->type.high, 2);
  assert_true(n->vars.at[0]->type.is_checked);
  const net_location *req = &flow(l, 0)->locations.at[1], *w = &flow(l, 0)->locations.at[2];
  assert_string_equal(req->name, "req");
  assert_int_equal(req->labels.count, 2);
  is_bound(&req->bounds.at[0], 1, 0, false, 10);
  assert_int_equal(req->invariant->op, EXPR_LT);
  assert_int_equal(w->flags, LOC_URGENT | LOC_COMMITTED);
  assert_int_equal(flow(l, 0)->initial, 0);
  const net_edge *e = edge(l, 0, 0, 0);
  assert_int_equal(e->sync.kind, SYNC_NONE);
  assert_int_equal(e->guard->op, EXPR_EQ);
  assert_int_equal(e->bounds.count, 2);
  is_bound(&e->bounds.at[0], 0, 1, true, -3);
  is_bound(&e->bounds.at[1], 1, 2, false, 2); // x - y[...] <= 2
  assert_int_equal(constant(e->bounds.at[1].y.offset), 1);
  assert_int_equal(e->bounds.at[1].y.count, 2);
  const net_stmt *s = e->effect;
  assert_int_equal(s->kind, STMT_SET_CLOCK);
  assert_int_equal(s->next->kind, STMT_ASSIGN);
  assert_int_equal(s->next->next->from.first, 1);
  assert_int_equal(constant(s->next->next->value), 2);
  assert_int_equal(s->next->next->clock.offset->op, EXPR_VAR);
  assert_null(s->next->next->next);
  assert_string_equal(e->text, "tau provided id==0 && x>3 && y[1]-x>=-2 do x=0; id=id+1 ; y[id]=x+2;nop");
  assert_null(edge(l, 0, 1, 0)->guard);
  assert_null(edge(l, 0, 1, 0)->effect);
}
static void reads_declarations(void **state) {
  (void)state;
  with_model(FISCHER, look_at_fischer);
}

static void look_at_property(loaded *l) {
  net_property p;
  assert_true(tck_property(l->front_end, &l->d, "labels=a,b", &p));
  assert_int_equal(p.question.kind, QUESTION_REACH);
  assert_int_equal(p.question.condition->op, EXPR_AND);
  assert_int_equal(p.question.condition->a->op, EXPR_AT);
  assert_int_equal(p.question.condition->a->locations.count, 1);
  assert_int_equal(p.question.condition->b->locations.count, 2);
  assert_int_equal(l->d.errors, 0);
  assert_false(tck_property(l->front_end, &l->d, "labels=a,c", &p));
  assert_non_null(strstr(l->d.last->message, "'c'"));
  assert_false(tck_property(l->front_end, &l->d, "labels=", &p));
  assert_false(tck_property(l->front_end, &l->d, "E<> P.a", &p));
  assert_int_equal(l->d.errors, 3);
}
static void labels_are_a_property(void **state) {
  (void)state;
  with_model(FISCHER, look_at_property);
}

static void look_at_conditions(loaded *l) {
  expr *e = tck_condition(l->front_end, &l->d, "!(P.req && x == 3) || id + 1 < 2");
  assert_non_null(e);
  assert_int_equal(e->op, EXPR_OR);
  const expr *both = e->a->a;
  assert_int_equal(both->op, EXPR_AND);
  assert_int_equal(both->a->op, EXPR_AT);
  assert_int_equal(both->a->locations.at[0], 1);
  assert_int_equal(both->b->a->op, EXPR_BOUND);
  is_bound(both->b->a->bound, 1, 0, false, 3);
  is_bound(both->b->b->bound, 0, 1, false, -3);
  assert_null(tck_condition(l->front_end, &l->d, "P.nowhere"));
  assert_null(tck_condition(l->front_end, &l->d, "x"));
  assert_null(tck_condition(l->front_end, &l->d, "id < 2 id"));
  assert_int_equal(l->d.errors, 3);
}
static void conditions_may_ask_anything(void **state) {
  (void)state;
  with_model(FISCHER, look_at_conditions);
}

#define THREE                                                                                                          \
  "system:s\nevent:a\nevent:b\nint:1:0:9:0:i\nprocess:P\nprocess:Q\nprocess:R\n"                                       \
  "location:P:p{initial:}\nlocation:P:pp\nlocation:Q:q{initial:}\nlocation:Q:qq\nlocation:R:r{initial:}\n"

static void look_at_pair(loaded *l) {
  assert_int_equal(l->net->labels.count, 2);
  assert_false(l->net->labels.at[0].is_broadcast);
  assert_string_equal(l->net->labels.at[0].name, "Q@b:P@a");
  assert_int_equal(edges_at(l, 0, 0), 2); // one edge for each vector
  const net_edge *reply = edge(l, 0, 0, 0), *call = edge(l, 0, 0, 1);
  assert_int_equal(reply->sync.kind, SYNC_ANSWER);
  assert_int_equal(reply->sync.label.first, 0);
  assert_int_equal(net_edge_cost(reply), 0);
  assert_int_equal(call->sync.kind, SYNC_CALL);
  assert_int_equal(call->sync.label.first, 1);
  assert_int_equal(net_edge_cost(call), 1);
  assert_int_equal(edge(l, 1, 0, 0)->sync.kind, SYNC_CALL);
  assert_int_equal(edge(l, 2, 0, 0)->sync.kind, SYNC_NONE); // a of R is in no vector
  assert_int_equal(edge(l, 2, 0, 1)->sync.kind, SYNC_ANSWER);
}
static void pairs_call_and_answer(void **state) {
  (void)state;
  with_model(THREE "edge:P:p:pp:a\nedge:Q:q:q:b\nedge:R:r:r:a\nedge:R:r:r:b\nsync:Q@b:P@a\nsync:P@a:R@b\n",
             look_at_pair);
}

static void look_at_broadcast(loaded *l) {
  assert_int_equal(l->net->labels.count, 1);
  const net_label *label = &l->net->labels.at[0];
  assert_true(label->is_broadcast);
  assert_int_equal(label->required.count, 2);
  assert_int_equal(label->required.at[0], 1);
  assert_int_equal(label->required.at[1], 2);
  assert_int_equal(edge(l, 0, 0, 0)->sync.kind, SYNC_CALL);
  assert_int_equal(edges_at(l, 0, 1), 0); // P is strong
  const net_edge *real = edge(l, 1, 0, 0), *idle = edge(l, 1, 1, 0);
  assert_int_equal(real->sync.kind, SYNC_ANSWER);
  assert_non_null(real->guard);
  assert_int_equal(idle->sync.kind, SYNC_ANSWER);
  assert_int_equal(idle->to, 1);
  assert_null(idle->guard);
  assert_null(idle->effect);
}
// Q takes part where it has an edge with b, even if that cannot be taken; elsewhere it does nothing.
static void weak_ones_are_required_where_they_have_an_edge(void **state) {
  (void)state;
  with_model(THREE "edge:P:p:pp:a\nedge:Q:q:qq:b{provided: i>3}\nedge:R:r:r:a\nsync:P@a:Q@b?:R@a\n", look_at_broadcast);
}

static void look_at_weak(loaded *l) {
  assert_int_equal(l->net->labels.count, 1);
  assert_null(edge(l, 0, 0, 0)->guard);
  const net_edge *idle = edge(l, 0, 1, 0);
  assert_int_equal(idle->sync.kind, SYNC_CALL);
  assert_int_equal(idle->guard->op, EXPR_AT); // somebody has an edge
  assert_int_equal(idle->guard->value, 1);
  assert_int_equal(idle->guard->locations.count, 1);
  assert_int_equal(edge(l, 1, 1, 0)->sync.kind, SYNC_ANSWER);
  assert_int_equal(edges_at(l, 2, 0), 0); // R has no edge with b at all
}
static void somebody_takes_part_in_a_weak_vector(void **state) {
  (void)state;
  with_model(THREE "edge:P:p:pp:a\nedge:Q:q:qq:b\nsync:P@a?:Q@b?:R@b?\n", look_at_weak);
}

static void look_at_bystander(loaded *l) {
  assert_int_equal(l->net->labels.count, 1); // with C; without it P is alone
  assert_int_equal(edges_at(l, 0, 0), 2);
  const net_edge *with = edge(l, 0, 0, 0), *without = edge(l, 0, 0, 1);
  assert_int_equal(with->sync.kind, SYNC_CALL);
  assert_int_equal(without->sync.kind, SYNC_NONE);
  assert_int_equal(without->guard->op, EXPR_AT);
  assert_int_equal(without->guard->locations.count, 1);
  assert_int_equal(without->guard->locations.at[0], 1);
  assert_int_equal(edges_at(l, 1, 0), 1);
  assert_int_equal(edges_at(l, 1, 1), 0); // committed: no idle edge
  assert_int_equal(edges_at(l, 1, 2), 1);
}
static void who_stands_by_at_a_committed_location_takes_no_part(void **state) {
  (void)state;
  with_model("system:s\nevent:a\nprocess:P\nprocess:C\nlocation:P:p{initial:}\nlocation:C:c{initial:}\n"
             "location:C:d{committed:}\nlocation:C:e\nedge:P:p:p:a\nedge:C:c:d:a\nsync:P@a:C@a?\n",
             look_at_bystander);
}

static void look_at_expressions(loaded *l) {
  assert_non_null(l->net);
  const expr *e = edge(l, 0, 0, 0)->guard;
  assert_int_equal(e->op, EXPR_AND);
  assert_int_equal(e->a->op, EXPR_OR);
  assert_int_equal(e->b->op, EXPR_NOT); // of all of i % 2 == 1
  assert_int_equal(e->b->a->op, EXPR_EQ);
  const expr *value = edge(l, 0, 0, 0)->effect->value;
  assert_int_equal(value->op, EXPR_COND);
  assert_int_equal(value->c->op, EXPR_ADD);
  assert_int_equal(edge(l, 0, 0, 0)->bounds.count, 2);
  is_bound(&edge(l, 0, 0, 0)->bounds.at[0], 1, 0, true, 5);
  is_bound(&edge(l, 0, 0, 0)->bounds.at[1], 1, 2, false, 0);
}
static void expressions(void **state) {
  (void)state;
  with_model("system:s\nevent:a\nint:1:-9:9:0:i\nclock:1:x\nclock:1:z\nprocess:P\nlocation:P:p{initial:}\n"
             "edge:P:p:p:a{provided: (i<3 || i > -(2*3)) && !i%2==1 && 5>x && (x<=z) : do: "
             "i=(if i<3 then i else i+1)}\n",
             look_at_expressions);
}

typedef struct {
  const char *text, *message;
  uint32_t line, column;
  diag_kind kind;
} wrong;

static const wrong *expected;

static void look_at_error(loaded *l) {
  assert_null(l->net);
  assert_non_null(l->d.first);
  if (!strstr(l->d.first->message, expected->message))
    fail_msg("%s\ngives '%s'", expected->text, l->d.first->message);
  assert_int_equal(l->d.first->kind, expected->kind);
  assert_int_equal(l->d.first->at.line, expected->line);
  assert_int_equal(l->d.first->at.column, expected->column);
}

static void errors_have_places(void **state) {
  (void)state;
#define BEFORE                                                                                                         \
  "system:s\nevent:a\nclock:1:x\nclock:3:y\nint:2:0:3:0:i\nint:1:0:1:0:j\nprocess:P\nlocation:P:p{initial:}\n"
  static const wrong all[] = {
      {"process:P\n", "expected the declaration of the system", 1, 1, DIAG_ERROR},
      {"system:s\n", "no process", 0, 0, DIAG_ERROR},
      {"system:s\nprocess:P\n", "no initial location", 2, 9, DIAG_ERROR},
      {BEFORE "edge:P:p:q:a\n", "unknown location 'q'", 9, 10, DIAG_ERROR},
      {BEFORE "edge:P:p:p:b\n", "unknown event 'b'", 9, 12, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{provided: x<1 || j==0}\n", "expected a number", 9, 24, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{provided: x!=1}\n", "clocks can be compared", 9, 24, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{provided: j==\n k}\n", "unknown variable or clock 'k'", 10, 2, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: i=1}\n", "needs an index", 9, 19, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: i[2]=1}\n", "index of 'i' must be 0 to 1", 9, 19, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: j[j]=1}\n", "not an array", 9, 19, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: x=-1}\n", "values from 0", 9, 21, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: j=x}\n", "expected a number", 9, 20, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: j=1 j=2}\n", "expected ';'", 9, 22, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: j=1 : do: j=0}\n", "'do' is given twice", 9, 24, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{do: j=1\n", "expected '}'", 10, 1, DIAG_ERROR},
      {BEFORE "edge:P:p:p:a{} x\n", "unexpected text after the declaration", 9, 16, DIAG_ERROR},
      {BEFORE "int:1:3:2:0:k\n", "the greatest value", 9, 9, DIAG_ERROR},
      {BEFORE "int:1:0:2:3:k\n", "the initial value", 9, 11, DIAG_ERROR},
      {BEFORE "int:1:0:2:0:x\n", "declared twice", 9, 13, DIAG_ERROR},
      {BEFORE "sync:P@a\n", "at least two", 9, 6, DIAG_ERROR},
      {BEFORE "sync:P@a:P@a\n", "only once", 9, 10, DIAG_ERROR},
      {BEFORE "system:t\n", "'system' is declared twice", 9, 1, DIAG_ERROR},
      {BEFORE "place:P:q\n", "unknown declaration 'place'", 9, 1, DIAG_ERROR},
      {BEFORE "location:P:q{initial:}\n", "several initial locations", 9, 12, DIAG_UNSUPPORTED},
      {BEFORE "edge:P:p:p:a{do: while j<1 do j=1 end}\n", "'while'", 9, 18, DIAG_UNSUPPORTED},
      {BEFORE "edge:P:p:p:a{do: x=y[0]-2}\n", "less than another", 9, 20, DIAG_UNSUPPORTED},
      {BEFORE "clock:2000:z\n", "more than 1000 clocks", 9, 12, DIAG_UNSUPPORTED},
  };
  for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
    expected = &all[i];
    with_model(expected->text, look_at_error);
  }
}

static void look_at_all_errors(loaded *l) {
  assert_null(l->net);
  assert_int_equal(l->d.errors, 3);
}
static void reading_goes_on_after_an_error(void **state) {
  (void)state;
  with_model("system:s\nevent:a\nint:1:0:1:0:j\nprocess:P\nlocation:P:p{initial:}\nedge:P:p:p:a{provided: (\n : do: "
             "j=1}\nevent:a\nedge:P:p:p:a\nedge:P:p:p:c\n",
             look_at_all_errors);
}

static void look_at_order(loaded *l) { assert_int_equal(l->d.unsupported, 1); }
static void look_at_other_order(loaded *l) { assert_non_null(l->net); }
// Statements run in the order of the vector, in a network by the numbers of processes.
static void order_of_statements(void **state) {
  (void)state;
  with_model(THREE "edge:P:p:pp:a\nedge:Q:q:q:a{do: i=1}\nedge:R:r:r:a{do: i=2}\nsync:P@a:R@a:Q@a\n", look_at_order);
  with_model(THREE "edge:P:p:pp:a\nedge:Q:q:q:a{do: i=1}\nedge:R:r:r:a{do: i=2}\nsync:P@a:Q@a:R@a\n",
             look_at_other_order);
  with_model(THREE "edge:P:p:pp:a{do:i=3}\nedge:Q:q:q:a\nedge:R:r:r:a{do: i=2}\nsync:R@a:P@a:Q@a\n",
             look_at_other_order);
}

static void look_at_depth(loaded *l) { assert_null(l->net); }
static void deep_expressions_are_refused(void **state) {
  (void)state;
  static const char *const pieces[] = {"(", "-", "!", "j[", "if 1 then 1 else "};
  static const char start[] =
      "system:s\nevent:a\nint:1:0:1:0:j\nprocess:P\nlocation:P:p{initial:}\nedge:P:p:p:a{provided: ";
  for (uint32_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    enum { TIMES = 100000 };
    size_t length = strlen(pieces[i]);
    char *text = malloc(sizeof start + TIMES * length);
    strcpy(text, start);
    for (uint32_t k = 0; k < TIMES; k++)
      memcpy(text + sizeof start - 1 + k * length, pieces[i], length + 1);
    with_model(text, look_at_depth);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_declarations),
      cmocka_unit_test(labels_are_a_property),
      cmocka_unit_test(conditions_may_ask_anything),
      cmocka_unit_test(pairs_call_and_answer),
      cmocka_unit_test(weak_ones_are_required_where_they_have_an_edge),
      cmocka_unit_test(somebody_takes_part_in_a_weak_vector),
      cmocka_unit_test(who_stands_by_at_a_committed_location_takes_no_part),
      cmocka_unit_test(expressions),
      cmocka_unit_test(errors_have_places),
      cmocka_unit_test(reading_goes_on_after_an_error),
      cmocka_unit_test(order_of_statements),
      cmocka_unit_test(deep_expressions_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
