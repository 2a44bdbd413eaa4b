// The statistics of a check, one line each. To add one, add a line here and count it in a search: the field of
// beeline_stats, the sum over the runs of a check, and the output follow from the line. Included by beeline.h.
#ifndef BEELINE_STATS_H
#define BEELINE_STATS_H

#include <stdint.h>

// SEARCH(type, name, runs, json, phrase): a search counts it, in its search_stats.
// CHECK(type, name, MEASURED, json, phrase): the check measures it.
//   runs    how several runs are combined: SUM, MOST, LAST, or ESTIMATE: the last one, -1 for a dead end
//   json    whether it is in "stats" of --json: SHOWN, HIDDEN, or IN_CENSUS: null without --census
//   phrase  printed after the number by `check --verbose`; "" = not printed
#define BEELINE_STATISTICS(SEARCH, CHECK)                                                                              \
  SEARCH(uint64_t, expanded, SUM, SHOWN, "")                                                                           \
  SEARCH(uint64_t, red, SUM, SHOWN, "expansions of the nested search")                                                 \
  SEARCH(uint64_t, generated, SUM, SHOWN, "")                                                                          \
  SEARCH(uint64_t, stored, SUM, SHOWN, "")                                                                             \
  SEARCH(uint64_t, reopened, SUM, SHOWN, "reopened")                                                                   \
  SEARCH(uint64_t, duplicates, SUM, SHOWN, "duplicates")                                                               \
  SEARCH(uint64_t, open, SUM, HIDDEN, "open at the end")                                                               \
  SEARCH(int64_t, h_initial, ESTIMATE, SHOWN, "") /* of the first heuristic: initial state... */                       \
  SEARCH(int64_t, h_best, ESTIMATE, HIDDEN, "")   /* ...and minimum so far */                                          \
  SEARCH(uint64_t, max_depth, MOST, SHOWN, "")                                                                         \
  CHECK(uint64_t, abstract, MEASURED, SHOWN, "abstract states explored") /* of pattern databases */                    \
  CHECK(double, load_s, MEASURED, SHOWN, "")                                                                           \
  CHECK(double, prepare_s, MEASURED, SHOWN, "")                                                                        \
  CHECK(double, search_s, MEASURED, SHOWN, "")                                                                         \
  CHECK(double, total_s, MEASURED, SHOWN, "")                                                                          \
  CHECK(uint64_t, memory_bytes, MEASURED, SHOWN, "") /* maximum in use */                                              \
  SEARCH(double, bytes_per_state, LAST, SHOWN, "")                                                                     \
  SEARCH(uint64_t, census, SUM, IN_CENSUS, "") /* distinct states outside atomic sequences */

#define BEELINE_STATISTIC_FIELD(type, name, runs, json, phrase) type name;
#define BEELINE_STATISTIC_SKIP(type, name, runs, json, phrase)

typedef struct beeline_stats {
  BEELINE_STATISTICS(BEELINE_STATISTIC_FIELD, BEELINE_STATISTIC_FIELD)
} beeline_stats;

#endif
