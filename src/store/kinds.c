#include "store/store.h"

const store_kind *const store_kinds[] = {&store_hash, NULL};
