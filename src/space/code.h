// Inside space: the contents of space_code. Read-only once it is made.
#ifndef SPACE_CODE_H
#define SPACE_CODE_H

#include "exec/exec.h"
#include "space/space.h"

typedef struct timed_code timed_code;

struct space_code {
  mem *m;
  const network *net;
  program *program;
  uint32_t end_condition; // of the network: its number among the program's conditions, or LAYOUT_ABSENT
  timed_code *timed;      // NULL unless the network is timed
};

// Each opens the space of its kind of network over the code. owned: NULL, or the code itself, which the space then
// owns.
space *discrete_open(mem *m, const space_code *code, space_code *owned);
space *timed_open(mem *m, const space_code *code, const space_options *options, space_code *owned);

#endif
