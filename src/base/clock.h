// Time, and how a long piece of work is told to stop.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

double clock_wall(void); // seconds, monotonic
double clock_cpu(void);  // seconds of processor time of this process

#endif
