// A child process with pipes: it reads a text, and its output and error messages are collected.
#ifndef LANG_PROMELA_CHILD_H
#define LANG_PROMELA_CHILD_H

#include "base/text.h"
#include <sys/types.h>

typedef struct child {
  const text_buffer *input;           // borrowed; NULL = the child reads /dev/null
  text_buffer *output, *messages;     // borrowed; what the child writes is appended
  size_t output_limit, message_limit; // in bytes; beyond them the child is killed
  bool is_killed;
  // private
  pid_t pid;                 // 0 = none
  int to, from, from_errors; // our ends of the pipes, -1 = closed
  int ends[3];               // the child's ends
  size_t written;            // bytes of the input
} child;

// Sets the private members. To be called before child_run().
void child_init(child *c);
// Runs argv[0], found by PATH, until it exits. Returns 0 with the exit status of waitpid(), or an error number; ENOENT
// means that there is no such program. May be left as a failed allocation leaves; child_close() must be called then.
int child_run(child *c, char *const *argv, char *const *envp, int *status);
// Kills the child and closes the pipes, if child_run() was left early.
void child_close(child *c);

bool child_read_some(int from, text_buffer *to); // false at the end of the input
void child_close_end(int *end);                  // closes it, unless it is -1; *end = -1

#endif
