#include "claims.h"

#include "base/clock.h"
#include "show.h"
#include <string.h>

enum { SHOWN = 2, REPEATED = 2000, UNASKED = HEURISTIC_DEAD_END - 1 };

typedef enum { CLAIM_TABLE, CLAIM_ADMISSIBLE, CLAIM_CONSISTENT, CLAIM_SAFE, CLAIM_DETERMINISTIC, CLAIM_COUNT } claim;
static const char *const claim_names[] = {"table", "admissible", "consistent", "safe", "deterministic"};

typedef struct {
  const graph *g;
  heuristic *h;
  const char *name, *goal;
  uint32_t stride;
  uint32_t *value; // by state; UNASKED = not yet
  uint32_t broken[CLAIM_COUNT];
  uint32_t odd, odd_value; // the mutant: a state, and its wrong estimate
  uint64_t evaluations;
  uint32_t looked_at, with_error, exact, dead, called_dead; // states
  double ratio;                                             // sum over with_error
} inquiry;

static bool is_looked_at(const inquiry *q, uint32_t state) { return state * 2654435761u % q->stride == 0; }

static uint32_t ask(inquiry *q, uint32_t state) {
  q->evaluations++;
  uint32_t value = q->h->estimate(q->h, graph_view(q->g, state));
  return state == q->odd ? q->odd_value : value;
}

static uint32_t value_of(inquiry *q, uint32_t state) {
  if (q->value[state] == UNASKED)
    q->value[state] = ask(q, state);
  return q->value[state];
}

static void print_number(uint32_t value) {
  if (value == GRAPH_NEVER)
    printf("never");
  else
    printf("%u", value);
}

// Prints the first line about a wrong estimate of a state. False if enough of them have been printed.
static bool report(inquiry *q, claim what, uint32_t state, const char *why) {
  if (++q->broken[what] > SHOWN)
    return false;
  printf("WRONG %s: %s, goal %s, state %u: estimate ", claim_names[what], q->name, q->goal, state);
  print_number(q->value[state]);
  printf(", exact ");
  print_number(q->g->exact[state]);
  printf(": %s\n", why);
  show_state(stdout, graph_view(q->g, state));
  return true;
}

static void check_step(inquiry *q, uint32_t state, const graph_edge *e) {
  uint32_t before = q->value[state], after = e->to == GRAPH_NOWHERE ? 0 : value_of(q, e->to);
  if (after == HEURISTIC_DEAD_END || (before != HEURISTIC_DEAD_END && before <= e->cost + (uint64_t)after))
    return;
  if (!report(q, CLAIM_CONSISTENT, state, "greater than the cost of a step plus the estimate after it"))
    return;
  printf("    the step, which costs %u: ", e->cost);
  show_action(stdout, graph_view(q->g, state), &e->by);
  if (e->to == GRAPH_NOWHERE) {
    printf("\n    ends in an error\n");
    return;
  }
  printf("\n    leads to state %u: estimate %u, exact ", e->to, after);
  print_number(q->g->exact[e->to]);
  printf("\n");
  show_state(stdout, graph_view(q->g, e->to));
}

static void look_at(inquiry *q, uint32_t state) {
  const graph *g = q->g;
  uint32_t value = value_of(q, state), exact = g->exact[state];
  if (q->h->is_admissible && value > exact)
    report(q, CLAIM_ADMISSIBLE, state, "greater than the exact cost");
  if (q->h->is_safe && value == HEURISTIC_DEAD_END && exact != GRAPH_NEVER)
    report(q, CLAIM_SAFE, state, "not a dead end");
  if (q->h->is_consistent && g->is_error.at[state] && value > 0)
    report(q, CLAIM_CONSISTENT, state, "not 0 in an error state");
  if (q->h->is_consistent)
    for (uint32_t i = g->first.at[state]; i < g->first.at[state + 1]; i++)
      check_step(q, state, &g->edges.at[i]);
}

static void count(inquiry *q, uint32_t state) {
  uint32_t value = q->value[state], exact = q->g->exact[state];
  q->looked_at++;
  q->exact += value == exact;
  q->dead += exact == GRAPH_NEVER;
  q->called_dead += value == HEURISTIC_DEAD_END;
  if (exact > 0 && exact != GRAPH_NEVER && value != HEURISTIC_DEAD_END) {
    q->with_error++;
    q->ratio += (double)value / exact;
  }
}

// The view of a state, without its zone unless the estimate says that it depends on it.
static state_view what_is_seen(const inquiry *q, uint32_t state) {
  state_view v = *graph_view(q->g, state);
  if (!q->h->sees_zone) {
    v.zone = NULL;
    v.dimension = 0;
  }
  return v;
}

