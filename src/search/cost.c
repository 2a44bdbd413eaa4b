#include "search/cost.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double sum(double a, double b) { return a + b; }
static double product(double a, double b) { return a * b; }
static double greater(double a, double b) { return a > b ? a : b; }
static double lesser(double a, double b) { return a < b ? a : b; }

// A path through 2^32 states, each step a rendezvous of two halves of this weight, costs no more than 2^53: doubles add
// such integers without rounding.
#define HEAVIEST 1048576.0

static const cost_algebra sum_algebra = {
    .name = "sum",
    .summary = "sum of the weights, minimised; weights are integers",
    .combine = sum,
    .usual = 1,
    .counts = true,
    .most = HEAVIEST,
    .is_whole = true,
    .is_strict = true,
    .lasting = {1, 2, 1},
};

static const cost_algebra max_algebra = {
    .name = "max",
    .summary = "greatest weight, minimised",
    .combine = greater,
    .usual = 1,
    .most = DBL_MAX,
    .merging = {3, 4, 4},
    .lasting = {1, 2, 1},
};

static const cost_algebra min_algebra = {
    .name = "min",
    .summary = "least weight, maximised",
    .combine = lesser,
    .prefers_greater = true,
    .nothing = INFINITY,
    .usual = 1,
    .most = DBL_MAX,
    .merging = {4, 3, 3},
    .lasting = {2, 1, 2},
};

static const cost_algebra probability_algebra = {
    .name = "probability",
    .summary = "product of the weights, maximised; weights are from 0 to 1",
    .combine = product,
    .is_product = true,
    .prefers_greater = true,
    .nothing = 1,
    .usual = 1,
    .most = 1,
    .merging = {0.5, 0.25, 0}, // any product with 0 is 0
    .lasting = {0.5, 0.25, 0.5},
};

static const cost_algebra fuzzy_algebra = {
    .name = "fuzzy",
    .summary = "least weight, maximised; weights are from 0 to 1",
    .combine = lesser,
    .prefers_greater = true,
    .nothing = 1,
    .usual = 1,
    .most = 1,
    .merging = {0.5, 0.25, 0.25},
    .lasting = {0.5, 0.25, 1},
};

const cost_algebra *const cost_algebras[] = {
    &sum_algebra, &max_algebra, &min_algebra, &probability_algebra, &fuzzy_algebra, NULL,
};

static const cost_algebra *find_algebra(const char *name, size_t length, char *why, size_t size) {
  size_t used = 0;
  for (uint32_t i = 0; cost_algebras[i]; i++)
    if (strlen(cost_algebras[i]->name) == length && strncmp(cost_algebras[i]->name, name, length) == 0)
      return cost_algebras[i];
  used = (size_t)snprintf(why, size, "there is no cost '%.*s'; there are: lex:NAME,NAME", (int)length, name);
  for (uint32_t i = 0; cost_algebras[i] && used < size; i++)
    used += (size_t)snprintf(why + used, size - used, ", %s", cost_algebras[i]->name);
  return NULL;
}

// Of two paths, the one that is better by the first algebra may be worse by the second. A step that makes their costs
// equal by the first algebra then reverses their order. The message shows such a step.
static bool refuse_product(const cost_algebra *first, const cost_algebra *second, char *why, size_t size) {
  cost_example a = first->merging, b = second->lasting;
  snprintf(
      why, size,
      "lex:%s,%s is not isotone: (%g,%g) is better than (%g,%g), but with a step of (%g,%g) they become (%g,%g) and "
      "(%g,%g), of which the second is better",
      first->name, second->name, a.better, b.worse, a.worse, b.better, a.step, b.step, first->combine(a.better, a.step),
      second->combine(b.worse, b.step), first->combine(a.worse, a.step), second->combine(b.better, b.step));
  return false;
}

static bool read_product(const char *text, cost_scale *out, char *why, size_t size) {
  size_t first = strcspn(text, ",");
  const char *second = text + first + 1;
  if (!text[first]) {
    snprintf(why, size, "lex needs two costs: lex:NAME,NAME");
    return false;
  }
  *out = (cost_scale){.count = 2};
  if (!(out->part[0] = find_algebra(text, first, why, size)) ||
      !(out->part[1] = find_algebra(second, strlen(second), why, size)))
    return false;
  return out->part[0]->is_strict || refuse_product(out->part[0], out->part[1], why, size);
}

bool cost_read(const char *text, cost_scale *out, char *why, size_t size) {
  if (strncmp(text, "lex:", 4) == 0)
    return read_product(text + 4, out, why, size);
  *out = (cost_scale){.count = 1};
  return (out->part[0] = find_algebra(text, strlen(text), why, size));
}

bool cost_is_weight(const cost_algebra *a, double weight) {
  return weight >= 0 && weight <= a->most && (!a->is_whole || weight == floor(weight));
}

