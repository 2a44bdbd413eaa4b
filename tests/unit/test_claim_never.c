// Never claims as claims: which states of the model each of their steps reads, and where they end.
#include "test_load.h"

#include "model/bind.h"
#include "model/claim_never.h"
#include "model/print.h"

// "0>1 x == 1, !(x == 2)": an edge with its literals. "0*": an accepting state, "1!": a bad one.
static const char *text_of(loaded *l, const claim *c) {
  arena *a = l->d.memory;
  const char *text = arena_printf(a, "%u", c->initial);
  for (uint32_t i = 0; i < c->states.count; i++) {
    const claim_state *s = &c->states.at[i];
    if (s->is_accepting || s->is_bad)
      text = arena_printf(a, "%s; %u%s", text, i, s->is_bad ? "!" : "*");
    for (uint32_t k = 0; k < s->edges.count; k++) {
      const claim_edge *e = &s->edges.at[k];
      text = arena_printf(a, "%s; %u>%u", text, i, e->to);
      for (uint32_t n = 0; n < e->label.count; n++)
        text = arena_printf(a, claim_is_negated(e->label.at[n]) ? "%s%s!(%s)" : "%s%s%s", text, n ? ", " : " ",
                            net_expr_text(a, l->net, c->atoms.at[claim_atom(e->label.at[n])]));
    }
  }
  return text;
}

static const char *expected;

static void look_at_claim(loaded *l) {
  assert_non_null(l->net);
  const char *why_not = NULL;
  uint32_t never = l->net->templates.count - 1;
  const claim *c = claim_of_template(l->d.memory, l->net, never, &why_not);
  assert_string_equal(why_not ? why_not : text_of(l, c), expected);
  assert_true((c == NULL) == (why_not != NULL));
}

// The first text is the body of the claim.
static void claim_is(const char *body, const char *text) {
  char model[1000];
  snprintf(model, sizeof model, "byte x, y; chan c = [1] of {byte}; active proctype P() { x = 1; x = 2 } never { %s }",
           body);
  expected = text;
  with_model(model, look_at_claim);
}

static void one_step_for_each_statement(void **state) {
  (void)state;
  claim_is("x == 1; skip; x == 2", "0; 0>1 x == 1; 1>2; 2>3 x == 2; 3!");
  claim_is("printf(\"a\"); !(x == 1)", "0; 0>1; 1>2 !(x == 1); 2!");
  claim_is("x == 1; goto l; l: goto m; m: x == 2", "0; 0>1 x == 1; 1>2 x == 2; 2!");
  claim_is("if :: x == 1 -> if :: x == 2 -> skip fi fi", "0; 0>1 x == 1; 1>2 x == 2; 2>3; 3!");
  claim_is("do :: false :: x == 1 -> break od", "0; 0>1 x == 1; 1!");
}

static void labels_accept_or_end(void **state) {
  (void)state;
  claim_is("do :: x == 1 -> goto acceptA :: skip od; acceptA: do :: x == 1 od", "0; 0>1 x == 1; 0>0; 1*; 1>1 x == 1");
  claim_is("do :: x == 1 -> goto endA :: skip od; endA: do :: skip od", "0; 0>1 x == 1; 0>0; 1!");
  claim_is("end: do :: skip od", "0; 0>1; 1!");
}

static void else_is_the_rest(void **state) {
  (void)state;
  claim_is("do :: x == 1 :: y == 1 -> break :: else od", "0; 0>0 x == 1; 0>1 y == 1; 0>0 !(x == 1), !(y == 1); 1!");
  claim_is("do :: skip :: else -> break od", "0; 0>0");
}

static void assertions_are_always_possible(void **state) {
  (void)state;
  claim_is("do :: assert(x != 2) od", "0; 0>1 !(x != 2); 0>0 x != 2; 1!");
  claim_is("do :: assert(false) od", "0; 0>1; 1!");
  claim_is("do :: assert(true) :: else -> break od", "0; 0>0");
}

static void atomic_sequences_read_one_state(void **state) {
  (void)state;
  claim_is("do :: atomic { x == 1 -> assert(!(x == 1)) } :: true od", "0; 0>1 x == 1; 0>0; 1!");
  claim_is("atomic { x == 1; y == 1; x == 1 }; y == 2", "0; 0>1 x == 1, y == 1; 1>2 y == 2; 2!");
  claim_is("atomic { x == 1; x != 1 }; skip", "0; 0>1 x == 1, x != 1; 1>2; 2!");
  claim_is("atomic { x == 1; do :: y == 1 :: y == 2 -> break od; x == 2 }", "0; 0>1 x == 1, y == 2, x == 2; 1!");
  claim_is("x == 1 && (y == 1 || y == 2); !(x == 1 || !(y == 1))",
           "0; 0>1 x == 1, y == 1 || y == 2; 1>2 !(x == 1), y == 1; 2!");
}

