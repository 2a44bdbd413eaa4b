#define _GNU_SOURCE
#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

// Some senders signal a process and then its group, which is one request. So a signal that follows this soon is the
// same one.
#define SAME_MILLISECONDS 100

// Global, because a signal handler has no context argument.
static atomic_llong first_signal; // milliseconds on the monotonic clock; 0 = none yet

static void on_signal(int number) {
  (void)number;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long time = (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1, none = 0;
  if (!atomic_compare_exchange_strong(&first_signal, &none, time) && time - none >= SAME_MILLISECONDS)
    _exit(BEELINE_EXIT_INTERRUPTED);
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

bool cli_is_interrupted(void *ignored) {
  (void)ignored;
  return atomic_load(&first_signal) != 0;
}
