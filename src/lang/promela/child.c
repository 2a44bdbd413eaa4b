#define _GNU_SOURCE // pipe2
#include "lang/promela/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MILLISECONDS = 100 }; // for the child, before the limits are looked at again

void child_init(child *c) {
  c->pid = 0;
  c->to = c->from = c->from_errors = c->ends[0] = c->ends[1] = c->ends[2] = -1;
  c->written = 0;
  c->is_killed = false;
}

void child_close_end(int *end) {
  if (*end >= 0)
    close(*end);
  *end = -1;
}

static bool open_pipes(child *c) {
  int in[2], out[2], errors[2];
  // A socket, because send() can be told not to raise SIGPIPE if the reader has closed its end.
  if (c->input) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
      return false;
    c->ends[0] = in[0];
    c->to = in[1];
  } else if ((c->ends[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0) {
    return false;
  }
  if (pipe2(out, O_CLOEXEC) != 0)
    return false;
  c->from = out[0];
  c->ends[1] = out[1];
  if (pipe2(errors, O_CLOEXEC) != 0)
    return false;
  c->from_errors = errors[0];
  c->ends[2] = errors[1];
  return true;
}

// Returns 0 or the error number. The child gets its own process group: cpp starts another program, and both must be
// killed together.
static int spawn(child *c, char *const *argv, char *const *envp) {
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
    error = posix_spawn_file_actions_adddup2(&actions, c->ends[i], i);
  if (!error)
    error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (!error)
    error = posix_spawnp(&c->pid, argv[0], &actions, &attributes, argv, envp);
  if (error)
    c->pid = 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

static void kill_child(child *c) {
  kill(-c->pid, SIGKILL);
  c->is_killed = true;
}

// False at the end of the input.
bool child_read_some(int from, text_buffer *to) {
  char buffer[65536];
  ssize_t n = read(from, buffer, sizeof buffer);
  if (n > 0)
    text_add_bytes(to, buffer, (size_t)n);
  return n > 0 || (n < 0 && errno == EINTR);
}

static bool write_some(child *c) {
  size_t rest = c->input->length - c->written;
  ssize_t n = send(c->to, text_string(c->input) + c->written, rest, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n > 0)
    c->written += (size_t)n;
  return c->written < c->input->length && (n > 0 || errno == EINTR || errno == EAGAIN);
}

// Feeds the input to the child and collects its output and messages, until the child has closed both.
static void exchange(child *c) {
  while (c->from >= 0 || c->from_errors >= 0) {
    struct pollfd ends[3] = {{c->from, POLLIN, 0}, {c->from_errors, POLLIN, 0}, {c->to, POLLOUT, 0}};
    mem_poll_now(c->output->memory);
    int ready = poll(ends, 3, WAIT_MILLISECONDS);
    if (ready == 0 || (ready < 0 && errno == EINTR))
      continue;
    if (ready < 0)
      break;
    if (ends[0].revents && !child_read_some(c->from, c->output))
      child_close_end(&c->from);
    if (ends[1].revents && !child_read_some(c->from_errors, c->messages))
      child_close_end(&c->from_errors);
    if (ends[2].revents && !write_some(c))
      child_close_end(&c->to);
    if (!c->is_killed && (c->output->length > c->output_limit || c->messages->length > c->message_limit))
      kill_child(c);
  }
}

static void wait_for_child(child *c, int *status) {
  *status = 0;
  while (waitpid(c->pid, status, 0) < 0 && errno == EINTR)
    continue;
  c->pid = 0;
}

static void close_ends(child *c) {
  child_close_end(&c->to);
  child_close_end(&c->from);
  child_close_end(&c->from_errors);
  for (int i = 0; i < 3; i++)
    child_close_end(&c->ends[i]);
}

int child_run(child *c, char *const *argv, char *const *envp, int *status) {
  assert(c->pid == 0 && c->from < 0);
  int error = open_pipes(c) ? spawn(c, argv, envp) : errno;
  for (int i = 0; i < 3; i++)
    child_close_end(&c->ends[i]);
  if (!error) {
    exchange(c);
    wait_for_child(c, status);
    // If posix_spawn() is implemented by fork(), the child finds out that there is no such program, and exits with 127.
    bool is_missing = WIFEXITED(*status) && WEXITSTATUS(*status) == 127 && c->output->length + c->messages->length == 0;
    error = is_missing ? ENOENT : 0;
  }
  close_ends(c);
  c->written = 0;
  return error;
}

void child_close(child *c) {
  close_ends(c);
  if (c->pid) {
    int ignored;
    kill_child(c);
    wait_for_child(c, &ignored);
  }
}
