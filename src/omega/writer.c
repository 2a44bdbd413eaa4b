#include "omega/writer.h"

#include <string.h>

const omega_writer *const omega_writers[] = {&omega_writer_never, &omega_writer_hoa, &omega_writer_dot, NULL};

const omega_writer *omega_writer_named(const char *name) {
  for (const omega_writer *const *w = omega_writers; *w; w++)
    if (strcmp((*w)->name, name) == 0)
      return *w;
  return NULL;
}
