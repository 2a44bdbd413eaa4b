#define _GNU_SOURCE
#include "base/diag.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void add_work(void *argument) {
  arena *a = arena_new(argument);
  diags d = {.memory = a};
  place here = {"m.pml", 3, 4};
  char hint[] = "say it differently";
  assert_true(diag_add(&d, DIAG_WARNING, here, NULL, "odd %s", "thing"));
  assert_int_equal(d.errors, 0);
  assert_true(diag_add(&d, DIAG_ERROR, here, hint, "wrong %d", 7));
  hint[0] = 'X';
  assert_true(diag_add(&d, DIAG_UNSUPPORTED, (place){0}, NULL, "not here"));
  assert_int_equal(d.errors, 2);
  assert_int_equal(d.unsupported, 1);
  assert_string_equal(d.first->message, "odd thing");
  assert_null(d.first->hint);
  const diag *second = d.first->next;
  assert_string_equal(second->message, "wrong 7");
  assert_string_equal(second->hint, "say it differently");
  assert_int_equal(second->at.line, 3);
  assert_ptr_equal(second->next, d.last);
  assert_int_equal(d.last->kind, DIAG_UNSUPPORTED);
  assert_null(d.last->next);
}

static uint32_t length(const diags *d) {
  uint32_t n = 0;
  for (const diag *entry = d->first; entry; entry = entry->next)
    n++;
  return n;
}

static void limit_work(void *argument) {
  arena *a = arena_new(argument);
  diags few = {.memory = a, .limit = 2}, usual = {.memory = a};
  assert_true(diag_add(&few, DIAG_ERROR, (place){0}, NULL, "1"));
  assert_false(diag_add(&few, DIAG_ERROR, (place){0}, NULL, "2"));
  assert_false(diag_add(&few, DIAG_ERROR, (place){0}, NULL, "3"));
  assert_false(diag_add(&few, DIAG_WARNING, (place){0}, NULL, "4"));
  assert_int_equal(length(&few), 2);
  assert_int_equal(few.errors, 2);
  for (int i = 0; i < 50; i++)
    assert_true(diag_add(&usual, DIAG_WARNING, (place){0}, NULL, "w"));
  for (int i = 1; i <= 30; i++)
    assert_int_equal(diag_add(&usual, DIAG_ERROR, (place){0}, NULL, "e"), i < 20);
  assert_int_equal(usual.errors, 20);
  assert_int_equal(length(&usual), 70);
}

static void in_memory(void (*work)(void *)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  mem_delete(m);
}

static void adds(void **state) {
  (void)state;
  in_memory(add_work);
}

static void stops_at_the_limit(void **state) {
  (void)state;
  in_memory(limit_work);
}

// Prints one diagnostic about a source with the given contents (NULL: no such file). The caller frees the text, in
// which the name of the file is replaced by F.
static char *printed(const char *source, size_t size, uint32_t line, uint32_t column, const char *hint, bool color) {
  char file[] = "/tmp/beeline-diag-XXXXXX";
  int descriptor = mkstemp(file);
  assert_true(descriptor >= 0);
  if (size)
    assert_int_equal(write(descriptor, source, size), (ssize_t)size);
  close(descriptor);
  if (!source)
    unlink(file);
  diag d = {.kind = DIAG_ERROR, .at = {file, line, column}, .message = "no", .hint = hint};
  char *text = NULL;
  size_t length_printed;
  FILE *out = open_memstream(&text, &length_printed);
  diag_print(out, &d, color);
  fclose(out);
  unlink(file);
  char *name = strstr(text, file);
  if (name) {
    *name = 'F';
    memmove(name + 1, name + strlen(file), strlen(name + strlen(file)) + 1);
  }
  return text;
}

static void prints_as(const char *source, uint32_t line, uint32_t column, const char *expected) {
  char *text = printed(source, source ? strlen(source) : 0, line, column, NULL, false);
  assert_string_equal(text, expected);
  free(text);
}

static void prints_the_line(void **state) {
  (void)state;
  prints_as("one\ntwo x\nthree", 2, 5, "F:2:5: error: no\ntwo x\n    ^\n");
  prints_as("one\ntwo x\nthree", 1, 1, "F:1:1: error: no\none\n^\n");
  prints_as("one\ntwo x\nthree", 3, 6, "F:3:6: error: no\nthree\n     ^\n");
  prints_as("one\n\nthree", 2, 1, "F:2:1: error: no\n\n^\n");
  prints_as("one\n", 1, 0, "F:1: error: no\none\n");
  prints_as("one\n", 0, 0, "F: error: no\n");
  char *text = printed("one\n", 4, 1, 2, "try two", false);
  assert_string_equal(text, "F:1:2: error: no\none\n ^\nhint: try two\n");
  free(text);
}

