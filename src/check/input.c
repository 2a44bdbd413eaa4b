#define _GNU_SOURCE
#include "check/input.h"

#include "base/file.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((size_t)256 << 20) // bytes: the copy is in memory

static bool write_all(int out, const char *bytes, size_t length) {
  for (ssize_t n; length > 0; bytes += n, length -= (size_t)n) {
    n = write(out, bytes, length);
    if (n < 0 && errno != EINTR)
      return false;
    n = n < 0 ? 0 : n;
  }
  return true;
}

typedef struct {
  mem *m;
  int copy;
  int why_not; // an error number
} copy_job;

static void copy_input(void *argument) {
  copy_job *job = argument;
  char piece[1 << 16];
  size_t length = 0;
  ssize_t n;
  do {
    file_await(job->m, STDIN_FILENO);
    n = read(STDIN_FILENO, piece, sizeof piece);
    length += n > 0 ? (size_t)n : 0;
    if (n > 0 && !write_all(job->copy, piece, (size_t)n))
      n = -1;
  } while ((n > 0 && length <= LARGEST) || (n < 0 && (errno == EINTR || errno == EAGAIN)));
  bool is_done = n == 0 && lseek(job->copy, 0, SEEK_SET) == 0 && dup2(job->copy, STDIN_FILENO) == STDIN_FILENO;
  job->why_not = is_done ? 0 : n > 0 ? EFBIG : errno;
}

bool input_keep(diags *d, const char *file) {
  struct stat status;
  if (strcmp(file, "-") != 0 || (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode)))
    return true;
  copy_job job = {.m = arena_mem(d->memory), .copy = memfd_create("beeline-input", MFD_CLOEXEC)};
  job.why_not = job.copy < 0 ? errno : 0;
  mem_status copying = job.copy < 0 ? MEM_OK : mem_try(job.m, copy_input, &job);
  if (job.copy >= 0)
    close(job.copy);
  if (copying != MEM_OK)
    mem_leave(job.m, copying);
  if (job.why_not)
    diag_add(d, DIAG_ERROR, (place){.file = "<stdin>"}, NULL, "cannot read standard input: %s", strerror(job.why_not));
  return !job.why_not;
}
