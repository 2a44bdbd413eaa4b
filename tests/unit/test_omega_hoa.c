// Files with automata: what is written can be read again, and what others write as well.
#include "omega/omega.h"
#include "omega/reader.h"
#include "omega/writer.h"
#include "test_omega_lasso.h"

typedef struct job {
  mem *m;
  void (*test)(struct job *j);
  arena *memory;
  formula_maker maker;
  diags *told;
} job;

static void start(void *argument) {
  job *j = argument;
  j->memory = arena_new(j->m);
  formula_maker_start(&j->maker, j->memory, 3);
  j->test(j);
}

static void with_memory(void (*test)(job *j)) {
  job j = {.m = mem_new(0), .test = test};
  assert_int_equal(mem_try(j.m, start, &j), MEM_OK);
  mem_delete(j.m);
}

static expr *condition(void *context, const char *text, place at) {
  job *j = context;
  for (uint32_t i = 0; i < LASSO_ATOMS; i++)
    if (strcmp(text, j->maker.vars[i].name) == 0)
      return formula_atom(&j->maker, i);
  diag_add(j->told, DIAG_ERROR, at, NULL, "no such name");
  return NULL;
}

static const claim *read_text(job *j, const char *text) {
  diags d = {.memory = j->memory};
  j->told = &d;
  const claim *c = omega_read_hoa(&d, "a.hoa", text, condition, j);
  if (!c && d.first)
    fail_msg("%u:%u: %s", d.first->at.line, d.first->at.column, d.first->message);
  assert_non_null(c);
  return c;
}

static const char *write_text(job *j, const claim *c, const omega_writer *w) {
  const char *names[LASSO_ATOMS], *negations[LASSO_ATOMS];
  text_buffer out = {.memory = j->m};
  for (uint32_t i = 0; i < c->atoms.count; i++) {
    names[i] = c->atoms.at[i]->var->name;
    negations[i] = arena_printf(j->memory, "!%s", names[i]);
  }
  w->write(&(omega_job){.claim = c, .atoms = names, .negations = negations, .title = "a \"title\"", .out = &out});
  return text_string(&out);
}

static void test_again(job *j) {
  for (uint32_t i = 0; i < 200; i++) {
    const net_formula *f = random_formula(&j->maker, 1 + i % 4, 3);
    const claim *c = omega_claim(j->memory, f), *again = read_text(j, write_text(j, c, &omega_writer_hoa));
    assert_true(again->states.count <= c->states.count);
    assert_int_equal(again->mark_count, 1);
    for (uint32_t k = 0; k < 40; k++) {
      lasso w = random_lasso(&j->maker.random);
      assert_int_equal(lasso_accepts(&w, again), lasso_accepts(&w, c));
    }
  }
}

static void test_round_trip(void **state) {
  (void)state;
  with_memory(test_again);
}

static uint32_t p_of(const lasso *w) { return lasso_atom(w, 0); }
static uint32_t all_of(const lasso *w) { return (1u << w->length) - 1; }
static uint32_t often(const lasso *w, uint32_t set) { return lasso_release(w, 0, lasso_until(w, all_of(w), set)); }
static uint32_t always_after_some_time(const lasso *w) {
  return lasso_until(w, all_of(w), lasso_release(w, 0, p_of(w)));
}
static uint32_t p_often(const lasso *w) { return often(w, p_of(w)); }
static uint32_t p_now_and_often(const lasso *w) { return p_of(w) & p_often(w); }
static uint32_t not_p_often(const lasso *w) { return often(w, all_of(w) & ~p_of(w)); }
static uint32_t never(const lasso *w) { return w->length & 0; }

