#include "base/text.h"
#include "lang/promela/lexer.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void in_memory(void (*work)(void *)) {
  mem *m = mem_new(0);
  assert_int_equal(mem_try(m, work, m), MEM_OK);
  mem_delete(m);
}

static void open_text(lexer *l, arena *memory, diags *d, const char *text, bool is_whole_model) {
  lexer_open(l, memory, d, &(pml_text){text, strlen(text), "test.pml"}, is_whole_model);
}

// All tokens of a text in words: names as they are, numbers as #7, strings in quotes, signs, ? for what is bad; a line
// break before a token is shown as /.
static void check(mem *m, const char *text, bool ltl, const char *expected) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  text_buffer t = {.memory = m};
  lexer l;
  open_text(&l, memory, &d, text, false);
  l.ltl = ltl;
  for (token k = lexer_next(&l); k.kind != TOK_EOF; k = lexer_next(&l)) {
    text_add(&t, "%s%s", t.length ? " " : "", k.newline ? "/ " : "");
    if (k.kind == TOK_NUMBER)
      text_add(&t, "#%d", (int)k.value);
    else if (k.kind == TOK_STRING)
      text_add(&t, "\"%s\"", k.text);
    else if (k.kind == TOK_BAD)
      text_add(&t, "?");
    else if (k.kind == TOK_NAME)
      text_add(&t, "%s", k.word->text);
    else if (k.word)
      text_add(&t, "<%s>", k.word->text);
    else
      text_add(&t, "%s", token_sign(k.kind));
  }
  assert_string_equal(text_string(&t), expected);
  text_free(&t);
  lexer_close(&l);
  arena_delete(memory);
  assert_int_equal(mem_used(m), 0);
}

static void word_work(void *m) {
  check(m, "", false, "");
  check(m, "a _b c1_D in U", false, "a _b c1_D in U");
  check(m, "if fi D_proctype d_step np_ mtype xr", false, "<if> <fi> <D_proctype> <d_step> <np_> <mtype> <xr>");
  check(m, "true false skip 12 007", false, "#1 #0 #1 #12 #7");
  check(m, "1..n 1.a 3x", false, "#1 .. n #1 . a #3 x");
  check(m, "'a' '\\n' '\\\\' '\\'' ' ' '\\0'", false, "#97 #10 #92 #39 #32 #48");
  check(m, "\"a\\\"b\\n\" $x \"y$", false, "\"a\\\"b\\n\" \"x \"y\"");
  check(m, "a/* x \n */b // c\nd*/e", false, "a / b / d e");
  check(m,
        "\xEF\xBB\xBF"
        "a\r\nb\f\vc",
        false, "a / b c");
}
static void words(void **state) {
  (void)state;
  in_memory(word_work);
}

static void sign_work(void *m) {
  check(m, "()[]{};->,:::.@ ..= ==", false, "( ) [ ] { } ; -> , :: : . @ .. = ==");
  check(m, "++ -- ! !! != ? ?\? || && | ^ & << <= < >> >= > + - * / % ~", false,
        "++ -- ! !! != ? ?\? || && | ^ & << <= < >> >= > + - * / % ~");
  check(m, "a-->b ---c x!!y x!=y", false, "a -> b -- - c x !! y x != y");
  check(m, "[] <> <-> U", false, "[ ] < > < -> U");
}
static void signs(void **state) {
  (void)state;
  in_memory(sign_work);
}

static void ltl_work(void *m) {
  check(m, "[]<>p->q<->r/\\s\\/t", true, "[] <> p -> q <-> r && s || t");
  check(m, "a U b V c W d X e", true, "a <U> b <V> c <W> d <X> e");
  check(m, "x < -1 x<-1 a[0] x<=1 x<<1 [ ]", true, "x < - #1 x < - #1 a [ #0 ] x <= #1 x << #1 [ ]");
  check(m, "always eventually next Until", true, "<always> <eventually> <next> Until");
}
static void ltl(void **state) {
  (void)state;
  in_memory(ltl_work);
}

static void bad_work(void *m) {
  check(m, "a ` \\ b", false, "a ? ? b");
  check(m, "\"abc\nd", false, "? / d");
  check(m, "'ab' c", false, "? ab ? c");
  check(m, "a /* b", false, "a ?");
  check(m, "\xc3\xa4\xc3\xb6 x", false, "? x");
  check(m, "a \x01 b", false, "a ? b");
  check(m, "=> =< :=", false, "? ? ?");
  check(m, "\n#pragma x\na", false, "/ ? / a");
}
static void bad(void **state) {
  (void)state;
  in_memory(bad_work);
}

