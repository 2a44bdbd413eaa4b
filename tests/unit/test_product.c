// The product of a space and a claim: the claim reads a state, and then the model moves.
#include "space/product.h"
#include "test_trace_net.h"
#include <string.h>

// A model whose states are numbers: 0 -> 1 -> 2 -> 2, 0 -> 3; 3 has no step; 4 -> 0 is inside an atomic sequence. Atom
// 0 holds in the odd states, atom 1 in no state, atom 2 is a fault in state 2.
enum { ODD, NO_STATE, FAULTY };
static const struct {
  uint8_t from, to;
  uint16_t pid;
} steps[] = {{0, 1, 0}, {0, 3, 1}, {1, 2, 0}, {2, 2, 0}, {4, 0, 1}};

static void initial(space *s, space_visit visit, void *context) {
  (void)s;
  const uint8_t first = 0;
  visit(context, &(successor){.state = &first, .size = 1, .by = {.partner_edge = NET_ALONE}});
}

static expansion expand(space *s, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  (void)s;
  expansion x = {0};
  assert_int_equal(size, 1);
  for (uint32_t i = 0; i < sizeof steps / sizeof *steps && !x.stopped; i++)
    if (steps[i].from == *state) {
      successor next = {.state = &steps[i].to, .size = 1, .cost = 1};
      next.by = (net_action){.edge = i, .partner_edge = NET_ALONE, .pid = steps[i].pid};
      x.count++;
      x.stopped = !visit(context, &next);
    }
  x.is_stuck = !x.count;
  return x;
}

static bool is_inside(space *s, const uint8_t *state) { return (void)s, *state == 4; }

static bool may_be(space *s, const uint8_t *state, uint32_t size, uint32_t condition, bool value, fault *f) {
  (void)s;
  assert_int_equal(size, 1);
  if (condition == FAULTY && *state == 2)
    *f = FAULT_INDEX;
  return (condition == ODD && *state % 2) == value;
}

static const network net = {.file = "m"};
static space model = {
    .name = "toy", .net = &net, .initial = initial, .expand = expand, .is_inside = is_inside, .may_be = may_be};

// State 0 waits, 1 is accepting and needs odd states, 2 is bad, 3 accepts nothing.
static claim *make_claim(arena *memory) {
  claim *c = claim_new(memory);
  for (uint32_t i = 0; i < 3; i++)
    vec_push(arena_mem(memory), &c->atoms, NULL);
  for (uint32_t i = 0; i < 4; i++)
    claim_add_state(memory, c);
  claim_add_edge(memory, c, 0, 0);
  claim_edge *odd = claim_add_edge(memory, c, 0, 1);
  vec_push(arena_mem(memory), &odd->label, claim_literal(ODD, false));
  claim_add_edge(memory, c, 0, 3);
  odd = claim_add_edge(memory, c, 1, 1);
  vec_push(arena_mem(memory), &odd->label, claim_literal(ODD, false));
  claim_edge *even = claim_add_edge(memory, c, 1, 2);
  vec_push(arena_mem(memory), &even->label, claim_literal(ODD, true));
  claim_add_edge(memory, c, 3, 3);
  c->states.at[1].is_accepting = c->states.at[2].is_bad = true;
  return c;
}

typedef struct { // successors as text: "state.claim" or "!fault", with ' for a stutter, * if accepting
  char text[200];
  uint64_t marks[10][PRODUCT_MARK_WORDS];
  uint32_t count;
} list;

static bool note(void *context, const successor *s) {
  list *l = context;
  size_t used = strlen(l->text);
  if (s->state)
    snprintf(l->text + used, sizeof l->text - used, "%u.%u%s%s ", s->state[0], s->state[1],
             net_is_stutter(&s->by) ? "'" : "", s->marks[0] ? "*" : "");
  else
    snprintf(l->text + used, sizeof l->text - used, "!%s%s ", fault_name(s->fault), net_is_stutter(&s->by) ? "'" : "");
  assert_int_equal(s->cost, net_is_stutter(&s->by) ? 0 : 1);
  assert_true(l->count < 10);
  memcpy(l->marks[l->count++], s->marks, sizeof l->marks[0]);
  return true;
}

static list expand_at(space *p, uint8_t state, uint8_t at) {
  uint8_t bytes[] = {state, at};
  list l = {0};
  expansion x = p->expand(p, bytes, 2, note, &l);
  assert_int_equal(x.count, l.count);
  assert_false(x.is_stuck);
  return l;
}

