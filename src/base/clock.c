#define _GNU_SOURCE
#include "base/clock.h"

#include <time.h>

static double seconds(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_wall(void) { return seconds(CLOCK_MONOTONIC); }
double clock_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
