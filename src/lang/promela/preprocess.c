#define _GNU_SOURCE // pipe2
#include "base/text.h"
#include "lang/promela/parse.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A text that includes itself grows without end, and so may its messages; what is longer than this is not a model.
#define LARGEST_TEXT ((size_t)64 << 20)
#define LARGEST_MESSAGES ((size_t)1 << 20)

extern char **environ;

// SPIN runs `gcc -std=gnu99 -E -x c`. The gnu dialect keeps ??( and its like from being read as trigraphs, but defines
// `linux` and `unix`, which are good names for variables.
static const char *const OPTIONS[] = {"-std=gnu99", "-x", "c", "-Wno-trigraphs", "-Ulinux", "-Uunix"};
#define OPTION_COUNT (sizeof OPTIONS / sizeof *OPTIONS)

// GCC's is the usual one: without excerpts and after some errors it is quick also on what is no model at all.
#define MOST_WORDS 4
static const char *const PROGRAMS[][MOST_WORDS] = {
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
  bool is_piped; // input holds the text; else the preprocessor reads the file itself
  text_buffer input, output, messages;
  size_t written;            // of the input
  pid_t child;               // 0 = none
  int to, from, from_errors; // the ends of the pipes here, -1 = closed
  int theirs[3];             // those of the child
  int opened;                // the file, -1 = closed
  bool is_killed;
  bool is_good;
} job;

