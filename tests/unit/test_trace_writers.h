// A network that shows everything the writers have to show, and their output as a string.
#ifndef TEST_TRACE_WRITERS_H
#define TEST_TRACE_WRITERS_H

#include "test_trace_net.h"
#include "trace/writer.h"

typedef struct show_net {
  net_var *x, *a, *q, *r, *got;
  net_template *p, *c;
  net_edge *send, *meet;
} show_net;

// P: atomic { run C(3); x = 2 }; q!ack,x; r!7; assert(x < a[1])     C(n): q?ack,got; r?got, printing; waits for x > 5
static inline show_net make_show_net(net_fixture *f) {
  show_net s;
  net_enum set = {.name = ""};
  vec_push(f->m, &set.names, "ack");
  vec_push(f->m, &set.values, 1);
  vec_push(f->m, &f->n->enums, set);
  s.x = test_var(f, NULL, "x", 0);
  s.a = test_var(f, NULL, "a", 2);
  s.q = test_channel(f, NULL, "q", 1, 2);
  f->n->channels.at[0].fields.at[0] = (net_type){.kind = KIND_ENUM, .bits = 8, .set = 0};
  s.r = test_channel(f, NULL, "r", 0, 1);
  s.c = test_template(f, "C", 3);
  s.p = test_active(f, "P", 6);
  net_var *n = test_var(f, s.c, "n", 0);
  n->is_parameter = true;
  s.c->parameters = 1;
  s.got = test_var(f, s.c, "got", 0);
  net_edge *run = test_edge(f, s.p, 0, 1, "run C(3)", NULL);
  run->keeps_control = true;
  net_stmt *start = test_stmt(f, run, STMT_RUN);
  start->template_ = (int32_t)s.c->index;
  start->priority = 1;
  vec_push(f->m, &start->args, test_number(f, 3));
  test_set(f, test_edge(f, s.p, 1, 2, "x = 2", NULL), s.x, 2);
  s.send = test_edge(f, s.p, 2, 3, "q!ack,x", NULL);
  test_send(f, s.send, s.q, test_number(f, 1), test_read(f, s.x));
  s.meet = test_edge(f, s.p, 3, 4, "r!7", NULL);
  test_send(f, s.meet, s.r, test_number(f, 7), NULL);
  net_edge *check = test_edge(f, s.p, 4, 5, "assert(x < a[1])", NULL);
  test_assert(f, check, test_two(f, EXPR_LT, test_read(f, s.x), test_at(f, s.a, test_number(f, 1))), "x < a[1]");
  net_edge *receive = test_edge(f, s.c, 0, 1, "q?ack,got", NULL);
  test_receive(f, receive, s.q);
  test_pattern(f, receive, PATTERN_MATCH, test_number(f, 1));
  test_pattern(f, receive, PATTERN_BIND, test_read(f, s.got));
  net_edge *reply = test_edge(f, s.c, 1, 2, "r?got", NULL);
  test_receive(f, reply, s.r);
  test_pattern(f, reply, PATTERN_BIND, test_read(f, s.got));
  net_stmt *print = test_stmt(f, reply, STMT_PRINT);
  print->format = "got %d\nthanks\n";
  vec_push(f->m, &print->args, test_read(f, s.got));
  test_edge(f, s.c, 2, 2, "x > 5", test_two(f, EXPR_GT, test_read(f, s.x), test_number(f, 5)));
  test_start(f);
  return s;
}

// A trace of the named steps, in order.
static inline answer make_named_trace(net_fixture *f, const char *const *names, uint32_t count, fault claimed) {
  answer t = {.end = outcome_error(claimed, NULL)};
  test_start(f);
  for (uint32_t i = 0; i < count; i++) {
    vec_push(f->m, &t.steps, test_action(f, names[i]));
    test_take(f, names[i]);
  }
  return t;
}

static const char *const show_steps[] = {"0.run C(3)",  "0.x = 2",       "0.q!ack,x",
                                         "1.q?ack,got", "0.r!7>1.r?got", "0.assert(x < a[1])"};

static inline answer make_show_trace(net_fixture *f) { return make_named_trace(f, show_steps, 6, FAULT_ASSERT); }

static inline const char *written(net_fixture *f, const trace_writer *w, const answer *t, trace_format format) {
  FILE *out = tmpfile();
  assert_non_null(out);
  assert_true(trace_write(w, out, f->m, f->n, t, format).ok);
  rewind(out);
  text_clear(&f->text);
  for (int c; (c = getc(out)) != EOF;)
    text_add(&f->text, "%c", c);
  fclose(out);
  return text_string(&f->text);
}

// A file of its own for each test program that needs one.
static inline void write_file(const char *name, const char *text) {
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
}

#endif