static void copes_without_the_line(void **state) {
  (void)state;
  prints_as(NULL, 2, 5, "F:2:5: error: no\n");
  prints_as("", 1, 1, "F:1:1: error: no\n");
  prints_as("one\n", 2, 1, "F:2:1: error: no\n");
  prints_as("one\n", 99, 1, "F:99:1: error: no\n");
  prints_as("one\ntwo\n", 1, 5000, "F:1:5000: error: no\n");
  prints_as("one\ntwo\n", 1, 9, "F:1:9: error: no\none\n   ^\n");
  prints_as("one\ntwo\n", UINT32_MAX, UINT32_MAX, "F:4294967295:4294967295: error: no\n");
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  diag_print(out, &(diag){.kind = DIAG_WARNING, .message = "plain"}, false);
  diag_print(out, &(diag){.message = "a folder", .at = {"/", 1, 1}}, false);
  diag_print(out, &(diag){.message = "endless", .at = {"/dev/zero", 1, 1}}, false);
  fclose(out);
  assert_string_equal(text, "warning: plain\n/:1:1: error: a folder\n/dev/zero:1:1: error: endless\n");
  free(text);
}

static void copes_with_odd_bytes(void **state) {
  (void)state;
  prints_as("\tab\tc\r\nx", 1, 5, "F:1:5: error: no\n ab c\n    ^\n");
  prints_as("a\033[31m\x7f"
            "b",
            1, 8, "F:1:8: error: no\na?[31m?b\n       ^\n");
  prints_as("\xc3\xa9\xc3\xa9 x", 1, 6, "F:1:6: error: no\n\xc3\xa9\xc3\xa9 x\n   ^\n");
  prints_as("\xff\xc3 \xc2\x85x", 1, 6, "F:1:6: error: no\n?? ??x\n     ^\n");
  prints_as("\xe2\x80\xaex\xed\xa0\x80y\xc0\xafz", 1, 4, "F:1:4: error: no\n???x???y??z\n   ^\n");
  char *text = printed("a\0b", 3, 1, 3, "bell \a", false);
  assert_string_equal(text, "F:1:3: error: no\na?b\n  ^\nhint: bell ?\n");
  free(text);
}

// The caret must stand under the byte that was marked, whatever is cut off.
static void shows_a_window(void **state) {
  (void)state;
  enum { LONG = 100000 };
  char *source = malloc(LONG + 1);
  memset(source, '.', LONG);
  source[LONG] = 0;
  static const uint32_t columns[] = {1, 60, 90, 91, 119, 120, 121, 122, 500, 50000, LONG - 100, LONG};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    source[columns[i] - 1] = 'X';
    char *text = printed(source, LONG, 1, columns[i], NULL, false);
    source[columns[i] - 1] = '.';
    char *line = strchr(text, '\n') + 1, *caret_line = strchr(line, '\n') + 1;
    size_t mark = (size_t)(strchr(line, 'X') - line), caret = (size_t)(strchr(caret_line, '^') - caret_line);
    assert_int_equal(mark, caret);
    assert_in_range(caret_line - line, 60, 130);
    free(text);
  }
  prints_as(source, 1, LONG + 2000, "F:1:102000: error: no\n");
  free(source);
}

static void a_cut_does_not_split_characters(void **state) {
  (void)state;
  char source[1002] = "";
  for (int i = 0; i < 500; i++)
    strcat(source, "\xc3\xa9");
  for (uint32_t column = 1; column <= 1000; column += 2) {
    char *text = printed(source, strlen(source), 1, column, NULL, false);
    assert_null(strchr(text, '?'));
    free(text);
  }
}

static void colors(void **state) {
  (void)state;
  char *text = printed("one\n", 4, 1, 2, NULL, true);
  assert_string_equal(text, "\033[1mF:1:2:\033[0m \033[1;31merror:\033[0m no\none\n \033[1;31m^\033[0m\n");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds),
      cmocka_unit_test(stops_at_the_limit),
      cmocka_unit_test(prints_the_line),
      cmocka_unit_test(copes_without_the_line),
      cmocka_unit_test(copes_with_odd_bytes),
      cmocka_unit_test(shows_a_window),
      cmocka_unit_test(a_cut_does_not_split_characters),
      cmocka_unit_test(colors),
  };
  return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
