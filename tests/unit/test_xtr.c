// UPPAAL's trace formats: what is written of small models, and reading it again.
#include "lang/uppaal/uppaal.h"
#include "test_file.h"
#include "trace/read.h"
#include "trace/symbolic.h"
#include "trace/timing.h"
#include "trace/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct fixture {
  mem *m;
  const char *text;
  void (*look)(struct fixture *f);
  arena *memory;
  diags d;
  network *net;
  char *written; // the last trace
} fixture;

static void write_file(const char *name, const char *text) {
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
}

static void load_and_look(void *argument) {
  fixture *f = argument;
  char name[] = "/tmp/beeline-xtr-XXXXXX.xta";
  int made = mkstemps(name, 4);
  assert_true(made >= 0);
  close(made);
  write_file(name, f->text);
  f->memory = arena_new(f->m);
  f->d = (diags){.memory = f->memory};
  void *front_end;
  f->net = upp_load(f->memory, &f->d, name, NULL, 0, &front_end);
  unlink(name);
  if (!f->net)
    fail_msg("%u: %s", f->d.first->at.line, f->d.first->message);
  net_finish(f->net);
  uint64_t before = mem_used(f->m);
  f->look(f);
  free(f->written);
  assert_true(mem_used(f->m) == before || f->d.first); // diagnostics stay
}

static void with_model(const char *text, void (*look)(fixture *f)) {
  fixture f = {.m = mem_new(0), .text = text, .look = look};
  assert_int_equal(mem_try(f.m, load_and_look, &f), MEM_OK);
  mem_delete(f.m);
}

static const char *written(fixture *f, const trace_writer *w, const answer *t) {
  size_t size;
  free(f->written);
  f->written = NULL;
  FILE *out = open_memstream(&f->written, &size);
  assert_non_null(out);
  assert_true(trace_write(w, out, f->m, f->net, t, (trace_format){0}).ok);
  fclose(out);
  return f->written;
}

typedef struct walk {
  fixture *f;
  symbolic *now;
  uint32_t skip; // steps to pass over before one is taken
  bool is_taken;
  net_action step;
} walk;

static bool visit(void *context, ref_joint *j) {
  walk *w = context;
  fault f;
  symbolic after = symbolic_copy(w->now);
  bool is_possible = !symbolic_step(&after, &j->by, &f) && f == FAULT_NONE;
  symbolic_free(&after);
  if (!is_possible || w->skip-- > 0)
    return true;
  w->is_taken = true;
  w->step = j->by;
  return false;
}

// A walk of so many steps, or fewer if it ends; which way it goes depends on the seed.
static answer make_walk(fixture *f, uint32_t seed, uint32_t length) {
  answer t = {0};
  symbolic now = symbolic_start(f->m, f->net);
  for (uint32_t i = 0; i < length; i++) {
    fault ignored;
    walk w = {.f = f, .now = &now};
    ref_query q = {.m = f->m, .s = &now.now, .which = REF_EVER, .found = visit, .context = &w};
    seed = seed * 1103515245u + 12345u;
    for (uint32_t skip = seed >> 16 & 7;; skip = skip / 2) {
      w.skip = skip;
      ref_joints(&q);
      if (w.is_taken || skip == 0)
        break;
    }
    if (!w.is_taken)
      break;
    assert_null(symbolic_step(&now, &w.step, &ignored));
    vec_push(f->m, &t.steps, w.step);
  }
  symbolic_free(&now);
  return t;
}

static void read_again(fixture *f, const trace_writer *w, const answer *t) {
  answer again = {0};
  write_file(file, written(f, w, t));
  if (!trace_read(f->m, f->net, &f->d, file, &again))
    fail_msg("%s: %s\n%s", w->name, f->d.first->message, f->written);
  assert_int_equal(again.steps.count, t->steps.count);
  assert_int_equal(again.times.count, t->steps.count + 1);
  for (uint32_t i = 0; i < t->steps.count; i++)
    assert_true(net_is_same_action(&again.steps.at[i], &t->steps.at[i]));
  answer_free(f->m, &again);
}

static void round_trips(fixture *f) {
  uint32_t longest = 0;
  for (uint32_t seed = 0; seed < 20; seed++) {
    answer t = make_walk(f, seed, 25);
    longest = t.steps.count > longest ? t.steps.count : longest;
    read_again(f, &trace_writer_xtr, &t);
    read_again(f, &trace_writer_uppaal_xml, &t);
    answer_free(f->m, &t);
  }
  assert_true(longest >= 5);
}