#define HEAD "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"p\" \"q\"\nAcceptance: 1 Inf(0)\n"
static const struct {
  const char *text;
  uint32_t (*accepted)(const lasso *w); // the positions from which it accepts
} others[] = {
    {HEAD "--BODY--\nState: 0 [t] 0 [0] 1 State: 1 {0} [0] 1 --END--", always_after_some_time},
    // Acceptance on edges, a name of a state, headers that may be ignored, no number of states.
    {"HOA: v1 name: \"x\" tool: \"t\" \"1\" Start: 0 acc-name: Buchi Acceptance: 1 Inf(0) AP: 1 \"p\" properties: "
     "complete deterministic\n--BODY--\nState: 0 \"only\" [0] 0 {0} [!0] 0 --END--",
     p_often},
    // Labels of states hold for all their edges.
    {HEAD "--BODY-- State: [0] 0 {0} 0 1 State: [!0] 1 0 1 --END--", p_now_and_often},
    // No labels: the edges are those for !p && !q, p && !q, !p && q, p && q.
    {HEAD "--BODY-- State: 0 1 0 1 0 State: 1 {0} 1 0 1 0 --END--", not_p_often},
    // Several initial states, aliases, two sets on edges, a comment in a comment.
    {"HOA: v1 States: 3 Start: 0 Start: 1 AP: 1 \"p\" Alias: @a !0 Alias: @b !@a Acceptance: 2 Inf(0)&(Inf(1)) "
     "--BODY-- /* a /* nested */ comment */ State: 0 [@b] 0 {0 1} State: 1 [@a | 0 & t] 1 [@b] 2 State: 2 [@b] 2 {1} "
     "[!@a] 2 {0} [f] 0 --END--",
     always_after_some_time},
    {"HOA: v1 States: 1 Start: 0 AP: 1 \"p\" Acceptance: 0 f --BODY-- State: 0 [t] 0 --END--", never},
    {"HOA: v1 States: 1 Start: 0 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--", all_of},
    {"HOA: v1 States: 1 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--", never}, // no initial state
    // Only the sets that the condition names count.
    {"HOA: v1 States: 1 Start: 0 AP: 1 \"p\" Acceptance: 2 Inf(1) --BODY-- State: 0 [0] 0 {1} [!0] 0 {0} --END--",
     p_often},
};

static void compare_others(job *j) {
  for (uint32_t i = 0; i < sizeof others / sizeof *others; i++) {
    const claim *c = read_text(j, others[i].text);
    for (uint32_t k = 0; k < 300; k++) {
      lasso w = random_lasso(&j->maker.random);
      assert_int_equal(lasso_accepts(&w, c), others[i].accepted(&w) & 1);
    }
  }
}

static void test_others(void **state) {
  (void)state;
  with_memory(compare_others);
}

static const struct {
  const char *text;
  uint32_t line, column;
  diag_kind kind;
  const char *message; // a part of it
} wrong[] = {
    {"", 1, 1, DIAG_ERROR, "expected 'HOA'"},
    {"HOA: v2", 1, 6, DIAG_ERROR, "expected 'v1'"},
    {"HOA: v1\nStart: 0\n--BODY--\n--END--", 3, 1, DIAG_ERROR, "Acceptance is missing"},
    {"HOA: v1\nAcceptance: 1 Fin(0)\n", 2, 15, DIAG_UNSUPPORTED, "only Büchi"},
    {"HOA: v1\nAcceptance: 2 Inf(0) | Inf(1)\n", 2, 22, DIAG_UNSUPPORTED, "only Büchi"},
    {"HOA: v1\nAcceptance: 1 Inf(1)\n", 2, 20, DIAG_ERROR, "acceptance set"},
    {"HOA: v1\nStart: 0&1\n", 2, 9, DIAG_UNSUPPORTED, "alternating"},
    {"HOA: v1\nUnknown: 3\n", 2, 1, DIAG_ERROR, "not known"},
    {HEAD "--BODY--\nState: 0\n[2] 0\n--END--", 8, 2, DIAG_ERROR, "atomic proposition"},
    {HEAD "--BODY--\nState: 0\n[@a] 0\n--END--", 8, 2, DIAG_ERROR, "alias"},
    {HEAD "--BODY--\nState: 0\n[0 0\n--END--", 8, 4, DIAG_ERROR, "expected ']'"},
    {HEAD "--BODY--\nState: 0\n[0] 0&1\n--END--", 8, 6, DIAG_UNSUPPORTED, "alternating"},
    {HEAD "--BODY--\nState: [t] 0\n[0] 0\n--END--", 8, 5, DIAG_ERROR, "has a label"},
    {HEAD "--BODY--\nState: 0\n0 0 0 0 0\n--END--", 8, 9, DIAG_ERROR, "too many edges"},
    {HEAD "--BODY--\nState: 0\n[0] 0\n", 9, 1, DIAG_ERROR, "expected 'State'"},
    {HEAD "--BODY--\nState: 99999999\n--END--", 8, 1, DIAG_ERROR, "too large"},
    {"HOA: v1\nname: \"open", 2, 7, DIAG_ERROR, "no word"},
    {"HOA: v1 #", 1, 9, DIAG_ERROR, "no word"},
};

