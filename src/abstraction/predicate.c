// Predicate abstraction (Hoffmann, Smaus, Rybalchenko, Kupferschmid, Podelski: Using predicate abstraction to generate
// heuristic functions in UPPAAL, 2006): predicates are the comparisons that guards and the property make. A comparison
// of a variable with a constant splits the values of the variable into classes; one of several variables is a factor of
// its own. The abstract states that can be reached are explored; a state is mapped to its abstract state.
//
// Admissible: the abstract space is a homomorphic image (see factors.h).
#include "abstraction/factored.h"
#include "abstraction/predicate_space.h"

extern const heuristic_kind heuristic_predicate;

enum { KEY_PREDICATES, KEY_STATES };
enum { MOST_FAILURES = 3 };

static uint32_t predicates_of(const factor_automaton *f) { return f->kind == FACTOR_LOCATION ? 0 : f->count - 1; }

typedef struct {
  mem *m;
  const factors *f;
  const uint32_t *start;
  uint32_t most_states, most_predicates, predicates;
  bool *is_kept;
  predicate_space *made;
} chooser;

// Adds a factor if that fits.
static bool add(chooser *c, uint32_t which) {
  uint32_t own = predicates_of(&c->f->all.at[which]);
  if (c->predicates + own > c->most_predicates)
    return false;
  c->is_kept[which] = true;
  predicate_space *larger = predicate_space_open(c->m, c->f, c->is_kept, c->start, c->most_states);
  c->is_kept[which] = larger != NULL;
  if (!larger)
    return false;
  if (c->made)
    predicate_space_close(c->made);
  c->made = larger;
  c->predicates += own;
  return true;
}

// The factors that fit together in small spaces are taken at once, the others one after the other.
static void *make(mem *m, const factors *f, const uint32_t *start, const key_values *keys, uint32_t share) {
  chooser c = {.m = m, .f = f, .start = start, .most_predicates = (uint32_t)keys->value[KEY_PREDICATES]};
  c.most_states = (uint32_t)keys->value[KEY_STATES] / share + 1;
  c.is_kept = mem_alloc(m, f->all.count + 1);
  uint32_t fitting, failures = 0;
  uint32_t *order = predicate_order(m, f, start, c.most_states / 10 + 1, &fitting);
  for (uint32_t i = 0; i < fitting; i++) {
    uint32_t own = predicates_of(&f->all.at[order[i]]);
    c.is_kept[order[i]] = c.predicates + own <= c.most_predicates;
    c.predicates += c.is_kept[order[i]] ? own : 0;
  }
  if (fitting)
    c.made = predicate_space_open(m, f, c.is_kept, start, c.most_states);
  for (uint32_t i = fitting; i < f->all.count && failures < MOST_FAILURES; i++)
    failures += !add(&c, order[i]);
  mem_free(m, c.is_kept);
  mem_free(m, order);
  return c.made;
}

static uint32_t look_up(void *table, const uint32_t *at) {
  uint32_t distance;
  if (!predicate_distance(table, at, &distance))
    return 0;
  return distance == PREDICATE_NEVER ? HEURISTIC_DEAD_END : distance;
}

static void plan(const key_values *keys, factors_setup *setup) {
  setup->by_predicates = true;
  setup->most_conditions = (uint32_t)keys->value[KEY_PREDICATES];
}

// An abstract state that cannot be reached from the first state asked about is not in the table: its estimate is 0. So
// the estimate is consistent only from there on.
static heuristic *open_predicate(const heuristic_setup *setup) {
  static const factored_kind by = {.plan = plan, .make = make, .look_up = look_up};
  heuristic *h = factored_open(setup, &heuristic_predicate, &by);
  h->is_consistent = false;
  return h;
}

static const option_key keys[] = {
    {.name = "n", .summary = "number of predicates", .least = 0, .most = 1000, .usual = 40},
    {.name = "states", .summary = "number of abstract states", .least = 1, .most = 1e8, .usual = 200000},
    {0}};

const heuristic_kind heuristic_predicate = {
    .name = "predicate",
    .summary = "predicate abstraction: distance in the space of locations and comparisons",
    .keys = keys,
    .is_admissible = true,
    .is_safe = true,
    .open = open_predicate,
};
