#define _GNU_SOURCE // environ
#include "base/file.h"
#include "lang/promela/child.h"
#include "lang/promela/parse.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A file that includes itself grows without end, and so may the error messages. Longer texts are refused.
#define LARGEST_TEXT ((size_t)64 << 20)
#define LARGEST_MESSAGES ((size_t)1 << 20)

extern char **environ;

// SPIN runs `gcc -std=gnu99 -E -x c`. The gnu dialect has no trigraphs such as ??( but defines `linux` and `unix`,
// which models may use as names of variables.
static const char *const OPTIONS[] = {"-std=gnu99", "-x", "c", "-Wno-trigraphs", "-Ulinux", "-Uunix"};
#define OPTION_COUNT (sizeof OPTIONS / sizeof *OPTIONS)

// Tried in this order. Without excerpts and with a limit of errors, GCC's preprocessor is fast even on files that are
// not models.
#define MAX_WORDS 4
static const char *const PROGRAMS[][MAX_WORDS] = {
    {"cpp", "-fno-diagnostics-show-caret", "-fmax-errors=20"},
    {"gcc", "-E", "-fno-diagnostics-show-caret", "-fmax-errors=20"},
    {"cc", "-E"},
    {"clang", "-E"},
};
#define PROGRAM_COUNT (sizeof PROGRAMS / sizeof *PROGRAMS)

typedef struct {
  arena *memory;
  diags *d;
  const char *file;
  const char *const *arguments;
  uint32_t count;
  const char *macros; // not NULL: input holds a text to be read with the macros that this file defines
  bool is_piped;      // input holds the text; else the preprocessor reads the file itself
  text_buffer input, output, messages;
  child child;
  int opened; // the file, -1 = closed
  bool is_good;
} job;