static void refuse_wrong(job *j) {
  for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    diags d = {.memory = j->memory};
    j->told = &d;
    assert_null(omega_read_hoa(&d, "a.hoa", wrong[i].text, condition, j));
    assert_int_equal(d.errors, 1);
    print_message("%s\n", d.first->message);
    assert_non_null(strstr(d.first->message, wrong[i].message));
    assert_int_equal(d.first->at.line, wrong[i].line);
    assert_int_equal(d.first->at.column, wrong[i].column);
    assert_int_equal(d.first->kind, wrong[i].kind);
  }
}

static void test_wrong(void **state) {
  (void)state;
  with_memory(refuse_wrong);
}

// Whatever is missing from a file, and whatever is changed in it, it is read or refused.
static void read_pieces(job *j) {
  for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
    for (uint32_t length = 0; length <= strlen(others[i].text); length++) {
      diags d = {.memory = j->memory};
      j->told = &d;
      char *text = arena_copy(j->memory, others[i].text, length);
      const claim *c = omega_read_hoa(&d, "a.hoa", text, condition, j);
      assert_int_equal(c == NULL, d.errors > 0);
      char *changed = arena_string(j->memory, others[i].text);
      changed[length ? length - 1 : 0] = "[]{}0!&|@\"("[random_below(&j->maker.random, 11)];
      diags e = {.memory = j->memory};
      j->told = &e;
      omega_read_hoa(&e, "a.hoa", changed, condition, j);
    }
}

static void test_pieces(void **state) {
  (void)state;
  with_memory(read_pieces);
}

static void write_known(job *j) {
  const claim *c = read_text(j, others[0].text);
  assert_string_equal(write_text(j, c, &omega_writer_never), "never { /* a \"title\" */\n"
                                                             "T0_init:\n"
                                                             "\tdo\n"
                                                             "\t:: (1) -> goto T0_init\n"
                                                             "\t:: ((p)) -> goto accept_S1\n"
                                                             "\tod;\n"
                                                             "accept_S1:\n"
                                                             "\tdo\n"
                                                             "\t:: ((p)) -> goto accept_S1\n"
                                                             "\tod;\n"
                                                             "}\n");
  assert_non_null(strstr(write_text(j, c, &omega_writer_hoa), "name: \"a \\\"title\\\"\"\n"));
  assert_non_null(strstr(write_text(j, c, &omega_writer_dot), "s1 -> s1 [label=\"p\"];\n"));
  // An automaton that accepts nothing, and one that accepts everything.
  assert_non_null(strstr(write_text(j, read_text(j, others[5].text), &omega_writer_never), "T0_init:\n\tfalse;\n}"));
  assert_non_null(strstr(write_text(j, read_text(j, others[6].text), &omega_writer_never),
                         "{ /* a \"title\" */\naccept_all:\n\tskip\n}"));
}

static void test_writers(void **state) {
  (void)state;
  with_memory(write_known);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip), cmocka_unit_test(test_others),  cmocka_unit_test(test_wrong),
      cmocka_unit_test(test_pieces),     cmocka_unit_test(test_writers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