cost_value cost_nothing(const cost_scale *s) {
  cost_value value = {0};
  for (uint32_t i = 0; i < s->count; i++)
    value.part[i] = s->part[i]->nothing;
  return value;
}

// Brings the part into its range, which is exact.
static void normalise(cost_value *v, uint32_t part) {
  int shift = 0;
  if (v->part[part] < 0.5)
    v->part[part] = frexp(v->part[part], &shift);
  v->exponent[part] = v->part[part] == 0 ? 0 : v->exponent[part] + shift;
}

// Rounded upwards, so that products are isotone and monotone, and never less than they should be.
static void multiply(cost_value *a, const cost_value *b, uint32_t part) {
  double factor = a->part[part], whole = factor * b->part[part], rest = fma(factor, b->part[part], -whole);
  a->part[part] = rest > 0 ? nextafter(whole, 1) : whole;
  a->exponent[part] += b->exponent[part];
  a->rounded += b->rounded + (rest != 0);
  a->factors += b->factors;
  normalise(a, part);
}

cost_value cost_combine(const cost_scale *s, cost_value a, cost_value b) {
  for (uint32_t i = 0; i < s->count; i++)
    if (s->part[i]->is_product)
      multiply(&a, &b, i);
    else
      a.part[i] = s->part[i]->combine(a.part[i], b.part[i]);
  return a;
}

static uint64_t hash_of(double factor) {
  uint64_t z;
  memcpy(&z, &factor, sizeof z);
  z += 0x9e3779b97f4a7c15; // splitmix64
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

cost_value cost_of_weights(const cost_scale *s, cost_value weights) {
  for (uint32_t i = 0; i < s->count; i++)
    if (s->part[i]->is_product) {
      weights.factors = weights.part[i] == 1 ? 0 : hash_of(weights.part[i]);
      normalise(&weights, i);
    }
  return weights;
}

// Less than 0 if a is less than b * share, greater than 0 if it is greater, in the part that is a product.
static double compare_products(const cost_value *a, const cost_value *b, uint32_t part, double share) {
  double x = a->part[part], y = b->part[part] * share;
  if (x == 0 || y == 0)
    return x - y;
  int apart = a->exponent[part] - b->exponent[part];
  return apart > 2 ? 1 : apart < -2 ? -1 : ldexp(x, apart) - y;
}

// Less than 0 if a is the better one, greater than 0 if b is.
static double compare(const cost_scale *s, const cost_value *a, const cost_value *b, uint32_t part) {
  double by = s->part[part]->is_product ? compare_products(a, b, part, 1) : 0;
  if (!s->part[part]->is_product && a->part[part] != b->part[part])
    by = a->part[part] > b->part[part] ? 1 : -1;
  return s->part[part]->prefers_greater ? -by : by;
}

bool cost_is_better(const cost_scale *s, cost_value a, cost_value b) {
  double by = 0;
  for (uint32_t i = 0; i < s->count && by == 0; i++)
    by = compare(s, &a, &b, i);
  return by < 0;
}

// b may have been rounded up; a is at most what was computed. The margin is twice of what is needed.
static bool is_surely_no_better(const cost_scale *s, cost_value a, cost_value b, bool by_factors) {
  for (uint32_t i = 0; i < s->count; i++) {
    if (!s->part[i]->is_product) {
      double by = compare(s, &a, &b, i);
      if (by != 0)
        return by > 0;
    } else if (!by_factors || a.factors != b.factors) {
      double share = b.rounded ? 1 - (double)b.rounded * 4 * DBL_EPSILON : 1;
      return compare_products(&a, &b, i, share) <= 0;
    }
  }
  return true;
}

bool cost_is_beyond(const cost_scale *s, cost_value a, cost_value b) { return is_surely_no_better(s, a, b, false); }

bool cost_is_no_better(const cost_scale *s, cost_value a, cost_value b) {
  return cost_is_beyond(s, a, b) || is_surely_no_better(s, a, b, true);
}

double cost_shown(const cost_scale *s, const cost_value *value, uint32_t part, double *log) {
  double shown = value->part[part];
  *log = log10(shown);
  if (!s->part[part]->is_product)
    return shown;
  *log += value->exponent[part] * log10(2);
  return ldexp(shown, value->exponent[part]);
}

cost_value cost_of_step(const step_costs *c, const net_action *step) {
  if (net_is_stutter(step))
    return cost_nothing(&c->scale);
  cost_value own = c->by_edge[step->edge];
  // A broadcast costs what the sender's edge costs.
  bool is_alone = step->partner_edge == NET_ALONE || step->partner == NET_BROADCAST;
  return is_alone ? own : cost_combine(&c->scale, own, c->by_edge[step->partner_edge]);
}

cost_value cost_of_path(const step_costs *c, const net_action *steps, uint32_t count) {
  cost_value value = cost_nothing(&c->scale);
  for (uint32_t i = 0; i < count; i++)
    value = cost_combine(&c->scale, value, cost_of_step(c, &steps[i]));
  return value;
}