// The estimate of a state must not depend on the states estimated before, nor on a zone that it says it does not see:
// estimates all states again, in reverse order.
static void ask_again(inquiry *q) {
  uint32_t again = q->g->count / REPEATED + 1;
  for (uint32_t state = q->g->count; state-- > 0;) {
    if (!is_looked_at(q, state) || state % again != 0)
      continue;
    state_view seen = what_is_seen(q, state);
    uint32_t value = q->h->estimate(q->h, &seen);
    if (state != q->odd && value != q->value[state] &&
        report(q, CLAIM_DETERMINISTIC, state, "a second call returns another value"))
      printf("    now it is %u\n", value);
  }
}

// A state in which the wrong value violates the chosen claim and, if possible, no other claim.
static bool can_be_wrong(inquiry *q, const char *mutant, uint32_t state) {
  const graph *g = q->g;
  uint32_t exact = g->exact[state];
  if (strcmp(mutant, "admissible") == 0)
    q->odd_value = exact + 1;
  else if (strcmp(mutant, "safe") == 0)
    q->odd_value = HEURISTIC_DEAD_END;
  if (strcmp(mutant, "consistent") != 0)
    return exact != GRAPH_NEVER && q->odd_value > 0;
  for (uint32_t i = g->first.at[state]; i < g->first.at[state + 1]; i++) {
    const graph_edge *e = &g->edges.at[i];
    uint32_t after = e->to == GRAPH_NOWHERE || e->to == state ? HEURISTIC_DEAD_END : value_of(q, e->to);
    q->odd_value = after + e->cost + 1;
    if (after != HEURISTIC_DEAD_END && q->odd_value <= exact)
      return true;
  }
  return false;
}

static void choose_mutant(inquiry *q, const char *mutant) {
  q->odd = GRAPH_NOWHERE;
  for (uint32_t i = 0; mutant && i < q->g->count; i++)
    if (is_looked_at(q, i) && can_be_wrong(q, mutant, i)) {
      q->odd = i;
      q->value[i] = UNASKED;
      return;
    }
}

static uint32_t check_table(inquiry *q) {
  const heuristic *h = q->h;
  bool keeps = h->is_admissible >= h->kind->is_admissible && h->is_consistent >= h->kind->is_consistent &&
               h->is_safe >= h->kind->is_safe;
  bool makes_sense = h->is_admissible >= h->is_consistent && h->is_safe >= h->is_admissible;
  if (!keeps)
    printf("WRONG table: %s, goal %s: claims less than its kind\n", q->name, q->goal);
  if (!makes_sense)
    printf("WRONG table: %s, goal %s: consistent must imply admissible, and admissible safe\n", q->name, q->goal);
  return !keeps + !makes_sense;
}

static void print_figures(const inquiry *q, double seconds) {
  printf("%-24s %-10s %c%c%c  start ", q->name, q->goal, q->h->is_admissible ? 'a' : '-',
         q->h->is_consistent ? 'c' : '-', q->h->is_safe ? 's' : '-');
  print_number(q->value[0]);
  printf(" of ");
  print_number(q->g->exact[0]);
  printf(", h/exact %.3f, exact %.1f %%, dead ends %u of %u, %u states, %.0f/s\n",
         q->with_error ? q->ratio / q->with_error : 0, 100.0 * q->exact / (q->looked_at ? q->looked_at : 1),
         q->called_dead, q->dead, q->looked_at, (double)q->evaluations / (seconds > 0 ? seconds : 1e-6));
}

uint32_t claims_check(const claims_options *options, const graph *g, heuristic *h, const char *name, const char *goal) {
  inquiry q = {.g = g, .h = h, .name = name, .goal = goal};
  q.stride = options->sample ? g->count / options->sample + 1 : 1;
  q.value = mem_alloc(g->m, sizeof *q.value * (g->count + 1));
  for (uint32_t i = 0; i <= g->count; i++)
    q.value[i] = UNASKED;
  choose_mutant(&q, options->mutant);
  double started = clock_wall();
  for (uint32_t i = 0; i < g->count; i++)
    if (is_looked_at(&q, i)) {
      look_at(&q, i);
      count(&q, i);
    }
  print_figures(&q, clock_wall() - started);
  if (options->mutant && strcmp(options->mutant, "deterministic") == 0)
    q.value[0]++;
  ask_again(&q);
  mem_free(g->m, q.value);
  uint32_t broken = check_table(&q);
  for (uint32_t i = 0; i < CLAIM_COUNT; i++)
    broken += q.broken[i];
  return broken;
}
