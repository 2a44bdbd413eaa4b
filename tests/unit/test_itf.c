// ITF: what is written, and reading it again.
#include "test_file.h"
#include "test_trace_writers.h"
#include "trace/json.h"
#include "trace/read.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const trace_format all = {0};
NET_TEST(document) {
  make_show_net(f);
  answer t = make_named_trace(f, show_steps, 5, FAULT_NONE);
  json_error_t error;
  json_t *document = json_loads(written(f, &trace_writer_itf, &t, all), JSON_REJECT_DUPLICATES, &error);
  assert_non_null(document);
  const json_t *vars = json_object_get(document, "vars"), *states = json_object_get(document, "states");
  assert_int_equal(json_array_size(vars), 5);
  assert_string_equal(json_string_value(json_array_get(vars, 4)), "processes");
  assert_int_equal(json_array_size(states), 6);
  json_t *expected =
      json_loads("{\"#meta\":{\"index\":3,\"step\":3,\"actions\":[{\"pid\":0,\"process\":\"P\",\"edge\":2,"
                 "\"origin\":12,\"text\":\"q!ack,x\",\"place\":\"m.pml:3\"}]},"
                 "\"x\":2,\"a\":[0,0],\"q\":[{\"#tup\":[\"ack\",2]}],\"r\":[],"
                 "\"processes\":[{\"process\":\"P\",\"location\":3,\"vars\":{}},"
                 "{\"process\":\"C\",\"location\":0,\"vars\":{\"n\":3,\"got\":0}}]}",
                 0, &error);
  assert_non_null(expected);
  assert_true(json_equal(json_array_get(states, 3), expected));
  const json_t *meeting = json_object_get(json_array_get(states, 5), "#meta");
  assert_int_equal(json_array_size(json_object_get(meeting, "actions")), 2);
  assert_string_equal(json_string_value(json_object_get(meeting, "output")), "got 7\nthanks\n");
  json_decref(expected);
  json_decref(document);
}

NET_TEST(round_trip) {
  make_show_net(f);
  answer t = make_show_trace(f), again = {0};
  diags d = {.memory = f->a};
  write_file(file, written(f, &trace_writer_itf, &t, all));
  assert_true(trace_read(f->m, f->n, &d, file, &again));
  assert_int_equal(again.end.fault, FAULT_ASSERT);
  assert_int_equal(again.steps.count, t.steps.count);
  for (uint32_t i = 0; i < t.steps.count; i++) {
    assert_int_equal(again.steps.at[i].pid, t.steps.at[i].pid);
    assert_int_equal(again.steps.at[i].edge, t.steps.at[i].edge);
    assert_int_equal(again.steps.at[i].partner_edge, t.steps.at[i].partner_edge);
  }
  assert_int_equal(again.steps.at[4].partner, 1);
  answer_free(f->m, &again);
}

static void expect_error(net_fixture *f, const char *text, uint32_t line, const char *message) {
  diags d = {.memory = f->a};
  answer t = {0};
  write_file(file, text);
  assert_false(trace_read(f->m, f->n, &d, file, &t));
  assert_int_equal(d.errors, 1);
  assert_non_null(strstr(d.first->message, message));
  assert_int_equal(d.first->at.line, line);
  assert_int_equal(t.steps.count, 0);
}

NET_TEST(bad_files) {
  make_show_net(f);
  expect_error(f, "", 1, "empty");
  expect_error(f, "hello", 1, "not a trace");
  expect_error(f, "{}", 1, "expected '\"'");
  expect_error(f, "{\"vars\":[1,{}],\n\"loop\":1,\"x\":\"}\\\"\"}", 2, "no states");
  expect_error(f, "{\n\"states\":[\n{\"#meta\":{}}]}", 3, "must have one or two actions");
  expect_error(f, "{\"states\":[{\"#meta\":\n{\"index\":0}},\n{]}", 3, "string or '}' expected");
  expect_error(f, "{\"states\":[{\"#meta\":{\"actions\":[{\"pid\":0,\"edge\":0,\"text\":\"run D(3)\"}]}}]}", 1,
               "another model");
  expect_error(f, "{\"states\":[{\"#meta\":{\"actions\":[{\"pid\":0,\"edge\":1000,\"text\":\"\"}]}}]}", 1,
               "no valid pid");
  expect_error(f, "{\"states\":[\n{\"#meta\":{\"actions\":[{\"pid\":0,\"edge\":1,\"text\":\"x = 2\"}]}}]}", 2,
               "is not at this statement");
  expect_error(f, "{\"states\":[{\"#meta\":{\"index\":0}}", 1, "");
  expect_error(f, "{\"states\":[]", 1, "expected '}'");
}

NET_TEST(no_file) {
  make_show_net(f);
  diags d = {.memory = f->a};
  answer t = {0};
  assert_false(trace_read(f->m, f->n, &d, "/nonexistent/trace", &t));
  assert_non_null(strstr(d.first->message, "cannot read the file"));
}

// Two variables of one name (from two blocks of a process), and a variable called processes.
NET_TEST(names_are_unique) {
  show_net s = make_show_net(f);
  test_var(f, s.p, "k", 0);
  test_var(f, s.p, "k", 0);
  test_var(f, NULL, "processes", 0);
  answer t = make_named_trace(f, show_steps, 1, FAULT_NONE);
  json_error_t error;
  json_t *document = json_loads(written(f, &trace_writer_itf, &t, all), JSON_REJECT_DUPLICATES, &error);
  assert_non_null(document);
  assert_string_equal(json_string_value(json_array_get(json_object_get(document, "vars"), 5)), "processes_");
  json_decref(document);
}

typedef struct attempt {
  net_fixture *f;
  bool ok;
} attempt;

static void read_again(void *argument) {
  attempt *a = argument;
  diags d = {.memory = a->f->a};
  answer again = {0};
  a->ok = trace_read(a->f->m, a->f->n, &d, file, &again);
  answer_free(a->f->m, &again);
}

// Whichever allocation fails while a trace is read: control comes back, and the next attempt works.
NET_TEST(out_of_memory) {
  make_show_net(f);
  answer t = make_show_trace(f);
  write_file(file, written(f, &trace_writer_itf, &t, all));
  attempt a = {.f = f};
  uint64_t failures = 0;
  for (mem_status status = MEM_EXHAUSTED; status == MEM_EXHAUSTED; failures++) {
    mem_fail_at(f->m, failures + 1);
    status = mem_try(f->m, read_again, &a);
  }
  mem_fail_at(f->m, 0);
  assert_true(failures > 20);
  assert_true(a.ok);
}

static void strings(void **state) {
  (void)state;
  static const struct {
    const char *text, *json;
  } cases[] = {
      {"plain", "\"plain\""},
      {"a\"b\\c\nd\t", "\"a\\\"b\\\\c\\nd\\u0009\""},
      {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\x9d", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\x9d\""},
      {"\xff\xc3", "\"\\ufffd\\ufffd\""},
      {"\xc0\x80\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char buffer[128] = "";
    FILE *out = fmemopen(buffer, sizeof buffer, "w");
    json_put_string(out, cases[i].text);
    fclose(out);
    assert_string_equal(buffer, cases[i].json);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(document),      cmocka_unit_test(round_trip),       cmocka_unit_test(bad_files),
      cmocka_unit_test(no_file),       cmocka_unit_test(names_are_unique), cmocka_unit_test(strings),
      cmocka_unit_test(out_of_memory),
  };
  return cmocka_run_group_tests_name("itf", tests, make_file, remove_file);
}
