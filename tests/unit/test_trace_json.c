// The steps as JSON, and how a file of a format is recognised.
#include "test_trace_writers.h"

#include <jansson.h>
#include <stdio.h>

static const trace_format all = {0};

static void expect_object(const json_t *value, const char *text) {
  json_t *expected = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(expected);
  assert_true(json_equal(value, expected));
  json_decref(expected);
}

NET_TEST(steps) {
  make_show_net(f);
  answer t = make_named_trace(f, show_steps, 5, FAULT_NONE);
  json_t *document = json_loads(written(f, &trace_writer_json, &t, all), JSON_REJECT_DUPLICATES, NULL);
  assert_non_null(document);
  expect_object(json_object_get(document, "initial"), "{\"x\":0,\"a[0]\":0,\"a[1]\":0,\"q\":[],\"r\":[]}");
  const json_t *list = json_object_get(document, "steps");
  assert_int_equal(json_array_size(list), answer_length(&t, f->n)); // the rendezvous is two steps
  assert_int_equal(json_array_size(list), 6);
  expect_object(json_object_get(json_array_get(list, 0), "changes"), "{\"C:1.n\":3,\"C:1.got\":0}");
  expect_object(json_array_get(list, 2), "{\"step\":3,\"process\":\"P:0\",\"from\":\"2\",\"to\":\"3\",\"action\":"
                                         "\"q!ack,x\",\"location\":\"m.pml:3\",\"changes\":{\"q\":[[\"ack\",2]]}}");
  expect_object(json_object_get(json_array_get(list, 4), "changes"), "{}");
  const json_t *receives = json_array_get(list, 5);
  expect_object(json_object_get(receives, "changes"), "{\"C:1.got\":7}");
  assert_string_equal(json_string_value(json_object_get(receives, "process")), "C:1");
  assert_string_equal(json_string_value(json_object_get(receives, "output")), "got 7\nthanks\n");
  json_decref(document);
}

static bool is_recognised(const trace_writer *w, const char *text) {
  FILE *in = fmemopen((void *)text, strlen(text) + 1, "r");
  assert_non_null(in);
  bool is_one = trace_writer_wrote(w, in);
  fclose(in);
  return is_one;
}

NET_TEST(files_are_recognised) {
  make_show_net(f);
  answer t = make_show_trace(f);
  for (const trace_writer *const *w = trace_writers; *w; w++) {
    assert_false(is_recognised(*w, "byte x\nactive proctype P() { x = 1 }\n"));
    assert_false(is_recognised(*w, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<nta></nta>\n"));
    if ((*w)->shows & TRACE_UNTIMED)
      assert_true(is_recognised(*w, written(f, *w, &t, all)));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps), cmocka_unit_test(files_are_recognised)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
