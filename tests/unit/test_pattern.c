// Which parts of a network the patterns keep.
#include "abstraction/abstraction.h"
#include "abstraction/pattern.h"
#include "lang/uppaal/uppaal.h"
#define TEST_LOAD upp_load
#define TEST_ENDING ".xta"
#include "test_load.h"

typedef struct {
  const char *text, *query, *method;
  uint32_t coarser;
  const char *kept; // why there is none, or automata, then variables and clocks that are in the copy, in order
} expected;

static const expected *present;

static const char *kept_text(arena *a, const net_copy *c) {
  const char *out = "";
  for (uint32_t i = 0; i < c->from->templates.count; i++)
    if (!c->is_left_out[i])
      out = arena_printf(a, "%s%s ", out, c->from->templates.at[i]->name);
  for (uint32_t i = 0; i < c->from->vars.count; i++)
    if (c->var[i] != NET_NONE)
      out = arena_printf(a, "%s%s ", out, c->from->vars.at[i]->name);
  for (uint32_t i = 0; i < c->from->clocks.count; i++)
    if (c->clock[i] != NET_NONE)
      out = arena_printf(a, "%s%s ", out, c->from->clocks.at[i].name);
  return out;
}

static const char *choose(loaded *l, pattern_setup *setup, net_copy **out) {
  pattern_set set;
  abstraction *made;
  const char *why = pattern_read(present->method, setup, (char[100]){0}, 100)->choose(setup, &set);
  if (why)
    return why;
  net_change change = pattern_set_change(&set);
  assert_null(abstraction_make(setup->memory, l->net, setup->facts, &setup->asked, &change, &made));
  *out = made->copy;
  return NULL;
}

static void look(loaded *l) {
  assert_non_null(l->net);
  arena *a = l->d.memory;
  pattern_setup setup = {.m = l->m, .memory = a, .net = l->net, .facts = facts_open(l->m, l->net)};
  net_property asked;
  assert_true(upp_property(l->front_end, &l->d, present->query, &asked));
  setup.asked = asked.question;
  setup.coarser = present->coarser;
  net_copy *copy;
  const char *why = choose(l, &setup, &copy), *found = why ? why : kept_text(a, copy);
  if (strcmp(found, present->kept) != 0)
    fail_msg("%s of %s: '%s', not '%s'", present->method, present->query, found, present->kept);
  facts_close(setup.facts);
}

// An input that changes at any time, a controller whose decision is copied, and a process that has nothing to do with
// it.
#define INPUT                                                                                                          \
  "process Input { state l; init l; trans l -> l { guard in == 0; assign in := 1; }, l -> l { guard in == 1; assign "  \
  "in := 0; }; }"
#define CONTROL "process Control { state c0, c1; init c0; trans c0 -> c1 { guard x >= 3; assign grant := 1; }; }"
#define FAR "process Far { state f0, f1; init f0; trans f0 -> f1 { guard y >= 3 && other == 0; assign other := 1; }; }"
#define MODEL                                                                                                          \
  "int[0,1] in, seen, grant, given, other; clock x, y;" INPUT CONTROL FAR "process P { state p0, p1, p2, p3; init p0;" \
  "trans p0 -> p1 { assign seen := in; }, p1 -> p2 { guard seen == 1; assign given := grant; },"                       \
  "p1 -> p0 { guard seen == 0; }, p2 -> p3 { guard given == 1; }, p2 -> p1 { guard given == 0; }; }"                   \
  "system Input, Control, Far, P;"

// Three automata in a row, each of which waits for the one before it.
#define ROW                                                                                                            \
  "int[0,1] a, b; chan go;"                                                                                            \
  "process A { state l0, l1; init l0; trans l0 -> l1 { assign a := 1; }; }"                                            \
  "process B { state l0, l1; init l0; trans l0 -> l1 { guard a == 1; assign b := 1; }; }"                              \
  "process C { state l0, l1; init l0; trans l0 -> l1 { guard b == 1; sync go!; }; }"                                   \
  "process D { state l0, l1; init l0; trans l0 -> l1 { sync go?; }; }"                                                 \
  "process E { state l0, l1; init l0; trans l0 -> l1 { }; }"                                                           \
  "system A, B, C, D, E;"

static void test_patterns(void **state) {
  static const expected rows[] = {
      {MODEL, "E<> P.p3", "all", 0, "Input Control Far P in seen grant given other x y "},
      {MODEL, "E<> P.p3", "goal", 0, "P "},
      {MODEL, "E<> P.p3", "russian-doll", 0, "Control P grant given x "},
      {MODEL, "E<> P.p3", "russian-doll", 1, "P "},
      {MODEL, "E<> P.p3", "russian-doll", 9, "there is nothing more to leave out"},
      {MODEL, "E<> P.p3 and other == 1", "russian-doll", 0, "Control Far P grant given other x y "},
      {MODEL, "E<> P.p0", "russian-doll", 0, "P "},
      {ROW, "E<> D.l1", "russian-doll", 0, "A B C D a b "},
      {ROW, "E<> D.l1", "russian-doll", 2, "B C D b "},
      {ROW, "E<> D.l1", "russian-doll", 3, "C D "},
      {ROW, "E<> D.l1", "layers:d=0", 0, "D "},
      {ROW, "E<> D.l1", "layers:d=1", 0, "C D "},
      {ROW, "E<> D.l1", "layers:d=2", 0, "C D "},
      {ROW, "E<> D.l1", "layers:d=3", 0, "B C D b "},
      {ROW, "E<> D.l1", "layers:d=5", 0, "A B C D a b "},
      {ROW, "E<> D.l1 and b == 1", "layers:d=1", 0, "B C D b "},
      {ROW, "E<> D.l1", "cegar", 0, "B C D a b "},
      {ROW, "E<> D.l1", "cegar:states=3", 0, "C D "},
      {ROW, "E<> D.l1 and b == 0", "cegar", 0, "D b "}, // there is none
      {ROW, "E<> D.l1", "grow", 0, "B C D a b "},
      {ROW, "E<> D.l1 and b == 0", "grow", 0, "D b "},
      {MODEL, "E<> P.p3", "cegar", 0, "P in seen grant given "},
      {MODEL, "E<> P.p3", "grow", 0, "P in seen grant given "},
  };
  (void)state;
  for (present = rows; present < rows + sizeof rows / sizeof *rows; present++)
    with_model(present->text, look);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_patterns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