static void a_d_step_takes_the_first_possible_statement(void **state) {
  (void)state;
  claim_is("d_step { x == 1; assert(y == 1) }; skip", "0; 0>1 x == 1, !(y == 1); 0>2 x == 1, y == 1; 1!; 2>3; 3!");
  claim_is("d_step { x == 1; if :: y == 1 -> skip :: else -> skip fi }; y == 2",
           "0; 0>1 x == 1, y == 1; 0>1 x == 1, !(y == 1); 1>2 y == 2; 2!");
  claim_is("d_step { x == 1; y == 1 }; y == 2", "0; 0>1 x == 1, y == 1; 0>2 x == 1, !(y == 1); 1>3 y == 2; 2!; 3!");
  claim_is("d_step { if :: x == 1 :: x == 2 fi }; y == 2", "0; 0>1 x == 1; 0>1 !(x == 1), x == 2; 1>2 y == 2; 2!");
}

static void an_escape_comes_first(void **state) {
  (void)state;
  claim_is("{ do :: y == 1 od } unless { x == 2 }", "0; 0>1 x == 2; 0>0 !(x == 2), y == 1; 1!");
}

static void local_variables_are_part_of_its_states(void **state) {
  (void)state;
  claim_is("byte n = 1; x == n; n = n + 1; x == n", "0; 0>1 x == 1; 1>2; 2>3 x == 2; 3!");
  claim_is("byte n[2]; n[1] = 2; do :: n[1] > 0 -> n[1]-- :: n[1] == 0 && x == 1 -> break od",
           "0; 0>1; 1>2; 2>3; 3>4; 4>5; 5>6 x == 1; 6!");
  claim_is("bit n; n = x == 1; n == 1", "0; 0>1 !(x == 1); 0>2 x == 1; 2>3; 3!");
  claim_is("unsigned n : 2; n = x; n == 3", "0; 0>1 (x & 3) == 0; 0>2 (x & 3) == 1; 0>3 (x & 3) == 2; "
                                            "0>4 (x & 3) == 3; 4>5; 5!");
}

static void what_claims_cannot_do(void **state) {
  (void)state;
  claim_is("x = 1", "the claim changes the variable x of the model");
  claim_is("c ! 1", "the claim sends or receives a message");
  claim_is("c ? 1", "the claim sends or receives a message");
  claim_is("run P()", "the claim starts a process");
  claim_is("timeout", "the claim uses timeout, which is not supported in claims");
  claim_is("int n; n = x; n == 3", "the claim keeps a value of the model in a local variable that is too large");
  claim_is("byte n[2]; n[x] == 3", "in the claim, a local array is indexed by a value that changes");
  claim_is("byte n[2]; n[n[0] + 5] == 3", "in the claim, the index of a local array is out of range");
  claim_is("int n; do :: n++ od", "the claim has too many states, counting the values of its variables");
}

static void look_at_labels(loaded *l) {
  const char *why_not;
  const claim *c = claim_of_template(l->d.memory, l->net, 1, &why_not);
  assert_int_equal(c->accepting_atom, 0);
  assert_string_equal(net_expr_text(l->d.memory, l->net, c->atoms.at[0])[0] == '!' ? "!" : "", "!");
  assert_true(c->has_cycles && !c->has_bad);
  c = claim_of_acceptance(l->d.memory);
  assert_true(c->accepting_atom == 0 && c->states.count == 1 && c->has_cycles && !c->needs_steps);
  c = claim_of_progress(l->d.memory);
  assert_true(c->accepting_atom == -1 && c->states.count == 2 && c->has_cycles && c->needs_steps);
}

static void labels_of_processes_make_claims(void **state) {
  (void)state;
  with_model("active proctype P() { acceptP: do :: skip -> progress: skip od } never { do :: skip od }",
             look_at_labels);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_step_for_each_statement),
      cmocka_unit_test(labels_accept_or_end),
      cmocka_unit_test(else_is_the_rest),
      cmocka_unit_test(assertions_are_always_possible),
      cmocka_unit_test(atomic_sequences_read_one_state),
      cmocka_unit_test(a_d_step_takes_the_first_possible_statement),
      cmocka_unit_test(an_escape_comes_first),
      cmocka_unit_test(local_variables_are_part_of_its_states),
      cmocka_unit_test(what_claims_cannot_do),
      cmocka_unit_test(labels_of_processes_make_claims),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
