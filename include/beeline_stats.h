// The statistics of a check, one line each. A line here is all that a new one takes: it is a field of beeline_stats, is
// added up over the runs of a check, and is shown as the line says. Included by beeline.h.
#ifndef BEELINE_STATS_H
#define BEELINE_STATS_H

#include <stdint.h>

// SEARCH(type, name, runs, json, phrase): a search counts it, in its search_stats.
// CHECK(type, name, MEASURED, json, phrase): the check measures it.
//   runs    what it is over several runs of searches: SUM, MOST, LAST, or ESTIMATE: the last one, -1 for a dead end
//   json    whether it is among the "stats" of --json: SHOWN, HIDDEN, or IN_CENSUS: null unless states are counted
//   phrase  that follows the count in what `check --verbose` prints; "" = it is not listed there
#define BEELINE_STATISTICS(SEARCH, CHECK)                                                                              \
  SEARCH(uint64_t, expanded, SUM, SHOWN, "")                                                                           \
  SEARCH(uint64_t, generated, SUM, SHOWN, "")                                                                          \
  SEARCH(uint64_t, stored, SUM, SHOWN, "")                                                                             \
  SEARCH(uint64_t, reopened, SUM, SHOWN, "reopened")                                                                   \
  SEARCH(uint64_t, duplicates, SUM, SHOWN, "duplicates")                                                               \
  SEARCH(uint64_t, open, SUM, HIDDEN, "open at the end")                                                               \
  SEARCH(int64_t, h_initial, ESTIMATE, SHOWN, "") /* of the first estimate: at the start... */                         \
  SEARCH(int64_t, h_best, ESTIMATE, HIDDEN, "")   /* ...and the least seen */                                          \
  SEARCH(uint64_t, max_depth, MOST, SHOWN, "")                                                                         \
  CHECK(double, load_s, MEASURED, SHOWN, "")                                                                           \
  CHECK(double, prepare_s, MEASURED, SHOWN, "")                                                                        \
  CHECK(double, search_s, MEASURED, SHOWN, "")                                                                         \
  CHECK(double, total_s, MEASURED, SHOWN, "")                                                                          \
  CHECK(uint64_t, memory_bytes, MEASURED, SHOWN, "") /* the most that was in use */                                    \
  SEARCH(double, bytes_per_state, LAST, SHOWN, "")                                                                     \
  SEARCH(uint64_t, census, SUM, IN_CENSUS, "") /* distinct states that are not inside an atomic sequence */

#define BEELINE_STATISTIC_FIELD(type, name, runs, json, phrase) type name;
#define BEELINE_STATISTIC_SKIP(type, name, runs, json, phrase)

typedef struct beeline_stats {
  BEELINE_STATISTICS(BEELINE_STATISTIC_FIELD, BEELINE_STATISTIC_FIELD)
} beeline_stats;

#endif
