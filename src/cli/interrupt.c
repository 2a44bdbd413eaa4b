#define _GNU_SOURCE
#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

// Global, because a signal handler has no context argument.
static beeline_check *_Atomic watched;
static atomic_long first_signal; // seconds, 0 = none yet

// A second signal ends the program at once, but not within the first second: some senders signal a process and then its
// group, which is one request.
static void on_signal(int number) {
  (void)number;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long seconds = (long)now.tv_sec + 1, before = atomic_load(&first_signal);
  beeline_check *check = atomic_load(&watched);
  if (before ? seconds - before > 1 : !check)
    _exit(BEELINE_EXIT_INTERRUPTED);
  if (!before)
    atomic_store(&first_signal, seconds);
  beeline_stop(check);
}

void cli_interrupt_install(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction old;
    // Signals that the parent ignores (nohup, background jobs of a shell) stay ignored.
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, NULL);
  }
  signal(SIGPIPE, SIG_IGN);
}

void cli_interrupt_watch(beeline_check *check) { atomic_store(&watched, check); }

bool cli_interrupted(void) { return atomic_load(&first_signal) != 0; }
