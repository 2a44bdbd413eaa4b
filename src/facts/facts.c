#include "facts/facts.h"

struct facts {
  mem *m;
  const network *net;
  accesses *accesses;
  ranges *ranges, *rough; // with and without guards
  risks *risks;
  bool has_places;
  risk_places places;
  influence *influence;
  distance_graph *distances;
  uint32_t *to_fault[2]; // without and with assertions
  uint32_t *to_stuck;
};

facts *facts_open(mem *m, const network *net) {
  facts *f = mem_alloc(m, sizeof *f);
  *f = (facts){.m = m, .net = net};
  return f;
}

void facts_close(facts *f) {
  mem_free(f->m, f->to_stuck);
  for (uint32_t i = 0; i < 2; i++)
    mem_free(f->m, f->to_fault[i]);
  if (f->distances)
    distance_close(f->distances);
  if (f->influence)
    influence_close(f->influence);
  if (f->risks)
    risk_close(f->risks);
  if (f->ranges)
    ranges_close(f->ranges);
  if (f->rough)
    ranges_close(f->rough);
  if (f->accesses)
    access_close(f->accesses);
  mem_free(f->m, f);
}

accesses *facts_accesses(facts *f) {
  if (!f->accesses)
    f->accesses = access_open(f->m, f->net);
  return f->accesses;
}

static const ranges *find_ranges(facts *f, ranges **kept, bool uses_guards) {
  ranges_setup setup = {.m = f->m, .net = f->net, .accesses = facts_accesses(f), .uses_guards = uses_guards};
  if (!*kept)
    *kept = ranges_open(&setup);
  return *kept;
}

const ranges *facts_ranges(facts *f) { return find_ranges(f, &f->ranges, true); }

// The analysis with guards is expensive. For faults it pays in timed networks, whose variables have narrow types; in
// other networks estimates that use risks only should be cheap to set up.
risks *facts_risks(facts *f) {
  if (!f->risks)
    f->risks =
        risk_open(f->m, f->net->is_timed ? facts_ranges(f) : find_ranges(f, &f->rough, false), facts_accesses(f));
  return f->risks;
}

const risk_places *facts_places(facts *f) {
  if (!f->has_places)
    f->places = risk_places_of(f->net);
  f->has_places = true;
  return &f->places;
}

influence *facts_influence(facts *f) {
  if (!f->influence)
    f->influence = influence_open(f->m, f->net, facts_accesses(f));
  return f->influence;
}

const distance_graph *facts_distances(facts *f) {
  if (!f->distances)
    f->distances = distance_open(f->m, f->net);
  return f->distances;
}

const uint32_t *facts_steps_to_fault(facts *f, bool assertions) {
  if (f->to_fault[assertions])
    return f->to_fault[assertions];
  const distance_graph *g = facts_distances(f);
  risks *k = facts_risks(f);
  bool *is_target = mem_alloc(f->m, g->nodes);
  for (uint32_t t = 0; t < f->net->templates.count; t++)
    for (uint32_t l = 0; l < f->net->templates.at[t]->flow.locations.count; l++)
      is_target[distance_node(g, t, l)] = risk_at_location(k, f->net->templates.at[t], l, assertions);
  uint32_t *steps = distance_to(f->m, g, is_target, DISTANCE_STARTS);
  for (uint32_t i = 0; i < g->nodes; i++)
    steps[i] = distance_plus(steps[i], 1);
  mem_free(f->m, is_target);
  return f->to_fault[assertions] = steps;
}

const uint32_t *facts_steps_to_stuck(facts *f) {
  if (f->to_stuck)
    return f->to_stuck;
  const distance_graph *g = facts_distances(f);
  bool *is_target = mem_alloc(f->m, g->nodes);
  for (uint32_t t = 0; t < f->net->templates.count; t++)
    for (uint32_t l = 0; l < f->net->templates.at[t]->flow.locations.count; l++)
      is_target[distance_node(g, t, l)] = risk_of_blocking(f->net, facts_places(f), f->net->templates.at[t], l);
  is_target[g->absent] = true;
  f->to_stuck = distance_to(f->m, g, is_target, DISTANCE_ALONE);
  mem_free(f->m, is_target);
  return f->to_stuck;
}
