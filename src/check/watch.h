// A wrapper that notes whether there was an error. A census does not stop at errors, so its result gets them from here.
#ifndef CHECK_WATCH_H
#define CHECK_WATCH_H

#include "space/space.h"

space *watch_space(mem *m, space *inner); // takes inner: closing the one closes both
bool watch_has_seen_errors(const space *watch);

#endif
