// Wall-clock time.
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_wall(void); // seconds, monotonic

#endif