// Everybody who can hears the call; who has waited too long does not.
static const char BROADCAST[] =
    "broadcast chan all; chan go; int[0,20] n;\n"
    "process Caller() { clock x; state A { x <= 5 }, B; init A;\n"
    "  trans A -> A { guard x >= 2; sync all!; assign x := 0; },\n"
    "        A -> B { guard n > 3; sync go!; }, B -> A { assign x := 0, n := 0; }; }\n"
    "process Hearer(const int d) { clock y; int[0,9] heard; state A, B; init A;\n"
    "  trans A -> B { guard y > d && heard < 9; sync all?; assign n++, heard++, y := 0; },\n"
    "        B -> A { guard y >= 1 && n < 18; }, A -> A { sync go?; assign heard := 0; }; }\n"
    "H1 := Hearer(1); H2 := Hearer(3); system Caller, H1, H2;\n";

// Values are selected, a guard has alternatives, edges lead to the same place, and some places are left at once.
static const char CHOICES[] =
    "typedef struct { int[0,9] a; int[0,9] b[2]; } pair; pair p[2]; const int table[3] = {2, 3, 5};\n"
    "urgent chan hurry; clock z; meta int[0,5] m;\n"
    "process P() { clock x; int[0,9] k; state A { x <= 4 }, B, C, D; commit B; urgent C; init A;\n"
    "  trans A -> B { select i : int[0,1], j : int[0,1]; guard x >= 1 && p[i].b[j] < 8;\n"
    "                 assign p[i].b[j] := p[i].b[j] + 1, k := i; },\n"
    "        A -> B { guard (x < 1 || x > 3) && p[1].a < table[k]; assign p[1].a++; },\n"
    "        B -> C { assign x := 0; }, B -> C { assign x := 0; },\n"
    "        C -> D { sync hurry!; }, C -> A { }, D -> A { guard z > 2; assign x := z, z := 0, x := 0, m := k; }; }\n"
    "process Q() { state A; init A; trans A -> A { sync hurry?; }; }\n"
    "system P, Q;\n";

static const char UNNAMED[] =
    "clock c[2];\nprocess P(int[1,2] id) { bool b; state A, B { c[id - 1] <= 3 * id }; init A;\n"
    "  trans A -> B { assign c[id - 1] := 0, b := !b; }, B -> A { guard c[id - 1] > id; }; }\n"
    "system P;\n";

static void test_round_trips(void **state) {
  (void)state;
  with_model(BROADCAST, round_trips);
  with_model(CHOICES, round_trips);
  with_model(UNNAMED, round_trips);
}

static net_action step_by(uint32_t edge) { return (net_action){.edge = edge, .partner_edge = NET_ALONE}; }

// p[0].a p[0].b[0] p[0].b[1] p[1].a ... m P.k, without the table; clocks #t(0) #time z P.x.
static void look_at_numbers(fixture *f) {
  answer t = {0};
  vec_push(f->m, &t.steps, step_by(1)); // i = 0, j = 1
  assert_string_equal(written(f, &trace_writer_xtr, &t), "0 0 \n.\n"
                                                         "0 1 0\n.\n1 0 8\n.\n1 2 0\n.\n2 3 0\n.\n3 1 0\n.\n.\n"
                                                         "0 0 0 0 0 0 0 0 \n.\n"
                                                         "1 0 \n.\n"
                                                         "0 1 -2\n.\n1 0 8\n.\n1 2 0\n.\n2 3 0\n.\n3 1 0\n.\n.\n"
                                                         "0 0 1 0 0 0 0 0 \n.\n"
                                                         "0 0 0 1 ; .\n"
                                                         ".\n");
  answer_free(f->m, &t);
}

