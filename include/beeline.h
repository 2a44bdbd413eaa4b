// Beeline: a directed model checker. The public C interface: load a model, check it, read the result.
//
// Handles are opaque; there are no globals, so two checks in one process are independent. A handle belongs to one thread at
// a time, but beeline_stop() may be called from any thread or signal handler. The library never exits and never prints.
#ifndef BEELINE_H
#define BEELINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define BEELINE_VERSION "0.1.0"

typedef struct beeline_model beeline_model;
typedef struct beeline_check beeline_check;

typedef enum { BEELINE_SATISFIED, BEELINE_VIOLATED, BEELINE_UNDECIDED } beeline_verdict;

// Exit statuses of the program, also the result codes of the library.
typedef enum {
  BEELINE_OK = 0,
  BEELINE_EXIT_VIOLATED = 10,
  BEELINE_EXIT_UNDECIDED = 20,
  BEELINE_EXIT_TIME = 21,
  BEELINE_EXIT_MEMORY = 22,
  BEELINE_EXIT_INTERRUPTED = 23,
  BEELINE_EXIT_UNSUPPORTED = 24,
  BEELINE_EXIT_USAGE = 64,
  BEELINE_EXIT_INPUT = 65,
  BEELINE_EXIT_INTERNAL = 70,
  BEELINE_EXIT_IO = 74
} beeline_status;

#endif
