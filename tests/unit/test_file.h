// A file of its own for each test program that needs one: `file`, made before the tests and removed after them.
#ifndef TEST_FILE_H
#define TEST_FILE_H

#include <stdlib.h>
#include <unistd.h>

static char file[] = "/tmp/beeline-test-XXXXXX";

static int make_file(void **state) {
  (void)state;
  int descriptor = mkstemp(file);
  return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_file(void **state) {
  (void)state;
  return unlink(file);
}

#endif
