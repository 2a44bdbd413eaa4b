#include "facts/facts.h"
#include "facts/independence.h"
#include "space/discrete.h"

#include <assert.h>

static bool is_any_ample(const discrete *d, const network *n) {
  for (uint32_t t = 0; t < n->templates.count; t++)
    for (uint32_t i = 0; i < n->templates.at[t]->flow.locations.count; i++)
      if (d->is_ample[t][i])
        return true;
  return false;
}

static space *apply(space *s, facts *known, expr *const *watched, uint32_t count) {
  discrete *d = (discrete *)s;
  assert(!s->inner && !s->net->is_timed && !d->is_ample);
  d->is_ample = independence_locations(d->m, s->net, facts_accesses(known), NULL, watched, count);
  return is_any_ample(d, s->net) ? s : NULL;
}

const space_reduction space_por = {
    .name = "por",
    .summary = "partial order reduction: explores one process alone where it is independent of the others",
    .is_exact = true,
    .keeps_lengths = false,
    .apply = apply,
};
