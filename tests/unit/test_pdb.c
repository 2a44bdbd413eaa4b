// Pattern databases of random abstractions: of random timed networks, and of the models that come with the project. The
// distances are lower bounds in every state of the original, and what has none is a dead end.
#include "abstraction/pdb.h"
#include "check/engines.h"
#include "test_all_models.h"
#include "test_maps.h"
#include "test_timed_maker.h"

enum { NETWORKS = 250, MOST_STATES = 2000, SELECTIONS = 3 };

typedef struct {
  heuristic base;
  pdb *table;
  pdb_work work;
} lookup;

static uint32_t estimate(heuristic *h, const state_view *state) {
  lookup *l = (lookup *)h;
  uint32_t distance = pdb_ask(l->table, &l->work, state);
  return distance == TABLE_NEVER ? HEURISTIC_DEAD_END : distance;
}

typedef struct {
  uint32_t tables, refused, weak, mapped, cut, zones, states, useful;
} tally;
static tally counted;

static const pdb_how ways[] = {
    {.pruning = PDB_PRUNE_REFINED, .budget.states = 3000},
    {.pruning = PDB_PRUNE_INCLUDED, .budget.states = 3000},
    {.pruning = PDB_PRUNE_SIMULATED, .budget.states = 3000},
    {.pruning = PDB_PRUNE_NONE, .budget.states = 3000},
    {.pruning = PDB_PRUNE_INCLUDED, .lookup = TABLE_MEETS, .budget.states = 3000},
    {.pruning = PDB_PRUNE_NONE, .lookup = TABLE_MEETS, .budget.states = 3000},
    {.pruning = PDB_PRUNE_REFINED, .budget.states = 3000, .budget.work = 300},
    {.pruning = PDB_PRUNE_INCLUDED, .budget.work = 20},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void check_table(mem *m, whole_space *w, const abstraction *a, const pdb_how *how, const char *name) {
  pdb made;
  size_t before = mem_used(m);
  pdb_make(&made, m, a, &w->goal, how);
  lookup l = {.base.estimate = estimate, .table = &made};
  pdb_work_open(&l.work, m, &made);
  whole_faults r = whole_compare(w, &l.base);
  bool is_plain = made.table.n == 0 && made.table.is_whole && !made.is_merged;
  if (r.too_much || r.unsafe || (is_plain && r.inconsistent))
    fail_msg("%s, pruning %d, look-up %d: %u too great, %u no dead ends, %u inconsistent", name, how->pruning,
             how->lookup, r.too_much, r.unsafe, r.inconsistent);
  counted.tables++;
  counted.cut += !made.table.is_whole;
  counted.zones += made.table.n > 1;
  counted.states += w->count;
  counted.useful += estimate(&l.base, whole_view(w, 0)) > 0;
  pdb_work_close(&l.work);
  pdb_close(&made);
  if (!w->space->net->starts_processes) // there, the space keeps what it has made for views
    assert_int_equal(mem_used(m), before);
}

// Several databases: the greatest distance, and the sum of distances that count the steps of one automaton each.
static void check_several(mem *m, whole_space *w, const char *options, const char *name) {
  char why[256];
  heuristic_setup setup = {.m = m, .net = w->space->net, .asked = w->goal, .keys = keys_usual(heuristic_pdb.keys)};
  assert_true(keys_read(heuristic_pdb.keys, options, &setup.keys, why, sizeof why));
  heuristic *h = heuristic_pdb.open(&setup);
  whole_faults r = whole_compare(w, h);
  if (r.too_much || r.unsafe || (h->is_consistent && r.inconsistent))
    fail_msg("%s, %s: %u too great, %u no dead ends, %u inconsistent", name, options, r.too_much, r.unsafe,
             r.inconsistent);
  h->close(h);
}

// Abstractions with nothing left out, then with more and more.
static void check_goal(mem *m, const network *n, question goal, const char *name, uint64_t *seed) {
  if (abstraction_refuses(n, &goal))
    return;
  whole_space w;
  whole_open(&w, m, n, goal, MOST_STATES);
  for (uint32_t i = 0; w.is_complete && w.count && i < SELECTIONS; i++) {
    arena *memory = arena_new(m);
    uint32_t rare = i == 0 ? 1000000 : 6 - 2 * i;
    net_change change = {.vars = some(m, seed, n->vars.count, rare),
                         .clocks = some(m, seed, n->clocks.count, rare),
                         .labels = some(m, seed, n->labels.count, rare),
                         .templates = some(m, seed, n->templates.count, rare),
                         .channels = some(m, seed, n->channels.count, rare)};
    if (i == 1) // a map, and nothing left out, or little
      change.maps = some_maps(memory, n, seed, 2);
    facts *known = facts_open(m, n);
    abstraction *a;
    if (abstraction_make(memory, n, known, &goal, &change, &a)) {
      counted.refused++;
    } else {
      counted.weak += a->copy->is_weak;
      counted.mapped += change.maps != NULL;
      whole_view(&w, 0); // what a space makes for its first view stays
      for (uint32_t k = 0; k < (n->is_timed ? WAYS : 1); k++)
        check_table(m, &w, a, &ways[k], name);
      check_table(m, &w, a, &ways[WAYS - 1], name);
    }
    facts_close(known);
    arena_delete(memory);
  }
  if (w.is_complete && w.count) {
    check_several(m, &w, "pattern=each,states=500", name);
    check_several(m, &w, "pattern=each,combine=sum,states=500", name);
  }
  whole_close(&w);
}

static uint64_t next_seed;

NET_TEST(one_network) {
  maker k = {.f = f, .seed = next_seed};
  make_network(&k);
  test_finish(f->n);
  f->n->is_finished = true;
  expr *condition = some_condition(&k, 2);
  net_bound bound = k.has_clocks ? some_bound(&k) : (net_bound){0};
  if (k.has_clocks && draw(&k, 3) == 0) {
    expr *asks = expr_new(f->a, EXPR_BOUND, test_place);
    bound.limit = test_number(f, 2);
    bound.when = NULL;
    asks->bound = &bound;
    condition = test_two(f, draw(&k, 2) ? EXPR_AND : EXPR_OR, condition, asks);
  }
  check_goal(f->m, f->n, (question){.errors = ERROR_RUNTIME}, "random", &k.seed);
  check_goal(f->m, f->n, (question){.errors = ERROR_INVARIANT | ERROR_RUNTIME, .condition = condition}, "random",
             &k.seed);
  check_goal(f->m, f->n, test_reach(f, condition), "random", &k.seed);
}

static void tell(void) {
  print_message(
      "%u tables, %u of zones, %u cut off; %u abstractions weak, %u mapped, %u refused; %u states, %u useful\n",
      counted.tables, counted.zones, counted.cut, counted.weak, counted.mapped, counted.refused, counted.states,
      counted.useful);
}

static void random_networks_are_bounded(void **state) {
  counted = (tally){0};
  for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
    next_seed = seed * 104729;
    one_network(state);
  }
  tell();
  assert_true(counted.zones > 1000 && counted.cut > 100 && counted.weak > 200 && counted.mapped > 200 &&
              counted.useful > 1000);
}

static void look_at_model(mem *m, const network *n, const char *name) {
  uint64_t seed = 11;
  if (n->processes.count > 50) // every state has as many steps
    return;
  check_goal(m, n, safety, name, &seed);
  check_goal(m, n, only_deadlocks, name, &seed);
  check_goal(m, n, only_assertions, name, &seed);
  for (uint32_t i = 0; i < n->properties.count; i++)
    if (!n->properties.at[i].why_not && !n->properties.at[i].errors)
      check_goal(m, n, n->properties.at[i].question, name, &seed);
}

static void models_are_bounded(void **state) {
  (void)state;
  counted = (tally){0};
  for_all_models(look_at_model);
  tell();
  assert_true(counted.tables > 300 && counted.weak > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_networks_are_bounded),
                                     cmocka_unit_test(models_are_bounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
