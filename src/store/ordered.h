// The store of states that can cover one another. See ordered.c.
#ifndef STORE_ORDERED_H
#define STORE_ORDERED_H

#include "store/store.h"

store *store_open_ordered(mem *m, const cover *order); // borrows order

#endif
