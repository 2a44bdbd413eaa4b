#define _GNU_SOURCE
#include "lang/promela/parse.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// Each test works in a directory of its own.
static char directory[] = "/tmp/preprocess-XXXXXX";
static char start[4096];

static int enter(void **state) {
  (void)state;
  strcpy(directory + strlen(directory) - 6, "XXXXXX");
  return !getcwd(start, sizeof start) || !mkdtemp(directory) || chdir(directory);
}

static int leave(void **state) {
  (void)state;
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", directory);
  return chdir(start) || system(command);
}

static void write_file(const char *name, const char *text, size_t length) {
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  assert_int_equal(fwrite(text, 1, length, out), length);
  fclose(out);
}

static int descriptors(void) {
  int count = 0;
  DIR *all = opendir("/proc/self/fd");
  assert_non_null(all);
  while (readdir(all))
    count++;
  closedir(all);
  return count;
}

typedef struct {
  mem *m;
  const char *file;
  const char *const *arguments;
  uint32_t count;
  arena *memory;
  diags d;
  pml_text text;
  bool is_good;
  const ast_model *model;
} run;

static void run_work(void *argument) {
  run *r = argument;
  r->memory = arena_new(r->m);
  r->d = (diags){.memory = r->memory};
  r->is_good = pml_preprocess(r->memory, &r->d, r->file, r->arguments, r->count, &r->text);
  if (r->is_good)
    r->model = pml_parse(r->memory, &r->d, &r->text);
}

static run preprocess(const char *file, const char *const *arguments, uint32_t count) {
  run r = {.m = mem_new(0), .file = file, .arguments = arguments, .count = count};
  int before = descriptors();
  assert_int_equal(mem_try(r.m, run_work, &r), MEM_OK);
  assert_int_equal(descriptors(), before);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // no child is left
  return r;
}

static void check_error(const char *file, uint32_t line, uint32_t column, const char *part) {
  run r = preprocess(file, NULL, 0);
  assert_null(r.model);
  assert_non_null(r.d.first);
  if (!strstr(r.d.first->message, part))
    print_message("%s\n", r.d.first->message);
  assert_non_null(strstr(r.d.first->message, part));
  assert_string_equal(r.d.first->at.file, file);
  assert_int_equal(r.d.first->at.line, line);
  assert_int_equal(r.d.first->at.column, column);
  mem_delete(r.m);
}

static void write_text(const char *name, const char *text) { write_file(name, text, strlen(text)); }

static void macros(void **state) {
  (void)state;
  write_text("part.h", "#define LIMIT 3\n");
  write_text("m.pml", "#include \"part.h\"\n#ifdef EXTRA\nbyte extra;\n#endif\nbyte x[LIMIT];\n"
                      "byte linux, unix; // names like others\ninit { x[N] = 1; c?\?<x>; c?\?(x) }\n");
  static const char *const ARGUMENTS[] = {"-DN=2", "-DEXTRA"};
  run r = preprocess("m.pml", ARGUMENTS, 2);
  assert_non_null(r.model);
  assert_null(r.d.first);
  assert_int_equal(r.model->units.count, 4);
  const ast_unit *init = r.model->units.at[3];
  assert_int_equal(init->at.line, 7);
  assert_string_equal(init->at.file, "m.pml");
  const ast_stmt *first = init->body.stmts.at[0];
  assert_int_equal(first->ref->index->value, 2);
  assert_int_equal(first->ref->index->at.column, 10);
  assert_int_equal(r.model->units.at[1]->decls.at[0]->declarators.at[0].length->value, 3);
  mem_delete(r.m);
}

static void files(void **state) {
  (void)state;
  check_error("gone.pml", 0, 0, "cannot read the file: No such file");
  check_error(".", 0, 0, "is a directory");
  check_error("/dev/zero", 0, 0, "is not a text file");
  write_file("binary.pml", "init {\0 skip }", 14);
  check_error("binary.pml", 0, 0, "is not a text file");
  write_text("empty.pml", "");
  check_error("empty.pml", 1, 1, "the model is empty");
  check_error("/dev/null", 1, 1, "the model is empty");
  if (geteuid() != 0) {
    write_text("closed.pml", "init { skip }");
    assert_int_equal(chmod("closed.pml", 0), 0);
    check_error("closed.pml", 0, 0, "cannot read the file: Permission denied");
  }
  write_text("-odd.pml", "init { skip }");
  run r = preprocess("-odd.pml", NULL, 0);
  assert_non_null(r.model);
  mem_delete(r.m);
}

