// Inside space: four bounds at a time. The compilers do not make vector instructions of a loop of unknown length by
// themselves.
#ifndef SPACE_DBM_GROUP_H
#define SPACE_DBM_GROUP_H

#include "space/dbm.h"

enum { DBM_GROUP = 4 };
typedef dbm_bound dbm_group __attribute__((vector_size(4 * DBM_GROUP), aligned(4), may_alias));
typedef uint32_t dbm_unsigned_group __attribute__((vector_size(4 * DBM_GROUP)));

static inline dbm_group *dbm_group_at(dbm_bound *row) { return (dbm_group *)row; }
static inline dbm_group dbm_group_of(const dbm_bound *row) { return *(const dbm_group *)row; }
// By the masks of a comparison: where it is true those of a, else those of b.
static inline dbm_group dbm_group_choose(dbm_group mask, dbm_group a, dbm_group b) { return (a & mask) | (b & ~mask); }

#endif
