#include "facts/facts.h"
#include "facts/independence.h"
#include "space/discrete.h"

#include <assert.h>

static void apply(space *s, facts *known, expr *const *watched, uint32_t count) {
  discrete *d = (discrete *)s;
  assert(!s->inner && !s->net->is_timed && !d->is_ample);
  d->is_ample = independence_locations(d->m, s->net, facts_accesses(known), watched, count);
}

const space_reduction space_por = {
    .name = "por",
    .summary = "partial order reduction: explores one process alone where it is independent of the others",
    .is_exact = true,
    .keeps_lengths = false,
    .apply = apply,
};
