#include "cli/automata.h"

#include "check/model.h"
#include "cli/json.h"
#include <inttypes.h>

static int32_t target_of(const net_template *t, const net_edge *e) {
  return e->is_end ? 0 : t->flow.locations.at[e->to].origin;
}

void cli_print_automaton(const network *n, const net_template *t) {
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
      json_array_append_new(edges,
                            json_pack("{s:i s:i s:i s:i s:b s:b s:b s:b s:o s:o}", "from", from->origin, "to",
                                      target_of(t, e), "id", e->origin, "rank", (int)e->rank, "atomic",
                                      e->keeps_control, "end", (from->flags & LOC_END) != 0, "progress",
                                      (from->flags & LOC_PROGRESS) != 0, "accept", (from->flags & LOC_ACCEPT) != 0,
                                      "text", cli_json_text(e->text), "location", cli_json_place(check_place(e->at))));
    }
  }
  return edges;
}
