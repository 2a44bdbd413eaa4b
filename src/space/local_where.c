// Where the steps of a process are local, and whether it is worth it to take them first.
#include "space/local.h"

#include "facts/independence.h"

#include <string.h>

enum {
  MOST_PENDING = 200,
  LEAST_SAVINGS = 2, // a single local step saves few states, and all states cost more
};

// The number of local steps that a process can take in a row; they have no cycle.
static uint32_t longest_chain(mem *m, const network *n, const net_flow *f, const bool *is_local) {
  uint32_t *steps = mem_alloc(m, sizeof *steps * (f->locations.count + 1)), longest = 0;
  for (bool has_changed = true; has_changed && longest <= MOST_PENDING;) {
    has_changed = false;
    for (uint32_t i = 0; i < f->locations.count; i++)
      for (uint32_t k = 0; is_local[i] && k < f->locations.at[i].edges.count; k++) {
        uint32_t more = steps[n->edges.at[f->locations.at[i].edges.at[k]]->to] + 1;
        has_changed |= more > steps[i];
        steps[i] = more > steps[i] ? more : steps[i];
        longest = more > longest ? more : longest;
      }
  }
  mem_free(m, steps);
  return longest;
}

// Can a process be at the location while others could move? Not inside an atomic sequence, nor where it starts if no
// other process is there then.
static bool can_meet_others(const network *n, const net_template *t, uint32_t location) {
  if (location == t->flow.initial && (n->processes.count != 1 || (uint32_t)n->processes.at[0].template_ != t->index))
    return true;
  for (uint32_t i = 0; i < t->flow.locations.count; i++)
    for (uint32_t k = 0; k < t->flow.locations.at[i].edges.count; k++) {
      const net_edge *e = n->edges.at[t->flow.locations.at[i].edges.at[k]];
      if (e->to == location && !e->keeps_control)
        return true;
    }
  return false;
}

// Can the process come back to the location?
static bool comes_back(mem *m, const network *n, const net_flow *f, uint32_t location) {
  bool *is_reached = mem_alloc(m, f->locations.count + 1);
  VEC(uint32_t) open = {0};
  vec_push(m, &open, location);
  while (open.count && !is_reached[location]) {
    const net_location *at = &f->locations.at[open.at[--open.count]];
    for (uint32_t k = 0; k < at->edges.count; k++) {
      uint32_t to = n->edges.at[at->edges.at[k]]->to;
      if (!is_reached[to])
        vec_push(m, &open, to);
      is_reached[to] = true;
    }
  }
  bool result = is_reached[location];
  vec_free(m, &open);
  mem_free(m, is_reached);
  return result;
}

// What it saves to take the local steps of the template first: by the number of locations, twice those that the process
// comes back to.
static uint32_t savings(mem *m, const network *n, const net_template *t, const bool *is_local) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < t->flow.locations.count && sum < LEAST_SAVINGS; i++)
    if (is_local[i] && can_meet_others(n, t, i))
      sum += comes_back(m, n, &t->flow, i) ? 2 : 1;
  return sum;
}

bool **local_locations(mem *m, const network *n, facts *known, expr *const *watched, uint32_t count) {
  bool **is_local = independence_locations(m, n, facts_accesses(known), facts_risks(known), watched, count);
  uint32_t saved = 0;
  for (uint32_t t = 0; t < n->templates.count; t++) {
    const net_flow *f = &n->templates.at[t]->flow;
    uint32_t more = savings(m, n, n->templates.at[t], is_local[t]);
    if (!more || longest_chain(m, n, f, is_local[t]) > MOST_PENDING)
      memset(is_local[t], 0, f->locations.count);
    else
      saved += more;
  }
  if (saved >= LEAST_SAVINGS)
    return is_local;
  independence_free(m, n, is_local);
  return NULL;
}
