// UPPAAL's queries about infinite executions over the product of zones and claims, one model for each rule. The whole
// product is made, and its cycles are found by brute force.
#include "lang/uppaal/uppaal.h"
#define TEST_LOAD upp_load
#define TEST_ENDING ".xta"
#include "test_load.h"

#include "omega/omega.h"
#include "space/product.h"
#include "store/store.h"

typedef struct step {
  uint32_t from, to;
} step;

typedef struct graph {
  mem *m;
  space *product;
  store *states;
  VEC(step) steps;
  uint32_t count, current;
  bool is_bad;
} graph;

static bool note(void *context, const successor *s) {
  graph *g = context;
  bool is_new;
  if (s->fault == FAULT_CLAIM)
    g->is_bad = true;
  assert_true(s->fault == FAULT_NONE || s->fault == FAULT_CLAIM);
  if (!s->state)
    return true;
  uint32_t number = g->states->put(g->states, s->state, s->size, &is_new);
  g->count += is_new;
  if (g->current != UINT32_MAX)
    vec_push(g->m, &g->steps, ((step){g->current, number}));
  return true;
}

static bool is_accepting(graph *g, uint32_t number) {
  uint32_t size;
  const uint8_t *state = g->states->get(g->states, number, &size);
  return product_is_accepting(g->product, state, size);
}

static bool is_on_cycle(const graph *g, uint32_t number) {
  bool *is_reached = mem_alloc(g->m, g->count), changes = true;
  for (uint32_t i = 0; i < g->steps.count; i++)
    is_reached[g->steps.at[i].to] |= g->steps.at[i].from == number;
  while (changes) {
    changes = false;
    for (uint32_t i = 0; i < g->steps.count; i++)
      if (is_reached[g->steps.at[i].from] && !is_reached[g->steps.at[i].to])
        is_reached[g->steps.at[i].to] = changes = true;
  }
  bool is_back = is_reached[number];
  mem_free(g->m, is_reached);
  return is_back;
}

// Does some execution violate the formula of the property?
static bool is_violated(loaded *l, const question *q) {
  const claim *c = omega_claim(l->d.memory, q->formula);
  space_setup setup = {.net = l->net, .conditions = c->atoms.at, .condition_count = c->atoms.count};
  space *zones = space_new(l->m, &setup, &(space_options){.for_claim = true});
  graph g = {.m = l->m, .product = space_product(l->m, zones, c, false), .states = store_hash.open(l->m, NULL)};
  g.current = UINT32_MAX;
  g.product->initial(g.product, note, &g);
  for (g.current = 0; g.current < g.count; g.current++) {
    uint32_t size;
    const uint8_t *state = g.states->get(g.states, g.current, &size);
    uint8_t *copy = mem_alloc(l->m, size);
    memcpy(copy, state, size);
    g.product->expand(g.product, copy, size, note, &g);
    mem_free(l->m, copy);
  }
  bool is_found = g.is_bad;
  for (uint32_t i = 0; i < g.count && !is_found; i++)
    is_found = is_accepting(&g, i) && is_on_cycle(&g, i);
  vec_free(l->m, &g.steps);
  g.states->close(g.states);
  g.product->close(g.product);
  zones->close(zones);
  return is_found;
}

typedef struct row {
  const char *query;
  bool is_satisfied;
} row;

static const row *asked;

static void look(loaded *l) {
  if (l->d.errors)
    fail_msg("%s", l->d.first->message);
  for (const row *r = asked; r->query; r++) {
    net_property p;
    if (!upp_property(l->front_end, &l->d, r->query, &p) || p.why_not)
      fail_msg("%s: %s", r->query, p.why_not ? p.why_not : l->d.last->message);
    if ((is_violated(l, &p.question) == p.question.is_existential) != r->is_satisfied)
      fail_msg("%s: %s expected, in %s", r->query, r->is_satisfied ? "satisfied" : "violated", l->text);
  }
}

static void expect(const char *model, const row *rows) {
  asked = rows;
  with_model(model, look);
}
#define EXPECT(model, ...) expect(model, (const row[]){__VA_ARGS__, {NULL, false}})
#define ONE(text) "process P() { clock x, y; " text " } system P;"

