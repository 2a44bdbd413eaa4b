#define _GNU_SOURCE
#include "check/input.h"

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

// Returns 0, or an errno.
static int copy_input(int copy) {
  char piece[1 << 16];
  size_t length = 0;
  for (ssize_t n; (n = read(STDIN_FILENO, piece, sizeof piece)) != 0;) {
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 || !write_all(copy, piece, (size_t)n))
      return errno;
    length += (size_t)n;
    if (length > LARGEST)
      return EFBIG;
  }
  return lseek(copy, 0, SEEK_SET) == 0 && dup2(copy, STDIN_FILENO) == STDIN_FILENO ? 0 : errno;
}

bool input_keep(diags *d, const char *file) {
  struct stat status;
  if (strcmp(file, "-") != 0 || (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode)))
    return true;
  int copy = memfd_create("beeline-input", MFD_CLOEXEC);
  int why = copy < 0 ? errno : copy_input(copy);
  if (copy >= 0)
    close(copy);
  if (why)
    diag_add(d, DIAG_ERROR, (place){.file = "<stdin>"}, NULL, "cannot read standard input: %s", strerror(why));
  return !why;
}
