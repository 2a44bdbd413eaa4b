// Inside space: vectors of four bounds. The compilers do not vectorise loops of unknown length.
#ifndef SPACE_DBM_GROUP_H
#define SPACE_DBM_GROUP_H

#include "space/dbm.h"

enum { DBM_GROUP = 4 };
typedef dbm_bound dbm_group __attribute__((vector_size(4 * DBM_GROUP), aligned(4), may_alias));
typedef uint32_t dbm_unsigned_group __attribute__((vector_size(4 * DBM_GROUP)));

static inline dbm_group *dbm_group_at(dbm_bound *row) { return (dbm_group *)row; }
static inline dbm_group dbm_group_of(const dbm_bound *row) { return *(const dbm_group *)row; }
// By the mask of a comparison: elements of a where it is true, else of b.
static inline dbm_group dbm_group_choose(dbm_group mask, dbm_group a, dbm_group b) { return (a & mask) | (b & ~mask); }

#endif