NET_TEST(the_claim_reads_and_the_model_moves) {
  claim *c = make_claim(f->a);
  claim_finish(f->a, c);
  space *p = space_product(f->m, &model, c, false);
  const uint8_t waiting[] = {1, 0}, accepting[] = {1, 1};
  assert_string_equal(expand_at(p, 0, 0).text, "1.0 3.0 "); // state 0 is even; claim state 3 is of no use
  assert_string_equal(expand_at(p, 1, 0).text, "2.0 2.1 ");
  assert_string_equal(expand_at(p, 1, 1).text, "2.1* ");
  assert_string_equal(expand_at(p, 2, 1).text, "!claim' ");   // the claim has no other move
  assert_string_equal(expand_at(p, 3, 0).text, "3.0' 3.1' "); // the model is stuck: the claim goes on alone
  assert_string_equal(expand_at(p, 3, 1).text, "3.1'* ");
  assert_string_equal(expand_at(p, 4, 1).text, "0.1 "); // inside an atomic sequence nothing is read
  assert_false(product_is_accepting(p, waiting, 2));
  assert_true(product_is_accepting(p, accepting, 2));
  assert_int_equal(product_claim_state(p, accepting, 2), 1);
  p->close(p);
}

// What the claim will read is known before a state is expanded; inside an atomic sequence it reads nothing.
NET_TEST(bad_states_ahead) {
  claim *c = make_claim(f->a);
  claim_finish(f->a, c);
  space *p = space_product(f->m, &model, c, false);
  static const struct {
    uint8_t state[2];
    bool is_bad;
  } rows[] = {{{2, 1}, true}, {{0, 1}, true}, {{1, 1}, false}, {{2, 0}, false}, {{4, 1}, false}};
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fault none = FAULT_NONE;
    assert_int_equal(p->may_be(p, rows[i].state, 2, PRODUCT_BAD, true, &none), rows[i].is_bad);
    assert_int_equal(none, FAULT_NONE);
  }
  p->close(p);
}

NET_TEST(faults_of_atoms_and_labels_of_the_model) {
  claim *c = make_claim(f->a);
  vec_push(f->m, &c->states.at[0].edges.at[0].label, claim_literal(FAULTY, true));
  c->accepting_atom = ODD;
  claim_finish(f->a, c);
  space *p = space_product(f->m, &model, c, false);
  const uint8_t odd[] = {1, 0};
  assert_string_equal(expand_at(p, 2, 0).text, "!index' ");
  assert_string_equal(expand_at(p, 1, 0).text, "2.0* 2.1* 2.3* "); // now 3 is of use, too
  assert_true(product_is_accepting(p, odd, 2));
  p->close(p);
}

static bool has(const uint64_t *marks, uint32_t pid) { return marks[1 + pid / 64] >> pid % 64 & 1; }

// In state 0 both processes can move; in 1 only the first one can; in 3 none can; process 200 never can.
NET_TEST(weak_fairness) {
  claim *c = make_claim(f->a);
  claim_finish(f->a, c);
  space *p = space_product(f->m, &model, c, true);
  uint64_t needed[PRODUCT_MARK_WORDS];
  product_needs(p, needed);
  assert_true(needed[0] == 1 && has(needed, 0) && has(needed, 254) && !has(needed, 255));
  list both = expand_at(p, 0, 0), one = expand_at(p, 1, 0), none = expand_at(p, 3, 0), inside = expand_at(p, 4, 0);
  assert_true(has(both.marks[0], 0) && !has(both.marks[0], 1) && has(both.marks[0], 200));
  assert_true(!has(both.marks[1], 0) && has(both.marks[1], 1));
  assert_true(has(one.marks[0], 0) && has(one.marks[0], 1));
  assert_true(has(none.marks[0], 0) && has(none.marks[0], 1) && has(none.marks[0], 254));
  assert_true(!has(inside.marks[0], 0) && has(inside.marks[0], 1) && !has(inside.marks[0], 200));
  const uint8_t state[] = {4, 0};
  assert_false(p->is_passed(p, state, 2));
  p->close(p);
}

// More than 256 states take two bytes.
NET_TEST(wide_claims) {
  claim *c = claim_new(f->a);
  for (uint32_t i = 0; i < 300; i++)
    claim_add_state(f->a, c);
  claim_add_edge(f->a, c, 0, 299);
  claim_add_edge(f->a, c, 299, 299);
  c->states.at[299].is_accepting = true;
  claim_finish(f->a, c);
  space *p = space_product(f->m, &model, c, false);
  const uint8_t start[] = {2, 0, 0}, end[] = {2, 299 - 256, 1};
  list l = {0};
  p->expand(p, start, 3, note, &l);
  assert_int_equal(l.count, 1);
  assert_int_equal(product_claim_state(p, end, 3), 299);
  assert_true(product_is_accepting(p, end, 3));
  p->close(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_claim_reads_and_the_model_moves),
      cmocka_unit_test(bad_states_ahead),
      cmocka_unit_test(faults_of_atoms_and_labels_of_the_model),
      cmocka_unit_test(weak_fairness),
      cmocka_unit_test(wide_claims),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
