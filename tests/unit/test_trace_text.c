// The formats that people read, against what they should say.
#include "test_trace_writers.h"

#include <stdio.h>

static const trace_format all = {0};

NET_TEST(text) {
  make_show_net(f);
  answer t = make_show_trace(f);
  assert_string_equal(written(f, &trace_writer_text, &t, all),
                      "assertion violated: x < a[1] at m.pml:5, after 7 steps\n"
                      "  1 { P:0     m.pml:1  run C(3)           C:1(n = 3) starts\n"
                      "  2 } P:0     m.pml:2  x = 2              x = 2\n"
                      "  3   P:0     m.pml:3  q!ack,x            q = [ack(2)]\n"
                      "  4   C:1     m.pml:6  q?ack,got          got = 2, q = []\n"
                      "  5   P:0     m.pml:4  r!7\n"
                      "  6   -> C:1  m.pml:7  r?got              got = 7\n"
                      "      > got 7\n"
                      "      > thanks\n"
                      "  7   P:0     m.pml:5  assert(x < a[1])\n"
                      "x < a[1] does not hold: x = 2, a[1] = 0\n");
}

NET_TEST(deadlock) {
  show_net s = make_show_net(f);
  s.p->flow.locations.at[5].flags = LOC_END;
  answer t = make_named_trace(f, show_steps, 6, FAULT_DEADLOCK);
  const char *end = strstr(written(f, &trace_writer_text, &t, all), "No process");
  assert_string_equal(end, "No process can move:\n"
                           "  C:1 waits for\n"
                           "        m.pml:8  x > 5   -- x = 2\n"
                           "  P:0 may end here\n");
  assert_memory_equal(f->text.at, "invalid end state: no process can move, after 7 steps\n", 54);
}

NET_TEST(blocked_on_channels) {
  show_net s = make_show_net(f);
  net_edge *full = test_edge(f, s.p, 3, 4, "q!ack,1", NULL);
  test_send(f, full, s.q, test_number(f, 1), test_number(f, 1));
  net_edge *other = test_edge(f, s.c, 0, 1, "q?0,got", NULL);
  test_receive(f, other, s.q);
  test_pattern(f, other, PATTERN_MATCH, test_number(f, 0));
  test_pattern(f, other, PATTERN_BIND, test_read(f, s.got));
  net_edge *first = f->n->edges.at[s.c->flow.locations.at[0].edges.at[0]];
  first->sync.channel = test_read(f, s.r); // a rendezvous that nobody can have
  first->sync.patterns.count = 1;
  answer t = make_named_trace(f, show_steps, 3, FAULT_DEADLOCK);
  const char *end = strstr(written(f, &trace_writer_text, &t, all), "No process");
  assert_string_equal(end, "No process can move:\n"
                           "  C:1 waits for\n"
                           "        m.pml:6  q?ack,got   -- no process can send to r\n"
                           "        m.pml:10  q?0,got   -- q = [ack(2)] has no message that matches\n"
                           "  P:0 waits for\n"
                           "        m.pml:4  r!7   -- no process can receive from r\n"
                           "        m.pml:9  q!ack,1   -- q = [ack(2)] is full\n");
}

NET_TEST(full) {
  make_show_net(f);
  answer t = make_named_trace(f, show_steps, 2, FAULT_NONE);
  assert_string_equal(written(f, &trace_writer_full, &t, all), "an execution, of 2 steps\n"
                                                               "  0   initial state\n"
                                                               "        x = 0\n"
                                                               "        a = [0, 0]\n"
                                                               "        q = []\n"
                                                               "        r = []\n"
                                                               "  1 { P:0     m.pml:1  run C(3)   C:1(n = 3) starts\n"
                                                               "        x = 0\n"
                                                               "        a = [0, 0]\n"
                                                               "        q = []\n"
                                                               "        r = []\n"
                                                               "        C:1.n = 3\n"
                                                               "        C:1.got = 0\n"
                                                               "  2 } P:0     m.pml:2  x = 2      x = 2\n"
                                                               "        x = 2\n"
                                                               "        a = [0, 0]\n"
                                                               "        q = []\n"
                                                               "        r = []\n"
                                                               "        C:1.n = 3\n"
                                                               "        C:1.got = 0\n");
}