static void messages(void **state) {
  (void)state;
  write_text("include.pml", "init { skip }\n  #include \"gone.h\"\n");
  check_error("include.pml", 2, 12, "gone.h: No such file");
  write_text("error.pml", "\n#error this is wrong\n");
  check_error("error.pml", 2, 2, "#error this is wrong");
  write_text("self.pml", "byte x;\n#include \"self.pml\"\n");
  check_error("self.pml", 2, 20, "#include nested depth");
  write_text("twice.pml", "#include \"twice.pml\"\n#include \"twice.pml\"\n"); // alone it would go on for ever
  check_error("twice.pml", 1, 21, "#include nested depth");
  write_text("parse.pml", "#define M(x) x +\ninit {\n  y = M(1) ;\n}\n");
  check_error("parse.pml", 3, 12, "expected an expression, found ';'");

  write_text("warning.pml", "#define N 3\nbyte x = N; // it's\ninit { skip }\n");
  static const char *const ARGUMENTS[] = {"-DN=2"};
  run r = preprocess("warning.pml", ARGUMENTS, 1);
  assert_non_null(r.model);
  assert_int_equal(r.d.errors, 0);
  assert_non_null(r.d.first);
  assert_int_equal(r.d.first->kind, DIAG_WARNING);
  assert_string_equal(r.d.first->message, "\"N\" redefined");
  assert_int_equal(r.d.first->at.line, 1);
  assert_null(r.d.first->next);
  mem_delete(r.m);
}

static void from_pipe(const char *file, const char *text, size_t length) {
  int ends[2], saved = dup(STDIN_FILENO);
  assert_int_equal(pipe(ends), 0);
  pid_t writer = fork();
  if (writer == 0) {
    close(ends[0]);
    while (length > 0) {
      ssize_t n = write(ends[1], text, length);
      if (n <= 0)
        _exit(1);
      text += n;
      length -= (size_t)n;
    }
    _exit(0);
  }
  close(ends[1]);
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  run r = {.m = mem_new(0), .file = file};
  assert_int_equal(mem_try(r.m, run_work, &r), MEM_OK);
  waitpid(writer, NULL, 0);
  dup2(saved, STDIN_FILENO);
  close(saved);
  assert_null(r.model);
  assert_string_equal(r.d.first->message, "expected ';' or '->', found 'y'");
  assert_string_equal(r.d.first->at.file, strcmp(file, "-") == 0 ? "<stdin>" : file);
  assert_int_equal(r.d.first->at.column, 6);
  mem_delete(r.m);
}

// Standard input and other pipes are read once; a text larger than a pipe's buffer must not block.
static void pipes(void **state) {
  (void)state;
  from_pipe("-", "init {\n    \nskip y\n}\n", 21);
  size_t length = 1 << 21, used;
  char *text = calloc(1, length + 64);
  assert_non_null(text);
  strcpy(text, "#define A skip\ninit {\n");
  for (used = strlen(text); used < length; used += 5)
    memcpy(text + used, "skip\n", 5);
  strcpy(text + used, "skip y\n}\n");
  from_pipe("-", text, strlen(text));
  from_pipe("/dev/stdin", text, strlen(text));
  free(text);
}

static void no_program(void **state) {
  (void)state;
  char *path = strdup(getenv("PATH"));
  setenv("PATH", "/nowhere", 1);
  write_text("plain.pml", "init { skip /* a */ } // b\n");
  write_text("macro.pml", "#define A 1\ninit { skip }\n");
  run r = preprocess("plain.pml", NULL, 0);
  assert_non_null(r.model);
  mem_delete(r.m);
  check_error("macro.pml", 0, 0, "needs the C preprocessor");
  static const char *const ARGUMENTS[] = {"-DA"};
  r = preprocess("plain.pml", ARGUMENTS, 1);
  assert_false(r.is_good);
  mem_delete(r.m);
  setenv("PATH", path, 1);
  free(path);
}

// Where there is no memory, neither a child nor a descriptor is left behind.
static void failures(void **state) {
  (void)state;
  write_text("m.pml", "#define A 1\ninit { x = A }\n");
  int before = descriptors();
  for (uint64_t n = 1;; n++) {
    run r = {.m = mem_new(0), .file = "m.pml"};
    mem_fail_at(r.m, n);
    mem_status status = mem_try(r.m, run_work, &r);
    mem_delete(r.m);
    assert_int_equal(descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    if (status == MEM_OK)
      break;
    assert_true(n < 1000);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(macros, enter, leave),
      cmocka_unit_test_setup_teardown(files, enter, leave),
      cmocka_unit_test_setup_teardown(messages, enter, leave),
      cmocka_unit_test_setup_teardown(pipes, enter, leave),
      cmocka_unit_test_setup_teardown(no_program, enter, leave),
      cmocka_unit_test_setup_teardown(failures, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
