// Target enlargement (Yang, Dill: Validation with guided search of the state space, 1998): the error is replaced by the
// conditions under which it is near, found by regression (enlarge_cubes.h). The estimate is the cost of a condition
// plus the distance to it, for the best condition; that distance is the greatest over the factors, each moving alone.
//
// Admissible: the last state of a way to an error, and each state before it with a remaining cost up to the depth, is
// in a cube of at most that cost. So a way of cost c from outside enters some cube with at most c - cost(cube) to go,
// and each factor alone needs at least its distance for that. A state in no cube is farther away than the depth. Both
// bounds drop by at most the cost of a step, so their maximum is consistent.
#include "abstraction/enlarge_cubes.h"
#include "abstraction/factored.h"

extern const heuristic_kind heuristic_enlarge;

enum { NEVER = UINT32_MAX };

typedef struct {
  uint32_t cost;
  uint32_t first, count; // bounds
} target;

typedef struct { // of one factor of a cube that does not allow all its values
  uint32_t factor;
  const uint32_t *distance; // by value, to the nearest value allowed
} bound;

typedef struct {
  enlarge_cubes *cubes;
  VEC(target) targets; // by ascending cost
  VEC(bound) bounds;
} enlarge_table;

// The least cost between any two values of a factor that moves alone, by value * count + value.
static uint32_t *distances_of(mem *m, const factors *f, uint32_t which) {
  uint32_t count = f->all.at[which].count;
  uint32_t *d = mem_alloc(m, ((size_t)count * count + 1) * sizeof *d);
  for (uint32_t i = 0; i < count * count; i++)
    d[i] = i % (count + 1) == 0 ? 0 : NEVER;
  for (uint32_t l = 0; l < f->labels.count; l++)
    for (uint32_t i = 0; i < f->labels.at[l].count && !f->labels.at[l].is_error; i++) {
      const factor_relation *r = factors_part(f, &f->labels.at[l], i);
      for (uint32_t n = 0; r->factor == which && n < r->count; n++) {
        uint32_t *old = &d[f->pairs.at[r->first + n].from * count + f->pairs.at[r->first + n].to];
        *old = f->labels.at[l].cost < *old ? f->labels.at[l].cost : *old;
      }
    }
  for (uint32_t via = 0; via < count; via++) // Floyd, Warshall
    for (uint32_t from = 0; from < count; from++) {
      mem_poll(m);
      for (uint32_t to = 0; d[from * count + via] != NEVER && to < count; to++) {
        uint32_t on = d[via * count + to], sum = d[from * count + via] + on;
        if (on != NEVER && sum < d[from * count + to])
          d[from * count + to] = sum;
      }
    }
  return d;
}

static const uint32_t *nearest(mem *m, const enlarge_cubes *c, const enlarge_cube *cube, uint32_t which,
                               const uint32_t *between) {
  uint32_t count = c->f->all.at[which].count, *out = mem_alloc(m, (count + 1) * sizeof *out);
  for (uint32_t from = 0; from < count; from++) {
    out[from] = NEVER;
    for (uint32_t to = 0; to < count; to++)
      if (enlarge_has(cube->bits, c->first_bit[which] + to) && between[from * count + to] < out[from])
        out[from] = between[from * count + to];
  }
  return out;
}

static void add_target(mem *m, enlarge_table *t, const enlarge_cube *cube, uint32_t **between) {
  const enlarge_cubes *c = t->cubes;
  target made = {.cost = cube->cost, .first = t->bounds.count};
  for (uint32_t i = 0; i < c->f->all.count; i++) {
    bool is_full = true;
    for (uint32_t v = 0; v < c->f->all.at[i].count; v++)
      is_full &= enlarge_has(cube->bits, c->first_bit[i] + v);
    if (is_full)
      continue;
    if (!between[i])
      between[i] = distances_of(m, c->f, i);
    vec_push(m, &t->bounds, ((bound){i, nearest(m, c, cube, i, between[i])}));
  }
  made.count = t->bounds.count - made.first;
  uint32_t where = t->targets.count;
  vec_push(m, &t->targets, made);
  for (; where > 0 && t->targets.at[where - 1].cost > made.cost; where--)
    t->targets.at[where] = t->targets.at[where - 1];
  t->targets.at[where] = made;
}

static void *make(mem *m, const factors *f, const uint32_t *start, const key_values *keys, uint32_t share) {
  (void)start, (void)share;
  enlarge_table *t = mem_alloc(m, sizeof *t);
  t->cubes = enlarge_cubes_open(m, f, (uint32_t)keys->value[0], (uint32_t)keys->value[1]);
  uint32_t **between = mem_alloc(m, (f->all.count + 1) * sizeof *between);
  for (uint32_t i = 0; i < t->cubes->all.count; i++)
    add_target(m, t, &t->cubes->all.at[i], between);
  for (uint32_t i = 0; i < f->all.count; i++)
    mem_free(m, between[i]);
  mem_free(m, between);
  return t;
}

// How far the values are from the target; no more than `enough` is found out.
static uint32_t way_to(const enlarge_table *t, const target *x, const uint32_t *at, uint32_t enough) {
  uint32_t far = 0;
  for (uint32_t i = 0; i < x->count && far < enough; i++) {
    const bound *b = &t->bounds.at[x->first + i];
    far = b->distance[at[b->factor]] > far ? b->distance[at[b->factor]] : far;
  }
  return far;
}

static uint32_t look_up(void *table, const uint32_t *at) {
  const enlarge_table *t = table;
  uint32_t best = HEURISTIC_DEAD_END, inside = t->cubes->depth + 1;
  for (uint32_t i = 0; i < t->targets.count; i++) {
    const target *x = &t->targets.at[i];
    if (x->cost >= best && x->cost >= inside)
      break;
    uint32_t far = way_to(t, x, at, x->cost < best ? best - x->cost : 1);
    if (far == 0 && x->cost < inside)
      inside = x->cost;
    if (far != NEVER && x->cost + far < best)
      best = x->cost + far;
  }
  return best == HEURISTIC_DEAD_END || best > inside ? best : inside;
}

static heuristic *open_enlarge(const heuristic_setup *setup) {
  static const factored_kind by = {.make = make, .look_up = look_up};
  return factored_open(setup, &heuristic_enlarge, &by);
}

static const option_key keys[] = {
    {.name = "k", .summary = "cost up to which the error is enlarged", .least = 0, .most = 1000, .usual = 8},
    {.name = "n", .summary = "number of conditions", .least = 0, .most = 100000, .usual = 500},
    {0}};

const heuristic_kind heuristic_enlarge = {
    .name = "enlarge",
    .summary = "target enlargement: distance to the nearest condition from which an error is near",
    .keys = keys,
    .is_admissible = true,
    .is_safe = true,
    .open = open_enlarge,
};