static void look_at_names(fixture *f) {
  answer t = {0};
  vec_push(f->m, &t.steps, step_by(1));
  const char *text = written(f, &trace_writer_uppaal_xml, &t);
  assert_non_null(strstr(text, "<trace initial_node=\"State1\" trace_options=\"symbolic\">\n"));
  assert_non_null(strstr(text, "<clock name=\"#time\" id=\"sys.#time\"/>\n<clock name=\"z\" id=\"sys.z\"/>\n"));
  assert_non_null(strstr(text, "<process id=\"P\" name=\"P\">\n<clock name=\"x\" id=\"P.x\"/>\n"
                               "<variable name=\"k\" id=\"P.k\"/>\n<location name=\"A\" id=\"P.A\"/>\n"));
  assert_non_null(strstr(text,
                         "<edge id=\"P.Edge1(0,1)\" from=\"P.A\" to=\"P.B\"><guard>x &gt;= 1 &amp;&amp; p[i].b[j] "
                         "&lt; 8</guard><sync>tau</sync><update>p[i].b[j] = p[i].b[j] + 1, k = i</update>"));
  assert_non_null(strstr(text, "<location_vector id=\"LocVec2\" locations=\"P.B Q.A \"/>\n"));
  assert_non_null(strstr(text, "<variable_state variable=\"sys.p[0].b[1]\" value=\"1\"/>\n"));
  assert_non_null(strstr(text, "<clockbound clock1=\"sys.#t(0)\" clock2=\"P.x\" bound=\"-1\" comp=\"&lt;=\"/>\n"));
  assert_non_null(strstr(text, "<transition from=\"State1\" to=\"State2\" edges=\"P.Edge1(0,1) \"/>\n"));
  assert_null(strstr(text, "table["));
  answer_free(f->m, &t);
}

static void test_numbers_and_names(void **state) {
  (void)state;
  with_model(CHOICES, look_at_numbers);
  with_model(CHOICES, look_at_names);
}

static void expect_error(fixture *f, const char *text, const char *message) {
  diags d = {.memory = f->memory};
  answer t = {0};
  write_file(file, text);
  assert_false(trace_read(f->m, f->net, &d, file, &t));
  assert_int_equal(d.errors, 1);
  if (!strstr(d.first->message, message))
    fail_msg("'%s' instead of '%s'", d.first->message, message);
  f->d = d;
}

// P(1) and P(2), both at A; no edge of P(1) leads from B to B.
static void look_at_errors(fixture *f) {
  static const char start[] = "0 0 \n.\n.\n0 0 \n.\n";
  char text[500];
  expect_error(f, "0 0 0 \n.\n", "step 0: the number of locations is not the number of processes");
  expect_error(f, "1 0 \n.\n.\n0 0 \n.\n.\n", "step 0: this is not the initial state");
  expect_error(f, "0 0 \n.\n1 2 \n.\n", "step 0: expected a bound: two clocks");
  snprintf(text, sizeof text, "%s", start);
  expect_error(f, text, "step 1: the file ends too early");
  snprintf(text, sizeof text, "%s1 0 \n.\n.\n1 0 \n.\n0 1 ; .\n.\n", start);
  expect_error(f, text, "step 1: these processes have no such joint step");
  snprintf(text, sizeof text, "%s1 0 \n.\n.\n0 0 \n.\n0 0 ; .\n.\n", start);
  expect_error(f, text, "step 1: a variable has another value afterwards");
  snprintf(text, sizeof text, "%s0 1 \n.\n.\n1 0 \n.\n0 0 ; .\n.\n", start);
  expect_error(f, text, "step 1: a process is at another location afterwards");
  expect_error(f, "<trace>", "step 0: there is no <trace> element");
  expect_error(f, "<trace initial_node=\"S\"><node id=\"S\" location_vector=\"L\"/></trace>",
               "step 0: the file does not define state 'S'");
  expect_error(f, "nothing", "this is not a trace");
}

// As a file of UPPAAL before 4.0 has it: edges from 1, one on each line. Variables that are other ones are passed over.
static void look_at_old(fixture *f) {
  answer t = {0};
  write_file(file, "0 0\n.\n.\n.\n1 0\n.\n.\n.\n0 1\n.\n0 0\n.\n.\n.\n0 2\n.\n.\n");
  if (!trace_read(f->m, f->net, &f->d, file, &t))
    fail_msg("%s", f->d.first->message);
  assert_int_equal(t.steps.count, 2);
  assert_int_equal(t.times.at[0], 0);
  assert_true(t.times.at[1] > t.unit); // x > 1
  answer_free(f->m, &t);
}

