// Making a pattern database says how far it is, and can be stopped in each of its stages.
#include "abstraction/abstraction.h"
#include "abstraction/pdb.h"
#include "lang/uppaal/uppaal.h"
#define TEST_LOAD upp_load
#define TEST_ENDING ".xta"
#include "test_load.h"

static const char fischer[] =
    "const int N = 4; typedef int[1, N] number; int[0, N] lock;\n"
    "process P(const number me) { clock x; state idle, wants { x <= 2 }, waits, critical; init idle;\n"
    "trans idle -> wants { guard lock == 0; assign x = 0; }, wants -> waits { assign x = 0, lock = me; },\n"
    "waits -> wants { guard lock == 0; assign x = 0; }, waits -> critical { guard x > 2 && lock == me; },\n"
    "critical -> idle { assign lock = 0; }; }\nsystem P;\n"
    "query { E<> P(1).critical }\n";

static const char *const stages[] = {"abstract states", "distances of abstract states", "entries of its table",
                                     "abstract states of the second round"};
enum { STAGES = sizeof stages / sizeof *stages };

typedef struct making {
  const abstraction *a;
  question asked;
  mem *m;
  pdb_how how;
  heuristic_progress progress;
  uint64_t most[STAGES]; // that was counted
  uint32_t last;         // the stage that was seen last
  uint32_t stop_in;      // STAGES = in none
  pdb made;
} making;

static bool watch(void *context) {
  making *k = context;
  for (uint32_t i = 0; i < STAGES && k->progress.what; i++)
    if (strcmp(k->progress.what, stages[i]) == 0) {
      k->last = i;
      k->most[i] = k->progress.count > k->most[i] ? k->progress.count : k->most[i];
    }
  return k->progress.what && k->progress.count > 0 && k->last == k->stop_in;
}

static void make(void *argument) {
  making *k = argument;
  pdb_make(&k->made, k->m, k->a, &k->asked, &k->how);
}

static mem_status make_with(making *k, uint32_t stop_in, size_t limit, mem *account) {
  k->m = mem_new_within(account);
  k->stop_in = stop_in;
  k->progress = (heuristic_progress){0};
  k->how.progress = &k->progress;
  mem_set_limit(k->m, limit);
  mem_set_stop(k->m, watch, k);
  mem_status status = mem_try(k->m, make, k);
  mem_delete(k->m);
  return status;
}

static void look(loaded *l) {
  assert_non_null(l->net);
  arena *memory = arena_new(l->m);
  net_change change = {0};
  abstraction *a;
  making k = {.asked = l->net->properties.at[0].question, .how.pruning = PDB_PRUNE_REFINED};
  assert_null(abstraction_make(memory, l->net, facts_open(l->m, l->net), &k.asked, &change, &a));
  k.a = a;
  size_t before = mem_used(l->m);
  assert_int_equal(make_with(&k, STAGES, 0, l->m), MEM_OK);
  for (uint32_t i = 0; i < STAGES; i++)
    assert_true(k.most[i] > 100);
  for (uint32_t i = 0; i < STAGES; i++)
    assert_int_equal(make_with(&k, i, 0, l->m), MEM_STOPPED);
  // Wherever the memory ends.
  mem_status status = MEM_EXHAUSTED;
  bool was_in[STAGES] = {0};
  for (size_t limit = 1 << 14; status == MEM_EXHAUSTED; limit += 1 << 14) {
    status = make_with(&k, STAGES, limit, l->m);
    was_in[k.last] = true;
  }
  assert_int_equal(status, MEM_OK);
  assert_true(was_in[0] && was_in[3]);
  assert_int_equal(mem_used(l->m), before);
}

static void every_stage_can_be_stopped(void **state) {
  (void)state;
  with_model(fischer, look);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_stage_can_be_stopped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
