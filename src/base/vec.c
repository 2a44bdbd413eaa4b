#include "base/vec.h"

// Small vectors double. A large one grows without being copied (see base/pages.h), so that smaller steps are cheap
// enough and waste less of the memory limit.
#define LARGE ((size_t)4 << 20)

void *vec_grow(mem *m, void *at, uint32_t *room, uint32_t count, size_t element) {
  if (count <= *room)
    return at;
  // The room is never UINT32_MAX: vec_push reserves count + 1, which must not wrap around.
  if (count == UINT32_MAX)
    mem_exhausted(m);
  uint64_t step = (uint64_t)*room * element < LARGE ? *room : *room / 4;
  uint64_t wanted = *room + step;
  if (wanted < 8)
    wanted = 8;
  if (wanted < count)
    wanted = count;
  if (wanted > UINT32_MAX - 1)
    wanted = UINT32_MAX - 1;
  if (element && wanted > SIZE_MAX / element)
    mem_exhausted(m);
  at = mem_realloc(m, at, (size_t)wanted * element);
  *room = (uint32_t)wanted;
  return at;
}
