#include "check/auto_plan.h"

#include <stddef.h>

static const plan_seeker to_an_error[] = {
    {{"bfs", "zero", NULL, NULL, false, 1, 40,
      "explores states near the initial state first; its first trace is a shortest one"},
     0,
     15000,
     10},
    {{"greedy:explore=novelty", "formula+du", NULL, NULL, true, 4, 25, "follows estimates that are cheap to compute"},
     0,
     6000,
     10},
    {{"dfs", "zero", NULL, NULL, true, 2, 100, "is the fastest to show that there is no error"}, 0, 10000, 10},
    {{"greedy", "hu+formula", "hu+active", "hu", true, 12, 25, "follows estimates that are more informed"},
     50000,
     24000,
     5},
    {{"greedy", "ff+cg", NULL, NULL, true, 50, 25, "follows other estimates: no single one is best everywhere"},
     1200000,
     0,
     3},
    {{"astar", "russian-doll:work=1000000", NULL, NULL, false, 3, 25,
      "is guided by an abstract model, whose errors are found first; without any there is none in the model"},
     1000000,
     30000,
     10},
};

// The same for cycles: the same roles, so the rows have the same numbers.
static const plan_seeker to_a_cycle[] = {
    {{"lasso", "zero", NULL, NULL, false, 1, 40, "finds a shortest lasso near the initial state"}, 0, 30000, 25},
    {{"ndfs-improved", "formula", NULL, NULL, true, 6, 25, "is directed to accepting states"}, 0, 6000, 10},
    {{"scc", "zero", NULL, NULL, true, 2, 100, "is the fastest to show that there is no cycle"}, 0, 10000, 10},
};

static const plan_improver to_a_shorter_one[] = {
    {{"greedy:explore=novelty", "hu+formula", "hu+active", NULL, true, 40, 25, "looks for another, shorter trace"},
     5000},
    {{"wastar:w=2", "hu", NULL, NULL, false, 30, 25, "looks for a shorter trace"}, 5000},
    {{"astar", "hl", NULL, NULL, false, 30, 50,
      "looks for a shortest trace, or for the proof that the known one is shortest"},
     50000},
};

static const plan_improver to_the_proof = {
    {"bfs", "zero", NULL, NULL, false, 1, 100, "continues until no shorter trace is possible"},
    50000,
};

static const plan_improver by_abstraction = {
    {"astar", "russian-doll:work=10000000", NULL, NULL, false, 3, 50,
     "is guided by a larger abstract model, towards the proof"},
    50000,
};

static const plan_improver to_a_shortest_lasso = {
    {"lasso", "zero", NULL, NULL, false, 1, 100, "continues until no shorter lasso is possible"},
    50000,
};

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))
_Static_assert(COUNT(to_an_error) <= PLAN_MOST_SEEKERS && COUNT(to_a_cycle) <= PLAN_MOST_SEEKERS, "there is room");

const plan_table auto_plan_for_errors = {.seekers = to_an_error,
                                         .seeker_count = COUNT(to_an_error),
                                         .improvers = to_a_shorter_one,
                                         .improver_count = COUNT(to_a_shorter_one),
                                         .prover = &to_the_proof,
                                         .abstract = &by_abstraction};
const plan_table auto_plan_for_cycles = {.seekers = to_a_cycle,
                                         .seeker_count = COUNT(to_a_cycle),
                                         .prover = &to_a_shortest_lasso,
                                         .is_paced_by_depth = true};
