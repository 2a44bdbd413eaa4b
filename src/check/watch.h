// A space over a space that lets everything pass and remembers whether there was an error. A census stops at none, so
// this is how its result knows of them.
#ifndef CHECK_WATCH_H
#define CHECK_WATCH_H

#include "space/space.h"

space *watch_space(mem *m, space *inner); // takes inner: closing the one closes both
bool watch_has_seen_errors(const space *watch);

#endif
