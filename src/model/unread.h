// Variables that are only written. No step, error or property depends on their values, so a search can leave them out
// of its states: states that differ only in them have the same steps and the same errors.
#ifndef MODEL_UNREAD_H
#define MODEL_UNREAD_H

#include "model/network.h"

// Sets is_unread of the variables that the network and its properties only write. As in SPIN, x++ (also written
// x = x + 1) and a printf do not count as reads of x; an index does. Variables that hold channels, and all variables of
// a timed network, count as read. net_finish() calls it.
void net_find_unread(network *net);

// By variable of a finished network: is it only written, and not read by these conditions? The caller frees the result.
bool *net_left_out(mem *m, const network *net, expr *const *conditions, uint32_t count);

#endif