// verifyta numbers edges as they come, names what has no name after its number in the file, and shares parts of states.
static void look_at_foreign(fixture *f) {
  answer t = {0};
  write_file(file, "<?xml version=\"1.0\"?><!DOCTYPE trace><trace initial_node=\"State1\"><system><process id=\"P(1)\">"
                   "<location id=\"P(1).A\"><![CDATA[<>]]></location>"
                   "<edge id=\"P(2).Edge1\" from=\"P(2).A\" to=\"P(2)._id3\"/></process></system>"
                   "<location_vector id=\"L2\" locations=\"P(1).A P(2)._id3 \"/>"
                   "<location_vector id=\"L1\" locations=\"P(1).A P(2).A \"/><variable_vector id=\"V\">"
                   "<variable_state variable=\"P(1).b\" value=\"0\"/></variable_vector>"
                   "<node id=\"State2\" location_vector=\"L2\" dbm_instance=\"D \" variable_vector=\"V \"/>"
                   "<node id=\"State1\" location_vector=\"L1\" dbm_instance=\"D \" variable_vector=\"V \"/>"
                   "<transition from=\"State1\" to=\"State2\" edges=\"P(2).Edge1 \"/></trace>");
  if (!trace_read(f->m, f->net, &f->d, file, &t))
    fail_msg("%s", f->d.first->message);
  assert_int_equal(t.steps.count, 1);
  assert_int_equal(t.steps.at[0].pid, 1);
  answer_free(f->m, &t);
}

static void test_reading(void **state) {
  (void)state;
  with_model(UNNAMED, look_at_errors);
  with_model(UNNAMED, look_at_old);
  with_model(UNNAMED, look_at_foreign);
}

// A last step that runs into an error has no state after it: the one before is written again.
static void look_at_fault(fixture *f) {
  answer t = {.end = outcome_error(FAULT_RANGE, NULL)}, again = {0};
  vec_push(f->m, &t.steps, step_by(0));
  vec_push(f->m, &t.steps, step_by(0));
  write_file(file, written(f, &trace_writer_xtr, &t));
  assert_true(trace_read(f->m, f->net, &f->d, file, &again));
  assert_int_equal(again.steps.count, 2);
  assert_int_equal(again.end.fault, FAULT_RANGE);
  answer_free(f->m, &again);
  answer_free(f->m, &t);
}

static void test_faults(void **state) {
  (void)state;
  with_model("int[0,1] i; process P() { state A; init A; trans A -> A { assign i++; }; } system P;", look_at_fault);
}

// The bounds of the core, put together again, are the zone.
static void try_core(void *argument) {
  enum { CLOCKS = 5 };
  mem *m = argument;
  uint32_t seed = 1;
  bool needed[CLOCKS * CLOCKS];
  for (uint32_t round = 0; round < 500; round++) {
    zone z = zone_new(m, CLOCKS), again = zone_new(m, CLOCKS);
    zone_let_time_pass(&z);
    for (uint32_t i = 0; i < 8; i++) {
      seed = seed * 1103515245u + 12345u;
      uint32_t x = 1 + (seed >> 16) % (CLOCKS - 1), y = (seed >> 20) % CLOCKS;
      if (seed & 1 << 25)
        zone_set(&z, x, y == x ? 0 : y, seed >> 28);
      else if (x != y && zone_require(&z, x, y, zone_bound(seed >> 28, seed & 1 << 26)) && seed & 1 << 27)
        zone_let_time_pass(&z);
    }
    for (uint32_t i = 1; i < CLOCKS * CLOCKS; i++)
      again.at[i] = i < CLOCKS || i % (CLOCKS + 1) == 0 ? zone_bound(0, false) : ZONE_NO_BOUND;
    zone_core(&z, needed);
    for (uint32_t i = 0; i < CLOCKS * CLOCKS; i++)
      assert_true(!needed[i] || zone_require(&again, i / CLOCKS, i % CLOCKS, z.at[i]));
    assert_true(zone_is_same(&z, &again));
    zone_free(&z);
    zone_free(&again);
  }
}

static void test_core(void **state) {
  (void)state;
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, try_core, m), MEM_OK);
  assert_int_equal(mem_used(m), 0);
  mem_delete(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trips), cmocka_unit_test(test_numbers_and_names),
      cmocka_unit_test(test_reading),     cmocka_unit_test(test_faults),
      cmocka_unit_test(test_core),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