static void time_can_pass_for_ever_without_an_invariant(void **state) {
  (void)state;
  EXPECT(ONE("state A, B; init A; trans A -> B { guard x >= 3; };"), {"A<> P.B", false}, {"E[] P.A", true},
         {"P.A --> P.B", false}, {"E[] P.x <= 7", false}, {"E[] P.x >= 0", true}, {"A<> P.x > 7", true});
  EXPECT(ONE("state A { x <= 5 }, B; init A; trans A -> B { guard x >= 3; };"), {"A<> P.B", true}, {"E[] P.A", false},
         {"P.A --> P.B", true}, {"P.B --> P.A", false}, {"E[] not P.B", false}, {"E[] (P.A or P.B)", true});
}

static void networks_without_clocks_are_timed_as_well(void **state) {
  (void)state;
  EXPECT("process P() { state A, B; init A; trans A -> B { }; } system P;", {"A<> P.B", false}, {"E[] P.A", true});
  EXPECT("process P() { state A, B; urgent A; init A; trans A -> B { }; } system P;", {"A<> P.B", true});
}

static void an_execution_ends_where_no_step_is_possible_any_more(void **state) {
  (void)state;
  EXPECT(ONE("state A { x <= 5 }, B; init A; trans A -> B { guard x <= 3; };"), {"A<> P.B", false}, {"E[] P.A", true},
         {"E[] (P.A and P.x <= 3)", false}, {"E[] (P.A and P.x <= 4)", false}, {"E[] (P.A and P.x <= 5)", true},
         {"A<> P.x > 3", true}, {"A<> (P.A and P.x > 3)", false});
  // The part that cannot leave is reached only with x >= 4.
  EXPECT(ONE("state A { x <= 5 }, B { x <= 9 }, C; init A; trans A -> B { guard x >= 2; }, B -> C { guard x < 4; };"),
         {"A<> P.C", false}, {"E[] P.B", false}, {"E[] not P.C", true}, {"P.B --> P.C", false});
}

static void a_strict_invariant_ends_an_execution_too(void **state) {
  (void)state;
  EXPECT(ONE("state A { x < 5 }; init A;"), {"E[] P.A", true}, {"A<> P.x >= 4", true}, {"A<> P.x >= 5", false},
         {"E[] P.x < 5", true}, {"E[] P.x < 4", false});
  EXPECT(ONE("state A { x < 5 }, B; init A; trans A -> B { guard x >= 5; };"), {"E[] P.A", true}, {"A<> P.B", false});
  EXPECT(ONE("state A { x < 5 }, B; init A; trans A -> B { guard x >= 4; };"), {"E[] P.A", false}, {"A<> P.B", true});
}

static void urgent_and_committed_locations_can_be_stuck(void **state) {
  (void)state;
  EXPECT(ONE("state A, B; urgent A; init A; trans A -> B { guard x >= 1; };"), {"E[] P.A", true}, {"A<> P.B", false});
  EXPECT(ONE("state A, B; commit A; init A; trans A -> B { guard x >= 1; };"), {"E[] P.A", true}, {"A<> P.B", false});
  EXPECT(ONE("state A, B; urgent A; init A; trans A -> B { guard x <= 1; };"), {"E[] P.A", false}, {"A<> P.B", true});
  EXPECT(
      "process P() { state A, B; init A; trans A -> B { }; } process Q() { state C; commit C; init C; } system P, Q;",
      {"E[] P.A", true}, {"A<> P.B", false});
}

static void cycles_in_no_time_count(void **state) {
  (void)state;
  EXPECT(ONE("state A { x <= 0 }, B; init A; trans A -> A { }, A -> B { };"), {"E[] P.A", true}, {"A<> P.B", false});
  EXPECT(ONE("state A { x <= 5 }, B; init A; trans A -> A { guard x < 5; }, A -> B { guard x >= 5; };"),
         {"E[] P.A", true}, {"E[] P.x < 1", true}, {"A<> P.B", false});
  EXPECT(ONE("state A { x <= 5 }, B; init A; trans A -> A { guard y >= 1; assign y = 0; }, A -> B { guard x >= 5; };"),
         {"E[] P.A", false}, {"A<> P.B", true}, {"A<> P.x >= 5", true});
}

static void conditions_change_while_time_passes(void **state) {
  (void)state;
  EXPECT(ONE("state A { x <= 5 }; init A; trans A -> A { guard x >= 5; assign x = 0; };"), {"A<> P.x >= 4", true},
         {"A<> P.x > 5", false}, {"A<> P.x == 3", true}, {"P.x >= 2 --> P.x < 1", true}, {"E[] P.x < 5", false},
         {"E[] P.x <= 5", true}, {"P.x == 0 --> P.x == 5", true}, {"P.x == 5 --> P.y > 100", true},
         {"P.y >= 7 --> P.y < 7", false});
  EXPECT(ONE("state A { x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };"), {"A<> P.x > 3", false},
         {"E[] P.x <= 2", true}, {"E[] P.x < 2", false}, {"A<> P.x >= 2", true}, {"P.x > 2 --> P.x < 2", true});
}

