#include "cli/automata.h"

#include "check/model.h"
#include "cli/json.h"
#include "model/print.h"
#include <inttypes.h>

// Locations without a number of the language's own tools are numbered from 0.
static int32_t number_of(const net_template *t, uint32_t location) {
  int32_t origin = t->flow.locations.at[location].origin;
  return origin >= 0 ? origin : (int32_t)location;
}

static int32_t target_of(const net_template *t, const net_edge *e) { return e->is_end ? 0 : number_of(t, e->to); }

typedef struct {
  const network *net;
  const net_template *template_;
  mem *memory;
} timed_job;

static void print_timed_location(arena *memory, const network *n, const net_location *l) {
  const char *comma = ": ";
  printf("    %s%s%s", l->name ? l->name : "(unnamed)", l->flags & LOC_URGENT ? ", urgent" : "",
         l->flags & LOC_COMMITTED ? ", committed" : "");
  for (uint32_t i = 0; i < l->bounds.count; i++, comma = ", ")
    printf("%s%s", comma, net_bound_text(memory, n, &l->bounds.at[i]));
  if (l->invariant)
    printf("%s%s", comma, net_expr_text(memory, n, l->invariant));
  putchar('\n');
}

static void print_timed(void *argument) {
  const timed_job *job = argument;
  const network *n = job->net;
  arena *memory = arena_new(job->memory);
  for (uint32_t l = 0; l < job->template_->flow.locations.count; l++) {
    const net_location *from = &job->template_->flow.locations.at[l];
    print_timed_location(memory, n, from);
    for (uint32_t i = 0; i < from->edges.count; i++) {
      const net_edge *e = n->edges.at[from->edges.at[i]];
      printf("      %s:%" PRIu32 "  %s\n", e->at.file, e->at.line, e->text);
    }
  }
  arena_delete(memory);
}

// Locations with their invariants, each followed by its edges as written in the model.
static void print_timed_automaton(const network *n, const net_template *t) {
  timed_job job = {.net = n, .template_ = t, .memory = mem_new(0)};
  if (job.memory && mem_try(job.memory, print_timed, &job) != MEM_OK)
    printf("    (not enough memory to print the automaton)\n");
  mem_delete(job.memory);
}

void cli_print_automaton(const network *n, const net_template *t) {
  if (n->is_timed) {
    print_timed_automaton(n, t);
    return;
  }
  for (uint32_t l = 0; l < t->flow.locations.count; l++) {
    const net_location *from = &t->flow.locations.at[l];
    for (uint32_t i = 0; i < from->edges.count; i++) {
      const net_edge *e = n->edges.at[from->edges.at[i]];
      printf("    %4" PRId32 " -> %-4" PRId32 " %c%c%c%c  %s:%" PRIu32 "  %s\n", from->origin, target_of(t, e),
             e->keeps_control ? 'A' : '-', from->flags & LOC_END ? 'e' : '-', from->flags & LOC_PROGRESS ? 'p' : '-',
             from->flags & LOC_ACCEPT ? 'a' : '-', e->at.file, e->at.line, e->text);
    }
  }
}

json_t *cli_automaton_json(const network *n, const net_template *t) {
  json_t *edges = json_array();
  for (uint32_t l = 0; l < t->flow.locations.count; l++) {
    const net_location *from = &t->flow.locations.at[l];
    for (uint32_t i = 0; i < from->edges.count; i++) {
      const net_edge *e = n->edges.at[from->edges.at[i]];
      json_array_append_new(
          edges, json_pack("{s:i s:i s:o s:o s:i s:i s:b s:b s:b s:b s:o s:o}", "from", number_of(t, l), "to",
                           target_of(t, e), "from_name", cli_json_text(from->name), "to_name",
                           cli_json_text(t->flow.locations.at[e->to].name), "id", e->origin, "rank", (int)e->rank,
                           "atomic", e->keeps_control, "end", (from->flags & LOC_END) != 0, "progress",
                           (from->flags & LOC_PROGRESS) != 0, "accept", (from->flags & LOC_ACCEPT) != 0, "text",
                           cli_json_text(e->text), "location", cli_json_place(check_place(e->at))));
    }
  }
  return edges;
}
