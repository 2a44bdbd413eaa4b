// What the machine offers to this process.
#ifndef CHECK_MACHINE_H
#define CHECK_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

// Bytes of memory that this process may use: the least of the machine's memory, the limits of its control groups (v1
// and v2) and its own resource limit. Never 0.
uint64_t machine_memory(void);

// Bytes of memory that this process has now, with its code and libraries; 0 if that is not known.
uint64_t machine_resident(void);

#endif
