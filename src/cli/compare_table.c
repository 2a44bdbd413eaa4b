// A comparison as text: a table with a row for each run, and the best runs.
#include "cli/compare.h"

#include "cli/message.h"
#include "cli/progress.h"
#include <string.h>

enum { CELL = 48, NAMES_SHOWN = 4 };

typedef enum { LENGTH, EXPANDED, GENERATED, SECONDS, MEMORY, NUMBERS } number;

static bool is_decided(const compare_run *run) { return run->result->verdict != BEELINE_UNDECIDED; }

// Without loading: the model is loaded only once.
static double seconds(const compare_run *run) { return run->result->stats.prepare_s + run->result->stats.search_s; }

static const char *const headers[] = {"length", "expanded", "generated", "time", "memory"};

// Undecided runs are not ranked; a run without a trace has no length.
static bool has_value(const compare_run *run, number which) {
  return is_decided(run) && (which != LENGTH || run->result->has_trace);
}

static double value(const compare_run *run, number which) {
  const beeline_result *r = run->result;
  switch (which) {
  case LENGTH:
    return (double)r->trace_length;
  case EXPANDED:
    return (double)r->stats.expanded;
  case GENERATED:
    return (double)r->stats.generated;
  case SECONDS:
    return seconds(run);
  case MEMORY:
    return (double)r->stats.memory_bytes;
  case NUMBERS:
    break;
  }
  return 0;
}

// The first run with the least value; NULL if no run has a value.
static const compare_run *best_at(const comparison *c, number which) {
  const compare_run *best = NULL;
  for (uint32_t i = 0; i < c->finished; i++) {
    const compare_run *run = &c->runs.at[i];
    if (has_value(run, which) && (!best || value(run, which) < value(best, which)))
      best = run;
  }
  return best;
}

static void number_text(const compare_run *run, number which, char cell[static CELL]) {
  char text[32] = "-";
  if (which == SECONDS)
    snprintf(text, sizeof text, "%.4f s", seconds(run));
  else if (which == MEMORY)
    cli_size(run->result->stats.memory_bytes, text);
  else if (which != LENGTH || run->result->has_trace)
    cli_number((uint64_t)value(run, which), text);
  snprintf(cell, CELL, "%s%s", text, which == LENGTH && compare_has_proof(run->result) ? "*" : "");
}

static void verdict_text(const compare_run *run, char cell[static CELL]) {
  const char *reason = beeline_reason_name(run->result->reason);
  snprintf(cell, CELL, "%s%s%s", beeline_verdict_name(run->result->verdict), reason ? ": " : "", reason ? reason : "");
}

typedef struct {
  int search, heuristic, verdict, numbers[NUMBERS];
} widths;

static int wider(int width, const char *text) {
  int length = (int)strlen(text);
  return length > width ? length : width;
}

static widths measure(const comparison *c) {
  widths w = {.search = wider(0, "search"), .heuristic = wider(0, "heuristic"), .verdict = wider(0, "verdict")};
  char cell[CELL];
  for (number n = 0; n < NUMBERS; n++)
    w.numbers[n] = wider(0, headers[n]);
  for (uint32_t i = 0; i < c->finished; i++) {
    const compare_run *run = &c->runs.at[i];
    w.search = wider(w.search, run->search);
    w.heuristic = wider(w.heuristic, run->is_blind ? "-" : run->heuristic);
    verdict_text(run, cell);
    w.verdict = wider(w.verdict, cell);
    for (number n = 0; n < NUMBERS; n++) {
      number_text(run, n, cell);
      w.numbers[n] = wider(w.numbers[n], cell);
    }
  }
  return w;
}

static void print_run(const compare_run *run, const widths *w, const double least[static NUMBERS], bool color) {
  char cell[CELL];
  verdict_text(run, cell);
  printf("%-*s  %-*s  %-*s", w->search, run->search, w->heuristic, run->is_blind ? "-" : run->heuristic, w->verdict,
         cell);
  for (number n = 0; n < NUMBERS; n++) {
    bool is_best = has_value(run, n) && value(run, n) <= least[n];
    number_text(run, n, cell);
    printf("  %s%*s%s%s", is_best && color ? "\033[1;32m" : "", w->numbers[n], cell, is_best ? "<" : " ",
           is_best && color ? "\033[0m" : "");
  }
  putchar('\n');
}

void compare_print_table(const comparison *c) {
  widths w = measure(c);
  bool color = cli_colored(c->request->color, stdout);
  double least[NUMBERS] = {0};
  for (number n = 0; n < NUMBERS; n++) {
    const compare_run *best = best_at(c, n);
    least[n] = best ? value(best, n) : 0;
  }
  printf("%-*s  %-*s  %-*s", w.search, "search", w.heuristic, "heuristic", w.verdict, "verdict");
  for (number n = 0; n < NUMBERS; n++)
    printf("  %*s ", w.numbers[n], headers[n]);
  putchar('\n');
  for (uint32_t i = 0; i < c->finished; i++)
    print_run(&c->runs.at[i], &w, least, color);
  printf("* proved shortest   < best of its column among the decided runs\n\n");
}

typedef enum { ANY_RUN, WITH_PROOF, WITHOUT_PROOF } proof;

static bool is_as_good(const compare_run *run, number which, const compare_run *best, proof wanted) {
  bool has_proof = compare_has_proof(run->result);
  return has_value(run, which) && value(run, which) <= value(best, which) &&
         (wanted == ANY_RUN || has_proof == (wanted == WITH_PROOF));
}

// "title bfs, astar ff and 3 more": all runs that are as good as the best one. False if there is none.
static bool print_names(const comparison *c, number which, const compare_run *best, proof wanted, const char *title) {
  uint32_t shown = 0, more = 0;
  char name[128];
  for (uint32_t i = 0; i < c->finished; i++) {
    const compare_run *run = &c->runs.at[i];
    if (!is_as_good(run, which, best, wanted))
      continue;
    if (shown == NAMES_SHOWN)
      more++;
    else
      printf("%s%s", shown++ ? ", " : title, compare_name(run, name, sizeof name));
  }
  if (more)
    printf(" and %u more", more);
  return shown > 0;
}

void compare_print_best(const comparison *c) {
  static const char *const titles[] = {
      [LENGTH] = "shortest trace", [EXPANDED] = "fewest expanded", [GENERATED] = NULL,
      [SECONDS] = "least time",    [MEMORY] = "least memory",
  };
  uint32_t decided = 0;
  for (uint32_t i = 0; i < c->finished; i++)
    decided += is_decided(&c->runs.at[i]);
  for (number n = 0; n < NUMBERS; n++) {
    const compare_run *best = titles[n] ? best_at(c, n) : NULL;
    if (!best)
      continue;
    char cell[CELL];
    number_text(best, n, cell);
    cell[strcspn(cell, "*")] = 0;
    printf("%-16s %s%s", titles[n], cell, n == LENGTH ? " steps" : "");
    if (n != LENGTH) {
      print_names(c, n, best, ANY_RUN, ": ");
    } else {
      bool is_proved = print_names(c, n, best, WITH_PROOF, ", proved: ");
      print_names(c, n, best, WITHOUT_PROOF, is_proved ? "; without proof: " : ", not proved: ");
    }
    putchar('\n');
  }
  if (decided < c->runs.count)
    printf("%u of %u runs are decided\n", decided, c->runs.count);
}