static void add_error(const job *j, const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add_error(const job *j, const char *hint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_add(j->d, DIAG_ERROR, (place){.file = j->file}, hint, "%s", arena_vprintf(j->d->memory, format, arguments));
  va_end(arguments);
}

// Text from a pipe has no file name: a line marker gives it one.
static void add_marker(job *j) {
  text_add(&j->input, "# 1 \"");
  for (const char *c = j->file; *c; c++)
    text_add(&j->input, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
  text_add(&j->input, "\"\n");
}

// Checks the file before the preprocessor runs, as its messages about a directory or a binary file do not help the
// user. Input that can be read only once (a pipe) is kept in j->input.
static bool inspect_file(job *j) {
  bool is_stdin = !strcmp(j->file, "-");
  j->opened = is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(j->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (is_stdin)
    j->file = "<stdin>";
  struct stat status;
  if (j->opened < 0 || fstat(j->opened, &status) != 0) {
    add_error(j, NULL, "cannot read the file: %s", strerror(errno));
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    add_error(j, NULL, "this is a directory, not a model");
    return false;
  }
  j->is_piped = is_stdin || !S_ISREG(status.st_mode);
  if (j->is_piped && !is_stdin)
    add_marker(j);
  char buffer[65536];
  size_t length = 0;
  for (ssize_t n; file_await(j->input.memory, j->opened), (n = read(j->opened, buffer, sizeof buffer)) != 0;) {
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (n < 0) {
      add_error(j, NULL, "cannot read the file: %s", strerror(errno));
      return false;
    }
    length += (size_t)n;
    if (memchr(buffer, 0, (size_t)n)) {
      add_error(j, NULL, "this is not a text file");
      return false;
    }
    if (length > LARGEST_TEXT) {
      add_error(j, NULL, "the file is too large (limit is %zu MB)", LARGEST_TEXT >> 20);
      return false;
    }
    if (j->is_piped)
      text_add_bytes(&j->input, buffer, (size_t)n);
  }
  child_close_end(&j->opened);
  return true;
}

// Messages are parsed (read_message), so they must be in English.
static char **environment(const job *j) {
  size_t count = 0;
  while (environ[count])
    count++;
  char **copy = ARENA_ARRAY(j->memory, char *, count + 2);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (strncmp(environ[i], "LC_", 3) != 0 && strncmp(environ[i], "LANGUAGE=", 9) != 0)
      copy[kept++] = environ[i];
  }
  copy[kept] = arena_string(j->memory, "LC_ALL=C");
  return copy;
}

static char *path_of(const job *j, const char *file) {
  return arena_printf(j->memory, "%s%s", file[0] == '-' ? "./" : "", file);
}

static char **command(const job *j, const char *const *program) {
  char **argv = ARENA_ARRAY(j->memory, char *, MAX_WORDS + OPTION_COUNT + j->count + 5);
  size_t n = 0;
  for (size_t i = 0; i < MAX_WORDS && program[i]; i++)
    argv[n++] = arena_string(j->memory, program[i]);
  for (size_t i = 0; i < OPTION_COUNT; i++)
    argv[n++] = arena_string(j->memory, OPTIONS[i]);
  for (uint32_t i = 0; i < j->count; i++)
    argv[n++] = arena_string(j->memory, j->arguments[i]);
  if (j->macros) {
    argv[n++] = arena_string(j->memory, "-P");
    argv[n++] = arena_string(j->memory, "-imacros");
    argv[n++] = path_of(j, j->macros);
  }
  argv[n] = j->is_piped ? arena_string(j->memory, "-") : path_of(j, j->file);
  return argv;
}

// Parses one line `file:line:column: error: text`, terminated by 0. Other lines (excerpts, notes, include stacks) are
// ignored.
static void read_message(job *j, char *line) {
  static const struct {
    const char *mark;
    diag_kind kind;
  } MARKS[] = {{": fatal error: ", DIAG_ERROR}, {": error: ", DIAG_ERROR}, {": warning: ", DIAG_WARNING}};
  for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
    char *mark = strstr(line, MARKS[i].mark);
    if (!mark)
      continue;
    *mark = 0;
    char *text = mark + strlen(MARKS[i].mark);
    char *option = strstr(text, " [-W");
    if (option)
      *option = 0;
    uint32_t numbers[2] = {0, 0}, count = 0; // from the end: column and line, or line alone
    for (char *colon;
         count < 2 && (colon = strrchr(line, ':')) && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
         count++) {
      numbers[count] = (uint32_t)strtoul(colon + 1, NULL, 10);
      *colon = 0;
    }
    if (!strncmp(text, "missing terminating", 19)) // the lexer reports it where it is an error
      return;
    place at = {.file = j->file};
    if (count > 0)
      at = (place){arena_string(j->d->memory, line), numbers[count - 1], count == 2 ? numbers[0] : 1};
    diag_add(j->d, MARKS[i].kind, at, NULL, "%s", text);
    return;
  }
}

static void read_messages(job *j) {
  char *end;
  if (j->messages.length == 0)
    return;
  for (char *line = j->messages.at; *line; line = end + (*end == '\n')) {
    end = line + strcspn(line, "\n");
    bool is_last = *end == 0;
    *end = 0;
    read_message(j, line);
    *end = is_last ? 0 : '\n';
  }
}

static void read_unprocessed(job *j) {
  if (!j->is_piped) {
    j->opened = open(j->file, O_RDONLY | O_CLOEXEC);
    while (j->opened >= 0 && j->input.length <= LARGEST_TEXT && child_read_some(j->opened, &j->input))
      continue;
  }
  const char *text = text_string(&j->input);
  bool is_needed = j->count > 0;
  for (const char *line = text; line && !is_needed; line = strchr(line, '\n')) {
    line += strspn(line, "\n \t");
    is_needed = *line == '#' && strncmp(line, "# 1 \"", 5) != 0;
  }
  if (is_needed) {
    add_error(j, "install cpp", "the model needs the C preprocessor (cpp), which was not found");
    return;
  }
  text_add_bytes(&j->output, text, j->input.length);
  j->is_good = true;
}

static void run(void *argument) {
  job *j = argument;
  int error = ENOENT, status = 0;
  if (!j->macros && !inspect_file(j))
    return;
  j->child.input = j->is_piped ? &j->input : NULL;
  for (size_t i = 0; i < PROGRAM_COUNT && error == ENOENT; i++)
    error = child_run(&j->child, command(j, PROGRAMS[i]), environment(j), &status);
  if (error == ENOENT) {
    read_unprocessed(j);
    return;
  }
  if (error) {
    add_error(j, NULL, "cannot run the preprocessor: %s", strerror(error));
    return;
  }
  uint32_t errors = j->d->errors;
  read_messages(j);
  j->is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && j->d->errors == errors;
  if (!j->is_good && j->d->errors == errors)
    add_error(j, j->child.is_killed ? "check whether the file includes itself" : NULL,
              j->child.is_killed ? "the model is too large after preprocessing" : "the preprocessor failed");
}

// The allocator does not own descriptors and the child: they are released here even if memory runs out.
static bool finish(job *j, mem *m, pml_text *out) {
  j->child = (child){
      .output = &j->output, .messages = &j->messages, .output_limit = LARGEST_TEXT, .message_limit = LARGEST_MESSAGES};
  child_init(&j->child);
  mem_status status = mem_try(m, run, j);
  child_close_end(&j->opened);
  child_close(&j->child);
  if (status != MEM_OK)
    mem_leave(m, status);
  if (j->is_good)
    *out = (pml_text){arena_copy(j->memory, text_string(&j->output), j->output.length), j->output.length,
                      arena_string(j->memory, j->file)};
  text_free(&j->input);
  text_free(&j->output);
  text_free(&j->messages);
  return j->is_good;
}

static job new_job(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count) {
  mem *m = arena_mem(memory);
  return (job){.memory = memory,
               .d = d,
               .file = file,
               .arguments = arguments,
               .count = count,
               .input = {.memory = m},
               .output = {.memory = m},
               .messages = {.memory = m},
               .opened = -1};
}

bool pml_preprocess(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                    pml_text *out) {
  job j = new_job(memory, d, file, arguments, count);
  return finish(&j, arena_mem(memory), out);
}

char *pml_expand_macros(arena *memory, const char *text, const char *file, const char *const *arguments,
                        uint32_t count) {
  diags ignored = {.memory = memory}; // the model has been read with the same macros before
  job j = new_job(memory, &ignored, "property", arguments, count);
  pml_text out;
  j.macros = file;
  j.is_piped = true;
  text_add(&j.input, "%s\n", text);
  return strcmp(file, "-") != 0 && finish(&j, arena_mem(memory), &out) ? arena_string(memory, out.text) : NULL;
}
