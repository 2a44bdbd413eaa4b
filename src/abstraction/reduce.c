#include "abstraction/reduce.h"

#include "abstraction/safe.h"
#include <assert.h>

// The steps as those of the network that r was made from.
static void map_back(const reduced *r, answer *a) {
  for (uint32_t i = 0; i < a->steps.count; i++) {
    net_action step = a->steps.at[i];
    bool is_there = net_copy_origin(r->copy, &step, &a->steps.at[i]);
    assert(is_there);
    (void)is_there;
  }
}

uint32_t reduce_extend(mem *m, const reduced *r, answer *a, uint32_t end) {
  uint32_t inserted = 0;
  for (; r; r = r->before)
    if (r->part) {
      inserted += safe_extend(m, r->part, r->copy, a, end % r->part->end_count);
      end /= r->part->end_count;
    } else if (r->copy) {
      map_back(r, a);
    }
  a->end.at = NULL; // a statement of the copy
  return inserted;
}
