#define _GNU_SOURCE
#include "base/file.h"

#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MILLISECONDS = 100 };

typedef struct {
  int in;
  int why_not; // an error number
  text_buffer text;
} read_job;

void file_await(mem *m, int in) {
  struct pollfd one = {in, POLLIN, 0};
  int ready;
  do {
    mem_poll_now(m);
    ready = poll(&one, 1, WAIT_MILLISECONDS);
  } while (ready == 0 || (ready < 0 && errno == EINTR));
}

static void read_all(void *argument) {
  read_job *job = argument;
  char piece[1 << 14];
  ssize_t count;
  do {
    file_await(job->text.memory, job->in);
    count = read(job->in, piece, sizeof piece);
    text_add_bytes(&job->text, piece, count > 0 ? (size_t)count : 0);
  } while (count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN)));
  job->why_not = count < 0 ? errno : 0;
}

char *file_read(arena *memory, diags *d, const char *file, size_t *length, bool *is_readable) {
  bool is_input = strcmp(file, "-") == 0;
  mem *m = arena_mem(memory);
  // Not blocking: the first end of a pipe would wait for the other in open(), where nothing can be polled.
  read_job job = {.in = is_input ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK), .text = {.memory = m}};
  job.why_not = job.in >= 0 ? 0 : errno;
  mem_status reading = job.in >= 0 ? mem_try(m, read_all, &job) : MEM_OK;
  if (!is_input && job.in >= 0)
    close(job.in);
  if (reading != MEM_OK)
    mem_leave(m, reading);
  int why = job.why_not;
  bool is_wanted = !why && (length || strlen(job.text.at) == job.text.length);
  if (!is_wanted)
    diag_add(d, DIAG_ERROR, (place){.file = file}, NULL, "cannot read the file: %s",
             why ? strerror(why) : "it is not a text file");
  char *text = is_wanted ? arena_copy(memory, job.text.at, job.text.length) : NULL;
  if (length)
    *length = job.text.length;
  if (is_readable)
    *is_readable = !why;
  text_free(&job.text);
  return text;
}