NET_TEST(long_traces_are_cut) {
  net_var *x = test_var(f, NULL, "x", 0);
  net_template *p = test_active(f, "P", 1);
  test_assign(f, test_edge(f, p, 0, 0, "x++", NULL), test_read(f, x),
              test_two(f, EXPR_ADD, test_read(f, x), test_number(f, 1)));
  answer t = {0};
  for (int i = 0; i < 1000; i++)
    vec_push(f->m, &t.steps, ((net_action){.partner_edge = NET_ALONE}));
  test_finish(f->n);
  assert_string_equal(written(f, &trace_writer_text, &t, (trace_format){.limit = 3}),
                      "an execution, of 1000 steps\n"
                      "   1   P:0     m.pml:1  x++   x = 1\n"
                      "       ... 997 steps left out; --trace full shows all ...\n"
                      " 999   P:0     m.pml:1  x++   x = 231\n"
                      "1000   P:0     m.pml:1  x++   x = 232\n");
  assert_null(strstr(written(f, &trace_writer_text, &t, (trace_format){.limit = 1000}), "left out"));
  assert_null(strstr(written(f, &trace_writer_text, &t, all), "left out"));
}

NET_TEST(faults_show_their_values) {
  show_net s = make_show_net(f);
  net_edge *bad = test_edge(f, s.p, 2, 2, "a[x] = 1", NULL);
  test_assign(f, bad, test_at(f, s.a, test_read(f, s.x)), test_number(f, 1));
  const char *const names[] = {"0.run C(3)", "0.x = 2", "0.a[x] = 1"};
  answer t = make_named_trace(f, names, 3, FAULT_INDEX);
  const char *text = written(f, &trace_writer_text, &t, all);
  assert_memory_equal(text, "array index out of range: a[x] = 1 at m.pml:9, after 3 steps\n", 61);
  assert_non_null(strstr(text, "\narray index out of range: x = 2\n"));
}

NET_TEST(color) {
  make_show_net(f);
  answer t = make_named_trace(f, show_steps, 1, FAULT_NONE);
  assert_null(strchr(written(f, &trace_writer_text, &t, all), '\033'));
  assert_non_null(strstr(written(f, &trace_writer_text, &t, (trace_format){.color = true}), "\033[36mP:0"));
}

NET_TEST(mermaid) {
  make_show_net(f);
  answer t = make_show_trace(f);
  assert_string_equal(written(f, &trace_writer_mermaid, &t, all), "sequenceDiagram\n"
                                                                  "  participant p0 as P 0\n"
                                                                  "  participant p1 as C 1\n"
                                                                  "  Note over p0: 1. run C(3)\n"
                                                                  "  Note over p0: 2. x = 2\n"
                                                                  "  participant c1 as q\n"
                                                                  "  p0-)c1: 3. q!ack,x\n"
                                                                  "  c1-)p1: 4. q?ack,got\n"
                                                                  "  p0->>p1: 5. r!7\n"
                                                                  "  Note over p0: 7. assert(x < a[1])\n"
                                                                  "  Note over p0: assertion violated\n");
}

NET_TEST(dot) {
  show_net s = make_show_net(f);
  s.send->text = "say \"q\"";
  answer t = make_named_trace(f, (const char *const[]){"0.run C(3)", "0.x = 2", "0.say \"q\""}, 3, FAULT_NONE);
  assert_string_equal(written(f, &trace_writer_dot, &t, all), "digraph trace {\n"
                                                              "  node [shape=box];\n"
                                                              "  s0 [label=\"0\"];\n"
                                                              "  s0 -> s1 [label=\"P:0  run C(3)\"];\n"
                                                              "  s1 [label=\"1\\nC:1(n = 3) starts\"];\n"
                                                              "  s1 -> s2 [label=\"P:0  x = 2\"];\n"
                                                              "  s2 [label=\"2\\nx = 2\"];\n"
                                                              "  s2 -> s3 [label=\"P:0  say \\\"q\\\"\"];\n"
                                                              "  s3 [label=\"3\\nq = [ack(2)]\"];\n"
                                                              "}\n");
}

NET_TEST(a_trace_that_does_not_run_is_not_written) {
  make_show_net(f);
  answer t = make_named_trace(f, show_steps, 2, FAULT_DEADLOCK);
  for (const trace_writer *const *w = trace_writers; *w; w++) {
    FILE *out = tmpfile();
    assert_false(trace_write(*w, out, f->m, f->n, &t, all).ok);
    assert_int_equal(ftell(out), 0);
    fclose(out);
    assert_ptr_equal(trace_writer_named((*w)->name), *w);
  }
  assert_null(trace_writer_named("none such"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text),
      cmocka_unit_test(deadlock),
      cmocka_unit_test(blocked_on_channels),
      cmocka_unit_test(full),
      cmocka_unit_test(long_traces_are_cut),
      cmocka_unit_test(faults_show_their_values),
      cmocka_unit_test(color),
      cmocka_unit_test(mermaid),
      cmocka_unit_test(dot),
      cmocka_unit_test(a_trace_that_does_not_run_is_not_written),
  };
  return cmocka_run_group_tests_name("trace text", tests, NULL, NULL);
}