static void complain(const job *j, const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void complain(const job *j, const char *hint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_add(j->d, DIAG_ERROR, (place){.file = j->file}, hint, "%s", arena_vprintf(j->d->memory, format, arguments));
  va_end(arguments);
}

static void close_end(int *end) {
  if (*end >= 0)
    close(*end);
  *end = -1;
}

// What the preprocessor gets from us has to be called by its name.
static void add_marker(job *j) {
  text_add(&j->input, "# 1 \"");
  for (const char *c = j->file; *c; c++)
    text_add(&j->input, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
  text_add(&j->input, "\"\n");
}

// Looks at the file before the preprocessor does: its own messages about a directory or a binary file are of no use.
// What can be read only once (a pipe) is kept.
static bool look_at_file(job *j) {
  bool is_stdin = !strcmp(j->file, "-");
  j->opened = is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(j->file, O_RDONLY | O_CLOEXEC);
  if (is_stdin)
    j->file = "<stdin>";
  struct stat status;
  if (j->opened < 0 || fstat(j->opened, &status) != 0) {
    complain(j, NULL, "cannot be read: %s", strerror(errno));
    return false;
  }
  if (S_ISDIR(status.st_mode)) {
    complain(j, NULL, "is a directory, not a model");
    return false;
  }
  j->is_piped = is_stdin || !S_ISREG(status.st_mode);
  if (j->is_piped && !is_stdin)
    add_marker(j);
  char buffer[65536];
  size_t length = 0;
  for (ssize_t n; (n = read(j->opened, buffer, sizeof buffer)) != 0;) {
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      complain(j, NULL, "cannot be read: %s", strerror(errno));
      return false;
    }
    length += (size_t)n;
    if (memchr(buffer, 0, (size_t)n)) {
      complain(j, NULL, "is not a text file");
      return false;
    }
    if (length > LARGEST_TEXT) {
      complain(j, NULL, "is too large for a model (the limit is %zu MB)", LARGEST_TEXT >> 20);
      return false;
    }
    if (j->is_piped)
      text_add_bytes(&j->input, buffer, (size_t)n);
  }
  close_end(&j->opened);
  return true;
}

static bool open_pipes(job *j) {
  int in[2], out[2], errors[2];
  // A socket: writing to one whose reader is gone can be told not to raise a signal.
  if (j->is_piped) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
      return false;
    j->theirs[0] = in[0];
    j->to = in[1];
  } else if ((j->theirs[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0) {
    return false;
  }
  if (pipe2(out, O_CLOEXEC) != 0)
    return false;
  j->from = out[0];
  j->theirs[1] = out[1];
  if (pipe2(errors, O_CLOEXEC) != 0)
    return false;
  j->from_errors = errors[0];
  j->theirs[2] = errors[1];
  return true;
}

// The messages are taken apart, so they have to be in English.
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

static char **command(const job *j, const char *const *program) {
  char **argv = ARENA_ARRAY(j->memory, char *, MOST_WORDS + OPTION_COUNT + j->count + 2);
  size_t n = 0;
  for (size_t i = 0; i < MOST_WORDS && program[i]; i++)
    argv[n++] = arena_string(j->memory, program[i]);
  for (size_t i = 0; i < OPTION_COUNT; i++)
    argv[n++] = arena_string(j->memory, OPTIONS[i]);
  for (uint32_t i = 0; i < j->count; i++)
    argv[n++] = arena_string(j->memory, j->arguments[i]);
  if (j->is_piped)
    argv[n] = arena_string(j->memory, "-");
  else
    argv[n] = arena_printf(j->memory, "%s%s", j->file[0] == '-' ? "./" : "", j->file);
  return argv;
}

// Returns 0 or the error number. The child has its own process group, because cpp only starts the program that does it.
static int spawn(job *j, const char *const *program) {
  char **argv = command(j, program), **envp = environment(j);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error)
    return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  for (int i = 0; i < 3 && !error; i++)
    error = posix_spawn_file_actions_adddup2(&actions, j->theirs[i], i);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (!error)
    error = posix_spawnp(&j->child, program[0], &actions, &attributes, argv, envp);
  if (error)
    j->child = 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static void kill_child(job *j) {
  kill(-j->child, SIGKILL);
  j->is_killed = true;
}

// False at the end.
static bool read_some(int from, text_buffer *to) {
  char buffer[65536];
  ssize_t n = read(from, buffer, sizeof buffer);
  if (n > 0)
    text_add_bytes(to, buffer, (size_t)n);
  return n > 0 || (n < 0 && errno == EINTR);
}

static bool write_some(job *j) {
  size_t rest = j->input.length - j->written;
  ssize_t n = send(j->to, text_string(&j->input) + j->written, rest, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n > 0)
    j->written += (size_t)n;
  return j->written < j->input.length && (n > 0 || errno == EINTR || errno == EAGAIN);
}

static void talk(job *j) {
  while (j->from >= 0 || j->from_errors >= 0) {
    struct pollfd ends[3] = {{j->from, POLLIN, 0}, {j->from_errors, POLLIN, 0}, {j->to, POLLOUT, 0}};
    if (poll(ends, 3, -1) < 0) {
      if (errno == EINTR)
        continue;
      break;
    }
    if (ends[0].revents && !read_some(j->from, &j->output))
      close_end(&j->from);
    if (ends[1].revents && !read_some(j->from_errors, &j->messages))
      close_end(&j->from_errors);
    if (ends[2].revents && !write_some(j))
      close_end(&j->to);
    if (!j->is_killed && (j->output.length > LARGEST_TEXT || j->messages.length > LARGEST_MESSAGES))
      kill_child(j);
  }
}

// One `file:line:column: error: text`, ended by 0. Other lines (excerpts, notes, where something was included) are
// passed over.
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
    if (!strncmp(text, "missing terminating", 19)) // where it matters, the lexer says so
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

static void wait_for_child(job *j, int *status) {
  *status = 0;
  while (waitpid(j->child, status, 0) < 0 && errno == EINTR)
    continue;
  j->child = 0;
}

static void read_as_it_is(job *j) {
  if (!j->is_piped) {
    j->opened = open(j->file, O_RDONLY | O_CLOEXEC);
    while (j->opened >= 0 && j->input.length <= LARGEST_TEXT && read_some(j->opened, &j->input))
      continue;
  }
  const char *text = text_string(&j->input);
  bool is_needed = j->count > 0;
  for (const char *line = text; line && !is_needed; line = strchr(line, '\n')) {
    line += strspn(line, "\n \t");
    is_needed = *line == '#' && strncmp(line, "# 1 \"", 5) != 0;
  }
  if (is_needed) {
    complain(j, "install the package with cpp", "needs the C preprocessor, and there is none on this system");
    return;
  }
  text_add_bytes(&j->output, text, j->input.length);
  j->is_good = true;
}

static void close_ends(job *j) {
  close_end(&j->to);
  close_end(&j->from);
  close_end(&j->from_errors);
  for (int i = 0; i < 3; i++)
    close_end(&j->theirs[i]);
}

// Returns 0 or an error number: ENOENT if there is no such program. *status is the child's.
static int attempt(job *j, const char *const *program, int *status) {
  int error = open_pipes(j) ? spawn(j, program) : errno;
  for (int i = 0; i < 3; i++)
    close_end(&j->theirs[i]);
  if (!error) {
    talk(j);
    wait_for_child(j, status);
    // Where processes are made by copying, it is the copy that finds out that there is no program.
    bool is_missing = WIFEXITED(*status) && WEXITSTATUS(*status) == 127 && j->output.length + j->messages.length == 0;
    error = is_missing ? ENOENT : 0;
  }
  close_ends(j);
  j->written = 0;
  return error;
}

static void run(void *argument) {
  job *j = argument;
  int error = ENOENT, status = 0;
  if (!look_at_file(j))
    return;
  for (size_t i = 0; i < PROGRAM_COUNT && error == ENOENT; i++)
    error = attempt(j, PROGRAMS[i], &status);
  if (error == ENOENT) {
    read_as_it_is(j);
    return;
  }
  if (error) {
    complain(j, NULL, "cannot be preprocessed: %s", strerror(error));
    return;
  }
  uint32_t errors = j->d->errors;
  read_messages(j);
  j->is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && j->d->errors == errors;
  if (!j->is_good && j->d->errors == errors)
    complain(j, NULL,
             j->is_killed ? "is too large after preprocessing: does it include itself?" : "the preprocessor failed");
}

bool pml_preprocess(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                    pml_text *out) {
  mem *m = arena_mem(memory);
  job j = {.memory = memory,
           .d = d,
           .file = file,
           .arguments = arguments,
           .count = count,
           .input = {.memory = m},
           .output = {.memory = m},
           .messages = {.memory = m},
           .to = -1,
           .from = -1,
           .from_errors = -1,
           .theirs = {-1, -1, -1},
           .opened = -1};
  // Descriptors and the child are not the allocator's: they are put away here also when there is no memory left.
  mem_status status = mem_try(m, run, &j);
  close_end(&j.opened);
  close_ends(&j);
  if (j.child) {
    int ignored;
    kill_child(&j);
    wait_for_child(&j, &ignored);
  }
  if (status != MEM_OK)
    mem_exhausted(m);
  if (j.is_good)
    *out = (pml_text){arena_copy(memory, text_string(&j.output), j.output.length), j.output.length,
                      arena_string(memory, j.file)};
  text_free(&j.input);
  text_free(&j.output);
  text_free(&j.messages);
  return j.is_good;
}