static void several_conditions_can_change_at_once(void **state) {
  (void)state;
  EXPECT(ONE("state A; init A;"), {"A<> (P.x <= 3 and P.y > 3)", false}, {"A<> (P.x >= 3 and P.y <= 3)", true},
         {"A<> (P.x > 3 and P.y <= 3)", false}, {"A<> (P.x < 3 and P.y >= 3)", false},
         {"E[] (P.x < 3 or P.y >= 3)", true}, {"E[] (P.x <= 2 or P.y > 3)", false});
  EXPECT(ONE("state A { x <= 2 }, B; init A; trans A -> B { guard x >= 1; assign x = 0; };"),
         {"A<> (P.B and P.x <= 3 and P.y > 3)", true}, {"A<> (P.B and P.x > 3 and P.y <= 4)", false},
         {"E[] (P.A or P.x <= 3 or P.y > 4)", true}, {"E[] (P.A or P.x <= 3 or P.y > 5)", true},
         {"E[] (P.A or P.x <= 3 or P.y > 6)", false});
}

static void differences_of_clocks(void **state) {
  (void)state;
  EXPECT(ONE("state A { x <= 2 }, B; init A; trans A -> B { guard x >= 1; assign x = 0; };"),
         {"A<> (P.B and P.y - P.x >= 1)", true}, {"A<> (P.B and P.y - P.x > 1)", false}, {"E[] P.y - P.x <= 1", true},
         {"E[] P.y - P.x < 1", false}, {"P.A --> P.y - P.x <= 2 and P.B", true});
}

static void deadlocks_are_conditions(void **state) {
  (void)state;
  EXPECT(ONE("state A { x <= 5 }, B; init A; trans A -> B { guard x <= 3; };"), {"A<> deadlock", true},
         {"E[] not deadlock", false}, {"A<> (deadlock and P.A)", false}, {"P.x > 3 --> deadlock", true},
         {"E[] (deadlock or P.x <= 3)", true}, {"E[] (deadlock or P.x <= 2)", true},
         {"E[] ((deadlock or P.x <= 2) and P.A)", false});
  EXPECT(ONE("state A { x <= 5 }; init A; trans A -> A { guard x <= 3; assign x = 0; };"), {"E[] not deadlock", true},
         {"A<> deadlock", false}, {"P.x > 3 --> deadlock", true}, {"P.x >= 3 --> deadlock", false});
}

static void synchronisation_and_priorities(void **state) {
  (void)state;
  EXPECT(
      "chan hi, lo; chan priority lo < hi; process P() { state A, B, C; urgent A; init A; trans A -> B { sync hi!; },"
      " A -> C { sync lo!; }; } process Q() { state D; init D; trans D -> D { sync hi?; }, D -> D { sync lo?; }; }"
      " system P, Q;",
      {"A<> P.B", true}, {"E[] not P.C", true}, {"A<> P.C", false});
  EXPECT("clock x; broadcast chan b; process P() { state A { x <= 1 }, B; init A; trans A -> B { sync b!; }; }"
         " process Q() { state C, D; init C; trans C -> D { guard x >= 1; sync b?; }; } system P, Q;",
         {"A<> P.B", true}, {"A<> Q.D", false}, {"P.B --> Q.D", false}, {"E[] Q.C", true});
  EXPECT("urgent chan u; process P() { state A, B; init A; trans A -> B { sync u!; }; }"
         " process Q() { state C, D; init C; trans C -> D { sync u?; }; } system P, Q;",
         {"A<> (P.B and Q.D)", true}, {"E[] P.A", false});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_can_pass_for_ever_without_an_invariant),
      cmocka_unit_test(networks_without_clocks_are_timed_as_well),
      cmocka_unit_test(an_execution_ends_where_no_step_is_possible_any_more),
      cmocka_unit_test(a_strict_invariant_ends_an_execution_too),
      cmocka_unit_test(urgent_and_committed_locations_can_be_stuck),
      cmocka_unit_test(cycles_in_no_time_count),
      cmocka_unit_test(conditions_change_while_time_passes),
      cmocka_unit_test(several_conditions_can_change_at_once),
      cmocka_unit_test(differences_of_clocks),
      cmocka_unit_test(deadlocks_are_conditions),
      cmocka_unit_test(synchronisation_and_priorities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