static void number_work(void *m) {
  static const struct {
    const char *text;
    int32_t value;
    bool warns;
  } CASES[] = {
      {"2147483647", INT32_MAX, false},
      {"2147483648", INT32_MIN, false},
      {"2147483649", INT32_MIN + 1, true},
      {"4294967296", 0, true},
      {"4294967295", -1, true},
      {"9223372036854775807", -1, true},
      {"99999999999999999999999", -1, true},
      {"0000000000000000000000012", 12, false},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    arena *memory = arena_new(m);
    diags d = {.memory = memory};
    lexer l;
    open_text(&l, memory, &d, CASES[i].text, false);
    token k = lexer_next(&l);
    assert_int_equal(k.kind, TOK_NUMBER);
    assert_int_equal(k.value, CASES[i].value);
    assert_int_equal(d.first != NULL, CASES[i].warns);
    assert_int_equal(d.errors, 0);
    lexer_close(&l);
    arena_delete(memory);
  }
}
static void numbers(void **state) {
  (void)state;
  in_memory(number_work);
}

typedef struct {
  const char *word, *file;
  uint32_t line, column;
} expected_place;

// The named words of a text, in order.
static void check_places(mem *m, const char *file, const char *text, const expected_place *expected, size_t count) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  lexer l;
  lexer_open(&l, memory, &d, &(pml_text){text, strlen(text), file}, true);
  size_t found = 0;
  for (token k = lexer_next(&l); k.kind != TOK_EOF; k = lexer_next(&l)) {
    if (found == count || !k.word || strcmp(k.word->text, expected[found].word) != 0)
      continue;
    if (k.at.column != expected[found].column)
      print_message("%s\n", expected[found].word);
    assert_int_equal(k.at.line, expected[found].line);
    assert_int_equal(k.at.column, expected[found].column);
    assert_string_equal(k.at.file, expected[found].file);
    found++;
  }
  assert_int_equal(found, count);
  lexer_close(&l);
  arena_delete(memory);
  assert_int_equal(mem_used(m), 0);
}

static void marker_work(void *m) {
  static const expected_place PLACES[] = {
      {"a", "none.pml", 1, 1},   {"b", "none.pml", 2, 3}, {"c", "x \"y.pml", 40, 2},
      {"d", "x \"y.pml", 41, 1}, {"e", "none.pml", 3, 1}, {"f", "none.pml", 9, 1},
  };
  check_places(m, "none.pml", "a\n  b\n# 40 \"x \\\"y.pml\" 1\n c\nd\n# 3 \"none.pml\" 2\ne\n#line 9\nf\n", PLACES, 6);
}
static void markers(void **state) {
  (void)state;
  in_memory(marker_work);
}

// What the preprocessor makes of a file, and where the tokens stand in the file.
static void column_work(void *m) {
  static const char FILE_TEXT[] = "byte  first; /* c */  second\n"
                                  "  alpha =  MAX   +   beta; gamma\n"
                                  "\tSWAP(left, right)  ;  after\n"
                                  "  same (line)\n"
                                  "A B tail\n";
  static const char OUTPUT[] = "byte first; second\n"
                               "  alpha = (3 + three) + beta; gamma\n"
                               " tmp = left; left = right; right = tmp ; after\n"
                               "  same (line)\n"
                               "one + one two tail\n";
  char directory[] = "/tmp/lexer-XXXXXX", file[64];
  assert_non_null(mkdtemp(directory));
  snprintf(file, sizeof file, "%s/m.pml", directory);
  FILE *out = fopen(file, "w");
  assert_non_null(out);
  fputs(FILE_TEXT, out);
  fclose(out);
  const expected_place places[] = {
      {"byte", file, 1, 1},  {"first", file, 1, 7},  {"second", file, 1, 23}, // squeezed blanks, a comment gone
      {"alpha", file, 2, 3}, {"three", file, 2, 12}, {"beta", file, 2, 22},   {"gamma", file, 2, 28},
      {"tmp", file, 3, 2},   {"left", file, 3, 7},   {"right", file, 3, 13},  {"after", file, 3, 24},
      {"same", file, 4, 3},  {"line", file, 4, 9},   {"one", file, 5, 1},     {"tail", file, 5, 5},
  };
  check_places(m, file, OUTPUT, places, sizeof places / sizeof *places);
  unlink(file);
  rmdir(directory);
}
static void columns_of_file(void **state) {
  (void)state;
  in_memory(column_work);
}

static void intern_work(void *m) {
  arena *memory = arena_new(m);
  diags d = {.memory = memory};
  text_buffer t = {.memory = m};
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 5000; i++)
      text_add(&t, "name%d ", i);
  }
  lexer l;
  open_text(&l, memory, &d, text_string(&t), false);
  static pml_word *seen[5000];
  for (int i = 0; i < 5000; i++)
    seen[i] = lexer_next(&l).word;
  for (int i = 0; i < 5000; i++)
    assert_ptr_equal(lexer_next(&l).word, seen[i]);
  assert_string_equal(seen[4321]->text, "name4321");
  lexer_close(&l);
  text_free(&t);
}
static void interning(void **state) {
  (void)state;
  in_memory(intern_work);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words),
      cmocka_unit_test(signs),
      cmocka_unit_test(ltl),
      cmocka_unit_test(bad),
      cmocka_unit_test(numbers),
      cmocka_unit_test(markers),
      cmocka_unit_test(columns_of_file),
      cmocka_unit_test(interning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
